//! The versions of the rows that servers keep in memory. Triggers raise them.

use deadpool_postgres::GenericClient;

use crate::postgres::failure::Failure;
use crate::postgres::statement::query;
use crate::postgres::value::value;
use crate::{Revisions, Subject};

/// All of them.
pub async fn all(client: &impl GenericClient) -> Result<Revisions, Failure> {
    let mut revisions = Revisions::new();
    for row in query(client, "SELECT subject, version FROM revision", &[]).await? {
        // Several that are unknown count together: the sum changes with each.
        *revisions.entry(subject(value(&row, 0)?)).or_default() += value::<i64>(&row, 1)?;
    }
    Ok(revisions)
}

fn subject(word: &str) -> Subject {
    match word {
        "tokens" => Subject::Tokens,
        "league" => Subject::League,
        "names" => Subject::Names,
        "persons" => Subject::Persons,
        _ => Subject::Unknown,
    }
}
