//! Games outside a night.

use serde_json::{Value, json};

use super::Club;
use crate::support::game::{Game, id, token, two_sides};
use crate::support::service::Service;

/// Sides of these sizes.
fn sides(sizes: &[usize]) -> Value {
    let players = |side: usize| move |player: usize| format!("Player {side}.{player}");
    let side = |(side, size): (usize, &usize)| {
        let players: Vec<String> = (1..=*size).map(players(side)).collect();
        json!({"name": format!("Side {side}"), "players": players})
    };
    (1..).zip(sizes).map(side).collect()
}

/// Begins the game of this number with PUT.
fn begin<'a>(service: &'a Service, number: u32, mut body: Value) -> Game<'a> {
    body["scorer_token"] = json!(token(number));
    let game = Game { service, id: id(number), token: token(number) };
    game.put("", &body).ok(201);
    game
}

pub fn play(club: &mut Club) {
    let scorers = [every_peg(club), a_match(club), names_and_confirmations(club)];
    for (name, number) in ["scorer", "scorer of a match", "scorer of a contested game"].iter().zip(scorers) {
        club.add_token(name, token(number));
        club.add_id(&format!("game of the {name}"), &id(number));
    }
    by_every_preset(&club.league);
    by_rules_of_their_own(&club.league);
    variants(&club.league);
    let begun = Game::begin(&club.league, &two_sides());
    begun.peg(1, &json!({"side": 1, "points": 2})).ok(201);
}

/// An open game with every kind of peg, takeback and result, by every role. Pegs name their deal and device, or do not.
fn every_peg(club: &Club) -> u32 {
    let by = "Ann’s phone";
    let rules = json!({"muggins": true, "skunk_below": null, "double_skunk_below": null});
    let game = begin(&club.league, 1, json!({"sides": sides(&[2, 2]), "rules": rules, "first_dealer": 1, "by": by}));
    let tapped = "2026-01-20T19:05:00.500Z";
    let pegs = [
        json!({"side": 1, "points": 2, "for": "heels", "starter": "JC", "by": by}),
        json!({"side": 0, "points": 2, "for": "play"}),
        json!({"side": 1, "points": 1, "for": "go", "at": tapped}),
        json!({"side": 0, "points": 29, "for": "hand", "cards": ["5H", "5D", "5S", "JC"], "starter": "5C", "by": by}),
        json!({"side": 0, "points": 14, "for": "hand", "cards": ["5H", "5D", "5S", "JC"]}),
        json!({"side": 1, "points": 11, "for": "crib", "cards": ["5H", "5D", "JC", "QS"], "starter": "2C"}),
        json!({"side": 0, "points": 3, "for": "muggins"}),
        json!({"side": 1, "points": 2, "for": "penalty"}),
        json!({"side": 1, "points": 7, "for": "other"}),
        json!({"side": 0, "points": 6}),
        json!({"side": 0, "points": 0, "for": "hand", "deal": 1, "device": id(701)}),
        json!({"side": 1, "points": 0, "for": "crib", "cards": ["2H", "4H", "6S", "8D"], "starter": "KC", "deal": 1}),
        json!({"side": 1, "points": 8, "for": "hand", "deal": 1, "device": id(701), "by": by}),
        json!({"side": 1, "points": 8, "for": "hand", "deal": 1, "device": id(702)}),
    ];
    for (number, peg) in (1..).zip(&pegs) {
        game.peg(number, peg).ok(201);
    }
    let amendments = [
        (1, json!({"side": 0})),
        (2, json!({"points": 3})),
        (3, json!({"side": 0, "by": by})),
        (4, json!({"side": 1})),
        (6, json!({"side": 0})),
        (7, json!({"points": 4})),
        (8, json!({"points": 3})),
        (10, json!({"side": 1, "player": 1, "at": tapped})),
    ];
    for (number, (peg, values)) in (801..).zip(amendments) {
        let mut body = values;
        body["id"] = json!(id(number));
        let path = game.path(&format!("/pegs/{}", id(peg)));
        club.league.request("PATCH", &path, &game.token, Some(&body)).ok(200);
    }
    game.take_back(9).ok(200);
    game.delete(&format!("/pegs/{}?by=Bob", id(2))).ok(200);
    game.deal(2, 22).ok(201);
    game.deal(3, 23).ok(201);
    game.delete("/deals/3").ok(200);
    game.result(&[121, 60]).ok(201);
    game.delete("/result").ok(200);
    let callers = ["coordinator", "coordinator with a name", "representative"];
    for (number, caller) in (15..).zip(callers) {
        let body = json!({"side": 0, "points": 1});
        let token = club.tokens[caller].as_str().unwrap();
        club.league.request("PUT", &game.path(&format!("/pegs/{}", id(number))), token, Some(&body)).ok(201);
    }
    1
}

