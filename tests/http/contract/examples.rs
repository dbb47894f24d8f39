//! The worked examples of the document, one file per operation in `openapi/examples`. `tests/examples` rewrites their
//! responses with these tests.

use std::path::PathBuf;

use serde_json::Value;

use crate::support::example_runner::{ExampleRunner, Examples};
use crate::support::normalizer::Normalizer;
use crate::support::service::Service;

/// Longer lines are broken.
const WIDTH: usize = 120;

fn file(operation: &str) -> PathBuf {
    format!("{}/../openapi/examples/{operation}.json", env!("CARGO_MANIFEST_DIR")).into()
}

/// The examples in the repository for the operations of a document.
pub fn read(document: &Value) -> Examples {
    let items = document["paths"].as_object().unwrap().values();
    let operations = items.flat_map(|item| item.as_object().unwrap().values());
    let ids = operations.map(|operation| operation["operationId"].as_str().unwrap());
    let examples = |id| {
        let text = std::fs::read_to_string(file(id)).unwrap_or_else(|error| panic!("{id}.json: {error}"));
        (String::from(id), serde_json::from_str(&text).unwrap())
    };
    ids.map(examples).collect()
}

/// JSON in the format of the example files: on one line wherever it fits.
fn written(value: &Value, indent: usize, before: usize, after: usize) -> String {
    let line = on_one_line(value);
    let parts = match value {
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (format!("{}: ", Value::from(&**name)), value)).collect()
        }
        Value::Array(items) => items.iter().map(|item| (String::new(), item)).collect(),
        _ => Vec::new(),
    };
    let fits = indent > 0 && indent + before + line.chars().count() + after <= WIDTH;
    if fits || parts.is_empty() {
        return line;
    }
    let deeper = indent + 2;
    let last = parts.len() - 1;
    let lines = parts.iter().enumerate().map(|(place, (name, part))| {
        let part = written(part, deeper, name.chars().count(), usize::from(place < last));
        format!("{:deeper$}{name}{part}", "")
    });
    let lines = lines.collect::<Vec<_>>().join(",\n");
    let (open, close) = if value.is_object() { ('{', '}') } else { ('[', ']') };
    format!("{open}\n{lines}\n{:indent$}{close}", "")
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{}: {}", Value::from(&**name), on_one_line(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(on_one_line).collect::<Vec<_>>().join(", ")),
        _ => value.to_string(),
    }
}

/// The text of an example file.
pub fn text(examples: Value) -> String {
    written(&examples, 0, 0, 0) + "\n"
}

#[test]
fn every_example_file_has_the_format_of_the_command() {
    let document = Service::start().get("/openapi.json").json();
    for (id, examples) in read(&document) {
        let committed = std::fs::read_to_string(file(&id)).unwrap();
        assert!(committed == text(examples.into()), "{id}.json: tests/examples writes it otherwise");
    }
}

/// The operations that return a catalogue. The document shows the first two items.
const CATALOGUES: [&str; 2] = ["listProblems", "listRules"];

/// Returns true if the document shows this response: of a stream the first event, and of a problem all but the id of its
/// request.
fn is_shown(value: &Value, id: &str, media_type: &str, response: &Value) -> bool {
    match (media_type, response) {
        ("text/event-stream", Value::String(stream)) => ["id", "data"].iter().all(|field| {
            let line = format!("{field}: {}", value[field].as_str().unwrap());
            stream.lines().any(|told| told == line)
        }),
        ("application/problem+json", problem) => {
            let mut problem = problem.clone();
            problem.as_object_mut().unwrap().shift_remove("request_id");
            *value == problem
        }
        (_, Value::Array(all)) if CATALOGUES.contains(&id) => value.as_array().unwrap() == &all[..2],
        (_, Value::Object(all)) if CATALOGUES.contains(&id) => value.as_object().unwrap().iter().eq(all.iter().take(2)),
        _ => value == response,
    }
}

#[test]
fn every_example_is_answered_as_documented() {
    let rewrites = std::env::var_os("PEGOUT_REWRITE_EXAMPLES").is_some();
    let document = Service::start().get("/openapi.json").json();
    let examples = read(&document);
    let mut answered = examples.clone();
    let (mut sent, mut shown) = (0, 0);
    let runner = ExampleRunner::new(document, examples);
    runner.run_all(|operation, name, example, answer| {
        let id = operation["operationId"].as_str().unwrap();
        assert_eq!(answer.status, example["status"].as_u64().unwrap() as u16, "{id}, {name}: {}", answer.text);
        let settled = Normalizer::new(example).normalize(answer, &example["response"]);
        sent += 1;
        if rewrites {
            // A response that differs only in the order of its fields keeps the recorded order.
            if settled != example["response"] {
                answered.get_mut(id).unwrap()[name]["response"] = settled;
            }
            return;
        }
        assert_eq!(settled, example["response"], "{id}, {name}: if that is right, tests/examples writes it down");
        let documented = &operation["responses"][answer.status.to_string()]["content"][answer.media_type()]["examples"];
        let mut documented = documented.as_object().unwrap().values().map(|documented| &documented["value"]);
        // The document shows one long answer of each status.
        if documented.clone().any(|value| is_shown(value, id, answer.media_type(), &example["response"])) {
            shown += 1;
        } else {
            assert!(example["response"].to_string().len() > 400, "{id}, {name} is not in the document");
            assert!(documented.any(|value| value.to_string().len() > 400), "{id}, {name}: there is no long one");
        }
    });
    assert!(sent >= 400, "only {sent} examples");
    assert!(rewrites || shown >= 300, "only {shown} of {sent} examples are in the document");
    if rewrites {
        answered.into_iter().for_each(|(id, examples)| std::fs::write(file(&id), text(examples.into())).unwrap());
    }
}
