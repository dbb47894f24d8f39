//! The hints about the pegs of the newest deal.
//!
//! Hints are about pegs that name the newest deal alone: one that names no deal, or another, may have waited in a phone.

use super::super::track::DealtPeg;
use super::super::{Game, PegFor};
use super::dealt::Dealt;
use super::due::due;
use super::hint::{Hint, HintKind};

/// The most points of a hand.
const BEST_HAND: u32 = 29;
/// The fewest points that two devices do not often peg for two different reasons.
const FEWEST_SAME_POINTS: u8 = 4;

/// A hint, and the place of its newest peg.
type Placed = (usize, Hint);

impl Game {
    /// The hints about pegs that stand in the newest deal, in the order of their newest pegs. One about the deal before
    /// it comes first.
    #[must_use]
    pub fn hints(&self) -> Vec<Hint> {
        let newest = self.deals.current();
        let deal = Dealt::new(self, newest);
        let mut placed = Vec::new();
        cribs(&deal, &mut placed);
        heels(&deal, &mut placed);
        for side in (0..).take(self.setup.sides.len()) {
            hands_twice(&deal, side, &mut placed);
        }
        same_points(&deal, &mut placed);
        hands_too_early(&deal, u32::from(self.setup.rules.target), &mut placed);
        self.stink_holes(&deal, &mut placed);
        placed.sort_by_key(|(place, _)| *place);
        let before = (newest > 1).then(|| incomplete(&Dealt::new(self, newest - 1))).flatten();
        before.into_iter().chain(placed.into_iter().map(|(_, hint)| hint)).collect()
    }

    /// A side is on the hole before the game hole, and a peg of this deal took it there: points of another kind too. A
    /// result takes pegs elsewhere.
    fn stink_holes(&self, deal: &Dealt<'_>, placed: &mut Vec<Placed>) {
        let target = self.setup.rules.target;
        let stands_there = |dealt: &DealtPeg<'_>| {
            let side = dealt.peg.side;
            let is_scored = !matches!(dealt.peg.earned_by, PegFor::Muggins | PegFor::Penalty);
            is_scored
                && dealt.peg.points > 0
                && dealt.totals[usize::from(side)] == u32::from(target - 1)
                && self.pegs.front(side, target) == target - 1
        };
        if !self.has_result() {
            placed.extend(deal.named().filter(stands_there).map(|dealt| of_one(HintKind::StinkHole, dealt)));
        }
    }
}

fn of_one(kind: HintKind, dealt: DealtPeg<'_>) -> Placed {
    (dealt.place, Hint::about(kind, &[dealt]))
}

fn of_one_with_points(kind: HintKind, dealt: DealtPeg<'_>) -> Placed {
    (dealt.place, Hint::with_points(kind, &[dealt]))
}

