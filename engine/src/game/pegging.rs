//! The points of the play and of each show in a game that was won by pegs, and the largest deficit of the winner.

use super::{Game, PegFor, Status};

/// The points of a game that was won by its pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pegging {
    /// The number of deals.
    pub deals: u32,
    /// The points of each side in the play, with its goes and heels.
    pub play: Vec<u32>,
    /// The hands and cribs in the order of their pegs.
    pub shows: Vec<PeggedShow>,
    /// The most points that the winner was behind the leading side at any time; 0 for a winner who never was.
    pub behind: u8,
}

/// A hand or crib that was pegged, with or without its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeggedShow {
    /// The side, from 0.
    pub side: u8,
    /// The player of the side, from 0; `None` if a side of several players has named nobody.
    pub player: Option<u8>,
    /// The points.
    pub points: u8,
    /// True for the crib.
    pub is_crib: bool,
}

impl Game {
    /// The points of a game that was won by its pegs. `None` before the end, and for a game with an entered result: its pegs may
    /// stop anywhere.
    #[must_use]
    pub fn pegging(&self) -> Option<Pegging> {
        let outcome = self.outcome().filter(|_| self.status() == Status::Finished && !self.has_result())?;
        let (sides, rules) = (self.setup.sides.len(), &self.setup.rules);
        let mut pegging = Pegging { deals: self.deals.current(), play: vec![0; sides], shows: Vec::new(), behind: 0 };
        for (pegged, scores) in self.pegs.steps(rules.target) {
            let peg = &pegged.peg;
            match peg.earned_by {
                PegFor::Play | PegFor::Go | PegFor::Heels => {
                    pegging.play[usize::from(peg.side)] += u32::from(peg.points);
                }
                PegFor::Hand | PegFor::Crib => {
                    let is_alone = self.setup.sides[usize::from(peg.side)].players.len() == 1;
                    pegging.shows.push(PeggedShow {
                        side: peg.side,
                        player: peg.player.or(is_alone.then_some(0)),
                        points: peg.points,
                        is_crib: peg.earned_by == PegFor::Crib,
                    });
                }
                PegFor::Muggins | PegFor::Penalty | PegFor::Other => {}
            }
            let scores = &scores[..sides];
            let own = scores[usize::from(outcome.winner)];
            // In lowball the lowest score leads.
            let behind = if rules.lowball {
                scores.iter().min().map_or(0, |lowest| own - lowest)
            } else {
                scores.iter().max().map_or(0, |highest| highest - own)
            };
            pegging.behind = pegging.behind.max(behind);
        }
        Some(pegging)
    }
}
