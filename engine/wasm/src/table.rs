//! The game of a table: its log, and the taps of this phone that the service does not have yet.

use pegout_engine::PlayedCard;
use pegout_engine::fault::Fault;
use pegout_engine::game::{
    Action, Amendment, Command, Confirmation, Crash, DealId, DetailsChange, ExpectedPegs, Game, GameView, Hint,
    Metadata, PegFor, PegId, PegView, PossiblePegs, Refusal, Role, SideView, Status, Verdict,
};
use pegout_engine::rules::Skunk;
use serde::Serialize;

use crate::questions::{outcome, read_json, unreadable};
use crate::record::{Record, read_records};

/// A game as the phone knows it; without a game before its log was read.
#[derive(Default)]
pub struct Table(Option<Game>);

/// The members of the `Game` of the HTTP interface that taps may change.
#[derive(Serialize)]
struct State {
    sides: Vec<SideView>,
    deal: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    deal_id: Option<DealId>,
    dealer: u8,
    crib: Option<u8>,
    first_dealer_known: bool,
    status: Status,
    winner: Option<u8>,
    winners: Vec<u8>,
    loser: Option<u8>,
    skunk: Skunk,
    value: Option<u8>,
    #[serde(rename = "match")]
    match_tally: Vec<u32>,
    match_winner: Option<u8>,
    pegs: Vec<Pegged>,
    expects: Option<ExpectedPegs>,
    allowed: Vec<PossiblePegs>,
    hints: Vec<Hint>,
}

/// A peg of the `Game`. Its time is in milliseconds since 1970.
#[derive(Serialize)]
struct Pegged {
    id: PegId,
    side: u8,
    player: Option<u8>,
    points: u8,
    #[serde(rename = "for")]
    earned_by: PegFor,
    cards: Option<Vec<PlayedCard>>,
    starter: Option<PlayedCard>,
    by: Option<String>,
    at: i64,
    deal: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<u32>,
    #[serde(skip_serializing_if = "is_zero")]
    amended: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    crashes: Vec<Crash>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The answer of the service to a tap.
#[derive(Serialize)]
struct Checked {
    /// The kind of the problem; `one-short` for points that are not pegged one hole short of the end.
    refused: Option<String>,
    /// The side whose hand is counted before, if this hand or crib ends the game.
    before: Option<u8>,
}

impl Table {
    /// A table without a game.
    #[must_use]
    pub const fn new() -> Table {
        Table(None)
    }

    /// Reads a log. The question is an array of events as the history of a game shows them, the oldest first. Answers with the
    /// version of the game.
    pub fn open(&mut self, text: &str) -> String {
        self.0 = None;
        outcome(read(text, |event| event.event()).map(|events| {
            self.0 = Game::fold(&events);
            self.version()
        }))
    }

    /// Reads the next events of the log. Answers as [`Table::open`] does.
    pub fn append(&mut self, text: &str) -> String {
        outcome(read(text, |event| event.event()).map(|events| {
            if let Some(game) = &mut self.0 {
                events.iter().for_each(|event| game.apply(event));
            }
            self.version()
        }))
    }

    /// Shows the game with the taps that the service does not have yet. The question is an array of taps of the outbox. Answers
    /// with the members of the `Game` of the HTTP interface that taps change. A tap that the game refuses changes nothing.
    pub fn show(&self, text: &str) -> String {
        outcome(self.state(text))
    }

    /// Summarizes the game with the taps that the service does not have yet. The question is that of [`Table::show`]. Answers
    /// with the `GameSummary` of the HTTP interface.
    pub fn summary(&self, text: &str) -> String {
        outcome(self.with_taps(text).map(|game| game.summary()))
    }

    fn state(&self, text: &str) -> Result<State, Fault> {
        Ok(State::new(self.with_taps(text)?.view()))
    }

    fn with_taps(&self, text: &str) -> Result<Game, Fault> {
        let mut game = self.0.clone().ok_or_else(unreadable)?;
        for NewTap { action, author, .. } in read_taps(text)? {
            put(&mut game, action, author);
        }
        Ok(game)
    }

    /// Checks a tap before it is made. The question is an array of taps: the unsent ones, and then the new
    /// one. A new peg has its side, points and reason in `peg`, and so has an amendment.
    pub fn check(&self, text: &str) -> String {
        outcome(self.checked(text))
    }

