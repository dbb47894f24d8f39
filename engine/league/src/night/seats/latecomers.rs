//! The players who come during a round: a table of their own, or a seat at a table that has not begun.

use crate::night::decide::Decision;
use crate::night::draw::draw_first_dealer;
use crate::night::{EventKind, Night, PersonView, Refusal, SeatError, Status};
use crate::{CommandId, Format, PlayerId, Settings, seating};
use crate::{GameResult, GameResults, Seed, Table, scorecard};
use pegout_engine::game::{self, GameId};

/// A request for an additional table in the newest round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// The round.
    pub round: u16,
    /// Two to four players who wait.
    pub players: Vec<PlayerId>,
    /// The id of its game.
    pub game: GameId,
    /// The seed of the seats.
    pub seed: Seed,
    /// The id of the command: a repeat with it has no effect.
    pub id: Option<CommandId>,
}

/// A table that was added to a round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct AddedTable {
    /// The round.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 40))]
    pub round: u16,
    /// The table, numbered after the last one.
    pub table: Table,
    /// The seed of its seats.
    pub seed: Seed,
    /// The seat that deals first, if the night draws it; left out otherwise.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0, maximum = 3))]
    pub first_dealer: Option<u8>,
    /// The id of the command that added it, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// The players who wait for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Late))]
pub struct LatecomersView {
    /// The players, in the order in which they were checked in.
    pub waiting: Vec<PersonView>,
    /// The best way to seat them now; `null` if they must wait for the next round.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub offer: Option<SeatOffer>,
}

/// A way to seat players who wait.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = LateOffer))]
pub struct SeatOffer {
    /// The way: a table of their own, or a seat at a table that has not begun.
    pub kind: OfferKind,
    /// The number of the table to join; left out for a table of their own.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 1))]
    pub table: Option<usize>,
    /// Everybody who would sit there.
    #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 4))]
    pub players: Vec<PersonView>,
}

/// A kind of way to seat players who wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = LateOfferKind, rename_all = "snake_case"))]
pub enum OfferKind {
    /// One more table.
    Table,
    /// A seat at a table of three or two that has not begun.
    Join,
}

pegout_engine::string_enum!(OfferKind, "a way to seat late players", { Table => "table", Join => "join" });

impl Night {
    pub(in crate::night) fn decide_table(&self, new: NewTable, games: &GameResults) -> Decision {
        let round = self.round(new.round)?;
        if usize::from(round.number) < self.rounds().len() {
            return Err(Refusal::RoundClosed { round: round.number });
        }
        self.check_active()?;
        let NewTable { round, players, game, seed, id } = new;
        SeatError::NamedTwice.check(super::repeated(&players))?;
        let waiting = self.waiting(games);
        SeatError::NotWaiting.check(players.iter().filter(|player| !waiting.contains(player)).copied().collect())?;
        self.check_table_size(players.len())?;
        let mut rng = seed.rng();
        let (seats, pairs) = if self.started_format() == Format::FixedPairs {
            self.seats_of_pairs(&players).map(|(seats, pairs)| (seats, Some(pairs)))?
        } else {
            let seats = seating::draw_table(&players, &self.pairings(games), &mut rng);
            (seats.ok_or(Refusal::TableSize { given: players.len() })?, None)
        };
        let first_dealer = self.draws_first_dealers().then(|| draw_first_dealer(&seats, &mut rng));
        let table = Table { game, seats, pairs };
        Ok(vec![EventKind::TableAdded(AddedTable { round, table, seed, first_dealer, id })])
    }

    /// The players who are here and have no seat in the newest round, in the order in which they were checked in. In a round of games to make up, only players who lack a game wait.
    pub(in crate::night) fn waiting(&self, games: &GameResults) -> Vec<PlayerId> {
        let mut waiting = self.present();
        waiting.retain(|player| !self.seated().any(|seated| seated == *player));
        if self.rounds().last().is_some_and(|round| round.is_extra) {
            let lacking = self.lacking(self.settings(&Settings::default()), games);
            let format = self.started_format();
            let lacks = |player: &PlayerId| {
                let of = self.unit_of(*player, format);
                lacking.iter().any(|(unit, missing)| *unit == of && *missing > 0)
            };
            waiting.retain(lacks);
        }
        waiting
    }

    /// The best way to seat waiting players during a round, with the table to join and all its players; `None` if there
    /// is no way.
    fn offer(&self, games: &GameResults) -> Option<(OfferKind, Option<usize>, Vec<PlayerId>)> {
        let round = self.rounds().last()?;
        let is_playing = |table: &Table| scorecard::status(games, table.game) == game::Status::Playing;
        if !round.tables.iter().any(is_playing) {
            return None;
        }
        let mut waiting = self.waiting(games);
        if self.started_format() == Format::FixedPairs {
            // A player without a partner waits on.
            let pairs = self.pairs_here().flat_map(|pair| self.players_of(pair.into()));
            let waits = |player: &PlayerId| waiting.contains(player);
            waiting =
                pairs.collect::<Vec<_>>().chunks(2).filter(|pair| pair.iter().all(waits)).flatten().copied().collect();
        }
        let size = self.started_format().table_size();
        let new_table = match size {
            Some(size) => Some(size).filter(|size| waiting.len() >= *size),
            None => seating::sizes(waiting.len()).map(|sizes| sizes[0]),
        };
        if let Some(players) = new_table {
            return Some((OfferKind::Table, None, waiting.into_iter().take(players).collect()));
        }
        if size.is_some() {
            return None;
        }
        let present = self.present();
        let here = |table: &Table| -> Vec<PlayerId> {
            table.seats.players().filter(|player| present.contains(player)).collect()
        };
        let open = |size: usize| {
            let is_untouched = |table: &Table| games.get(&table.game).is_some_and(GameResult::is_untouched);
            let tables = (1..).zip(&round.tables).filter(|(_, table)| is_untouched(table));
            tables.map(|(number, table)| (number, here(table))).filter(|(_, players)| players.len() == size).last()
        };
        let (table, players) = waiting.first().and_then(|_| open(3).or_else(|| open(2)))?;
        Some((OfferKind::Join, Some(table), players.into_iter().chain(waiting).collect()))
    }

    /// The players who wait, with the best way to seat them; `None` while no round is being played.
    pub(in crate::night) fn latecomers_view(
        &self,
        games: &GameResults,
        name: &dyn Fn(PlayerId) -> String,
    ) -> Option<LatecomersView> {
        if self.status() != Status::Playing {
            return None;
        }
        let person = |id: PlayerId| PersonView { id, name: name(id) };
        let offer = self.offer(games).map(|(kind, table, players)| {
            let players = players.into_iter().map(person).collect();
            SeatOffer { kind, table, players }
        });
        Some(LatecomersView { waiting: self.waiting(games).into_iter().map(person).collect(), offer })
    }
}
