//! The refusals of a night. Nothing changes by them.

use thiserror::Error;

use super::{HandId, SeatError};
use crate::{CommandId, NightId, PlayerId, SettingsError};
use pegout_engine::game::TextError;
use pegout_engine::show::HandError;

/// A table of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = TableOfRound))]
pub struct TableRef {
    /// The round, from 1.
    pub round: u16,
    /// The number of the table, from 1.
    pub table: usize,
}

/// A reason why a night refuses a command, in a sentence for the coordinator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The night's id belongs to a game.
    #[error("The id {night} is the id of a game. Use a new id for the night.")]
    NightIdTaken {
        /// The id.
        night: NightId,
    },
    /// The id of the command belongs to a command of a different operation.
    #[error("The id {command} was used for another operation of this night. Use a new id for this one.")]
    CommandIdTaken {
        /// The id.
        command: CommandId,
    },
    /// Phones keep the score; the night is the coordinator's.
    #[error("Only the coordinator and the coordinator's representatives run the night.")]
    CoordinatorOnly,
    /// The name of the author is not valid.
    #[error("The name in “by” is not valid. {0}")]
    InvalidName(TextError),
    /// The reason is not valid.
    #[error("The reason does not do. {0}")]
    InvalidReason(TextError),
    /// No night can go by these settings.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The night was cancelled.
    #[error("This night was cancelled. Take the cancellation back first.")]
    Cancelled,
    /// The night takes place.
    #[error("This night is not cancelled, so its players need no message.")]
    NotCancelled,
    /// The night is over.
    #[error("This night is finished. Results can be corrected and fees marked, but nobody comes or goes any more.")]
    Finished,
    /// The night has begun, so it is not cancelled.
    #[error("A night that has begun cannot be cancelled. Finish it early instead.")]
    Playing,
    /// Nobody replies to a cancelled night.
    #[error("This night was cancelled, so nobody is asked.")]
    NobodyComes,
    /// Nobody replies once the first round is drawn.
    #[error("The first round of this night is drawn, so replies are closed.")]
    RepliesClosed,
    /// The results come from a spreadsheet.
    #[error("The results of this night come from a spreadsheet. Change them there, and import it again.")]
    Imported,
    /// The day comes from a spreadsheet.
    #[error(
        "The day of this night comes from a spreadsheet. To correct it, take the import back, and import the table with the \
         other day."
    )]
    ImportedDay,
    /// The night went with its import.
    #[error("This night was taken back with its import. Import its results again, or schedule a new night.")]
    TakenBackWithImport,
    /// The night has players of its own.
    #[error("Players are checked in for this night, or it was played here.")]
    WasPlayed,
    /// The player has no scorecard.
    #[error("This player has not played at this night, so there is no card.")]
    NoCard {
        /// The player.
        player: PlayerId,
    },
    /// No round was drawn yet.
    #[error("This night has not begun: draw its first round first.")]
    NotPlaying,
    /// Rounds that were drawn stay.
    #[error("The night cannot have {given} {}: {drawn} are drawn.", if *given == 1 { "round" } else { "rounds" })]
    RoundsDrawn {
        /// The number that was given.
        given: u16,
        /// The number of rounds that were drawn.
        drawn: u16,
    },
    /// The format and the card hold from the first round on.
    #[error(
        "The first round is drawn, so the format and the card of this night stay. Take that draw back to change them."
    )]
    FormatFixed,
    /// Only active members play, unless the coordinator lets them play as guests.
    #[error("This player is not marked as an active member of the club. Check them in as a guest to let them play.")]
    NotAMember,
    /// The round is not the next round.
    #[error("Round {given} cannot be drawn: the next is round {next}.")]
    RoundNotNext {
        /// The round that was to be drawn.
        given: u16,
        /// The round that can.
        next: u16,
    },
    /// All rounds were played.
    #[error(
        "This night has {games_per_night} {}, and no more. Give it more games, or finish it.",
        if *games_per_night == 1 { "game" } else { "games" }
    )]
    NoMoreRounds {
        /// The number of rounds it has.
        games_per_night: u16,
    },
    /// The round is not over.
    #[error("{} still playing.", named(tables))]
    StillPlaying {
        /// The numbers of the tables that are playing.
        tables: Vec<usize>,
    },
    /// Nobody plays alone.
    #[error("{} here, and it takes two to play.", match present { 0 => "Nobody is", _ => "Only one player is" })]
    TooFewPlayers {
        /// The number of players who are here.
        present: usize,
    },
    /// A pair needs another pair.
    #[error("{} here, and it takes two pairs to play. Pair the players who are here first.", match present { 0 => "No pair is", _ => "Only one pair is" })]
    TooFewPairs {
        /// The number of pairs whose players are here.
        present: usize,
    },
    /// Only a night of fixed pairs has pairs.
    #[error("This is not a night of fixed pairs. Change its format first.")]
    NoPairs,
    /// The game of a pair is not over.
    #[error(
        "This pair sits at table {table}. Wait until its game is over, or take the draw back, before you split the pair."
    )]
    PairSits {
        /// The number of the table.
        table: usize,
    },
    /// Each table has its game.
    #[error("{tables} tables need {tables} games, and there are ids for {given}.")]
    TooFewGames {
        /// The number of ids that were given.
        given: usize,
        /// The number of tables.
        tables: usize,
    },
    /// There is no such round.
    #[error("There is no round {given} in this night yet.")]
    NoSuchRound {
        /// The number that was given.
        given: u16,
    },
    /// A later round was drawn.
    #[error("Round {round} is over, so nobody changes seats in it any more.")]
    RoundClosed {
        /// The round.
        round: u16,
    },
    /// Somebody has pegged.
    #[error("{} begun, so nobody changes seats in this round any more.", begun(tables))]
    RoundBegun {
        /// The numbers of the tables that have begun.
        tables: Vec<usize>,
    },
    /// Only the newest draw can be taken back.
    #[error("Round {given} cannot be taken back: the newest is round {newest}.")]
    RoundNotNewest {
        /// The round that was to be taken back.
        given: u16,
        /// The newest round.
        newest: u16,
    },
    /// Somebody has played in the round.
    #[error("{} begun, so this draw is not taken back any more.", begun(tables))]
    DrawBegun {
        /// The numbers of the tables that have begun.
        tables: Vec<usize>,
    },
    /// The 50/50 belongs to a night that has begun.
    #[error("The 50/50 of {} is drawn. Void that draw before you take back the first round.", dollars(*amount))]
    FiftyFiftyStands {
        /// The player who won it.
        player: PlayerId,
        /// The amount they won, in cents.
        amount: u64,
    },
    /// Only rounds that were drawn are excused.
    #[error("Round {given} cannot be excused: {}", match drawn { 0 => "no round is drawn yet.".to_owned(), 1 => "one round is drawn.".to_owned(), drawn => format!("{drawn} rounds are drawn.") })]
    ExcusedRound {
        /// The round that was given.
        given: u16,
        /// The number of rounds that were drawn.
        drawn: u16,
    },
    /// An excuse says why.
    #[error("Say why the player is excused.")]
    ExcuseWithoutReason,
    /// A player is not checked in.
    #[error("This player is not checked in to this night.")]
    NoEntry {
        /// The player.
        player: PlayerId,
    },
    /// A swap takes two.
    #[error("It takes two different players to swap seats.")]
    SamePlayer,
    /// A player sits at no table.
    #[error("One of the two does not sit at a table in round {round}.")]
    NotSeated {
        /// The player.
        player: PlayerId,
        /// The round.
        round: u16,
    },
    /// The round has no such table.
    #[error("There is no table {given} in this round: its tables are numbered 1 to {tables}.")]
    NoSuchTable {
        /// The number that was given.
        given: usize,
        /// The number of tables.
        tables: usize,
    },
    /// The table is named twice.
    #[error("Table {table} is named twice.")]
    TableNamedTwice {
        /// The number of the table.
        table: usize,
    },
    /// Two to four players sit at a table.
    #[error("Two to four players sit at a table, not {given}.")]
    TableSize {
        /// The number of players that were given.
        given: usize,
    },
    /// Two single players sit at a table.
    #[error("Two single players sit at a table of this night, not {given}.")]
    SinglesOnly {
        /// The number of players that were given.
        given: usize,
    },
    /// Two pairs sit at a table.
    #[error("Two pairs sit at a table of this night: name four players, not {given}.")]
    PairsOnly {
        /// The number of players that were given.
        given: usize,
    },
    /// A correction says why.
    #[error("{} begun or is over: give a reason for the new seats.", begun(tables))]
    ReasonMissing {
        /// The numbers of the tables.
        tables: Vec<usize>,
    },
    /// The scores of a game stay with its sides.
    #[error("Table {table} has begun or is over, so its sides keep their number and sizes. Say who sat on each seat.")]
    SidesFixed {
        /// The number of the table.
        table: usize,
    },
    /// The seats of these players are not possible.
    #[error("{}", error.sentence(&[]))]
    Seats {
        /// The players.
        players: Vec<PlayerId>,
        /// The reason.
        error: SeatError,
    },
    /// These players cannot be a pair.
    #[error("{}", error.sentence(&[]))]
    PairPlayers {
        /// The players.
        players: Vec<PlayerId>,
        /// The reason.
        error: SeatError,
    },
    /// The 50/50 is drawn already.
    #[error("The 50/50 of {} is drawn already. Void that draw, with a reason, to draw again.", dollars(*amount))]
    AlreadyDrawn {
        /// The player who won it.
        player: PlayerId,
        /// The amount they won, in cents.
        amount: u64,
    },
    /// Nobody has paid.
    #[error("Nobody is marked as paid, so there is nobody to draw for the 50/50.")]
    NobodyPaid,
    /// There is no money in the 50/50.
    #[error("There is no money in the 50/50 tonight.")]
    NothingToDraw,
    /// The pool must stay as large as the amount that was drawn.
    #[error(
        "The fees would leave {} for the 50/50, and {} of it were drawn. Void that draw first.",
        dollars(*in_draw),
        dollars(*amount)
    )]
    PoolTooSmall {
        /// The amount that was drawn, in cents.
        amount: u64,
        /// The amount that would be left, in cents.
        in_draw: u64,
    },
    /// The winner of the 50/50 must have paid.
    #[error("This player won the 50/50 because their fee was paid. Void that draw first.")]
    WinnerMustHavePaid,
    /// The id of the hand belongs to another hand.
    #[error("The id {hand} was used for another hand. Use a new id for this one.")]
    HandIdTaken {
        /// The id.
        hand: HandId,
    },
    /// The player of a hand did not play the game.
    #[error("This player does not sit at the table of this game.")]
    NotAtTheGame {
        /// The player.
        player: PlayerId,
    },
    /// The cards do not make a hand.
    #[error(transparent)]
    Hand(HandError),
    /// The cards count something else.
    #[error("These cards count {counted}, not {given}.")]
    NotThatHand {
        /// The points that were given.
        given: u8,
        /// The points of the cards.
        counted: u8,
    },
    /// A game has too many claimed hands.
    #[error("This game has 100 claimed hands, and takes no more.")]
    TooManyHands,
    /// There is no such hand.
    #[error("There is no claimed hand {hand} at this night.")]
    NoSuchHand {
        /// The id.
        hand: HandId,
    },
    /// The side that held a hand does not prove it.
    #[error("A phone of the other side, or a helper for results, says that the hand is right.")]
    OwnHand,
    /// The hand belongs to another author.
    #[error("Another phone has claimed this hand, or a helper has entered it. Ask them to change it.")]
    NotYourHand,
    /// Games are being played.
    #[error("{} Wait for them, enter their results, or call them off.", open(tables))]
    GamesStillPlaying {
        /// The tables at which they are played.
        tables: Vec<TableRef>,
    },
}

