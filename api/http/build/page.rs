//! The files of the built page, and their compressed forms.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use oxc_span::SourceType;
use sha2::{Digest, Sha256};
use zopfli::{Format, Options};

use super::bundle::{ENGINE, bundle};
use super::chunks::{DOCS, EMBED, PHONE, TELEVISION};
use super::minify::{sheet, shortened};

/// The files that keep their addresses as they are.
const PLAIN: [&str; 4] = ["icon-192.png", "icon-512.png", "icon.svg", "manifest.webmanifest"];
/// The documents, each with the way from its address up to the address of the service, which may be a path of a proxy.
/// The page of a mistyped address gets its way with each request.
const DOCUMENTS: [(&str, &str); 5] =
    [("docs.html", "../"), ("embed.html", "../../"), ("index.html", ""), ("missing.html", "{up}"), ("tv.html", "")];
/// The file in which links are checked as in the documents.
const MANIFEST: &str = "manifest.webmanifest";
/// The ends of the names of files that are compressed already.
const COMPRESSED: [&str; 1] = ["png"];
const WORKER: &str = "/sw.js";
const STYLES: &str = "styles";

/// Writes the built page of the sources in `web`, with the compiled `engine`, into the folder `out`. Removes the old contents
/// of the folder.
pub fn write_page(web: &Path, engine: &Path, out: &Path) -> Result<(), String> {
    let sources = |path: &str| fs::read_to_string(web.join(path.trim_start_matches('/'))).ok();
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for page in [PHONE, TELEVISION, EMBED, DOCS] {
        for (path, text) in bundle(&page, &sources)? {
            let short = shortened(&path, &text, SourceType::mjs())?;
            files.insert(path, short.into_bytes());
        }
    }
    for path in sheets(web)? {
        files.insert(path.clone(), sheet(&path, &sources)?.into_bytes());
    }
    let engine = fs::read(engine).map_err(|error| format!("{}: {error}", engine.display()))?;
    files.insert(ENGINE.to_owned(), engine);
    let folder = format!("/page/{}", hash_of(&files));
    let written = |error: io::Error| format!("{}: {error}", out.display());
    if out.exists() {
        fs::remove_dir_all(out).map_err(written)?;
    }
    let write = |path: &str, text: &[u8]| {
        let file = out.join(path.trim_start_matches('/'));
        file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, text)).map_err(written)
    };
    let source_of = |name: &str| {
        let source = sources(name).ok_or_else(|| format!("There is no web/{name}."))?;
        check_links(name, &source).map(|()| source)
    };
    for (name, up) in DOCUMENTS {
        write(name, document(&source_of(name)?, up, &folder, &files).as_bytes())?;
    }
    source_of(MANIFEST)?;
    for name in PLAIN {
        write(name, &fs::read(web.join(name)).map_err(|error| format!("web/{name}: {error}"))?)?;
    }
    let worker = sources(WORKER).ok_or_else(|| format!("There is no web{WORKER}."))?;
    write(WORKER, shortened(WORKER, &worker, SourceType::script())?.as_bytes())?;
    for (path, text) in &files {
        write(&format!("{folder}{path}"), text)?;
    }
    Ok(())
}

/// The paths of the sheets in `web/styles`.
fn sheets(web: &Path) -> Result<Vec<String>, String> {
    let listed = fs::read_dir(web.join(STYLES)).map_err(|error| format!("web/{STYLES}: {error}"))?;
    let names = listed.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()));
    Ok(names.map(|name| format!("/{STYLES}/{name}")).collect())
}

/// Refuses links that begin with a slash: below a path of a proxy they would leave the service.
fn check_links(name: &str, source: &str) -> Result<(), String> {
    let is_absolute = |line: &str| ["=\"/", ": \"/"].iter().any(|link| line.contains(link));
    match source.lines().position(is_absolute) {
        Some(at) => Err(format!("web/{name}:{}: Write the link relative to where the file is served.", at + 1)),
        None => Ok(()),
    }
}

/// Returns the document with the addresses of the built files instead of the addresses of the sources.
fn document(source: &str, up: &str, folder: &str, files: &BTreeMap<String, Vec<u8>>) -> String {
    let folder = folder.trim_start_matches('/');
    files.keys().fold(source.to_owned(), |text, path| {
        let (from, to) = (format!("\"{up}{}\"", &path[1..]), format!("\"{up}{folder}{path}\""));
        ["href", "src"].iter().fold(text, |text, name| text.replace(&format!("{name}={from}"), &format!("{name}={to}")))
    })
}

fn hash_of(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut hasher = Sha256::new();
    for part in files.iter().flat_map(|(path, content)| [path.as_bytes(), content]) {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()[..4].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a gzip file next to each file of the folder, if the gzip file is smaller. The slow compression makes files a twentieth
/// smaller than usual, and runs only in the build.
pub fn write_compressed(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            write_compressed(&path)?;
        } else if !COMPRESSED.contains(&&*extension) {
            let text = fs::read(&path)?;
            let mut compressed = Vec::new();
            zopfli::compress(Options::default(), Format::Gzip, &*text, &mut compressed)?;
            if compressed.len() < text.len() {
                fs::write(path.with_extension(format!("{extension}.gz")), compressed)?;
            }
        }
    }
    Ok(())
}
