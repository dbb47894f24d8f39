//! The problem responses of the operations in the document.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use utoipa::IntoResponses;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::{ContentBuilder, Header, ObjectBuilder, Ref, RefOr, Response, Type};

use crate::openapi::MAX_BODY;
use crate::problem::ProblemType::*;
use crate::problem::{Problem, ProblemInfo, ProblemType, RatePolicy};

/// Defines the problem responses of groups of operations.
macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident: $kinds:expr;)+) => {
        $(
            $(#[$doc])*
            pub struct $name;

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    problem_responses(&$kinds.concat())
                }
            }
        )+
    };
}

problems! {
    /// The problems of a body. The answer waits for a thread that computes.
    ComputedProblems: [BODY, BUSY];
    /// The problems of a hand in a body.
    HandProblems: [BODY, &[DuplicateCard]];
    /// The problems of a hand that waits for a thread that computes.
    ComputedHandProblems: [BODY, BUSY, &[DuplicateCard]];
    /// The problems of a hand in the parameters.
    HandParameterProblems: [[Invalid, DuplicateCard]];
    /// The problems of the play of a deal.
    PlayProblems: [BODY, &[DuplicateCard, CardNotHeld, TooManyCards, OverThirtyOne, NotYourTurn, Renege]];
    /// The problems of an operation that takes only a path and stores nothing.
    PlainProblems: [[Invalid]];
    /// The problems of an operation whose path may name nothing.
    PathProblems: [[NotFound, Invalid]];
    /// The problems of an operation that needs the store.
    StoreProblems: [[Invalid, Unavailable]];
    /// The problems of reading a game.
    GameProblems: [[NotFound, GameRemoved, Invalid, Unavailable]];
    /// The problems of watching a game.
    WatchProblems: [[NotFound, GameRemoved, Invalid, Unavailable, TooManyWatchers]];
    /// The problems of a new game.
    NewGameProblems: [BODY, BUSY];
    /// The problems of a new game under a phone's id.
    PutGameProblems: [BODY, TOKEN, BUSY, &[NotFound, GameRemoved, AlreadyUsed, NotWon, NoRematch, RematchExists]];
    /// The problems of a peg.
    PegProblems: [BODY, TOKEN, BUSY, &[NotFound, GameRemoved, DuplicateCard, AlreadyUsed, GameOver, GameVoid, GameTooLong, MayNotWin, ResultStands, RoundClosed, RoundTakenBack]];
    /// The problems of amending a peg.
    AmendmentProblems: [BODY, TOKEN, BUSY, &[NotFound, GameRemoved, DuplicateCard, AlreadyUsed, PegTakenBack, GameOver, GameVoid, GameTooLong, MayNotWin, ResultStands, RoundClosed, RoundTakenBack]];
    /// The problems of a deal.
    DealProblems: [BODY, TOKEN, BUSY, &[NotFound, GameRemoved, AlreadyUsed, GameOver, GameVoid, GameTooLong, ResultStands, NotTheNextDeal, RoundClosed, RoundTakenBack]];
    /// The problems of a result.
    ResultProblems: [BODY, TOKEN, BUSY, &[NotFound, GameRemoved, ChangedMeanwhile, GameOver, RoundClosed, RoundTakenBack]];
    /// The problems of confirming or contesting a result.
    ConfirmationProblems: [BODY, TOKEN, BUSY, &[NotFound, GameRemoved, AlreadyUsed, GameTooLong, NoResult, OwnResult, RoundClosed, RoundTakenBack]];
    /// The problems of changing names or the first dealer.
    ChangeGameProblems: [BODY, TOKEN, BUSY, &[NotFound, GameRemoved, AlreadyUsed, GameTooLong, LeagueNames, SecondDealBegun, RoundClosed, RoundTakenBack]];
    /// The problems of taking a peg back.
    PegTakeBackProblems: [TOKEN, BUSY, &[NotFound, GameRemoved, Invalid, GameVoid, ResultStands, RoundClosed, RoundTakenBack]];
    /// The problems of taking a deal back.
    DealTakeBackProblems: [TOKEN, BUSY, &[NotFound, GameRemoved, Invalid, GameVoid, ResultStands, NotTheNewestDeal, RoundClosed, RoundTakenBack]];
    /// The problems of taking a result back.
    ResultTakeBackProblems: [TOKEN, BUSY, &[NotFound, GameRemoved, Invalid, RoundClosed, RoundTakenBack]];
    /// The problems of calling a game off.
    VoidProblems: [BODY, TOKEN, BUSY, &[
        NotFound, GameRemoved, ChangedMeanwhile, GameOver, GameTooLong, RematchExists, RoundClosed, RoundTakenBack, NightFinished,
    ]];
    /// The problems of bringing a game back.
    VoidTakeBackProblems: [TOKEN, BUSY, &[
        NotFound, GameRemoved, Invalid, RematchExists, RoundClosed, RoundTakenBack, NightFinished,
    ]];
    /// The problems of a list that is public in a public league.
    ListProblems: [TOKEN, BUSY, &[Invalid]];
    /// The problems of watching a night with or without a token.
    WatchNightProblems: [BUSY, &[NotFound, Invalid, Unauthorized, TooManyWatchers]];
    /// The problems of reading a night with or without a token.
    NightOrTokenProblems: [&[NotFound, Invalid, Unauthorized], BUSY];
    /// The problems of a new night.
    NewNightProblems: [BODY, TOKEN, BUSY, &[AlreadyUsed]];
    /// The problems of a change of a night's date or rounds.
    ChangeNightProblems: [BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile, NightFinished, RoundsDrawn]];
    /// The problems of a cancellation.
    CancelProblems: [BODY, TOKEN, BUSY, &[NotFound, NightPlaying, NightFinished]];
    /// The problems of a change of a night that is always allowed.
    NightChangeProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// The problems of checking a player in.
    EntryProblems: [BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile, NightCancelled, NightFinished, NotAMember, DrawStands]];
    /// The problems of withdrawing a player.
    WithdrawProblems: [TOKEN, BUSY, &[NotFound, Invalid, NightFinished, DrawStands]];
    /// The problems of drawing a round.
    RoundProblems: [BODY, TOKEN, BUSY, &[
        NotFound, AlreadyUsed, NightCancelled, NightFinished, StillPlaying, NotTheNextRound, NoMoreRounds,
        TooFewPlayers,
    ]];
    /// The problems of taking the draw of a round back.
    RoundTakeBackProblems: [TOKEN, BUSY, &[NotFound, Invalid, NightFinished, RoundClosed, RoundBegun, AlreadyDrawn]];
    /// The problems of swapping seats.
    SwapProblems: [BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, NightCancelled, NightFinished, RoundClosed, RoundBegun]];
    /// The problems of changing seats.
    SeatsProblems: [BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile, AlreadyUsed]];
    /// The problems of adding a table to a round.
    TableProblems: [BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, NightCancelled, NightFinished, RoundClosed]];
    /// The problems of reading a night's money.
    MoneyProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// The problems of noting what was handed out.
    PayoutProblems: [BODY, TOKEN, BUSY, &[
        NotFound, ChangedMeanwhile, AlreadyUsed, NightCancelled, NightNotPlaying, DrawStands,
    ]];
    /// The problems of drawing the 50/50.
    DrawProblems: [BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile, AlreadyUsed, NightNotPlaying, AlreadyDrawn, NothingToDraw]];
    /// The problems of voiding the draw of the 50/50.
    VoidDrawProblems: [BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile]];
    /// The problems of finishing a night.
    FinishProblems: [BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, NightCancelled, NightNotPlaying, StillPlaying]];
    /// The problems of taking a finish back.
    ReopenProblems: [BODY, TOKEN, BUSY, &[NotFound]];
    /// The problems of joining a night.
    JoinProblems: [BODY, BUSY, &[NotFound, AlreadyUsed, NightCancelled, NightFinished]];
    /// The problems of a night's QR code.
    JoinSvgProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// The problems of reading a night's phones.
    PhonesProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// The problems of revoking phones.
    RevokeProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// The problems of reading a season's standings.
    SeasonStandingsProblems: [&[NotFound, Invalid, Unauthorized], BUSY];
    /// The problems of signing in.
    SignInProblems: [BODY, BUSY, &[WrongPassword]];
    /// The problems of reading a night by its link, where no token is looked at.
    NightLinkProblems: [[NotFound, Invalid, Unavailable]];
    /// The problems of reading a season.
    SeasonProblems: [[NotFound, Invalid, Unavailable]];
    /// The problems of a new player.
    NewPlayerProblems: [BODY, TOKEN, BUSY, &[PlayerForgotten]];
    /// The problems of merging two players.
    MergeProblems: [BODY, TOKEN, BUSY, &[NotFound, MergeCycle]];
    /// The problems of taking a merge back.
    UnmergeProblems: [TOKEN, BUSY, &[NotFound, Invalid, DrawStands]];
    /// The problems of a new display.
    NewDisplayProblems: [BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, DisplayRemoved, TooManyDisplays]];
    /// The problems of a television's code.
    DisplayCodeProblems: [BODY, BUSY, &[AlreadyUsed, DisplayRemoved]];
    /// The problems of a new resource of the coordinator's.
    NewProblems: [BODY, TOKEN, BUSY];
    /// The problems of setting the league.
    LeagueProblems: [BODY, TOKEN, BUSY, &[ChangedMeanwhile]];
    /// The problems of changing a resource of the coordinator's.
    PatchProblems: [BODY, TOKEN, BUSY, &[NotFound]];
    /// The problems of changing a season.
    ChangeSeasonProblems: [BODY, TOKEN, BUSY, &[NotFound, SeasonHasNights]];
    /// The problems of a series of nights.
    SeriesProblems: [BODY, TOKEN, BUSY, &[NotFound]];
    /// The problems of reading what only the coordinator may read.
    PrivateProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// The problems of reading a list that only the coordinator may read.
    PrivateListProblems: [TOKEN, BUSY, &[Invalid]];
    /// The problems of deleting a resource.
    DeleteProblems: [TOKEN, BUSY, &[Invalid]];
    /// The problems of a new representative.
    RepresentativeProblems: [BODY, TOKEN, BUSY, &[NameTaken, RepresentativeRemoved]];
    /// The problems of a new webhook.
    NewWebhookProblems: [BODY, TOKEN, BUSY, &[AlreadyUsed, TooManyWebhooks, WebhookRemoved]];
    /// The problems of sending a message to a webhook again.
    ResendProblems: [TOKEN, BUSY, &[NotFound, Invalid, WebhookOff]];
    /// The problems of taking a backup away.
    BackupProblems: [BODY, TOKEN, BUSY, &[WrongPassword, BackupUnderWay, NoRoom]];
    /// The problems of signing out.
    SignOutProblems: [TOKEN, BUSY, &[Invalid]];
}

