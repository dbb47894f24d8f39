//! The league: its name and settings.

use pegout_engine::league::Settings;
use serde::Serialize;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

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
