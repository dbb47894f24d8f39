//! The schema version must rise with every event that an older Pegout cannot read.

use serde_json::{Value, json};

use super::shape::{self, EventShape, Schema};
use super::{lines, release_of_today, version_of_today};

/// The failure message for lines that a Pegout of this schema version does not know, if there are any.
fn unknown(written: &EventShape, frozen: &EventShape, version: u32) -> Option<String> {
    let lines: Vec<&str> = written.difference(frozen).map(String::as_str).collect();
    let message = format!(
        "A Pegout of schema version {version} does not know what would be written now:\n    {}\n\
         Raise the version, so that it refuses the file with its sentence: add a migration to `MIGRATIONS` in \
         api/store/src/sqlite/schema.rs (a comment will do where no table changes), and freeze the next release as \
         tests/http/data/releases/README.md describes.",
        lines.join("\n    ")
    );
    (!lines.is_empty()).then_some(message)
}

#[test]
fn no_event_has_a_shape_unknown_to_the_schema_version() {
    let written = shape::lines(&shape::of_today());
    let unknown = unknown(&written, &lines(&release_of_today()), version_of_today());
    assert!(unknown.is_none(), "{}", unknown.unwrap_or_default());
}

#[test]
fn every_new_event_shape_needs_a_new_schema_version() {
    let frozen = shape::lines(&shape::of_today());
    let doctored: [(usize, Doctor, &str); 7] = [
        (0, |game| game.root = with_kind(&game.root, "doctored"), "game doctored"),
        (0, |game| field(game, "heels_can_win", "doctored", "boolean"), "game begun rules.doctored: boolean"),
        (0, |game| field(game, "tapped_at", "doctored", "boolean"), "game pegged doctored: boolean"),
        (0, |game| field(game, "tapped_at", "points", "null"), "game pegged points: null"),
        (0, |game| word(game, "muggins", "doctored"), "game pegged for = doctored"),
        (0, |game| word(game, "scorer", "doctored"), "stamp role = doctored"),
        (
            1,
            |night| field(night, "pot_percent", "doctored", "integer"),
            "night settings_taken settings.doctored: integer",
        ),
    ];
    for (log, doctor, line) in doctored {
        let mut logs = shape::of_today();
        doctor(&mut logs[log].1);
        let message = unknown(&shape::lines(&logs), &frozen, 2).unwrap();
        assert!(message.contains(&format!("\n    {line}\n")) && message.contains("`MIGRATIONS`"), "{message}");
    }
}

type Doctor = fn(&mut Schema);

/// The schema of events with one more kind.
fn with_kind(events: &Value, kind: &str) -> Value {
    json!({"oneOf": [events, {"type": "object", "properties": {"kind": {"type": "string", "enum": [kind]}}}]})
}

/// Adds a field of this type to every object that has the field `beside`.
fn field(schema: &mut Schema, beside: &str, name: &str, kind: &str) {
    everywhere(schema, &mut |place| {
        if place["properties"].get(beside).is_some() {
            place["properties"][name] = json!({"type": kind});
        }
    });
}

/// Adds a word to every enum that has the word `beside`.
fn word(schema: &mut Schema, beside: &str, word: &str) {
    everywhere(schema, &mut |place| {
        let words = place.get_mut("enum").and_then(Value::as_array_mut);
        if let Some(words) = words.filter(|words| words.contains(&json!(beside))) {
            words.push(json!(word));
        }
    });
}

fn everywhere(schema: &mut Schema, change: &mut impl FnMut(&mut Value)) {
    schema.named.values_mut().for_each(|named| within(named, change));
    within(&mut schema.root, change);
}

fn within(value: &mut Value, change: &mut impl FnMut(&mut Value)) {
    match value {
        Value::Object(_) => {
            if value.get("properties").is_some() || value.get("enum").is_some() {
                change(value);
            }
            value.as_object_mut().into_iter().flatten().for_each(|(_, part)| within(part, change));
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| within(part, change)),
        _ => {}
    }
}
