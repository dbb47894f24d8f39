//! The roles of callers, and the representatives of the coordinator.

use pegout_league::RepresentativeId;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr};
use utoipa::ToSchema;

/// The role of a caller, by the token of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CallerRole {
    /// The coordinator.
    Coordinator,
    /// A representative with all rights of a night and of the league's people.
    Representative,
    /// A helper at the door, who checks players in.
    Door,
    /// A helper who enters results.
    Results,
    /// A phone that has joined a night.
    Phone,
    /// A player with a personal link.
    Player,
    /// A television or another display of the league.
    Display,
    /// The scorer of a game.
    Scorer,
}

impl CallerRole {
    /// The callers of this role in a sentence, after "only".
    pub const fn words(self) -> &'static str {
        match self {
            CallerRole::Coordinator => "the coordinator",
            CallerRole::Representative => "the coordinator's representatives",
            CallerRole::Door => "helpers at the door",
            CallerRole::Results => "helpers for results",
            CallerRole::Phone => "phones that joined a night",
            CallerRole::Player => "players with a personal link",
            CallerRole::Display => "displays",
            CallerRole::Scorer => "scorers",
        }
    }
}

/// The role of a representative.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, IntoStaticStr, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RepresentativeRole {
    /// Checks players in at the door.
    Door,
    /// Enters and corrects results.
    Results,
    /// Runs nights, and manages players, seasons and money.
    #[default]
    Representative,
}

/// The role of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionRole {
    /// The coordinator.
    Coordinator,
    /// A representative with all rights of a night and of the league's people.
    Representative,
    /// A helper at the door.
    Door,
    /// A helper who enters results.
    Results,
}

impl From<RepresentativeRole> for SessionRole {
    fn from(role: RepresentativeRole) -> SessionRole {
        match role {
            RepresentativeRole::Door => SessionRole::Door,
            RepresentativeRole::Results => SessionRole::Results,
            RepresentativeRole::Representative => SessionRole::Representative,
        }
    }
}

impl From<RepresentativeRole> for CallerRole {
    fn from(role: RepresentativeRole) -> CallerRole {
        match role {
            RepresentativeRole::Door => CallerRole::Door,
            RepresentativeRole::Results => CallerRole::Results,
            RepresentativeRole::Representative => CallerRole::Representative,
        }
    }
}

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
