//! The parts of the fees of a night, in cents.

use super::Settings;

/// The fees of a night, divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fees {
    /// All fees.
    pub fees: u64,
    /// The pool of the 50/50: the drawn player's part and supplies.
    pub pool: u64,
    /// The part of the pool that a player who is drawn now gets.
    pub payout: u64,
    /// The prize pot.
    pub pot: u64,
}

/// A player who may win a prize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrizeCandidate {
    /// Their place, from 1.
    pub place: usize,
    /// True if the player has paid.
    pub paid: bool,
}

impl Fees {
    /// The fees of this number of players who have paid.
    #[must_use]
    pub fn new(settings: &Settings, paid: usize) -> Fees {
        let paid = paid as u64;
        let fees = paid * u64::from(settings.fee);
        let pool = paid * u64::from(settings.draw_part);
        Fees {
            fees,
            pool,
            payout: pool * u64::from(settings.draw_percent) / 100,
            pot: fees.saturating_sub(pool) * u64::from(settings.pot_percent) / 100,
        }
    }

    /// The fees without the pool of the 50/50: prizes and activities.
    #[must_use]
    pub const fn distributable(&self) -> u64 {
        self.fees.saturating_sub(self.pool)
    }

    /// The prize of each candidate. Players who tie divide the shares of the places they take together: two at second
    /// place divide those of the second and the third. Prizes are rounded to the nearest dollar; all are rounded down if
    /// there would not be enough. A player who has not paid wins nothing, and that part goes to activities.
    #[must_use]
    pub fn prizes(&self, shares: &[u8], candidates: &[PrizeCandidate]) -> Vec<u64> {
        // In hundredths of a cent, multiplied by the number of players who tie, so that no division comes before the rounding.
        let won = |candidate: &PrizeCandidate, up: bool| {
            let tied = candidates.iter().filter(|other| other.place == candidate.place).count();
            let spanned = shares.iter().skip(candidate.place - 1).take(tied).map(|share| u64::from(*share));
            let dollar = 100 * 100 * tied as u64;
            let share = self.pot * spanned.sum::<u64>();
            let dollars = if up { (2 * share + dollar) / (2 * dollar) } else { share / dollar };
            if candidate.paid { dollars * 100 } else { 0 }
        };
        let rounded = |up| candidates.iter().map(|candidate| won(candidate, up)).collect::<Vec<u64>>();
        let nearest = rounded(true);
        if nearest.iter().sum::<u64>() <= self.distributable() { nearest } else { rounded(false) }
    }

    /// The prize of each place when nobody ties and everybody has paid.
    #[must_use]
    pub fn prizes_by_place(&self, shares: &[u8]) -> Vec<u64> {
        let candidates: Vec<PrizeCandidate> =
            (1..=shares.len()).map(|place| PrizeCandidate { place, paid: true }).collect();
        self.prizes(shares, &candidates)
    }
}
