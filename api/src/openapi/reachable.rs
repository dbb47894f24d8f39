//! The schemas that operations use. Those that only stood for parts of others are left out of the document.

use std::collections::BTreeSet;

use serde_json::Value;

/// The place of the schemas in references.
const PLACE: &str = "#/components/schemas/";

/// Removes the schemas that no operation reaches.
pub fn keep_schemas(document: &mut Value) {
    let mut reached = BTreeSet::new();
    let mut to_visit: Vec<String> = references(&document["paths"]);
    to_visit.extend(references(&document["webhooks"]));
    to_visit.extend(references(&document["components"]["headers"]));
    to_visit.extend(references(&document["components"]["parameters"]));
    while let Some(name) = to_visit.pop() {
        if reached.insert(name.clone()) {
            to_visit.extend(references(&document["components"]["schemas"][&name]));
        }
    }
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| reached.contains(name));
    }
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
