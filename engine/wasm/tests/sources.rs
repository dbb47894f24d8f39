//! The committed file against its sources: SOURCES has the hash of the code that `pegout.wasm` was compiled from.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use sha2::{Digest, Sha256};

/// The most bytes after `gzip -9`. The build compresses better by a twentieth, and a browser test limits the sent
/// bytes to 110 kB.
const MAX_COMPRESSED: usize = 115_700;

#[test]
fn the_file_is_compiled_from_these_sources() {
    let hash = hash();
    let file = folder().join("SOURCES");
    if std::env::var_os("PEGOUT_WRITE_SOURCES").is_some() {
        fs::write(&file, format!("{hash}\n")).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap().trim(), hash, "The engine has changed: run engine/wasm/build.");
}

#[test]
fn comments_and_versions_are_not_code() {
    let code = "/// Adds.\n//! Text\nfn add(a: u8) -> u8 { /* one */ a + 1 } // end";
    assert_eq!(tokens(code), tokens("fn add(a:u8)->u8{a+1}"));
    assert_ne!(tokens(code), tokens("fn add(a:u8)->u8{a+2}"));
    assert_eq!(manifest("version = \"1.2.3\"\nserde = \"1\" # why\n"), manifest("serde = \"1\"\n"));
    assert_ne!(manifest("serde = \"1\"\n"), manifest("serde = \"2\"\n"));
}

#[test]
fn the_compressed_file_is_small() {
    let gzip = Command::new("gzip").args(["-9", "--stdout"]).arg(folder().join("pegout.wasm")).output().unwrap();
    let size = gzip.stdout.len();
    println!("pegout.wasm: {size} bytes compressed");
    assert!((1..=MAX_COMPRESSED).contains(&size), "{size} bytes");
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The hash of the code: all files of `engine/src` and `engine/wasm/src` without comments, and the manifests without the
/// version of Pegout.
fn hash() -> String {
    let mut files = Vec::new();
    list(&folder().join("../src"), &mut files);
    list(&folder().join("src"), &mut files);
    files.sort();
    let mut hasher = Sha256::new();
    for file in files {
        hasher.update(tokens(&fs::read_to_string(file).unwrap()));
    }
    for name in ["../Cargo.toml", "Cargo.toml"] {
        hasher.update(manifest(&fs::read_to_string(folder().join(name)).unwrap()));
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}

/// The code without comments. Every token is followed by a space.
fn tokens(code: &str) -> String {
    let mut text = String::new();
    write_tokens(code.parse().unwrap(), &mut text);
    text
}

/// A doc comment is the attribute `doc` as a token: `#`, or `#!`, and a group in brackets.
fn write_tokens(stream: TokenStream, text: &mut String) {
    let is_doc = |token: &TokenTree| {
        matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket
            && matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc"))
    };
    let mut held = String::new();
    for token in stream {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' || (mark.as_char() == '!' && held == "# ") => {
                held.extend([mark.as_char(), ' ']);
                continue;
            }
            token if !held.is_empty() && is_doc(&token) => held.clear(),
            TokenTree::Group(group) => {
                text.extend([&held, format!("{:?} ", group.delimiter()).as_str()]);
                write_tokens(group.stream(), text);
                text.push_str("end ");
                held.clear();
            }
            token => {
                text.extend([&held, token.to_string().as_str(), " "]);
                held.clear();
            }
        }
    }
}

/// A manifest without comments, and without the version of Pegout.
fn manifest(text: &str) -> String {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty() && !line.starts_with("version")).collect::<Vec<_>>().join("\n")
}
