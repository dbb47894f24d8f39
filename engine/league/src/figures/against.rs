//! The games of two players with each other.

use pegout_engine::game::GameId;

use super::Nights;
use super::profile::Games;
use crate::{Date, NightId, PlayerId};

/// The games of two players with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct AgainstFigures {
    /// The other player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The games against each other that one of the two won.
    pub games: usize,
    /// The games that the player of the profile won.
    pub wins: usize,
    /// The games that the other player won.
    pub losses: usize,
    /// The sum of the points between the two sides, negative for games lost.
    pub spread: i32,
    /// The games as partners.
    pub as_partners: TogetherFigures,
    /// The last ten games against each other, the latest first.
    #[cfg_attr(feature = "utoipa", schema(max_items = 10))]
    pub last: Vec<AgainstGame>,
}

/// The games of two partners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct TogetherFigures {
    /// The games.
    pub games: usize,
    /// The games that they won.
    pub wins: usize,
}

/// A game of two opponents.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct AgainstGame {
    /// The game.
    pub game_id: GameId,
    /// The night.
    pub night_id: NightId,
    /// The day.
    pub date: Date,
    /// The score of the player of the profile.
    pub score: u8,
    /// The score of the other player.
    pub other_score: u8,
}

/// The games of a player with one other player.
#[must_use]
pub fn against(
    nights: Nights<'_>,
    player: PlayerId,
    other: PlayerId,
    name: &dyn Fn(PlayerId) -> String,
) -> AgainstFigures {
    let (mut games, mut as_partners, mut last) = (Games::default(), TogetherFigures::default(), Vec::new());
    for night in nights.iter().filter(|night| night.has_played(other)) {
        for (game, side) in night.games_of(player) {
            let Some(against) = game.side_of(other) else { continue };
            let is_won = game.lines[side].is_won;
            if against == side {
                as_partners.games += 1;
                as_partners.wins += usize::from(is_won);
            } else if let Some(spread) = game.spread(side, against) {
                games.add(is_won, spread);
                last.push(AgainstGame {
                    game_id: game.game,
                    night_id: night.night,
                    date: night.date,
                    score: game.scores[side],
                    other_score: game.scores[against],
                });
            }
        }
    }
    let last = last.into_iter().rev().take(10).collect();
    let Games { games, wins, spread } = games;
    AgainstFigures { player_id: other, name: name(other), games, wins, losses: games - wins, spread, as_partners, last }
}
