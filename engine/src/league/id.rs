//! The ids of what a league keeps beside its games.

use crate::id::id;

id!(NightId, "The id of a league night.", "0198c5a2-a111-7d3a-9b52-0c6f6f3f1a05");
id!(PlayerId, "The id of a player.", "0198c5a2-b222-7d3a-9b52-0c6f6f3f1a06");
id!(
    RepresentativeId,
    "The id of somebody who may sign in with the coordinator's rights.",
    "0198c5a2-d444-7d3a-9b52-0c6f6f3f1a08"
);
id!(SeasonId, "The id of a season.", "0198c5a2-c333-7d3a-9b52-0c6f6f3f1a07");
