//! The personal links of players: their whole life, and what they open.

use jiff::{SignedDuration, Timestamp, Zoned, civil::Date, tz::TimeZone};
use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, list, text};
use crate::support::service::Answer;

const FIRST: &str = "VGhlIGZpcnN0IGxpbmsgb2YgdGhpcyBwbGF5ZXIuLi4";
const SECOND: &str = "VGhlIHNlY29uZCBsaW5rIG9mIHRoaXMgcGxheWVyLi4";

/// Makes a link for a player with this token.
pub fn put(league: &League, player: &str, token: &str) -> Answer {
    league.as_coordinator("PUT", &format!("/api/v1/players/{player}/link"), &json!({"token": token}))
}

fn remove(league: &League, player: &str) -> Answer {
    league.as_coordinator("DELETE", &format!("/api/v1/players/{player}/link"), &json!({}))
}

fn me(league: &League, token: &str) -> Answer {
    league.request("GET", "/api/v1/me", token, None)
}

/// The players who have a link.
fn owners(league: &League) -> Vec<String> {
    list(&league.get("/api/v1/players/links").ok(200)["links"]).iter().map(|link| text(&link["player_id"])).collect()
}

#[test]
fn a_link_is_made_once_replaced_and_removed() {
    let league = League::open();
    let ann = league.player("Ann");
    let made = put(&league, &ann, FIRST);
    assert_eq!(made.header("location"), format!("/api/v1/players/{ann}/link"));
    let made = made.ok(201);
    assert_eq!((&made["player_id"], &made["name"]), (&json!(ann), &json!("Ann")));
    assert_eq!(made["url"], format!("{}/#/me/{FIRST}", league.url));
    assert_eq!(put(&league, &ann, FIRST).ok(200), made, "a repeat");
    let listed = league.get("/api/v1/players/links").ok(200);
    assert_eq!(listed, json!({"links": [{"player_id": ann, "name": "Ann", "made_at": made["made_at"]}]}));
    assert_eq!(me(&league, FIRST).ok(200)["name"], "Ann");

    put(&league, &ann, SECOND).ok(201);
    me(&league, FIRST).problem(401, "unauthorized");
    put(&league, &ann, FIRST).problem(410, "link-removed");
    assert_eq!((me(&league, SECOND).ok(200)["player_id"].clone(), owners(&league).len()), (json!(ann), 1));
    let league = league.start_again();
    assert_eq!(me(&league, SECOND).ok(200)["name"], "Ann", "the name is known after a start");

    for _ in 0..2 {
        remove(&league, &ann).ok(200);
        me(&league, SECOND).problem(401, "unauthorized");
    }
    put(&league, &ann, SECOND).problem(410, "link-removed");
    assert_eq!(owners(&league), [""; 0]);
    let other = id(1);
    put(&league, &other, FIRST).problem(404, "not-found");
    remove(&league, &other).problem(404, "not-found");
}

#[test]
fn a_token_is_for_one_link_alone() {
    let league = League::open();
    let [ann, bob] = ["Ann", "Bob"].map(|name| league.player(name));
    put(&league, &ann, FIRST).ok(201);
    put(&league, &bob, FIRST).problem(409, "already-used");
    let display = json!({"name": "Hall", "token": FIRST});
    league.as_coordinator("POST", "/api/v1/displays", &display).problem(409, "already-used");
    league.as_coordinator("POST", "/api/v1/displays", &json!({"name": "Hall", "token": SECOND})).ok(201);
    put(&league, &bob, SECOND).problem(409, "already-used");
    put(&league, &bob, &league.token).problem(409, "already-used");
    league.post("/api/v1/displays/codes", &json!({"token": FIRST})).problem(409, "already-used");
    let night = league.night(std::slice::from_ref(&ann));
    let join = json!({"code": night.code(), "player_id": ann, "token": FIRST});
    league.post("/api/v1/nights/join", &join).problem(409, "already-used");
    assert_eq!(list(&league.get(&night.path("/phones")).ok(200)["phones"]), [json!(null); 0]);
    // A game at a kitchen table may begin with any token. The token gets no other rights by that.
    let game = json!({"sides": [{"players": ["A"]}, {"players": ["B"]}], "scorer_token": FIRST});
    league.put(&format!("/api/v1/games/{}", id(7)), &game).ok(201);
    let league = league.start_again();
    assert_eq!(me(&league, FIRST).ok(200)["player_id"], ann);
    let peg = json!({"side": 0, "points": 2});
    league
        .request("PUT", &format!("/api/v1/games/{}/pegs/{}", id(7), id(8)), FIRST, Some(&peg))
        .problem(403, "forbidden");
}

