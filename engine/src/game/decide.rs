//! The decisions of a game: a command makes events, or is refused.

use super::metadata::{MAX_NAME_LENGTH, MAX_REASON_LENGTH};
use super::{
    Action, Command, Event, EventKind, Game, Metadata, Outcome, Peg, Refusal, Role, Setup, SetupError, Side, Status,
    TextError, outcome,
};
use crate::id::{DealId, GameId, PegId};

/// The most events of a game, ten times those of a long one: all are in memory, and answered whole as its history.
const MAX_EVENTS: u64 = 5000;

/// The event that follows; none for a repeat of an accepted command.
type Decision = Result<Option<EventKind>, Refusal>;

impl Game {
    /// The event that begins a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the author's name is not valid, or no game can begin so.
    pub fn begin(setup: Setup, metadata: Metadata) -> Result<Event, Refusal> {
        check_author(&metadata)?;
        setup.check()?;
        Ok(Event { metadata, kind: EventKind::Begun(setup) })
    }

    /// Accepts a request to begin this game again as harmless if it repeats the one that began it.
    ///
    /// # Errors
    ///
    /// Returns an error if the request is not valid, or the game began in another way or by another author.
    pub fn decide_begin(&self, setup: &Setup, metadata: &Metadata) -> Result<(), Refusal> {
        check_author(metadata)?;
        setup.check()?;
        let same = self.setup == *setup && self.metadata.same_author(metadata);
        if same { Ok(()) } else { Err(Refusal::GameIdTaken { game: self.setup.game }) }
    }

    /// Decides a command. Returns the events that follow from it; none for a repeat of an accepted one, which is
    /// harmless.
    ///
    /// # Errors
    ///
    /// Returns an error if the game refuses the command.
    pub fn decide(&self, command: Command) -> Result<Vec<Event>, Refusal> {
        let Command { metadata, action } = command;
        check_author(&metadata)?;
        let kind = match action {
            Action::Peg(peg) => self.peg(peg, &metadata),
            Action::TakeBackPeg(peg) => self.take_back_peg(peg),
            Action::BeginDeal { number, deal } => self.begin_deal(number, deal, &metadata),
            Action::TakeBackDeal { number } => self.take_back_deal(number),
            Action::EnterResult { scores, reason } => self.enter_result(scores, reason, metadata.role),
            Action::TakeBackResult => Ok(self.result.as_ref().map(|_| EventKind::ResultTakenBack)),
            Action::Void { reason } => self.void(reason, metadata.role),
            Action::BeginRematch { game, first_dealer } => self.begin_rematch(game, first_dealer, &metadata),
            Action::Reseat { sides } => self.reseat(sides, metadata.role),
            Action::CarryTally { tally } => self.carry_tally(tally),
        }?;
        Ok(kind.into_iter().map(|kind| Event { metadata: metadata.clone(), kind }).collect())
    }

    fn peg(&self, peg: Peg, metadata: &Metadata) -> Decision {
        let Setup { sides, rules, .. } = &self.setup;
        peg.check(sides.len(), rules)?;
        if let Some(pegged) = self.pegs.find(peg.id) {
            let same = pegged.peg == peg && pegged.metadata.same_author(metadata);
            return if same { Ok(None) } else { Err(Refusal::PegIdTaken { peg: peg.id }) };
        }
        self.check_open()?;
        self.check_length()?;
        let Peg { side, points, earned_by, .. } = peg;
        if self.pegs.front(side, rules.target) + points >= rules.target && !earned_by.can_win(rules) {
            let side = sides[usize::from(side)].name.clone();
            return Err(Refusal::MayNotWin { side, earned_by, target: rules.target });
        }
        Ok(Some(EventKind::Pegged(peg)))
    }

    fn take_back_peg(&self, peg: PegId) -> Decision {
        match self.pegs.find(peg) {
            None => Err(Refusal::NoSuchPeg { peg }),
            Some(pegged) if !pegged.is_active => Ok(None),
            Some(_) => {
                self.check_undo_allowed()?;
                Ok(Some(EventKind::PegTakenBack { peg }))
            }
        }
    }

    fn begin_deal(&self, number: u32, deal: DealId, metadata: &Metadata) -> Decision {
        if let Some(dealt) = self.deals.find(deal) {
            let same = dealt.number == number && dealt.metadata.same_author(metadata);
            return if same { Ok(None) } else { Err(Refusal::DealIdTaken { number: dealt.number }) };
        }
        self.check_open()?;
        self.check_length()?;
        let next = self.deals.current() + 1;
        if number != next {
            return Err(Refusal::DealNotNext { given: number, next });
        }
        Ok(Some(EventKind::DealBegun { number, deal }))
    }

