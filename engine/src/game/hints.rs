//! The hints about the pegs of the newest deal. A hint never refuses a peg.
//!
//! Hints are about pegs that name the newest deal alone. A peg that names no deal, or an older deal, may have waited in a
//! phone.

use super::deals::{DealPegs, unpegged};
use super::track::PegOfDeal;
use super::{Game, PegFor};
use crate::id::PegId;

/// A remark about pegs that may be a mistake, or that people at the table want to hear about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The kind. More may be added: a client passes over kinds that it does not know.
    pub kind: HintKind,
    /// The pegs it is about, the oldest first.
    pub pegs: Vec<PegId>,
    /// The side of the newest of these pegs, or the side that the kind names. Left out for a kind without a side.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0, maximum = 2))]
    pub side: Option<u8>,
    /// The side that may peg this by the rules, if it differs from `side`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0, maximum = 2))]
    pub owner: Option<u8>,
    /// The points of the newest of these pegs, for kinds “with `points`”.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0, maximum = 29))]
    pub points: Option<u8>,
}

/// A kind of hint. All are about the newest deal but `deal_incomplete`.
///
/// | kind | condition |
/// |---|---|
/// | `crib_of_other` | `side` pegged the crib, which belongs to `owner`. With `points`. |
/// | `crib_twice` | More than one crib was pegged. With `points`. |
/// | `heels_of_pone` | `side` pegged heels, which belong to `owner`, the dealer's side. With `points`. |
/// | `heels_twice` | Heels were pegged more than once. With `points`. |
/// | `heels_late` | Heels were pegged after a hand. With `points`. |
/// | `hand_twice` | `side` pegged more hands than it has players. With `points` only if the last two are equal and come from two devices: perhaps the same hand. |
/// | `same_points_two_phones` | Two devices pegged the same `points`, 4 or more, for `side`. Two hands of two players are not meant. |
/// | `hand_before_pone` | `side` pegged a hand while a hand of `owner`, which counts first, is missing. The order may decide the game: the hand won it, or `owner` was within 29 of the target. With `points`. |
/// | `deal_incomplete` | The deal before the newest lacks a hand or the crib, first one of `side`. `pegs` are its hands and cribs. |
/// | `stink_hole` | `side` is one hole before the game hole. |
/// | `heels_said` | Heels were pegged: the starter is a jack. |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum HintKind {
    /// A crib for a side that it does not belong to.
    CribOfOther,
    /// A second crib.
    CribTwice,
    /// Heels for a side that does not deal.
    HeelsOfPone,
    /// Second heels.
    HeelsTwice,
    /// Heels after a hand.
    HeelsLate,
    /// A hand more than the side has players.
    HandTwice,
    /// The same points from two devices.
    SamePointsTwoPhones,
    /// A hand before its turn, if the order may decide the game.
    HandBeforePone,
    /// A deal that ended without all of its hands and its crib.
    DealIncomplete,
    /// A side one hole before the game hole.
    StinkHole,
    /// A jack as starter.
    HeelsSaid,
}

crate::string_enum!(HintKind, "a kind of hint", {
    CribOfOther => "crib_of_other",
    CribTwice => "crib_twice",
    HeelsOfPone => "heels_of_pone",
    HeelsTwice => "heels_twice",
    HeelsLate => "heels_late",
    HandTwice => "hand_twice",
    SamePointsTwoPhones => "same_points_two_phones",
    HandBeforePone => "hand_before_pone",
    DealIncomplete => "deal_incomplete",
    StinkHole => "stink_hole",
    HeelsSaid => "heels_said",
});

