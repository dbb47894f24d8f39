//! The shape of logged events, in lines like `game pegged for = hand` and `night scheduled season: null`.

use std::collections::BTreeSet;

use pegout_engine::game;
use pegout_league::{ledger, night};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// The shape of events: one line for each field and type, and one for each field and word.
pub type EventShape = BTreeSet<String>;

/// The fields that every event has: its time and author.
const STAMP: [&str; 4] = ["at", "by", "role", "token"];

/// The schema of a type, with the schemas it refers to.
pub struct Schema {
    pub root: Value,
    pub named: Map<String, Value>,
}

/// The schemas of the events of games, nights and the ledger.
pub fn of_today() -> [(&'static str, Schema); 3] {
    let ledger = Schema::of::<ledger::Event>();
    [("game", Schema::of::<game::Event>()), ("night", Schema::of::<night::Event>()), ("ledger", ledger)]
}

/// The lines of these schemas.
pub fn lines(logs: &[(&str, Schema)]) -> EventShape {
    let mut lines = EventShape::new();
    for (log, schema) in logs {
        for fields in schema.ways(&schema.root) {
            let kind = words(&fields["kind"]).map(bare).next().unwrap();
            lines.insert(format!("{log} {kind}"));
            for (name, field) in fields.iter().filter(|(name, _)| *name != "kind") {
                schema.field(field, &place(log, &kind, name), &mut lines);
            }
        }
    }
    lines
}

/// The lines of one event. Every text may be a word of an enum, so each text has a line of its own.
pub fn of_event(log: &str, event: &Value) -> EventShape {
    let (kind, mut lines) = (bare(&event["kind"]), EventShape::new());
    lines.insert(format!("{log} {kind}"));
    for (name, value) in event.as_object().unwrap().iter().filter(|(name, _)| *name != "kind") {
        add_shape(value, &place(log, &kind, name), &mut lines);
    }
    lines
}

fn place(log: &str, kind: &str, name: &str) -> String {
    if STAMP.contains(&name) { format!("stamp {name}") } else { format!("{log} {kind} {name}") }
}

impl Schema {
    fn of<T: ToSchema>() -> Schema {
        let mut named = Vec::new();
        T::schemas(&mut named);
        let named = named.into_iter().map(|(name, schema)| (name, json!(schema))).collect();
        Schema { root: json!(T::schema()), named }
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(address) => &self.named[address.rsplit('/').next().unwrap()],
            None => schema,
        }
    }

    /// The alternative sets of fields of an object, one per kind of event.
    fn ways(&self, schema: &Value) -> Vec<Map<String, Value>> {
        let schema = self.resolved(schema);
        let mut ways = vec![schema["properties"].as_object().cloned().unwrap_or_default()];
        for part in list(&schema["allOf"]) {
            ways = joined(&ways, &self.ways(part));
        }
        let either: Vec<_> = ["oneOf", "anyOf"].iter().flat_map(|name| list(&schema[*name])).collect();
        if !either.is_empty() {
            ways = joined(&ways, &either.into_iter().flat_map(|part| self.ways(part)).collect::<Vec<_>>());
        }
        ways
    }

    fn field(&self, schema: &Value, place: &str, all: &mut EventShape) {
        let (schema, lines) = (self.resolved(schema), &mut EventShape::new());
        for part in ["oneOf", "anyOf", "allOf"].iter().flat_map(|name| list(&schema[*name])) {
            self.field(part, place, lines);
        }
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            self.field(field, &format!("{place}.{name}"), lines);
        }
        if schema["items"].is_object() {
            self.field(&schema["items"], &format!("{place}[]"), lines);
        }
        let worded = words(schema).next().is_some();
        lines.extend(words(schema).map(|word| format!("{place} = {}", bare(word))));
        let types = std::slice::from_ref(&schema["type"]).iter().filter(|one| one.is_string());
        for one in types.chain(list(&schema["type"])).map(bare) {
            let frozen = match one.as_str() {
                "array" | "object" => true,
                "null" => false,
                _ => worded,
            };
            if !frozen {
                lines.insert(format!("{place}: {one}"));
            }
        }
        if lines.is_empty() {
            // The schema allows any value here.
            lines.insert(place.to_owned());
        }
        all.append(lines);
    }
}

/// The product of two lists of field sets.
fn joined(these: &[Map<String, Value>], those: &[Map<String, Value>]) -> Vec<Map<String, Value>> {
    let join =
        |this: &Map<String, Value>, that: &Map<String, Value>| this.clone().into_iter().chain(that.clone()).collect();
    these.iter().flat_map(|this| those.iter().map(move |that| join(this, that))).collect()
}

fn add_shape(value: &Value, place: &str, lines: &mut EventShape) {
    lines.insert(place.to_owned());
    let kind = match value {
        Value::Object(fields) => {
            return fields.iter().for_each(|(name, value)| add_shape(value, &format!("{place}.{name}"), lines));
        }
        Value::Array(items) => return items.iter().for_each(|item| add_shape(item, &format!("{place}[]"), lines)),
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
    };
    lines.insert(format!("{place}: {kind}"));
    lines.insert(format!("{place} = {}", bare(value)));
}

/// The values of an enum schema.
fn words(schema: &Value) -> impl Iterator<Item = &Value> {
    list(&schema["enum"]).iter().chain(schema.get("const"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A text without its quotation marks, anything else as JSON.
fn bare(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
