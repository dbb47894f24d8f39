//! The summary of a game: its scores by deal, its changes of the lead, and its largest count.

use super::{Game, Peg, PegFor};
use crate::card::PlayedCard;

/// The summary of a game, made from the pegs that were not taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The deals up to the last deal with a peg, the first deal first. A peg counts for the deal that it names. In crash
    /// cribbage a late peg counts for the deal of the peg before it.
    pub deals: Vec<DealScores>,
    /// The number of times that the lead went from a side to another side, peg by peg. A tie does not change the lead. In
    /// `lowball` the side with the fewest points leads. `null` if a result was entered.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0))]
    pub lead_changes: Option<u32>,
    /// The hand or crib with the most points, the earliest in a tie; `null` before a hand is pegged.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub biggest: Option<LargestCount>,
    /// The number of the last deal in which the winner was behind; 0 if the winner was never behind. `null` if nobody has won
    /// or if a result was entered.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0))]
    pub turned_at: Option<u32>,
}

/// The scores after a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct DealScores {
    /// The number of the deal, from 1.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1))]
    pub number: u32,
    /// The seat that dealt it, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 5))]
    pub dealer: u8,
    /// The score of each side after the last peg of the deal.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<u8>, min_items = 2, max_items = 3))]
    pub scores: Vec<u8>,
}

/// The hand or crib with the most points of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct LargestCount {
    /// The side that pegged it, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 2))]
    pub side: u8,
    /// The points.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 83))]
    pub points: u8,
    /// The reason of the peg: `hand` or `crib`.
    #[cfg_attr(feature = "serde", serde(rename = "for"))]
    pub earned_by: PegFor,
    /// The cards of the hand or crib, if they were given.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub cards: Option<Vec<PlayedCard>>,
    /// The starter, if it was given.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starter: Option<PlayedCard>,
}

/// The course of a game, peg by peg.
struct Course {
    /// True for each side that won; all false while nobody has won.
    has_won: [bool; 3],
    is_lowball: bool,
    leader: Option<usize>,
    lead_changes: u32,
    /// The last deal in which a loser was ahead of a winner; 0 before.
    turned_at: u32,
}

impl Game {
    /// The summary of the game so far.
    #[must_use]
    pub fn summary(&self) -> GameSummary {
        let (rules, sides) = (&self.setup.rules, self.setup.sides.len());
        let outcome = self.outcome().filter(|_| !self.has_result());
        let mut has_won = [false; 3];
        if let Some(outcome) = outcome {
            outcome.winners().for_each(|side| has_won[usize::from(side)] = true);
        }
        let mut course = Course { has_won, is_lowball: rules.lowball, leader: None, lead_changes: 0, turned_at: 0 };
        let (mut totals, mut scores) = ([0; 3], [0; 3]);
        let (mut deals, mut biggest): (_, Option<&Peg>) = (Vec::new(), None);
        // A deal may have been taken back since its pegs.
        let (mut last, current) = (0, self.deals.current());
        for number in 1..=current {
            let mut newest = 1;
            for (place, pegged) in self.pegs.standing() {
                let (peg, mut deal) = (&pegged.peg, pegged.deal.clamp(1, current));
                newest = newest.max(deal);
                // The holes on the shared track depend on the order of the pegs.
                if rules.crash {
                    deal = newest;
                }
                if deal != number {
                    continue;
                }
                last = number;
                totals[usize::from(peg.side)] += u32::from(peg.points);
                let reached = self.pegs.crash_scores(place).unwrap_or(totals);
                scores = reached.map(|total| total.min(u32::from(rules.target)) as u8);
                course.go_on(number, &scores[..sides]);
                let is_count = matches!(peg.earned_by, PegFor::Hand | PegFor::Crib);
                if is_count && biggest.is_none_or(|biggest| biggest.points < peg.points) {
                    biggest = Some(peg);
                }
            }
            // In a deal without a peg the winner is as far behind as before.
            course.go_on(number, &scores[..sides]);
            deals.push(DealScores { number, dealer: self.setup.dealer(number), scores: scores[..sides].to_vec() });
        }
        deals.truncate(last as usize);
        GameSummary {
            deals,
            lead_changes: (!self.has_result()).then_some(course.lead_changes),
            biggest: biggest.map(LargestCount::new),
            turned_at: outcome.map(|_| course.turned_at),
        }
    }
}

impl Course {
    /// Goes on with the scores after a peg of this deal, or at its end.
    fn go_on(&mut self, deal: u32, scores: &[u8]) {
        let (mut best, mut leader) = (i16::MIN, None);
        let (mut best_loser, mut worst_winner) = (i16::MIN, i16::MAX);
        for (side, score) in scores.iter().enumerate() {
            let ahead = if self.is_lowball { -i16::from(*score) } else { i16::from(*score) };
            if self.has_won[side] {
                worst_winner = worst_winner.min(ahead);
            } else {
                best_loser = best_loser.max(ahead);
            }
            if ahead >= best {
                leader = (ahead > best).then_some(side);
                best = ahead;
            }
        }
        if best_loser > worst_winner {
            self.turned_at = deal;
        }
        if leader.is_some() {
            self.lead_changes += u32::from(self.leader.is_some() && self.leader != leader);
            self.leader = leader;
        }
    }
}

impl LargestCount {
    fn new(peg: &Peg) -> LargestCount {
        let (cards, starter) = (peg.cards.clone(), peg.starter);
        LargestCount { side: peg.side, points: peg.points, earned_by: peg.earned_by, cards, starter }
    }
}
