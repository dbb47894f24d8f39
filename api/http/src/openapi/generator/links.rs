//! The links from the result of an operation to the operations that follow.

use serde_json::{Map, Value, json};

/// The id in the path of the request.
const SAME: (&str, &str) = ("path.id", "$request.path.id");
/// The id in the body of the response.
const MADE: (&str, &str) = ("path.id", "$response.body#/id");
/// The player in the path of the request.
const SAME_PLAYER: (&str, &str) = ("path.player_id", "$request.path.player_id");
/// The pair in the path of the request.
const SAME_PAIR: (&str, &str) = ("path.pair_id", "$request.path.pair_id");
/// The pot in the path of the request.
const SAME_POT: (&str, &str) = ("path.pot_id", "$request.path.pot_id");
/// The hand in the path of the request.
const SAME_HAND: (&str, &str) = ("path.hand_id", "$request.path.hand_id");
/// The number of the round in the body of the request.
const ASKED_ROUND: (&str, &str) = ("path.n", "$request.body#/number");
/// The number of the round in the path of the request.
const SAME_ROUND: (&str, &str) = ("path.n", "$request.path.n");
/// The first player of the night in the response.
const FIRST_PLAYER: (&str, &str) = ("path.player_id", "$response.body#/entries/0/player_id");
/// The first game of round 1. No expression finds the newest round.
const FIRST_GAME: (&str, &str) = ("path.id", "$response.body#/rounds/0/tables/0/game_id");

/// The id in the path of the request. (A parameter without a place is found by its name.)
const OF_SAME: (&str, &str) = ("id", "$request.path.id");
/// The id in the body of the answer.
const OF_MADE: (&str, &str) = ("id", "$response.body#/id");
/// The id of the game in the body of the answer.
const OF_MADE_GAME: (&str, &str) = ("id", "$response.body#/game/id");
/// The id of the peg in the path of the request.
const OF_SAME_PEG: (&str, &str) = ("peg_id", "$request.path.peg_id");
/// The number of the deal in the path of the request.
const OF_SAME_DEAL: (&str, &str) = ("n", "$request.path.n");

/// The description of a link to [`FIRST_GAME`].
const OF_ROUND_1: &str = "Leads to the first game of round 1. The games of a later round are in `rounds`, where the newest round is the last.";

/// The parameters of an operation that a link fills, each with its expression.
type Parameters = &'static [(&'static str, &'static str)];

/// The operations that follow, with the parameters that the links fill.
type Targets = &'static [(&'static str, Parameters)];

