//! The pegs that the newest deal lacks, and hints about those that it has. None of this refuses a peg.

mod dealt;
mod due;
mod find;
mod hint;

pub use due::{Allowed, Expected};
pub use hint::{Hint, HintKind};
