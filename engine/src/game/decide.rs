//! The decisions of a game: a command makes events, or is refused.

use super::metadata::{MAX_NAME_LENGTH, MAX_REASON_LENGTH};
use super::{
    Action, Command, Event, EventKind, FinalScores, Game, Metadata, Outcome, Peg, PegFor, Refusal, RematchRequest,
    Role, Setup, SetupError, Side, Status, TextError,
};
use crate::id::{DealId, DeviceId, PegId, TokenId};

/// The most events of a league game, ten times a long game's: all events are in memory, and the history is sent whole.
const MAX_EVENTS: u64 = 5000;
/// The most events of a game without a night, which anyone may begin.
const MAX_TABLE_EVENTS: u64 = 1000;

/// The resulting event; `None` for a repeat of an accepted command.
pub(super) type Decision = Result<Option<EventKind>, Refusal>;

impl Game {
    /// The event that begins a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the author's name or the setup is not valid.
    pub fn begin(setup: Setup, metadata: Metadata) -> Result<Event, Refusal> {
        check_author(&metadata)?;
        setup.check()?;
        Ok(Event { metadata, kind: EventKind::Begun(setup) })
    }

    /// Accepts a repeat of the request that began this game.
    ///
    /// # Errors
    ///
    /// Returns an error if the request is not valid, or the game began in another way or by another author.
    pub fn decide_begin(&self, setup: &Setup, metadata: &Metadata) -> Result<(), Refusal> {
        check_author(metadata)?;
        setup.check()?;
        let begun = self.begun_with.as_deref().unwrap_or(&self.setup);
        let same = begun == setup && self.metadata.same_author(metadata);
        if same { Ok(()) } else { Err(Refusal::GameIdTaken { game: self.setup.game }) }
    }

    /// Decides a command. Returns its events; none for a repeat of an accepted command.
    ///
    /// # Errors
    ///
    /// Returns an error if the game refuses the command.
    pub fn decide(&self, command: Command) -> Result<Vec<Event>, Refusal> {
        let Command { metadata, action } = command;
        check_author(&metadata)?;
        let kind = match action {
            Action::Change(change) => {
                let kinds = self.change(change, &metadata)?;
                return Ok(kinds.into_iter().map(|kind| Event { metadata: metadata.clone(), kind }).collect());
            }
            Action::Peg(peg) => self.peg(peg, &metadata),
            Action::AmendPeg(amendment) => self.amend_peg(&amendment, &metadata),
            Action::TakeBackPeg(peg) => self.take_back_peg(peg),
            Action::BeginDeal { number, deal } => self.begin_deal(number, deal, &metadata),
            Action::TakeBackDeal { number, deal } => self.take_back_deal(number, deal),
            Action::EnterResult { id, .. } if self.results.was_entered_by(id) => Ok(None),
            Action::EnterResult { scores, reason, device, id } => {
                let entered = self.enter_result(&scores, reason.as_deref(), device, &metadata)?;
                Ok(entered.map(|scores| EventKind::ResultEntered { scores, reason, device, id }))
            }
            Action::TakeBackResult { result } => {
                let standing = self.results.entered().filter(|standing| result.is_none() || standing.id == result);
                Ok(standing.map(|_| EventKind::ResultTakenBack))
            }
            Action::Confirm(confirmation) => self.confirm(confirmation, &metadata),
            Action::Void { reason, id } => self.decide_void(reason, id, metadata.role),
            Action::TakeBackVoid { void } => self.decide_take_back_void(void, metadata.role),
            Action::BeginRematch(request) => self.begin_rematch(request, &metadata),
            Action::Reseat { sides } => self.reseat(sides, metadata.role),
            Action::CarryTally { tally } => self.carry_tally(tally),
        }?;
        Ok(kind.into_iter().map(|kind| Event { metadata: metadata.clone(), kind }).collect())
    }

    /// Returns true if this token has sent an accepted action with the same id. This action is then a repeat, or refused.
    #[must_use]
    pub fn was_sent_by(&self, token: TokenId, action: &Action) -> bool {
        match action {
            Action::TakeBackPeg(peg) => self.pegs.find(*peg).is_some_and(|peg| peg.taken_back_by == Some(token)),
            Action::TakeBackDeal { deal: Some(id), .. } => {
                self.deals.find(*id).is_some_and(|dealt| dealt.taken_back_by == Some(token))
            }
            Action::EnterResult { id: Some(id), .. } => self.results.sender(*id) == Some(token),
            _ => self.author_of(action).is_some_and(|metadata| metadata.token == Some(token)),
        }
    }

