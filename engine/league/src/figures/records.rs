//! The records of a season, or of all time.

use std::collections::HashMap;

use pegout_engine::card::PlayedCard;

use super::{CardFacts, GameFacts, HandFacts, NightFacts, Nights, Streak};
use crate::{Card, Date, NightId, PlayerId};

/// A kind of record. Hands and cribs count if their cards are known. `twenty_eight`, `twenty_nine` and `grand_slam` list every one, and
/// the value is their number. A `best_card` has the best average line; its value is the total, the game points, or the points
/// scored. `longest_run` counts games won one after the other, and `nights_in_a_row` nights played; the night is the last. A
/// `largest_win` is a spread, and a `biggest_comeback` the most points that a winner by pegs was behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum RecordKind {
    /// The hand with the most points; its cards are known. The value is its points.
    HighestHand,
    /// The crib with the most points; its cards are known. The value is its points.
    HighestCrib,
    /// All hands and cribs of 28. The value is their number.
    TwentyEight,
    /// All hands and cribs of 29. The value is their number.
    TwentyNine,
    /// The best full card of this `card`, by its average line. The value is its total, its game points, or its points scored.
    BestCard,
    /// The most games won one after the other. The night is that of the last.
    LongestRun,
    /// The largest spread of a game.
    LargestWin,
    /// The most points that the winner of a game was behind by. Games with an entered result do not count.
    BiggestComeback,
    /// All full cards with every game of the night won. The value is their number.
    GrandSlam,
    /// The most nights played one after the other. The night is the last.
    NightsInARow,
}

pegout_engine::string_enum!(RecordKind, "a kind of record", {
    HighestHand => "highest_hand",
    HighestCrib => "highest_crib",
    TwentyEight => "twenty_eight",
    TwentyNine => "twenty_nine",
    BestCard => "best_card",
    LongestRun => "longest_run",
    LargestWin => "largest_win",
    BiggestComeback => "biggest_comeback",
    GrandSlam => "grand_slam",
    NightsInARow => "nights_in_a_row",
});

/// A record. A kind without a holder is left out of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = LeagueRecord))]
pub struct Record {
    /// The kind of the record.
    pub what: RecordKind,
    /// The card of a `best_card`, otherwise `null`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub card: Option<Card>,
    /// The value.
    pub value: i64,
    /// All who hold it, the earliest first.
    pub holders: Vec<RecordHolder>,
}

/// A player who holds a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct RecordHolder {
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The night.
    pub night_id: NightId,
    /// The day.
    pub date: Date,
    /// The cards of a hand or crib without the starter, otherwise `null`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub cards: Option<Vec<PlayedCard>>,
    /// The starter, or `null`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starter: Option<PlayedCard>,
}

/// A holder before they are named.
type Held<'a> = (PlayerId, &'a NightFacts, Option<&'a HandFacts>);

/// The holders of the highest value so far, in the order in which they reached it.
struct Highest<'a> {
    value: i64,
    holders: Vec<Held<'a>>,
}

impl<'a> Highest<'a> {
    /// The highest of the values above `floor`.
    const fn above(floor: i64) -> Highest<'a> {
        Highest { value: floor, holders: Vec::new() }
    }

    /// Adds all winners of a game. Nearly all games have a lower value.
    fn add_winners(&mut self, value: i64, game: &GameFacts, night: &'a NightFacts) {
        if value >= self.value {
            let winners = game.seats.sides().get(game.winner()).copied().unwrap_or_default();
            winners.iter().for_each(|player| self.add(value, (*player, night, None)));
        }
    }

    fn add(&mut self, value: i64, holder: Held<'a>) {
        if value > self.value {
            self.value = value;
            self.holders.clear();
            self.holders.push(holder);
        } else if value == self.value && !self.holders.is_empty() {
            self.holders.push(holder);
        }
    }

    fn record(self, what: RecordKind, name: &dyn Fn(PlayerId) -> String) -> Option<Record> {
        record(what, None, self.value, self.holders, name)
    }
}

fn record(
    what: RecordKind,
    card: Option<Card>,
    value: i64,
    holders: Vec<Held<'_>>,
    name: &dyn Fn(PlayerId) -> String,
) -> Option<Record> {
    let holder = |(player, night, hand): Held<'_>| RecordHolder {
        player_id: player,
        name: name(player),
        night_id: night.night,
        date: night.date,
        cards: hand.map(|hand| hand.cards.clone()),
        starter: hand.map(|hand| hand.starter),
    };
    let holders: Vec<RecordHolder> = holders.into_iter().map(holder).collect();
    (!holders.is_empty()).then_some(Record { what, card, value, holders })
}

