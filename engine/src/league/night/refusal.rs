//! The refusals of a night. Nothing changes by them.

use thiserror::Error;

use crate::game::TextError;
use crate::id::{CommandId, NightId, PlayerId};
use crate::league::SettingsError;

/// A table of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = TableOfRound))]
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
    /// The id of the command belongs to a command of another operation.
    #[error("The id {command} was used for another operation of this night. Use a new id for this one.")]
    CommandIdTaken {
        /// The id.
        command: CommandId,
    },
    /// Phones keep the score; the night is the coordinator's.
    #[error("Only the coordinator and the coordinator's representatives run the night.")]
    CoordinatorOnly,
    /// The name of the author is not valid.
    #[error("The name of who does this does not do. {0}")]
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
    /// The night is over.
    #[error("This night is finished. Results can be corrected and fees marked, but nobody comes or goes any more.")]
    Finished,
    /// A night that is being played is not cancelled.
    #[error("This night is being played, so it cannot be cancelled. It can be finished early.")]
    Playing,
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
    /// Only active members play, unless the coordinator lets them play as guests.
    #[error("This player is not marked as an active member of the club. Check them in as a guest to let them play.")]
    NotAMember,
    /// Rounds come one after the other.
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
    /// The 50/50 is drawn once.
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

fn dollars(cents: u64) -> String {
    if cents.is_multiple_of(100) { format!("${}", cents / 100) } else { format!("${}.{:02}", cents / 100, cents % 100) }
}
