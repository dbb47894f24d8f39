//! The race of a season: the places after each night, and the players who can still win.

use std::collections::BTreeMap;

use super::{CardFacts, Nights};
use crate::card::Card;
use crate::night::StandingsRow;
use crate::season::{Counts, SeasonRow, SeasonRules, season_standings};
use crate::{Date, NightId, PlayerId};

/// The race of a season.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = SeasonRace))]
pub struct Race {
    /// The finished nights with the season's card, the earliest first.
    pub nights: Vec<RaceNight>,
    /// The number of nights with the season's card that are not over.
    pub nights_left: usize,
    /// The players, the best now first.
    pub players: Vec<RaceRow>,
}

/// A finished night of the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct RaceNight {
    /// The night.
    pub night_id: NightId,
    /// The day.
    pub date: Date,
}

/// A player of the race.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct RaceRow {
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The place after each night; `null` while the player is not ranked.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<Option<usize>>))]
    pub places: Vec<Option<usize>>,
    /// The number that ranks after each night: the average of the best cards, or with `sum` their sum. It is `null` before the first
    /// full card.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<Option<f64>>))]
    pub value: Vec<Option<f64>>,
    /// True for a player who can still be first, also in a tie, if nobody else gets more points. It is `null` unless the season counts
    /// a `sum`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub can_win: Option<bool>,
}

/// A night of a season that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NightToCome {
    /// The card of the night.
    pub card: Card,
    /// The number of its games.
    pub games: u16,
    /// The game hole.
    pub target: u8,
}

impl NightToCome {
    /// The most points of a card.
    fn most(&self) -> u32 {
        let games = u32::from(self.games);
        if self.card == Card::GamePoints { 3 * games } else { u32::from(self.target) * games }
    }
}

/// The places and the numbers that rank, by player, after a night.
type Step = BTreeMap<PlayerId, (Option<usize>, Option<f64>)>;

/// The race of a season with these rules over its finished nights, and the nights that are not over.
#[must_use]
pub fn race(nights: Nights<'_>, rules: SeasonRules, left: &[NightToCome], name: &dyn Fn(PlayerId) -> String) -> Race {
    let nights: Vec<_> = nights.iter().filter(|night| night.card == rules.card).collect();
    let left: Vec<NightToCome> = left.iter().filter(|night| night.card == rules.card).copied().collect();
    let row = |card: &CardFacts| StandingsRow { name: name(card.holder), ..card.row(rules.card) };
    let cards: Vec<Vec<StandingsRow>> = nights.iter().map(|night| night.cards.iter().map(row).collect()).collect();
    let mut steps: Vec<Step> = Vec::new();
    let mut newest = Vec::new();
    for end in 1..=cards.len() {
        newest = season_standings(&cards[..end], rules);
        steps.push(newest.iter().map(|row| (row.player_id, (row.place, value(row, rules)))).collect());
    }
    let best = |player: PlayerId| {
        let others = newest.iter().filter(|row| row.place.is_some() && row.player_id != player);
        others.filter_map(|row| sum(row, rules)).max()
    };
    let players = newest.iter().map(|row| {
        let of_nights = || steps.iter().map(|step| step.get(&row.player_id).copied().unwrap_or_default());
        RaceRow {
            player_id: row.player_id,
            name: row.name.clone(),
            places: of_nights().map(|(place, _)| place).collect(),
            value: of_nights().map(|(_, value)| value).collect(),
            can_win: (rules.counts == Counts::Sum).then(|| {
                let own = cards.iter().flatten().filter(|card| card.player_id == row.player_id && card.complete);
                can_win(row, own, rules, &left, best(row.player_id))
            }),
        }
    });
    Race {
        players: players.collect(),
        nights: nights.iter().map(|night| RaceNight { night_id: night.night, date: night.date }).collect(),
        nights_left: left.len(),
    }
}

/// The number that ranks a player.
fn value(row: &SeasonRow, rules: SeasonRules) -> Option<f64> {
    match rules.counts {
        Counts::Average => row.best_average,
        Counts::Sum => sum(row, rules).filter(|_| row.full_cards > 0).map(|sum| sum as f64),
    }
}

/// The sum of the cards that count.
fn sum(row: &SeasonRow, rules: SeasonRules) -> Option<u64> {
    if rules.card == Card::GamePoints { row.points } else { row.scored }
}

/// Returns true if the best possible cards of the nights left bring a player to the highest sum of the other players.
fn can_win<'a>(
    row: &SeasonRow,
    cards: impl Iterator<Item = &'a StandingsRow>,
    rules: SeasonRules,
    left: &[NightToCome],
    others: Option<u64>,
) -> bool {
    if left.is_empty() {
        return row.place == Some(1);
    }
    let counts = |points: &u32| rules.card != Card::GamePoints || *points >= rules.from_points;
    let points = |card: &StandingsRow| card.points.or(card.scored).unwrap_or_default();
    let to_come = left.iter().map(NightToCome::most);
    let mut all: Vec<u32> = cards.map(points).chain(to_come).filter(counts).collect();
    all.sort_unstable_by(|one, other| other.cmp(one));
    let most = rules.best_of.map_or(all.len(), |best| best.max(1)).min(all.len());
    let own: u64 = all[..most].iter().map(|points| u64::from(*points)).sum();
    row.full_cards + left.len() >= rules.minimum_nights.max(1) && others.is_none_or(|others| own >= others)
}
