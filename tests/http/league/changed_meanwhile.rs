//! Requests that name the version they were made at, and what another session has changed since.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night};
use crate::support::service::{Answer, PASSWORD};

/// Another session of the coordinator's, under a name.
fn other(league: &League) -> String {
    let session = league.post("/api/v1/session", &json!({"name": "Zoé", "password": PASSWORD})).ok(201);
    session["token"].as_str().unwrap().to_owned()
}

fn version(night: &Night) -> Value {
    night.view()["version"].clone()
}

fn as_other(night: &Night, token: &str, method: &str, rest: &str, body: &Value) -> Answer {
    night.league.request(method, &night.path(rest), token, Some(body))
}

#[track_caller]
fn clash(answer: Answer, current: &Value) {
    let problem = answer.problem(409, "changed-meanwhile");
    assert_eq!((&problem["current"], &problem["by"]), (current, &json!("Zoé")), "{problem}");
    assert!(problem["at"].is_string());
}

#[test]
fn an_entry_that_another_session_has_changed_is_409_with_the_entry_and_another_entry_is_no_clash() {
    let league = League::open();
    let (players, zoe) = (league.players(2), other(&league));
    let night = league.night(&players);
    let based_on = version(&night);
    let entry = |player: &str| format!("/entries/{player}");
    as_other(&night, &zoe, "PUT", &entry(&players[0]), &json!({"guest": true})).ok(200);
    let unpaid = json!({"paid": false, "based_on": based_on, "id": id(1)});
    let before = night.view();
    clash(night.enter(&players[0], &unpaid), &before["entries"][0]);
    assert_eq!(night.view(), before);
    night.enter(&players[1], &unpaid).ok(200);
    night.enter(&players[0], &json!({"guest": true, "based_on": based_on})).ok(200);
    let newest = json!({"paid": false, "based_on": version(&night), "id": id(2)});
    night.enter(&players[0], &newest).ok(200);
    as_other(&night, &zoe, "PUT", &entry(&players[0]), &json!({"paid": true})).ok(200);
    assert_eq!(night.enter(&players[0], &newest).ok(200)["entries"][0]["paid"], true, "a repeat is no clash");
    as_other(&night, &zoe, "DELETE", &entry(&players[0]), &json!({})).ok(200);
    clash(night.enter(&players[0], &json!({"paid": true, "based_on": based_on})), &json!(null));
    for wrong in [json!(0), json!(-1), json!("3"), json!(1.5)] {
        night.enter(&players[1], &json!({"paid": true, "based_on": wrong})).problem(422, "invalid");
    }
}

#[test]
fn a_hand_out_that_another_session_has_changed_is_409_with_the_money_of_the_player() {
    let league = League::open();
    let (players, zoe) = (league.players(4), other(&league));
    let night = league.night(&players);
    night.play_round();
    let based_on = version(&night);
    let payout = |player: &str| format!("/payouts/{player}");
    let pay_out = |player: &str, body: &Value| night.request("PUT", &payout(player), body);
    as_other(&night, &zoe, "PUT", &payout(&players[0]), &json!({"amount": 100})).ok(201);
    let before = night.money();
    let stale = json!({"amount": 200, "based_on": based_on, "id": id(1)});
    clash(pay_out(&players[0], &stale), &before["players"][0]);
    assert_eq!(night.money(), before);
    pay_out(&players[0], &json!({"amount": 200, "what": "fifty_fifty", "based_on": based_on})).ok(201);
    pay_out(&players[0], &json!({"amount": 100, "based_on": based_on})).ok(200);
    pay_out(&players[1], &stale).ok(201);
    pay_out(&players[0], &json!({"amount": 300, "based_on": version(&night)})).ok(201);
    pay_out(&players[0], &json!({"amount": 0, "based_on": based_on})).ok(201);
    as_other(&night, &zoe, "PUT", &format!("/entries/{}", players[1]), &json!({"guest": true})).ok(200);
    let with_fee = json!({"amount": 400, "paid": false, "based_on": based_on});
    clash(pay_out(&players[1], &with_fee), &night.money()["players"][1]);
    pay_out(&players[2], &with_fee).ok(201);
}

#[test]
fn ones_own_changes_are_no_clash() {
    let league = League::open();
    let players = league.players(2);
    let night = league.night(&players);
    let based_on = version(&night);
    for paid in [false, true, false] {
        night.enter(&players[0], &json!({"paid": paid, "based_on": based_on})).ok(200);
    }
}

