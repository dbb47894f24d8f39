//! The files of the built page.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use oxc_span::SourceType;
use sha2::{Digest, Sha256};

use super::bundle::bundle;
use super::chunks::{DOCS, EMBED, PHONE, TELEVISION};
use super::script::shortened;
use super::styles::sheet;

/// The files that keep their addresses as they are.
const PLAIN: [&str; 4] = ["icon-192.png", "icon-512.png", "icon.svg", "manifest.webmanifest"];
const DOCUMENTS: [&str; 4] = ["docs.html", "embed.html", "index.html", "tv.html"];
const WORKER: &str = "/sw.js";
const STYLES: &str = "styles";

/// Writes the built page of the sources in `web` into the folder `out`, in place of what stands there.
pub fn write_page(web: &Path, out: &Path) -> Result<(), String> {
    let sources = |path: &str| fs::read_to_string(web.join(path.trim_start_matches('/'))).ok();
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for page in [PHONE, TELEVISION, EMBED, DOCS] {
        for (path, text) in bundle(&page, &sources)? {
            let short = shortened(&path, &text, SourceType::mjs())?;
            files.insert(path, short);
        }
    }
    for path in sheets(web)? {
        files.insert(path.clone(), sheet(&path, &sources)?);
    }
    let folder = format!("/page/{}", hash_of(&files));
    let written = |error: io::Error| format!("{}: {error}", out.display());
    if out.exists() {
        fs::remove_dir_all(out).map_err(written)?;
    }
    let write = |path: &str, text: &[u8]| {
        let file = out.join(path.trim_start_matches('/'));
        file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, text)).map_err(written)
    };
    for name in DOCUMENTS {
        let source = sources(name).ok_or_else(|| format!("There is no web/{name}."))?;
        write(name, document(&source, &folder, &files).as_bytes())?;
    }
    for name in PLAIN {
        write(name, &fs::read(web.join(name)).map_err(|error| format!("web/{name}: {error}"))?)?;
    }
    let worker = sources(WORKER).ok_or_else(|| format!("There is no web{WORKER}."))?;
    write(WORKER, shortened(WORKER, &worker, SourceType::script())?.as_bytes())?;
    for (path, text) in &files {
        write(&format!("{folder}{path}"), text.as_bytes())?;
    }
    Ok(())
}

/// The paths of the sheets in `web/styles`.
fn sheets(web: &Path) -> Result<Vec<String>, String> {
    let listed = fs::read_dir(web.join(STYLES)).map_err(|error| format!("web/{STYLES}: {error}"))?;
    let names = listed.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()));
    Ok(names.map(|name| format!("/{STYLES}/{name}")).collect())
}

/// Returns the document with the addresses of the built files in the place of the sources'.
fn document(source: &str, folder: &str, files: &BTreeMap<String, String>) -> String {
    files.keys().fold(source.to_owned(), |text, path| {
        text.replace(&format!("href=\"{path}\""), &format!("href=\"{folder}{path}\""))
            .replace(&format!("src=\"{path}\""), &format!("src=\"{folder}{path}\""))
    })
}

fn hash_of(files: &BTreeMap<String, String>) -> String {
    let mut hasher = Sha256::new();
    for part in files.iter().flat_map(|(path, text)| [path, text]) {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()[..4].iter().map(|byte| format!("{byte:02x}")).collect()
}
