//! One table's game, kept as a log: a command is decided, its events are applied.

mod command;
mod deals;
mod decide;
mod details;
mod event;
mod hints;
#[cfg(feature = "serde")]
mod logged;
mod metadata;
mod peg;
mod pegging;
mod refusal;
mod rematch;
mod result;
mod setup;
#[cfg(feature = "serde")]
mod stored;
mod summary;
mod track;
mod view;
mod void;

pub use crate::id::{AmendmentId, ChangeId, ConfirmationId, DealId, DeviceId, GameId, PegId, TokenId};
pub use command::{Action, Command};
pub use deals::{ExpectedPegs, PossiblePegs};
pub use details::{DetailsChange, SideChange};
pub use event::{Event, EventKind, ShownEvent};
pub use hints::{Hint, HintKind};
pub use metadata::{LatestChange, MAX_NAME_LENGTH, MAX_REASON_LENGTH, Metadata, Role, TextError};
pub use peg::{AmendedPeg, Amendment, Peg, PegError, PegFor, Points};
pub use pegging::{PeggedShow, Pegging};
pub use refusal::Refusal;
pub use rematch::RematchRequest;
pub use result::{Confirmation, ContestView, FinalScores, Outcome, ResultError, ResultView, Verdict};
pub use setup::{Occasion, Previous, Setup, SetupError, Side};
pub use summary::{DealScores, GameSummary, LargestCount};
pub use track::{Crash, CrashedPeg, Direction};
pub use view::{GameView, PegView, SideView, Status};
pub use void::VoidView;

use deals::Deals;
use details::DetailsChanges;
use rematch::Rematch;
use result::{EnteredResult, Results};
use track::Pegs;
use void::Voids;

use crate::time::Time;

/// A game that has begun: the fold of its events.
///
/// # Examples
///
/// ```
/// use pegout_engine::Rules;
/// use pegout_engine::game::{Action, Command, Game, GameId, Metadata, Peg, PegFor, PegId, Role, Setup, Side};
///
/// let metadata = Metadata { at: "2026-01-31T19:05:00Z".parse()?, by: None, role: Role::Scorer, token: None };
/// let sides = ["Ann", "Bob"].map(|name| Side::from_player(name.to_owned())).to_vec();
/// let setup = Setup::new(GameId::from_bytes([1; 16]), sides, Rules::default(), 0);
/// let mut game = Game::fold(&[Game::begin(setup, metadata.clone())?]).expect("the first event begins the game");
///
/// let peg = Peg {
///     id: PegId::from_bytes([2; 16]),
///     side: 1,
///     player: None,
///     points: 8,
///     earned_by: PegFor::Hand,
///     cards: None,
///     starter: None,
///     tapped_at: None,
///     deal: None,
///     device: None,
/// };
/// let command = Command { metadata, action: Action::Peg(peg) };
/// for event in game.decide(command.clone())? {
///     game.apply(&event);
/// }
/// assert_eq!(game.scores(), [0, 8]);
/// assert_eq!(game.decide(command)?, [], "sent twice, pegged once");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    setup: Setup,
    /// The setup that the game began with, if names or the first dealer were changed since.
    begun_with: Option<Box<Setup>>,
    /// The time and the author of the beginning.
    metadata: Metadata,
    pegs: Pegs,
    deals: Deals,
    results: Results,
    changes: DetailsChanges,
    voids: Voids,
    /// The tally of each side before this game; empty in a match's first.
    tally: Vec<u32>,
    rematch: Option<Rematch>,
    /// The newest change of how the game has ended.
    result_change: Option<LatestChange>,
    /// The moment when it was won or called off; `None` while it is being played.
    ended_at: Option<Time>,
    version: u64,
    latest: Event,
}

