//! The refusals of the ledger as problems. Pointers point into the body.

use pegout_league::ledger::Refusal;
use serde_json::json;

use crate::problem::{Problem, ProblemType};

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        use ProblemType as P;
        let detail = refusal.to_string();
        let of = |kind| Problem::new(kind, detail.clone());
        match refusal {
            Refusal::CoordinatorOnly => of(P::Forbidden),
            Refusal::InvalidName(_) => Problem::invalid("/by", detail),
            Refusal::InvalidReason(_) => Problem::invalid("/reason", detail),
            Refusal::IdTaken { .. } => of(P::AlreadyUsed),
            Refusal::Amount { .. } => Problem::invalid("/amount", detail),
            Refusal::Accounts | Refusal::NightOnly => Problem::invalid("/from", detail),
            Refusal::PlayerMissing => Problem::invalid("/player_id", detail),
            Refusal::NotEnoughCredit { player, credit, amount } => of(P::NotEnoughCredit)
                .member("player_id", json!(player))
                .member("credit", credit)
                .member("amount", amount),
            Refusal::NotEnoughInFund { account, left, amount } => {
                of(P::AlreadySpent).member("account", json!(account)).member("left", left).member("amount", amount)
            }
            Refusal::AlreadySpent { account, left, amount, by } => of(P::AlreadySpent)
                .member("account", json!(account))
                .member("left", left)
                .member("amount", amount)
                .member("by", json!(by)),
            Refusal::NoSuchPosting { .. } => of(P::NotFound),
            Refusal::NoSuchPot { .. } => of(P::NotFound),
            Refusal::PotMissing => Problem::invalid("/pot_id", detail),
            Refusal::PotOff { .. } => Problem::invalid("/pots", detail),
            Refusal::Pot(error) => Problem::invalid(format!("/{}", error.field()), detail),
            Refusal::PotHasMoney { left } => of(P::PotHasMoney).member("left", left),
            Refusal::PotPaid { by, .. } => of(P::PotPaid).member("by", json!(by)),
            Refusal::PotChanged { .. } => Problem::changed_meanwhile(None, None, json!(null)),
            Refusal::PotTooSmall { left, .. } => of(P::AlreadySpent).member("left", left),
            Refusal::NobodyWins { .. } => of(P::NotThatHand),
            Refusal::WinnersMissing { .. } => Problem::invalid("/winners", detail),
            Refusal::NotInPot { player, .. } => of(P::NotInPot).member("player_id", json!(player)),
            Refusal::NotTheWinner { player, .. } => of(P::NotThatHand).member("player_id", json!(player)),
            Refusal::OfANight { night } => of(P::OfANight).member("night_id", json!(night)),
        }
    }
}
