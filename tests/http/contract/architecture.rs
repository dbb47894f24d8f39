//! The architecture document: its files and tests exist.

use std::fs;
use std::path::Path;

/// The texts in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// True for the name of a test, which is a sentence with underscores.
fn is_sentence(name: &str) -> bool {
    name.matches('_').count() > 2 && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[test]
fn every_file_and_test_in_the_architecture_document_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = fs::read_to_string(root.join("docs/ARCHITECTURE.md")).unwrap();
    let (mut missing, mut files, mut tests) = (Vec::new(), String::new(), 0);
    for path in quoted(&text).filter(|name| name.contains('/') && !name.contains(' ')) {
        match fs::read_to_string(root.join(path)) {
            Ok(source) if path.ends_with(".rs") => files += &source,
            Ok(_) => {}
            Err(_) if root.join(path).is_dir() => {}
            Err(error) => missing.push(format!("{path}: {error}")),
        }
    }
    for name in quoted(&text).filter(|name| is_sentence(name)) {
        tests += 1;
        if !files.contains(&format!("#[test]\nfn {name}()")) {
            missing.push(format!("no test {name} in the files of the document"));
        }
    }
    assert!(tests > 10, "only {tests} tests");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
