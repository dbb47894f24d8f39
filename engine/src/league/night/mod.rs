//! One night of a league, kept as a log: what is asked is decided, what then happened is applied.

mod command;
mod decide;
mod entry;
mod event;
mod fifty_fifty;
mod finish;
mod refusal;
mod report;
mod rounds;
mod schedule;
mod view;

pub use command::{Action, Command, NewEntry, NewRound};
pub use entry::Entry;
pub use event::{Event, EventKind};
pub use fifty_fifty::FiftyFifty;
pub use finish::{Finish, PaidPrize};
pub use refusal::{Refusal, TableRef};
pub use report::{Money, Prize, StandingsRow};
pub use schedule::{Change, Schedule};
pub use view::{EntryView, FiftyFiftyView, NightView, PersonView, RoundView, SideView, Status, TableView};

use super::{Round, Settings, Table};
use crate::id::GameId;

/// A night: the fold of its events. By default it is not scheduled.
///
/// # Examples
///
/// ```
/// use pegout_engine::game::{GameId, Role, Metadata};
/// use pegout_engine::league::night::{Action, Command, NewEntry, NewRound, Night, Refusal, Schedule};
/// use pegout_engine::league::{GameResults, NightId, PlayerId, Seed, Settings};
///
/// let by = Some("Cy".to_owned());
/// let metadata = Metadata { at: "2026-01-28T23:55:00Z".parse()?, by, role: Role::Coordinator, token: None };
/// let mut night = Night::default();
/// let mut ask = |action| -> Result<(), Refusal> {
///     for event in night.decide(Command { metadata: metadata.clone(), action }, &GameResults::new())? {
///         night.apply(&event);
///     }
///     Ok(())
/// };
/// ask(Action::Schedule(Schedule::new(NightId::from_bytes([1; 16]), "2026-01-28".parse()?)))?;
/// for player in 1..=23 {
///     ask(Action::Enter(NewEntry { paid: Some(true), ..NewEntry::member(PlayerId::from_bytes([player; 16])) }))?;
/// }
/// ask(Action::DrawRound(NewRound {
///     number: Some(1),
///     seed: Seed::from_bytes([7; 32]),
///     games: (1..=6).map(|game| GameId::from_bytes([game; 16])).collect(),
///     settings: Settings::default(),
/// }))?;
/// let sizes: Vec<usize> = night.rounds()[0].tables.iter().map(|table| table.seats.players().count()).collect();
/// assert_eq!(sizes, [4, 4, 4, 4, 4, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Night {
    schedule: Option<Schedule>,
    /// Why it was cancelled, while it is.
    cancelled: Option<String>,
    /// In the order in which the players were checked in.
    entries: Vec<Entry>,
    /// What the league had set when the first round was drawn.
    settings: Option<Settings>,
    rounds: Vec<Round>,
    fifty_fifty: Option<FiftyFifty>,
    finish: Option<Finish>,
    version: u64,
}

impl Night {
    /// The night that these events have made, the oldest first.
    pub fn fold<'a>(events: impl IntoIterator<Item = &'a Event>) -> Night {
        let mut night = Night::default();
        for event in events {
            night.apply(event);
        }
        night
    }

    /// Takes in what has happened.
    pub fn apply(&mut self, event: &Event) {
        self.version += 1;
        match &event.kind {
            EventKind::Scheduled(schedule) => self.schedule = Some(schedule.clone()),
            EventKind::Changed(change) => {
                if let Some(schedule) = &mut self.schedule {
                    schedule.change(change);
                }
            }
            EventKind::Cancelled { reason } => self.cancelled = Some(reason.clone()),
            EventKind::Reinstated => self.cancelled = None,
            EventKind::Entered(entry) => self.enter(entry.clone()),
            EventKind::Withdrawn { player } => self.withdraw(*player),
            EventKind::SettingsTaken { settings } => self.settings = Some(settings.clone()),
            EventKind::RoundDrawn(round) => self.rounds.push(round.clone()),
            EventKind::Swapped { round, players } => self.swap(*round, *players),
            EventKind::FiftyFiftyDrawn(draw) => self.fifty_fifty = Some(draw.clone()),
            EventKind::FiftyFiftyVoided { .. } => self.fifty_fifty = None,
            EventKind::Finished(finish) => self.finish = Some(finish.clone()),
        }
    }
}

impl Night {
    /// How many events have made it.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// When it is; `None` before it is scheduled.
    #[must_use]
    pub const fn schedule(&self) -> Option<&Schedule> {
        self.schedule.as_ref()
    }

    /// The players, in the order in which they were checked in.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Its rounds, the first one first.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Whether it is to come, going on, over or cancelled.
    #[must_use]
    pub const fn status(&self) -> Status {
        if self.cancelled.is_some() {
            Status::Cancelled
        } else if self.finish.is_some() {
            Status::Finished
        } else if !self.rounds.is_empty() {
            Status::Playing
        } else if !self.entries.is_empty() {
            Status::Open
        } else {
            Status::Scheduled
        }
    }

    /// All its tables of all its rounds.
    pub fn tables(&self) -> impl Iterator<Item = (TableRef, &Table)> {
        self.rounds.iter().flat_map(|round| {
            (1..).zip(&round.tables).map(|(table, seats)| (TableRef { round: round.number, table }, seats))
        })
    }

    /// Where a game of the night is played, and by whom.
    #[must_use]
    pub fn table_of(&self, game: GameId) -> Option<(TableRef, &Table)> {
        self.tables().find(|(_, table)| table.game == game)
    }

    /// Whether phones can no longer change a game: a later round is drawn, or the night is finished.
    #[must_use]
    pub fn is_round_closed(&self, game: GameId) -> bool {
        let earlier = |(at, _): (TableRef, &Table)| usize::from(at.round) < self.rounds.len();
        self.finish.is_some() || self.table_of(game).is_some_and(earlier)
    }
}