    /// The time and the author of the accepted action that has the id of this one.
    #[must_use]
    pub fn author_of(&self, action: &Action) -> Option<&Metadata> {
        match action {
            Action::Peg(peg) => self.pegs.find(peg.id).map(|pegged| &pegged.metadata),
            Action::AmendPeg(amendment) => self.pegs.find_amendment(amendment.id).map(|accepted| &accepted.metadata),
            Action::BeginDeal { deal, .. } => self.deals.find(*deal).map(|dealt| &dealt.metadata),
            Action::Confirm(confirmation) => self.results.find(confirmation.id).map(|given| &given.metadata),
            Action::Change(change) => self.changes.find(change.id).map(|accepted| &accepted.metadata),
            _ => None,
        }
    }

    fn peg(&self, peg: Peg, metadata: &Metadata) -> Decision {
        self.check_peg(&peg)?;
        if let Some(pegged) = self.pegs.find(peg.id) {
            let same = pegged.sent().is_repeated_by(&peg) && pegged.metadata.same_author(metadata);
            return if same { Ok(None) } else { Err(Refusal::PegIdTaken { peg: peg.id }) };
        }
        self.check_open()?;
        self.check_length()?;
        let score = self.pegs.front(peg.side, self.setup.rules.target);
        self.check_ending(peg.side, score, peg.points, peg.earned_by)?;
        Ok(Some(EventKind::Pegged(peg)))
    }

