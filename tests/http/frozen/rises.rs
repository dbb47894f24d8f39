//! The schema version rises whenever an older Pegout could not fold what is written.

use serde_json::{Value, json};

use super::shape::{self, Lines, Schema};
use super::{lines, version_of_today};

/// The sentence that forbids to write what older Pegouts of this version do not know.
fn unknown(written: &Lines, frozen: &Lines, version: u32) -> Option<String> {
    let lines: Vec<&str> = written.difference(frozen).map(String::as_str).collect();
    let told = format!(
        "A Pegout of schema version {version} does not know what would be written now:\n    {}\n\
         Raise the version, so that it refuses the file with its sentence: add a migration to `VERSIONS` in \
         api/src/store/schema.rs (a comment will do where no table changes), and freeze the new version as \
         tests/http/data/databases/README.md tells.",
        lines.join("\n    ")
    );
    (!lines.is_empty()).then_some(told)
}

#[test]
fn nothing_is_written_that_the_schema_version_does_not_stand_for() {
    let version = version_of_today();
    let unknown = unknown(&shape::lines(&shape::of_today()), &lines(version), version);
    assert!(unknown.is_none(), "{}", unknown.unwrap_or_default());
}

#[test]
fn whatever_is_new_in_an_event_asks_for_a_new_version() {
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
        let told = unknown(&shape::lines(&logs), &frozen, 2).unwrap();
        assert!(told.contains(&format!("\n    {line}\n")) && told.contains("`VERSIONS`"), "{told}");
    }
}

type Doctor = fn(&mut Schema);

/// Events that may be of one more kind.
fn with_kind(events: &Value, kind: &str) -> Value {
    json!({"oneOf": [events, {"type": "object", "properties": {"kind": {"type": "string", "enum": [kind]}}}]})
}

/// Gives a field of this type to whatever has the other field.
fn field(schema: &mut Schema, beside: &str, name: &str, kind: &str) {
    everywhere(schema, &mut |place| {
        if place["properties"].get(beside).is_some() {
            place["properties"][name] = json!({"type": kind});
        }
    });
}

/// Allows a word wherever the other may stand.
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
