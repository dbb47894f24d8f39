//! The rights of every operation, by the role of the caller: `tests/http/data/rights.json`. If the object of an
//! operation has an owner, the callers of `own` own the object, and the callers of `other` do not.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::league::{League, LeagueTable, list, text};
use crate::support::service::{Answer, PASSWORD};

/// The roles, with the fewest rights first: if a role is refused an operation, no earlier role has changed its object.
const ROLES: [&str; 9] =
    ["stranger", "scorer", "phone", "player", "display", "door", "results", "representative", "coordinator"];
const LINK: &str = "VGhlIGxpbmsgb2YgdGhlIGZpcnN0IG9mIHRoZSA4ICE";
const UNKNOWN: &str = "0198c5ff-ffff-7fff-bfff-ffffffffffff";

/// A league with a caller of every role.
struct World {
    league: League,
    players: Vec<String>,
    /// The game of the scorer, which belongs to no night.
    scored: String,
    tokens: BTreeMap<&'static str, String>,
}

/// The things that callers own or do not.
struct Things {
    tables: Vec<LeagueTable>,
    phone: String,
    scored: (String, String),
}

impl World {
    fn open() -> World {
        let league = League::open();
        let players = league.players(8);
        let game = Game::two_sided(&league);
        let (scored, scorer) = (game.id.clone(), game.token.clone());
        let mut tokens = BTreeMap::from([("scorer", scorer), ("coordinator", league.token.clone())]);
        let display = league.as_coordinator("POST", "/api/v1/displays", &json!({"name": "Hall"})).ok(201);
        tokens.insert("display", text(&display["token"]));
        for role in ["door", "results", "representative"] {
            let body = json!({"name": role, "password": "fifteen for six", "role": role});
            league.as_coordinator("POST", "/api/v1/representatives", &body).ok(201);
            tokens.insert(role, sign_in(&league, role));
        }
        let link = json!({"token": LINK});
        league.as_coordinator("PUT", &format!("/api/v1/players/{}/link", players[0]), &link).ok(201);
        tokens.insert("player", LINK.to_owned());
        let night = league.night(&players);
        tokens.insert("phone", night.join(&players[0]));
        World { league, players, scored, tokens }
    }

    /// A night in play with a joined phone, and a game without a night.
    fn things(&self) -> Things {
        let night = self.league.night(&self.players);
        night.draw().ok(201);
        let mut tables = night.tables();
        // The phone's table comes first.
        tables.sort_by_key(|table| !table.players().any(|player| *player == self.players[0]));
        let game = Game::two_sided(&self.league);
        Things { tables, phone: night.join(&self.players[0]), scored: (game.id.clone(), game.token.clone()) }
    }

    fn send(&self, operation: &Operation, token: Option<&str>, thing: &str, number: u32) -> Answer {
        // A game that exists would be streamed by watchGame.
        let new_game = id(number);
        let thing = if operation.id == "putGame" { &new_game } else { thing };
        let mut path = operation.path.clone();
        for name in
            ["id", "n", "peg_id", "pair_id", "player_id", "pot_id", "hand_id", "phone", "slug", "delivery", "import_id"]
        {
            let value = match name {
                "n" => "1",
                "id" => thing,
                "peg_id" => &id(number),
                _ => UNKNOWN,
            };
            path = path.replace(&format!("{{{name}}}"), value);
        }
        let body = operation.body.as_ref();
        match token {
            Some(token) => self.league.request(&operation.method, &path, token, body),
            None => {
                let body = body.map(|body| body.to_string()).unwrap_or_default();
                self.league.send(&operation.method, &path, Some("application/json"), body.as_bytes())
            }
        }
    }
}

fn sign_in(league: &League, role: &str) -> String {
    let body = match role {
        "coordinator" => json!({"password": PASSWORD}),
        role => json!({"name": role, "password": "fifteen for six"}),
    };
    text(&league.post("/api/v1/session", &body).ok(201)["token"])
}

/// An operation of the document, with the body of an accepted example.
struct Operation {
    id: String,
    method: String,
    path: String,
    body: Option<Value>,
}

fn operations(document: &Value) -> Vec<Operation> {
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let examples = operation["requestBody"]["content"]["application/json"]["examples"].as_object();
            let body = examples.and_then(|examples| examples.values().next()).map(|example| example["value"].clone());
            let id = operation["operationId"].as_str().unwrap().to_owned();
            // Helpers at the door add a name, without contact data.
            let body = if id == "addPlayer" { Some(json!({"name": "Zoé"})) } else { body };
            all.push(Operation { id, method: method.to_uppercase(), path: path.clone(), body });
        }
    }
    all
}

fn table() -> Value {
    serde_json::from_str(include_str!("../data/rights.json")).unwrap()
}

/// The roles that a row of the table names.
fn allowed(row: &Value) -> Vec<String> {
    match row {
        Value::String(word) if word == "everybody" => ROLES.map(str::to_owned).to_vec(),
        row => list(row).iter().map(text).collect(),
    }
}

