//! One table's game, kept as a log: a command is decided, its events are applied.

mod command;
mod deals;
mod decide;
mod event;
mod metadata;
mod outcome;
mod peg;
mod pegs;
mod refusal;
mod rematch;
mod setup;
#[cfg(feature = "serde")]
mod stored;
mod view;

pub use crate::id::{DealId, GameId, PegId, TokenId};
pub use command::{Action, Command};
pub use event::{Event, EventKind};
pub use metadata::{MAX_NAME_LENGTH, MAX_REASON_LENGTH, Metadata, Role, TextError};
pub use outcome::{Outcome, ResultError};
pub use peg::{Peg, PegError, PegFor};
pub use refusal::Refusal;
pub use setup::{Occasion, Previous, Setup, SetupError, Side};
pub use view::{GameView, PegView, SideView, Status};

use deals::Deals;
use pegs::Pegs;
use rematch::Rematch;

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
///     points: 8,
///     earned_by: PegFor::Hand,
///     cards: None,
///     starter: None,
///     tapped_at: None,
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
    /// The time and the author of the beginning.
    metadata: Metadata,
    pegs: Pegs,
    deals: Deals,
    /// The scores that replace those of the pegs.
    result: Option<Vec<u8>>,
    is_void: bool,
    /// The tally of each side before this game; empty in a match's first.
    tally: Vec<u32>,
    rematch: Option<Rematch>,
    version: u64,
    latest: Event,
}

impl Game {
    /// The game that these events make, the oldest first. Returns `None` unless the first one begins a game.
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
            metadata: first.metadata.clone(),
            pegs: Pegs::default(),
            deals: Deals::default(),
            result: None,
            is_void: false,
            tally: setup.previous().map(|previous| previous.tally.clone()).unwrap_or_default(),
            rematch: None,
            version: 1,
            latest: first.clone(),
        })
    }

    /// Applies the next event.
    pub fn apply(&mut self, event: &Event) {
        self.version += 1;
        self.latest = event.clone();
        let metadata = || event.metadata.clone();
        match &event.kind {
            // A game begins once, by its first event.
            EventKind::Begun(_) => {}
            EventKind::Pegged(peg) => self.pegs.put(peg.clone(), metadata()),
            EventKind::PegTakenBack { peg } => self.pegs.take_back(*peg),
            EventKind::DealBegun { number, deal } => self.deals.begin(*number, *deal, metadata()),
            EventKind::DealTakenBack { number } => self.deals.take_back(*number),
            EventKind::ResultEntered { scores, .. } => self.result = Some(scores.clone()),
            EventKind::ResultTakenBack => self.result = None,
            EventKind::Voided { .. } => self.is_void = true,
            EventKind::RematchBegun { game, first_dealer } => {
                self.rematch = Some(Rematch { game: *game, first_dealer: *first_dealer, metadata: metadata() });
            }
            EventKind::Reseated { sides } => self.setup.sides.clone_from(sides),
            EventKind::TallyCarried { tally } => self.tally.clone_from(tally),
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

    /// The game that goes on with the match, once it has begun.
    #[must_use]
    pub fn rematch_id(&self) -> Option<GameId> {
        self.rematch.as_ref().map(|rematch| rematch.game)
    }

    /// A score a side, 0 to the target: the result's, or else those of the pegs that were not taken back.
    #[must_use]
    pub fn scores(&self) -> Vec<u8> {
        let Setup { sides, rules, .. } = &self.setup;
        let pegged = || (0..).zip(sides).map(|(side, _)| self.pegs.front(side, rules.target)).collect();
        self.result.clone().unwrap_or_else(pegged)
    }

    /// Returns true if a result replaces the scores of the pegs.
    #[must_use]
    pub const fn has_result(&self) -> bool {
        self.result.is_some()
    }

    /// Returns the status: being played, won or called off.
    #[must_use]
    pub fn status(&self) -> Status {
        match (self.outcome(), self.is_void) {
            (Some(_), _) => Status::Finished,
            (None, true) => Status::Void,
            (None, false) => Status::Playing,
        }
    }

    /// The outcome; `None` while nobody has won.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
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
            tally[usize::from(outcome.winner)] += u32::from(outcome.value);
        }
        tally
    }
}
