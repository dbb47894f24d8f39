//! The modules of a page, in the order that they run in.

use std::collections::BTreeMap;

use super::chunks::Page;
use super::module::{Module, Piece};

/// Gives the source of a file by its path; `None` if there is no such file.
pub type Sources<'s> = dyn Fn(&str) -> Option<String> + 's;

/// The modules that a page's chunks need. Each module comes after the modules that it imports.
#[derive(Debug, Default)]
pub struct Modules {
    in_order: Vec<Module>,
    /// The chunks that need each module, by its path.
    users: BTreeMap<String, Vec<&'static str>>,
}

impl Modules {
    /// Reads all modules of a page, and checks that they fit.
    pub fn read(page: &Page, sources: &Sources) -> Result<Modules, String> {
        let mut modules = Modules::default();
        for chunk in page.chunks {
            for entry in chunk.entries {
                modules.add(entry, chunk.name, sources, &mut Vec::new(), "api/http/build/chunks.rs")?;
            }
        }
        modules.check_loads()?;
        Ok(modules)
    }

    fn add(
        &mut self,
        path: &str,
        user: &'static str,
        sources: &Sources,
        open: &mut Vec<String>,
        importer: &str,
    ) -> Result<(), String> {
        if open.iter().any(|each| each == path) {
            return Err(format!("{importer}: {path} is imported, which imports this module itself."));
        }
        let users = self.users.entry(path.to_owned()).or_default();
        if users.contains(&user) {
            return Ok(());
        }
        users.push(user);
        let known = self.in_order.iter().position(|module| module.path == path);
        let read = match known {
            Some(_) => None,
            None => {
                let source = sources(path).ok_or_else(|| format!("{importer}: there is no module {path}."))?;
                Some(Module::read(path, &source)?)
            }
        };
        let module = read.as_ref().or(known.map(|at| &self.in_order[at]));
        let imports: Vec<(String, Vec<String>, String)> = module.map_or_else(Vec::new, |module| {
            let at = |line| format!("web{path}:{line}");
            module.imports.iter().map(|each| (each.path.clone(), each.names.clone(), at(each.line))).collect()
        });
        open.push(path.to_owned());
        for (imported, names, importer) in imports {
            self.add(&imported, user, sources, open, &importer)?;
            let exports = self.module(&imported).map(|module| &module.exports);
            if let Some(name) = names.iter().find(|name| !exports.is_some_and(|exports| exports.contains(*name))) {
                return Err(format!("{importer}: {imported} does not export `{name}`."));
            }
        }
        open.pop();
        self.in_order.extend(read);
        Ok(())
    }

    fn check_loads(&self) -> Result<(), String> {
        for module in &self.in_order {
            for (path, line) in module.loads().filter(|(path, _)| !path.contains("/messages/")) {
                if self.module(path).is_none() {
                    let at = format!("web{}:{line}", module.path);
                    return Err(format!("{at}: {path} is in no chunk of api/http/build/chunks.rs."));
                }
            }
        }
        Ok(())
    }

    /// Returns the module at this path.
    pub fn module(&self, path: &str) -> Option<&Module> {
        self.in_order.iter().find(|module| module.path == path)
    }

    /// Returns the name of the chunk of a module.
    pub fn chunk_of(&self, page: &Page, path: &str) -> &'static str {
        page.home_of(self.users.get(path).map_or(&[], Vec::as_slice))
    }

    /// Returns the modules of a chunk, in order.
    pub fn of_chunk(&self, page: &Page, name: &str) -> Vec<&Module> {
        self.in_order.iter().filter(|module| self.chunk_of(page, &module.path) == name).collect()
    }

    /// Returns true for a module that modules of other chunks import, or that any module loads while it runs.
    pub fn is_exported(&self, page: &Page, module: &Module) -> bool {
        let chunk = self.chunk_of(page, &module.path);
        let imports_it = |other: &&Module| {
            let is_elsewhere = self.chunk_of(page, &other.path) != chunk;
            is_elsewhere && other.imports.iter().any(|import| import.path == module.path && !import.names.is_empty())
                || other.loads().any(|(path, _)| path == module.path)
        };
        self.in_order.iter().any(|other| imports_it(&other))
    }

    /// Returns the paths of the messages that modules load, each with the first place that names it.
    pub fn messages(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        for module in &self.in_order {
            for (path, line) in module.loads().filter(|(path, _)| path.contains("/messages/")) {
                found.entry(path.to_owned()).or_insert_with(|| format!("web{}:{line}", module.path));
            }
        }
        found
    }

    /// Returns the paths of the files that modules name by their address, with the places.
    pub fn addresses(&self) -> impl Iterator<Item = (&str, String)> {
        self.in_order.iter().flat_map(|module| {
            module.body.iter().filter_map(|piece| match piece {
                Piece::Address { path, line } => Some((path.as_str(), format!("web{}:{line}", module.path))),
                Piece::Text(_) | Piece::Load { .. } => None,
            })
        })
    }
}
