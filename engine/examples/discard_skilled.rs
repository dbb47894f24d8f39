//! Writes `engine/src/discard/skilled.rs` to the standard output, and the numbers of rounds to the standard error:
//! `cargo run --release -p pegout-engine --example discard_skilled > skilled.rs && mv skilled.rs engine/src/discard/`.

use std::thread;

use pegout_engine::Rank;
use pegout_engine::discard::{DiscardFrequencies, fictitious_play};

fn main() {
    // The three tables do not depend on each other.
    let (two, three, four) = thread::scope(|scope| {
        let three = scope.spawn(|| fictitious_play::more_players(3));
        let four = scope.spawn(|| fictitious_play::more_players(4));
        let two = fictitious_play::two_players();
        (
            two,
            three.join().expect("fictitious play does not panic"),
            four.join().expect("fictitious play does not panic"),
        )
    });
    eprintln!("rounds until the shares converged: {}, {}, {}", two.1, three.1, four.1);
    println!(
        "//! The discards of good players, and their frequencies. Written by the example `discard_skilled`; not to be edited."
    );
    println!();
    println!("use super::DiscardFrequencies;");
    table("The pairs thrown at two players.", "TWO_PLAYERS", &two.0, by_higher_rank);
    table("The cards thrown at three players.", "THREE_PLAYERS", &three.0, by_rank);
    table("The cards thrown at four players.", "FOUR_PLAYERS", &four.0, by_rank);
}

fn table<const N: usize>(
    description: &str,
    name: &str,
    throws: &DiscardFrequencies<N>,
    rows: impl Fn(&[f64; N]) -> String,
) {
    println!();
    println!("/// {description}");
    println!("#[rustfmt::skip]");
    println!("pub static {name}: DiscardFrequencies<{N}> = DiscardFrequencies {{");
    for (crib, shares) in [("own", &throws.own), ("other", &throws.other)] {
        println!("    {crib}: [");
        print!("{}", rows(shares));
        println!("    ],");
    }
    println!("}};");
}

/// A row for the pairs of each higher rank, the lower ranks from the ace on.
fn by_higher_rank(shares: &[f64; 91]) -> String {
    let row = |high: Rank| {
        let first = high.index() * (high.index() + 1) / 2;
        line(&shares[first..=first + high.index()])
    };
    Rank::ALL.into_iter().map(row).collect()
}

fn by_rank(shares: &[f64; 13]) -> String {
    line(shares)
}

fn line(shares: &[f64]) -> String {
    let shares: Vec<String> = shares.iter().map(|share| format!("{share:.8}")).collect();
    format!("        {},\n", shares.join(", "))
}
