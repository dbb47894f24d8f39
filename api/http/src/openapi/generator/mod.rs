//! Makes the document of the operations and the worked examples of `openapi/examples`.

mod description;
mod headers;
mod links;
mod problems;
mod schemas;
mod share;
mod webhooks;

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use super::MAX_LARGE_BODY;
use pegout_service::problem::{Problem, ProblemType};

pub use description::base;

/// Adds the problems, the examples, the headers and the links to the document.
pub fn with_examples(document: &OpenApi) -> Value {
    let mut document = json!(document);
    let mut all = document["components"]["schemas"].take();
    all.as_object_mut().into_iter().for_each(schemas::flatten);
    for operation in operations(&mut document) {
        if let Some(body) = operation.get_mut("requestBody").filter(|body| is_optional(body, &all)) {
            body["required"] = json!(false);
        }
        let id = camel_case(operation["operationId"].as_str().unwrap_or_default());
        operation["operationId"] = json!(id);
        problems::add(operation, &id);
        if LARGE_BODY_OPERATIONS.contains(&id.as_str()) {
            let content = &mut operation["responses"]["413"]["content"]["application/problem+json"];
            content["examples"][problems::PLACEHOLDER]["value"] = json!(Problem::too_large(MAX_LARGE_BODY));
        }
        let Ok(file) = fs::read(format!("{EXAMPLES}/{id}.json")) else { continue };
        let examples: Map<String, Value> = serde_json::from_slice(&file).unwrap();
        for (name, example) in examples {
            add(operation, &name, serde_json::from_value(example).unwrap());
        }
    }
    for (event, data) in [("GameEvent", "Game"), ("NightStreamEvent", "Night")] {
        all[event]["properties"]["data"]["contentSchema"] = json!({ "$ref": format!("#/components/schemas/{data}") });
    }
    document["components"]["schemas"] = all;
    headers::describe(&mut document);
    document["webhooks"] = webhooks::section();
    links::add(&mut document);
    for operation in operations(&mut document).filter(|operation| operation.get("security").is_none()) {
        let needs_token = ["401", "403"].iter().all(|status| operation["responses"].get(status).is_some());
        operation["security"] = if needs_token { json!([{ "token": [] }]) } else { json!([]) };
    }
    schemas::remove_unused(&mut document);
    schemas::open_answers(&mut document);
    share::share(&mut document);
    document
}

/// Returns true if the body may be left out, since nothing in it is required.
fn is_optional(body: &Value, schemas: &Value) -> bool {
    let reference = body["content"]["application/json"]["schema"]["$ref"].as_str().unwrap_or_default();
    let schema = reference.rsplit('/').next().and_then(|name| schemas.get(name)).and_then(Value::as_object);
    schema.is_some_and(|schema| !schema.contains_key("required") && !schema.contains_key("minProperties"))
}

/// The operations of the service, without the messages to receivers.
fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let items = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    items.filter_map(Value::as_object_mut).flat_map(Map::values_mut).filter(|part| part.is_object())
}

/// The worked examples: one file for each operation, named by its id.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi/examples");

/// The ids of the operations whose body may have up to [`MAX_LARGE_BODY`].
const LARGE_BODY_OPERATIONS: [&str; 3] = ["countBatch", "importPlayers", "importResults"];

/// The operations that return a whole catalogue. The document shows the first two items.
const CATALOGUES: [&str; 2] = ["listProblems", "listRules"];

/// The media type of a stream of events, whose schema describes one event.
const EVENT_STREAM: &str = "text/event-stream";

/// A worked example. The fields with an underscore are for the test that sends it. They are the earlier requests, its
/// token, and a mark for a random response. The names of query parameters begin with `?`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    summary: String,
    #[serde(default, rename = "before")]
    _before: IgnoredAny,
    #[serde(default, rename = "token")]
    _token: IgnoredAny,
    #[serde(default, rename = "drawn")]
    _drawn: IgnoredAny,
    #[serde(default)]
    parameters: BTreeMap<String, Value>,
    request: Option<Value>,
    status: u16,
    response: Value,
}

