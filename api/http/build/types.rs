//! TypeScript without its types. Spaces replace the types, so each line and column stays.

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::*;
use oxc_ast::ast_kind::AstType;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};
use oxc_syntax::scope::ScopeFlags;

use super::module::{diagnosed, line_of};

/// Returns the JavaScript of a TypeScript module. The error is a sentence with the file and the line.
pub fn without_types(path: &str, source: &str) -> Result<String, String> {
    let typed = Types::read(path, source, SourceType::ts().with_module(true))?;
    let refused = |span: Span, why: &str| Err(format!("web{path}:{}: {why}", line_of(source, span.start)));
    if let Some((span, what)) = typed.refusals.first() {
        return refused(*span, &format!("Write it without {what}: the build leaves out plain types alone."));
    }
    let text = typed.blanked();
    let plain = Types::read(path, &text, SourceType::mjs())?;
    // A statement may go on after a type that ended it.
    let is_same = |at: &usize| typed.nodes.get(*at).map(Node::form) == plain.nodes.get(*at).map(Node::form);
    match (0..typed.nodes.len().max(plain.nodes.len())).find(|at| !is_same(at)) {
        None => Ok(text),
        Some(at) => {
            let node = typed.nodes.get(at).or(typed.nodes.last());
            let why = "Without types it means something else: add a semicolon or parentheses, or name the type.";
            refused(node.map_or(Span::default(), |node| node.span), why)
        }
    }
}

/// A node of the syntax tree. No type is in the list.
struct Node {
    kind: AstType,
    depth: usize,
    span: Span,
}

impl Node {
    fn form(&self) -> (AstType, usize) {
        (self.kind, self.depth)
    }
}

/// The types of a module, and what is left without them.
struct Types<'s> {
    source: &'s str,
    /// The parts that are types.
    spans: Vec<Span>,
    /// The parts that are more than types, each with its name.
    refusals: Vec<(Span, &'static str)>,
    nodes: Vec<Node>,
    /// The number of nodes around the visited node.
    depth: usize,
}

impl<'s> Types<'s> {
    fn read(path: &str, source: &'s str, source_type: SourceType) -> Result<Self, String> {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, source, source_type).parse();
        diagnosed(path, source, &parsed.diagnostics)?;
        let mut types = Self { source, spans: Vec::new(), refusals: Vec::new(), nodes: Vec::new(), depth: 0 };
        types.visit_program(&parsed.program);
        Ok(types)
    }

    fn blanked(&self) -> String {
        let mut text = self.source.to_owned();
        for span in &self.spans {
            let range = span.start as usize..span.end as usize;
            let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
            let spaces: String = self.source[range.clone()].bytes().map(blank).collect();
            text.replace_range(range, &spaces);
        }
        text
    }

    /// Leaves out a part of a list with the comma behind it.
    fn leave_out_of_list(&mut self, span: Span) {
        let rest = &self.source[span.end as usize..];
        let comma = rest.trim_start().starts_with(',').then(|| rest.find(',')).flatten();
        let end = comma.map_or(span.end, |at| span.end + at as u32 + 1);
        self.spans.push(Span::new(span.start, end));
    }

    /// Leaves out the question mark of an optional name.
    fn leave_out_question(&mut self, name: Span) {
        if let Some(at) = self.source[name.end as usize..].find('?') {
            let at = name.end + at as u32;
            self.spans.push(Span::new(at, at + 1));
        }
    }

    /// Leaves out a type behind a value.
    fn leave_out_behind(&mut self, value: &Expression, whole: Span) {
        self.spans.push(Span::new(value.span().end, whole.end));
    }

    fn refuse_if(&mut self, is_there: bool, span: Span, what: &'static str) {
        if is_there {
            self.refusals.push((span, what));
        }
    }
}