#[test]
fn a_table_that_another_session_has_reseated_is_409_and_another_table_is_no_clash() {
    let league = League::open();
    let zoe = other(&league);
    let night = league.night(&league.players(12));
    night.draw().ok(201);
    let (tables, based_on) = (night.tables(), version(&night));
    let turned = |table: usize| {
        let sides = &tables[table - 1].sides;
        json!([{"number": table, "sides": [[sides[0][1], sides[0][0]], sides[1]]}])
    };
    let put = |table: usize| {
        let body = json!({"tables": turned(table), "based_on": based_on});
        night.request("PUT", "/rounds/1/seats", &body)
    };
    let crossed = &tables[0].sides;
    let crossed = json!([{"number": 1, "sides": [[crossed[0][0], crossed[1][0]], [crossed[0][1], crossed[1][1]]]}]);
    as_other(&night, &zoe, "PUT", "/rounds/1/seats", &json!({"tables": crossed})).ok(200);
    clash(put(1), &json!([night.view()["rounds"][0]["tables"][0]]));
    put(2).ok(200);
}

#[test]
fn a_fifty_fifty_that_another_session_has_drawn_or_voided_is_409_with_the_draw() {
    let league = League::open();
    let zoe = other(&league);
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let before = version(&night);
    let drawn = as_other(&night, &zoe, "POST", "/fifty-fifty", &json!({"id": id(1)})).ok(201);
    clash(night.request("POST", "/fifty-fifty", &json!({"id": id(2), "based_on": before})), &drawn);
    let path = format!("/fifty-fifty?id={}", id(1));
    let void = |based_on: &Value| {
        let body = json!({"reason": "The winner had gone home.", "based_on": based_on});
        night.request("DELETE", &path, &body)
    };
    clash(void(&before), &drawn);
    void(&version(&night)).ok(200);
}

#[test]
fn a_setting_of_the_night_that_another_session_has_changed_is_409_and_another_setting_is_no_clash() {
    let league = League::open();
    let zoe = other(&league);
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    let based_on = version(&night);
    as_other(&night, &zoe, "PATCH", "", &json!({"starts_at": "18:00"})).ok(200);
    let change = |field: &str, value: Value| night.request("PATCH", "", &json!({field: value, "based_on": based_on}));
    let current = json!({
        "date": "2026-01-28", "starts_at": "18:00", "ends_at": null, "games_per_night": 4,
        "format": "doubles_movement", "card": "points_short",
    });
    clash(change("starts_at", json!("20:00")), &current);
    change("games_per_night", json!(3)).ok(200);
    change("starts_at", json!("18:00")).ok(200);
}

#[test]
fn a_result_or_void_of_another_session_is_409_for_the_coordinator_with_the_game() {
    let league = League::open();
    let zoe = other(&league);
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    let [one, two] = [0, 1].map(|table| format!("/api/v1/games/{}", night.tables()[table].game));
    let based_on = night.view()["rounds"][0]["tables"][0]["version"].clone();
    assert_eq!(based_on, 1);
    let result = |game: &str, scores: [u8; 2], number: u32| {
        let body = json!({"scores": scores, "reason": "as the card says", "id": id(number), "based_on": based_on});
        league.as_coordinator("PUT", &format!("{game}/result"), &body)
    };
    let theirs = json!({"scores": [121, 91]});
    let shown = league.request("PUT", &format!("{one}/result"), &zoe, Some(&theirs)).ok(201);
    clash(result(&one, [121, 90], 1), &shown);
    result(&one, [121, 91], 2).ok(200);
    result(&two, [121, 90], 3).ok(201);
    let void = |game: &str, based_on: &Value| {
        let body = json!({"reason": "The wrong four sat down", "based_on": based_on});
        league.as_coordinator("PUT", &format!("{game}/void"), &body)
    };
    clash(void(&one, &based_on), &shown);
    void(&one, &shown["version"]).ok(201);
    assert_eq!(night.view()["rounds"][0]["tables"][0]["status"], "void");
}

