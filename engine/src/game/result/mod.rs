//! The result that was entered, and the confirmations of the sides.

mod final_scores;

pub use final_scores::{FinalScores, Outcome, ResultError};

use super::{EventKind, Game, Metadata, Refusal, Role};
use crate::id::{CommandId, ConfirmationId, DeviceId, TokenId};

/// The entered result, and the confirmations of this result and of earlier results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct Results {
    entered: Option<EnteredResult>,
    /// True if a result was ever entered.
    any: bool,
    confirmations: Vec<GivenConfirmation>,
    /// The commands with ids that entered results, including results that were taken back, with their tokens.
    commands: Vec<(CommandId, Option<TokenId>)>,
}

/// A result whose scores replace the scores of the pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) struct EnteredResult {
    pub scores: Vec<u8>,
    pub device: Option<DeviceId>,
    pub id: Option<CommandId>,
    pub metadata: Metadata,
}

/// A confirmation that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) struct GivenConfirmation {
    pub confirmation: Confirmation,
    pub metadata: Metadata,
    /// False after a change of the result, or a new confirmation of the same side.
    is_active: bool,
}

impl Results {
    /// Returns true if a result was entered by the command with this id.
    pub fn was_entered_by(&self, id: Option<CommandId>) -> bool {
        self.commands.iter().any(|(command, _)| Some(*command) == id)
    }

    /// The token that entered a result by the command with this id.
    pub fn sender(&self, id: CommandId) -> Option<TokenId> {
        self.commands.iter().find(|(command, _)| *command == id).and_then(|(_, token)| *token)
    }

    /// Enters a result, which is not confirmed yet.
    pub fn enter(&mut self, result: EnteredResult) {
        self.clear();
        self.commands.extend(result.id.map(|id| (id, result.metadata.token)));
        self.entered = Some(result);
        self.any = true;
    }

    /// Takes the result back, and with it its confirmations.
    pub fn clear(&mut self) {
        self.entered = None;
        self.confirmations.iter_mut().for_each(|given| given.is_active = false);
    }

    /// Adds a side's confirmation, which replaces the side's earlier confirmation.
    pub fn confirm(&mut self, confirmation: Confirmation, metadata: Metadata) {
        let earlier = self.confirmations.iter_mut().filter(|given| given.confirmation.side == confirmation.side);
        earlier.for_each(|given| given.is_active = false);
        self.confirmations.push(GivenConfirmation { confirmation, metadata, is_active: true });
    }

    /// Returns true if a result was ever entered, also if it was taken back since.
    pub const fn any(&self) -> bool {
        self.any
    }

    /// The result that replaces the scores of the pegs.
    pub const fn entered(&self) -> Option<&EnteredResult> {
        self.entered.as_ref()
    }

    /// Returns true if a side contests the result.
    pub fn is_contested(&self) -> bool {
        self.confirmations.iter().any(|given| given.is_active && given.confirmation.verdict != Verdict::Confirmed)
    }

    pub fn find(&self, id: ConfirmationId) -> Option<&GivenConfirmation> {
        self.confirmations.iter().find(|given| given.confirmation.id == id)
    }

    /// The result as it is shown to people.
    pub fn view(&self) -> Option<ResultView> {
        let EnteredResult { metadata, id, .. } = self.entered()?;
        let (mut confirmed, mut contested) = (Vec::new(), Vec::new());
        for GivenConfirmation { confirmation, metadata, .. } in
            self.confirmations.iter().filter(|given| given.is_active)
        {
            let (side, by) = (confirmation.side, metadata.by.clone());
            match &confirmation.verdict {
                Verdict::Confirmed => confirmed.push(side),
                Verdict::Contested { scores } => contested.push(ContestView { side, by, scores: scores.clone() }),
            }
        }
        confirmed.sort_unstable();
        contested.sort_unstable_by_key(|contest| contest.side);
        Some(ResultView { by: metadata.by.clone(), role: metadata.role, id: *id, confirmed, contested })
    }
}

impl EnteredResult {
    /// Returns true if this phone has entered the result: the tokens are equal, and no two different devices are named.
    pub fn is_from(&self, metadata: &Metadata, device: Option<DeviceId>) -> bool {
        let differs = self.device.zip(device).is_some_and(|(this, other)| this != other);
        self.metadata.token == metadata.token && !differs
    }
}

/// A result that was entered, as it is shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = EnteredResult))]
pub struct ResultView {
    /// The author of the result, by the name they give themselves.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub by: Option<String>,
    /// The role of the author.
    pub role: Role,
    /// The id that the result was sent with; `null` if it had none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub id: Option<CommandId>,
    /// The sides that have confirmed the result, in ascending order.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<u8>, max_items = 3))]
    pub confirmed: Vec<u8>,
    /// The sides that have contested the result, in ascending order.
    #[cfg_attr(feature = "utoipa", schema(max_items = 3))]
    pub contested: Vec<ContestView>,
}

/// A side that contests a result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Contest))]
pub struct ContestView {
    /// The side, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 2))]
    pub side: u8,
    /// The author of the contest, by the name they give themselves.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub by: Option<String>,
    /// The scores that the side has instead, a score a side; `null` if it gave none.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub scores: Option<Vec<u8>>,
}

/// A side's confirmation of the result, or its contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// The confirmation.
    pub id: ConfirmationId,
    /// The side that it speaks for, from 0.
    pub side: u8,
    /// Agreement or disagreement.
    pub verdict: Verdict,
    /// The phone.
    pub device: Option<DeviceId>,
}

/// The agreement of a side with a result, or its disagreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The result is right.
    Confirmed,
    /// The result is wrong.
    Contested {
        /// The right scores, a score a side, if they were given.
        scores: Option<Vec<u8>>,
    },
}

impl Game {
    /// Decides a side's confirmation of the result.
    pub(in crate::game) fn confirm(
        &self,
        confirmation: Confirmation,
        metadata: &Metadata,
    ) -> Result<Option<EventKind>, Refusal> {
        let Confirmation { id, side, ref verdict, device } = confirmation;
        if metadata.role == Role::Coordinator {
            return Err(Refusal::NotAtTheTable);
        }
        if let Some(given) = self.results.find(id) {
            let earlier = &given.confirmation;
            let same = (earlier.side, &earlier.verdict) == (side, verdict) && given.metadata.same_author(metadata);
            return if same { Ok(None) } else { Err(Refusal::ConfirmationIdTaken { confirmation: id }) };
        }
        let sides = self.setup.sides.len();
        if usize::from(side) >= sides {
            return Err(Refusal::NoSuchSide { given: side, sides });
        }
        if let Verdict::Contested { scores: Some(scores) } = verdict {
            final_scores::check(scores, sides, &self.setup.rules)?;
        }
        let result = self.results.entered().ok_or(Refusal::NoResult)?;
        if result.is_from(metadata, device) {
            return Err(Refusal::OwnResult);
        }
        self.check_length()?;
        Ok(Some(match confirmation.verdict {
            Verdict::Confirmed => EventKind::ResultConfirmed { id, side, device },
            Verdict::Contested { scores } => EventKind::ResultContested { id, side, scores, device },
        }))
    }
}
