//! The types of problems.

use strum::{EnumIter, IntoEnumIterator as _, IntoStaticStr};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The type of a problem, named by the last part of its `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr, ToSchema)]
#[strum(serialize_all = "kebab-case")]
#[schema(rename_all = "kebab-case")]
pub enum ProblemType {
    NotJson,
    Unauthorized,
    WrongPassword,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    TooSlow,
    AlreadyUsed,
    PegTakenBack,
    GameOver,
    GameVoid,
    GameTooLong,
    GameRemoved,
    PlayerForgotten,
    RepresentativeRemoved,
    DisplayRemoved,
    WebhookRemoved,
    MayNotWin,
    ResultStands,
    NoResult,
    OwnResult,
    LeagueNames,
    SecondDealBegun,
    NotTheNextDeal,
    NotTheNewestDeal,
    NotWon,
    RematchExists,
    NameTaken,
    TooManyDisplays,
    TooManyWebhooks,
    WebhookOff,
    MergeCycle,
    NoRematch,
    RoundClosed,
    RoundTakenBack,
    ChangedMeanwhile,
    NightCancelled,
    NightFinished,
    NightPlaying,
    NightNotPlaying,
    NotAMember,
    StillPlaying,
    NotTheNextRound,
    NoMoreRounds,
    RoundsDrawn,
    SeasonHasNights,
    TooFewPlayers,
    RoundBegun,
    AlreadyDrawn,
    NothingToDraw,
    DrawStands,
    BackupUnderWay,
    TooLarge,
    UnsupportedMediaType,
    Invalid,
    DuplicateCard,
    CardNotHeld,
    TooManyCards,
    OverThirtyOne,
    NotYourTurn,
    Renege,
    TooManyRequests,
    Unavailable,
    Damaged,
    TooManyBodies,
    TooManyWatchers,
    NoRoom,
}

impl ProblemType {
    /// Returns the last part of its `type`.
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

/// The `type` of a problem in the document, one of the paths that explain them.
pub struct ProblemUri;

impl PartialSchema for ProblemUri {
    fn schema() -> RefOr<Schema> {
        let paths = ProblemType::iter().map(|kind| format!("/problems/{}", kind.slug()));
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The `type` of a problem: a path that explains it. Clients must expect new ones."))
            .enum_values(Some(paths))
            .into()
    }
}

impl ToSchema for ProblemUri {}
