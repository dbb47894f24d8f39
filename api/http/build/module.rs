//! A source module of the page: its imports, its exports, and its body without them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionExpression, AwaitExpression, Declaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind,
    Expression, ForOfStatement, Function, ImportDeclaration, ImportDeclarationSpecifier, ImportExpression, ImportMeta,
    NewExpression, Statement, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};
use oxc_syntax::scope::ScopeFlags;

use super::types::without_types;

/// The name that the value of `export default` has in a module's body.
const DEFAULT: &str = "$default";
/// The end of the path of a module in TypeScript.
pub const TYPED: &str = ".ts";

/// An import that runs before the module.
#[derive(Debug)]
pub struct Import {
    /// The path of the imported module, such as `/lib/dom.ts`.
    pub path: String,
    pub names: Vec<String>,
    pub line: usize,
}

/// A piece of a module's body.
#[derive(Debug)]
pub enum Piece {
    Text(String),
    /// `import("./x.js")` of the module at this path.
    Load {
        path: String,
        line: usize,
    },
    /// `new URL("./x.css", import.meta.url)` of the file at this path.
    Address {
        path: String,
        line: usize,
    },
}

/// A source module.
#[derive(Debug)]
pub struct Module {
    pub path: String,
    pub imports: Vec<Import>,
    pub exports: BTreeSet<String>,
    pub body: Vec<Piece>,
}

impl Module {
    /// Reads a module of the forms that a chunk can hold. The error is a sentence with the file and the line.
    pub fn read(path: &str, source: &str) -> Result<Module, String> {
        let source = match path.ends_with(TYPED) {
            true => Cow::Owned(without_types(path, source)?),
            false => Cow::Borrowed(source),
        };
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, &source, SourceType::mjs()).parse();
        diagnosed(path, &source, &parsed.diagnostics)?;
        let mut reader = Reader::new(path, &source);
        for statement in &parsed.program.body {
            reader.read(statement);
        }
        reader.visit_program(&parsed.program);
        reader.module()
    }

    /// Returns the name of the module's exports in a chunk: `$lib_dom` for `/lib/dom.ts`.
    pub fn name(&self) -> String {
        name_of(&self.path)
    }

    /// Returns the paths of the modules that are imported while this one runs.
    pub fn loads(&self) -> impl Iterator<Item = (&str, usize)> {
        self.body.iter().filter_map(|piece| match piece {
            Piece::Load { path, line } => Some((path.as_str(), *line)),
            Piece::Text(_) | Piece::Address { .. } => None,
        })
    }
}

/// The text that takes the place of a part of the source.
struct Edit {
    span: Span,
    piece: Piece,
}

struct Reader<'s> {
    path: &'s str,
    source: &'s str,
    imports: Vec<Import>,
    exports: Vec<(String, String)>,
    edits: Vec<Edit>,
    refusals: Vec<String>,
    /// The number of functions around the visited node.
    depth: usize,
    /// True after a statement that is not an import.
    has_begun: bool,
}

impl<'s> Reader<'s> {
    fn new(path: &'s str, source: &'s str) -> Self {
        let (imports, exports, edits, refusals) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { path, source, imports, exports, edits, refusals, depth: 0, has_begun: false }
    }

    fn line(&self, span: Span) -> usize {
        line_of(self.source, span.start)
    }

    fn refuse(&mut self, span: Span, why: &str) {
        let line = self.line(span);
        self.refusals.push(format!("web{}:{line}: {why}", self.path));
    }

    fn replace(&mut self, span: Span, text: String) {
        self.edits.push(Edit { span, piece: Piece::Text(text) });
    }

    fn read(&mut self, statement: &Statement) {
        match statement {
            Statement::ImportDeclaration(import) => return self.read_import(import),
            Statement::ExportDeclaration(export) => {
                self.replace(Span::new(export.span.start, export.declaration.span().start), String::new());
                self.read_export(&export.declaration);
            }
            Statement::ExportDefaultDeclaration(export) => self.read_default(export),
            Statement::ExportNamedDeclaration(export) => {
                self.refuse(export.span, "Export a thing where it is declared, not in a list.");
            }
            Statement::ExportFromDeclaration(_) | Statement::ExportAllDeclaration(_) => {
                self.refuse(statement.span(), "Export a thing from the module that declares it alone.");
            }
            _ => {}
        }
        self.has_begun = true;
    }

