//! The events of a log, the taps of a phone and the rules, as the page has them in JSON. Times are milliseconds since 1970.
//!
//! The fields are read one by one. The service reads its logs and requests with the engine's own readers. They would make
//! the file for browsers a third larger.

use std::cell::Cell;
use std::str::FromStr;

use pegout_engine::Time;
use pegout_engine::game::{
    AmendedPeg, AmendmentId, ChangeId, ConfirmationId, DealId, DeviceId, Direction, Event, EventKind, FinalScores,
    GameId, Metadata, Occasion, Peg, PegId, Previous, Role, Setup, Side, SideChange,
};
use pegout_engine::id::{CommandId, NightId};
use serde_json::{Map, Value};

use crate::rules;

/// An event of `GET /games/{id}/history`, a tap of the outbox, or the body of its request.
///
/// A field that is missing or cannot be read has a default, and the record is then unreadable as a whole. A field that is
/// not known here is passed over, as the service does with its logs.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    fields: &'a Map<String, Value>,
    is_unreadable: &'a Cell<bool>,
}

/// Reads the records of a list. Returns `None` if one of them cannot be read.
pub(crate) fn read_records<T>(list: &[Value], read: impl Fn(Record<'_>) -> Option<T>) -> Option<Vec<T>> {
    let (nothing, is_unreadable) = (Map::new(), Cell::new(false));
    let fields = list.iter().map(|value| value.as_object().unwrap_or(&nothing));
    let values = fields.map(|fields| read(Record { fields, is_unreadable: &is_unreadable })).collect();
    if is_unreadable.get() { None } else { values }
}

impl<'a> Record<'a> {
    /// A field, unless it is left out or `null`.
    fn field(self, name: &str) -> Option<&'a Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// Marks the record as unreadable if there is no value.
    fn checked<T>(self, value: Option<T>) -> Option<T> {
        if value.is_none() {
            self.is_unreadable.set(true);
        }
        value
    }

    /// The value of a field that the record must have.
    pub fn needed<T: Default>(self, value: Option<T>) -> T {
        self.checked(value).unwrap_or_default()
    }

    /// Marks the record as unreadable if it has another field, or a `null` in one of `names`.
    pub fn check_names(self, names: &[&str], nullable: &[&str]) {
        let is_known = |(name, value): (&String, &Value)| {
            nullable.contains(&name.as_str()) || names.contains(&name.as_str()) && !value.is_null()
        };
        self.checked(self.fields.iter().all(is_known).then_some(()));
    }

    pub fn has(self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    /// The record in a field.
    pub fn part(self, name: &str) -> Option<Record<'a>> {
        let fields = self.checked(self.field(name)?.as_object())?;
        Some(Record { fields, ..self })
    }

    /// The body of the request of a tap.
    pub fn body(self) -> Record<'a> {
        self.part("body").unwrap_or(self)
    }

    pub fn text(self, name: &str) -> Option<&'a str> {
        self.checked(self.field(name)?.as_str())
    }

    /// A text with a form, such as a card.
    pub fn formed<T: FromStr>(self, name: &str) -> Option<T> {
        self.checked(self.text(name)?.parse().ok())
    }

    /// The bytes of an id.
    fn bytes(self, name: &str) -> Option<[u8; 16]> {
        self.formed::<GameId>(name).map(GameId::bytes)
    }

    fn needed_bytes(self, name: &str) -> [u8; 16] {
        self.needed(self.bytes(name))
    }

    pub fn game(self) -> GameId {
        GameId::from_bytes(self.needed_bytes("game"))
    }

    pub fn peg_id(self, name: &str) -> PegId {
        PegId::from_bytes(self.needed_bytes(name))
    }

    pub fn amendment(self) -> AmendmentId {
        AmendmentId::from_bytes(self.needed_bytes("id"))
    }

    pub fn confirmation(self) -> ConfirmationId {
        ConfirmationId::from_bytes(self.needed_bytes("id"))
    }

    pub fn change(self) -> ChangeId {
        ChangeId::from_bytes(self.needed_bytes("id"))
    }

    pub fn deal_id(self, name: &str) -> DealId {
        DealId::from_bytes(self.needed_bytes(name))
    }

    pub fn command(self) -> Option<CommandId> {
        self.bytes("id").map(CommandId::from_bytes)
    }

    fn integer(self, value: &Value) -> Option<i64> {
        self.checked(value.as_i64())
    }

    pub fn number(self, name: &str) -> Option<u32> {
        self.checked(u32::try_from(self.integer(self.field(name)?)?).ok())
    }

    /// A number up to 255: a side, a seat, or points.
    pub fn small(self, name: &str) -> Option<u8> {
        self.checked(u8::try_from(self.number(name)?).ok())
    }

    pub fn needed_small(self, name: &str) -> u8 {
        self.needed(self.small(name))
    }

    pub fn truth(self, name: &str) -> Option<bool> {
        self.checked(self.field(name)?.as_bool())
    }

    pub fn time(self, name: &str) -> Option<Time> {
        self.checked(Time::from_millis(self.integer(self.field(name)?)?))
    }

    fn list(self, name: &str) -> Option<&'a Vec<Value>> {
        self.checked(self.field(name)?.as_array())
    }

    fn numbers(self, name: &str) -> Option<Vec<u32>> {
        let number = |value| self.needed(self.integer(value).and_then(|number| number.try_into().ok()));
        Some(self.list(name)?.iter().map(number).collect())
    }

    pub fn smalls(self, name: &str) -> Option<Vec<u8>> {
        let small = |number| self.needed(u8::try_from(number).ok());
        Some(self.numbers(name)?.into_iter().map(small).collect())
    }

    pub fn three(self, numbers: &[u8]) -> [u8; 3] {
        self.needed(numbers.try_into().ok())
    }

    pub fn scores(self) -> Option<Vec<u8>> {
        self.smalls("scores")
    }

    fn directions(self) -> Option<Vec<Direction>> {
        let direction =
            |value: &Value| if value.as_i64() == Some(-1) { Direction::CounterClockwise } else { Direction::Clockwise };
        Some(self.list("crash_directions")?.iter().map(direction).collect())
    }

    fn texts(self, name: &str) -> Option<Vec<String>> {
        let text = |value: &Value| self.needed(value.as_str().map(str::to_owned));
        Some(self.list(name)?.iter().map(text).collect())
    }

    pub fn cards<T: FromStr>(self) -> Option<Vec<T>> {
        Some(self.texts("cards")?.iter().filter_map(|card| self.checked(card.parse().ok())).collect())
    }

    fn named_sides(self) -> Option<Vec<Record<'a>>> {
        let side = |value: &'a Value| self.checked(value.as_object()).map(|fields| Record { fields, ..self });
        Some(self.list("sides")?.iter().filter_map(side).collect())
    }

    /// New names of the sides.
    pub fn side_changes(self) -> Option<Vec<SideChange>> {
        let change = |side: Record<'_>| SideChange {
            name: side.text("name").map(str::to_owned),
            players: side.texts("players"),
        };
        Some(self.named_sides()?.into_iter().map(change).collect())
    }

    fn sides(self) -> Vec<Side> {
        let read = |(place, side): (usize, Record<'_>)| match (side.text("name"), side.texts("players")) {
            (Some(name), Some(players)) => {
                Side { named: side.truth("named").unwrap_or(true), ..Side::new(name.to_owned(), players) }
            }
            (_, players) => Side::unnamed(place, players),
        };
        self.needed(self.named_sides()).into_iter().enumerate().map(read).collect()
    }

    pub fn final_scores(self) -> FinalScores {
        let [winner, loser, short_by] = ["winner", "loser", "short_by"].map(|name| self.small(name));
        FinalScores { scores: self.scores(), winner, loser, short_by }
    }

    /// The phone of a peg. Logs that are shown to people number the phones of a game, from 0, and hide their ids.
    fn device(self) -> Option<DeviceId> {
        let Some(phone) = self.number("phone") else { return self.bytes("device").map(DeviceId::from_bytes) };
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&phone.to_be_bytes());
        Some(DeviceId::from_bytes(bytes))
    }

    /// The peg of this id. `tapped_at` is the field with its time.
    pub fn peg(self, id: PegId, tapped_at: &str) -> Peg {
        Peg {
            id,
            side: self.needed_small("side"),
            player: self.small("player"),
            points: self.needed_small("points"),
            earned_by: self.formed("for").unwrap_or_default(),
            cards: self.cards(),
            starter: self.formed("starter"),
            tapped_at: self.time(tapped_at),
            deal: self.number("deal"),
            device: self.device(),
        }
    }

    fn amended_peg(self) -> AmendedPeg {
        let peg = self.peg(self.peg_id("peg"), "tapped_at");
        let Peg { id: peg, side, player, points, earned_by, cards, starter, tapped_at, .. } = peg;
        AmendedPeg { id: self.amendment(), peg, side, player, points, earned_by, cards, starter, tapped_at }
    }

    fn setup(self) -> Setup {
        let previous = self.bytes("rematch_of").map(GameId::from_bytes);
        let previous = previous.map(|game| Previous { game, tally: self.needed(self.numbers("tally")) });
        let table = Occasion::Table { scorer: None, previous };
        let night = self.bytes("night").map(NightId::from_bytes);
        Setup {
            game: self.game(),
            sides: self.sides(),
            rules: self.part("rules").map(rules::read).unwrap_or_default(),
            first_dealer: self.needed_small("first_dealer"),
            first_dealer_known: self.truth("first_dealer_known").unwrap_or(true),
            crash_directions: self.directions(),
            occasion: night.map_or(table, |night| Occasion::League { night }),
        }
    }

    /// The event of a log. Its author has no token.
    pub fn event(self) -> Option<Event> {
        let (at, by) = (self.time("at")?, self.text("by").map(str::to_owned));
        let metadata = Metadata { at, by, role: self.formed("role").unwrap_or(Role::Scorer), token: None };
        Some(Event { metadata, kind: self.kind()? })
    }

    fn kind(self) -> Option<EventKind> {
        let reason = || self.text("reason").map(str::to_owned);
        let number = || self.needed(self.number("number"));
        Some(match self.text("kind")? {
            "begun" => EventKind::Begun(self.setup()),
            "pegged" => EventKind::Pegged(self.peg(self.peg_id("id"), "tapped_at")),
            "peg_amended" => EventKind::PegAmended(self.amended_peg()),
            "peg_taken_back" => EventKind::PegTakenBack { peg: self.peg_id("peg") },
            "deal_begun" => EventKind::DealBegun { number: number(), deal: self.deal_id("deal") },
            "deal_taken_back" => EventKind::DealTakenBack { number: number() },
            "result_entered" => {
                let scores = self.needed(self.scores());
                EventKind::ResultEntered { scores, reason: reason(), device: None, id: self.command() }
            }
            "result_taken_back" => EventKind::ResultTakenBack,
            "result_confirmed" => {
                EventKind::ResultConfirmed { id: self.confirmation(), side: self.needed_small("side"), device: None }
            }
            "result_contested" => {
                let (id, side) = (self.confirmation(), self.needed_small("side"));
                EventKind::ResultContested { id, side, scores: self.scores(), device: None }
            }
            "voided" => EventKind::Voided { reason: reason(), id: self.command() },
            "void_taken_back" => EventKind::VoidTakenBack,
            "rematch_begun" => EventKind::RematchBegun {
                game: self.game(),
                first_dealer: self.small("first_dealer"),
                crash_directions: self.directions(),
            },
            "renamed" => EventKind::Renamed { id: self.change(), sides: self.needed(self.side_changes()) },
            "first_dealer_set" => {
                EventKind::FirstDealerSet { id: self.change(), first_dealer: self.needed_small("first_dealer") }
            }
            "reseated" => EventKind::Reseated { sides: self.sides() },
            "tally_carried" => EventKind::TallyCarried { tally: self.needed(self.numbers("tally")) },
            _ => return None,
        })
    }
}
