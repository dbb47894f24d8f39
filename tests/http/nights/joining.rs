//! Phones that join a night, and their rights.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::league::{League, Night, list, text};
use crate::support::service::{Answer, PASSWORD, Service, unlimited};

/// Pegs two points in a game.
fn peg(league: &League, game: &str, token: &str, number: u32) -> Answer {
    let path = format!("/api/v1/games/{game}/pegs/{}", id(number));
    league.request("PUT", &path, token, Some(&json!({"side": 0, "points": 2})))
}

fn join_table(league: &League, night: &Night, table: usize) -> String {
    let body = json!({"code": night.code(), "table": table});
    text(&league.post("/api/v1/nights/join", &body).ok(201)["token"])
}

#[test]
fn a_players_phone_pegs_at_the_table_of_its_player_only() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    let first = night.tables();
    let winner = first[0].sides[0][0].clone();
    let phone = night.join(&winner);
    peg(&league, &first[0].game, &phone, 1).ok(201);
    let problem = peg(&league, &first[1].game, &phone, 2).problem(403, "forbidden");
    assert!(problem["detail"].as_str().unwrap().contains("does not keep the score of this game"), "{problem}");
    let result = json!({"scores": [121, 80]});
    league.request("PUT", &format!("/api/v1/games/{}/result", first[0].game), &phone, Some(&result)).ok(201);
    let other = json!({"scores": [80, 121], "reason": "No, they won"});
    league
        .request("PUT", &format!("/api/v1/games/{}/result", first[0].game), &phone, Some(&other))
        .problem(403, "forbidden");
    night.result(2, &[121, 100]).ok(201);
    night.draw().ok(201);
    let second = night.tables();
    assert!(second[1].players().any(|player| *player == winner), "the winners go on");
    peg(&league, &second[1].game, &phone, 3).ok(201);
    peg(&league, &second[0].game, &phone, 4).problem(403, "forbidden");
    let history = league.get(&format!("/api/v1/games/{}/history", second[1].game)).ok(200);
    assert_eq!(history["events"][1]["role"], "phone");
}

#[test]
fn a_closed_round_refuses_pegs_but_accepts_repeats() {
    let league = League::open();
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let table = night.tables().remove(0);
    let phone = night.join(&table.sides[1][1]);
    peg(&league, &table.game, &phone, 1).ok(201);
    let deal = |number: u32| {
        let path = format!("/api/v1/games/{}/deals/{number}", table.game);
        league.request("PUT", &path, &phone, Some(&json!({"id": id(50 + number)})))
    };
    deal(2).ok(201);
    let path = format!("/api/v1/games/{}/result", table.game);
    let result = json!({"scores": [121, 80]});
    league.request("PUT", &path, &phone, Some(&result)).ok(201);
    night.draw().ok(201);
    let before = league.get(&format!("/api/v1/games/{}", table.game)).ok(200);
    peg(&league, &table.game, &phone, 1).ok(200);
    deal(2).ok(200);
    league.request("PUT", &path, &phone, Some(&result)).ok(200);
    let problem = peg(&league, &table.game, &phone, 2).problem(409, "round-closed");
    assert_eq!(
        (&problem["round"], &problem["detail"]),
        (&json!(1), &json!("Round 1 is over: only the coordinator can still correct its games."))
    );
    deal(3).problem(409, "round-closed");
    league.request("DELETE", &path, &phone, None).problem(409, "round-closed");
    league
        .request("DELETE", &format!("/api/v1/games/{}/pegs/{}", table.game, id(1)), &phone, None)
        .problem(409, "round-closed");
    assert_eq!(league.get(&format!("/api/v1/games/{}", table.game)).ok(200), before);
    night.result(1, &[121, 80]).ok(201);
    let game = night.tables()[0].game.clone();
    night.finish().ok(200);
    peg(&league, &game, &phone, 9).problem(409, "round-closed");
}

#[test]
fn no_peg_enters_a_round_while_the_next_is_drawn() {
    let league = League::open();
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let table = night.tables().remove(0);
    let phone = night.join(&table.sides[0][0]);
    night.result(1, &[121, 80]).ok(201);
    let result = format!("/api/v1/games/{}/result", table.game);
    std::thread::scope(|scope| {
        let taking_back = scope.spawn(|| league.request("DELETE", &result, &phone, None).status);
        let drawing = scope.spawn(|| night.draw().status);
        match (taking_back.join().unwrap(), drawing.join().unwrap()) {
            (200, 409) => assert_eq!(night.view()["rounds"].as_array().unwrap().len(), 1),
            (409, 201) => {
                assert_eq!(league.get(&format!("/api/v1/games/{}", table.game)).ok(200)["status"], "finished")
            }
            other => panic!("both happened, or neither: {other:?}"),
        }
    });
}