impl<'a> Visit<'a> for Types<'_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        self.nodes.push(Node { kind: kind.ty(), depth: self.depth, span: kind.span() });
        self.depth += 1;
    }
    fn leave_node(&mut self, _: AstKind<'a>) {
        self.depth -= 1;
    }

    fn visit_ts_type_alias_declaration(&mut self, it: &TSTypeAliasDeclaration<'a>) {
        self.spans.push(it.span);
    }
    fn visit_ts_interface_declaration(&mut self, it: &TSInterfaceDeclaration<'a>) {
        self.spans.push(it.span);
    }
    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.spans.push(it.span);
    }
    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.spans.push(it.span);
    }
    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.spans.push(it.span);
    }
    fn visit_ts_index_signature(&mut self, it: &TSIndexSignature<'a>) {
        self.spans.push(it.span);
    }
    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        self.leave_out_of_list(it.span);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.leave_out_behind(&it.expression, it.span);
        self.visit_expression(&it.expression);
    }
    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.leave_out_behind(&it.expression, it.span);
        self.visit_expression(&it.expression);
    }
    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.leave_out_behind(&it.expression, it.span);
        self.visit_expression(&it.expression);
    }
    fn visit_ts_instantiation_expression(&mut self, it: &TSInstantiationExpression<'a>) {
        self.leave_out_behind(&it.expression, it.span);
        self.visit_expression(&it.expression);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        match it.import_kind.is_type() {
            true => self.spans.push(it.span),
            false => walk::walk_import_declaration(self, it),
        }
    }
    fn visit_import_specifier(&mut self, it: &ImportSpecifier<'a>) {
        match it.import_kind.is_type() {
            true => self.leave_out_of_list(it.span),
            false => walk::walk_import_specifier(self, it),
        }
    }
    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        match it.declaration {
            Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_) => self.spans.push(it.span),
            _ => walk::walk_export_declaration(self, it),
        }
    }
    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        match it.export_kind.is_type() {
            true => self.spans.push(it.span),
            false => walk::walk_export_named_declaration(self, it),
        }
    }
    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        match it.export_kind.is_type() {
            true => self.spans.push(it.span),
            false => walk::walk_export_from_declaration(self, it),
        }
    }
    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        match it.export_kind.is_type() {
            true => self.spans.push(it.span),
            false => walk::walk_export_all_declaration(self, it),
        }
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        let is_property = it.accessibility.is_some() || it.readonly || it.r#override;
        self.refuse_if(is_property, it.span, "a parameter property");
        if it.optional {
            self.leave_out_question(it.pattern.span());
        }
        walk::walk_formal_parameter(self, it);
    }
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        self.refuse_if(it.declare, it.span, "`declare`");
        walk::walk_variable_declaration(self, it);
    }
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.refuse_if(it.definite, it.span, "`!` behind a new name");
        walk::walk_variable_declarator(self, it);
    }
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.refuse_if(it.declare, it.span, "`declare`");
        self.refuse_if(it.body.is_none(), it.span, "a function that has no body");
        walk::walk_function(self, it, flags);
    }
    fn visit_class(&mut self, it: &Class<'a>) {
        self.refuse_if(it.r#abstract, it.span, "`abstract`");
        self.refuse_if(it.declare, it.span, "`declare`");
        walk::walk_class(self, it);
    }
    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.refuse_if(it.accessibility.is_some(), it.span, "`public`, `protected` or `private`");
        self.refuse_if(it.r#override, it.span, "`override`");
        self.refuse_if(it.optional, it.span, "an optional method");
        walk::walk_method_definition(self, it);
    }
    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.refuse_if(it.accessibility.is_some(), it.span, "`public`, `protected` or `private`");
        self.refuse_if(it.r#override, it.span, "`override`");
        self.refuse_if(it.readonly, it.span, "`readonly`");
        self.refuse_if(it.definite, it.span, "`!` behind a new name");
        if it.declare {
            return self.spans.push(it.span);
        }
        if it.optional {
            self.leave_out_question(it.key.span());
        }
        walk::walk_property_definition(self, it);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        let is_type = matches!(it.declaration, ExportDefaultDeclarationKind::TSInterfaceDeclaration(_));
        self.refuse_if(is_type, it.span, "an interface as the default");
        walk::walk_export_default_declaration(self, it);
    }
    fn visit_ts_class_implements(&mut self, it: &TSClassImplements<'a>) {
        self.refuse_if(true, it.span, "`implements`");
    }
    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.refuse_if(true, it.span, "a decorator");
    }
    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        self.refuse_if(true, it.span, "a type before its value");
    }
    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        self.refuse_if(true, it.span, "an enum");
    }
    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.refuse_if(true, it.span, "a namespace");
    }
    fn visit_ts_external_module_declaration(&mut self, it: &TSExternalModuleDeclaration<'a>) {
        self.refuse_if(true, it.span, "`declare`");
    }
    fn visit_ts_global_declaration(&mut self, it: &TSGlobalDeclaration<'a>) {
        self.refuse_if(true, it.span, "`declare`");
    }
    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        self.refuse_if(true, it.span, "`import =`");
    }
    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        self.refuse_if(true, it.span, "`export =`");
    }
    fn visit_ts_namespace_export_declaration(&mut self, it: &TSNamespaceExportDeclaration<'a>) {
        self.refuse_if(true, it.span, "`export as namespace`");
    }
}
