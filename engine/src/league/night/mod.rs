//! One night of a league, kept as a log: a command is decided, its events are applied.

mod command;
mod command_ids;
mod decide;
mod entry;
mod event;
mod fifty_fifty;
mod finish;
mod games;
mod phase;
mod refusal;
mod report;
mod rounds;
mod schedule;
mod view;

pub use command::{Action, Command, EntryAction, NewEntry, NewRound};
pub use entry::Entry;
pub use event::{Event, EventKind};
pub use fifty_fifty::FiftyFifty;
pub use finish::{Finish, PaidPrize};
pub use games::Consequence;
pub use refusal::{Refusal, TableRef};
pub use report::{Money, Prize, StandingsRow};
pub use schedule::{Change, Schedule};
pub use view::{EntryView, FiftyFiftyView, FinishView, NightView, PersonView, RoundView, SideView, Status, TableView};

use super::{Round, Table};
use crate::id::GameId;
use command_ids::CommandIds;
use phase::{Phase, StartedNight};

/// A night that is scheduled: the fold of its events.
///
/// # Examples
///
/// ```
/// use pegout_engine::game::{GameId, Metadata, Role};
/// use pegout_engine::league::night::{Action, Command, NewEntry, NewRound, Night, Refusal, Schedule};
/// use pegout_engine::league::{GameResults, NightId, PlayerId, Seed, Settings};
///
/// let by = Some("Cy".to_owned());
/// let metadata = Metadata { at: "2026-01-28T23:55:00Z".parse()?, by, role: Role::Coordinator, token: None };
/// let schedule = Schedule::new(NightId::from_bytes([1; 16]), "2026-01-28".parse()?);
/// let scheduled = Night::begin(schedule, metadata.clone())?;
/// let mut night = Night::fold(&[scheduled]).expect("the first event schedules the night");
/// let mut ask = |action| -> Result<(), Refusal> {
///     for event in night.decide(Command { metadata: metadata.clone(), action }, &GameResults::new())? {
///         night.apply(&event);
///     }
///     Ok(())
/// };
/// for player in 1..=23 {
///     ask(Action::Enter(NewEntry::member(PlayerId::from_bytes([player; 16]))))?;
/// }
/// ask(Action::DrawRound(NewRound {
///     number: Some(1),
///     id: None,
///     seed: Seed::from_bytes([7; 32]),
///     games: (1..=6).map(|game| GameId::from_bytes([game; 16])).collect(),
///     settings: Settings::default(),
/// }))?;
/// let sizes: Vec<usize> = night.rounds()[0].tables.iter().map(|table| table.seats.players().count()).collect();
/// assert_eq!(sizes, [4, 4, 4, 4, 4, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Night {
    schedule: Schedule,
    /// In the order in which the players were checked in.
    entries: Vec<Entry>,
    phase: Phase,
    command_ids: CommandIds,
    version: u64,
}

impl Night {
    /// The night that these events make, the oldest first. Returns `None` unless the first one schedules a night.
    pub fn fold<'a>(events: impl IntoIterator<Item = &'a Event>) -> Option<Night> {
        let mut events = events.into_iter();
        let mut night = Night::from_event(events.next()?)?;
        events.for_each(|event| night.apply(event));
        Some(night)
    }

    /// The night that this event schedules. Returns `None` for an event of another kind.
    #[must_use]
    pub fn from_event(first: &Event) -> Option<Night> {
        let EventKind::Scheduled(schedule) = &first.kind else { return None };
        let phase = Phase::Gathering { cancelled: None };
        Some(Night {
            schedule: schedule.clone(),
            entries: Vec::new(),
            phase,
            command_ids: CommandIds::default(),
            version: 1,
        })
    }

    /// Applies the next event.
    pub fn apply(&mut self, event: &Event) {
        self.version += 1;
        self.command_ids.add(&event.kind);
        match &event.kind {
            // A night is scheduled once, by its first event.
            EventKind::Scheduled(_) => {}
            EventKind::Changed(change) => self.schedule.change(change),
            EventKind::Cancelled { reason } => self.phase = Phase::Gathering { cancelled: Some(reason.clone()) },
            EventKind::Reinstated => self.phase = Phase::Gathering { cancelled: None },
            EventKind::Entered(entry) => self.enter(entry.clone()),
            EventKind::Withdrawn { player } => self.withdraw(*player),
            EventKind::SettingsTaken { settings } => {
                self.phase = Phase::Playing(StartedNight { settings: settings.clone(), ..StartedNight::default() });
            }
            EventKind::RoundDrawn(round) => self.change_started(|started| started.rounds.push(round.clone())),
            EventKind::Swapped { round, players, .. } => self.change_started(|started| started.swap(*round, *players)),
            EventKind::FiftyFiftyDrawn(draw) => self.change_started(|started| started.fifty_fifty = Some(draw.clone())),
            EventKind::FiftyFiftyVoided { .. } => self.change_started(|started| started.fifty_fifty = None),
            EventKind::Finished(finish) => self.phase.end(finish),
        }
    }

    /// Changes a night that has started. Such an event follows the one by which the night took its settings.
    fn change_started(&mut self, change: impl FnOnce(&mut StartedNight)) {
        if let Some(started) = self.phase.started_mut() {
            change(started);
        }
    }

    /// The number of events so far.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The date and the start of the night, with the changes made since.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The players, in the order in which they were checked in.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Its rounds, the first one first.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        self.phase.started().map_or(&[], |started| &started.rounds)
    }

    /// The status: to come, going on, over or cancelled.
    #[must_use]
    pub const fn status(&self) -> Status {
        match &self.phase {
            Phase::Gathering { cancelled: Some(_) } => Status::Cancelled,
            Phase::Gathering { cancelled: None } if self.entries.is_empty() => Status::Scheduled,
            Phase::Gathering { cancelled: None } => Status::Open,
            Phase::Playing(_) => Status::Playing,
            Phase::Finished(..) => Status::Finished,
        }
    }

    /// The draw of the 50/50, if there was one.
    fn fifty_fifty(&self) -> Option<&FiftyFifty> {
        self.phase.started()?.fifty_fifty.as_ref()
    }

    /// All its tables of all its rounds.
    pub fn tables(&self) -> impl Iterator<Item = (TableRef, &Table)> {
        self.rounds().iter().flat_map(|round| {
            (1..).zip(&round.tables).map(|(table, seats)| (TableRef { round: round.number, table }, seats))
        })
    }

    /// The table where a game of the night is played.
    #[must_use]
    pub fn table_of(&self, game: GameId) -> Option<(TableRef, &Table)> {
        self.tables().find(|(_, table)| table.game == game)
    }
}