/// The records of these nights.
#[must_use]
pub fn records(nights: Nights<'_>, name: &dyn Fn(PlayerId) -> String) -> Vec<Record> {
    let hands =
        || nights.iter().flat_map(|night| night.hands.iter().map(move |hand| (hand.player, &**night, Some(hand))));
    let points = |held: &Held<'_>| held.2.map_or(0, |hand| i64::from(hand.points));
    let highest = |is_crib: bool| {
        let mut highest = Highest::above(0);
        for held in hands().filter(|held| held.2.is_some_and(|hand| hand.is_crib == is_crib)) {
            highest.add(points(&held), held);
        }
        highest
    };
    let all = |what, holders: Vec<Held<'_>>| record(what, None, holders.len() as i64, holders, name);
    let of = |wanted: i64| hands().filter(|held| points(held) == wanted).collect();
    let slams = nights.iter().flat_map(|night| {
        let slams = night.cards.iter().filter(|card| card.is_slam);
        slams.map(move |card| (card.holder, &**night, None))
    });
    let (mut largest, mut comeback) = (Highest::above(0), Highest::above(0));
    for night in nights {
        for game in &night.games {
            let spread = game.lines.get(game.winner()).map_or(0, |line| i64::from(line.spread));
            largest.add_winners(spread, game, night);
            if let Some(pegged) = &game.pegged {
                comeback.add_winners(pegged.behind.into(), game, night);
            }
        }
    }
    let (run, in_a_row) = (longest_run(nights), nights_in_a_row(nights));
    let best = [Card::PointsShort, Card::GamePoints, Card::PointsScored].map(|card| best_card(nights, card, name));
    [
        highest(false).record(RecordKind::HighestHand, name),
        highest(true).record(RecordKind::HighestCrib, name),
        all(RecordKind::TwentyEight, of(28)),
        all(RecordKind::TwentyNine, of(29)),
    ]
    .into_iter()
    .chain(best)
    .chain([
        run.record(RecordKind::LongestRun, name),
        largest.record(RecordKind::LargestWin, name),
        comeback.record(RecordKind::BiggestComeback, name),
        all(RecordKind::GrandSlam, slams.collect()),
        in_a_row.record(RecordKind::NightsInARow, name),
    ])
    .flatten()
    .collect()
}

/// The best full card of this kind. Equal averages are equal cards.
fn best_card(nights: Nights<'_>, card: Card, name: &dyn Fn(PlayerId) -> String) -> Option<Record> {
    let mut best: Vec<(&NightFacts, &CardFacts)> = Vec::new();
    for night in nights.iter().filter(|night| night.card == card) {
        for fact in night.cards.iter().filter(|fact| fact.complete) {
            let order = best.first().map(|(_, known)| card.order(&fact.sums, &known.sums));
            if order.is_none_or(|order| order.is_lt()) {
                best.clear();
            }
            if order.is_none_or(|order| order.is_le()) {
                best.push((night, fact));
            }
        }
    }
    let value = best.first().map(|(_, fact)| match card {
        Card::PointsShort => i64::from(fact.sums.short),
        Card::GamePoints => fact.sums.points.into(),
        Card::PointsScored => fact.sums.scored.into(),
    });
    let holders = best.into_iter().map(|(night, fact)| (fact.holder, night, None)).collect();
    record(RecordKind::BestCard, Some(card), value?, holders, name)
}

/// The most games that a player won one after the other. A player holds the record once.
fn longest_run(nights: Nights<'_>) -> Highest<'_> {
    let mut highest = Highest::above(0);
    let mut streaks: HashMap<PlayerId, Streak> = HashMap::new();
    for night in nights {
        for game in &night.games {
            let sides = game.seats.sides();
            for (line, player) in
                game.lines.iter().zip(sides).flat_map(|(line, side)| side.iter().map(move |player| (line, player)))
            {
                let streak = streaks.entry(*player).or_default();
                let before = streak.longest_won;
                streak.add(line.is_won);
                if streak.longest_won > before {
                    highest.add(streak.longest_won as i64, (*player, night, None));
                }
            }
        }
    }
    highest
}

/// The most nights that a player played one after the other. A player holds the record once.
fn nights_in_a_row(nights: Nights<'_>) -> Highest<'_> {
    let mut highest = Highest::above(0);
    // The number of nights up to the last one of each player, and the most so far.
    let mut rows: HashMap<PlayerId, (usize, i64, i64)> = HashMap::new();
    let held = nights.iter().filter(|night| !night.present.is_empty());
    for (number, night) in held.enumerate() {
        for player in &night.present {
            let (last, now, most) = rows.entry(*player).or_insert((number, 0, 0));
            *now = if *last + 1 == number || *now == 0 { *now + 1 } else { 1 };
            *last = number;
            if *now > *most {
                *most = *now;
                highest.add(*now, (*player, night, None));
            }
        }
    }
    highest
}