/// Tables as the subject of a sentence.
fn named(tables: &[usize]) -> String {
    format!("{} {}", listed(tables), if tables.len() == 1 { "is" } else { "are" })
}

fn begun(tables: &[usize]) -> String {
    format!("{} {}", listed(tables), if tables.len() == 1 { "has" } else { "have" })
}

fn open(tables: &[TableRef]) -> String {
    let playing = |tables: &[TableRef]| {
        let numbers: Vec<usize> = tables.iter().map(|at| at.table).collect();
        format!("{} still playing in round {}.", named(&numbers), tables[0].round)
    };
    tables.chunk_by(|one, next| one.round == next.round).map(playing).collect::<Vec<_>>().join(" ")
}

fn listed(tables: &[usize]) -> String {
    let numbers: Vec<String> = tables.iter().map(usize::to_string).collect();
    match numbers.split_last() {
        None => String::new(),
        Some((only, [])) => format!("Table {only}"),
        Some((last, rest)) => format!("Tables {} and {last}", rest.join(", ")),
    }
}

/// An amount in dollars, as sentences have it.
#[must_use]
pub fn dollars(cents: u64) -> String {
    if cents.is_multiple_of(100) { format!("${}", cents / 100) } else { format!("${}.{:02}", cents / 100, cents % 100) }
}