#[test]
fn a_tables_phone_pegs_every_game_at_its_table() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    let phone = join_table(&league, &night, 2);
    let first = night.tables();
    peg(&league, &first[1].game, &phone, 1).ok(201);
    peg(&league, &first[0].game, &phone, 2).problem(403, "forbidden");
    for table in 1..=2 {
        night.result(table, &[121, 100]).ok(201);
    }
    night.draw().ok(201);
    peg(&league, &night.tables()[1].game, &phone, 3).ok(201);
    peg(&league, &night.tables()[0].game, &phone, 4).problem(403, "forbidden");
    peg(&league, &first[1].game, &phone, 5).problem(409, "round-closed");
}

#[test]
fn a_phone_has_no_rights_at_another_night() {
    let league = League::open();
    let players = league.players(4);
    let (one, other) = (league.night(&players), league.night(&players));
    one.draw().ok(201);
    other.draw().ok(201);
    let phone = one.join(&players[0]);
    peg(&league, &one.tables()[0].game, &phone, 1).ok(201);
    peg(&league, &other.tables()[0].game, &phone, 2).problem(403, "forbidden");
    let game = Game::two_sided(&league);
    peg(&league, &game.id, &phone, 3).problem(403, "forbidden");
    peg(&league, &one.tables()[0].game, &game.token, 4).problem(403, "forbidden");
}

#[test]
fn a_revoked_phone_has_no_rights() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    let game = night.tables()[0].game.clone();
    let [ann, bob] = [&players[0], &players[1]].map(|player| night.join(player));
    let table = join_table(&league, &night, 1);
    for (number, phone) in (1..).zip([&ann, &bob, &table]) {
        peg(&league, &game, phone, number).ok(201);
    }
    let phones = |answer: Answer| -> Vec<Value> {
        let owner = |phone: &Value| json!([phone["name"], phone["table"]]);
        list(&answer.ok(200)["phones"]).iter().map(owner).collect()
    };
    let listed = night.request("GET", "/phones", &json!({})).ok(200);
    assert_eq!(
        phones(night.request("GET", "/phones", &json!({}))),
        [json!(["Player 01", null]), json!(["Player 02", null]), json!([null, 1])]
    );
    let first = text(&listed["phones"][0]["id"]);
    assert_eq!(phones(night.request("DELETE", &format!("/phones/{first}"), &json!({}))).len(), 2);
    night.request("DELETE", &format!("/phones/{first}"), &json!({})).ok(200);
    peg(&league, &game, &ann, 4).problem(401, "unauthorized");
    peg(&league, &game, &bob, 5).ok(201);
    assert!(phones(night.request("DELETE", "/phones", &json!({}))).is_empty());
    for phone in [&bob, &table] {
        peg(&league, &game, phone, 6).problem(401, "unauthorized");
    }
    let again = night.join(&players[0]);
    peg(&league, &game, &again, 7).ok(201);
    league.as_coordinator("DELETE", &format!("/api/v1/players/{}", players[0]), &json!({})).ok(200);
    peg(&league, &game, &again, 8).problem(401, "unauthorized");
}

#[test]
fn a_phones_token_expires_a_day_after_the_finish() {
    let league = League::open();
    let players = league.players(4);
    let night = league.night(&players);
    night.draw().ok(201);
    let game = night.tables()[0].game.clone();
    let phone = night.join(&players[0]);
    peg(&league, &game, &phone, 1).ok(201);
    night.result(1, &[121, 80]).ok(201);
    night.finish().ok(200);
    peg(&league, &game, &phone, 1).ok(200);
    let expires = league.sql().number("SELECT expires_at FROM token WHERE role = 'phone'");
    let finished = league.get(&night.path("/history")).ok(200);
    let finished: pegout_engine::Time =
        text(&finished["events"].as_array().unwrap().last().unwrap()["at"]).parse().unwrap();
    assert_eq!(expires - finished.millis(), 24 * 3600 * 1000);
    let late = json!({"code": night.code(), "player_id": players[1]});
    league.post("/api/v1/nights/join", &late).problem(409, "night-finished");
    let (id, mut league) = (night.id.clone(), league);
    league.service.stop();
    assert_eq!(league.sql().change("UPDATE token SET expires_at = 1000 WHERE role = 'phone'"), 1);
    let league = league.restarted();
    peg(&league, &game, &phone, 1).problem(401, "unauthorized");
    assert_eq!(league.get(&format!("/api/v1/nights/{id}")).ok(200)["status"], "finished");
}

