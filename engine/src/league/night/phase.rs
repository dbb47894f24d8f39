//! The phases of a night: players gather, play, and finish.

use super::{FiftyFifty, Finish};
use crate::league::{Round, Settings};

/// The phase of a night, with the data that only this phase has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// No round is drawn yet.
    Gathering {
        /// The reason for the cancellation, if the night is cancelled.
        cancelled: Option<String>,
    },
    /// The first round is drawn.
    Playing(Play),
    /// The night is over.
    Finished(Play, Finish),
}

/// The rounds of a night that has begun, and its 50/50.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Play {
    /// The league's settings when the first round was drawn.
    pub settings: Settings,
    pub rounds: Vec<Round>,
    pub fifty_fifty: Option<FiftyFifty>,
}

impl Phase {
    pub const fn play(&self) -> Option<&Play> {
        match self {
            Phase::Gathering { .. } => None,
            Phase::Playing(play) | Phase::Finished(play, _) => Some(play),
        }
    }

    pub const fn play_mut(&mut self) -> Option<&mut Play> {
        match self {
            Phase::Gathering { .. } => None,
            Phase::Playing(play) | Phase::Finished(play, _) => Some(play),
        }
    }

    pub const fn finish(&self) -> Option<&Finish> {
        if let Phase::Finished(_, finish) = self { Some(finish) } else { None }
    }

    /// Ends the play. A night that was not played cannot be finished.
    pub fn end(&mut self, finish: &Finish) {
        if let Phase::Playing(play) = self {
            *self = Phase::Finished(std::mem::take(play), finish.clone());
        }
    }
}
