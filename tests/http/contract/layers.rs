//! The layers of the service: a crate uses the crates below it, and a module uses the modules of lower layers. A module is a
//! folder or file at the first level of a crate.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the crates, each with the crates of Pegout that it depends on. Cargo lets it use no other.
const CRATES: [(&str, &[&str]); 8] = [
    ("engine", &[]),
    ("engine/league", &["pegout-engine"]),
    ("engine/wasm", &["pegout-engine"]),
    ("api/model", &["pegout-engine", "pegout-league"]),
    ("api/store", &["pegout-engine", "pegout-league", "pegout-model"]),
    ("api/service", &["pegout-engine", "pegout-league", "pegout-model", "pegout-store"]),
    ("api/http", &["pegout-engine", "pegout-league", "pegout-model", "pegout-service"]),
    ("api", &["pegout-engine", "pegout-http", "pegout-league", "pegout-model", "pegout-service", "pegout-store"]),
];

/// The layers of the crates from top to bottom. `*` stands for the modules without a name here.
const LAYERS: [(&str, &[&[&str]]); 3] = [
    ("api/src", &[&["main"], &["server"], &["cli"], &["config"], &["*"]]),
    ("api/http/src", &[&["lib"], &["routes"], &["handlers"], &["*"], &["openapi"]]),
    ("api/service/src", &[&["lib"], &["services"], &["auth"], &["eventlog", "problem"], &["outgoing", "request_id"]]),
];

/// The crates that may use actix.
const ACTIX_CRATES: [&str; 2] = ["api/http", "api"];

/// First words of doc comments that do not say what the item is or does.
const QUESTION_WORDS: [&str; 7] = ["What", "Who", "Whose", "Whether", "How", "Where", "Why"];

const MAX_FILES: usize = 25;
const MAX_LINES: usize = 400;

fn layer(layers: &[&[&str]], module: &str) -> Option<usize> {
    let at = |module: &str| layers.iter().position(|layer| layer.contains(&module));
    at(module).or_else(|| at("*"))
}

