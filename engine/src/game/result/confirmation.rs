//! The confirmation of a result by a side, from another phone than the one that entered it.

use super::final_scores;
use crate::game::{EventKind, Game, Metadata, Refusal, Role};
use crate::id::{ConfirmationId, DeviceId};

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
