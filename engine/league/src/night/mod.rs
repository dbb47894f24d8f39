//! One night of a league, kept as a log: a command is decided, its events are applied.

mod command;
mod decide;
mod draw;
mod entry;
mod event;
mod games;
mod hands;
mod imported;
mod latest_changes;
mod merges;
mod money;
mod open;
mod pairs;
mod phase;
mod refusal;
mod replies;
mod report;
mod returned_cards;
mod rotation;
mod rounds;
mod schedule;
mod seat_error;
mod seats;
mod view;

pub use command::{Action, Command, DrawWay, EntryAction, NewEntry, NewRound};
pub use draw::RoundPreview;
pub use entry::{Entry, Excuse};
pub use event::{Event, EventKind};
pub use games::Consequence;
pub use hands::{ClaimedHand, HandId, HeldHand, Proof, Witness};
pub use imported::{Import, ImportedCard, NewImport, NotedImport};
pub use money::{FiftyFifty, Payout, PayoutKind, PlayerMoney};
pub use open::{Open, OpenItem};
pub use pairs::{Pair, PairMember, PairMemberView, PairView};
pub use phase::{Finish, PaidPrize};
pub use refusal::dollars;
pub use refusal::{Refusal, TableRef};
pub use replies::Reply;
pub use report::{Money, Prize, StandingsRow};
pub use returned_cards::ReturnedCard;
pub use rotation::RotationTurn;
pub use schedule::{Cancellation, Change, Notified, Schedule};
pub use seat_error::SeatError;
pub use seats::{
    AddedTable, LatecomersView, NewSeats, NewTable, OfferKind, PrizeChange, Reseat, ReseatPreview, ReseatedTable,
    Reseating, SeatOffer, Seating, TableChange,
};
pub use view::{
    EntryView, FiftyFiftyView, FinishView, NightView, PersonView, RoundView, SideView, Status, TableView, WithdrawnView,
};

use std::collections::BTreeMap;

use super::{Round, Table};
use crate::{CommandId, PlayerId};
use command::CommandIds;
use entry::Excuses;
use latest_changes::LatestChanges;
use pegout_engine::Time;
use pegout_engine::game::GameId;
use phase::{Phase, StartedNight};

/// A night that is scheduled: the fold of its events.
///
/// # Examples
///
/// ```
/// use pegout_engine::game::{GameId, Metadata, Role};
/// use pegout_league::night::{Action, Command, DrawWay, NewEntry, NewRound, Night, Refusal, Schedule};
/// use pegout_league::{GameResults, NightId, PlayerId, Seed, Settings};
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
///     way: DrawWay::Movement,
///     seed: Seed::from_bytes([7; 32]),
///     games: (1..=6).map(|game| GameId::from_bytes([game; 16])).collect(),
///     settings: Settings::default(),
///     byes: Default::default(),
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
    /// The entries that were removed, of players who were not checked in again.
    withdrawn: Vec<Entry>,
    phase: Phase,
    command_ids: CommandIds,
    /// The rounds whose draws were taken back.
    taken_back: Vec<Round>,
    excuses: Excuses,
    pairs: pairs::Pairs,
    /// The noted amounts that were handed out, in cents.
    payouts: money::Notes,
    /// The hands that were claimed, in their order.
    claims: Vec<hands::Claim>,
    imported: Option<imported::Imported>,
    /// The hashes of the requests of all its imports.
    import_requests: BTreeMap<CommandId, String>,
    replies: replies::Replies,
    returned: returned_cards::ReturnedCards,
    latest_changes: LatestChanges,
    version: u64,
    changed_at: Time,
}

