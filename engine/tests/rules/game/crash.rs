//! The track of crash cribbage, against a second implementation. Worked games are in `data/games_of_variants.txt`.

use pegout_engine::game::{Action, Crash, CrashedPeg, Direction, Game, Setup, Status};
use pegout_engine::{Preset, game::PegFor};
use proptest::prelude::*;
use proptest::sample::select;

use super::{Table, peg_id, setup};

/// A board of one track, with the places of each side's two pegs in no order.
#[derive(Clone, Debug)]
struct Board {
    clockwise: Vec<bool>,
    pegs: Vec<[i32; 2]>,
}

impl Board {
    /// The name of a hole, where nothing can be hit on the start, which is the game hole too.
    fn hole(&self, side: usize, score: i32) -> String {
        let number = if self.clockwise[side] { score } else { 121 - score };
        match number % 121 {
            0 => String::new(),
            30 | 91 => "crossing".to_owned(),
            other => other.to_string(),
        }
    }

    fn front(&self, side: usize) -> usize {
        usize::from(self.pegs[side][1] > self.pegs[side][0])
    }

    fn score(&self, side: usize) -> i32 {
        self.pegs[side][self.front(side)]
    }

    /// Pegs, and says which pegs were thrown.
    fn peg(&mut self, side: usize, points: i32) -> Vec<(usize, bool, i32)> {
        let mut told = Vec::new();
        if points == 0 || (0..self.pegs.len()).any(|side| self.score(side) == 121) {
            return told;
        }
        let moving = 1 - self.front(side);
        self.pegs[side][moving] = (self.score(side) + points).min(121);
        let mut spent: Vec<(usize, usize)> = Vec::new();
        let mut landings = vec![(side, moving)];
        let mut next = 0;
        while next < landings.len() {
            let (lander, peg) = landings[next];
            next += 1;
            let hole = self.hole(lander, self.pegs[lander][peg]);
            let sides = self.pegs.len();
            for other in (lander + 1..lander + sides).map(|side| side % sides) {
                let front = self.front(other);
                for victim in [front, 1 - front] {
                    let is_hit = !hole.is_empty() && self.hole(other, self.pegs[other][victim]) == hole;
                    if !is_hit || spent.contains(&(other, victim)) {
                        continue;
                    }
                    let before = self.score(other);
                    let is_front = self.front(other) == victim;
                    // Over the partner, and as far beyond it: a mirror image, within the track.
                    let partner = self.pegs[other][1 - victim];
                    self.pegs[other][victim] = (2 * partner - self.pegs[other][victim]).clamp(0, 121);
                    told.push((other, is_front, (self.score(other) - before).abs()));
                    if self.score(other) == 121 {
                        return told;
                    }
                    spent.push((other, victim));
                    landings.push((other, victim));
                }
            }
        }
        told
    }
}

/// A peg of side and points, or the number of a peg that is taken back.
#[derive(Clone, Debug)]
enum Tap {
    Peg(u8, u8),
    TakeBack(u8),
}

fn taps() -> impl Strategy<Value = Vec<Tap>> {
    // Few different points, so that pegs meet often.
    let points = select(vec![0_u8, 1, 2, 3, 4, 6, 8, 10, 12, 14, 15, 29]);
    let tap = prop_oneof![
        8 => (0..3_u8, points).prop_map(|(side, points)| Tap::Peg(side, points)),
        1 => (0..60_u8).prop_map(Tap::TakeBack),
    ];
    prop::collection::vec(tap, 0..60)
}

fn directions() -> impl Strategy<Value = Vec<Direction>> {
    prop::collection::vec(select(vec![Direction::Clockwise, Direction::CounterClockwise]), 2..=3)
}

fn begun(directions: &[Direction]) -> Table {
    let names = &["Ann", "Bob", "Cy"][..directions.len()];
    Table::begun(Setup { crash_directions: Some(directions.to_vec()), ..setup(1, names, Preset::Crash.rules()) })
}

