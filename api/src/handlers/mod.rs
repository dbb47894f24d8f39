//! One file a resource: parse, one call, answer.

pub mod cancellation;
pub mod deals;
pub mod discard;
pub mod entries;
pub mod games;
pub mod health;
pub mod join;
pub mod league;
pub mod live;
pub mod money;
pub mod night_live;
pub mod nights;
pub mod pegs;
pub mod phones;
pub mod play;
pub mod players;
pub mod problems;
pub mod qr;
pub mod representatives;
pub mod results;
pub mod rounds;
pub mod rules;
pub mod score;
pub mod seasons;
pub mod session;
pub mod standings;
