//! A night as it is shown to people, with the names of its players.

use super::seats::LatecomersView;
use super::{Entry, Night, PairView, TableRef, rotation};
use crate::ledger::PotId;
use crate::{
    Card, CommandId, Date, FirstDealer, Format, FullCard, GameResult, GameResults, NightId, PairId, PlayerId, Round,
    RoundOrigin, SeasonId, Settings, StartTime, Table, scorecard,
};
use pegout_engine::game::{self, GameId, LatestChange, ResultView, VoidView};
use pegout_engine::time::Time;

/// A night, as it is shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Night))]
pub struct NightView {
    /// The night.
    pub id: NightId,
    /// The number of changes so far, without changes of its games.
    pub version: u64,
    /// The season it belongs to; `null` without a season.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub season_id: Option<SeasonId>,
    /// The day.
    pub date: Date,
    /// The hour when it starts.
    pub starts_at: StartTime,
    /// The hour when it ends; `null` if unknown.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub ends_at: Option<StartTime>,
    /// The status: to come, going on, over or cancelled.
    pub status: Status,
    /// The reason for the cancellation; `null` if it is not cancelled.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub cancelled: Option<String>,
    /// The number of rounds.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 20))]
    pub games_per_night: u16,
    /// The format.
    pub format: Format,
    /// The numbers that order the cards.
    pub card: Card,
    /// The rule for a full card.
    pub full_card: FullCard,
    /// The way to find the seat that deals first at each table.
    pub first_dealer: FirstDealer,
    /// The players, in the order in which they were checked in.
    pub entries: Vec<EntryView>,
    /// The pairs of a night of fixed pairs, in the order in which they were made; empty in another format. A pair plays while both
    /// players are here.
    pub pairs: Vec<PairView>,
    /// The entries that were removed, of players without an entry now. It is left out if it is empty, and for a caller who may
    /// not see payments.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub withdrawn: Vec<WithdrawnView>,
    /// The rounds that were drawn.
    pub rounds: Vec<RoundView>,
    /// The number of players who are here and lack a game that one more round can make up. It is 0 without a rotation, and
    /// before the night has its number of rounds.
    pub to_make_up: usize,
    /// The players who are here and have no seat in the newest round; `null` while no round is being played.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub late: Option<LatecomersView>,
    /// The winner of the 50/50; `null` while it is not drawn.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub fifty_fifty: Option<FiftyFiftyView>,
    /// The finish of the night; `null` while it is not finished.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub finish: Option<FinishView>,
    /// The import that the results come from; `null` for a night that was played here.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub import_id: Option<CommandId>,
}

/// The status of a night: `scheduled` before the first check-in; `open` before the first draw; `playing`; `finished`;
/// or `cancelled`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightStatus, rename_all = "snake_case"))]
pub enum Status {
    /// Nobody is checked in.
    Scheduled,
    /// Players are checked in.
    Open,
    /// A round was drawn.
    Playing,
    /// The night is over.
    Finished,
    /// The night does not take place.
    Cancelled,
}

pegout_engine::string_enum!(Status, "a night's status", {
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
    /// True if the player has paid; `null` if it is not shown to the caller.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub paid: Option<bool>,
    /// True if the player plays as a guest.
    pub guest: bool,
    /// True if the player has left.
    pub left: bool,
    /// The pots that the player takes part in; `null` if they are not shown to the caller.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub pots: Option<Vec<PotId>>,
    /// The rounds for which the coordinator has excused the player, in ascending order.
    #[cfg_attr(feature = "utoipa", schema(max_items = 40))]
    pub excused: Vec<u16>,
    /// The rounds that were held, and for which the player has neither a game nor an excuse, in ascending order. Their card
    /// is not full, so the player has no place and no prize.
    #[cfg_attr(feature = "utoipa", schema(max_items = 40))]
    pub missed: Vec<u16>,
    /// The newest change of the entry; `null` if it is not shown to the caller.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub changed: Option<EntryChange>,
}

/// A player who was taken off the list before their first game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = WithdrawnEntry))]
pub struct WithdrawnView {
    /// The player.
    pub player_id: PlayerId,
    /// True if the player was noted as paid.
    pub paid: bool,
    /// True if the player was noted as a guest.
    pub guest: bool,
}

/// The newest change of a player's entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct EntryChange {
    /// The name of the session that made it; `null` for the coordinator's own.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub by: Option<String>,
    /// The time when it was made.
    pub at: Time,
}

