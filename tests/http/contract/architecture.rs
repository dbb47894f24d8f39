//! The documents: the files, tests and links that they name exist.

use std::fs;
use std::path::Path;

const DOCUMENTS: [&str; 3] = ["docs/ARCHITECTURE.md", "docs/PAGE.md", "CONTRIBUTING.md"];

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
        // A pattern like `tests/load/*` names its folder.
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

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let is_kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    let anchor = |line: &str| line.trim_start_matches('#').trim().to_lowercase().chars().filter(is_kept).collect();
    headings.map(anchor).map(|anchor: String| anchor.replace(' ', "-")).collect()
}

/// The links of a document to a missing file or heading.
fn broken_links(document: &Path, text: &str) -> Vec<String> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
    let is_broken = |link: &&str| {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let path = if file.is_empty() { document.to_owned() } else { document.parent().unwrap().join(file) };
        !path.exists() || (!anchor.is_empty() && !anchors(&fs::read_to_string(path).unwrap()).contains(&anchor.into()))
    };
    let broken = links.filter(|link| !link.starts_with("http")).filter(is_broken);
    broken.map(|link| format!("{}: {link}", document.display())).collect()
}

#[test]
fn every_link_in_the_documents_leads_to_a_file_and_a_heading() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folders = [root.to_owned(), root.join("docs")];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|file| file.unwrap().path());
    let pages: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    assert!(pages.len() > 10, "{pages:?}");
    let broken: Vec<String> =
        pages.iter().flat_map(|page| broken_links(page, &fs::read_to_string(page).unwrap())).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    let wrong = "[a](docs/NOTHING.md), [b](README.md#nothing), [c](README.md#run-it)";
    assert_eq!(broken_links(&root.join("README.md"), wrong).len(), 2, "the control");
}
