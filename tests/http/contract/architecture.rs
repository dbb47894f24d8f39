//! The documents for developers: the files and tests that they name exist.

use std::fs;
use std::path::Path;

const DOCUMENTS: [&str; 2] = ["docs/ARCHITECTURE.md", "CONTRIBUTING.md"];

/// The texts in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// True for the name of a test, which is a sentence with underscores.
fn is_sentence(name: &str) -> bool {
    name.matches('_').count() > 2 && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[test]
fn every_file_and_test_in_the_documents_for_developers_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = DOCUMENTS.map(|document| fs::read_to_string(root.join(document)).unwrap());
    let names: Vec<&str> = text.iter().flat_map(|text| quoted(text)).collect();
    let (mut missing, mut files, mut tests) = (Vec::new(), String::new(), 0);
    for path in names.iter().filter(|name| name.contains('/') && !name.contains(' ')) {
        // Of a pattern like `tests/load/*`, the folder.
        let path = path.split('*').next().unwrap();
        match fs::read_to_string(root.join(path)) {
            // A test in a module of its file is indented.
            Ok(source) if path.ends_with(".rs") => files += &source.replace("\n    ", "\n"),
            Ok(_) => {}
            Err(_) if root.join(path).is_dir() => {}
            Err(error) => missing.push(format!("{path}: {error}")),
        }
    }
    for name in names.iter().filter(|name| is_sentence(name)) {
        tests += 1;
        if !files.contains(&format!("#[test]\nfn {name}()")) {
            missing.push(format!("no test {name} in the files of the documents"));
        }
    }
    assert!(tests > 12, "only {tests} tests");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
