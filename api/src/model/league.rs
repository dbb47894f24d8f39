//! The league: its name and settings.

use pegout_engine::league::Settings;
use serde::Serialize;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The league: its name and settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct League {
    /// The league's name.
    pub name: String,
    /// Its settings.
    #[serde(flatten)]
    pub settings: Settings,
}

impl Default for League {
    fn default() -> League {
        League { name: "Cribbage league".to_owned(), settings: Settings::default() }
    }
}

impl PartialSchema for League {
    /// The schema of the settings, which accepts no other fields, with the name added.
    fn schema() -> RefOr<Schema> {
        let mut schema = Settings::schema();
        if let RefOr::T(Schema::Object(league)) = &mut schema {
            league.description = Some("The league: its name and settings.".to_owned());
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
