//! Facts beside the log that decisions rely on.

use std::collections::BTreeMap;
use std::sync::Arc;

use pegout_league::{NightId, PlayerId};

use pegout_model::join_code::JoinKey;
use pegout_model::merges::Merges;
use pegout_model::season::Season;

/// A fact beside the log that a decision on a night relies on. Where it does not hold any more, the night counts as stale, and
/// the decision is made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The night.
    pub night: NightId,
    /// The fact.
    pub kind: FactKind,
}

/// A kind of fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// Phones join the night with this code or secret.
    JoinKey(JoinKey),
    /// These players count as others, and nobody else does.
    Persons(Arc<Merges>),
    /// The player is not forgotten.
    Player(PlayerId),
    /// The season is as it says.
    Season(Season),
}

/// The nights that a decision beside the log relies on: those of a season, or all, at their versions.
pub type NightVersions = BTreeMap<NightId, u64>;

/// The state that a merge of players relies on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeBasis {
    /// The merges that stand.
    pub merges: Merges,
    /// All nights, in none of which the two were found as two persons.
    pub nights: NightVersions,
}
