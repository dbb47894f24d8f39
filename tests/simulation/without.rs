//! Nights that break an invariant are shortened: each kind of trouble is left out if the night breaks an invariant without it too.
//!
//! `PEGOUT_SEED=17 PEGOUT_WITHOUT=restarts,losses` plays such a night again.

use std::{env, fmt};

use super::play;
use crate::eventlog_tests::faulty_store::Fault;

/// The kinds of trouble that a night goes without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Without {
    /// All servers but one.
    pub other_servers: bool,
    /// Restarts, and servers that empty their memory.
    pub restarts: bool,
    /// Lost requests and lost responses.
    pub losses: bool,
    /// Requests that come once more.
    pub repeats: bool,
    /// All rounds but the first.
    pub later_rounds: bool,
}

impl Without {
    const NAMES: [&str; 5] = ["other_servers", "restarts", "losses", "repeats", "later_rounds"];

    fn parts(&mut self) -> [&mut bool; 5] {
        let Without { other_servers, restarts, losses, repeats, later_rounds } = self;
        [other_servers, restarts, losses, repeats, later_rounds]
    }

    /// What PEGOUT_WITHOUT names.
    pub fn of_the_environment() -> Without {
        let named = env::var("PEGOUT_WITHOUT").unwrap_or_default();
        let mut without = Without::default();
        for name in named.split(',').filter(|name| !name.is_empty()) {
            let part = Without::NAMES.iter().position(|known| *known == name);
            *without.parts()[part.unwrap_or_else(|| panic!("PEGOUT_WITHOUT does not know {name}"))] = true;
        }
        without
    }
}

impl fmt::Display for Without {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut without = *self;
        let parts = without.parts();
        let named = Without::NAMES.iter().zip(parts).filter(|(_, is_left_out)| **is_left_out).map(|(name, _)| *name);
        f.write_str(&named.collect::<Vec<_>>().join(","))
    }
}

/// Leaves out as much as possible of a night that breaks an invariant, and returns it with its violation.
pub fn shortened(seed: u64, servers: usize, fault: Option<Fault>, begin: Without) -> (Without, String) {
    let mut short = begin;
    for part in 0..Without::NAMES.len() {
        let mut shorter = short;
        *shorter.parts()[part] = true;
        if play(seed, servers, fault, shorter).is_err() {
            short = shorter;
        }
    }
    (short, play(seed, servers, fault, short).expect_err("it broke an invariant"))
}
