//! The problems that each operation may have, and their responses in the document.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::{ContentBuilder, Header, ObjectBuilder, Ref, RefOr, Response, Type};

use crate::openapi::MAX_BODY;
use pegout_service::problem::ProblemType::*;
use pegout_service::problem::{Problem, ProblemInfo, ProblemType, RatePolicy};

/// The problems of each operation, by its id.
#[rustfmt::skip]
const OPERATION_PROBLEMS: &[(&str, &[&[ProblemType]])] = &[
    ("getBackups", &[TOKEN, BUSY, &[Invalid]]),
    ("downloadBackup", &[BODY, TOKEN, BUSY, &[WrongPassword, BackupUnderWay, NoRoom]]),
    ("getSeasonCalendar", &[&[NotFound, Invalid, Unavailable]]),
    ("getNightCalendar", &[&[NotFound, Invalid, Unavailable]]),
    ("amendPeg", &[BODY, TOKEN, BUSY, GAME, &[DuplicateCard, AlreadyUsed, PegTakenBack, GameOver, GameVoid,
        GameTooLong, MayNotWin, ResultStands], ROUND]),
    ("changeGame", &[BODY, TOKEN, BUSY, GAME, &[AlreadyUsed, GameTooLong, LeagueNames, SecondDealBegun], ROUND]),
    ("putDeal", &[BODY, TOKEN, BUSY, GAME, &[AlreadyUsed, GameOver, GameVoid, GameTooLong, ResultStands,
        NotTheNextDeal], ROUND]),
    ("deleteDeal", &[TOKEN, BUSY, GAME, &[Invalid, GameVoid, ResultStands, NotTheNewestDeal], ROUND]),
    ("getHistory", &[GAME, &[Invalid, Unavailable]]),
    ("getGameSummary", &[GAME, &[Invalid, Unavailable]]),
    ("watchGame", &[GAME, &[Invalid, Unavailable, TooManyWatchers]]),
    ("createGame", &[BODY, BUSY]),
    ("putGame", &[BODY, TOKEN, BUSY, GAME, &[AlreadyUsed, NotWon, NoRematch, RematchExists]]),
    ("getGame", &[GAME, &[Invalid, Unavailable]]),
    ("putPeg", &[BODY, TOKEN, BUSY, GAME, &[DuplicateCard, AlreadyUsed, GameOver, GameVoid, GameTooLong, MayNotWin,
        ResultStands], ROUND]),
    ("deletePeg", &[TOKEN, BUSY, GAME, &[Invalid, GameVoid, ResultStands], ROUND]),
    ("putResult", &[BODY, TOKEN, BUSY, GAME, &[ChangedMeanwhile, GameOver], ROUND]),
    ("deleteResult", &[TOKEN, BUSY, GAME, &[Invalid], ROUND]),
    ("putResultConfirmation", &[BODY, TOKEN, BUSY, GAME, &[AlreadyUsed, GameTooLong, NoResult, OwnResult], ROUND]),
    ("putVoid", &[BODY, TOKEN, BUSY, GAME, &[ChangedMeanwhile, GameOver, GameTooLong, RematchExists], ROUND,
        &[NightFinished]]),
    ("deleteVoid", &[TOKEN, BUSY, GAME, &[Invalid, RematchExists], ROUND, &[NightFinished]]),
    ("healthz", &[&[Invalid]]),
    ("readyz", &[&[Invalid, Unavailable]]),
    ("listDisplays", &[TOKEN, BUSY, &[Invalid]]),
    ("addDisplay", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, DisplayRemoved, TooManyDisplays]]),
    ("showDisplayCode", &[BODY, BUSY, &[AlreadyUsed, DisplayRemoved]]),
    ("removeDisplay", &[TOKEN, BUSY, &[Invalid]]),
    ("mergePlayer", &[BODY, TOKEN, BUSY, &[NotFound, MergeCycle]]),
    ("unmergePlayer", &[TOKEN, BUSY, &[NotFound, Invalid, DrawStands, AlreadySpent]]),
    ("listPlayerTexts", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("removePlayerTexts", &[BODY, TOKEN, BUSY, &[NotFound]]),
    ("listPlayers", &[TOKEN, BUSY, &[Invalid]]),
    ("addPlayer", &[BODY, TOKEN, BUSY, &[PlayerForgotten]]),
    ("getPlayer", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("changePlayer", &[BODY, TOKEN, BUSY, &[NotFound]]),
    ("forgetPlayer", &[TOKEN, BUSY, &[Invalid, HasMoney]]),
    ("getLedger", &[TOKEN, BUSY, &[Invalid]]),
    ("downloadLedger", &[TOKEN, BUSY, &[Invalid]]),
    ("putLedgerEntry", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, NotEnoughCredit, AlreadySpent]]),
    ("deleteLedgerEntry", &[BODY, TOKEN, BUSY, &[NotFound, AlreadySpent, OfANight]]),
    ("listPlayersMoney", &[TOKEN, BUSY, &[Invalid]]),
    ("getProfile", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("getMeetings", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("downloadMeetings", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("getSeasonRecords", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("getRecords", &[TOKEN, BUSY, &[Invalid]]),
    ("getRace", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("getStatement", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("listPlayerLinks", &[TOKEN, BUSY, &[Invalid]]),
    ("putPlayerLink", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, LinkRemoved]]),
    ("removePlayerLink", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("getMe", &[TOKEN, BUSY, &[Invalid]]),
    ("listPots", &[TOKEN, BUSY, &[Invalid]]),
    ("putPot", &[BODY, TOKEN, BUSY, &[PotHasMoney, ChangedMeanwhile]]),
    ("getNightPots", &[&[NotFound, Invalid, Unauthorized], BUSY]),
    ("payPot", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, StillPlaying, PotPaid, NotInPot, NotThatHand,
        AlreadySpent]]),
    ("takeBackPot", &[BODY, TOKEN, BUSY, &[NotFound, AlreadySpent]]),
    ("putHand", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, DuplicateCard, NotThatHand, GameTooLong]]),
    ("putHandWitness", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, OwnResult]]),
    ("deleteHand", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("downloadPlayers", &[TOKEN, BUSY, &[Invalid]]),
    ("importPlayers", &[BODY, TOKEN, BUSY]),
    ("listRepresentatives", &[TOKEN, BUSY, &[Invalid]]),
    ("addRepresentative", &[BODY, TOKEN, BUSY, &[NameTaken, RepresentativeRemoved]]),
    ("removeRepresentative", &[TOKEN, BUSY, &[Invalid]]),
    ("downloadSeasonMoney", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("createNights", &[BODY, TOKEN, BUSY, &[NotFound]]),
    ("getSeasonStandings", &[&[NotFound, Invalid, Unauthorized], BUSY]),
    ("downloadSeasonStandings", &[&[NotFound, Invalid, Unauthorized], BUSY]),
    ("listSeasonImports", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("importResults", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, NightFinished]]),
    ("takeBackImport", &[TOKEN, BUSY, &[NotFound, Invalid, OfANight]]),
    ("listSeasons", &[TOKEN, BUSY, &[Invalid]]),
    ("addSeason", &[BODY, TOKEN, BUSY]),
    ("getSeason", &[&[NotFound, Invalid, Unavailable]]),
    ("changeSeason", &[BODY, TOKEN, BUSY, &[NotFound, SeasonHasNights]]),
    ("getLeague", &[&[Invalid, Unavailable]]),
    ("putLeague", &[BODY, TOKEN, BUSY, &[ChangedMeanwhile]]),
    ("getCancellation", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("cancelNight", &[BODY, TOKEN, BUSY, &[NotFound, NightPlaying, NightFinished]]),
    ("reinstateNight", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("putNotified", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("deleteNotified", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("listReplies", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("putReply", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, ChangedMeanwhile, NightCancelled, NightPlaying]]),
    ("deleteReply", &[TOKEN, BUSY, &[NotFound, Invalid, ChangedMeanwhile, NightPlaying]]),
    ("putCardReturned", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, ChangedMeanwhile]]),
    ("putEntry", &[BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile, NightCancelled, NightFinished, NotAMember,
        DrawStands, NotEnoughCredit, AlreadySpent, PotPaid]]),
    ("deleteEntry", &[TOKEN, BUSY, &[NotFound, Invalid, NightFinished, DrawStands]]),
    ("putPair", &[BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile, AlreadyUsed, NightCancelled, NightFinished, RoundBegun]]),
    ("deletePair", &[TOKEN, BUSY, &[NotFound, Invalid, ChangedMeanwhile, NightFinished, RoundBegun]]),
    ("getNightHistory", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("watchNight", &[BUSY, &[NotFound, Invalid, Unauthorized, TooManyWatchers]]),
    ("finishNight", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, NightCancelled, NightNotPlaying, StillPlaying]]),
    ("reopenNight", &[BODY, TOKEN, BUSY, &[NotFound]]),
    ("joinNight", &[BODY, BUSY, &[NotFound, AlreadyUsed, NightCancelled, NightFinished]]),
    ("drawJoinQr", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("renewJoinCode", &[BODY, TOKEN, BUSY, &[NotFound]]),
    ("getMoney", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("drawFiftyFifty", &[BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile, AlreadyUsed, NightNotPlaying,
        AlreadyDrawn, NothingToDraw]]),
    ("voidFiftyFifty", &[BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile]]),
    ("listNights", &[TOKEN, BUSY, &[Invalid]]),
    ("createNight", &[BODY, TOKEN, BUSY, &[AlreadyUsed]]),
    ("getNight", &[&[NotFound, Invalid, Unauthorized], BUSY]),
    ("changeNight", &[BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile, NightFinished, RoundsDrawn,
        FormatFixed]]),
    ("putPayout", &[BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile, AlreadyUsed, NightCancelled, NightNotPlaying,
        DrawStands, AlreadySpent]]),
    ("downloadNightMoney", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("listPhones", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("revokePhones", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("revokePhone", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("drawRound", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, NightCancelled, NightFinished, StillPlaying,
        NotTheNextRound, NoMoreRounds, TooFewPlayers]]),
    ("deleteRound", &[TOKEN, BUSY, &[NotFound, Invalid, NightFinished, RoundClosed, RoundBegun, AlreadyDrawn]]),
    ("swapSeats", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, NightCancelled, NightFinished, RoundClosed,
        RoundBegun]]),
    ("putSeats", &[BODY, TOKEN, BUSY, &[NotFound, ChangedMeanwhile, AlreadyUsed]]),
    ("addTable", &[BODY, TOKEN, BUSY, &[NotFound, AlreadyUsed, NightCancelled, NightFinished, RoundClosed]]),
    ("getNightStandings", &[&[NotFound, Invalid, Unauthorized], BUSY]),
    ("downloadNightStandings", &[&[NotFound, Invalid, Unauthorized], BUSY]),
    ("listProblems", &[&[Invalid]]),
    ("getProblem", &[&[NotFound, Invalid]]),
    ("drawQr", &[BODY, BUSY]),
    ("countHand", &[BODY, &[DuplicateCard]]),
    ("countCrib", &[BODY, &[DuplicateCard]]),
    ("countBatch", &[BODY, BUSY, &[DuplicateCard]]),
    ("getHand", &[&[Invalid, DuplicateCard]]),
    ("getCrib", &[&[Invalid, DuplicateCard]]),
    ("adviseDiscard", &[BODY, BUSY, &[DuplicateCard]]),
    ("checkPlay", &[BODY, &[DuplicateCard, CardNotHeld, TooManyCards, OverThirtyOne, NotYourTurn, Renege]]),
    ("listRules", &[&[Invalid]]),
    ("describeRules", &[&[Invalid]]),
    ("signIn", &[BODY, BUSY, &[WrongPassword]]),
    ("signOut", &[TOKEN, BUSY, &[Invalid]]),
    ("listSessions", &[TOKEN, BUSY, &[Invalid]]),
    ("endSession", &[TOKEN, BUSY, &[Invalid]]),
    ("listDeliveries", &[TOKEN, BUSY, &[NotFound, Invalid]]),
    ("resendDelivery", &[TOKEN, BUSY, &[NotFound, Invalid, WebhookOff]]),
    ("listWebhooks", &[TOKEN, BUSY, &[Invalid]]),
    ("addWebhook", &[BODY, TOKEN, BUSY, &[AlreadyUsed, TooManyWebhooks, WebhookRemoved]]),
    ("changeWebhook", &[BODY, TOKEN, BUSY, &[NotFound]]),
    ("removeWebhook", &[TOKEN, BUSY, &[Invalid]]),
];

/// The problems of any body.
const BODY: &[ProblemType] = &[NotJson, TooSlow, TooLarge, UnsupportedMediaType, Invalid, TooManyBodies];
/// The problems of the token of a request.
const TOKEN: &[ProblemType] = &[Unauthorized, Forbidden];
/// The problems of any change.
const BUSY: &[ProblemType] = &[TooManyRequests, Unavailable];
/// The problems of any request for a game.
const GAME: &[ProblemType] = &[NotFound, GameRemoved];
/// The problems of any change of a game at a league night.
const ROUND: &[ProblemType] = &[RoundClosed, RoundTakenBack];

/// Adds a response to an operation for each status that its problems have.
pub fn add(operation: &mut Value, id: &str) {
    let (_, kinds) = OPERATION_PROBLEMS.iter().find(|(of, _)| *of == id).expect("the table has every operation");
    for (status, response) in responses(&kinds.concat()) {
        operation["responses"][status] = json!(response);
    }
}

/// Returns one response for each status, which names the problem types it can have.
fn responses(kinds: &[ProblemType]) -> BTreeMap<String, RefOr<Response>> {
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

/// The example problems of any operation. If two examples have the same status and both apply, the later example is shown.
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
