//! What the document says of the answers to requests that are wrong.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use utoipa::IntoResponses;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::{ContentBuilder, Header, ObjectBuilder, Ref, RefOr, Response, Type};

use crate::openapi::MAX_BODY;
use crate::problem::ProblemType::*;
use crate::problem::{Problem, ProblemInfo, ProblemType};

/// Names what a group of operations can answer with.
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
    /// What can be wrong with any body.
    BodyProblems: [BODY];
    /// What can be wrong with a hand in a body.
    HandProblems: [BODY, &[DuplicateCard]];
    /// What can be wrong with a hand in the parameters.
    HandParameterProblems: [[Invalid, DuplicateCard]];
    /// What can be wrong with the play of a deal.
    PlayProblems: [BODY, &[DuplicateCard, CardNotHeld, TooManyCards, OverThirtyOne, NotYourTurn, Renege]];
    /// What can be wrong where nothing but the path is taken, and nothing is stored.
    PlainProblems: [[Invalid]];
    /// There may be nothing at the path.
    PathProblems: [[NotFound, Invalid]];
    /// Nothing can be stored.
    StoreProblems: [[Invalid, Unavailable]];
    /// What can be wrong with a game that is looked at.
    GameProblems: [[NotFound, Invalid, Unavailable]];
    /// What can be wrong with a game or a night that is watched.
    WatchProblems: [[NotFound, Invalid, Unavailable, TooManyWatchers]];
    /// What can be wrong with a game that is to begin.
    NewGameProblems: [BODY, BUSY];
    /// What can be wrong with a game that is to begin under a phone's id.
    PutGameProblems: [BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, NotWon, NoRematch, RematchExists]];
    /// What can be wrong with a peg.
    PegProblems: [BODY, TOKEN, BUSY, &[NotFound, DuplicateCard, AlreadyUsed, GameOver, GameVoid, GameTooLong, MayNotWin, ResultStands, RoundClosed]];
    /// What can be wrong with a deal.
    DealProblems: [BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, GameOver, GameVoid, GameTooLong, ResultStands, NotTheNextDeal, RoundClosed]];
    /// What can be wrong with a result.
    ResultProblems: [BODY, TOKEN, BUSY, &[NotFound, RoundClosed]];
    /// What can be wrong with taking a peg back.
    PegTakeBackProblems: [TOKEN, BUSY, &[NotFound, Invalid, GameVoid, ResultStands, RoundClosed]];
    /// What can be wrong with taking a deal back.
    DealTakeBackProblems: [TOKEN, BUSY, &[NotFound, Invalid, GameVoid, ResultStands, NotTheNewestDeal, RoundClosed]];
    /// What can be wrong with taking a result back.
    ResultTakeBackProblems: [TOKEN, BUSY, &[NotFound, Invalid, RoundClosed]];
    /// What can be wrong with a list of nights.
    NightsProblems: [[Invalid, Unavailable]];
    /// What can be wrong with a night that is looked at.
    NightProblems: [[NotFound, Invalid, Unavailable]];
    /// What can be wrong with a night that is looked at with a token or without.
    NightOrTokenProblems: [&[NotFound, Invalid, Unauthorized], BUSY];
    /// What can be wrong with a night that is to be scheduled.
    NewNightProblems: [BODY, TOKEN, BUSY];
    /// What can be wrong with a change of a night's date or rounds.
    ChangeNightProblems: [BODY, TOKEN, BUSY, &[NotFound, NightFinished, RoundsDrawn]];
    /// What can be wrong with a cancellation.
    CancelProblems: [BODY, TOKEN, BUSY, &[NotFound, NightPlaying, NightFinished]];
    /// What can be wrong with a change of a night that nothing forbids.
    NightChangeProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// What can be wrong with checking a player in.
    EntryProblems: [BODY, TOKEN, BUSY, &[NotFound, NightCancelled, NightFinished, NotAMember, DrawStands]];
    /// What can be wrong with withdrawing a player.
    WithdrawProblems: [TOKEN, BUSY, &[NotFound, Invalid, NightFinished, DrawStands]];
    /// What can be wrong with drawing a round.
    RoundProblems: [BODY, TOKEN, BUSY, &[
        NotFound, NightCancelled, NightFinished, StillPlaying, NotTheNextRound, NoMoreRounds, TooFewPlayers,
    ]];
    /// What can be wrong with swapping seats.
    SwapProblems: [BODY, TOKEN, BUSY, &[NotFound, NightCancelled, NightFinished, RoundClosed, RoundBegun]];
    /// What can be wrong with looking at a night's money.
    MoneyProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// What can be wrong with drawing the 50/50.
    DrawProblems: [TOKEN, BUSY, &[NotFound, Invalid, NightNotPlaying, AlreadyDrawn, NothingToDraw]];
    /// What can be wrong with voiding the draw of the 50/50.
    VoidDrawProblems: [BODY, TOKEN, BUSY, &[NotFound]];
    /// What can be wrong with finishing a night.
    FinishProblems: [BODY, TOKEN, BUSY, &[NotFound, NightCancelled, NightNotPlaying, StillPlaying]];
    /// What can be wrong with joining a night.
    JoinProblems: [BODY, BUSY, &[NotFound, NightCancelled, NightFinished]];
    /// What can be wrong with the picture of a night's code.
    JoinSvgProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// What can be wrong with looking at a night's phones.
    PhonesProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// What can be wrong with sending phones away.
    RevokeProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// What can be wrong with a season that is looked at.
    SeasonStandingsProblems: [[NotFound, Invalid, Unavailable]];
    /// What can be wrong with a password.
    SignInProblems: [BODY, BUSY, &[WrongPassword]];
    /// What can be wrong with a season that is looked at.
    SeasonProblems: [[NotFound, Invalid, Unavailable]];
    /// What can be wrong with something new that the coordinator sets or adds.
    NewProblems: [BODY, TOKEN, BUSY];
    /// What can be wrong with a change of something that the coordinator keeps.
    PatchProblems: [BODY, TOKEN, BUSY, &[NotFound]];
    /// What can be wrong with something that only the coordinator may look at.
    PrivateProblems: [TOKEN, BUSY, &[NotFound, Invalid]];
    /// What can be wrong with a list that only the coordinator may look at.
    PrivateListProblems: [TOKEN, BUSY, &[Invalid]];
    /// What can be wrong with deleting something.
    DeleteProblems: [TOKEN, BUSY, &[Invalid]];
    /// What can be wrong with a representative who is new.
    RepresentativeProblems: [BODY, TOKEN, BUSY, &[NameTaken]];
    /// What can be wrong with signing out.
    SignOutProblems: [TOKEN, BUSY, &[Invalid]];
}

