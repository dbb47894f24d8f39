//! The problems of callers: missing rights, and exceeded limits.

use std::time::Duration;

use super::{Hint, Problem, ProblemType};
use pegout_model::role::CallerRole;

/// The seconds within which a closed live stream is noticed.
const DISCONNECT_SECONDS: u64 = 2;

/// A limit on the number of requests in a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatePolicy {
    /// Its name.
    pub name: &'static str,
    /// The number of requests.
    pub quota: u32,
    /// The time.
    pub window: Duration,
}

/// A limit that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// The limit.
    pub policy: RatePolicy,
    /// The seconds until the next request is accepted.
    pub reset: u64,
}

impl Problem {
    /// Creates the problem of a missing or invalid token.
    pub fn unauthorized(detail: &str) -> Problem {
        Problem::new(ProblemType::Unauthorized, detail).with_challenge()
    }

    /// Creates the problem of a token for another game.
    pub fn forbidden() -> Problem {
        Problem::new(ProblemType::Forbidden, "This token does not keep the score of this game.")
    }

    /// Creates the problem of a player's phone that speaks for another side.
    pub fn other_side() -> Problem {
        Problem::new(ProblemType::Forbidden, "This phone speaks for the side of its own player only.")
    }

    /// Creates the problem of a personal link that asks for another player.
    pub fn other_player(roles: &[CallerRole]) -> Problem {
        let names: Vec<&str> = roles.iter().map(|role| role.into()).collect();
        Problem::new(ProblemType::Forbidden, "This personal link is for its own player only.").member("roles", names)
    }

    /// Creates the problem of a token with another role than `roles`.
    pub fn forbidden_except(roles: &[CallerRole]) -> Problem {
        let words: Vec<&str> = roles.iter().map(|role| role.words()).collect();
        let who = match words.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            _ => words.concat(),
        };
        let names: Vec<&str> = roles.iter().map(|role| role.into()).collect();
        Problem::new(ProblemType::Forbidden, format!("Only {who} may do this.")).member("roles", names)
    }

    /// Creates the problem of a wrong password. `named` is true if the request has a name too.
    pub fn wrong_password(named: bool) -> Problem {
        let detail = if named {
            "This is not the coordinator's password, and not that of a representative of this name."
        } else {
            "This is not the coordinator's password. A representative signs in with name and password."
        };
        Problem::new(ProblemType::WrongPassword, detail).with_challenge()
    }

    fn with_challenge(self) -> Problem {
        Problem { hint: Hint::SignIn, ..self }
    }

    /// Creates the problem of a rate limit. `wait` is the time until the next request is accepted.
    pub fn too_many_requests(detail: &str, policy: RatePolicy, wait: Duration) -> Problem {
        let seconds = u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX).max(1);
        let detail = format!("{detail} Try again in {seconds} {}.", if seconds == 1 { "second" } else { "seconds" });
        let hint = Hint::RateLimit(Box::new(RateLimit { policy, reset: seconds }));
        Problem { hint, ..Problem::new(ProblemType::TooManyRequests, detail) }
    }

    /// Creates the problem of too many games from an address. `wait` is the time until the address's day is over.
    pub fn too_many_free_games(detail: &str, policy: RatePolicy, wait: Duration) -> Problem {
        let seconds = wait.as_secs().max(1);
        let (number, unit) =
            if seconds > 3600 { (seconds.div_ceil(3600), "hour") } else { (seconds.div_ceil(60), "minute") };
        let time = if number == 1 { format!("1 {unit}") } else { format!("{number} {unit}s") };
        let detail = format!("{detail} Begin the next one in {time}; games that were begun go on.");
        let hint = Hint::RateLimit(Box::new(RateLimit { policy, reset: seconds }));
        Problem { hint, ..Problem::new(ProblemType::TooManyRequests, detail) }
    }

    /// Creates the problem of too many live streams. `detail` names the limit.
    pub fn too_many_watchers(detail: &str) -> Problem {
        let detail = format!("{detail} Close pages that do, or try again in {DISCONNECT_SECONDS} seconds.");
        Problem { hint: Hint::RetryAfter(DISCONNECT_SECONDS), ..Problem::new(ProblemType::TooManyWatchers, detail) }
    }
}