impl Hint {
    /// A hint about these pegs and the side of the newest.
    pub(super) fn about(kind: HintKind, pegs: &[PegOfDeal<'_>]) -> Hint {
        let side = pegs.last().map(|newest| newest.peg.side);
        Hint { kind, pegs: pegs.iter().map(|dealt| dealt.peg.id).collect(), side, owner: None, points: None }
    }

    /// A hint about these pegs, with the points of the newest.
    pub(super) fn with_points(kind: HintKind, pegs: &[PegOfDeal<'_>]) -> Hint {
        Hint { points: pegs.last().map(|newest| newest.peg.points), ..Hint::about(kind, pegs) }
    }
}

/// The most points of a hand.
const BEST_HAND: u32 = 29;
/// The fewest points that two devices do not often peg for two different reasons.
const FEWEST_SAME_POINTS: u8 = 4;

/// A hint, and the place of its newest peg.
type Placed = (usize, Hint);

impl Game {
    /// The hints about pegs of the newest deal, in the order of their newest pegs. A hint about the deal before comes
    /// first.
    #[must_use]
    pub fn hints(&self) -> Vec<Hint> {
        let newest = self.deals.current();
        let deal = DealPegs::new(self, newest);
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
        let before = (newest > 1).then(|| incomplete(&DealPegs::new(self, newest - 1))).flatten();
        before.into_iter().chain(placed.into_iter().map(|(_, hint)| hint)).collect()
    }

    /// A side is on the hole before the game hole, and a peg of this deal took it there: points of another kind too. A
    /// result takes pegs elsewhere.
    fn stink_holes(&self, deal: &DealPegs<'_>, placed: &mut Vec<Placed>) {
        let target = self.setup.rules.target;
        let stands_there = |dealt: &PegOfDeal<'_>| {
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

fn of_one(kind: HintKind, dealt: PegOfDeal<'_>) -> Placed {
    (dealt.place, Hint::about(kind, &[dealt]))
}

fn of_one_with_points(kind: HintKind, dealt: PegOfDeal<'_>) -> Placed {
    (dealt.place, Hint::with_points(kind, &[dealt]))
}

fn of_owner(kind: HintKind, dealt: PegOfDeal<'_>, owner: u8) -> Placed {
    (dealt.place, Hint { owner: Some(owner), ..Hint::with_points(kind, &[dealt]) })
}

/// A hint about all these pegs, if there are more than `most`.
fn of_more_than(most: usize, kind: HintKind, pegs: &[PegOfDeal<'_>]) -> Option<Placed> {
    let newest = pegs.last().filter(|_| pegs.len() > most)?;
    Some((newest.place, Hint::with_points(kind, pegs)))
}

fn cribs(deal: &DealPegs<'_>, placed: &mut Vec<Placed>) {
    let cribs = deal.hinted_for(PegFor::Crib);
    placed.extend(of_another(HintKind::CribOfOther, &cribs, deal.dealer()));
    placed.extend(of_more_than(1, HintKind::CribTwice, &cribs));
}

fn heels(deal: &DealPegs<'_>, placed: &mut Vec<Placed>) {
    let heels = deal.hinted_for(PegFor::Heels);
    let first_hand = deal.hinted_for(PegFor::Hand).first().map(|dealt| dealt.place);
    placed.extend(of_another(HintKind::HeelsOfPone, &heels, deal.dealer()));
    placed.extend(of_more_than(1, HintKind::HeelsTwice, &heels));
    let late = heels.iter().filter(|dealt| first_hand.is_some_and(|hand| hand < dealt.place));
    placed.extend(late.map(|dealt| of_one_with_points(HintKind::HeelsLate, *dealt)));
    placed.extend(heels.last().map(|newest| (newest.place, Hint::about(HintKind::HeelsSaid, &heels))));
}

/// The pegs of a side that is not the owner, each with a hint of its own.
fn of_another(kind: HintKind, pegs: &[PegOfDeal<'_>], owner: u8) -> impl Iterator<Item = Placed> {
    pegs.iter().filter(move |dealt| dealt.peg.side != owner).map(move |dealt| of_owner(kind, *dealt, owner))
}

fn hands_twice(deal: &DealPegs<'_>, side: u8, placed: &mut Vec<Placed>) {
    let mut hands = deal.hinted_for(PegFor::Hand);
    hands.retain(|dealt| dealt.peg.side == side);
    let may_be_one = matches!(hands[..], [.., one, other] if one.peg.points == other.peg.points && differ(one, other));
    placed.extend(of_more_than(deal.players(side), HintKind::HandTwice, &hands).map(|(place, hint)| {
        let points = hint.points.filter(|_| may_be_one);
        (place, Hint { points, ..hint })
    }));
}

/// Returns true if the pegs come from two devices that are known.
fn differ(one: PegOfDeal<'_>, other: PegOfDeal<'_>) -> bool {
    one.peg.device.is_some() && other.peg.device.is_some() && one.peg.device != other.peg.device
}

fn same_points(deal: &DealPegs<'_>, placed: &mut Vec<Placed>) {
    let mut groups: Vec<Vec<PegOfDeal<'_>>> = Vec::new();
    let same = |one: &PegOfDeal<'_>, other: &PegOfDeal<'_>| {
        (one.peg.side, one.peg.points) == (other.peg.side, other.peg.points)
    };
    let with_device = |dealt: &PegOfDeal<'_>| dealt.peg.device.is_some() && dealt.peg.points >= FEWEST_SAME_POINTS;
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

/// Hands pegged too early: an earlier hand in the counting order is missing, and the order may decide the game. Either
/// the pegged hand reaches the target, or the missing hand could, from its side's score at the peg.
fn hands_too_early(deal: &DealPegs<'_>, target: u32, placed: &mut Vec<Placed>) {
    let hands: Vec<PegOfDeal<'_>> = deal.earned_by(PegFor::Hand).collect();
    for dealt in deal.hinted_for(PegFor::Hand) {
        let side = dealt.peg.side;
        let before = hands.iter().filter(|hand| hand.peg.side == side && hand.place < dealt.place).count();
        let seats = deal.order.iter().enumerate().filter(|(_, seat)| **seat == side);
        // A side cannot have more hands than players: skip the extra hand.
        let Some((seat, _)) = seats.clone().nth(before) else { continue };
        let total = dealt.totals[usize::from(side)];
        let reaches = total >= target && total - u32::from(dealt.peg.points) < target;
        let decides = |other: &u8| reaches || dealt.totals[usize::from(*other)] + BEST_HAND >= target;
        let owner = deal.missing_before(seat).into_iter().find(decides);
        placed.extend(owner.map(|owner| of_owner(HintKind::HandBeforePone, dealt, owner)));
    }
}

/// The next deal began while a hand or the crib of this deal is missing. No hint if no peg names this deal: an older
/// client, or a client for totals alone, may have pegged it.
fn incomplete(deal: &DealPegs<'_>) -> Option<Hint> {
    deal.hinted().next()?;
    let missing = unpegged(deal).into_iter().next()?;
    let shown = |dealt: &PegOfDeal<'_>| matches!(dealt.peg.earned_by, PegFor::Hand | PegFor::Crib);
    let pegs: Vec<PegOfDeal<'_>> = deal.hinted().filter(shown).collect();
    Some(Hint { side: Some(missing.side), ..Hint::about(HintKind::DealIncomplete, &pegs) })
}
