//! Draws, swaps, the 50/50 and the finish of a night with an id of the client's, however often the request comes.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night, text};

/// The operations whose body takes an id: a path, and a body without it. They can follow each other in this order.
fn commands(night: &Night) -> [(&'static str, Value); 4] {
    let tables = night.tables();
    let seat = |table: usize| tables.get(table).map_or_else(|| id(404), |table| table.sides[0][0].clone());
    [
        ("/rounds", json!({"number": 1})),
        ("/rounds/1/swaps", json!({"players": [seat(0), seat(1)]})),
        ("/fifty-fifty", json!({})),
        ("/finish", json!({"void_open_games": true})),
    ]
}

/// The command of this place with an id.
fn command(night: &Night, place: usize, id: String) -> (&'static str, Value) {
    let (path, mut body) = commands(night)[place].clone();
    body["id"] = json!(id);
    (path, body)
}

/// Sends the four commands with the ids 1 to 4. Returns their paths and bodies.
fn send_all(night: &Night) -> Vec<(&'static str, Value)> {
    let send = |place: usize| {
        let (path, body) = command(night, place, id(place as u32 + 1));
        let answer = night.request("POST", path, &body);
        assert_eq!(answer.status, [201, 200, 201, 200][place], "{path}: {}", answer.text);
        (path, body)
    };
    (0..4).map(send).collect()
}

#[test]
fn a_repeat_is_200_with_the_night_as_it_is_after_each_later_command() {
    let league = League::open();
    let night = league.night(&league.players(8));
    let mut sent = Vec::new();
    for place in 0..4 {
        let (path, body) = command(&night, place, id(place as u32 + 1));
        night.request("POST", path, &body);
        sent.push((path, body));
        let view = night.view();
        for (path, body) in &sent {
            assert_eq!(night.request("POST", path, body).ok(200), view, "{path}");
        }
        assert_eq!(night.view(), view);
    }
    let once = ["settings_taken", "round_drawn", "swapped", "fifty_fifty_drawn", "finished"];
    assert_eq!(night.kinds()[9..], once);
}

#[test]
fn repeats_have_no_effect_after_a_restart() {
    let league = League::open();
    let night = league.night(&league.players(8));
    let sent = send_all(&night);
    let (view, night_id) = (night.view(), night.id.clone());
    let league = league.start_again();
    let night = Night { league: &league, id: night_id };
    for (path, body) in &sent {
        assert_eq!(night.request("POST", path, body).ok(200), view, "{path}");
    }
}

#[test]
fn concurrent_commands_with_one_id_take_effect_once() {
    let league = League::open();
    let night = league.night(&league.players(8));
    for place in 0..4 {
        let before = night.kinds().len();
        let (path, body) = command(&night, place, id(place as u32 + 1));
        let answers: Vec<u16> = std::thread::scope(|scope| {
            let sent: Vec<_> = (0..6).map(|_| scope.spawn(|| night.request("POST", path, &body).status)).collect();
            sent.into_iter().map(|sent| sent.join().unwrap()).collect()
        });
        assert!(answers.iter().all(|status| [200, 201].contains(status)), "{path}: {answers:?}");
        let made = answers.iter().filter(|status| **status == 201).count();
        assert_eq!(made, [1, 0, 1, 0][place], "{path}: {answers:?}");
        // The first round comes with the settings that the night takes.
        assert_eq!(night.kinds().len() - before, [2, 1, 1, 1][place], "{path}");
    }
}

#[test]
fn the_night_and_its_history_tell_the_ids() {
    let league = League::open();
    let night = league.night(&league.players(8));
    let before = night.view();
    assert_eq!((&before["fifty_fifty"], &before["finish"]), (&json!(null), &json!(null)));
    send_all(&night);
    let view = night.view();
    assert_eq!(view["rounds"][0]["id"], id(1));
    assert_eq!(view["fifty_fifty"]["id"], id(3));
    assert_eq!(view["finish"], json!({"id": id(4)}));
    let history = league.get(&night.path("/history")).ok(200);
    let ids: Vec<&Value> = history["events"].as_array().unwrap().iter().filter_map(|event| event.get("id")).collect();
    assert_eq!(ids, [1, 2, 3, 4].map(id).iter().collect::<Vec<_>>());
}

#[test]
fn a_night_without_ids_tells_none_and_its_events_hold_none() {
    let league = League::open();
    let night = league.night(&league.players(8));
    for place in 0..4 {
        let (path, body) = commands(&night)[place].clone();
        night.request("POST", path, &body);
    }
    let view = night.view();
    assert_eq!(view["status"], "finished");
    assert_eq!((&view["rounds"][0]["id"], &view["fifty_fifty"]["id"]), (&json!(null), &json!(null)));
    assert_eq!(view["finish"], json!({"id": null}));
    let history = league.get(&night.path("/history")).ok(200);
    assert!(history["events"].as_array().unwrap().iter().all(|event| event.get("id").is_none()), "{history}");
}

#[test]
fn an_id_of_another_operation_is_409_and_changes_nothing() {
    let league = League::open();
    let night = league.night(&league.players(8));
    send_all(&night);
    let view = night.view();
    for place in 0..4 {
        for used in (0..4).filter(|used| *used != place as u32) {
            let (path, body) = command(&night, place, id(used + 1));
            let problem = night.request("POST", path, &body).problem(409, "already-used");
            let detail = format!(
                "The id {} was used for another operation of this night. Use a new id for this one.",
                id(used + 1)
            );
            assert_eq!(problem["detail"], detail, "{path}");
        }
    }
    assert_eq!(night.view(), view);
}

#[test]
fn an_id_of_another_night_is_free() {
    let league = League::open();
    let players = league.players(8);
    for _ in 0..2 {
        send_all(&league.night(&players));
    }
}

#[test]
fn a_refused_command_can_be_sent_again_with_its_id() {
    let league = League::open();
    let night = league.night(&league.players(1));
    let body = json!({"number": 1, "id": id(1)});
    night.request("POST", "/rounds", &body).problem(409, "too-few-players");
    night.pay(&league.player("Late")).ok(201);
    night.request("POST", "/rounds", &body).ok(201);
}

#[test]
fn a_draw_with_an_id_and_without_a_number_draws_one_round() {
    let league = League::open();
    let night = league.night(&league.players(4));
    let draw = |number| night.request("POST", "/rounds", &json!({"id": id(number)}));
    draw(1).ok(201);
    draw(1).ok(200);
    draw(2).problem(409, "still-playing");
    night.result(1, &[121, 90]).ok(201);
    draw(1).ok(200);
    assert_eq!(draw(2).ok(201)["rounds"].as_array().unwrap().len(), 2);
    let other = night.request("POST", "/rounds", &json!({"number": 2, "id": id(3)})).ok(200);
    assert_eq!(other["rounds"][1]["id"], id(2), "the round was drawn with another id");
}

#[test]
fn a_request_that_had_no_effect_has_none_when_it_is_repeated_after_a_take_back() {
    let league = League::open();
    let players = league.players(5);
    let night = league.night(&players[..4]);
    let draw = |number: u32| night.request("POST", "/rounds", &json!({"number": 1, "id": id(number)}));
    let finish = |number: u32| night.request("POST", "/finish", &json!({"void_open_games": true, "id": id(number)}));
    let rounds = |view: &Value| view["rounds"].as_array().unwrap().len();
    draw(1).ok(201);
    assert_eq!(draw(2).ok(200)["rounds"][0]["id"], id(1));
    night.request("DELETE", &format!("/rounds/1?id={}", id(1)), &json!({})).ok(200);
    assert_eq!(rounds(&draw(2).ok(200)), 0);
    draw(3).ok(201);
    finish(4).ok(200);
    assert_eq!(finish(5).ok(200)["finish"]["id"], id(4));
    night.request("DELETE", "/finish", &json!({"reason": "One round was still to come"})).ok(200);
    assert_eq!(finish(5).ok(200)["status"], "playing");
    let enter = |number: u32, paid: bool| night.enter(&players[4], &json!({"paid": paid, "id": id(number)}));
    enter(6, true).ok(201);
    enter(7, true).ok(200);
    night.withdraw(&players[4]).ok(200);
    for number in [6, 7] {
        assert_eq!(enter(number, true).ok(200)["entries"].as_array().unwrap().len(), 4, "the withdrawn stay away");
    }
    enter(8, false).ok(201);
    enter(1, true).problem(409, "already-used");
}

#[test]
fn a_repeated_swap_does_not_swap_back() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    let before = night.tables();
    let (path, body) = command(&night, 1, id(1));
    night.request("POST", path, &body).ok(200);
    let after = night.tables();
    assert_ne!(after, before);
    night.request("POST", path, &body).ok(200);
    assert_eq!(night.tables(), after);
    let (_, back) = command(&night, 1, id(2));
    night.request("POST", path, &back).ok(200);
    assert_eq!(night.tables(), before);
    night.request("POST", path, &body).ok(200);
    assert_eq!(night.tables(), before, "a repeat after the seats were swapped back");
}