/// A round that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct RoundView {
    /// Its number, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 40))]
    pub number: u16,
    /// The origin of the round: drawn, or moved on to.
    #[cfg_attr(feature = "serde", serde(rename = "way"))]
    pub origin: RoundOrigin,
    /// True for a round of games to make up, after the last turn.
    #[cfg_attr(feature = "serde", serde(rename = "extra"))]
    pub is_extra: bool,
    /// The numbers of the tables that do not keep to the movement or the circle. Somebody came, left or had a game called off, or
    /// two would have met again.
    pub touched: Vec<usize>,
    /// The seat that deals first at each table, by number, as the round was drawn; empty if the tables cut. The game
    /// shows a seat that the table named later.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<u8>))]
    pub first_dealers: Vec<u8>,
    /// The id that the draw was sent with; `null` if it had none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub id: Option<CommandId>,
    /// The moment when its first game was begun: with the draw.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub began_at: Option<Time>,
    /// The moment when the last of its games was over; `null` before that.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub ended_at: Option<Time>,
    /// The players who sit out.
    pub byes: Vec<PersonView>,
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
    /// The number of changes of the game so far.
    pub version: u64,
    /// The status: being played, won or called off.
    pub status: game::Status,
    /// The entered result, with the sides that confirmed or contested it; `null` if the scores come from the pegs.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub result: Option<ResultView>,
    /// The call that ended the game without a winner; `null` unless its status is `void`.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub void: Option<VoidView>,
    /// True for partners who played together earlier this night, and in a rotation for opponents who have met this night. It
    /// could not be avoided, or seats were swapped.
    pub forced_repeat: bool,
    /// The sides of the game.
    #[cfg_attr(feature = "utoipa", schema(min_items = 2, max_items = 3))]
    pub sides: Vec<SideView>,
    /// The number of changes that the service lost, for example by a restored backup, and a phone at this table still
    /// has. The phone reports them when it opens the stream of the game. Left out for 0, and for callers who may not
    /// run nights.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 1))]
    pub lost_changes: Option<u64>,
}

/// A side of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = TableSide))]
pub struct SideView {
    /// Its players.
    #[cfg_attr(feature = "utoipa", schema(min_items = 1, max_items = 2))]
    pub players: Vec<PersonView>,
    /// The pair whose card has this game. Left out if the night has no fixed pairs.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub pair_id: Option<PairId>,
    /// Its score.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 121))]
    pub score: u8,
}

/// A player, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Person))]
pub struct PersonView {
    /// The player.
    pub id: PlayerId,
    /// Their name.
    pub name: String,
}

/// The winner of the 50/50.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = FiftyFifty))]
pub struct FiftyFiftyView {
    /// The player.
    pub player_id: PlayerId,
    /// Their name.
    pub name: String,
    /// The amount they won, in cents; `null` if it is not shown to the caller.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub amount: Option<u64>,
    /// The id that the draw was sent with; `null` if it had none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub id: Option<CommandId>,
}