#[test]
fn a_link_reads_the_own_account_and_no_other() {
    let league = League::open();
    let [ann, bob] = ["Ann", "Bob"].map(|name| league.player(name));
    put(&league, &ann, FIRST).ok(201);
    let posting = json!({"from": "outside", "to": "credit", "player_id": ann, "amount": 4_000});
    league.as_coordinator("PUT", &format!("/api/v1/ledger/{}", id(1)), &posting).ok(201);
    let read = |path: String| league.request("GET", &path, FIRST, None);
    let own = read(format!("/api/v1/players/{ann}/statement")).ok(200);
    assert_eq!(own, league.get(&format!("/api/v1/players/{ann}/statement")).ok(200));
    assert_eq!((&own["credit"], &me(&league, FIRST).ok(200)["credit"]), (&json!(4_000), &json!(4_000)));
    let problem = read(format!("/api/v1/players/{bob}/statement")).problem(403, "forbidden");
    assert_eq!(problem["detail"], "This personal link is for its own player only.");
    assert_eq!(problem["roles"], json!(["coordinator", "representative"]));
    for path in ["/api/v1/ledger", "/api/v1/ledger/players", "/api/v1/players", "/api/v1/players/links"] {
        read(path.to_owned()).problem(403, "forbidden");
    }
    league.get("/api/v1/me").problem(403, "forbidden");
    league.service.get("/api/v1/me").problem(401, "unauthorized");
}

#[test]
fn the_link_of_a_merged_player_is_that_of_the_person() {
    let league = League::open();
    let [twice, ann, bob] = ["Anne", "Ann", "Bob"].map(|name| league.player(name));
    put(&league, &twice, FIRST).ok(201);
    put(&league, &ann, SECOND).ok(201);
    let merge = format!("/api/v1/players/{twice}/merge");
    league.as_coordinator("POST", &merge, &json!({"into": ann})).ok(200);
    for token in [FIRST, SECOND] {
        let own = me(&league, token).ok(200);
        assert_eq!((&own["player_id"], &own["name"]), (&json!(ann), &json!("Ann")));
        for player in [&twice, &ann] {
            league.request("GET", &format!("/api/v1/players/{player}/statement"), token, None).ok(200);
        }
        league.request("GET", &format!("/api/v1/players/{bob}/statement"), token, None).problem(403, "forbidden");
    }
    assert_eq!(owners(&league), [ann.clone(), ann.clone()]);
    assert_eq!(put(&league, &twice, FIRST).ok(200)["player_id"], ann, "a repeat after the merge");
    let third = FIRST.replace("VGhl", "QSAg");
    put(&league, &ann, &third).ok(201);
    for token in [FIRST, SECOND] {
        me(&league, token).problem(401, "unauthorized");
    }
    assert_eq!((me(&league, &third).status, owners(&league).len()), (200, 1));
    remove(&league, &twice).ok(200);
    me(&league, &third).problem(401, "unauthorized");
}

#[test]
fn a_link_shows_the_next_three_nights_that_have_not_begun() {
    let league = League::open();
    let players = league.players(2);
    put(&league, &players[0], FIRST).ok(201);
    let shown = || list(&me(&league, FIRST).ok(200)["nights"]);
    let on = |date: Date| league.schedule(&json!({"date": date.to_string()})).id;
    let today = || Zoned::new(Timestamp::now(), TimeZone::UTC).date();
    let day = |distance: i64| today().checked_add(SignedDuration::from_hours(24 * distance)).unwrap();
    on(day(-2));
    assert_eq!(shown(), [Value::Null; 0], "a day that is over everywhere");
    let tomorrow = on(day(1));
    let begun = league.schedule(&json!({"date": day(1).to_string()}));
    players.iter().for_each(|player| drop(begun.pay(player).ok(201)));
    begun.draw().ok(201);
    let cancelled = on(day(2));
    let path = format!("/api/v1/nights/{cancelled}/cancellation");
    league.as_coordinator("PUT", &path, &json!({"reason": "Snow"})).ok(201);
    let [fourth, third] = [on(day(4)), on(day(3))];
    let reply = format!("/api/v1/nights/{third}/replies/{}", players[0]);
    league.request("PUT", &reply, FIRST, Some(&json!({"coming": false}))).ok(201);
    let nights = shown();
    let ids: Vec<&Value> = nights.iter().map(|night| &night["night_id"]).collect();
    assert_eq!(ids, [&tomorrow, &cancelled, &third], "and not {fourth}, nor the night that has begun");
    let field = |name: &str| nights.iter().map(|night| night[name].clone()).collect::<Vec<_>>();
    assert_eq!(field("cancelled"), [json!(null), json!("Snow"), json!(null)]);
    assert_eq!(field("coming"), [json!(null), json!(null), json!(false)]);
    assert_eq!((&nights[0]["starts_at"], &nights[0]["ends_at"]), (&json!("19:00"), &json!(null)));
}

#[test]
fn nothing_is_left_of_the_link_of_a_forgotten_player() {
    let league = League::open();
    let [twice, ann] = ["Anne", "Ann"].map(|name| league.player(name));
    league.as_coordinator("POST", &format!("/api/v1/players/{twice}/merge"), &json!({"into": ann})).ok(200);
    put(&league, &ann, FIRST).ok(201);
    me(&league, FIRST).ok(200);
    league.as_coordinator("DELETE", &format!("/api/v1/players/{ann}"), &json!({})).ok(200);
    me(&league, FIRST).problem(401, "unauthorized");
    assert_eq!(
        (owners(&league), league.sql().texts("SELECT CAST(made_at AS TEXT) FROM player_link")),
        (Vec::new(), Vec::new())
    );
    put(&league, &ann, FIRST).problem(404, "not-found");
    let league = league.start_again();
    me(&league, FIRST).problem(401, "unauthorized");
    assert_eq!(league.get("/readyz").status, 200, "the table is whole");
}
