//! People who may sign in besides the coordinator.

use pegout_league::RepresentativeId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::role::RepresentativeRole;

/// A person who may sign in besides the coordinator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Representative {
    /// Their id.
    pub id: RepresentativeId,
    /// The name that they sign in with, and that the history shows.
    #[schema(examples("Bea"))]
    pub name: String,
    /// Their role, which their rights go by.
    pub role: RepresentativeRole,
}
