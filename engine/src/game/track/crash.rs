//! The track of crash cribbage: one for all sides, with the shape of an eight.
//!
//! A peg that lands on another side's peg throws it over its partner. A thrown front peg falls behind the back peg, a
//! thrown back peg goes ahead of the front peg, at the same distance. A thrown peg can throw further pegs, each peg at
//! most once in a tap. The oldest landing comes first, then the sides clockwise after the side that landed, the front
//! peg before the back peg.

use std::collections::VecDeque;

/// The last hole, which is also the first: the start and the game hole.
const GAME: u8 = 121;
/// The two scores at which the track crosses itself: one hole.
const CROSSING: [u8; 2] = [30, 91];

/// A peg that another side's peg has thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Crash {
    /// The side whose peg was thrown, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 2))]
    pub side: u8,
    /// The peg.
    pub peg: CrashedPeg,
    /// The change of the side's score: a loss for a thrown front peg, a gain for a thrown back peg.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 121))]
    pub by: u8,
}

/// One of a side's two pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum CrashedPeg {
    /// The front peg: the score falls.
    Front,
    /// The back peg: the score rises.
    Back,
}

crate::string_enum!(CrashedPeg, "one of a side's pegs", { Front => "front", Back => "back" });

/// The track, with its state after every peg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CrashTrack {
    pairs: Vec<Pair>,
    moves: Vec<Move>,
}

/// The track after a peg of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Move {
    scores: [u8; 3],
    crashes: Vec<Crash>,
}

/// A side's two pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    direction: Direction,
    front: TrackPeg,
    back: TrackPeg,
}

/// A peg on the track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TrackPeg {
    score: u8,
    /// True once it was thrown in this tap.
    is_thrown: bool,
}

impl CrashTrack {
    /// An empty track for sides that go in these directions.
    pub fn new(directions: impl IntoIterator<Item = Direction>) -> CrashTrack {
        let (front, back) = (TrackPeg::default(), TrackPeg::default());
        let pairs = directions.into_iter().map(|direction| Pair { direction, front, back }).collect();
        CrashTrack { pairs, moves: Vec::new() }
    }

    /// Moves on by these points for a side. They count nothing once a side is on the game hole, and 0 moves no peg.
    pub fn put(&mut self, side: u8, points: u8) {
        let side = usize::from(side);
        let crashes = if points == 0 || self.is_over() {
            Vec::new()
        } else {
            let Pair { front, back, .. } = &mut self.pairs[side];
            (*front, *back) = (TrackPeg { score: (front.score + points).min(GAME), is_thrown: false }, *front);
            self.land(side)
        };
        let mut scores = [0; 3];
        scores.iter_mut().zip(&self.pairs).for_each(|(score, pair)| *score = pair.front.score);
        self.moves.push(Move { scores, crashes });
    }

    /// Starts again with these pegs, each a side and points. A peg that was taken back has 0 points.
    pub fn replay(&mut self, pegs: impl Iterator<Item = (u8, u8)>) {
        *self = CrashTrack::new(self.pairs.iter().map(|pair| pair.direction));
        pegs.for_each(|(side, points)| self.put(side, points));
    }

    /// The score of a side's front peg.
    pub fn front(&self, side: u8) -> u8 {
        self.pairs[usize::from(side)].front.score
    }

    /// The score of a side's back peg.
    pub fn back(&self, side: u8) -> u8 {
        self.pairs[usize::from(side)].back.score
    }

    /// The score of each side after the peg at this place among all pegs of the game.
    pub fn scores(&self, place: usize) -> [u32; 3] {
        self.moves[place].scores.map(u32::from)
    }

    /// The score of a side before the peg at this place among all pegs of the game.
    pub fn front_before(&self, place: usize, side: u8) -> u8 {
        place.checked_sub(1).map_or(0, |before| self.moves[before].scores[usize::from(side)])
    }