fn add(operation: &mut Value, name: &str, example: Example) {
    let Example { summary, parameters, request, status, mut response, .. } = example;
    let good = (200..300).contains(&status);
    let is_invalid = response["type"] == format!("/problems/{}", ProblemType::Invalid.slug());
    for parameter in
        operation.get_mut("parameters").filter(|_| good).and_then(Value::as_array_mut).into_iter().flatten()
    {
        let prefix = if parameter["in"] == "query" { "?" } else { "" };
        if let Some(value) = parameter["name"].as_str().and_then(|name| parameters.get(&format!("{prefix}{name}"))) {
            parameter["examples"][name] = json!({ "summary": summary, "value": value });
            // A parameter has either `example` or `examples`.
            parameter.as_object_mut().map(|fields| fields.shift_remove("example"));
        }
    }
    // Every request has another id.
    response.as_object_mut().filter(|_| !good).map(|problem| problem.shift_remove("request_id"));
    let is_catalogue = operation["operationId"].as_str().is_some_and(|id| CATALOGUES.contains(&id));
    if is_catalogue {
        shorten(&mut response);
    }
    // An example of the body must be valid, so an invalid body is shown with its response.
    let mut answer = json!({ "summary": summary, "value": response });
    if is_catalogue {
        answer["description"] = json!("The first two of them.");
    }
    if let Some(request) = request.as_ref().filter(|_| is_invalid) {
        answer["description"] = json!(format!("The answer to `{request}`."));
    } else if let Some(request) = request {
        let bodies = &mut operation["requestBody"]["content"]["application/json"]["examples"];
        if bodies.as_object().is_none_or(|all| all.values().all(|other| other["value"] != request)) {
            bodies[name] = json!({ "summary": summary, "value": request });
        }
    }
    if let Some(stream) = operation["responses"][status.to_string()]["content"].get_mut(EVENT_STREAM) {
        answer["value"] = first_event(answer["value"].as_str().unwrap_or_default());
        stream["examples"][name] = answer;
        return;
    }
    for content in
        operation["responses"][status.to_string()]["content"].as_object_mut().into_iter().flat_map(Map::values_mut)
    {
        if let Some(general) = content.get_mut("examples").and_then(Value::as_object_mut) {
            general.remove(problems::PLACEHOLDER);
        }
        content["examples"][name] = answer.clone();
    }
}

/// Leaves the first two items of a list or an object.
fn shorten(catalogue: &mut Value) {
    match catalogue {
        Value::Array(items) => items.truncate(2),
        Value::Object(items) => *items = std::mem::take(items).into_iter().take(2).collect(),
        _ => {}
    }
}

/// Returns the fields of the first event of a stream, as its schema has them.
fn first_event(text: &str) -> Value {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    json!({ "id": field("id: "), "data": field("data: ") })
}

/// Writes the name of a function like `put_peg` as the id of its operation, `putPeg`.
fn camel_case(function: &str) -> String {
    let (first, rest) = function.split_once('_').unwrap_or((function, ""));
    first.to_owned() + &pascal_case(rest, '_')
}

/// Writes a name like `not-found` as `NotFound`.
fn pascal_case(words: &str, separator: char) -> String {
    let capitalised = |word: &str| {
        word.chars().take(1).map(|first| first.to_ascii_uppercase()).chain(word.chars().skip(1)).collect::<String>()
    };
    words.split(separator).map(capitalised).collect()
}

/// The longest line of the document, in characters. Longer lines are broken.
const WIDTH: usize = 120;

/// Returns the text of the document: JSON with as many parts on a line as fit.
pub fn text(document: &Value) -> String {
    let mut text = String::new();
    write(document, 0, 0, &mut text);
    text + "\n"
}

/// Writes a value that begins at this column, in a part with this indentation.
fn write(value: &Value, indent: usize, column: usize, text: &mut String) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (format!("{}: ", Value::from(&**name)), value)).collect()
        }
        Value::Array(items) => items.iter().map(|item| (String::new(), item)).collect(),
        _ => Vec::new(),
    };
    let line = on_one_line(value);
    // `<`, not `<=`, leaves a column for the comma that may follow.
    if parts.is_empty() || indent > 0 && column + line.chars().count() < WIDTH {
        return text.push_str(&line);
    }
    let (open, close) = if value.is_object() { ('{', '}') } else { ('[', ']') };
    let deeper = indent + 1;
    text.push(open);
    let mut end = WIDTH;
    for (place, (name, part)) in parts.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        let line = format!("{name}{}", on_one_line(part));
        let length = line.chars().count() + 1;
        if end + 1 + length <= WIDTH {
            text.push(' ');
            text.push_str(&line);
            end += 1 + length;
            continue;
        }
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', deeper));
        text.push_str(name);
        write(part, deeper, deeper + name.chars().count(), text);
        // After a part of several lines a new line begins.
        end = if deeper + length <= WIDTH { deeper + length } else { WIDTH };
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
    text.push(close);
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
