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
         api/src/store/file.rs (a comment will do where no table changes), and freeze the new version as \
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
    let boolean = || json!({"type": "boolean"});
    let doctored: [(fn(&mut Schema, Value), &str); 6] = [
        (|game, _| game.root = kind(&game.root, "burnt"), "game burnt"),
        (|game, new| game.named["Rules"]["properties"]["lowball"] = new, "game begun rules.lowball: boolean"),
        (|game, new| game.named["Peg"]["properties"]["late"] = new, "game pegged late: boolean"),
        (|game, _| word(&mut game.named["PegFor"], "renege"), "game pegged for = renege"),
        (|game, _| word(&mut game.named["Role"], "umpire"), "stamp role = umpire"),
        (
            |game, _| game.named["Peg"]["properties"]["points"]["type"] = json!(["integer", "null"]),
            "game pegged points: null",
        ),
    ];
    for (doctor, line) in doctored {
        let mut logs = shape::of_today();
        doctor(&mut logs[0].1, boolean());
        let told = unknown(&shape::lines(&logs), &frozen, 2).unwrap();
        assert!(told.contains(&format!("\n    {line}\n")) && told.contains("`VERSIONS`"), "{told}");
    }
    let mut logs = shape::of_today();
    logs[1].1.named["LeagueSettings"]["properties"]["tip"] = json!({"type": "integer"});
    let told = unknown(&shape::lines(&logs), &frozen, 2).unwrap();
    assert!(told.contains("\n    night settings_taken settings.tip: integer\n"), "{told}");
}

/// Events that may be of one more kind.
fn kind(events: &Value, kind: &str) -> Value {
    json!({"oneOf": [events, {"type": "object", "properties": {"kind": {"type": "string", "enum": [kind]}}}]})
}

fn word(schema: &mut Value, word: &str) {
    schema["enum"].as_array_mut().unwrap().push(json!(word));
}
