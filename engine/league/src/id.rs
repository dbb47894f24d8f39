//! The ids of a league.

pub use pegout_engine::game::{GameId, TokenId};
pub use pegout_engine::id::{CommandId, NightId};

use pegout_engine::id;

id!(PlayerId, "The id of a player.", "0198c5a2-b222-7d3a-9b52-0c6f6f3f1a06");
id!(SeasonId, "The id of a season.", "0198c5a2-c333-7d3a-9b52-0c6f6f3f1a07");
id!(
    RepresentativeId,
    "The id of a representative, who may sign in with the rights of their role.",
    "0198c5a2-d444-7d3a-9b52-0c6f6f3f1a08"
);
id!(WebhookId, "The id of a webhook.", "0198c5a2-d777-7d3a-9b52-0c6f6f3f1a0f");
id!(
    MessageId,
    "The id of a message to webhooks, the same for all of them and for each time that it is sent.",
    "0198c5a2-d888-8d3a-9b52-0c6f6f3f1a10"
);
