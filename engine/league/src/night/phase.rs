//! The phases of a night: players gather, play, and finish.

use super::{Cancellation, FiftyFifty, Finish};
use crate::{Round, Settings};

/// The phase of a night, with the data that only this phase has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// No round is drawn yet.
    Gathering {
        /// The cancellation, if the night is cancelled.
        cancelled: Option<Cancellation>,
    },
    /// The first round is drawn.
    Playing(StartedNight),
    /// The night is over.
    Finished(StartedNight, Finish),
}

/// The data of a night whose first round is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StartedNight {
    /// The league's settings when the first round was drawn.
    pub settings: Settings,
    pub rounds: Vec<Round>,
    pub fifty_fifty: Option<FiftyFifty>,
}

impl Phase {
    pub const fn started(&self) -> Option<&StartedNight> {
        match self {
            Phase::Gathering { .. } => None,
            Phase::Playing(started) | Phase::Finished(started, _) => Some(started),
        }
    }

    pub const fn started_mut(&mut self) -> Option<&mut StartedNight> {
        match self {
            Phase::Gathering { .. } => None,
            Phase::Playing(started) | Phase::Finished(started, _) => Some(started),
        }
    }

    pub const fn finish(&self) -> Option<&Finish> {
        if let Phase::Finished(_, finish) = self { Some(finish) } else { None }
    }

    /// Takes the finish of a night back; changes no other.
    pub fn reopen(&mut self) {
        if let Phase::Finished(started, _) = self {
            *self = Phase::Playing(std::mem::take(started));
        }
    }

    /// Finishes a night that is being played; changes no other.
    pub fn end(&mut self, finish: &Finish) {
        if let Phase::Playing(started) = self {
            *self = Phase::Finished(std::mem::take(started), finish.clone());
        }
    }
}