impl Game {
    /// The game that these events make, the oldest first. Returns `None` unless the first event begins a game.
    pub fn fold<'a>(events: impl IntoIterator<Item = &'a Event>) -> Option<Game> {
        let mut events = events.into_iter();
        let mut game = Game::from_event(events.next()?)?;
        events.for_each(|event| game.apply(event));
        Some(game)
    }

    /// The game that this event begins. Returns `None` for an event of another kind.
    #[must_use]
    pub fn from_event(first: &Event) -> Option<Game> {
        let EventKind::Begun(setup) = &first.kind else { return None };
        Some(Game {
            setup: setup.clone(),
            begun_with: None,
            metadata: first.metadata.clone(),
            pegs: Pegs::new(setup),
            deals: Deals::default(),
            results: Results::default(),
            changes: DetailsChanges::default(),
            voids: Voids::default(),
            tally: setup.previous().map(|previous| previous.tally.clone()).unwrap_or_default(),
            rematch: None,
            result_change: None,
            ended_at: None,
            version: 1,
            latest: first.clone(),
        })
    }

    /// Applies the next event.
    pub fn apply(&mut self, event: &Event) {
        self.version += 1;
        let had_ended = self.is_pegged_out();
        self.apply_kind(event);
        // An amendment may let another side win.
        let amends_end = had_ended && matches!(event.kind, EventKind::PegAmended(_));
        if event.kind.changes_result() || amends_end || self.is_pegged_out() != had_ended {
            self.result_change = Some(LatestChange { version: self.version, metadata: event.metadata.clone() });
            let is_over = self.status() != Status::Playing;
            // A correction of a finished game keeps its time of the end.
            self.ended_at = is_over.then(|| self.ended_at.unwrap_or(event.metadata.at));
        }
    }

    /// The moment when the game was begun.
    #[must_use]
    pub const fn began_at(&self) -> Time {
        self.metadata.at
    }

    /// The moment when the game was won or called off; `None` while it is being played.
    #[must_use]
    pub const fn ended_at(&self) -> Option<Time> {
        self.ended_at
    }

    /// The moment of its newest event.
    #[must_use]
    pub const fn changed_at(&self) -> Time {
        self.latest.metadata.at
    }

    /// The number of all accepted pegs, including pegs that were taken back since.
    #[must_use]
    pub const fn pegs_ever(&self) -> usize {
        self.pegs.len()
    }

    /// Returns true if a side has pegged to the game hole.
    fn is_pegged_out(&self) -> bool {
        let target = self.setup.rules.target;
        (0..).take(self.setup.sides.len()).any(|side| self.pegs.front(side, target) >= target)
    }

    /// The newest change of how the game has ended, if another session than `token` made it after the version `based_on`.
    #[must_use]
    pub fn result_changed_since(&self, based_on: u64, token: Option<TokenId>) -> Option<&LatestChange> {
        self.result_change.as_ref().filter(|change| change.clashes(based_on, token))
    }

    fn apply_kind(&mut self, event: &Event) {
        self.latest = event.clone();
        let metadata = || event.metadata.clone();
        match &event.kind {
            // A game begins once, by its first event.
            EventKind::Begun(_) => {}
            EventKind::Pegged(peg) => self.pegs.put(peg.clone(), metadata(), self.deals.current()),
            EventKind::PegAmended(amended) => self.pegs.amend(amended.clone(), metadata()),
            EventKind::PegTakenBack { peg } => self.pegs.take_back(*peg, event.metadata.token),
            EventKind::DealBegun { number, deal } => {
                self.deals.begin(*number, *deal, metadata(), self.pegs.len());
            }
            EventKind::DealTakenBack { number } => self.deals.take_back(*number, event.metadata.token),
            EventKind::ResultEntered { scores, device, id, .. } => {
                let result = EnteredResult { scores: scores.clone(), device: *device, id: *id, metadata: metadata() };
                self.results.enter(result);
            }
            EventKind::ResultTakenBack => self.results.clear(),
            EventKind::ResultConfirmed { id, side, device } => {
                let verdict = Verdict::Confirmed;
                self.results.confirm(Confirmation { id: *id, side: *side, verdict, device: *device }, metadata());
            }
            EventKind::ResultContested { id, side, scores, device } => {
                let verdict = Verdict::Contested { scores: scores.clone() };
                self.results.confirm(Confirmation { id: *id, side: *side, verdict, device: *device }, metadata());
            }
            EventKind::Voided { reason, id } => self.apply_void(reason.clone(), *id),
            EventKind::VoidTakenBack => self.apply_void_taken_back(),
            EventKind::Renamed { id, sides } => {
                self.changes.with_id(*id, &event.metadata).sides = Some(sides.clone());
                self.keep_beginning();
                self.setup.rename(sides);
            }
            EventKind::FirstDealerSet { id, first_dealer } => {
                self.changes.with_id(*id, &event.metadata).first_dealer = Some(*first_dealer);
                self.keep_beginning();
                self.setup.first_dealer = *first_dealer;
                self.setup.first_dealer_known = true;
            }
            EventKind::RematchBegun { game, first_dealer, crash_directions } => {
                let (first_dealer, crash_directions) = (*first_dealer, crash_directions.clone());
                let request = RematchRequest { game: *game, first_dealer, crash_directions };
                self.rematch = Some(Rematch { request, metadata: metadata() });
            }
            EventKind::Reseated { sides } => self.apply_reseated(sides.clone()),
            EventKind::TallyCarried { tally } => self.tally.clone_from(tally),
        }
    }

    /// Puts other players on the seats. If the seat of a first dealer named by the table is gone, the first dealer is
    /// unknown again.
    fn apply_reseated(&mut self, sides: Vec<Side>) {
        let dealer = self.setup.first_dealer;
        self.setup.reseat(sides);
        let began_unknown = self.begun_with.as_ref().is_some_and(|setup| !setup.first_dealer_known);
        if began_unknown && self.setup.first_dealer != dealer {
            self.setup.first_dealer_known = false;
        }
    }

    /// Keeps the setup that the game began with, for a repeat of the request that began it.
    fn keep_beginning(&mut self) {
        if self.begun_with.is_none() {
            self.begun_with = Some(Box::new(self.setup.clone()));
        }
    }

    /// The number of events so far.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The sides as they sit now, the rules, and everything else that the game began with.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The next game of the match, if it has begun.
    #[must_use]
    pub fn rematch_id(&self) -> Option<GameId> {
        self.rematch.as_ref().map(|rematch| rematch.request.game)
    }

    /// A score a side, 0 to the target: from the result, or else from the pegs that were not taken back.
    #[must_use]
    pub fn scores(&self) -> Vec<u8> {
        let Setup { sides, rules, .. } = &self.setup;
        let pegged = || (0..).zip(sides).map(|(side, _)| self.pegs.front(side, rules.target)).collect();
        self.results.entered().map_or_else(pegged, |result| result.scores.clone())
    }

    /// The hands and cribs that were pegged with their cards and not taken back, each with its time of arrival.
    pub fn shown_hands(&self) -> impl Iterator<Item = (&Peg, Time)> {
        self.pegs.shown_hands()
    }

    /// The crashes that a peg has caused on the track of crash cribbage. A peg that was taken back has none.
    #[must_use]
    pub fn crashes(&self, peg: PegId) -> &[Crash] {
        self.pegs.crashes(peg)
    }

    /// The entered result, with its confirmations; `None` if the scores come from the pegs.
    #[must_use]
    pub fn entered_result(&self) -> Option<ResultView> {
        self.results.view()
    }

    /// Returns true if a result replaces the scores of the pegs.
    #[must_use]
    pub const fn has_result(&self) -> bool {
        self.results.entered().is_some()
    }

    /// Returns the status: being played, won or called off.
    #[must_use]
    pub fn status(&self) -> Status {
        match (self.outcome(), self.voids.standing().is_some()) {
            (Some(_), _) => Status::Finished,
            (None, true) => Status::Void,
            (None, false) => Status::Playing,
        }
    }

    /// Returns true if a peg, a deal or a result was ever accepted, also if it was taken back since.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        self.pegs.len() > 0 || self.deals.any() || self.results.any()
    }

    /// The outcome; `None` while nobody has won. A game that was called off has no outcome, unless a result was entered
    /// since.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.voids.standing().is_some() && !self.has_result() {
            return None;
        }
        Outcome::from_scores(&self.scores(), &self.setup.rules)
    }

    /// Returns true if these events reopen a finished game or change its scores without entering a result. A game that
    /// is called off after a correction is not reopened.
    #[must_use]
    pub fn is_reopened_by(&self, events: &[Event]) -> bool {
        let entered = |event: &Event| matches!(event.kind, EventKind::ResultEntered { .. });
        if self.status() != Status::Finished || events.iter().any(entered) {
            return false;
        }
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        match after.status() {
            Status::Playing => true,
            Status::Finished => after.scores() != self.scores(),
            Status::Void => false,
        }
    }

    /// The tally of each side in the match with this game: the values of the games it won.
    #[must_use]
    pub fn match_tally(&self) -> Vec<u32> {
        let mut tally = self.tally.clone();
        tally.resize(self.setup.sides.len(), 0);
        if let Some(outcome) = self.outcome() {
            outcome.winners().for_each(|side| tally[usize::from(side)] += u32::from(outcome.value));
        }
        tally
    }
}