#[test]
fn a_draw_of_the_fifty_fifty_is_voided_by_its_id_and_not_made_again() {
    let league = League::open();
    let night = league.night(&league.players(4));
    night.draw().ok(201);
    let draw = |number: u32| night.request("POST", "/fifty-fifty", &json!({"id": id(number)}));
    let void = |number: u32| {
        let path = format!("/fifty-fifty?id={}", id(number));
        night.request("DELETE", &path, &json!({"reason": "The winner had gone home."})).ok(200)
    };
    let drawn = draw(1).ok(201);
    assert_eq!(drawn["id"], id(1));
    assert_eq!(draw(1).ok(200)["fifty_fifty"], drawn, "a repeat returns the night");
    draw(2).problem(409, "already-drawn");
    assert_eq!(void(2)["fifty_fifty"], drawn, "no draw has this id");
    assert_eq!(void(1)["fifty_fifty"], json!(null));
    assert_eq!(draw(1).ok(200)["fifty_fifty"], json!(null));
    let second = draw(2).ok(201);
    assert_eq!(void(1)["fifty_fifty"], second, "the repeat of the void leaves the second draw as it is");
    assert_eq!(night.kinds()[7..], ["fifty_fifty_drawn", "fifty_fifty_voided", "fifty_fifty_drawn"]);
    let any = night.request("DELETE", "/fifty-fifty", &json!({"reason": "A ticket fell down."})).ok(200);
    assert_eq!(any["fifty_fifty"], json!(null), "without an id any draw is voided");
}

#[test]
fn an_invalid_id_of_a_command_is_422_with_a_pointer() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    let view = night.view();
    for (path, mut body) in commands(&night) {
        for wrong in [json!("again"), json!(7), json!("")] {
            body["id"] = wrong;
            let problem = night.request("POST", path, &body).problem(422, "invalid");
            assert_eq!(problem["errors"][0]["pointer"], "/id", "{path}: {problem}");
        }
    }
    let problem = night.request("DELETE", "/fifty-fifty?id=again", &json!({"reason": "x"})).problem(422, "invalid");
    assert_eq!(text(&problem["errors"][0]["pointer"]), "id");
    assert_eq!(night.view(), view);
}

#[test]
fn a_command_with_an_id_to_an_unknown_night_is_404() {
    let league = League::open();
    let night = Night { league: &league, id: id(404) };
    for (path, body) in [
        ("/rounds", json!({"id": id(1)})),
        ("/rounds/1/swaps", json!({"id": id(1), "players": [id(2), id(3)]})),
        ("/fifty-fifty", json!({"id": id(1)})),
        ("/finish", json!({"id": id(1)})),
    ] {
        night.request("POST", path, &body).problem(404, "not-found");
    }
}
