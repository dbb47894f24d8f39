//! Flattens the schemas of the document, since code generators make no types of `allOf`. An object made of parts
//! becomes one object, and an object of several kinds becomes a choice of named objects.

use serde_json::{Map, Value, json};

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
                keep_for_pegs(&mut object);
            }
            let named = format!("{name}{}", capitalised(&kind));
            kinds.insert(kind, json!(format!("#/components/schemas/{named}")));
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
fn keep_for_pegs(event: &mut Object) {
    if let Some(properties) = event.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| !OF_PEGS.contains(&name.as_str()));
    }
}

/// Leaves the names alone of the schemas that a schema is one of. Each is described in its own place, and OpenAPI Generator
/// loses a choice that is described again.
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

/// Returns the objects that a schema is one of: one for each of its choices.
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
                objects
                    .iter_mut()
                    .for_each(|object| drop(object.insert("description".to_owned(), description.clone())));
            }
            objects
        };
        return choices.iter().flat_map(described).collect();
    }
    whole.as_object().cloned().into_iter().collect()
}

/// Merges two objects. The second wins where both have a keyword.
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

fn capitalised(words: &str) -> String {
    words
        .split('_')
        .flat_map(|word| word.chars().take(1).map(|first| first.to_ascii_uppercase()).chain(word.chars().skip(1)))
        .collect()
}
