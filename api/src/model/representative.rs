//! People who may sign in besides the coordinator.

use pegout_engine::league::RepresentativeId;
use serde::Serialize;
use utoipa::ToSchema;

/// Somebody who may sign in with the coordinator's rights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Representative {
    /// Their id.
    pub id: RepresentativeId,
    /// The name they sign in with, and that the history calls them.
    #[schema(examples("Bea"))]
    pub name: String,
}