    fn checked(&self, text: &str) -> Result<Checked, Fault> {
        let mut game = self.0.clone().ok_or_else(unreadable)?;
        let mut taps = read_taps(text)?;
        let NewTap { action, author, peg } = taps.pop().ok_or_else(unreadable)?;
        for NewTap { action, author, .. } in taps {
            put(&mut game, action, author);
        }
        let mut without = game.clone();
        if let Action::AmendPeg(amendment) = &action {
            put(&mut without, Action::TakeBackPeg(amendment.peg), author.clone());
        }
        let before = peg.and_then(|(side, points, earned_by)| without.uncounted_before(side, points, earned_by));
        let metadata = game.author_of(&action).cloned().unwrap_or(author);
        let refused = game.decide(Command { metadata, action }).err().map(|refusal| match refusal {
            Refusal::StinkHole { .. } => "one-short".to_owned(),
            refusal => refusal.kind().to_string(),
        });
        Ok(Checked { refused, before })
    }

    fn version(&self) -> u64 {
        self.0.as_ref().map_or(0, Game::version)
    }
}

/// Reads a list of records. A fault has no place: the page then shows what the service sends.
fn read<T>(text: &str, read: impl Fn(Record<'_>) -> Option<T>) -> Result<Vec<T>, Fault> {
    let list = read_json(text)?;
    list.as_array().and_then(|list| read_records(list, read)).ok_or_else(unreadable)
}

/// A tap of the outbox, with the side, the points and the reason of its peg.
struct NewTap {
    action: Action,
    author: Metadata,
    peg: Option<(u8, u8, PegFor)>,
}

fn read_taps(text: &str) -> Result<Vec<NewTap>, Fault> {
    read(text, |tap| {
        Some(NewTap { action: action_of(tap)?, author: author_of(tap)?, peg: tap.part("peg").map(peg_of) })
    })
}

/// Puts a tap on the game, unless the game refuses it.
fn put(game: &mut Game, action: Action, author: Metadata) {
    // The service has the tap already, though its answer was not received: the author is the same.
    let metadata = game.author_of(&action).cloned().unwrap_or(author);
    for event in game.decide(Command { metadata, action }).unwrap_or_default() {
        game.apply(&event);
    }
}

// Only the coordinator has more rights than a scorer, and a phone is none.
fn author_of(tap: Record<'_>) -> Option<Metadata> {
    let (at, by) = (tap.time("at")?, tap.body().text("by").map(str::to_owned));
    Some(Metadata { at, by, role: Role::Scorer, token: None })
}

fn peg_of(peg: Record<'_>) -> (u8, u8, PegFor) {
    (peg.needed_small("side"), peg.needed_small("points"), peg.needed(peg.formed("for")))
}

fn action_of(tap: Record<'_>) -> Option<Action> {
    let body = tap.body();
    let number = || tap.needed(tap.number("number"));
    Some(match tap.text("kind")? {
        "peg" => Action::Peg(body.peg(tap.peg_id("subject"), "at")),
        "amend" => Action::AmendPeg(Amendment {
            id: body.amendment(),
            peg: tap.peg_id("subject"),
            side: body.small("side"),
            points: body.small("points"),
            earned_by: body.formed("for"),
            player: body.small("player"),
            cards: body.cards(),
            starter: body.formed("starter"),
            tapped_at: body.time("at"),
        }),
        "peg_back" => Action::TakeBackPeg(tap.peg_id("subject")),
        "deal" => Action::BeginDeal { number: number(), deal: body.deal_id("id") },
        "deal_back" => Action::TakeBackDeal { number: number(), deal: None },
        "correct" => Action::Change(DetailsChange {
            id: body.change(),
            sides: body.side_changes(),
            first_dealer: body.small("first_dealer"),
        }),
        "result" => Action::EnterResult { scores: body.final_scores(), reason: None, device: None, id: body.command() },
        "result_back" => Action::TakeBackResult { result: None },
        "verdict" => {
            let agrees = body.needed(body.truth("agrees"));
            let verdict = if agrees { Verdict::Confirmed } else { Verdict::Contested { scores: body.scores() } };
            let (id, side) = (body.confirmation(), body.needed_small("side"));
            Action::Confirm(Confirmation { id, side, verdict, device: None })
        }
        _ => return None,
    })
}

impl State {
    fn new(view: GameView) -> State {
        let GameView { sides, deal, deal_id, dealer, crib, first_dealer_known, status, winner, winners, loser, .. } =
            view;
        let GameView { skunk, value, match_tally, match_winner, expects, allowed, hints, .. } = view;
        let pegs = view.pegs.into_iter().map(Pegged::new).collect();
        State {
            sides,
            deal,
            deal_id,
            dealer,
            crib,
            first_dealer_known,
            status,
            winner,
            winners,
            loser,
            skunk,
            value,
            match_tally,
            match_winner,
            pegs,
            expects,
            allowed,
            hints,
        }
    }
}

impl Pegged {
    fn new(peg: PegView) -> Pegged {
        let PegView { id, side, player, points, earned_by, cards, starter, by, at, deal, phone, amended, crashes } =
            peg;
        let at = at.millis();
        Pegged { id, side, player, points, earned_by, cards, starter, by, at, deal, phone, amended, crashes }
    }
}
