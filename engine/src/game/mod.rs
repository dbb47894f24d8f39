//! One table's game, kept as a log: what is asked is decided, what then happened is applied.

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
mod view;

pub use crate::id::{DealId, GameId, PegId, TokenId};
pub use command::{Action, Command};
pub use event::{Event, EventKind};
pub use metadata::{MAX_NAME_LENGTH, MAX_REASON_LENGTH, Metadata, Role, TextError};
pub use outcome::{Outcome, ResultError};
pub use peg::{Peg, PegError, PegFor};
pub use refusal::Refusal;
pub use setup::{Setup, SetupError, Side};
pub use view::{GameView, PegView, SideView, Status};

use deals::Deals;
use pegs::Pegs;
use rematch::Rematch;

/// A game: the fold of its events. By default it has not begun.
///
/// # Examples
///
/// ```
/// use pegout_engine::Rules;
/// use pegout_engine::game::{Action, Command, Game, GameId, Peg, PegFor, PegId, Role, Setup, Side, Metadata};
///
/// let metadata = Metadata { at: "2026-01-31T19:05:00Z".parse()?, by: None, role: Role::Scorer, token: None };
/// let ask = |action| Command { metadata: metadata.clone(), action };
/// let mut game = Game::default();
/// let sides = ["Ann", "Bob"].map(|name| Side::of_one(name.to_owned())).to_vec();
/// let begin = Setup::new(GameId::from_bytes([1; 16]), sides, Rules::default(), 0);
/// let peg = Peg {
///     id: PegId::from_bytes([2; 16]),
///     side: 1,
///     points: 8,
///     earned_by: PegFor::Hand,
///     cards: None,
///     starter: None,
///     tapped_at: None,
/// };
/// for command in [ask(Action::Begin(begin)), ask(Action::Peg(peg.clone()))] {
///     for event in game.decide(command)? {
///         game.apply(&event);
///     }
/// }
/// assert_eq!(game.scores(), [0, 8]);
/// assert_eq!(game.decide(ask(Action::Peg(peg)))?, [], "sent twice, pegged once");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    begun: Option<Begun>,
    pegs: Pegs,
    deals: Deals,
    /// The scores that stand over the pegs.
    result: Option<Vec<u8>>,
    void: bool,
    /// What each side had in the match before this game; empty in a match's first.
    tally: Vec<u32>,
    rematch: Option<Rematch>,
    version: u64,
    latest: Option<Event>,
}

/// How a game began, and who began it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Begun {
    setup: Setup,
    metadata: Metadata,
}

impl Game {
    /// The game that these events have made, the oldest first.
    pub fn fold<'a>(events: impl IntoIterator<Item = &'a Event>) -> Game {
        let mut game = Game::default();
        for event in events {
            game.apply(event);
        }
        game
    }

    /// Takes in what has happened.
    pub fn apply(&mut self, event: &Event) {
        self.version += 1;
        self.latest = Some(event.clone());
        let metadata = || event.metadata.clone();
        match &event.kind {
            EventKind::Begun(setup) => {
                self.tally.clone_from(&setup.tally);
                self.begun = Some(Begun { setup: setup.clone(), metadata: metadata() });
            }
            EventKind::Pegged(peg) => self.pegs.put(peg.clone(), metadata()),
            EventKind::PegTakenBack { peg } => self.pegs.take_back(*peg),
            EventKind::DealBegun { number, deal } => self.deals.begin(*number, *deal, metadata()),
            EventKind::DealTakenBack { number } => self.deals.take_back(*number),
            EventKind::ResultEntered { scores, .. } => self.result = Some(scores.clone()),
            EventKind::ResultTakenBack => self.result = None,
            EventKind::Voided { .. } => self.void = true,
            EventKind::RematchBegun { game, first_dealer } => {
                self.rematch = Some(Rematch { game: *game, first_dealer: *first_dealer, metadata: metadata() });
            }
            EventKind::Reseated { sides } => {
                if let Some(begun) = &mut self.begun {
                    begun.setup.sides.clone_from(sides);
                }
            }
            EventKind::TallyCarried { tally } => self.tally.clone_from(tally),
        }
    }

    /// How many events have made it.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// How it began; `None` before.
    #[must_use]
    pub fn setup(&self) -> Option<&Setup> {
        self.begun.as_ref().map(|begun| &begun.setup)
    }

    /// The game that goes on with the match, once it has begun.
    #[must_use]
    pub fn rematch_id(&self) -> Option<GameId> {
        self.rematch.as_ref().map(|rematch| rematch.game)
    }

    /// A score a side, 0 to the target: the result's, or else what the pegs that stand make.
    #[must_use]
    pub fn scores(&self) -> Vec<u8> {
        match (&self.result, self.setup()) {
            (Some(scores), _) => scores.clone(),
            (None, Some(setup)) => {
                (0..).zip(&setup.sides).map(|(side, _)| self.pegs.front(side, setup.rules.target)).collect()
            }
            (None, None) => Vec::new(),
        }
    }

    /// Whether a result stands over the pegs.
    #[must_use]
    pub const fn has_result(&self) -> bool {
        self.result.is_some()
    }

    /// Whether it is being played, was won, or was called off.
    #[must_use]
    pub fn status(&self) -> Status {
        match (self.outcome(), self.void) {
            (Some(_), _) => Status::Finished,
            (None, true) => Status::Void,
            (None, false) => Status::Playing,
        }
    }

    /// How it ended; `None` while nobody has won.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::of(&self.scores(), &self.setup()?.rules)
    }

    /// What each side has in the match with this game: the values of the games it won.
    #[must_use]
    pub fn match_tally(&self) -> Vec<u32> {
        let mut tally = self.tally.clone();
        tally.resize(self.setup().map_or(0, |setup| setup.sides.len()), 0);
        if let Some(outcome) = self.outcome() {
            tally[usize::from(outcome.winner)] += u32::from(outcome.value);
        }
        tally
    }
}
