//! The league: its name and settings.

use pegout_engine::league::{Date, FirstDealer, FullCard, Settings};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::model::contact::{Place, WebAddress};
use crate::model::time_zone::TimeZoneName;

/// The league: its name and settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct League {
    /// The league's name.
    pub name: String,
    /// Its settings.
    pub settings: Settings,
    /// True if everybody sees the lists of nights and seasons, and the prizes.
    pub is_public: bool,
    /// The address of its page on the web.
    pub address: Option<WebAddress>,
    /// The day when its rules were last changed; unknown where that was before days were kept.
    pub rules_since: Option<Date>,
    /// The time zone of the hall.
    pub time_zone: Option<TimeZoneName>,
    /// The place where it plays.
    pub place: Option<Place>,
}

impl Serialize for League {
    /// Unlike stored settings it always has every rule, and says when a card is full and who deals first.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let League { name, settings, is_public, address, rules_since, time_zone, place } = self;
        let mut fields = Map::from_iter([("name".to_owned(), json!(name))]);
        if let Value::Object(stored) = serde_json::to_value(settings).map_err(S::Error::custom)? {
            fields.extend(stored);
        }
        fields.extend([
            ("rules".to_owned(), json!(settings.rules)),
            ("full_card".to_owned(), json!(settings.full_card)),
            ("first_dealer".to_owned(), json!(settings.first_dealer)),
            ("public".to_owned(), json!(is_public)),
            ("address".to_owned(), json!(address.as_ref().map(|address| &address.0))),
            ("rules_since".to_owned(), json!(rules_since)),
            ("time_zone".to_owned(), json!(time_zone.as_ref().map(|zone| &zone.0))),
            ("place".to_owned(), json!(place.as_ref().map(|place| &place.0))),
        ]);
        fields.serialize(serializer)
    }
}

impl League {
    /// The league of a new database.
    pub fn new() -> League {
        let settings =
            Settings { full_card: FullCard::Excused, first_dealer: FirstDealer::Drawn, ..Settings::default() };
        League {
            name: "Cribbage league".to_owned(),
            settings,
            is_public: false,
            address: None,
            rules_since: None,
            time_zone: None,
            place: None,
        }
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
            let public = ObjectBuilder::new().schema_type(Type::Boolean).description(Some(
                "True if everybody sees the lists of nights and seasons, and the prizes. False in a new league.",
            ));
            league.properties.insert("public".to_owned(), public.into());
            league.required.push("public".to_owned());
            let address = ObjectBuilder::new()
                .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
                .format(Some(SchemaFormat::Custom("uri".to_owned())))
                .description(Some("The address of the club's page on the web; `null` where it has none."));
            league.properties.insert("address".to_owned(), address.examples(["https://example.org/cribbage"]).into());
            league.required.push("address".to_owned());
            let since = ObjectBuilder::new()
                .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
                .format(Some(SchemaFormat::Custom("date".to_owned())))
                .description(Some(
                    "The day since when the rules have been in force; `null` where nobody has set them, or did so before \
                     the service kept that day.",
                ));
            league.properties.insert("rules_since".to_owned(), since.examples(["2026-10-07"]).into());
            league.required.push("rules_since".to_owned());
            let zone = ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Null])).description(
                Some("The time zone of the hall by its IANA name, for calendars; `null` where nobody has said."),
            );
            league.properties.insert("time_zone".to_owned(), zone.examples(["America/Toronto"]).into());
            league.required.push("time_zone".to_owned());
            let place = ObjectBuilder::new()
                .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
                .description(Some("The place where the league plays, for calendars; `null` where nobody has said."));
            league.properties.insert("place".to_owned(), place.examples(["Legion Hall, 12 Main Street"]).into());
            league.required.push("place".to_owned());
        }
        schema
    }
}

impl ToSchema for League {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Settings::schemas(schemas);
    }
}
