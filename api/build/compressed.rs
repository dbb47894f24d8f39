//! The compressed files of the built page.

use std::fs;
use std::io;
use std::path::Path;

use zopfli::{Format, Options};

/// The ends of the names of files that are compressed already.
const COMPRESSED: [&str; 1] = ["png"];

/// Writes a file in gzip beside each file of the folder that it makes smaller. It is done once for every phone, so that it may
/// take its time: a twentieth smaller than usual.
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
