//! The OpenAPI document.

use serde_json::Value;

/// The document of the repository.
pub const TEXT: &str = include_str!("../../../openapi/openapi.json");

/// The kinds of components that stand for parts of operations.
const PARTS: [&str; 3] = ["parameters", "responses", "examples"];

/// The document of the repository, in which each operation has its parts itself.
pub fn document() -> Value {
    written_out(serde_json::from_str(TEXT).unwrap())
}

/// The document with the parts that operations share in their places. References to schemas and headers stay.
pub fn written_out(mut document: Value) -> Value {
    let components = document["components"].clone();
    for section in ["paths", "webhooks"] {
        if let Some(section) = document.get_mut(section) {
            write_out(section, &components);
        }
    }
    document
}

fn write_out(part: &mut Value, components: &Value) {
    let place = part["$ref"].as_str().and_then(|place| place.strip_prefix("#/components/")?.split_once('/'));
    if let Some((kind, name)) = place.filter(|(kind, _)| PARTS.contains(kind)) {
        let shared = components[kind].get(name).unwrap_or_else(|| panic!("there is no {name} among the {kind}"));
        *part = shared.clone();
        return write_out(part, components);
    }
    match part {
        Value::Object(fields) => fields.values_mut().for_each(|field| write_out(field, components)),
        Value::Array(items) => items.iter_mut().for_each(|item| write_out(item, components)),
        _ => {}
    }
}