/// A hint about all of these pegs, if there are more than so many.
fn of_more_than(most: usize, kind: HintKind, pegs: &[DealtPeg<'_>]) -> Option<Placed> {
    let newest = pegs.last().filter(|_| pegs.len() > most)?;
    Some((newest.place, Hint::with_points(kind, pegs)))
}

fn cribs(deal: &Dealt<'_>, placed: &mut Vec<Placed>) {
    let cribs = deal.hinted_for(PegFor::Crib);
    placed.extend(of_another(HintKind::CribOfOther, &cribs, deal.dealer()));
    placed.extend(of_more_than(1, HintKind::CribTwice, &cribs));
}

fn heels(deal: &Dealt<'_>, placed: &mut Vec<Placed>) {
    let heels = deal.hinted_for(PegFor::Heels);
    let first_hand = deal.hinted_for(PegFor::Hand).first().map(|dealt| dealt.place);
    placed.extend(of_another(HintKind::HeelsOfPone, &heels, deal.dealer()));
    placed.extend(of_more_than(1, HintKind::HeelsTwice, &heels));
    let late = heels.iter().filter(|dealt| first_hand.is_some_and(|hand| hand < dealt.place));
    placed.extend(late.map(|dealt| of_one_with_points(HintKind::HeelsLate, *dealt)));
    placed.extend(heels.last().map(|newest| (newest.place, Hint::about(HintKind::HeelsSaid, &heels))));
}

/// The pegs of a side that is not the owner, each with a hint of its own.
fn of_another(kind: HintKind, pegs: &[DealtPeg<'_>], owner: u8) -> impl Iterator<Item = Placed> {
    let of_another = pegs.iter().filter(move |dealt| dealt.peg.side != owner);
    of_another.map(move |dealt| {
        let (place, hint) = of_one_with_points(kind, *dealt);
        (place, Hint { owner: Some(owner), ..hint })
    })
}

fn hands_twice(deal: &Dealt<'_>, side: u8, placed: &mut Vec<Placed>) {
    let mut hands = deal.hinted_for(PegFor::Hand);
    hands.retain(|dealt| dealt.peg.side == side);
    let may_be_one = matches!(hands[..], [.., one, other] if one.peg.points == other.peg.points && differ(one, other));
    placed.extend(of_more_than(deal.players(side), HintKind::HandTwice, &hands).map(|(place, hint)| {
        let points = hint.points.filter(|_| may_be_one);
        (place, Hint { points, ..hint })
    }));
}

/// Returns true if the pegs come from two devices that are known.
fn differ(one: DealtPeg<'_>, other: DealtPeg<'_>) -> bool {
    one.peg.device.is_some() && other.peg.device.is_some() && one.peg.device != other.peg.device
}

fn same_points(deal: &Dealt<'_>, placed: &mut Vec<Placed>) {
    let mut groups: Vec<Vec<DealtPeg<'_>>> = Vec::new();
    let same =
        |one: &DealtPeg<'_>, other: &DealtPeg<'_>| (one.peg.side, one.peg.points) == (other.peg.side, other.peg.points);
    let with_device = |dealt: &DealtPeg<'_>| dealt.peg.device.is_some() && dealt.peg.points >= FEWEST_SAME_POINTS;
    for dealt in deal.hinted().filter(with_device) {
        match groups.iter_mut().find(|group| same(&group[0], &dealt)) {
            Some(group) => group.push(dealt),
            None => groups.push(vec![dealt]),
        }
    }
    for group in groups {
        let side = group[0].peg.side;
        let are_hands = group.iter().all(|dealt| dealt.peg.earned_by == PegFor::Hand);
        let of_two_players = are_hands && deal.players(side) > 1;
        let from_two_devices = group.iter().any(|dealt| differ(group[0], *dealt));
        if from_two_devices && !of_two_players {
            placed.extend(of_more_than(1, HintKind::SamePointsTwoPhones, &group));
        }
    }
}

/// Hands that were pegged while one is missing that counts before them, where the order may decide the game: the hand
/// reaches the target, or the side that counts first can reach it with its hand. Its score is that at the peg.
fn hands_too_early(deal: &Dealt<'_>, target: u32, placed: &mut Vec<Placed>) {
    let hands: Vec<DealtPeg<'_>> = deal.earned_by(PegFor::Hand).collect();
    for dealt in deal.hinted_for(PegFor::Hand) {
        let side = dealt.peg.side;
        let before = hands.iter().filter(|hand| hand.peg.side == side && hand.place < dealt.place).count();
        let seats = deal.order.iter().enumerate().filter(|(_, seat)| **seat == side);
        // A hand more than the side has players is nobody's.
        let Some((seat, _)) = seats.clone().nth(before) else { continue };
        let total = dealt.totals[usize::from(side)];
        let reaches = total >= target && total - u32::from(dealt.peg.points) < target;
        let decides = |other: &u8| reaches || dealt.totals[usize::from(*other)] + BEST_HAND >= target;
        let owner = deal.missing_before(seat).into_iter().find(decides);
        placed.extend(owner.map(|owner| {
            let (place, hint) = of_one_with_points(HintKind::HandBeforePone, dealt);
            (place, Hint { owner: Some(owner), ..hint })
        }));
    }
}

/// The next deal began while a hand or the crib of this one is missing. A deal without a peg that names it may have been
/// kept by an older client, or by one that pegs totals alone.
fn incomplete(deal: &Dealt<'_>) -> Option<Hint> {
    deal.hinted().next()?;
    let missing = due(deal).into_iter().next()?;
    let shown = |dealt: &DealtPeg<'_>| matches!(dealt.peg.earned_by, PegFor::Hand | PegFor::Crib);
    let pegs: Vec<DealtPeg<'_>> = deal.hinted().filter(shown).collect();
    Some(Hint { side: Some(missing.side), ..Hint::about(HintKind::DealIncomplete, &pegs) })
}
