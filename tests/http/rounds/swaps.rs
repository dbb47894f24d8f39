//! Swapping seats before the first peg.

use serde_json::json;

use crate::support::game::id;
use crate::support::league::League;

#[test]
fn seats_are_swapped_in_their_games_until_the_first_peg() {
    let league = League::open();
    let night = league.night(&league.players(8));
    night.draw().ok(201);
    let before = night.tables();
    let (one, other) = (before[0].sides[0][1].clone(), before[1].sides[1][0].clone());
    let swap = |round: u32, players: [&String; 2]| {
        night.request("POST", &format!("/rounds/{round}/swaps"), &json!({"players": players}))
    };
    swap(1, [&one, &other]).ok(200);
    let after = night.tables();
    assert_eq!((&after[0].sides[0][1], &after[1].sides[1][0]), (&other, &one));
    assert_eq!((&after[0].game, &after[0].sides[1]), (&before[0].game, &before[0].sides[1]));
    let names = |player: &String| night.row(player)["name"].clone();
    let game = league.get(&format!("/api/v1/games/{}", after[0].game)).ok(200);
    assert_eq!(game["sides"][0]["players"], json!([names(&after[0].sides[0][0]), names(&other)]));
    swap(1, [&one, &one]).problem(422, "invalid");
    let problem = swap(1, [&one, &id(5)]).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/players");
    swap(2, [&one, &other]).problem(404, "not-found");
    swap(70_000, [&one, &other]).problem(404, "not-found");
    swap(0, [&one, &other]).problem(422, "invalid");
    let path = "/rounds/99999999999/swaps";
    let problem = night.request("POST", path, &json!({"players": [one, other]})).problem(422, "invalid");
    assert!(problem["detail"].as_str().unwrap().ends_with("is not a number from 1 to 4294967295."), "{problem}");
    for (players, count) in [(json!([]), "are 0"), (json!([one]), "is 1"), (json!([one, other, id(5)]), "are 3")] {
        let problem = night.request("POST", "/rounds/1/swaps", &json!({"players": players})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "/players");
        assert!(problem["detail"].as_str().unwrap().ends_with(&format!("here {count}.")), "{problem}");
    }
    let phone = night.join(&one);
    let peg = format!("/api/v1/games/{}/pegs/{}", after[1].game, id(1));
    league.request("PUT", &peg, &phone, Some(&json!({"side": 0, "points": 2}))).ok(201);
    let problem = swap(1, [&one, &other]).problem(409, "round-begun");
    assert_eq!(problem["tables"], json!([2]));
    league.request("DELETE", &peg, &phone, None).ok(200);
    swap(1, [&one, &other]).ok(200);
    assert_eq!(night.tables(), before, "swapped back");
    let pegs = &league.request("PUT", &peg, &phone, Some(&json!({"side": 0, "points": 2}))).ok(200)["pegs"];
    assert_eq!(*pegs, json!([]), "a repeat of what was sent from the seat before changes nothing");
    let new = format!("/api/v1/games/{}/pegs/{}", after[1].game, id(2));
    league.request("PUT", &new, &phone, Some(&json!({"side": 0, "points": 2}))).problem(403, "forbidden");
    for table in 1..=2 {
        night.result(table, &[121, 80]).ok(201);
    }
    night.draw().ok(201);
    assert_eq!(swap(1, [&one, &other]).problem(409, "round-closed")["round"], 1);
}

#[test]
fn a_repeated_partnership_is_shown_as_forced() {
    let league = League::open();
    let night = league.night(&league.players(4));
    let forced: Vec<bool> = (0..4)
        .map(|_| {
            night.play_round();
            night.view()["rounds"].as_array().unwrap().last().unwrap()["tables"][0]["forced_repeat"] == true
        })
        .collect();
    assert_eq!(forced, [false, false, false, true], "four players make three different pairs of pairs");
}
