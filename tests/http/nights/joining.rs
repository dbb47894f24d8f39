//! Phones that join a night, and what they may do.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::{Evening, League, list, text};
use crate::game::id;
use crate::service::{Answer, PASSWORD, Service};

/// Pegs two points at a game.
fn peg(league: &League, game: &str, token: &str, number: u32) -> Answer {
    let path = format!("/api/v1/games/{game}/pegs/{}", id(number));
    league.ask("PUT", &path, token, Some(&json!({"side": 0, "points": 2})))
}

fn join_table(league: &League, evening: &Evening, table: usize) -> String {
    let body = json!({"code": evening.code(), "table": table});
    text(&league.post("/api/v1/nights/join", &body).ok(201)["token"])
}

#[test]
fn a_players_phone_follows_to_the_next_table_and_pegs_nowhere_else() {
    let league = League::open();
    let evening = league.evening(&league.players(8));
    evening.draw().ok(201);
    let first = evening.tables();
    let winner = first[0].sides[0][0].clone();
    let phone = evening.join(&winner);
    peg(&league, &first[0].game, &phone, 1).ok(201);
    let problem = peg(&league, &first[1].game, &phone, 2).problem(403, "forbidden");
    assert!(problem["detail"].as_str().unwrap().contains("does not keep the score of this game"), "{problem}");
    let result = json!({"scores": [121, 80]});
    league.ask("PUT", &format!("/api/v1/games/{}/result", first[0].game), &phone, Some(&result)).ok(201);
    let other = json!({"scores": [80, 121], "reason": "No, they won"});
    league
        .ask("PUT", &format!("/api/v1/games/{}/result", first[0].game), &phone, Some(&other))
        .problem(403, "forbidden");
    evening.result(2, &[121, 100]).ok(201);
    evening.draw().ok(201);
    let second = evening.tables();
    assert!(second[1].players().any(|player| *player == winner), "the winners go on");
    peg(&league, &second[1].game, &phone, 3).ok(201);
    peg(&league, &second[0].game, &phone, 4).problem(403, "forbidden");
    let history = league.get(&format!("/api/v1/games/{}/history", second[1].game)).ok(200);
    assert_eq!(history["events"][1]["role"], "phone");
}

#[test]
fn an_earlier_round_is_closed_to_phones_but_a_repeat_stays_harmless() {
    let league = League::open();
    let evening = league.evening(&league.players(4));
    evening.draw().ok(201);
    let table = evening.tables().remove(0);
    let phone = evening.join(&table.sides[1][1]);
    peg(&league, &table.game, &phone, 1).ok(201);
    let deal = |number: u32| {
        let path = format!("/api/v1/games/{}/deals/{number}", table.game);
        league.ask("PUT", &path, &phone, Some(&json!({"id": id(50 + number)})))
    };
    deal(2).ok(201);
    let path = format!("/api/v1/games/{}/result", table.game);
    let result = json!({"scores": [121, 80]});
    league.ask("PUT", &path, &phone, Some(&result)).ok(201);
    evening.draw().ok(201);
    let before = league.get(&format!("/api/v1/games/{}", table.game)).ok(200);
    peg(&league, &table.game, &phone, 1).ok(200);
    deal(2).ok(200);
    league.ask("PUT", &path, &phone, Some(&result)).ok(200);
    let problem = peg(&league, &table.game, &phone, 2).problem(409, "round-closed");
    assert_eq!(
        (&problem["round"], &problem["detail"]),
        (&json!(1), &json!("Round 1 is over: only the coordinator can still correct its games."))
    );
    deal(3).problem(409, "round-closed");
    league.ask("DELETE", &path, &phone, None).problem(409, "round-closed");
    league
        .ask("DELETE", &format!("/api/v1/games/{}/pegs/{}", table.game, id(1)), &phone, None)
        .problem(409, "round-closed");
    assert_eq!(league.get(&format!("/api/v1/games/{}", table.game)).ok(200), before);
    evening.result(1, &[121, 80]).ok(201);
    let game = evening.tables()[0].game.clone();
    evening.finish().ok(200);
    peg(&league, &game, &phone, 9).problem(409, "round-closed");
}

