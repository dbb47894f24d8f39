//! The manifest of an export. It has a checksum of each line, so that `pegout import` notices changes.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use pegout_http::caching::hex;

/// The name of its file in the archive.
pub const NAME: &str = "manifest.json";

/// The checksums of the files of an archive, by their names.
#[derive(Default, Deserialize, Serialize)]
pub struct Manifest {
    files: BTreeMap<String, Lines>,
}

/// The checksums of a file's lines.
#[derive(Default, Deserialize, Serialize)]
struct Lines {
    /// The SHA-256 of the file, in hexadecimal.
    sha256: String,
    /// The first four bytes of the SHA-256 of each line. They name the changed line.
    lines: Vec<String>,
}

impl Manifest {
    /// Writes lines through `write` to a file of the archive, and stores their checksums.
    pub fn write<W: Write, E>(
        &mut self,
        name: &str,
        to: &mut W,
        write: impl FnOnce(&mut Summed<&mut W>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut summed = Summed { inner: to, whole: Sha256::new(), line: Sha256::new(), sums: Vec::new() };
        write(&mut summed)?;
        let Summed { whole, sums, .. } = summed;
        self.files.insert(name.to_owned(), Lines { sha256: hex(&whole.finalize()), lines: sums });
        Ok(())
    }

    /// Compares a file with its checksums. Returns the first changed line, as a part of a sentence.
    pub fn difference(&self, name: &str, lines: impl BufRead) -> io::Result<Option<String>> {
        let Some(written) = self.files.get(name) else { return Ok(Some(format!("{name} was added"))) };
        let (mut whole, mut first, mut count) = (Sha256::new(), None, 0);
        for line in lines.split(b'\n') {
            let line = line?;
            whole.update(&line);
            whole.update(b"\n");
            if written.lines.get(count) != Some(&short(&line)) {
                first.get_or_insert(count + 1);
            }
            count += 1;
        }
        if first.is_none() && hex(&whole.finalize()) == written.sha256 {
            return Ok(None);
        }
        let had = written.lines.len();
        let length = if count == had { String::new() } else { format!(" and has {count} lines instead of {had}") };
        Ok(Some(format!("{name} was changed from line {}{length}", first.unwrap_or(count + 1))))
    }
}

/// A writer that takes the checksums of the lines that go through it.
pub struct Summed<W> {
    inner: W,
    whole: Sha256,
    line: Sha256,
    sums: Vec<String>,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        let bytes = bytes.get(..written).unwrap_or(bytes);
        self.whole.update(bytes);
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(rest) => {
                    self.line.update(rest);
                    self.sums.push(hex(&self.line.finalize_reset()[..4]));
                }
                None => self.line.update(part),
            }
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn short(line: &[u8]) -> String {
    hex(&Sha256::digest(line)[..4])
}
