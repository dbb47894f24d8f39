//! Facts beside the log that decisions rely on.

use pegout_engine::league::NightId;

use crate::model::join_code::JoinKey;

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
}
