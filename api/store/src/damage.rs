//! Damage: what is stored is not as it was written.

use thiserror::Error;

use super::StreamId;

/// A part of what is stored that is damaged, as a sentence. Nothing is answered from it, and everything else goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// The events of a game or a night.
    #[error("{} is damaged in the database, so nothing of it is shown; all others go on. {ADVICE}", name(.0))]
    Stream(StreamId),
    /// The rows of a table.
    #[error("The table \"{0}\" of the database is damaged, so nothing is answered from it. {ADVICE}")]
    Table(&'static str),
    /// A copy of the whole database.
    #[error("The database is damaged, so no backup of it is given out. {ADVICE}")]
    Database,
}

/// The damage that a look at the whole store has found: a sentence for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// That of the file and its tables, which everybody needs.
    pub of_database: Vec<String>,
    /// That of single games and nights, beside which everything else goes on.
    pub of_streams: Vec<String>,
}

const ADVICE: &str =
    "Ask whoever looks after Pegout to run \"pegout check\", and to go back to a backup with \"pegout restore\".";

fn name(stream: &StreamId) -> String {
    match stream {
        StreamId::Game(id) => format!("The game {id}"),
        StreamId::Night(id) => format!("The night {id}"),
    }
}
