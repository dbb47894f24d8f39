//! The questions that the page asks: a text in, an answer as JSON out.
//!
//! A question is lines: lists of cards or plays with commas between them, and the rules as JSON in the last line. An
//! empty line for the rules means the default rules.

use std::fmt::Display;
use std::str::FromStr;

use pegout_engine::fault::{Fault, Kind};
use pegout_engine::game::{Outcome, PegFor};
use pegout_engine::rules::Skunk;
use pegout_engine::{AnyHand, Crib, Discard, HeldCard, Opponent, Play, PlayedCard, Rules, Turn};
use serde::Serialize;
use serde_json::Value;

use crate::record::read_records;
use crate::rules;

/// Counts a hand or a crib. The lines: the cards, the starter or nothing, the rules. Answers with the `Show` of the HTTP
/// interface.
pub fn count(text: &str, is_crib: bool) -> String {
    let [cards, starter, rules] = lines(text);
    outcome((|| {
        let (cards, starter) = (list::<PlayedCard>(cards, "cards")?, list(starter, "starter")?.pop());
        Ok(AnyHand::new(&cards, starter, is_crib, &read_rules(rules)?)?.show())
    })())
}

/// Checks the play of a deal whose hands are not known. The dealer is the last player. The lines: the plays, the rules.
/// Answers with the `Played` of the HTTP interface.
pub fn play(text: &str, players: u8) -> String {
    let [plays, rules] = lines(text);
    outcome((|| {
        let mut play = Play::new(players, players.saturating_sub(1), &read_rules(rules)?)?;
        for (place, turn) in list::<Turn>(plays, "plays")?.into_iter().enumerate() {
            play.apply(turn).map_err(|error| Fault::from(error).at_pointer(format!("/plays/{place}")))?;
        }
        Ok(play.summary())
    })())
}

/// Advises the discard against the usual opponents. The lines: the cards, the rules. Answers with the `Advice` of the
/// HTTP interface.
pub fn discard(text: &str, players: u8, is_own: bool) -> String {
    let [cards, rules] = lines(text);
    let crib = if is_own { Crib::Own } else { Crib::Other };
    outcome((|| {
        let (cards, rules) = (list::<HeldCard>(cards, "cards")?, read_rules(rules)?);
        Ok(Discard::new(&cards, players, crib, &rules)?.advice(Opponent::usual(players))?)
    })())
}

/// The numbers of points that can be pegged. The line: the rules. Answers with an entry for each reason of these rules.
pub fn points(text: &str, players: u8) -> String {
    outcome(read_rules(text).map(|rules| {
        let numbers = |reason: PegFor| {
            let possible = reason.points(&rules, usize::from(players));
            let points = (0..=u8::MAX).filter(|number| possible.contains(*number)).collect();
            Numbers { reason, points, nothing: reason.of_nothing(&rules) }
        };
        PegFor::ALL.into_iter().filter(|reason| reason.is_played(&rules)).map(numbers).collect::<Vec<_>>()
    }))
}

/// The numbers of points that can be pegged for a reason.
#[derive(Serialize)]
struct Numbers {
    #[serde(rename = "for")]
    reason: PegFor,
    points: Vec<u8>,
    /// The points of a hand or crib that counts nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    nothing: Option<u8>,
}

/// The end of a game with these scores. The lines: the scores, the rules. Answers with the winners, the loser, the
/// skunk and the value, as in the `Game` of the HTTP interface; with `null` before the end.
pub fn ending(text: &str) -> String {
    let [scores, rules] = lines(text);
    let scores: Vec<u8> = scores.split(',').filter_map(|score| score.parse().ok()).collect();
    outcome(read_rules(rules).map(|rules| Outcome::from_scores(&scores, &rules).map(Ending::from)))
}

/// The end of a game, in members of the `Game`.
#[derive(Serialize)]
struct Ending {
    winner: u8,
    winners: Vec<u8>,
    loser: u8,
    skunk: Skunk,
    value: u8,
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        let Outcome { winner, loser, skunk, value, .. } = outcome;
        Ending { winner, winners: outcome.winners().collect(), loser, skunk, value }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer<T> {
    Answer(T),
    Fault(Fault),
}

pub(crate) fn outcome<T: Serialize>(result: Result<T, Fault>) -> String {
    serde_json::to_string(&result.map_or_else(Answer::Fault, Answer::Answer)).unwrap_or_default()
}

/// The first `N` lines. A missing line is empty.
fn lines<const N: usize>(text: &str) -> [&str; N] {
    let mut lines = text.split('\n');
    std::array::from_fn(|_| lines.next().unwrap_or_default())
}

/// Reads a list with commas between its parts. An empty text is an empty list.
fn list<T: FromStr<Err: Display>>(text: &str, name: &str) -> Result<Vec<T>, Fault> {
    let parts = text.split(',').filter(|part| !part.is_empty()).enumerate();
    let read = |(place, part): (usize, &str)| {
        part.parse().map_err(|error: T::Err| Fault::invalid(format!("/{name}/{place}"), error.to_string()))
    };
    parts.map(read).collect()
}

/// Reads JSON. A fault has no place, and nobody reads its text: the page then asks the service.
pub(crate) fn read_json(json: &str) -> Result<Value, Fault> {
    serde_json::from_str(json).map_err(|_| unreadable())
}

/// The fault of a question that this engine cannot read, such as rules of a newer service.
pub(crate) fn unreadable() -> Fault {
    Fault::new(Kind::Invalid, "This is of a newer Pegout.")
}

/// Reads the rules of a question. An empty text means the default rules.
///
/// # Errors
///
/// Returns a fault for rules that cannot be read. It has no place. For rules that do not go together the fault names the
/// wrong rule.
pub fn read_rules(json: &str) -> Result<Rules, Fault> {
    if json.is_empty() {
        return Ok(Rules::default());
    }
    let given = [read_json(json)?];
    let rules = read_records(&given, |record| Some(rules::read(record))).and_then(|mut read| read.pop());
    let rules = rules.ok_or_else(unreadable)?;
    let wrong =
        |error: &pegout_engine::RulesError| Fault::invalid(format!("/rules/{}", error.field()), error.to_string());
    rules.check().map_err(|error| wrong(&error))?;
    Ok(rules)
}