    /// Checks a peg by the setup of the game.
    pub(super) fn check_peg(&self, peg: &Peg) -> Result<(), Refusal> {
        let Setup { sides, rules, .. } = &self.setup;
        let players = sides.iter().map(|side| side.players.len()).sum();
        peg.check(sides.len(), players, rules)?;
        let players = sides[usize::from(peg.side)].players.len();
        match peg.player {
            Some(given) if usize::from(given) >= players => Err(Refusal::NoSuchPlayer { given, players }),
            _ => Ok(()),
        }
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

    fn take_back_deal(&self, number: u32, deal: Option<DealId>) -> Decision {
        let newest = self.deals.current();
        if !self.deals.was_begun(number) {
            return Err(Refusal::NoSuchDeal { given: number });
        }
        let stands = |id| self.deals.find(id).is_some_and(|dealt| dealt.is_active && dealt.number == number);
        if number > newest || deal.is_some_and(|id| !stands(id)) {
            return Ok(None);
        }
        if number < newest || number == 1 {
            return Err(Refusal::DealNotNewest { given: number, newest });
        }
        self.check_undo_allowed()?;
        Ok(Some(EventKind::DealTakenBack { number }))
    }

    fn enter_result(
        &self,
        scores: &FinalScores,
        reason: Option<&str>,
        device: Option<DeviceId>,
        metadata: &Metadata,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let scores = scores.resolve(self.setup.sides.len(), &self.setup.rules)?;
        check_reason(reason)?;
        match self.status() {
            Status::Playing if self.version < self.max_events() => {}
            Status::Playing => check_coordinator(metadata.role, "end a game that has changed so often")?,
            Status::Finished if self.scores() == scores && !self.settles_contest(reason, metadata) => return Ok(None),
            Status::Finished | Status::Void => {
                self.check_correction(reason, device, metadata)?;
            }
        }
        Ok(Some(scores))
    }

    /// Returns true if the coordinator enters the contested result again, with a reason. The result is then no longer
    /// contested.
    fn settles_contest(&self, reason: Option<&str>, metadata: &Metadata) -> bool {
        metadata.role == Role::Coordinator && reason.is_some() && self.results.is_contested()
    }

    /// Refuses to change the end of a game, unless the coordinator does so for a reason. If a phone enters a second
    /// result, the refusal names the winner of the first result.
    fn check_correction(
        &self,
        reason: Option<&str>,
        device: Option<DeviceId>,
        metadata: &Metadata,
    ) -> Result<(), Refusal> {
        if metadata.role == Role::Coordinator {
            return reason.map(|_| ()).ok_or(Refusal::ReasonMissing);
        }
        let is_of_another_phone = self.results.entered().is_some_and(|result| !result.is_from(metadata, device));
        match self.outcome() {
            Some(outcome) if is_of_another_phone && reason.is_none() => {
                Err(Refusal::OtherResult { winner: self.winner_name(outcome) })
            }
            _ => Err(Refusal::CoordinatorOnly { action: "change how a game has ended" }),
        }
    }

    fn begin_rematch(&self, request: RematchRequest, metadata: &Metadata) -> Decision {
        if let Some(rematch) = &self.rematch {
            let begun = rematch.request.game;
            return if begun != request.game {
                Err(Refusal::RematchExists { rematch: begun })
            } else if rematch.request == request && rematch.metadata.same_author(metadata) {
                Ok(None)
            } else {
                Err(Refusal::RematchIdTaken { rematch: begun })
            };
        }
        self.rematch(&request)?;
        let RematchRequest { game, first_dealer, crash_directions } = request;
        Ok(Some(EventKind::RematchBegun { game, first_dealer, crash_directions }))
    }

    /// Changes the players. A league night may do so even after the beginning; then the sides keep their sizes, and so
    /// their scores.
    fn reseat(&self, sides: Vec<Side>, role: Role) -> Decision {
        check_coordinator(role, "swap seats")?;
        let mut reseated = self.setup.clone();
        reseated.reseat(sides);
        reseated.check()?;
        let sizes = |setup: &Setup| setup.sides.iter().map(|side| side.players.len()).collect::<Vec<_>>();
        let is_league = self.setup.night().is_some();
        let keeps_sizes = !is_league || self.has_begun() || self.status() == Status::Void;
        if keeps_sizes && sizes(&reseated) != sizes(&self.setup) {
            return Err(SetupError::Sizes { sizes: sizes(&reseated) }.into());
        }
        if !is_league {
            self.check_open()?;
        }
        Ok((reseated.sides != self.setup.sides).then_some(EventKind::Reseated { sides: reseated.sides }))
    }

    fn carry_tally(&self, tally: Vec<u32>) -> Decision {
        if self.setup.previous().is_none() {
            return Err(Refusal::NotARematch);
        }
        Ok((self.tally != tally).then_some(EventKind::TallyCarried { tally }))
    }

    /// Refuses unless the game is being played.
    pub(super) fn check_open(&self) -> Result<(), Refusal> {
        match self.outcome() {
            Some(outcome) => Err(Refusal::GameOver { winner: self.winner_name(outcome) }),
            None if self.voids.standing().is_some() => Err(Refusal::GameVoid),
            None => Ok(()),
        }
    }

    /// Refuses points that would end the game against the rules, for a side with this score. Also refuses points that
    /// the rules do not give to a side one point short of the target. From there a single point in the play counts as a
    /// go.
    pub(super) fn check_ending(&self, side: u8, score: u8, points: u8, earned_by: PegFor) -> Result<(), Refusal> {
        let rules = &self.setup.rules;
        let target = rules.target;
        let is_in_stink_hole = score == target - 1;
        let is_as_go = earned_by == PegFor::Play && points == 1 && is_in_stink_hole;
        let earned_by = if is_as_go { PegFor::Go } else { earned_by };
        let is_kept = match earned_by {
            PegFor::Go => !rules.go_from_120,
            PegFor::Heels => !rules.heels_from_120,
            _ => false,
        };
        let name = || self.setup.sides[usize::from(side)].name.clone();
        if is_kept && is_in_stink_hole {
            return Err(Refusal::StinkHole { side: name(), earned_by, hole: score });
        }
        if score + points >= target && !earned_by.can_win(rules) {
            return Err(Refusal::MayNotWin { side: name(), earned_by, target });
        }
        Ok(())
    }

    /// The names of the winning sides, one or two.
    fn winner_name(&self, outcome: Outcome) -> String {
        let names: Vec<&str> = outcome.winners().map(|side| &self.setup.sides[usize::from(side)].name[..]).collect();
        names.join(" and ")
    }

    /// Refuses events over the limit of a game. Taking back stays possible: there is at most one taking back for each
    /// earlier event.
    pub(super) const fn check_length(&self) -> Result<(), Refusal> {
        let changes = self.max_events();
        if self.version < changes { Ok(()) } else { Err(Refusal::TooManyEvents { changes }) }
    }

    const fn max_events(&self) -> u64 {
        if self.setup.night().is_some() { MAX_EVENTS } else { MAX_TABLE_EVENTS }
    }

    /// Refuses to take pegs and deals back, or to amend pegs, while a result is in force or the game is called off.
    pub(super) fn check_undo_allowed(&self) -> Result<(), Refusal> {
        if self.has_result() {
            Err(Refusal::ResultInForce)
        } else if self.voids.standing().is_some() {
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

pub(super) fn check_coordinator(role: Role, action: &'static str) -> Result<(), Refusal> {
    if role == Role::Coordinator { Ok(()) } else { Err(Refusal::CoordinatorOnly { action }) }
}

pub(super) fn check_reason(reason: Option<&str>) -> Result<(), Refusal> {
    reason.map_or(Ok(()), |reason| TextError::check(reason, MAX_REASON_LENGTH)).map_err(Refusal::InvalidReason)
}
