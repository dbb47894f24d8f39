//! The players who met in a season: as partners, and as opponents.

use std::collections::{BTreeMap, BTreeSet};

use super::Nights;
use crate::PlayerId;
use crate::night::PersonView;

/// The players of a season, and the pairs of them who met.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Meetings {
    /// The players who played a game to its end, by name.
    pub players: Vec<PersonView>,
    /// The pairs who met, in the order of the players.
    pub meetings: Vec<Meeting>,
}

/// The games of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Meeting {
    /// The player who is earlier in the list of players.
    pub a: PlayerId,
    /// The other player.
    pub b: PlayerId,
    /// The games as partners.
    pub partners: usize,
    /// The games against each other, also if the third player of the table won.
    pub opponents: usize,
    /// The games against each other that `a` won.
    pub a_wins: usize,
    /// The games against each other that `b` won.
    pub b_wins: usize,
}

/// The meetings of these nights.
#[must_use]
pub fn meetings(nights: Nights<'_>, name: &dyn Fn(PlayerId) -> String) -> Meetings {
    let games = || nights.iter().flat_map(|night| &night.games);
    let ids: BTreeSet<PlayerId> = games().flat_map(|game| game.seats.players()).collect();
    let mut players: Vec<PersonView> = ids.into_iter().map(|id| PersonView { id, name: name(id) }).collect();
    players.sort_by(|one, other| one.name.cmp(&other.name).then_with(|| one.id.cmp(&other.id)));
    let places: BTreeMap<PlayerId, usize> = players.iter().map(|player| player.id).zip(0..).collect();
    let mut meetings: BTreeMap<(usize, usize), Meeting> = BTreeMap::new();
    for game in games() {
        let seated: Vec<(PlayerId, usize)> =
            game.seats.players().filter_map(|player| Some((player, game.side_of(player)?))).collect();
        for (index, one) in seated.iter().enumerate() {
            for other in &seated[index + 1..] {
                let place = |seat: &(PlayerId, usize)| places.get(&seat.0).copied().unwrap_or_default();
                let (first, second) = if place(one) < place(other) { (one, other) } else { (other, one) };
                let (a, b) = (first.0, second.0);
                let new = || Meeting { a, b, partners: 0, opponents: 0, a_wins: 0, b_wins: 0 };
                let meeting = meetings.entry((place(first), place(second))).or_insert_with(new);
                let wins = |seat: &(PlayerId, usize)| usize::from(game.lines[seat.1].is_won);
                if first.1 == second.1 {
                    meeting.partners += 1;
                } else {
                    meeting.opponents += 1;
                    meeting.a_wins += wins(first);
                    meeting.b_wins += wins(second);
                }
            }
        }
    }
    Meetings { players, meetings: meetings.into_values().collect() }
}
