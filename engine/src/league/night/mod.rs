//! One night of a league, kept as a log: what is asked is decided, what then happened is applied.

mod command;
mod decide;
mod draw;
mod entry;
mod event;
mod fifty_fifty;
mod finish;
mod look;
mod refusal;
mod results;
mod schedule;
mod view;

pub use command::{Act, Command, NewEntry, NewRound};
pub use entry::Entry;
pub use event::{Event, Happening};
pub use fifty_fifty::FiftyFifty;
pub use finish::{Finish, Paid};
pub use refusal::{At, Refusal};
pub use results::{Money, Prize, StandingsRow};
pub use schedule::{Change, Schedule};
pub use view::{EntryView, FiftyFiftyView, NightView, PersonView, RoundView, SideView, Status, TableView};

use super::{Round, Settings};

/// A night: the fold of its events. By default it is not scheduled.
///
/// # Examples
///
/// ```
/// use pegout_engine::game::{GameId, Role, Stamp};
/// use pegout_engine::league::night::{Act, Command, NewEntry, NewRound, Night, Refusal, Schedule};
/// use pegout_engine::league::{Games, NightId, PlayerId, Seed, Settings};
///
/// let by = Some("Cy".to_owned());
/// let stamp = Stamp { at: "2026-01-28T23:55:00Z".parse()?, by, role: Role::Coordinator, token: None };
/// let mut night = Night::default();
/// let mut ask = |act| -> Result<(), Refusal> {
///     for event in night.decide(Command { stamp: stamp.clone(), act }, &Games::new())? {
///         night.apply(&event);
///     }
///     Ok(())
/// };
/// ask(Act::Schedule(Schedule::new(NightId::from_bytes([1; 16]), "2026-01-28".parse()?)))?;
/// for player in 1..=23 {
///     ask(Act::Enter(NewEntry { paid: Some(true), ..NewEntry::member(PlayerId::from_bytes([player; 16])) }))?;
/// }
/// ask(Act::DrawRound(NewRound {
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
        match &event.what {
            Happening::Scheduled(schedule) => self.schedule = Some(schedule.clone()),
            Happening::Changed(change) => {
                if let Some(schedule) = &mut self.schedule {
                    schedule.change(change);
                }
            }
            Happening::Cancelled { reason } => self.cancelled = Some(reason.clone()),
            Happening::Reinstated => self.cancelled = None,
            Happening::Entered(entry) => self.enter(entry.clone()),
            Happening::Withdrawn { player } => self.withdraw(*player),
            Happening::SettingsTaken { settings } => self.settings = Some(settings.clone()),
            Happening::RoundDrawn(round) => self.rounds.push(round.clone()),
            Happening::Swapped { round, players } => self.swap(*round, *players),
            Happening::FiftyFiftyDrawn(draw) => self.fifty_fifty = Some(draw.clone()),
            Happening::FiftyFiftyVoided { .. } => self.fifty_fifty = None,
            Happening::Finished(finish) => self.finish = Some(finish.clone()),
        }
    }
}