    fn take_back_deal(&self, number: u32) -> Decision {
        let newest = self.deals.current();
        if !self.deals.was_begun(number) {
            return Err(Refusal::NoSuchDeal { given: number });
        }
        if number > newest {
            return Ok(None);
        }
        if number < newest || number == 1 {
            return Err(Refusal::DealNotNewest { given: number, newest });
        }
        self.check_undo_allowed()?;
        Ok(Some(EventKind::DealTakenBack { number }))
    }

    fn enter_result(&self, scores: Vec<u8>, reason: Option<String>, role: Role) -> Decision {
        outcome::check(&scores, self.setup.sides.len(), &self.setup.rules)?;
        check_reason(reason.as_deref())?;
        match self.status() {
            Status::Playing if self.version < MAX_EVENTS => {}
            Status::Playing => check_coordinator(role, "end a game that has changed so often")?,
            Status::Finished if self.scores() == scores => return Ok(None),
            Status::Finished | Status::Void => {
                check_coordinator(role, "change how a game has ended")?;
                if reason.is_none() {
                    return Err(Refusal::ReasonMissing);
                }
            }
        }
        Ok(Some(EventKind::ResultEntered { scores, reason }))
    }

    fn void(&self, reason: Option<String>, role: Role) -> Decision {
        check_coordinator(role, "call a game off")?;
        check_reason(reason.as_deref())?;
        if self.status() == Status::Void {
            return Ok(None);
        }
        self.check_open()?;
        Ok(Some(EventKind::Voided { reason }))
    }

    fn begin_rematch(&self, game: GameId, first_dealer: Option<u8>, metadata: &Metadata) -> Decision {
        if let Some(rematch) = &self.rematch {
            let same = rematch.first_dealer == first_dealer && rematch.metadata.same_author(metadata);
            return if rematch.game != game {
                Err(Refusal::RematchExists { rematch: rematch.game })
            } else if same {
                Ok(None)
            } else {
                Err(Refusal::RematchIdTaken { rematch: game })
            };
        }
        let rematch = self.rematch(game, first_dealer)?;
        Ok(Some(EventKind::RematchBegun { game: rematch.game, first_dealer }))
    }

    /// Changes the players. The night checks that nobody has pegged: it swaps seats only in a round without pegs.
    fn reseat(&self, sides: Vec<Side>, role: Role) -> Decision {
        check_coordinator(role, "swap seats")?;
        let reseated = Setup { sides, ..self.setup.clone() };
        reseated.check()?;
        let sizes = |setup: &Setup| setup.sides.iter().map(|side| side.players.len()).collect::<Vec<_>>();
        if sizes(&reseated) != sizes(&self.setup) {
            return Err(SetupError::Sizes { sizes: sizes(&reseated) }.into());
        }
        self.check_open()?;
        Ok((reseated.sides != self.setup.sides).then_some(EventKind::Reseated { sides: reseated.sides }))
    }

    fn carry_tally(&self, tally: Vec<u32>) -> Decision {
        if self.setup.previous().is_none() {
            return Err(Refusal::NotARematch);
        }
        Ok((self.tally != tally).then_some(EventKind::TallyCarried { tally }))
    }

    /// Refuses unless the game is being played.
    fn check_open(&self) -> Result<(), Refusal> {
        match self.outcome() {
            Some(Outcome { winner, .. }) => {
                Err(Refusal::GameOver { winner: self.setup.sides[usize::from(winner)].name.clone() })
            }
            None if self.is_void => Err(Refusal::GameVoid),
            None => Ok(()),
        }
    }

    /// Refuses to make a game longer than any is. Taking back stays possible: it is never more than was done.
    const fn check_length(&self) -> Result<(), Refusal> {
        if self.version < MAX_EVENTS { Ok(()) } else { Err(Refusal::TooManyEvents { changes: MAX_EVENTS }) }
    }

    /// Refuses an undo while a result is in force or the game is called off.
    const fn check_undo_allowed(&self) -> Result<(), Refusal> {
        if self.result.is_some() {
            Err(Refusal::ResultInForce)
        } else if self.is_void {
            Err(Refusal::GameVoid)
        } else {
            Ok(())
        }
    }
}

fn check_author(metadata: &Metadata) -> Result<(), Refusal> {
    let by = metadata.by.as_ref();
    by.map_or(Ok(()), |by| TextError::check(by, MAX_NAME_LENGTH)).map_err(Refusal::InvalidName)
}

fn check_coordinator(role: Role, action: &'static str) -> Result<(), Refusal> {
    if role == Role::Coordinator { Ok(()) } else { Err(Refusal::CoordinatorOnly { action }) }
}

fn check_reason(reason: Option<&str>) -> Result<(), Refusal> {
    reason.map_or(Ok(()), |reason| TextError::check(reason, MAX_REASON_LENGTH)).map_err(Refusal::InvalidReason)
}
