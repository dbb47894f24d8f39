//! The time to draw a round of singles for 60 players.

use divan::Bencher;
use pegout_league::rotation::{Circle, make_up, next_turn};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

fn main() {
    divan::main();
}

/// The turn of a circle in which the given part of all pairs has met, in percent.
#[divan::bench(args = [(60, 0), (60, 50), (60, 100), (59, 50), (59, 100), (12, 50)])]
fn a_turn(bencher: Bencher, (units, percent): (u32, u32)) {
    let all: Vec<u32> = (0..units).collect();
    let circle = Circle::draw(&all, 9, |_| 0, &mut ChaCha8Rng::seed_from_u64(1));
    let has_met = |one: u32, other: u32| (one * one + other * other + one * other) % 100 < percent;
    bencher.bench_local(|| next_turn(&circle, 5, has_met, |_| 0, &mut ChaCha8Rng::seed_from_u64(2)));
}

/// The round for eleven players who lack a game, and 49 players who may help.
#[divan::bench]
fn games_to_make_up(bencher: Bencher) {
    let lacking: Vec<(u32, usize)> = (0..11).map(|unit| (unit, 1)).collect();
    let all: Vec<u32> = (11..60).collect();
    let has_met = |one: u32, other: u32| !(one + other).is_multiple_of(3);
    bencher.bench_local(|| make_up(&lacking, &all, has_met, |_| 0, &mut ChaCha8Rng::seed_from_u64(3)));
}