fn tap(table: &mut Table, id: u8, tap: &Tap, sides: u8) -> bool {
    let action = match *tap {
        Tap::Peg(side, 0) => Action::Peg(super::peg(id, side % sides, 0, PegFor::Hand)),
        Tap::Peg(side, points) => Action::Peg(super::peg(id, side % sides, points, PegFor::Other)),
        Tap::TakeBack(id) => Action::TakeBackPeg(peg_id(id)),
    };
    table.ask(action) == Ok(1)
}

/// The pegs that stand, the oldest first: id, side and points.
fn standing(table: &Table) -> Vec<(u8, usize, i32)> {
    use pegout_engine::game::EventKind;
    let is_gone = |id| table.log.iter().any(|event| event.kind == EventKind::PegTakenBack { peg: id });
    let pegs = table.log.iter().filter_map(|event| match &event.kind {
        EventKind::Pegged(peg) if !is_gone(peg.id) => {
            Some((peg.id.bytes()[0], usize::from(peg.side), i32::from(peg.points)))
        }
        _ => None,
    });
    pegs.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_second_implementation_sees_the_same_holes_and_throws(directions in directions(), taps in taps()) {
        let mut table = begun(&directions);
        for (id, next) in (0..).zip(&taps) {
            tap(&mut table, id, next, directions.len() as u8);
        }
        let clockwise = directions.iter().map(|direction| *direction == Direction::Clockwise).collect();
        let mut board = Board { clockwise, pegs: vec![[0, 0]; directions.len()] };
        for (id, side, points) in standing(&table) {
            let told: Vec<Crash> = board.peg(side, points).into_iter().map(|(side, is_front, by)| {
                let peg = if is_front { CrashedPeg::Front } else { CrashedPeg::Back };
                Crash { side: side as u8, peg, by: by as u8 }
            }).collect();
            prop_assert_eq!(table.game.crashes(peg_id(id)), &told[..], "peg {}", id);
        }
        for (side, view) in table.view().sides.iter().enumerate() {
            let back = board.pegs[side][1 - board.front(side)];
            prop_assert_eq!((i32::from(view.score), i32::from(view.previous)), (board.score(side), back));
        }
    }

    #[test]
    fn a_game_with_pegs_taken_back_is_the_game_without_them(directions in directions(), taps in taps()) {
        let mut table = begun(&directions);
        for (id, next) in (0..).zip(&taps) {
            tap(&mut table, id, next, directions.len() as u8);
        }
        let view = table.view();
        let fold = Game::fold(&table.log).unwrap();
        prop_assert_eq!(&fold, &table.game);
        prop_assert!(view.sides.iter().all(|side| side.previous <= side.score && side.score <= 121));
        prop_assert!(view.sides.iter().filter(|side| side.score == 121).count() <= 1);
        let mut plain = begun(&directions);
        for (id, side, points) in standing(&table) {
            let is_over = plain.view().status == Status::Finished;
            let is_pegged = tap(&mut plain, id, &Tap::Peg(side as u8, points as u8), directions.len() as u8);
            prop_assert_eq!(is_pegged, !is_over, "later pegs stand without points");
        }
        prop_assert_eq!(plain.game.scores(), table.game.scores());
        prop_assert_eq!(plain.game.outcome(), table.game.outcome());
    }
}

#[test]
fn the_second_implementation_meets_throws_and_chains() {
    // The two rows with the most throws of `data/games_of_variants.txt`, so that the properties compare something.
    let mut board = Board { clockwise: vec![true; 3], pegs: vec![[0, 0]; 3] };
    for (side, points) in [(0, 6), (0, 4), (2, 14)] {
        assert_eq!(board.peg(side, points), []);
    }
    assert_eq!(board.peg(1, 6), [(0, false, 4), (2, true, 14)]);
    let mut board = Board { clockwise: vec![true, false], pegs: vec![[29, 58], [29, 58]] };
    assert_eq!(board.peg(1, 5), [(0, true, 29)]);
}
