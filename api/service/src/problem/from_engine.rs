//! The errors of the engine as problems. Pointers point into the body.

use pegout_engine::fault::{Fault, Kind};
use pegout_engine::game::{PegError, Refusal, ResultError, SetupError};
use pegout_engine::{DealError, DiscardError, HandError, PlayError};

use crate::problem::{Problem, ProblemType};

/// Maps each kind of fault to the type of problem with the same name.
macro_rules! problem_type {
    ($of:expr, $($kind:ident)+) => {
        match $of {
            $(Kind::$kind => ProblemType::$kind,)+
        }
    };
}

impl From<Fault> for Problem {
    fn from(Fault { kind, detail, pointer, members }: Fault) -> Problem {
        #[rustfmt::skip]
        let kind = problem_type!(kind,
            Invalid Forbidden RoundClosed RoundTakenBack NightFinished NotFound AlreadyUsed
            PegTakenBack GameOver GameVoid GameTooLong MayNotWin NoResult OwnResult
            LeagueNames SecondDealBegun ResultStands NotTheNextDeal NotTheNewestDeal NotWon NoRematch
            RematchExists DuplicateCard CardNotHeld TooManyCards OverThirtyOne NotYourTurn Renege
        );
        let problem = (*members)
            .into_iter()
            .fold(Problem::new(kind, detail), |problem, (name, value)| problem.member(&name, value));
        match pointer {
            Some(pointer) => problem.at_pointer(pointer),
            None => problem,
        }
    }
}

macro_rules! from_errors {
    ($($error:ty)+) => {
        $(impl From<$error> for Problem {
            fn from(error: $error) -> Problem {
                Fault::from(error).into()
            }
        })+
    };
}

from_errors!(DealError DiscardError HandError PegError PlayError Refusal ResultError SetupError);