/// A match of three games. The first is corrected after the third began, so that both later games carry a new tally.
fn a_match(club: &Club) -> u32 {
    let first = begin(&club.league, 2, two_sides());
    first.win(0);
    let second = first.rematch(3);
    second.result(&[60, 121]).ok(201);
    let third = second.rematch(4);
    third.peg(1, &json!({"side": 0, "points": 4, "for": "play"})).ok(201);
    let correction = json!({"scores": [90, 121], "reason": "The board says so."});
    club.league.as_coordinator("PUT", &first.path("/result"), &correction).ok(201);
    2
}

/// Games of sides without names. The first game gets names and a first dealer, and its result is confirmed. The result
/// of its rematch is contested. Another result is contested and taken back.
fn names_and_confirmations(club: &Club) -> u32 {
    let phones = [id(701), id(702)];
    let game = begin(&club.league, 50, json!({"sides": [{}, {"players": ["Bob"]}]}));
    let names = json!({"id": id(60), "sides": [{"name": "Ann"}, {"players": ["Zoé"]}], "first_dealer": 1, "by": "Ann"});
    club.league.request("PATCH", &game.path(""), &game.token, Some(&names)).ok(200);
    game.put("/result", &json!({"winner": 0, "short_by": 31, "device": phones[0]})).ok(201);
    let confirm = |game: &Game, number: u32, side: u8, answer: Value| {
        let mut body = json!({"id": id(number), "side": side, "device": phones[1], "by": "Bob"});
        body.as_object_mut().unwrap().extend(answer.as_object().unwrap().clone());
        game.put("/result/confirmation", &body).ok(201);
    };
    confirm(&game, 61, 0, json!({"agrees": true}));
    confirm(&game, 62, 1, json!({"agrees": false}));
    confirm(&game, 63, 1, json!({"agrees": true}));
    let rematch = game.rematch(51);
    rematch.put("/result", &json!({"scores": [121, 90], "device": phones[0]})).ok(201);
    confirm(&rematch, 64, 0, json!({"agrees": true}));
    confirm(&rematch, 65, 1, json!({"agrees": false, "scores": [121, 91]}));
    let back = begin(&club.league, 52, json!({"sides": [{}, {}, {}]}));
    back.put("/result", &json!({"scores": [121, 90, 80], "device": phones[0]})).ok(201);
    confirm(&back, 66, 2, json!({"agrees": false, "scores": [90, 80, 121]}));
    back.delete("/result").ok(200);
    50
}

/// A game with every preset, with sides of every size, and its rematch.
fn by_every_preset(service: &Service) {
    let presets = service.get("/api/v1/rules").ok(200);
    let sizes: [&[usize]; 6] = [&[1, 1], &[1, 1, 1], &[2, 2], &[3, 3], &[2, 3], &[2, 2, 2]];
    for ((number, (preset, rules)), sizes) in
        (10..).step_by(2).zip(presets.as_object().unwrap()).zip(sizes.iter().cycle())
    {
        let game = begin(service, number, json!({"sides": sides(sizes), "preset": preset}));
        let target = rules["target"].as_u64().unwrap();
        let scores: Vec<u64> =
            (0..sizes.len() as u64).map(|side| if side == 1 { target } else { target / 2 - side }).collect();
        game.put("/result", &json!({"scores": scores, "by": "Di"})).ok(201);
        let mut rematch = json!({"rematch_of": game.id, "by": "Di"});
        if rules["first_deal"] == "cut" {
            rematch["first_dealer"] = json!(1);
        }
        let next = Game { service, id: id(number + 1), token: game.token };
        next.put("", &rematch).ok(201);
    }
}

fn by_rules_of_their_own(service: &Service) {
    let rules = json!({
        "target": 61, "skunk_below": 31, "double_skunk_below": null, "game_values": [3, 4, 5], "crib_flush_of_four": true,
        "heels_can_win": false, "go_can_win": false, "last_card_point": false, "first_deal": "alternate",
    });
    let game = begin(service, 40, json!({"sides": two_sides()["sides"], "rules": rules}));
    let flush = json!({"side": 0, "points": 4, "for": "crib", "cards": ["2H", "4H", "6H", "KH"], "starter": "8C"});
    game.peg(1, &flush).ok(201);
    game.result(&[61, 30]).ok(201);
    game.rematch(41);
}

/// Crash with its own directions, a rematch with other directions, and games with rules that no preset has.
fn variants(service: &Service) {
    let crash = json!({"sides": sides(&[1, 1]), "preset": "crash", "crash_directions": [1, -1]});
    let game = begin(service, 90, crash);
    game.peg(1, &json!({"side": 0, "player": 0, "points": 12})).ok(201);
    game.result(&[121, 90]).ok(201);
    let rematch = json!({"rematch_of": game.id, "crash_directions": [-1, 1]});
    Game { service, id: id(92), token: game.token.clone() }.put("", &rematch).ok(201);
    let strict = json!({
        "first_deal": "alternate_then_cut", "match_to": 2, "go_from_120": false, "heels_from_120": false,
        "nineteen": "hand_and_crib", "penalties": {"renege": 3, "cut": 0},
    });
    begin(service, 91, json!({"sides": sides(&[2, 2]), "rules": strict}));
}