/// The code without lines that are comments.
fn code(source: &str) -> String {
    source.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// The text up to the first character that is not part of an identifier.
fn identifier(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default()
}

/// The first names of the paths that begin with `prefix`, groups in braces included.
fn first_names(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (start, _) in code.match_indices(prefix) {
        if code[..start].ends_with(|letter: char| letter.is_alphanumeric() || "_:".contains(letter)) {
            continue;
        }
        let rest = &code[start + prefix.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.insert(identifier(rest).to_owned());
            continue;
        };
        let (mut depth, mut begins) = (1, true);
        for (at, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => begins = true,
                letter if begins && !letter.is_whitespace() => {
                    names.insert(identifier(&group[at..]).to_owned());
                    begins = false;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    names
}

/// The forbidden uses in a file. `path` is relative to the folder of `layers`.
fn violations(layers: &[&[&str]], path: &str, source: &str) -> Vec<String> {
    let (code, module) = (code(source), path.trim_end_matches(".rs").trim_end_matches("/mod"));
    let top = module.split('/').next().unwrap();
    let Some(own) = layer(layers, top) else { return vec![format!("{path}: the module {top} has no layer")] };
    let to_root = "super::".repeat(module.split('/').count());
    let used = first_names(&code, "crate::").into_iter().chain(first_names(&code, &to_root));
    let is_module = |name: &str| name.starts_with(char::is_lowercase);
    let is_lower =
        |name: &str| layer(layers, name).is_none_or(|layer| layer > own || layers[own].contains(&"*") && layer == own);
    let wrong = used.filter(|name| name != top && is_module(name) && !is_lower(name));
    wrong.map(|name| format!("{path}: {top} uses {name}, which is not in a lower layer")).collect()
}

/// The drivers that a module of the store uses, and should not. A copy from one database to the other uses both.
fn foreign_drivers(module: &str, source: &str) -> Vec<&'static str> {
    let of = [("postgres", ["tokio_postgres", "deadpool_postgres"]), ("sqlite", ["rusqlite", "r2d2_sqlite"])];
    let code = code(source);
    let is_foreign = |database: &str| !module.starts_with(database) && !module.starts_with("copy");
    let foreign = of.into_iter().filter(|(database, _)| is_foreign(database)).flat_map(|(_, drivers)| drivers);
    foreign.filter(|driver| code.contains(&format!("{driver}::"))).collect()
}

/// Returns true for the name of a folder that a tool makes, and that is not kept.
fn is_made(name: &str) -> bool {
    ["node_modules", "target", "test-results", "corpus", "artifacts"].contains(&name)
        || [".", "__", "shots-"].iter().any(|start| name.starts_with(start))
}

/// The folders below a folder with their numbers of files, and their Rust files.
fn walk(folder: &Path, folders: &mut Vec<(PathBuf, usize)>, sources: &mut Vec<(PathBuf, String)>) {
    let entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.push((folder.to_owned(), entries.iter().filter(|path| path.is_file()).count()));
    for path in entries {
        if path.is_dir() {
            if !path.file_name().and_then(OsStr::to_str).is_some_and(is_made) {
                walk(&path, folders, sources);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            sources.push((path, source));
        }
    }
}

type Tree = (Vec<(PathBuf, usize)>, Vec<(PathBuf, String)>);

fn tree(folders: &[&str]) -> Tree {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut tree = Tree::default();
    folders.iter().for_each(|folder| walk(&root.join(folder), &mut tree.0, &mut tree.1));
    tree
}

/// Returns the number of doc comments, and the first lines that open with a question word.
fn doc_comments(source: &str) -> (usize, Vec<&str>) {
    let is_doc = |line: &str| line.starts_with("///") || line.starts_with("//!");
    let (mut count, mut questions, mut before) = (0, Vec::new(), "");
    for line in source.lines().map(str::trim_start) {
        if is_doc(line) && !is_doc(before) {
            count += 1;
            let first = line[3..].split_whitespace().next().unwrap_or_default();
            if QUESTION_WORDS.contains(&first) {
                questions.push(line);
            }
        }
        before = line;
    }
    (count, questions)
}

#[test]
fn modules_use_lower_layers_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut all = Vec::new();
    for (folder, layers) in LAYERS {
        let (_, files) = tree(&[folder]);
        assert!(files.len() > 15, "only {} files in {folder}", files.len());
        for (path, text) in files {
            let path = path.strip_prefix(root.join(folder)).unwrap();
            all.extend(violations(layers, path.to_str().unwrap(), &text));
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn each_database_uses_its_own_driver() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("store/src");
    let (_, files) = tree(&["api/store/src"]);
    assert!(files.len() > 50, "only {} files", files.len());
    for (path, text) in files {
        let module = path.strip_prefix(&source).unwrap().to_str().unwrap();
        assert_eq!(foreign_drivers(module, &text), [""; 0], "{module}");
    }
    assert_eq!(foreign_drivers("db/mod.rs", "use rusqlite::Connection;"), ["rusqlite"]);
    assert_eq!(foreign_drivers("sqlite/mod.rs", "use tokio_postgres::Client;"), ["tokio_postgres"]);
    assert_eq!(foreign_drivers("sqlite/mod.rs", "use rusqlite::Connection;"), [""; 0]);
}

#[test]
fn crates_depend_on_the_crates_below_them_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let manifest = |folder: &str| fs::read_to_string(root.join(folder).join("Cargo.toml")).unwrap();
    for (folder, allowed) in CRATES {
        let manifest = manifest(folder);
        let names: Vec<&str> =
            manifest.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name).collect();
        let own: Vec<&str> = names.iter().filter(|name| name.starts_with("pegout")).copied().collect();
        assert_eq!(own, allowed, "{folder}");
        let dependencies = manifest.split("[dev-dependencies]").next().unwrap();
        assert!(ACTIX_CRATES.contains(&folder) || !dependencies.contains("actix"), "{folder} uses actix");
    }
    let folders = CRATES.map(|(folder, _)| format!("\"{folder}\"")).join(", ");
    assert!(manifest("").contains(&format!("members = [{folders}]")), "{folders}");
}

#[test]
fn forbidden_uses_are_reported() {
    let [binary, http, service] = LAYERS.map(|(_, layers)| layers);
    for (layers, path, source) in [
        (service, "outgoing/mod.rs", "use crate::auth::Caller;"),
        (service, "problem/mod.rs", "fn render() { crate::auth::caller::render() }"),
        (service, "auth/names.rs", "use crate::{problem::{Problem, Hint}, services::games};"),
        (service, "request_id.rs", "use super::services::run;"),
        (service, "eventlog/mod.rs", "use super::auth;"),
        (service, "eventlog/inner/deep.rs", "use super::super::super::auth;"),
        (service, "util.rs", ""),
        (http, "csv.rs", "use crate::handlers::games;"),
        (http, "openapi/mod.rs", "use crate::csv::Cell;"),
        (binary, "tls.rs", "use crate::config::Config;"),
    ] {
        assert_eq!(violations(layers, path, source).len(), 1, "{path}: {source}");
    }
    for (layers, path, source) in [
        (binary, "main.rs", "use crate::server;\nuse actix_web::main;"),
        (http, "csv.rs", "use crate::paging::Page;\nuse crate::openapi::Document;"),
        (service, "services/names.rs", "use crate::services::games;\nuse crate::{auth::{Caller}, eventlog};"),
        (service, "eventlog/mod.rs", "/// Rendered by `crate::auth`.\n// crate::auth\nuse crate::request_id::id;"),
    ] {
        assert_eq!(violations(layers, path, source), [""; 0], "{path}: {source}");
    }
}

#[test]
fn folders_and_files_are_small() {
    let (folders, _) = tree(&["api", "engine", "web", "tests", "docs"]);
    for (folder, count) in folders {
        assert!(count <= MAX_FILES, "{} has {count} files", folder.display());
    }
    let (_, files) = tree(&[
        "api/src",
        "api/http/src",
        "api/model/src",
        "api/service/src",
        "api/store/src",
        "engine/src",
        "engine/league/src",
        "engine/wasm/src",
        "engine/wasm/tests",
        "tests/http",
        "tests/eventlog",
        "tests/simulation",
    ]);
    for (path, source) in files {
        let lines = source.lines().count();
        assert!(lines <= MAX_LINES, "{} has {lines} lines", path.display());
    }
}

#[test]
fn doc_comments_open_with_a_noun_or_a_verb() {
    let (count, questions) = doc_comments("//! What\n//! Why\n\n/// Returns\n/// What\nfn a() {}\n    /// Whether\n");
    assert_eq!((count, questions), (3, vec!["//! What", "/// Whether"]));
    let (_, files) = tree(&[
        "api",
        "engine",
        "tests/http",
        "tests/eventlog",
        "tests/simulation",
        "tests/crash",
        "tests/load",
        "tests/postgres",
    ]);
    let comments: Vec<_> = files.iter().map(|(_, source)| doc_comments(source)).collect();
    let count: usize = comments.iter().map(|(count, _)| count).sum();
    let questions: Vec<&str> = comments.into_iter().flat_map(|(_, questions)| questions).collect();
    assert!(questions.len() * 50 <= count, "{} of {count} doc comments:\n{}", questions.len(), questions.join("\n"));
}