#[track_caller]
fn check(answer: &Answer, is_allowed: bool, role: &str, place: &str) {
    if is_allowed {
        assert!(![401, 403].contains(&answer.status), "{place} refuses {role}: {} {}", answer.status, answer.text);
    } else {
        let status = if role == "stranger" { 401 } else { 403 };
        assert_eq!(answer.status, status, "{place} for {role}: {}", answer.text);
        let problem = answer.json();
        // A 403 names the roles that may, unless the owner of a game may.
        if status == 403 && !place.contains("game") && !place.starts_with("signOut") {
            assert!(!list(&problem["roles"]).is_empty(), "{place} for {role}: {problem}");
        }
    }
}

#[test]
fn every_operation_stands_in_the_table_of_rights() {
    let document: Value = serde_json::from_str(include_str!("../../../openapi/openapi.json")).unwrap();
    let mut documented: Vec<String> = operations(&document).into_iter().map(|operation| operation.id).collect();
    let mut listed: Vec<String> = table().as_object().unwrap().keys().cloned().collect();
    documented.sort();
    listed.sort();
    assert_eq!(listed, documented, "add the operation to tests/http/data/rights.json");
}

#[test]
fn every_operation_is_for_the_roles_of_the_table_and_no_others() {
    let world = World::open();
    let document = world.league.service.get("/openapi.json").json();
    let table = table();
    for operation in operations(&document) {
        let row = &table[&operation.id];
        if row.get("own").is_some() {
            continue;
        }
        let allowed = allowed(row);
        for (number, role) in (1..).zip(ROLES) {
            let fresh = (operation.id == "signOut" && allowed.iter().any(|one| one == role))
                .then(|| sign_in(&world.league, role));
            let token = fresh.as_deref().or(world.tokens.get(role).map(String::as_str));
            let answer = world.send(&operation, token, UNKNOWN, 1000 + number);
            check(&answer, allowed.iter().any(|one| one == role), role, &operation.id);
        }
    }
}

#[test]
fn games_are_for_their_owners_and_the_roles_of_the_table() {
    let world = World::open();
    let document = world.league.service.get("/openapi.json").json();
    let table = table();
    for mut operation in
        operations(&document).into_iter().filter(|operation| operation.path.starts_with("/api/v1/games"))
    {
        let row = &table[&operation.id];
        if row.get("own").is_none() {
            continue;
        }
        for ownership in ["own", "other"] {
            let things = world.things();
            if operation.id == "putResultConfirmation" {
                // A player's phone speaks for its own side.
                let side = things.tables[0].sides.iter().position(|side| side.contains(&world.players[0]));
                operation.body = Some(json!({"id": id(90), "side": side.unwrap(), "agrees": true}));
            }
            let (scored, scorer) = &things.scored;
            let allowed = allowed(&row[ownership]);
            for (number, role) in (1..).zip(ROLES) {
                let game = match (role, ownership) {
                    ("scorer", "own") => scored,
                    ("scorer", _) | ("phone", "own") => &things.tables[0].game,
                    ("phone", _) => &things.tables[1].game,
                    // The league owns the game of a night. A game outside a night has no owner.
                    (_, "own") => &things.tables[0].game,
                    _ => scored,
                };
                let token = match role {
                    "scorer" => Some(scorer),
                    "phone" => Some(&things.phone),
                    role => world.tokens.get(role),
                };
                let answer = world.send(&operation, token.map(String::as_str), game, number);
                let place = format!("{} ({ownership} game)", operation.id);
                check(&answer, allowed.iter().any(|one| one == role), role, &place);
            }
        }
    }
    assert_ne!(world.scored, "");
}

#[test]
fn a_personal_link_is_for_its_own_player() {
    let world = World::open();
    let document = world.league.service.get("/openapi.json").json();
    let table = table();
    let night = world.league.schedule(&json!({"date": "2026-02-04"}));
    let mut seen = Vec::new();
    for mut operation in operations(&document) {
        let (path, row) = (operation.path.clone(), &table[&operation.id]);
        if row.get("own").is_none() || !(path.contains("{player_id}") || path.starts_with("/api/v1/players")) {
            continue;
        }
        seen.push(operation.id.clone());
        for (ownership, player) in [("other", &world.players[1]), ("own", &world.players[0])] {
            operation.path = path.replace("{player_id}", player);
            let thing = if path.contains("{player_id}") { &night.id } else { player };
            let allowed = allowed(&row[ownership]);
            for role in ROLES {
                let answer = world.send(&operation, world.tokens.get(role).map(String::as_str), thing, 1);
                let is_allowed = allowed.iter().any(|one| one == role);
                check(&answer, is_allowed, role, &format!("{} ({ownership} player)", operation.id));
                assert!(!is_allowed || answer.status < 300, "{}: {}", operation.id, answer.text);
            }
        }
    }
    seen.sort();
    assert_eq!(seen, ["deleteReply", "getStatement", "putReply"]);
}

