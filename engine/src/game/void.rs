//! The end of a game without a winner: it is called off, and may be brought back.

use super::decide::{Decision, check_coordinator, check_reason};
use super::result::EnteredResult;
use super::{EventKind, Game, Refusal, Role, Status};
use crate::id::CommandId;

/// The current void, and the ids of all voids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Voids {
    standing: Option<StandingVoid>,
    /// The ids of all voids, including voids that were taken back.
    ids: Vec<CommandId>,
}

/// The void in force.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StandingVoid {
    view: VoidView,
    /// The result that counted before the void.
    result: Option<EnteredResult>,
}

/// The void of a game, as it is shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Void))]
pub struct VoidView {
    /// The id that the void was sent with; `null` if it had none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub id: Option<CommandId>,
    /// The reason; `null` if none was given.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub reason: Option<String>,
}

impl Voids {
    /// The current void, even if a result was entered since.
    pub fn standing(&self) -> Option<&VoidView> {
        self.standing.as_ref().map(|void| &void.view)
    }

    fn put(&mut self, view: VoidView, entered: Option<EnteredResult>) {
        self.ids.extend(view.id);
        // A second void, for another reason, keeps the result that the first one has set aside.
        let result = entered.or_else(|| self.standing.take()?.result);
        self.standing = Some(StandingVoid { view, result });
    }
}

impl Game {
    /// Applies a void: the result stops counting, and its confirmations with it.
    pub(super) fn apply_void(&mut self, reason: Option<String>, id: Option<CommandId>) {
        let entered = self.results.entered().cloned();
        self.results.clear();
        self.voids.put(VoidView { id, reason }, entered);
    }

    /// Brings back the result that counted before the void, unless a new result was entered since.
    pub(super) fn apply_void_taken_back(&mut self) {
        if let Some(result) = self.voids.standing.take().and_then(|void| void.result)
            && !self.has_result()
        {
            self.results.enter(result);
        }
    }

    /// The void; `None` for a game that is not called off.
    #[must_use]
    pub fn void(&self) -> Option<&VoidView> {
        self.voids.standing().filter(|_| self.status() == Status::Void)
    }

    /// The scores of the result that counted before the game was called off, if there was a result.
    #[must_use]
    pub fn voided_scores(&self) -> Option<&[u8]> {
        let void = self.voids.standing.as_ref().filter(|_| self.status() == Status::Void)?;
        void.result.as_ref().map(|result| &result.scores[..])
    }

    /// Returns true if a void with this id was accepted, also if it was taken back since.
    #[must_use]
    pub fn was_voided_by(&self, id: Option<CommandId>) -> bool {
        id.is_some_and(|id| self.voids.ids.contains(&id))
    }

    pub(super) fn decide_void(&self, reason: Option<String>, id: Option<CommandId>, role: Role) -> Decision {
        self.check_may_void(role)?;
        check_reason(reason.as_deref())?;
        // A void with an id is recorded, so that its repeat has no effect after the earlier void was taken back.
        let is_same = id.is_none() && self.void().is_some_and(|void| void.reason == reason);
        if self.was_voided_by(id) || is_same {
            return Ok(None);
        }
        self.check_no_rematch()?;
        if role != Role::Coordinator {
            self.check_length()?;
            if self.status() == Status::Finished {
                self.check_open()?;
            }
        }
        Ok(Some(EventKind::Voided { reason, id }))
    }

    pub(super) fn decide_take_back_void(&self, void: Option<CommandId>, role: Role) -> Decision {
        self.check_may_void(role)?;
        let stands = self.voids.standing().is_some_and(|standing| void.is_none() || standing.id == void);
        if !stands {
            return Ok(None);
        }
        self.check_no_rematch()?;
        Ok(Some(EventKind::VoidTakenBack))
    }

    /// Refuses unless the author is the coordinator, or keeps the score of a game without a night.
    fn check_may_void(&self, role: Role) -> Result<(), Refusal> {
        let own_game = role == Role::Scorer && self.setup.night().is_none();
        if own_game { Ok(()) } else { check_coordinator(role, "call a game off or bring it back") }
    }

    fn check_no_rematch(&self) -> Result<(), Refusal> {
        self.rematch_id().map_or(Ok(()), |rematch| Err(Refusal::RematchExists { rematch }))
    }
}
