//! The tables that are copied.

use pegout_league::PlayerId;
use rusqlite::types::Value;

/// A table that both databases have.
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns, without the checksums of plain rows: each database computes them itself.
    pub columns: &'static [(&'static str, Kind)],
    /// The columns that order its rows.
    pub order: &'static str,
}

/// The kind of a column's values. Any value may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Bytes.
    Bytes,
    /// Text.
    Text,
    /// A number.
    Number,
    /// True or false, which SQLite has as 1 and 0.
    Flag,
}

use Kind::{Bytes, Flag, Number, Text};

impl Table {
    /// The names of the columns with commas between them.
    pub fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// The values that identify a row, as text for a person.
    pub fn key_of(&self, row: &[Value]) -> String {
        let columns = self.columns.iter().zip(row);
        let of_key = columns.filter(|((name, _), _)| self.order.split(", ").any(|column| column == *name));
        let shown: Vec<String> = of_key.map(|((name, _), value)| format!("{name} = {}", shown(value))).collect();
        shown.join(", ")
    }
}

fn shown(value: &Value) -> String {
    match value {
        // As ids are written everywhere.
        Value::Blob(bytes) => match <[u8; 16]>::try_from(&bytes[..]) {
            Ok(id) => PlayerId::from_bytes(id).to_string(),
            Err(_) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        },
        Value::Text(text) => format!("{text:?}"),
        Value::Integer(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

/// The tables, each after the tables that its rows refer to.
pub const TABLES: &[Table] = &[
    Table { name: "password", columns: &[("hash", Text)], order: "hash" },
    Table {
        name: "league",
        columns: &[
            ("name", Text),
            ("settings", Text),
            ("is_set", Flag),
            ("public", Flag),
            ("address", Text),
            ("rules_since", Text),
            ("time_zone", Text),
            ("place", Text),
        ],
        order: "name",
    },
    Table {
        name: "season",
        columns: &[
            ("id", Bytes),
            ("name", Text),
            ("starts", Text),
            ("ends", Text),
            ("best_of", Number),
            ("minimum_nights", Number),
            ("average", Text),
            ("card", Text),
            ("counts", Text),
            ("from_points", Number),
        ],
        order: "id",
    },
    Table {
        name: "player",
        columns: &[("id", Bytes), ("name", Text), ("active_member", Flag), ("phone", Text), ("email", Text)],
        order: "id",
    },
    Table { name: "forgotten_player", columns: &[("id", Bytes)], order: "id" },
    Table { name: "merged_player", columns: &[("id", Bytes), ("into_id", Bytes), ("command", Bytes)], order: "id" },
    Table {
        name: "representative",
        columns: &[("id", Bytes), ("name", Text), ("key", Text), ("hash", Text), ("role", Text)],
        order: "id",
    },
    Table {
        name: "night",
        columns: &[("id", Bytes), ("season", Bytes), ("join_code", Text), ("join_secret", Bytes)],
        order: "id",
    },
    Table {
        name: "event_text",
        columns: &[("stream", Bytes), ("version", Number), ("field", Text), ("text", Text), ("salt", Text)],
        order: "stream, version, field",
    },
    Table {
        name: "free_game",
        columns: &[("id", Bytes), ("scorer", Bytes), ("touched_at", Number), ("is_played", Flag)],
        order: "id",
    },
    Table { name: "removed_game", columns: &[("id", Bytes)], order: "id" },
    Table { name: "removed_id", columns: &[("id", Bytes)], order: "id" },
    Table { name: "join_code_request", columns: &[("night", Bytes), ("id", Bytes)], order: "night, id" },
    Table { name: "device", columns: &[("hash", Bytes), ("expires_at", Number)], order: "hash" },
    Table {
        name: "token",
        columns: &[
            ("hash", Bytes),
            ("role", Text),
            ("name", Text),
            ("expires_at", Number),
            ("representative", Bytes),
            ("night", Bytes),
            ("player", Bytes),
            ("table_number", Number),
            ("began_at", Number),
            ("device", Bytes),
        ],
        order: "hash",
    },
    Table { name: "player_link", columns: &[("player", Bytes), ("hash", Bytes), ("made_at", Number)], order: "player" },
    Table { name: "display_code", columns: &[("code", Text), ("token", Bytes), ("expires_at", Number)], order: "code" },
    Table {
        name: "webhook",
        columns: &[
            ("id", Bytes),
            ("url", Text),
            ("secret", Bytes),
            ("status", Text),
            ("added_at", Number),
            ("failing_since", Number),
        ],
        order: "id",
    },
    Table {
        name: "webhook_delivery",
        columns: &[
            ("sequence", Number),
            ("webhook", Bytes),
            ("message", Bytes),
            ("type", Text),
            ("night", Bytes),
            ("body", Text),
            ("at", Number),
            ("status", Text),
            ("attempts", Number),
            ("first_attempt_at", Number),
            ("last_attempt_at", Number),
            ("http_status", Number),
            ("failure", Text),
            ("next_attempt_at", Number),
            ("leased_until", Number),
        ],
        order: "sequence",
    },
    // Their checksums are the checksum chain, which is the same in both databases.
    Table {
        name: "event",
        columns: &[("stream", Bytes), ("version", Number), ("body", Text), ("checksum", Number)],
        order: "stream, version",
    },
    Table { name: "stream", columns: &[("id", Bytes), ("version", Number), ("checksum", Number)], order: "id" },
];