    fn read_import(&mut self, import: &ImportDeclaration) {
        if self.has_begun {
            self.refuse(import.span, "Imports come before every other statement.");
        }
        if import.with_clause.is_some() || import.phase.is_some() {
            self.refuse(import.span, "Import without attributes.");
        }
        let link = import.source.value.as_str();
        if !link.starts_with('.') {
            self.refuse(import.span, "Import modules of the page alone, by a relative path.");
        }
        let (mut names, mut bindings) = (Vec::new(), Vec::new());
        for specifier in import.specifiers.iter().flatten() {
            let (imported, local) = match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(named) => (named.imported.name().to_string(), &named.local),
                ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => ("default".to_owned(), &default.local),
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(all) => {
                    self.refuse(all.span, "Import things by their names, not all of a module.");
                    continue;
                }
            };
            bindings.push(format!("{imported}: {}", local.name));
            names.push(imported);
        }
        let path = resolved(self.path, link);
        let binding = match bindings.is_empty() {
            true => String::new(),
            false => format!("const {{ {} }} = {};", bindings.join(", "), name_of(&path)),
        };
        self.replace(import.span, binding);
        self.imports.push(Import { path, names, line: self.line(import.span) });
    }

    fn read_export(&mut self, declaration: &Declaration) {
        let names: Vec<String> = match declaration {
            Declaration::VariableDeclaration(variables) => {
                if variables.kind != VariableDeclarationKind::Const {
                    self.refuse(variables.span, "Export a constant: a variable's changes would not be seen.");
                }
                let named = variables.declarations.iter().flat_map(|each| each.id.get_binding_identifiers());
                named.map(|name| name.name.to_string()).collect()
            }
            Declaration::FunctionDeclaration(function) => function.id.iter().map(|id| id.name.to_string()).collect(),
            Declaration::ClassDeclaration(class) => class.id.iter().map(|id| id.name.to_string()).collect(),
            _ => Vec::new(),
        };
        self.exports.extend(names.into_iter().map(|name| (name.clone(), name)));
    }

    fn read_default(&mut self, export: &ExportDefaultDeclaration) {
        let declaration = &export.declaration;
        if matches!(
            declaration,
            ExportDefaultDeclarationKind::FunctionDeclaration(_) | ExportDefaultDeclarationKind::ClassDeclaration(_)
        ) {
            return self.refuse(export.span, "Export a function or a class by its name, not as the default.");
        }
        self.replace(Span::new(export.span.start, declaration.span().start), format!("const {DEFAULT} = "));
        self.exports.push(("default".to_owned(), DEFAULT.to_owned()));
    }

    fn module(mut self) -> Result<Module, String> {
        if let Some(refusal) = self.refusals.into_iter().next() {
            return Err(refusal);
        }
        self.edits.sort_by_key(|edit| edit.span.start);
        let (mut body, mut at) = (Vec::new(), 0);
        for Edit { span, piece } in self.edits {
            body.push(Piece::Text(self.source[at..span.start as usize].to_owned()));
            body.push(piece);
            at = span.end as usize;
        }
        body.push(Piece::Text(self.source[at..].to_owned()));
        let returned: Vec<String> = self.exports.iter().map(|(name, local)| format!("{name}: {local}")).collect();
        body.push(Piece::Text(format!("\nreturn {{ {} }};", returned.join(", "))));
        let exports = self.exports.into_iter().map(|(name, _)| name).collect();
        Ok(Module { path: self.path.to_owned(), imports: self.imports, exports, body })
    }
}

impl<'a> Visit<'a> for Reader<'_> {
    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        match &import.source {
            Expression::StringLiteral(link) if link.value.starts_with('.') && import.options.is_none() => {
                let path = resolved(self.path, link.value.as_str());
                let line = self.line(import.span);
                self.edits.push(Edit { span: import.span, piece: Piece::Load { path, line } });
            }
            Expression::Identifier(_) => {}
            _ => self.refuse(import.span, "Import a module by a relative path, or what a constant names as it is."),
        }
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        let is_url = matches!(&new.callee, Expression::Identifier(name) if name.name == "URL");
        let given: Vec<_> = new.arguments.iter().filter_map(|argument| argument.as_expression()).collect();
        match given.as_slice() {
            [Expression::StringLiteral(link), base] if is_url && self.text(base.span()) == "import.meta.url" => {
                let path = resolved(self.path, link.value.as_str());
                let line = self.line(new.span);
                self.edits.push(Edit { span: new.span, piece: Piece::Address { path, line } });
            }
            _ => walk::walk_new_expression(self, new),
        }
    }

    fn visit_import_meta(&mut self, property: &ImportMeta) {
        self.refuse(property.span, "Write import.meta as new URL(\"./a/file\", import.meta.url) alone.");
    }

    fn visit_await_expression(&mut self, awaited: &AwaitExpression<'a>) {
        self.refuse_waiting(awaited.span);
        walk::walk_await_expression(self, awaited);
    }

    fn visit_for_of_statement(&mut self, each: &ForOfStatement<'a>) {
        if each.r#await {
            self.refuse_waiting(each.span);
        }
        walk::walk_for_of_statement(self, each);
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        self.depth += 1;
        walk::walk_function(self, function, flags);
        self.depth -= 1;
    }

    fn visit_arrow_function_expression(&mut self, function: &ArrowFunctionExpression<'a>) {
        self.depth += 1;
        walk::walk_arrow_function_expression(self, function);
        self.depth -= 1;
    }
}

impl Reader<'_> {
    fn text(&self, span: Span) -> &str {
        &self.source[span.start as usize..span.end as usize]
    }

    fn refuse_waiting(&mut self, span: Span) {
        if self.depth == 0 {
            self.refuse(span, "Await in a function: Safari does not wait for a module that awaits.");
        }
    }
}

/// Returns the name that a module has in a chunk.
fn name_of(path: &str) -> String {
    path.trim_end_matches(".js").trim_end_matches(TYPED).replace('/', "_").replacen('_', "$", 1).replace('-', "_")
}

/// Returns the path that a link in the file at `from` leads to.
pub fn resolved(from: &str, link: &str) -> String {
    let mut folders: Vec<&str> = if link.starts_with('/') { Vec::new() } else { from.split('/').collect() };
    folders.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(folders.pop()),
            _ => folders.push(part),
        }
    }
    format!("/{}", folders.join("/").trim_start_matches('/'))
}

/// Returns an error that names the line of the first mistake in the source.
pub fn diagnosed(path: &str, source: &str, found: &[OxcDiagnostic]) -> Result<(), String> {
    let Some(first) = found.first() else { return Ok(()) };
    let offset = first.labels.first().map_or(0, |label| label.offset());
    Err(format!("web{path}:{}: {}", line_of(source, offset), first.message))
}

/// Returns the number of the line that an offset is in.
pub fn line_of(source: &str, offset: u32) -> usize {
    source[..offset as usize].matches('\n').count() + 1
}
