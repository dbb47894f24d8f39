//! The OpenAPI document: what it must hold, and that it tells the truth.

use serde_json::{Map, Value};

use crate::service::{Answer, Service};

/// Every operation of the document with its method and path.
fn operations(document: &Value) -> Vec<(String, String, &Map<String, Value>)> {
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            all.push((method.to_uppercase(), path.clone(), operation.as_object().unwrap()));
        }
    }
    all
}

#[test]
fn the_committed_document_is_the_one_that_is_served() {
    let service = Service::start();
    let committed = include_str!("../../openapi/openapi.json");
    assert!(
        service.get("/openapi.json").text == committed,
        "the document has changed; look at what changed, then write it again:\n    cargo build && target/debug/pegout openapi > openapi/openapi.json"
    );
}

#[test]
fn every_operation_has_an_id_a_summary_a_description_a_tag_examples_and_its_errors() {
    let document: Value = serde_json::from_str(include_str!("../../openapi/openapi.json")).unwrap();
    let mut ids = Vec::new();
    for (method, path, operation) in operations(&document) {
        let name = format!("{method} {path}");
        let text = |field: &str| operation.get(field).and_then(Value::as_str).unwrap_or_default();
        for field in ["operationId", "summary", "description"] {
            assert!(text(field).len() > 3, "{name} has no {field}");
        }
        assert!(!text("summary").ends_with('.'), "{name}: a summary is a title");
        assert_eq!(operation["tags"].as_array().unwrap().len(), 1, "{name} has no tag");
        ids.push(text("operationId").to_owned());
        let responses = operation["responses"].as_object().unwrap();
        let mut expected = vec!["200"];
        if operation.contains_key("requestBody") {
            expected.extend(["400", "408", "413", "415", "422"]);
        } else if path.contains('{') {
            expected.push("404");
        } else if operation.contains_key("parameters") {
            expected.push("422");
        }
        assert_eq!(responses.keys().collect::<Vec<_>>(), expected, "the answers of {name}");
        for (status, response) in responses {
            assert!(response["description"].as_str().unwrap().len() > 3, "{name} does not describe {status}");
            let media_type = if status == "200" { "application/json" } else { "application/problem+json" };
            let content = &response["content"][media_type];
            assert!(content["examples"].is_object(), "{name} has no example of {status} as {media_type}");
        }
        for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
            assert!(parameter["description"].as_str().unwrap().len() > 3, "{name}: {parameter} has no description");
        }
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id is there twice");
}

#[test]
fn every_schema_and_every_field_is_described() {
    let document: Value = serde_json::from_str(include_str!("../../openapi/openapi.json")).unwrap();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(schema.get("description").is_some(), "{name} is not described");
        let parts = schema["allOf"].as_array().into_iter().flatten().chain([schema]);
        for (field, schema) in parts.flat_map(|part| part["properties"].as_object().into_iter().flatten()) {
            let described = schema.get("description").or_else(|| schema["oneOf"][0].get("description"));
            assert!(described.is_some(), "{name}.{field} is not described");
        }
    }
}

#[test]
fn every_example_is_answered_as_the_document_says() {
    let service = Service::start();
    let mut sent = 0;
    let document: Value = serde_json::from_str(include_str!("../../openapi/openapi.json")).unwrap();
    for (method, path, operation) in operations(&document) {
        let id = operation["operationId"].as_str().unwrap();
        let file = format!("{}/../openapi/examples/{id}.json", env!("CARGO_MANIFEST_DIR"));
        let examples: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        for (name, example) in examples.as_object().unwrap() {
            let answer = send(&service, &method, &path, example);
            assert_eq!(answer.status, example["status"].as_u64().unwrap() as u16, "{id}, {name}: {}", answer.text);
            assert!(same(&answer.json(), &example["response"]), "{id}, {name}: {}", answer.text);
            let media_type = if answer.status < 400 { "application/json" } else { "application/problem+json" };
            let documented =
                &operation["responses"][&answer.status.to_string()]["content"][media_type]["examples"][name];
            assert_eq!(documented["value"], example["response"], "{id}, {name} is not in the document");
            sent += 1;
        }
    }
    assert!(sent >= 20, "only {sent} examples");
}

/// Equal, numbers but for the last digits of a double, which the order of a sum decides.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => (one.as_f64().unwrap() - other.as_f64().unwrap()).abs() < 1e-9,
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, one)| other.get(name).is_some_and(|other| same(one, other)))
        }
        _ => one == other,
    }
}

fn send(service: &Service, method: &str, path: &str, example: &Value) -> Answer {
    let (mut path, mut query) = (path.to_owned(), Vec::new());
    for (name, value) in example["parameters"].as_object().into_iter().flatten() {
        let value = match value {
            Value::Array(items) => items.iter().map(|item| item.as_str().unwrap()).collect::<Vec<_>>().join(","),
            other => other.as_str().unwrap().to_owned(),
        };
        let place = format!("{{{name}}}");
        if path.contains(&place) {
            path = path.replace(&place, &value);
        } else {
            query.push(format!("{name}={value}"));
        }
    }
    if !query.is_empty() {
        path = format!("{path}?{}", query.join("&"));
    }
    match example.get("request") {
        Some(body) => service.send(method, &path, Some("application/json"), body.to_string().as_bytes()),
        None => service.send(method, &path, None, b""),
    }
}
