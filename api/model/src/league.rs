//! The league: its name, settings, seasons and time zone.

use jiff::tz::TimeZone;
use pegout_engine::Rules;
use pegout_league::{Average, Card, Counts, Date, FirstDealer, Format, FullCard, HandOuts, SeasonId, Settings};
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::contact::{Place, WebAddress};

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
    /// The day when its rules were last changed; `None` if that day was not recorded.
    pub rules_since: Option<Date>,
    /// The time zone of the hall.
    pub time_zone: Option<TimeZoneName>,
    /// The place where it plays.
    pub place: Option<Place>,
}

impl Serialize for League {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let League { name, settings, is_public, address, rules_since, time_zone, place } = self;
        let answer = Answer {
            name,
            rules: &settings.rules,
            games_per_night: settings.games_per_night,
            fee: settings.fee,
            draw_part: settings.draw_part,
            draw_percent: settings.draw_percent,
            pot_percent: settings.pot_percent,
            prize_shares: &settings.prize_shares,
            full_card: settings.full_card,
            first_dealer: settings.first_dealer,
            hand_outs: settings.hand_outs,
            format: settings.format,
            card: settings.card,
            public: *is_public,
            address: address.as_ref().map(|address| address.0.as_str()),
            rules_since: *rules_since,
            time_zone: time_zone.as_ref().map(|zone| zone.0.as_str()),
            place: place.as_ref().map(|place| place.0.as_str()),
        };
        answer.serialize(serializer)
    }
}

/// The league: its name and settings.
#[derive(Serialize, ToSchema)]
struct Answer<'a> {
    /// The league's name.
    #[schema(examples("Thursday Cribbage League"))]
    name: &'a str,
    /// The rules the games are played by.
    rules: &'a Rules,
    /// The number of rounds of a night, unless that night has its own number.
    #[schema(minimum = 1, maximum = 20)]
    games_per_night: u16,
    /// The fee that each player pays for a night, in cents.
    #[schema(minimum = 0, maximum = 100_000)]
    fee: u32,
    /// The part of each fee that goes to the 50/50, in cents: the drawn player's part and supplies.
    #[schema(minimum = 0, maximum = 100_000)]
    draw_part: u32,
    /// The part of the 50/50 that the drawn player gets, in percent; the rest is for supplies.
    #[schema(minimum = 0, maximum = 100)]
    draw_percent: u8,
    /// The prize pot as a part of the other fees, in percent; the rest is for activities.
    #[schema(minimum = 0, maximum = 100)]
    pot_percent: u8,
    /// The part of the pot that each place gets, from the first on, in percent: 100 together at most.
    #[schema(max_items = 20)]
    prize_shares: &'a [u8],
    /// The rule for full cards.
    full_card: FullCard,
    /// The way to find the seat that deals first at each table.
    first_dealer: FirstDealer,
    /// The way to count hand-outs: `ticked` in a new league.
    hand_outs: HandOuts,
    /// The format of a night without a format of its own.
    format: Format,
    /// The numbers that order the cards of a night without a card of its own.
    card: Card,
    /// True if everybody sees the lists of nights and seasons, and the prizes. False in a new league.
    public: bool,
    /// The address of the club's page on the web; `null` for no page.
    #[schema(required = true, format = "uri", examples("https://example.org/cribbage"))]
    address: Option<&'a str>,
    /// The day when the rules came into force; `null` if nobody has set them, or if the day was not recorded.
    #[schema(required = true, examples("2026-10-07"))]
    rules_since: Option<Date>,
    /// The time zone of the hall by its IANA name, for calendars; `null` if it is not set.
    #[schema(required = true, examples("America/Toronto"))]
    time_zone: Option<&'a str>,
    /// The place where the league plays, for calendars; `null` if it is not set.
    #[schema(required = true, examples("Legion Hall, 12 Main Street"))]
    place: Option<&'a str>,
}

/// The league of a new database.
impl Default for League {
    fn default() -> League {
        let settings = Settings {
            full_card: FullCard::Excused,
            first_dealer: FirstDealer::Drawn,
            hand_outs: HandOuts::Ticked,
            ..Settings::default()
        };
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
    fn schema() -> RefOr<Schema> {
        Answer::schema()
    }
}

impl ToSchema for League {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Answer::schemas(schemas);
    }
}

/// A season: nights from one day to another that make one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Season {
    /// The season's id.
    pub id: SeasonId,
    /// Its name.
    #[schema(examples("Winter 2026"))]
    pub name: String,
    /// Its first day.
    pub starts: Date,
    /// Its last day, not before the first.
    pub ends: Date,
    /// The number of a player's best full cards that count; `null` for all of them.
    #[schema(required = true, minimum = 1, maximum = 1000)]
    pub best_of: Option<u16>,
    /// The number of full cards that a player needs to be ranked.
    #[schema(minimum = 1, maximum = 1000)]
    pub minimum_nights: u16,
    /// The average that ranks its players.
    pub average: Average,
    /// The card of the nights that count.
    pub card: Card,
    /// The number that ranks its players: the average, or the sum of the cards that count.
    pub counts: Counts,
    /// The fewest game points of a card that counts in a sum; `null` if every full card counts.
    #[schema(required = true, minimum = 0, maximum = 60)]
    pub from_points: Option<u16>,
}

impl Season {
    /// Returns true for a day of the season.
    pub fn contains(&self, date: Date) -> bool {
        (self.starts..=self.ends).contains(&date)
    }

    /// Returns true if a night may be moved to a day: one of the season, or one that is nearer to it than before.
    pub fn may_move(&self, from: Date, to: Date) -> bool {
        self.contains(to) || (from <= to && to < self.starts) || (self.ends < to && to <= from)
    }
}

/// The most letters in the name of a time zone.
const TIME_ZONE_LENGTH: usize = 64;

/// The name of a time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeZoneName(pub String);

impl TimeZoneName {
    /// Parses the name, in capitals or small letters. The error is a sentence about it.
    pub fn parse(given: &str) -> Result<TimeZoneName, String> {
        let name = given.trim();
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "/_+-".contains(letter);
        let zone = Some(name).filter(|name| given.len() <= TIME_ZONE_LENGTH && name.chars().all(is_allowed));
        let zone = zone.and_then(|name| TimeZone::get(name).ok());
        zone.as_ref().and_then(TimeZone::iana_name).map(|name| TimeZoneName(name.to_owned())).ok_or_else(|| {
            let given: String = name.chars().take(40).collect();
            format!("“{given}” is no time zone: write its IANA name like America/Toronto, or leave it out.")
        })
    }

    /// The time zone; `None` if this machine does not know it.
    pub fn zone(&self) -> Option<TimeZone> {
        TimeZone::get(&self.0).ok()
    }
}

impl<'de> Deserialize<'de> for TimeZoneName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeZoneName, D::Error> {
        TimeZoneName::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl PartialSchema for TimeZoneName {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A time zone by its name in the IANA database."))
            .max_length(Some(TIME_ZONE_LENGTH))
            .examples(["America/Toronto"])
            .into()
    }
}

impl ToSchema for TimeZoneName {}
