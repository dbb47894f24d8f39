//! The parts of the document that several operations have. Each part is written once, as a component, and operations refer to it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{operations, pascal_case, problems};

/// The most bytes of a short example.
const SHORT: usize = 400;

/// Moves what several operations have to the components.
pub fn share(document: &mut Value) {
    share_parameters(document);
    share_responses(document);
    share_examples(document);
}

/// A part that several operations may have.
struct Shared {
    name: String,
    part: Value,
    uses: usize,
}

fn reference(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}

/// Adds the parts that are used more than once to the components of this kind.
fn add_components(document: &mut Value, kind: &str, parts: impl IntoIterator<Item = Shared>) {
    let components = &mut document["components"][kind];
    for Shared { name, part, .. } in parts.into_iter().filter(|shared| shared.uses > 1) {
        assert!(components.get(&name).is_none(), "two {kind} are called {name}");
        components[name] = part;
    }
}

/// Shares the parameters that are equal except for their examples. One example is enough for all operations.
fn share_parameters(document: &mut Value) {
    let mut all: BTreeMap<String, Shared> = BTreeMap::new();
    for operation in operations_and_messages(document) {
        let tag = operation["tags"][0].as_str().unwrap_or_default().to_owned();
        for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
            let Some(name) = parameter["name"].as_str() else { continue };
            let name = format!("{tag}.{name}");
            let part = with_one_example(parameter);
            let shared = all.entry(identity(parameter)).or_insert(Shared { name, part, uses: 0 });
            shared.uses += 1;
        }
    }
    for operation in operations_and_messages(document) {
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(shared) = all.get(&identity(parameter)).filter(|shared| shared.uses > 1) {
                *parameter = reference("parameters", &shared.name);
            }
        }
    }
    add_components(document, "parameters", all.into_values());
}

/// The operations of the service, and the messages that it sends.
fn operations_and_messages(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let sections = document.as_object_mut().into_iter().flatten();
    let sections = sections.filter(|(name, _)| ["paths", "webhooks"].contains(&name.as_str()));
    let items = sections.filter_map(|(_, section)| section.as_object_mut()).flat_map(Map::values_mut);
    items.filter_map(Value::as_object_mut).flat_map(Map::values_mut)
}

/// The parameter as text, without its examples.
fn identity(parameter: &Value) -> String {
    let mut parameter = parameter.clone();
    for field in ["example", "examples"] {
        parameter.as_object_mut().map(|fields| fields.shift_remove(field));
    }
    parameter.to_string()
}

/// The parameter with the first of its examples.
fn with_one_example(parameter: &Value) -> Value {
    let mut parameter = parameter.clone();
    let examples = parameter.as_object_mut().and_then(|fields| fields.shift_remove("examples"));
    if let Some(first) = examples.as_ref().and_then(Value::as_object).and_then(|examples| examples.values().next()) {
        parameter["example"] = first["value"].clone();
    }
    parameter
}

/// Shares the problems of several operations, with the examples of all these operations, and the responses without a body.
fn share_responses(document: &mut Value) {
    let mut all: BTreeMap<String, Shared> = BTreeMap::new();
    for operation in operations(document) {
        let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
        for (status, response) in operation["responses"].as_object().into_iter().flatten() {
            let Some(name) = name(status, response) else { continue };
            let mut part = response.clone();
            let examples = part.pointer_mut("/content/application~1problem+json/examples").map(Value::take);
            let shared = all.entry(name.clone()).or_insert(Shared { name, part: part.clone(), uses: 0 });
            shared.uses += 1;
            if let Some(examples) = examples {
                add_examples(&mut shared.part["content"][PROBLEM]["examples"], &id, &examples);
            } else {
                assert!(shared.part == part, "{} of {id} is not the same everywhere", shared.name);
            }
        }
    }
    for operation in operations(document) {
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            let name = name(status, response);
            if let Some(shared) = name.and_then(|name| all.get(&name)).filter(|shared| shared.uses > 1) {
                *response = reference("responses", &shared.name);
            }
        }
    }
    document["components"]["responses"] = json!({});
    add_components(document, "responses", all.into_values());
}

/// The media type of problems.
const PROBLEM: &str = "application/problem+json";

/// The name of a response that operations may share, by the problems that it may have.
fn name(status: &str, response: &Value) -> Option<String> {
    if response.get("content").is_none() {
        let version = if response["headers"].get("X-Version").is_some() { "OfVersion" } else { "" };
        let name = [("204", "NoContent"), ("304", "NotModified")].into_iter().find(|(of, _)| *of == status);
        return name.map(|(_, name)| format!("{name}{version}"));
    }
    response["content"].get(PROBLEM)?;
    let slugs = response["description"].as_str()?.split("(`").skip(1).filter_map(|part| part.split('`').next());
    Some(slugs.map(|slug| pascal_case(slug, '-')).collect::<Vec<_>>().join("Or"))
}

/// Adds the examples of an operation to a shared response. The name of an example begins with the id of its operation.
fn add_examples(all: &mut Value, id: &str, examples: &Value) {
    for (name, example) in examples.as_object().into_iter().flatten() {
        let is_there = |other: &Value| other["value"] == example["value"];
        if all.as_object().is_some_and(|all| all.values().any(is_there)) {
            continue;
        }
        let name = if name == problems::PLACEHOLDER { name.clone() } else { format!("{id}.{name}") };
        all[name] = example.clone();
    }
}

/// Moves the long examples to the components. An operation shows its first example of each status, and all short ones. If a
/// repeated request gets 200 instead of 201, both statuses show the example of 201.
fn share_examples(document: &mut Value) {
    let mut all: Vec<(String, String, Value)> = Vec::new();
    for operation in operations(document) {
        let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
        let created = operation["responses"]["201"]["content"].clone();
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            if !status.starts_with('2') {
                continue;
            }
            for (media_type, content) in
                response.get_mut("content").and_then(Value::as_object_mut).into_iter().flatten()
            {
                let schema = content["schema"].to_string();
                let repeated = &created[media_type];
                if status == "200"
                    && repeated["schema"] == content["schema"]
                    && content["examples"].as_object().is_some_and(|examples| examples.values().all(is_long))
                {
                    content["examples"] = repeated["examples"].clone();
                }
                let Some(examples) = content.get_mut("examples").and_then(Value::as_object_mut) else { continue };
                let first = examples.keys().next().cloned();
                examples.retain(|name, example| Some(name) == first.as_ref() || !is_long(example));
                for (name, example) in examples.iter_mut().filter(|(_, example)| is_long(example)) {
                    let known = all.iter().find(|(_, _, other)| other["value"] == example["value"]);
                    let key = known.map_or_else(|| format!("{id}.{name}"), |(_, key, _)| key.clone());
                    if known.is_none() {
                        all.push((schema.clone(), key.clone(), example.clone()));
                    }
                    *example = reference("examples", &key);
                }
            }
        }
    }
    // Neighbours of the same kind compress well.
    all.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    let examples: Map<String, Value> = all.into_iter().map(|(_, key, example)| (key, example)).collect();
    document["components"]["examples"] = Value::Object(examples);
}

fn is_long(example: &Value) -> bool {
    example["value"].to_string().len() > SHORT
}