#[test]
fn a_join_code_has_six_unambiguous_letters_and_is_parsed_leniently() {
    let league = League::open();
    let players = league.players(2);
    let night = league.night(&players);
    let code = night.code();
    assert_eq!(code.len(), 6);
    assert!(code.chars().all(|letter| "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".contains(letter)), "{code}");
    let typed = format!(" {}-{} ", &code[..3].to_lowercase(), &code[3..]);
    let found = league.post("/api/v1/nights/join", &json!({"code": typed})).ok(200);
    assert_eq!(found, json!({"night_id": night.id}));
    let join = |body: Value| league.post("/api/v1/nights/join", &body);
    let stranger = league.player("Stranger");
    for (body, pointer) in [
        (json!({"code": code, "player_id": stranger}), "/player_id"),
        (json!({"code": code, "table": 0}), "/table"),
        (json!({"code": code, "table": 2, "player_id": players[0]}), "/table"),
        (json!({"table": 2}), "/code"),
    ] {
        assert_eq!(join(body.clone()).problem(422, "invalid")["errors"][0]["pointer"], pointer, "{body}");
    }
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    join(json!({"code": code, "table": 1})).problem(409, "night-cancelled");
}

#[test]
fn after_too_many_wrong_codes_the_right_one_still_lets_in() {
    let service = Service::start_with(|command| command.args(["--wrong-codes", "7"]).env("PEGOUT_PASSWORD", PASSWORD));
    let league = League::new(service);
    let night = league.night(&league.players(2));
    let code = night.code();
    let join = |code: &str| league.post("/api/v1/nights/join", &json!({"code": code}));
    (0..30).for_each(|_| drop(join(&code).ok(200)));
    for wrong in ["AAAAAA", "aaaaaa", "K7", "", "K7QX2M2", "ÄÖÜ", "000000"] {
        join(wrong).problem(404, "not-found");
    }
    for _ in 0..3 {
        let refused = join("AAAAAA");
        assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
        let problem = refused.problem(429, "too-many-requests");
        assert!(text(&problem["detail"]).contains("Scan the QR code: it always works."), "{problem}");
        join(&code).ok(200);
    }
    let body = json!({"code": code, "table": 1});
    league.post("/api/v1/nights/join", &body).ok(201);
    let sign_in = |password: &str| league.post_from_afar("/api/v1/session", &json!({"password": password}));
    (0..10).for_each(|_| drop(sign_in("no").problem(401, "wrong-password")));
    sign_in(PASSWORD).problem(429, "too-many-requests");
    let secret = text(&night.view()["join_secret"]);
    let join = |secret: &str| league.post("/api/v1/nights/join", &json!({"secret": secret}));
    for _ in 0..80 {
        join("Tm90IGEgc2VjcmV0ISE_Pw").problem(404, "not-found");
    }
    assert_eq!(join(&secret).ok(200)["night_id"], night.id.as_str(), "nobody guesses a secret, so none is limited");
    let both = json!({"code": code, "secret": secret});
    league.post("/api/v1/nights/join", &both).problem(422, "invalid");
}

#[test]
fn a_new_code_comes_with_a_new_secret_and_a_repeat_makes_no_further_one() {
    let league = League::open();
    let players = league.players(2);
    let night = league.night(&players);
    let keys = |night: &Night| [text(&night.view()["join_code"]), text(&night.view()["join_secret"])];
    let first = keys(&night);
    let phone = night.join(&players[0]);
    let renewed = night.request("POST", "/join-code", &json!({"id": id(1)})).ok(201);
    let second = keys(&night);
    assert!(first[0] != second[0] && first[1] != second[1], "{first:?} {second:?}");
    assert_eq!([&renewed["join_code"], &renewed["join_secret"]], [&second[0], &second[1]]);
    let again = night.request("POST", "/join-code", &json!({"id": id(1)})).ok(200);
    assert_eq!(again["join_code"], second[0].as_str());
    let join = |body: Value| league.post("/api/v1/nights/join", &body);
    join(json!({"code": first[0]})).problem(404, "not-found");
    join(json!({"secret": first[1]})).problem(404, "not-found");
    league.request("GET", "/api/v1/nights", &phone, None).ok(200);
    night.request("POST", "/join-code", &json!({"id": id(2)})).ok(201);
    night.request("POST", "/join-code", &json!({"id": id(1)})).ok(200);
    join(json!({"code": second[0]})).problem(404, "not-found");
}

