//! The limits on codes: the codes that televisions show, and wrong join codes.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::problem::{Problem, RatePolicy};
use pegout_model::token::TokenHash;

/// The time for which a television's code is valid.
pub const CODE_LIFETIME: Duration = Duration::from_secs(300);
/// The most codes at once for one address, which a hall may share.
const MAX_CODES: usize = 20;
const MINUTE: Duration = Duration::from_secs(60);
/// The bound of all addresses together, in bounds of one address. The usual 3,000 a minute find one code in 1,500 in
/// four hours.
const ADDRESSES: u32 = 10;
/// The part of an address's bound that allows for mistakes of people while somebody guesses: a tenth.
const MISTAKES: u32 = 10;

/// The refusal of a night's join code.
pub const JOINING: &str = "Too many wrong join codes were typed. Scan the QR code: it always works.";
/// The refusal of a television's code.
pub const LETTING_IN: &str = "Too many wrong codes were typed, of televisions and of nights.";

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

    /// Returns the oldest code of the address with the most codes, and forgets it. `None` if no address has more than
    /// this one.
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

/// The wrong join codes of the last minute. A right code is compared although its address has sent many wrong codes.
/// Only while all addresses together send too many, codes of such an address are refused before the comparison.
pub struct WrongCodes {
    of_address: u32,
    recent: Mutex<Recent>,
}

#[derive(Default)]
struct Recent {
    by_address: HashMap<IpAddr, VecDeque<Instant>>,
    all: VecDeque<Instant>,
}

impl WrongCodes {
    /// No wrong codes yet. `of_address` is the number of wrong codes that one address gets answers to in a minute.
    pub fn new(of_address: NonZeroU32) -> WrongCodes {
        WrongCodes { of_address: of_address.get(), recent: Mutex::default() }
    }

    /// Refuses a code with this sentence before it is compared, while all addresses send too many wrong ones and this
    /// one takes part.
    pub fn check(&self, address: IpAddr, now: Instant, refusal: &str) -> Result<(), Problem> {
        let mut recent = self.recent(now);
        let of_address = recent.of(address, now).len();
        if recent.all.len() < self.of_all() as usize || of_address <= (self.of_address / MISTAKES) as usize {
            return Ok(());
        }
        Err(refused(&recent.all, self.of_all(), now, refusal))
    }

    /// Counts a wrong code. Returns the problem with this sentence if there were too many before it.
    pub fn count(&self, address: IpAddr, now: Instant, refusal: &str) -> Result<(), Problem> {
        let mut recent = self.recent(now);
        // A code beyond a bound does not lengthen the wait.
        if recent.all.len() < self.of_all() as usize {
            recent.all.push_back(now);
        }
        let of_address = recent.of(address, now);
        if of_address.len() >= self.of_address as usize {
            return Err(refused(of_address, self.of_address, now, refusal));
        }
        of_address.push_back(now);
        Ok(())
    }

    /// Returns true while somebody probably guesses: as many came in as one address may send.
    pub fn are_many(&self, now: Instant) -> bool {
        self.recent(now).all.len() >= self.of_address as usize
    }

    /// Removes addresses that have sent none for a minute.
    pub fn forget_expired(&self, now: Instant) {
        self.recent(now).by_address.retain(|_, codes| codes.back().is_some_and(|at| is_recent(*at, now)));
    }

    const fn of_all(&self) -> u32 {
        self.of_address.saturating_mul(ADDRESSES)
    }

    fn recent(&self, now: Instant) -> MutexGuard<'_, Recent> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        remove_expired(&mut recent.all, now);
        recent
    }
}

impl Recent {
    fn of(&mut self, address: IpAddr, now: Instant) -> &mut VecDeque<Instant> {
        let codes = self.by_address.entry(address).or_default();
        remove_expired(codes, now);
        codes
    }
}

fn is_recent(at: Instant, now: Instant) -> bool {
    now.saturating_duration_since(at) < MINUTE
}

fn remove_expired(codes: &mut VecDeque<Instant>, now: Instant) {
    while codes.front().is_some_and(|at| !is_recent(*at, now)) {
        codes.pop_front();
    }
}

fn refused(codes: &VecDeque<Instant>, quota: u32, now: Instant, sentence: &str) -> Problem {
    let wait = codes.front().map_or(MINUTE, |oldest| MINUTE.saturating_sub(now.saturating_duration_since(*oldest)));
    Problem::too_many_requests(sentence, RatePolicy { name: "join-codes", quota, window: MINUTE }, wait)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// An address that no test uses twice.
    fn address(number: u32) -> IpAddr {
        IpAddr::from((u128::from(number) + 1).to_be_bytes())
    }

    fn limits() -> WrongCodes {
        WrongCodes::new(NonZeroU32::new(300).unwrap())
    }

    #[test]
    fn three_hundred_wrong_codes_of_an_address_are_answered_in_a_minute_and_right_ones_are_compared_after_them() {
        let (limits, began) = (limits(), Instant::now());
        for second in 0..60 {
            let now = began + Duration::from_secs(second);
            let answered = (0..10).filter(|_| limits.count(address(1), now, JOINING).is_ok()).count();
            assert_eq!(answered, if second < 30 { 10 } else { 0 }, "in second {second}");
            assert!(limits.check(address(1), now, JOINING).is_ok());
            assert_eq!(limits.are_many(now), second >= 29);
        }
        // The ten of the first second are over.
        let later = began + MINUTE;
        assert!(
            (0..10).all(|_| limits.count(address(1), later, JOINING).is_ok())
                && limits.count(address(1), later, JOINING).is_err()
        );
    }

    #[test]
    fn three_thousand_wrong_codes_of_all_addresses_are_compared_in_a_minute_and_others_are_not_shut_out() {
        let (limits, began) = (limits(), Instant::now());
        for number in 0..3000 {
            assert!(
                limits.check(address(number % 90), began, JOINING).is_ok()
                    && limits.count(address(number % 90), began, JOINING).is_ok()
            );
        }
        for number in 0..90 {
            assert_eq!(
                limits.check(address(number), began, JOINING).unwrap_err().status(),
                429,
                "it sent more than 30"
            );
        }
        for _ in 0..=30 {
            assert!(limits.check(address(100), began, JOINING).is_ok(), "people type wrong codes too");
            limits.count(address(100), began, JOINING).unwrap();
        }
        assert!(limits.check(address(100), began, JOINING).is_err());
        let later = began + MINUTE;
        limits.forget_expired(later);
        assert!(limits.recent(later).by_address.is_empty() && limits.check(address(1), later, JOINING).is_ok());
    }
}
