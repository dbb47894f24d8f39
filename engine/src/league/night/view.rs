//! A night as it is shown to people, with the names of its players.

use super::Night;
use super::phase::Phase;
use crate::game;
use crate::id::{CommandId, GameId, NightId, PlayerId, SeasonId};
use crate::league::seating::Pairings;
use crate::league::{Date, GameResult, GameResults, Round, RoundOrigin, Settings, StartTime, Table, scorecard};

/// A night, as it is shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = Night))]
pub struct NightView {
    /// The night.
    pub id: NightId,
    /// The number of changes so far, without those of its games.
    pub version: u64,
    /// The season it belongs to; `null` where it belongs to none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub season_id: Option<SeasonId>,
    /// The day.
    pub date: Date,
    /// The hour when it starts.
    pub starts_at: StartTime,
    /// The status: to come, going on, over or cancelled.
    pub status: Status,
    /// The reason for the cancellation; `null` if it is not cancelled.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub cancelled: Option<String>,
    /// The number of rounds.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 20))]
    pub games_per_night: u16,
    /// The players, in the order in which they were checked in.
    pub entries: Vec<EntryView>,
    /// The rounds that were drawn.
    pub rounds: Vec<RoundView>,
    /// The winner of the 50/50; `null` while it is not drawn.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub fifty_fifty: Option<FiftyFiftyView>,
    /// The finish of the night; `null` while it is not finished.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub finish: Option<FinishView>,
}

/// The status of a night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightStatus, rename_all = "snake_case"))]
pub enum Status {
    /// Nobody is checked in.
    Scheduled,
    /// Players are checked in.
    Open,
    /// A round was drawn.
    Playing,
    /// It is over.
    Finished,
    /// It does not take place.
    Cancelled,
}

crate::text::string_enum!(Status, "a night's status", {
    Scheduled => "scheduled",
    Open => "open",
    Playing => "playing",
    Finished => "finished",
    Cancelled => "cancelled",
});

/// A player who was checked in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct EntryView {
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// True if the player has paid.
    pub paid: bool,
    /// True if the player plays as a guest.
    pub guest: bool,
    /// True if the player has left.
    pub left: bool,
}

/// A round that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct RoundView {
    /// Its number, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 20))]
    pub number: u16,
    /// The origin of the round: drawn, or moved on to.
    #[cfg_attr(feature = "serde", serde(rename = "way"))]
    pub origin: RoundOrigin,
    /// The id that the draw was sent with; `null` if it had none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub id: Option<CommandId>,
    /// Its tables, by number.
    pub tables: Vec<TableView>,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct TableView {
    /// Its number, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1))]
    pub number: usize,
    /// The game that is played there.
    pub game_id: GameId,
    /// The status: being played, won or called off.
    pub status: game::Status,
    /// True if partners play together who did so earlier this night: it could not be avoided, or seats were swapped.
    pub forced_repeat: bool,
    /// The sides of the game.
    #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 3))]
    pub sides: Vec<SideView>,
}

/// A side of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = TableSide))]
pub struct SideView {
    /// Its players.
    #[cfg_attr(feature = "utoipa", schema(min_items = 1, max_items = 2))]
    pub players: Vec<PersonView>,
    /// Its score.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 121))]
    pub score: u8,
}

/// A player, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = Person))]
pub struct PersonView {
    /// The player.
    pub id: PlayerId,
    /// Their name.
    pub name: String,
}

/// The winner of the 50/50.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = FiftyFifty))]
pub struct FiftyFiftyView {
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The amount they won, in cents.
    pub amount: u64,
    /// The id that the draw was sent with; `null` if it had none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub id: Option<CommandId>,
}

/// The finish of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = Finish))]
pub struct FinishView {
    /// The id that the finish was sent with; `null` if it had none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub id: Option<CommandId>,
}

impl Night {
    /// The night as it is shown to people. `league` is the league's settings, for a night that has not begun; `name`
    /// names players.
    #[must_use]
    pub fn view(&self, games: &GameResults, league: &Settings, name: &dyn Fn(PlayerId) -> String) -> NightView {
        let schedule = &self.schedule;
        let entries = self.entries.iter().map(|entry| EntryView {
            player_id: entry.player,
            name: name(entry.player),
            paid: entry.paid,
            guest: entry.guest,
            left: entry.left,
        });
        let cancelled = match &self.phase {
            Phase::Gathering { cancelled } => cancelled.clone(),
            Phase::Playing(_) | Phase::Finished(..) => None,
        };
        let fifty_fifty = self.fifty_fifty().map(|draw| FiftyFiftyView {
            player_id: draw.player,
            name: name(draw.player),
            amount: draw.amount,
            id: draw.id,
        });
        NightView {
            id: schedule.night,
            version: self.version,
            season_id: schedule.season,
            date: schedule.date,
            starts_at: schedule.starts_at,
            status: self.status(),
            cancelled,
            games_per_night: self.games_per_night(league),
            entries: entries.collect(),
            rounds: self.rounds().iter().map(|round| self.round_view(round, games, name)).collect(),
            fifty_fifty,
            finish: self.phase.finish().map(|finish| FinishView { id: finish.id }),
        }
    }

    fn round_view(&self, round: &Round, games: &GameResults, name: &dyn Fn(PlayerId) -> String) -> RoundView {
        let before = self.rounds().iter().filter(|earlier| earlier.number < round.number);
        let pairings = Pairings::new(before.flat_map(|round| &round.tables).map(|table| &table.seats));
        let tables = (1..).zip(&round.tables).map(|(number, table)| TableView {
            number,
            game_id: table.game,
            status: scorecard::status(games, table.game),
            forced_repeat: pairings.repeats(&table.seats).partners > 0,
            sides: sides(table, games, name),
        });
        RoundView { number: round.number, origin: round.origin, id: round.id, tables: tables.collect() }
    }
}

fn sides(table: &Table, games: &GameResults, name: &dyn Fn(PlayerId) -> String) -> Vec<SideView> {
    let scores = games.get(&table.game).map(GameResult::scores).unwrap_or_default();
    let person = |player: &PlayerId| PersonView { id: *player, name: name(*player) };
    let side = |(side, players): (usize, &[PlayerId])| SideView {
        players: players.iter().map(person).collect(),
        score: scores.get(side).copied().unwrap_or(0),
    };
    table.seats.sides().into_iter().enumerate().map(side).collect()
}