#[test]
fn no_peg_slips_into_a_round_that_is_closing() {
    let league = League::open();
    let evening = league.evening(&league.players(4));
    evening.draw().ok(201);
    let table = evening.tables().remove(0);
    let phone = evening.join(&table.sides[0][0]);
    evening.result(1, &[121, 80]).ok(201);
    let result = format!("/api/v1/games/{}/result", table.game);
    std::thread::scope(|scope| {
        let taking_back = scope.spawn(|| league.ask("DELETE", &result, &phone, None).status);
        let drawing = scope.spawn(|| evening.draw().status);
        match (taking_back.join().unwrap(), drawing.join().unwrap()) {
            (200, 409) => assert_eq!(evening.look()["rounds"].as_array().unwrap().len(), 1),
            (409, 201) => {
                assert_eq!(league.get(&format!("/api/v1/games/{}", table.game)).ok(200)["status"], "finished")
            }
            other => panic!("both happened, or neither: {other:?}"),
        }
    });
}

#[test]
fn a_tables_phone_keeps_whatever_is_played_at_its_table() {
    let league = League::open();
    let evening = league.evening(&league.players(8));
    evening.draw().ok(201);
    let phone = join_table(&league, &evening, 2);
    let first = evening.tables();
    peg(&league, &first[1].game, &phone, 1).ok(201);
    peg(&league, &first[0].game, &phone, 2).problem(403, "forbidden");
    for table in 1..=2 {
        evening.result(table, &[121, 100]).ok(201);
    }
    evening.draw().ok(201);
    peg(&league, &evening.tables()[1].game, &phone, 3).ok(201);
    peg(&league, &evening.tables()[0].game, &phone, 4).problem(403, "forbidden");
    peg(&league, &first[1].game, &phone, 5).problem(409, "round-closed");
}

#[test]
fn a_phone_of_one_night_does_nothing_at_another() {
    let league = League::open();
    let players = league.players(4);
    let (one, other) = (league.evening(&players), league.evening(&players));
    one.draw().ok(201);
    other.draw().ok(201);
    let phone = one.join(&players[0]);
    peg(&league, &one.tables()[0].game, &phone, 1).ok(201);
    peg(&league, &other.tables()[0].game, &phone, 2).problem(403, "forbidden");
    let game = crate::game::Game::of_two(&league);
    peg(&league, &game.id, &phone, 3).problem(403, "forbidden");
    peg(&league, &one.tables()[0].game, &game.token, 4).problem(403, "forbidden");
}

#[test]
fn a_phone_that_is_sent_away_opens_nothing_any_more() {
    let league = League::open();
    let players = league.players(4);
    let evening = league.evening(&players);
    evening.draw().ok(201);
    let game = evening.tables()[0].game.clone();
    let [ann, bob] = [&players[0], &players[1]].map(|player| evening.join(player));
    let table = join_table(&league, &evening, 1);
    for (number, phone) in (1..).zip([&ann, &bob, &table]) {
        peg(&league, &game, phone, number).ok(201);
    }
    let phones = |answer: Answer| -> Vec<Value> {
        let told = |phone: &Value| json!([phone["name"], phone["table"]]);
        list(&answer.ok(200)["phones"]).iter().map(told).collect()
    };
    let listed = evening.ask("GET", "/phones", &json!({})).ok(200);
    assert_eq!(
        phones(evening.ask("GET", "/phones", &json!({}))),
        [json!(["Player 01", null]), json!(["Player 02", null]), json!([null, 1])]
    );
    let first = text(&listed["phones"][0]["id"]);
    assert_eq!(phones(evening.ask("DELETE", &format!("/phones/{first}"), &json!({}))).len(), 2);
    evening.ask("DELETE", &format!("/phones/{first}"), &json!({})).ok(200);
    peg(&league, &game, &ann, 4).problem(401, "unauthorized");
    peg(&league, &game, &bob, 5).ok(201);
    assert!(phones(evening.ask("DELETE", "/phones", &json!({}))).is_empty());
    for phone in [&bob, &table] {
        peg(&league, &game, phone, 6).problem(401, "unauthorized");
    }
    let again = evening.join(&players[0]);
    peg(&league, &game, &again, 7).ok(201);
    league.coordinate("DELETE", &format!("/api/v1/players/{}", players[0]), &json!({})).ok(200);
    peg(&league, &game, &again, 8).problem(401, "unauthorized");
}

