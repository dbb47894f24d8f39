//! What the league has set.

use pegout_engine::league::Settings;
use rusqlite::OptionalExtension;
use serde::Serialize;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::{Store, StoreError, unreadable};

/// The league: its name, and how its nights go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct League {
    /// The league's name.
    pub name: String,
    /// What it has set.
    #[serde(flatten)]
    pub settings: Settings,
}

impl Default for League {
    fn default() -> League {
        League { name: "Cribbage league".to_owned(), settings: Settings::default() }
    }
}

impl PartialSchema for League {
    /// That of the settings, which know no other fields than theirs, with the name.
    fn schema() -> RefOr<Schema> {
        let mut schema = Settings::schema();
        if let RefOr::T(Schema::Object(league)) = &mut schema {
            league.description = Some("The league: its name, and how its nights go.".to_owned());
            let name = ObjectBuilder::new().schema_type(Type::String).description(Some("The league's name."));
            league.properties.shift_insert(0, "name".to_owned(), name.examples(["Thursday Cribbage League"]).into());
            league.required.insert(0, "name".to_owned());
        }
        schema
    }
}

impl ToSchema for League {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Settings::schemas(schemas);
    }
}

impl Store {
    /// The league as it was set last.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub async fn league(&self) -> Result<League, StoreError> {
        let league = self.read(|connection| {
            let mut select = connection.prepare_cached("SELECT name, settings FROM league")?;
            let row = select.query_row([], |row| {
                let settings: String = row.get(1)?;
                Ok(League { name: row.get(0)?, settings: serde_json::from_str(&settings).map_err(unreadable)? })
            });
            row.optional()
        });
        Ok(league.await?.unwrap_or_default())
    }

    /// Sets the league anew, and says whether it is the first time.
    ///
    /// # Errors
    ///
    /// When nothing can be stored.
    pub async fn put_league(&self, league: League) -> Result<bool, StoreError> {
        let settings = serde_json::to_string(&league.settings).expect("settings have no map whose keys are not text");
        self.write(move |connection| {
            let first = connection.execute(
                "INSERT INTO league (only, name, settings) VALUES (1, ?1, ?2) ON CONFLICT DO NOTHING",
                [&league.name, &settings],
            )? == 1;
            if !first {
                connection.execute("UPDATE league SET name = ?1, settings = ?2", [&league.name, &settings])?;
            }
            Ok(first)
        })
        .await
    }
}
