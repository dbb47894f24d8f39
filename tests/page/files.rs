//! The files of the built page.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use tempfile::TempDir;

use crate::build::page::{write_compressed, write_page};

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let copied = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &copied);
        } else {
            fs::copy(entry.path(), copied).unwrap();
        }
    }
}

/// The documents, with the way up from where each is served.
const DOCUMENTS: [(&str, &str); 3] = [("index.html", ""), ("tv.html", ""), ("embed.html", "../../")];

/// The compiled engine.
fn engine() -> PathBuf {
    web().join("../engine/wasm/pegout.wasm")
}

/// Checks that a document's links lead to files, and returns the folder in the links.
fn folder_of(out: &Path, document: &str) -> String {
    let text = fs::read_to_string(out.join(document)).unwrap();
    let (_, up) = DOCUMENTS.iter().find(|(name, _)| *name == document).expect("it is one of them");
    let named = ["href=\"", "src=\""].map(|name| text.split(name).skip(1)).into_iter().flatten();
    let links = named.filter_map(|rest| rest.split('"').next()).filter(|link| !link.starts_with('#'));
    let links: Vec<&str> = links.map(|link| link.strip_prefix(up).expect("links are relative")).collect();
    for link in &links {
        assert!(out.join(link).is_file(), "{document} names {link}");
    }
    let script = links.iter().find(|link| link.ends_with("main.js")).expect("it names its script");
    script.split('/').take(2).collect::<Vec<_>>().join("/")
}

#[test]
fn documents_name_the_files_of_a_folder_that_is_named_by_their_hash() {
    let (sources, out) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    copy(&web(), sources.path());
    fs::write(out.path().join("left.js"), "").unwrap();
    let write = || write_page(sources.path(), &engine(), out.path()).expect("the page is put together");
    write();
    let first = folder_of(out.path(), "index.html");
    for (document, _) in DOCUMENTS {
        assert_eq!(folder_of(out.path(), document), first, "{document}");
    }
    assert!(!out.path().join("left.js").exists());
    write();
    assert_eq!(folder_of(out.path(), "index.html"), first);
    for (file, from, to) in [("messages/fr.js", "Pegout", "Pegouts"), ("ui/tokens.css", "px", "em")] {
        let path = sources.path().join(file);
        let before = fs::read_to_string(&path).unwrap();
        fs::write(&path, before.replacen(from, to, 1)).unwrap();
        write();
        assert_ne!(folder_of(out.path(), "index.html"), first, "{file}");
        assert!(!out.path().join(&first).exists(), "{file}");
        fs::write(&path, before).unwrap();
    }
    write();
    assert_eq!(folder_of(out.path(), "index.html"), first);
}

#[test]
fn the_folder_holds_the_engine_and_has_another_name_with_another_engine() {
    let (out, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    write_page(&web(), &engine(), out.path()).expect("the page is put together");
    let first = folder_of(out.path(), "index.html");
    let compiled = fs::read(engine()).unwrap();
    assert_eq!(fs::read(out.path().join(&first).join("engine.wasm")).unwrap(), compiled);
    let changed = other.path().join("changed.wasm");
    fs::write(&changed, [compiled.as_slice(), &[0]].concat()).unwrap();
    write_page(&web(), &changed, out.path()).expect("the page is put together");
    assert_ne!(folder_of(out.path(), "index.html"), first);
    let missing = other.path().join("missing.wasm");
    let error = write_page(&web(), &missing, out.path()).expect_err("there is no engine");
    assert!(error.contains("missing.wasm"), "{error}");
}

#[test]
fn a_file_gets_a_compressed_one_beside_it_that_holds_the_same_if_that_is_smaller() {
    let folder = TempDir::new().unwrap();
    let (inner, text) = (folder.path().join("page"), "fifteen two, ".repeat(50));
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("main.js"), &text).unwrap();
    fs::write(inner.join("tiny.js"), "15").unwrap();
    write_compressed(folder.path()).unwrap();
    let mut unpacked = String::new();
    GzDecoder::new(&*fs::read(inner.join("main.js.gz")).unwrap()).read_to_string(&mut unpacked).unwrap();
    assert_eq!(unpacked, text);
    assert!(!inner.join("tiny.js.gz").exists());
}

#[test]
fn a_mistake_in_a_source_is_named() {
    let (sources, out) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    copy(&web(), sources.path());
    fs::write(sources.path().join("lib/dom.ts"), "\nexport let element;\n").unwrap();
    let error = write_page(sources.path(), &engine(), out.path()).expect_err("the module has another form");
    assert_eq!(error, "web/lib/dom.ts:2: Export a constant: a variable's changes would not be seen.");
}

#[test]
fn a_link_that_would_leave_a_service_below_a_path_is_named() {
    let (sources, out) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    copy(&web(), sources.path());
    for (file, from, to) in [
        ("docs.html", "href=\"../llms.txt\"", "href=\"/llms.txt\""),
        ("tv.html", "src=\"tv/main.js\"", "src=\"/tv/main.js\""),
        ("manifest.webmanifest", "\"src\": \"icon.svg\"", "\"src\": \"/icon.svg\""),
    ] {
        let path = sources.path().join(file);
        let before = fs::read_to_string(&path).unwrap();
        let line = before.lines().position(|line| line.contains(from)).expect(file) + 1;
        fs::write(&path, before.replacen(from, to, 1)).unwrap();
        let error = write_page(sources.path(), &engine(), out.path()).expect_err(file);
        assert_eq!(error, format!("web/{file}:{line}: Write the link relative to where the file is served."));
        fs::write(&path, before).unwrap();
    }
    write_page(sources.path(), &engine(), out.path()).expect("control: the page as it is");
}