/// What can be wrong with any body.
const BODY: &[ProblemType] = &[NotJson, TooSlow, TooLarge, UnsupportedMediaType, Invalid, TooManyBodies];
/// What can be wrong with the token of a request.
const TOKEN: &[ProblemType] = &[Unauthorized, Forbidden];
/// What can be in the way of any change.
const BUSY: &[ProblemType] = &[TooManyRequests, Unavailable];

/// A response a status, that names the types it can have.
fn problem_responses(kinds: &[ProblemType]) -> BTreeMap<String, RefOr<Response>> {
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

/// The header that comes with a status.
fn header(status: u16) -> Option<(String, RefOr<Header>)> {
    let described = |name: &str, kind, text| {
        let mut header = Header::new(ObjectBuilder::new().schema_type(kind).build());
        header.description = Some(text);
        Some((name.to_owned(), header.into()))
    };
    match status {
        401 => described("WWW-Authenticate", Type::String, "`Bearer`: how a token is sent.".to_owned()),
        429 | 503 => described("Retry-After", Type::Integer, "How many seconds to wait, at least 1.".to_owned()),
        _ => None,
    }
}

/// The name of an example that stands for an answer until there is one of the operation's own.
pub const PLACEHOLDER: &str = "example";

/// Problems that can be answered whatever is asked for. Of two with one status the latter is shown where both can be.
const EXAMPLES: [fn() -> Problem; 10] = [
    || Problem::not_json("it ends in the middle of an object at line 1 column 12"),
    || Problem::unauthorized("This token is not known here, or was revoked."),
    Problem::forbidden,
    Problem::too_slow,
    || Problem::too_large(MAX_BODY),
    || Problem::unsupported_media_type("Content-Type", "application/json", "text/plain"),
    || Problem::invalid("page", "There is no “page” here: leave it out."),
    || Problem::too_many_requests("Too many changes came at once, and this one was not made.", Duration::from_secs(1)),
    Problem::too_many_bodies,
    Problem::unavailable,
];