/// Operations with the status of their response, and the operations that follow.
#[rustfmt::skip]
const LINKS: [(&str, &str, Targets); 35] = [
    ("putLeague", "201", &[("getLeague", &[])]),
    ("addSeason", "201", &[("changeSeason", &[OF_MADE]), ("getSeason", &[OF_MADE]), ("createNights", &[MADE]),
        ("getSeasonStandings", &[MADE]), ("getMeetings", &[MADE]), ("getSeasonRecords", &[MADE]), ("getRace", &[MADE])]),
    ("createNights", "201", &[("getNight", &[("path.id", "$response.body#/nights/0/id")])]),
    ("addPlayer", "201", &[("changePlayer", &[OF_MADE]), ("forgetPlayer", &[OF_MADE]), ("getPlayer", &[OF_MADE]),
        ("getProfile", &[MADE]),
        ("putEntry", &[("path.player_id", "$response.body#/id")])]),
    ("createNight", "201", &[("getNight", &[MADE]), ("changeNight", &[MADE]), ("putEntry", &[MADE]),
        ("drawRound", &[MADE]), ("cancelNight", &[MADE]), ("drawJoinQr", &[MADE]), ("renewJoinCode", &[MADE]),
        ("watchNight", &[MADE])]),
    ("putEntry", "201", &[("deleteEntry", &[SAME, SAME_PLAYER]), ("drawRound", &[SAME])]),
    ("putReply", "201", &[("deleteReply", &[SAME, SAME_PLAYER]), ("listReplies", &[SAME])]),
    ("putCardReturned", "201", &[("getNightStandings", &[SAME])]),
    ("putPlayerLink", "201", &[("removePlayerLink", &[SAME]), ("getStatement", &[SAME])]),
    ("putPair", "201", &[("deletePair", &[SAME, SAME_PAIR]), ("getNight", &[SAME])]),
    ("putLedgerEntry", "201", &[("deleteLedgerEntry", &[SAME])]),
    ("putPot", "201", &[("listPots", &[])]),
    ("payPot", "201", &[("takeBackPot", &[SAME, SAME_POT]), ("getNightPots", &[SAME])]),
    ("putHand", "201", &[("putHandWitness", &[SAME, SAME_HAND]), ("deleteHand", &[SAME, SAME_HAND])]),
    ("putHandWitness", "201", &[("getNightPots", &[SAME])]),
    ("cancelNight", "201", &[("getCancellation", &[SAME]), ("reinstateNight", &[SAME])]),
    ("putNotified", "201", &[("deleteNotified", &[SAME, SAME_PLAYER])]),
    ("drawRound", "201", &[("getGame", &[FIRST_GAME]), ("putResult", &[FIRST_GAME]), ("getNightStandings", &[SAME]),
        ("putSeats", &[SAME, ASKED_ROUND]), ("addTable", &[SAME, ASKED_ROUND]), ("deleteRound", &[SAME, ASKED_ROUND]),
        ("drawFiftyFifty", &[SAME]), ("finishNight", &[SAME])]),
    ("addTable", "201", &[("getNight", &[SAME]), ("swapSeats", &[SAME, SAME_ROUND])]),
    ("drawFiftyFifty", "201", &[("voidFiftyFifty", &[SAME]), ("getMoney", &[SAME])]),
    ("finishNight", "200", &[("getNightStandings", &[SAME]), ("getMoney", &[SAME]),
        ("putPayout", &[SAME, FIRST_PLAYER]), ("reopenNight", &[SAME])]),
    ("putPayout", "201", &[("getMoney", &[SAME])]),
    ("renewJoinCode", "201", &[("drawJoinQr", &[SAME]), ("listPhones", &[SAME])]),
    ("joinNight", "201", &[("getNight", &[("path.id", "$response.body#/night_id")])]),
    ("signIn", "201", &[("listSessions", &[])]),
    ("putResult", "201", &[("deleteResult", &[OF_SAME]), ("putResultConfirmation", &[SAME])]),
    ("putResultConfirmation", "201", &[("getGame", &[SAME])]),
    ("putPeg", "201", &[("amendPeg", &[OF_SAME, OF_SAME_PEG]), ("deletePeg", &[OF_SAME, OF_SAME_PEG]),
        ("watchGame", &[OF_SAME]), ("getHistory", &[SAME])]),
    ("createGame", "201", &[("getGame", &[OF_MADE_GAME]), ("putDeal", &[OF_MADE_GAME]), ("putPeg", &[OF_MADE_GAME]),
        ("putResult", &[OF_MADE_GAME])]),
    ("putGame", "201", &[("getHistory", &[OF_SAME]), ("getGameSummary", &[OF_SAME]), ("putPeg", &[OF_SAME])]),
    ("putDeal", "201", &[("deleteDeal", &[OF_SAME, OF_SAME_DEAL])]),
    ("putVoid", "201", &[("deleteVoid", &[OF_SAME])]),
    ("addDisplay", "201", &[("removeDisplay", &[OF_MADE])]),
    ("addRepresentative", "201", &[("removeRepresentative", &[OF_MADE])]),
    ("addWebhook", "201", &[("changeWebhook", &[OF_MADE]), ("listDeliveries", &[OF_MADE]),
        ("removeWebhook", &[OF_MADE])]),
];

/// Adds the links to the responses of all operations.
pub fn add(document: &mut Value) {
    for operation in super::operations(document) {
        let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
        for (_, status, targets) in LINKS.iter().filter(|(of, ..)| *of == id) {
            for (target, parameters) in *targets {
                let filled: Map<String, Value> =
                    parameters.iter().map(|(name, from)| ((*name).to_owned(), json!(from))).collect();
                let link = &mut operation["responses"][status]["links"][target];
                *link = json!({ "operationId": target, "parameters": filled });
                if parameters.contains(&FIRST_GAME) {
                    link["description"] = json!(OF_ROUND_1);
                }
            }
        }
    }
}