#[test]
fn a_phones_token_ends_a_day_after_the_finish() {
    let league = League::open();
    let players = league.players(4);
    let evening = league.evening(&players);
    evening.draw().ok(201);
    let game = evening.tables()[0].game.clone();
    let phone = evening.join(&players[0]);
    peg(&league, &game, &phone, 1).ok(201);
    evening.result(1, &[121, 80]).ok(201);
    evening.finish().ok(200);
    peg(&league, &game, &phone, 1).ok(200);
    let expires: i64 =
        league.database().query_row("SELECT expires_at FROM token WHERE role = 'phone'", [], |row| row.get(0)).unwrap();
    let finished = league.get(&evening.path("/history")).ok(200);
    let finished: pegout_engine::Time =
        text(&finished["events"].as_array().unwrap().last().unwrap()["at"]).parse().unwrap();
    assert_eq!(expires - finished.millis(), 24 * 3600 * 1000);
    let late = json!({"code": evening.code(), "player_id": players[1]});
    league.post("/api/v1/nights/join", &late).problem(409, "night-finished");
    let (id, mut league) = (evening.id.clone(), league);
    league.service.stop();
    league.database().execute("UPDATE token SET expires_at = 1000 WHERE role = 'phone'", []).unwrap();
    let league = league.revived();
    peg(&league, &game, &phone, 1).problem(401, "unauthorized");
    assert_eq!(league.get(&format!("/api/v1/nights/{id}")).ok(200)["status"], "finished");
}

#[test]
fn a_code_is_six_letters_that_nobody_mistakes_and_is_read_as_people_type_it() {
    let league = League::open();
    let players = league.players(2);
    let evening = league.evening(&players);
    let code = evening.code();
    assert_eq!(code.len(), 6);
    assert!(code.chars().all(|letter| "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".contains(letter)), "{code}");
    let typed = format!(" {}-{} ", &code[..3].to_lowercase(), &code[3..]);
    let found = league.post("/api/v1/nights/join", &json!({"code": typed})).ok(200);
    assert_eq!(found, json!({"night_id": evening.id}));
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
    evening.ask("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    join(json!({"code": code, "table": 1})).problem(409, "night-cancelled");
}

#[test]
fn wrong_codes_count_with_wrong_passwords_and_right_ones_do_not() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let league = League::on(service);
    let evening = league.evening(&league.players(2));
    let code = evening.code();
    let join = |code: &str| league.post("/api/v1/nights/join", &json!({"code": code}));
    (0..30).for_each(|_| drop(join(&code).ok(200)));
    for wrong in ["AAAAAA", "aaaaaa", "K7", "", "K7QX2M2", "ÄÖÜ", "000000"] {
        join(wrong).problem(404, "not-found");
    }
    for _ in 0..3 {
        league.post("/api/v1/session", &json!({"password": "no"})).problem(401, "wrong-password");
    }
    let refused = join(&code);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() >= 1);
    refused.problem(429, "too-many-requests");
    league.post("/api/v1/session", &json!({"password": PASSWORD})).problem(429, "too-many-requests");
}

#[test]
fn of_wrong_codes_that_come_all_at_once_no_more_are_looked_at_and_right_ones_do_not_count() {
    let league = League::on(Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD)));
    let evening = league.evening(&league.players(2));
    let code = evening.code();
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