#[test]
fn a_corrected_result_with_an_id_takes_effect_once() {
    let league = League::open();
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let game = night.tables()[0].game.clone();
    let correct = |scores: [u8; 2], number: u32| {
        let body = json!({"scores": scores, "reason": "as the card says", "id": id(number)});
        league.as_coordinator("PUT", &format!("/api/v1/games/{game}/result"), &body)
    };
    correct([121, 90], 1).ok(201);
    correct([90, 121], 2).ok(200);
    assert_eq!(correct([121, 90], 1).ok(200)["winner"], 1, "the repeat of the first result");
    league.as_coordinator("DELETE", &format!("/api/v1/games/{game}/result"), &json!({})).ok(200);
    for number in [1, 2] {
        assert_eq!(correct([121, 90], number).ok(200)["status"], "playing");
    }
    correct([121, 90], 3).ok(201);
}

#[test]
fn a_withdrawal_of_a_player_whom_another_session_has_checked_in_since_is_409() {
    let league = League::open();
    let (players, zoe) = (league.players(2), other(&league));
    let night = league.night(&players);
    let path = |based_on: &Value| format!("/entries/{}?based_on={based_on}", players[0]);
    let based_on = version(&night);
    as_other(&night, &zoe, "PUT", &format!("/entries/{}", players[0]), &json!({"paid": false})).ok(200);
    let before = night.view();
    clash(night.request("DELETE", &path(&based_on), &json!({})), &before["entries"][0]);
    assert_eq!(night.view(), before);
    assert_eq!(before["entries"][0]["changed"]["by"], "Zoé");
    assert_eq!(before["entries"][1]["changed"]["by"], json!(null), "the coordinator's own");
    let problem = night.request("DELETE", &path(&json!(0)), &json!({})).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "based_on");
    night.request("DELETE", &path(&version(&night)), &json!({})).ok(200);
    assert_eq!(night.view()["entries"].as_array().unwrap().len(), 1);
}

const LEAGUE: &str = "/api/v1/league";

/// The settings with this name, decided on the league with this tag.
fn set(league: &League, name: &str, based_on: &Value) -> Answer {
    league.as_coordinator("PUT", LEAGUE, &json!({"name": name, "based_on": based_on}))
}

fn tag(league: &League) -> Value {
    league.get(LEAGUE).header("etag").into()
}

#[test]
fn of_two_who_replace_the_same_settings_one_is_told() {
    let league = League::open();
    let based_on = tag(&league);
    let statuses = std::thread::scope(|scope| {
        let (league, based_on) = (&league, &based_on);
        let put = |name| scope.spawn(move || set(league, name, based_on).status);
        ["One", "Two", "Three", "Four"].map(put).map(|put| put.join().unwrap())
    });
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 3, "{statuses:?}");
    let current = league.get(LEAGUE).ok(200);
    let problem = set(&league, "Five", &based_on).problem(409, "changed-meanwhile");
    assert_eq!([&problem["current"], &problem["by"], &problem["at"]], [&current, &json!(null), &json!(null)]);
    assert_eq!(league.get(LEAGUE).ok(200), current);
    set(&league, "Five", &tag(&league)).ok(200);
    set(&league, "Six", &json!(null)).ok(200);
    assert_eq!(league.as_coordinator("PUT", LEAGUE, &json!({"name": "Seven"})).ok(200)["name"], "Seven");
}

#[test]
fn settings_that_are_set_twice_by_one_tag_stay_and_the_day_of_their_rules_too() {
    let league = League::open();
    let body = json!({"name": "Ours", "rules": {"muggins": true}, "based_on": tag(&league)});
    let first = league.as_coordinator("PUT", LEAGUE, &body).json();
    let again = league.as_coordinator("PUT", LEAGUE, &body).ok(200);
    assert_eq!((&again, again["rules_since"].is_string()), (&first, true));
}

#[test]
fn the_tag_of_settings_fits_as_a_proxy_hands_it_on_and_anything_else_is_422() {
    let league = League::open();
    let plain = tag(&league);
    let hash = plain.as_str().unwrap().trim_matches('"');
    for (number, form) in ["\"-\"", "W/\"-\"", "\"--gzip\"", "W/\"--deflate\""].iter().enumerate() {
        set(&league, &format!("Before {number}"), &json!(null));
        let hash = tag(&league).as_str().unwrap().trim_matches('"').to_owned();
        set(&league, &format!("After {number}"), &form.replacen('-', &hash, 1).into()).ok(200);
    }
    for wrong in
        [json!(hash), json!("\"\""), json!("\"v12\""), json!("*"), json!(12), json!(format!("\"{hash}\", \"{hash}\""))]
    {
        let problem = set(&league, "Wrong", &wrong).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "/based_on", "{wrong}: {problem}");
    }
    assert_eq!(league.get(LEAGUE).ok(200)["name"], "After 3");
}