#[test]
fn sessions_are_ended_by_their_own_people_and_by_the_coordinator() {
    let world = World::open();
    let row = &table()["endSession"];
    let session = |role: &str| {
        let token = sign_in(&world.league, role);
        let listed = world.league.request("GET", "/api/v1/sessions", &token, None).ok(200);
        let own = list(&listed["sessions"]).into_iter().find(|session| session["current"] == true).unwrap();
        (token, text(&own["id"]))
    };
    for role in ROLES {
        let other = if role == "results" { "door" } else { "results" };
        for (ownership, of) in [("other", other), ("own", role)] {
            let is_session = ["door", "results", "representative", "coordinator"].contains(&of);
            let (_, target) = session(if is_session { of } else { "door" });
            let path = format!("/api/v1/sessions/{target}");
            let answer = match world.tokens.get(role) {
                Some(token) => world.league.request("DELETE", &path, token, None),
                None => world.league.send("DELETE", &path, None, b""),
            };
            let is_allowed = allowed(&row[ownership]).iter().any(|one| one == role);
            check(&answer, is_allowed, role, &format!("endSession ({ownership})"));
            let listed = world.league.get("/api/v1/sessions").ok(200);
            let stands = list(&listed["sessions"]).iter().any(|session| session["id"] == target.as_str());
            assert_eq!(stands, !is_allowed, "{role}, {ownership}");
        }
    }
}

#[test]
fn helpers_get_no_more_of_an_operation_than_their_work_needs() {
    let world = World::open();
    let league = &world.league;
    let [door, results] = ["door", "results"].map(|role| world.tokens[role].as_str());
    league.as_coordinator("POST", "/api/v1/players", &json!({"id": id(1), "name": "Zoé", "phone": "555-0134"})).ok(201);
    let players = league.request("GET", "/api/v1/players", door, None).ok(200);
    assert!(list(&players["players"]).iter().any(|player| player["name"] == "Zoé"));
    assert!(!players.to_string().contains("555-0"), "{players}");
    let zoe = league.request("GET", &format!("/api/v1/players/{}", id(1)), door, None).ok(200);
    assert_eq!([&zoe["phone"], &zoe["email"]], [&Value::Null, &Value::Null]);
    let add = |body: Value| league.request("POST", "/api/v1/players", door, Some(&body));
    add(json!({"name": "Walk-in", "active_member": false})).ok(201);
    add(json!({"name": "Walk-in", "phone": "555-0135"})).problem(403, "forbidden");
    assert_eq!(add(json!({"id": id(1), "name": "Zoé"})).ok(200)["phone"], Value::Null);

    let night = league.night(&world.players);
    let entry = |player: &str, body: Value| {
        league.request("PUT", &night.path(&format!("/entries/{player}")), door, Some(&body))
    };
    let paid = entry(&world.players[0], json!({"paid": true})).ok(200);
    assert_eq!(paid["entries"][0]["paid"], true);
    assert_eq!(paid["join_code"], night.code().as_str());
    night.draw().ok(201);
    let excuse = json!({"excused": [1], "reason": "There was no table for her"});
    entry(&world.players[0], excuse).problem(403, "forbidden");

    let seen = league.request("GET", &night.path(""), results, None).ok(200);
    assert_eq!([&seen["entries"][0]["paid"], &seen["join_code"]], [&Value::Null, &Value::Null]);
    let enter = |game: &str, scores: [u8; 2]| {
        let body = json!({"scores": scores, "reason": "The board says so."});
        league.request("PUT", &format!("/api/v1/games/{game}/result"), results, Some(&body))
    };
    let tables = night.tables();
    for table in &tables {
        enter(&table.game, [121, 80]).ok(201);
    }
    night.draw().ok(201);
    assert_eq!(enter(&tables[0].game, [121, 90]).ok(200)["sides"][1]["score"], 90, "a closed round is corrected");
    let void = json!({"reason": "The wrong four sat down"});
    let path = format!("/api/v1/games/{}/void", tables[0].game);
    league.request("PUT", &path, results, Some(&void)).problem(403, "forbidden");
    night.request("POST", "/finish", &json!({"void_open_games": true})).ok(200);
    let late = enter(&tables[0].game, [121, 91]).problem(403, "forbidden");
    assert_eq!(late["roles"], json!(["coordinator", "representative"]));
}

#[test]
fn a_removed_representative_loses_every_right_at_once() {
    let world = World::open();
    let league = &world.league;
    let night = league.night(&world.players);
    let listed = league.get("/api/v1/representatives").ok(200);
    for representative in list(&listed["representatives"]) {
        let (role, id) = (text(&representative["role"]), text(&representative["id"]));
        let token = &world.tokens[role.as_str()];
        league.request("GET", &night.path(""), token, None).ok(200);
        league.as_coordinator("DELETE", &format!("/api/v1/representatives/{id}"), &json!({})).ok(200);
        league.request("GET", &night.path(""), token, None).problem(401, "unauthorized");
    }
}
