//! The league: its name and settings.

use pegout_engine::Rules;
use pegout_league::{Date, FirstDealer, FullCard, HandOuts, Settings};
use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::contact::{Place, WebAddress};
use crate::time_zone::TimeZoneName;

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
    /// The rule by which a card is full.
    full_card: FullCard,
    /// The way to find the seat that deals first at each table.
    first_dealer: FirstDealer,
    /// The way to count hand-outs: `ticked` in a new league.
    hand_outs: HandOuts,
    /// True if everybody sees the lists of nights and seasons, and the prizes. False in a new league.
    public: bool,
    /// The address of the club's page on the web; `null` where it has none.
    #[schema(required = true, format = "uri", examples("https://example.org/cribbage"))]
    address: Option<&'a str>,
    /// The day since when the rules have been in force; `null` where nobody has set them, or did so before the service
    /// kept that day.
    #[schema(required = true, examples("2026-10-07"))]
    rules_since: Option<Date>,
    /// The time zone of the hall by its IANA name, for calendars; `null` where nobody has said.
    #[schema(required = true, examples("America/Toronto"))]
    time_zone: Option<&'a str>,
    /// The place where the league plays, for calendars; `null` where nobody has said.
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