/// The problems of any body.
const BODY: &[ProblemType] = &[NotJson, TooSlow, TooLarge, UnsupportedMediaType, Invalid, TooManyBodies];
/// The problems of the token of a request.
const TOKEN: &[ProblemType] = &[Unauthorized, Forbidden];
/// The problems of any change.
const BUSY: &[ProblemType] = &[TooManyRequests, Unavailable];

/// Returns one response for each status, which names the problem types it can have.
pub fn problem_responses(kinds: &[ProblemType]) -> BTreeMap<String, RefOr<Response>> {
    let mut names: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for kind in kinds {
        let ProblemInfo { status, title, .. } = kind.info();
        names.entry(status).or_default().push(format!("{title} (`{}`)", kind.slug()));
    }
    let response = |status: u16, names: &[String]| {
        let can_be = |problem: &Value| kinds.iter().any(|kind| problem["type"] == format!("/problems/{}", kind.slug()));
        let examples = EXAMPLES.iter().map(|example| json!(example()));
        let examples = examples.filter(|problem| problem["status"] == status && can_be(problem));
        let examples = examples
            .map(|problem| (PLACEHOLDER, ExampleBuilder::new().summary("For example").value(Some(problem)).build()));
        let schema = Some(Ref::from_schema_name("Problem"));
        let content = ContentBuilder::new().schema(schema).examples_from_iter(examples).build();
        let mut response = Response::new(names.join("; "));
        response.content.insert("application/problem+json".to_owned(), content.into());
        response.headers.extend(header(status));
        response.into()
    };
    names.into_iter().map(|(status, names)| (status.to_string(), response(status, &names))).collect()
}

