//! The committed file in Node, and the form of questions and answers.

#![allow(dead_code, reason = "not every test needs everything")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use pegout_engine::Time;
use serde_json::{Value, json};

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

/// The value of an answer. Fails for a fault.
pub fn answer(text: &str) -> Value {
    let outcome: Value = text.parse().unwrap();
    outcome.get("answer").expect(text).clone()
}

/// Changes times to milliseconds, as the page does.
pub fn for_engine(mut value: Value) -> Value {
    match &mut value {
        Value::Array(items) => items.iter_mut().for_each(|item| *item = for_engine(item.take())),
        Value::Object(fields) => {
            for (name, field) in fields {
                *field = match (name.as_str(), field.take()) {
                    ("at" | "tapped_at", Value::String(time)) => json!(time.parse::<Time>().unwrap().millis()),
                    (_, field) => for_engine(field),
                };
            }
        }
        _ => {}
    }
    value
}