#[test]
fn a_phone_that_is_sent_away_cannot_come_back_with_the_code_it_knows() {
    let league = League::open();
    let players = league.players(2);
    let night = league.night(&players);
    let (code, other) = (night.code(), night.join(&players[1]));
    night.join(&players[0]);
    let phones = list(&night.request("GET", "/phones", &json!({})).ok(200)["phones"]);
    let sent = phones.iter().find(|phone| phone["player_id"] == players[0].as_str()).unwrap();
    let path = format!("/phones/{}", text(&sent["id"]));
    night.request("DELETE", &path, &json!({})).ok(200);
    let renewed = night.code();
    assert_ne!(renewed, code);
    night.request("DELETE", &path, &json!({})).ok(200);
    assert_eq!(night.code(), renewed, "a repeat sends nobody away");
    league.post("/api/v1/nights/join", &json!({"code": code})).problem(404, "not-found");
    league.request("GET", "/api/v1/nights", &other, None).ok(200);
    night.request("DELETE", "/phones", &json!({})).ok(200);
    assert_ne!(night.code(), renewed);
    league.request("GET", "/api/v1/nights", &other, None).problem(401, "unauthorized");
}

#[test]
fn concurrent_wrong_codes_are_limited_and_right_ones_do_not_count() {
    let service = Service::start_with(|command| command.args(["--wrong-codes", "10"]).env("PEGOUT_PASSWORD", PASSWORD));
    let league = League::new(service);
    let night = league.night(&league.players(2));
    let code = night.code();
    let address = league.url.trim_start_matches("http://");
    let all_at_once = |code: &str| -> Vec<String> {
        let body = json!({"code": code}).to_string();
        let lines = ["POST /api/v1/nights/join HTTP/1.1", "Host: hall", "Content-Type: application/json"];
        let request = format!("{}\r\nContent-Length: {}\r\n\r\n{body}", lines.join("\r\n"), body.len());
        let mut phones: Vec<TcpStream> = (0..60).map(|_| TcpStream::connect(address).unwrap()).collect();
        phones.iter_mut().for_each(|phone| phone.write_all(request.as_bytes()).unwrap());
        let status = |phone: &mut TcpStream| {
            let mut status = [0; 12];
            phone.read_exact(&mut status).unwrap();
            String::from_utf8(status[9..].to_vec()).unwrap()
        };
        phones.iter_mut().map(status).collect()
    };
    assert_eq!(all_at_once(&code), ["200"; 60]);
    let mut wrong = all_at_once("AAAAAA");
    wrong.sort_unstable();
    assert_eq!(wrong, [["404"; 10].as_slice(), &["429"; 50]].concat());
}

/// Sends this code from an address, as a proxy names it.
fn join_from(league: &League, address: &str, code: &str) -> Answer {
    league.ask("POST", "/api/v1/nights/join", &[("X-Forwarded-For", address)], Some(&json!({"code": code})))
}

#[test]
fn wrong_codes_from_many_addresses_have_a_limit_together_and_shut_nobody_out() {
    let service = Service::start_with(|command| unlimited(command).args(["--behind-proxy", "--wrong-codes", "10"]));
    let league = League::new(service);
    let night = league.night(&league.players(2));
    let code = night.code();
    let warnings = || league.get("/api/v1/sessions").ok(200)["warnings"].clone();
    assert_eq!(warnings(), json!([]));
    let address = |number: u32| format!("198.51.100.{}", number % 10);
    for number in 0..100 {
        join_from(&league, &address(number), "AAAAAA").problem(404, "not-found");
    }
    assert_eq!(warnings(), json!(["wrong_codes"]), "the coordinator is told");
    let refused = join_from(&league, &address(3), &code).problem(429, "too-many-requests");
    assert!(text(&refused["detail"]).contains("Scan the QR code"), "{refused}");
    let secret = json!({"secret": text(&night.view()["join_secret"])});
    league.ask("POST", "/api/v1/nights/join", &[("X-Forwarded-For", &address(3))], Some(&secret)).ok(200);
    // In this hall nobody guesses.
    join_from(&league, "192.0.2.1", "AAAAAA").problem(404, "not-found");
    join_from(&league, "192.0.2.1", &code).ok(200);
}

#[test]
fn the_qr_code_lets_in_whatever_else_is_sent_from_the_address() {
    let service = Service::start_with(|command| {
        command.args(["--writes", "1", "--writes-at-once", "5"]).env("PEGOUT_PASSWORD", PASSWORD)
    });
    let league = League::new(service);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    let secret = json!({"secret": text(&night.view()["join_secret"])});
    let other = json!({"code": "AAAAAA"});
    let flooded = (0..100).any(|_| league.post("/api/v1/nights/join", &other).status == 429);
    assert!(flooded, "the control: codes of this address are refused");
    league.post("/api/v1/nights/join", &secret).ok(200);
}
