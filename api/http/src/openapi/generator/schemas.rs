//! The schemas of the document. Code generators make no types of `allOf`. So an object made of parts becomes one object, and an
//! object of several kinds a choice of named objects. Schemas that no operation uses are left out.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::pascal_case;

/// The place of the schemas in references.
const PLACE: &str = "#/components/schemas/";
/// The property that names the kind.
const KIND: &str = "kind";
/// The kind of the events that are pegs.
const PEGGED: &str = "pegged";
/// The properties that only these events have.
const OF_PEGS: [&str; 2] = ["phone", "crashes"];

type Object = Map<String, Value>;

/// Replaces every schema that is made of parts.
pub fn flatten(schemas: &mut Object) {
    let composed = schemas.clone();
    for (name, schema) in composed.iter().filter(|(_, schema)| is_composed(schema)) {
        let mut kinds = Object::new();
        for mut object in alternatives(schema, &composed) {
            let Some(kind) = name_kind(&mut object) else {
                object.insert("description".to_owned(), schema["description"].clone());
                schemas.insert(name.clone(), Value::Object(object));
                continue;
            };
            if kind != PEGGED {
                remove_fields_of_pegs(&mut object);
            }
            let named = format!("{name}{}", pascal_case(&kind, '_'));
            kinds.insert(kind, json!(format!("{PLACE}{named}")));
            schemas.insert(named, Value::Object(object));
        }
        if !kinds.is_empty() {
            let choice = json!({
                "description": schema["description"],
                "oneOf": kinds.values().map(|reference| json!({ "$ref": reference })).collect::<Vec<_>>(),
                "discriminator": { "propertyName": KIND, "mapping": kinds },
            });
            schemas.insert(name.clone(), choice);
        }
    }
    schemas.values_mut().for_each(name_choices);
    schemas.sort_keys();
}

/// Removes the properties of pegs from another kind of event. In the types these properties belong to every kind.
fn remove_fields_of_pegs(event: &mut Object) {
    if let Some(properties) = event.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| !OF_PEGS.contains(&name.as_str()));
    }
}

/// Removes the descriptions of named choices. Each named schema has its own description, and OpenAPI Generator loses a choice
/// with a second description.
fn name_choices(schema: &mut Value) {
    let choices = schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten();
    for choice in choices.filter_map(Value::as_object_mut) {
        if choice.contains_key("$ref") {
            choice.shift_remove("description");
        }
    }
}

fn is_composed(schema: &Value) -> bool {
    schema.get("allOf").is_some() || schema["oneOf"].as_array().into_iter().flatten().any(is_composed)
}

/// Returns an object for each choice of a schema.
fn alternatives(schema: &Value, schemas: &Object) -> Vec<Object> {
    let referred = schema["$ref"].as_str().and_then(|reference| schemas.get(reference.rsplit('/').next()?));
    let whole = referred.unwrap_or(schema);
    if let Some(parts) = whole["allOf"].as_array() {
        let nothing = vec![Object::new()];
        return parts.iter().fold(nothing, |made, part| {
            let part = alternatives(part, schemas);
            made.iter().flat_map(|one| part.iter().map(|other| joined(one, other))).collect()
        });
    }
    if let Some(choices) = whole["oneOf"].as_array() {
        let described = |choice: &Value| {
            let mut objects = alternatives(choice, schemas);
            if let Some(description) = choice.get("description") {
                for object in &mut objects {
                    object.insert("description".to_owned(), description.clone());
                }
            }
            objects
        };
        return choices.iter().flat_map(described).collect();
    }
    whole.as_object().cloned().into_iter().collect()
}

/// Merges two objects. The second part wins if both have a keyword.
fn joined(one: &Object, other: &Object) -> Object {
    let mut both = one.clone();
    for (keyword, value) in other {
        match (both.get_mut(keyword), value) {
            (Some(Value::Object(all)), Value::Object(more)) => all.extend(more.clone()),
            (Some(Value::Array(all)), Value::Array(more)) => all.extend(more.iter().cloned()),
            _ => drop(both.insert(keyword.clone(), value.clone())),
        }
    }
    both
}

/// Returns the kind of an object that has only one, and makes it a constant in the object.
fn name_kind(object: &mut Object) -> Option<String> {
    let kind = object.get_mut("properties")?.get_mut(KIND)?;
    let [Value::String(only)] = kind["enum"].as_array()?.as_slice() else { return None };
    let only = only.clone();
    *kind = json!({ "type": "string", "const": only, "description": "What happened." });
    Some(only)
}

/// Removes the schemas that no operation or message uses.
pub fn remove_unused(document: &mut Value) {
    let components = &document["components"];
    let places = [&document["paths"], &document["webhooks"], &components["headers"], &components["parameters"]];
    let reached = reached(document, places.into_iter().flat_map(references).collect());
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| reached.contains(name));
    }
}

/// Opens the schemas that no request has, because responses gain fields. A field that is always there needs no default.
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

/// Returns the names of these schemas, and of the schemas that they refer to.
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
