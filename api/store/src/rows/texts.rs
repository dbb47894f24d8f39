//! The rows of the free texts of the log, each with its event and its field.

use async_trait::async_trait;
use futures_util::FutureExt;

use crate::StoreError;
use crate::db::{Db, DbError, HasBackend, Value, any_of, read, write};
use pegout_model::player::PlayerText;

/// The place of a free text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextKey {
    /// The bytes of the stream's id.
    pub stream: [u8; 16],
    /// The version of the event.
    pub version: u64,
    /// The field of the event.
    pub field: String,
}

/// The free texts of a database.
#[async_trait]
pub trait TextStore: HasBackend {
    /// The free texts of the log, each once, in the order of the alphabet.
    async fn texts(&self) -> Result<Vec<PlayerText>, StoreError> {
        read(self.backend(), &["event_text"], (), |db, ()| all(db).boxed()).await
    }

    /// Removes these texts from all events, and from the write-ahead log. Returns the number of events that had one.
    async fn remove_texts(&self, texts: Vec<String>) -> Result<usize, StoreError> {
        let removed = write(self.backend(), texts, |db, texts| remove(db, texts).boxed()).await;
        self.backend().list_forgotten().await;
        let count = removed?;
        self.backend().erase_deleted().await?;
        Ok(count)
    }
}

impl<B: HasBackend> TextStore for B {}

async fn all(db: &dyn Db) -> Result<Vec<PlayerText>, DbError> {
    let select = "SELECT text, count(*) FROM event_text WHERE salt <> '' GROUP BY text";
    let texts = db.query(select, &[]).await?;
    let texts = texts.iter().map(|row| Ok(PlayerText { text: row.get(0)?, events: row.get(1)? }));
    let mut texts: Vec<PlayerText> = texts.collect::<Result<_, DbError>>()?;
    // The databases sort texts each in its own way.
    texts.sort_by(|a, b| a.text.cmp(&b.text));
    Ok(texts)
}

async fn remove(db: &dyn Db, texts: &[String]) -> Result<usize, DbError> {
    let (names, texts) = any_of(1, texts.iter().map(Value::from).collect());
    let update = format!("UPDATE event_text SET text = '', salt = '' WHERE text IN ({names}) AND salt <> ''");
    Ok(db.execute(&update, &texts).await? as usize)
}

/// The places of removed texts.
pub async fn removed(db: &dyn Db) -> Result<Vec<TextKey>, DbError> {
    let select = "SELECT stream, version, field FROM event_text WHERE salt = '' ORDER BY stream, version, field";
    let rows = db.query(select, &[]).await?;
    rows.iter().map(|row| Ok(TextKey { stream: row.get(0)?, version: row.get(1)?, field: row.get(2)? })).collect()
}

/// Removes the texts at these places, as far as they are there.
pub async fn remove_at(db: &dyn Db, keys: &[TextKey]) -> Result<(), DbError> {
    let update = "UPDATE event_text SET text = '', salt = ''
                  WHERE stream = $1 AND version = $2 AND field = $3 AND salt <> ''";
    for TextKey { stream, version, field } in keys {
        db.execute(update, &[(*stream).into(), (*version).into(), field.into()]).await?;
    }
    Ok(())
}
