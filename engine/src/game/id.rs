//! The ids that a game's commands bring along.

use crate::id::id;

id!(GameId, "The id of a game.", "0198c5a2-7c1e-7d3a-9b52-0c6f6f3f1a01");
id!(PegId, "The id of a peg, made by the phone that pegs.", "0198c5a2-8a40-7b11-8f0e-3d2b8c7a9e02");
id!(DealId, "The id of the beginning of a deal, made by the phone that deals.", "0198c5a2-93d7-7c55-a1b4-5e9f01d2c603");
id!(
    TokenId,
    "What tells one token from another. It is not the token, and opens nothing.",
    "0198c5a2-9f02-7e88-b6c7-718a2b3c4d04"
);