/// The finish of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Finish))]
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
        let entries = self.entries.iter().zip(self.cards(games, league)).map(|(entry, card)| EntryView {
            player_id: entry.player,
            name: name(entry.player),
            paid: Some(entry.paid),
            guest: entry.guest,
            left: entry.left,
            pots: Some(entry.pots.clone()),
            excused: self.excuses.of(entry.player),
            missed: card.missed,
            changed: self
                .entry_change(entry.player)
                .map(|LatestChange { metadata, .. }| EntryChange { by: metadata.by.clone(), at: metadata.at }),
        });
        let withdrawn = |entry: &Entry| WithdrawnView { player_id: entry.player, paid: entry.paid, guest: entry.guest };
        let cancelled = self.cancellation().map(|cancellation| cancellation.reason().to_owned());
        let fifty_fifty = self.fifty_fifty().map(|draw| FiftyFiftyView {
            player_id: draw.player,
            name: name(draw.player),
            amount: Some(draw.amount),
            id: draw.id,
        });
        NightView {
            id: schedule.night,
            version: self.version,
            season_id: schedule.season,
            date: schedule.date,
            starts_at: schedule.starts_at,
            ends_at: schedule.ends_at,
            status: self.status(),
            cancelled,
            games_per_night: self.games_per_night(league),
            format: self.format(league),
            card: self.card(league),
            full_card: self.settings(league).full_card,
            first_dealer: self.settings(league).first_dealer,
            entries: entries.collect(),
            pairs: self.pair_views(self.format(league), name),
            withdrawn: self.withdrawn.iter().map(withdrawn).collect(),
            rounds: self.rounds().iter().map(|round| self.round_view(round, games, name)).collect(),
            to_make_up: self.to_make_up(games),
            late: self.latecomers_view(games, name),
            fifty_fifty,
            finish: self.phase.finish().map(|finish| FinishView { id: finish.id }),
            import_id: self.imported().map(|(import, _)| import.import),
        }
    }

    fn round_view(&self, round: &Round, games: &GameResults, name: &dyn Fn(PlayerId) -> String) -> RoundView {
        let before = self.rounds_before(round.number);
        let format = self.started_format();
        let way = self.phase.started().map(|started| started.settings.first_dealer).unwrap_or_default();
        let tables = (1..).zip(&round.tables).map(|(number, table)| TableView {
            number,
            game_id: table.game,
            version: games.get(&table.game).map_or(0, |result| result.version),
            status: scorecard::status(games, table.game),
            result: games.get(&table.game).and_then(GameResult::entered).cloned(),
            void: games.get(&table.game).and_then(GameResult::void).cloned(),
            forced_repeat: rotation::repeats(format, &table.seats, table.units(), before, games) > 0,
            sides: sides(table, games, name),
            lost_changes: None,
        });
        let first_dealers = (1..=round.tables.len()).filter_map(|number| round.first_dealer(number, way));
        RoundView {
            number: round.number,
            origin: round.origin,
            is_extra: round.is_extra,
            touched: round.touched.clone(),
            first_dealers: first_dealers.collect(),
            id: round.id,
            began_at: round.tables.iter().filter_map(|table| games.get(&table.game)?.began_at).min(),
            ended_at: last_end(round, games),
            byes: self.byes_of(round).map(|id| PersonView { id, name: name(id) }).collect(),
            tables: tables.collect(),
        }
    }
}

fn last_end(round: &Round, games: &GameResults) -> Option<Time> {
    let ends: Option<Vec<Time>> = round.tables.iter().map(|table| games.get(&table.game)?.ended_at).collect();
    ends?.into_iter().max()
}

fn sides(table: &Table, games: &GameResults, name: &dyn Fn(PlayerId) -> String) -> Vec<SideView> {
    let scores = games.get(&table.game).map(GameResult::scores).unwrap_or_default();
    let person = |player: &PlayerId| PersonView { id: *player, name: name(*player) };
    let side = |(side, players): (usize, &[PlayerId])| SideView {
        players: players.iter().map(person).collect(),
        pair_id: table.pairs.and_then(|pairs| pairs.get(side).copied()),
        score: scores.get(side).copied().unwrap_or(0),
    };
    table.seats.sides().into_iter().enumerate().map(side).collect()
}

/// The tables with a repeated partnership.
pub(super) fn repeated_tables(night: &Night, games: &GameResults) -> Vec<TableRef> {
    let format = night.started_format();
    let tables = night.tables().filter(|(at, table)| {
        rotation::repeats(format, &table.seats, table.units(), night.rounds_before(at.round), games) > 0
    });
    tables.map(|(at, _)| at).collect()
}