    /// The crashes that the peg at this place among all pegs of the game has caused.
    pub fn crashes(&self, place: usize) -> &[Crash] {
        &self.moves[place].crashes
    }

    fn is_over(&self) -> bool {
        self.pairs.iter().any(|pair| pair.front.score == GAME)
    }

    /// Throws the pegs on this side's front hole, then the pegs on their landing holes, until a side is on the game
    /// hole.
    fn land(&mut self, side: usize) -> Vec<Crash> {
        for pair in &mut self.pairs {
            (pair.front.is_thrown, pair.back.is_thrown) = (false, false);
        }
        let mut crashes = Vec::new();
        let mut landings = VecDeque::from([(side, self.pairs[side].front.score)]);
        while let Some((lander, score)) = landings.pop_front() {
            let Some(hole) = self.pairs[lander].hole(score) else { continue };
            for steps in 1..self.pairs.len() {
                let other = (lander + steps) % self.pairs.len();
                while let Some(peg) = self.pairs[other].standing_on(hole) {
                    let (by, landed) = self.pairs[other].throw(peg);
                    crashes.push(Crash { side: other as u8, peg, by });
                    if self.is_over() {
                        return crashes;
                    }
                    landings.push_back((other, landed));
                }
            }
        }
        crashes
    }
}

impl Pair {
    /// The hole of a score; `None` on the start and the game hole, where nothing crashes.
    fn hole(&self, score: u8) -> Option<u8> {
        let hole = match self.direction {
            Direction::Clockwise => score,
            Direction::CounterClockwise => GAME - score,
        };
        match hole {
            0 | GAME => None,
            hole if CROSSING.contains(&hole) => Some(CROSSING[0]),
            hole => Some(hole),
        }
    }

    /// The peg on a hole that was not thrown in this tap; the front peg if both qualify.
    fn standing_on(&self, hole: u8) -> Option<CrashedPeg> {
        let stands = |mark: TrackPeg| !mark.is_thrown && self.hole(mark.score) == Some(hole);
        if stands(self.front) { Some(CrashedPeg::Front) } else { stands(self.back).then_some(CrashedPeg::Back) }
    }

    /// Throws a peg over its partner, at most to the start or the game hole. Returns the change of the score, and the
    /// score of the landing hole.
    fn throw(&mut self, peg: CrashedPeg) -> (u8, u8) {
        let Pair { front, back, .. } = *self;
        let apart = front.score - back.score;
        let thrown = |score| TrackPeg { score, is_thrown: true };
        match peg {
            CrashedPeg::Front => {
                (self.front, self.back) = (back, thrown(back.score.saturating_sub(apart)));
                (apart, self.back.score)
            }
            CrashedPeg::Back => {
                (self.front, self.back) = (thrown((front.score + apart).min(GAME)), front);
                (self.front.score - front.score, self.front.score)
            }
        }
    }
}

/// A direction around the track of crash cribbage, written 1 or -1. A side keeps it for the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(into = "i8", try_from = "i8"))]
pub enum Direction {
    /// The hole has the number of the score.
    #[default]
    Clockwise,
    /// The hole has the number 121 less the score.
    CounterClockwise,
}

impl From<Direction> for i8 {
    fn from(direction: Direction) -> i8 {
        match direction {
            Direction::Clockwise => 1,
            Direction::CounterClockwise => -1,
        }
    }
}

impl TryFrom<i8> for Direction {
    type Error = String;

    fn try_from(given: i8) -> Result<Direction, String> {
        match given {
            1 => Ok(Direction::Clockwise),
            -1 => Ok(Direction::CounterClockwise),
            _ => Err(format!("a direction is 1, clockwise, or -1, counter-clockwise, not {given}")),
        }
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::PartialSchema for Direction {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::Integer)
            .description(Some("A direction around the track of crash cribbage: 1 clockwise, -1 counter-clockwise."))
            .enum_values(Some([1, -1]))
            .into()
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::ToSchema for Direction {}
