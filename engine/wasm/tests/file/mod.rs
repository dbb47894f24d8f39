//! The committed file in Node.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the answers of the file. A question is a line of JSON: the function, its numbers, and the text.
pub fn answers_of_the_file(questions: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut node = Command::new("node");
    node.arg(folder.join("tests/ask.mjs")).arg(folder.join("pegout.wasm"));
    let mut running = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Node runs the file");
    let mut input = running.stdin.take().unwrap();
    let questions = questions.to_owned();
    let writing = std::thread::spawn(move || input.write_all(questions.as_bytes()));
    let output = running.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}
