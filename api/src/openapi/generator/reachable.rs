//! The schemas that operations use, in requests or in answers alone. Those that only stood for parts of others are left out
//! of the document.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// The place of the schemas in references.
const PLACE: &str = "#/components/schemas/";

/// Removes the schemas that no operation reaches.
pub fn keep_schemas(document: &mut Value) {
    let components = &document["components"];
    let places = [&document["paths"], &document["webhooks"], &components["headers"], &components["parameters"]];
    let reached = reached(document, places.into_iter().flat_map(references).collect());
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| reached.contains(name));
    }
}

/// Opens the schemas that no request has: answers gain fields. What they always have needs no default.
pub fn open_answers(document: &mut Value) {
    let items = document["paths"].as_object().into_iter().flat_map(Map::values);
    let operations = items.filter_map(Value::as_object).flat_map(Map::values);
    let bodies = operations.flat_map(|operation| references(&operation["requestBody"])).collect();
    let requested = reached(document, bodies);
    for (name, schema) in document["components"]["schemas"].as_object_mut().into_iter().flatten() {
        if !requested.contains(name) {
            open(schema);
        }
    }
}

fn open(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    if schema.get("additionalProperties") == Some(&json!(false)) {
        schema.shift_remove("additionalProperties");
    }
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for (name, property) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        if let Some(property) = property.as_object_mut().filter(|_| required.iter().any(|field| field == name)) {
            property.shift_remove("default");
        }
    }
}

/// Returns the names of these schemas, and of all that they refer to.
fn reached(document: &Value, mut to_visit: Vec<String>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    while let Some(name) = to_visit.pop() {
        if reached.insert(name.clone()) {
            to_visit.extend(references(&document["components"]["schemas"][&name]));
        }
    }
    reached
}

/// Returns the names of the schemas that a part of the document refers to.
fn references(part: &Value) -> Vec<String> {
    match part {
        Value::String(text) => text.strip_prefix(PLACE).map(str::to_owned).into_iter().collect(),
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Object(fields) => fields.values().flat_map(references).collect(),
        _ => Vec::new(),
    }
}
