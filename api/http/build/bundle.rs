//! The text of a chunk: an ES module with a constant for each of its modules.
//!
//!     import { $lib_dom } from "./main.js";
//!     const $ui_notice = (() => {
//!       const { element } = $lib_dom;
//!       class Notice { … }
//!       return { Notice };
//!     })();
//!     export { $ui_notice };

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::chunks::Page;
use super::module::{Module, Piece, TYPED};
use super::modules::{Modules, Sources};

/// The folder of the sources. On the page it is the address of the service.
const ROOT: &str = "/";
/// The path of the compiled engine. The build copies the file next to the scripts.
pub const ENGINE: &str = "/engine.wasm";
/// The number of folders between that address and a script: `page`, and the folder with the hash as its name.
const FOLDERS: usize = 2;

/// Returns the text of each chunk by the path of its script, and of the messages by theirs.
pub fn bundle(page: &Page, sources: &Sources) -> Result<BTreeMap<String, String>, String> {
    let modules = Modules::read(page, sources)?;
    let mut scripts = BTreeMap::new();
    for chunk in page.chunks {
        let bundle = Bundle { page, modules: &modules, name: chunk.name };
        scripts.insert(script_path(chunk.name), bundle.text()?);
    }
    for (path, importer) in modules.messages() {
        if path.ends_with(TYPED) {
            return Err(format!("{importer}: Messages are sent as files: write them in JavaScript."));
        }
        let text = sources(&path).ok_or_else(|| format!("{importer}: there is no module {path}."))?;
        if !Module::read(&path, &text)?.imports.is_empty() {
            return Err(format!("web{path}:1: Messages import nothing."));
        }
        scripts.insert(path, text);
    }
    for (path, place) in modules.addresses() {
        if ![ROOT, ENGINE].contains(&path) && sources(path).is_none() {
            return Err(format!("{place}: there is no file {path}."));
        }
    }
    Ok(scripts)
}

/// Returns the path of a chunk's script.
pub fn script_path(name: &str) -> String {
    format!("/{name}.js")
}

struct Bundle<'b> {
    page: &'b Page,
    modules: &'b Modules,
    name: &'static str,
}

impl Bundle<'_> {
    fn text(&self) -> Result<String, String> {
        let modules = self.modules.of_chunk(self.page, self.name);
        let mut text = self.imports(&modules)?;
        for module in &modules {
            let _ = writeln!(text, "const {} = (() => {{\n{}\n}})();", module.name(), self.body(module));
        }
        let exported = modules.iter().filter(|module| self.modules.is_exported(self.page, module));
        let names: Vec<String> = exported.map(|module| module.name()).collect();
        let _ = writeln!(text, "export {{ {} }};", names.join(", "));
        Ok(text)
    }

    /// The imports from other chunks. A module without names is imported only to run.
    fn imports(&self, modules: &[&Module]) -> Result<String, String> {
        let mut needed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for module in modules {
            for import in &module.imports {
                let chunk = self.modules.chunk_of(self.page, &import.path);
                if chunk == self.name {
                    continue;
                }
                if !self.page.with_base(self.name).contains(&chunk) {
                    let place = format!("web{}:{}", module.path, import.line);
                    let (name, path) = (self.name, &import.path);
                    return Err(format!("{place}: {path} is in the chunk {chunk}, which {name} does not build on."));
                }
                let names = needed.entry(chunk).or_default();
                let imported = self.modules.module(&import.path).filter(|_| !import.names.is_empty());
                names.extend(imported.map(Module::name));
            }
        }
        let lines = needed.iter().map(|(chunk, names)| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            format!("import {{ {} }} from \"{}\";\n", names.join(", "), self.link(&script_path(chunk)))
        });
        Ok(lines.collect())
    }

    fn body(&self, module: &Module) -> String {
        let pieces = module.body.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Address { path, .. } => format!("new URL(\"{}\", import.meta.url)", self.link(path)),
            Piece::Load { path, .. } => self.load(path),
        });
        pieces.collect()
    }

    /// The import of a module while the page runs. It also loads the chunks that the module's chunk builds on.
    fn load(&self, path: &str) -> String {
        let Some(module) = self.modules.module(path) else { return format!("import(\"{}\")", self.link(path)) };
        let loaded = self.page.with_base(self.name);
        let chunk = self.modules.chunk_of(self.page, path);
        let mut needed = self.page.with_base(chunk);
        needed.retain(|name| *name == chunk || !loaded.contains(name));
        let imports: Vec<String> =
            needed.iter().map(|name| format!("import(\"{}\")", self.link(&script_path(name)))).collect();
        let name = module.name();
        match imports.as_slice() {
            [one] => format!("{one}.then((chunk) => chunk.{name})"),
            all => format!("Promise.all([{}]).then(([chunk]) => chunk.{name})", all.join(", ")),
        }
    }

    /// The link from this chunk's script to a file of the page.
    fn link(&self, path: &str) -> String {
        let depth = self.name.matches('/').count();
        match depth {
            _ if path == ROOT => "../".repeat(depth + FOLDERS),
            0 => format!(".{path}"),
            _ => format!("{}{}", "../".repeat(depth), &path[1..]),
        }
    }
}
