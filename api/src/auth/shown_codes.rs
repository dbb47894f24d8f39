//! The codes that televisions show, by the address that asked for them. So one address cannot take all codes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::problem::{Problem, RatePolicy};
use pegout_model::token::TokenHash;

/// The time for which a television's code lives.
pub const CODE_LIFETIME: Duration = Duration::from_secs(300);
/// The most codes that live at once for one address, which a hall may share.
const MAX_CODES: usize = 20;

/// The codes of this server by address, each with the token of its television. The oldest comes first.
#[derive(Default)]
pub struct ShownCodes(Mutex<HashMap<IpAddr, Vec<(Instant, TokenHash)>>>);

impl ShownCodes {
    /// Counts a new code, or rejects it if its address has too many.
    pub fn count(&self, address: IpAddr, token: TokenHash, now: Instant) -> Result<(), Problem> {
        let mut shown = self.living(now);
        let codes = shown.entry(address).or_default();
        match codes.first() {
            Some((oldest, _)) if codes.len() >= MAX_CODES => {
                let policy = RatePolicy { name: "display-codes", quota: MAX_CODES as u32, window: CODE_LIFETIME };
                let wait = CODE_LIFETIME.saturating_sub(now - *oldest);
                Err(Problem::too_many_requests("Too many televisions asked for a code from here.", policy, wait))
            }
            _ => {
                codes.push((now, token));
                Ok(())
            }
        }
    }

    /// Returns the oldest code of the address with the most codes, and forgets it. `None` if no address has more than this
    /// one.
    pub fn most_frequent(&self, address: IpAddr, now: Instant) -> Option<TokenHash> {
        let mut shown = self.living(now);
        let own = shown.get(&address).map_or(0, Vec::len);
        let most = shown.values_mut().max_by_key(|codes| codes.len()).filter(|codes| codes.len() > own)?;
        Some(most.remove(0).1)
    }

    /// Forgets the codes that have expired.
    pub fn forget_expired(&self, now: Instant) {
        drop(self.living(now));
    }

    fn living(&self, now: Instant) -> MutexGuard<'_, HashMap<IpAddr, Vec<(Instant, TokenHash)>>> {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.retain(|_, codes| {
            codes.retain(|(at, _)| now.saturating_duration_since(*at) < CODE_LIFETIME);
            !codes.is_empty()
        });
        shown
    }
}