/// Returns the header of a response with this status.
fn header(status: u16) -> Option<(String, RefOr<Header>)> {
    let described = |name: &str, kind, text| {
        let mut header = Header::new(ObjectBuilder::new().schema_type(kind).build());
        header.description = Some(text);
        Some((name.to_owned(), header.into()))
    };
    match status {
        401 => described("WWW-Authenticate", Type::String, "`Bearer`, the scheme of the token.".to_owned()),
        429 | 503 => described("Retry-After", Type::Integer, "The seconds to wait, at least 1.".to_owned()),
        _ => None,
    }
}

/// The name of an example that is used until the operation has an example of its own.
pub const PLACEHOLDER: &str = "example";

/// The example problems of any operation. Of two with one status the later one is shown where both are possible.
const EXAMPLES: [fn() -> Problem; 16] = [
    || Problem::not_json("it ends in the middle of an object at line 1 column 12"),
    || Problem::unauthorized("This token is not known here, or was revoked."),
    Problem::forbidden,
    Problem::game_removed,
    Problem::player_forgotten,
    Problem::webhook_removed,
    Problem::too_slow,
    || Problem::too_large(MAX_BODY),
    || Problem::unsupported_media_type("Content-Type", "application/json", "text/plain"),
    || Problem::invalid("page", "There is no “page” here: leave it out."),
    || {
        let policy = RatePolicy { name: "changes", quota: 50, window: Duration::from_secs(1) };
        let sentence = "Too many changes came at once, and this one was not made.";
        Problem::too_many_requests(sentence, policy, Duration::from_secs(1))
    },
    Problem::too_many_bodies,
    Problem::unavailable,
    || Problem::draw_stands("2026-01-28"),
    Problem::backup_under_way,
    || Problem::no_room_for_backup(70, 50),
];