impl Night {
    /// The night that these events make, the oldest first. Returns `None` unless the first event schedules a night.
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
            withdrawn: Vec::new(),
            phase,
            command_ids: CommandIds::default(),
            taken_back: Vec::new(),
            excuses: Excuses::default(),
            pairs: pairs::Pairs::default(),
            payouts: BTreeMap::new(),
            claims: Vec::new(),
            imported: None,
            import_requests: BTreeMap::new(),
            replies: replies::Replies::default(),
            returned: returned_cards::ReturnedCards::default(),
            latest_changes: LatestChanges::default(),
            version: 1,
            changed_at: first.metadata.at,
        })
    }

    /// Applies the next event.
    pub fn apply(&mut self, event: &Event) {
        self.version += 1;
        self.changed_at = event.metadata.at;
        self.command_ids.add(&event.kind);
        match &event.kind {
            // A night is scheduled once, by its first event; a noted command changes nothing.
            EventKind::Scheduled(_) | EventKind::CommandNoted { .. } => {}
            EventKind::Changed(change) => self.schedule.change(change),
            EventKind::Cancelled { reason, fee } => self.cancel(reason, *fee),
            EventKind::Notified { player, notified } => self.notify(*player, *notified, &event.metadata),
            EventKind::Reinstated => self.phase = Phase::Gathering { cancelled: None },
            EventKind::Entered(entry) => self.enter(entry.clone()),
            EventKind::Withdrawn { player } => self.withdraw(*player),
            EventKind::SettingsTaken { settings } => {
                self.phase = Phase::Playing(StartedNight { settings: settings.clone(), ..StartedNight::default() });
            }
            EventKind::Imported(import) => self.import(import, &event.metadata),
            EventKind::ImportNoted(noted) => {
                self.import_requests.insert(noted.import, noted.request.clone());
            }
            EventKind::ImportTakenBack { .. } => self.take_back_import(),
            EventKind::RoundDrawn(round) => self.change_seats(|started| started.rounds.push(round.clone())),
            EventKind::RoundTakenBack { round, .. } => self.take_back_round(*round),
            EventKind::Excused { player, rounds, .. } => self.excuses.set(*player, rounds),
            EventKind::Paired(pair) => self.pairs.pair(pair, self.rounds().len() as u16),
            EventKind::Unpaired { pair } => self.pairs.split(*pair),
            EventKind::Swapped { round, players, .. } => self.change_started(|started| started.swap(*round, *players)),
            EventKind::Reseated(reseating) => {
                let pairs = self.pairs.clone();
                self.change_seats(|started| started.reseat(reseating, &pairs));
            }
            EventKind::TableAdded(added) => self.change_seats(|started| started.add_table(added)),
            EventKind::FiftyFiftyDrawn(draw) => self.change_started(|started| started.fifty_fifty = Some(draw.clone())),
            EventKind::FiftyFiftyVoided { .. } => self.change_started(|started| started.fifty_fifty = None),
            EventKind::PaidOut(payout) => self.pay_out(payout),
            EventKind::HandClaimed(claimed) => self.claim_hand(claimed, &event.metadata),
            EventKind::HandWitnessed { hand, agrees, .. } => {
                self.change_claim(*hand, |claim| claim.witness(*agrees, event.metadata.role));
            }
            EventKind::Replied(reply) => self.replies.set(reply),
            EventKind::CardReturned(card) => self.returned.set(card),
            EventKind::HandTakenBack { hand } => self.change_claim(*hand, hands::Claim::take_back),
            EventKind::Finished(finish) => self.phase.end(finish),
            EventKind::Reopened { .. } => self.phase.reopen(),
        }
        self.note_correction(&event.kind);
        self.note_change(event);
    }

    /// Changes a night that has started. Such an event comes after `SettingsTaken`.
    fn change_started(&mut self, change: impl FnOnce(&mut StartedNight)) {
        if let Some(started) = self.phase.started_mut() {
            change(started);
        }
    }

    /// Changes the seats of a night that has started. Every seated player gets an entry: after a merge was taken back,
    /// the log may name a player who was checked in by another id.
    fn change_seats(&mut self, change: impl FnOnce(&mut StartedNight)) {
        self.change_started(change);
        let seated: Vec<PlayerId> = self.seated_anywhere().collect();
        for player in seated {
            if self.entry(player).is_none() {
                let paid = self.holds_fee(player);
                self.enter(Entry { player, paid, guest: false, left: false, pots: Vec::new() });
            }
        }
    }

    /// The number of events so far.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The moment of its newest event.
    #[must_use]
    pub const fn changed_at(&self) -> Time {
        self.changed_at
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

    /// The entries that were removed, of players who were not checked in again.
    #[must_use]
    pub fn withdrawn(&self) -> &[Entry] {
        &self.withdrawn
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
        self.rounds().iter().flat_map(tables_of)
    }

    /// The games of all tables that ever were, also of rounds whose draws were taken back.
    pub fn games_ever(&self) -> impl Iterator<Item = GameId> {
        self.rounds().iter().chain(self.taken_back()).flat_map(|round| round.tables.iter().map(|table| table.game))
    }

    /// The table of a game of the night, also if its draw was taken back.
    #[must_use]
    pub fn table_ever_of(&self, game: GameId) -> Option<(TableRef, &Table)> {
        self.rounds().iter().chain(self.taken_back()).flat_map(tables_of).find(|(_, table)| table.game == game)
    }

    /// The table where a game of the night is played.
    #[must_use]
    pub fn table_of(&self, game: GameId) -> Option<(TableRef, &Table)> {
        self.tables().find(|(_, table)| table.game == game)
    }
}

/// The tables of a round.
fn tables_of(round: &Round) -> impl Iterator<Item = (TableRef, &Table)> {
    (1..).zip(&round.tables).map(|(table, seats)| (TableRef { round: round.number, table }, seats))
}
