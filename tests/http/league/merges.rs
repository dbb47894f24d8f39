//! Persons who were entered twice.

use serde_json::{Value, json};

use crate::support::game::id;
use crate::support::league::{League, Night, list, text};
use crate::support::service::Answer;

fn merge(league: &League, from: &str, into: &str, number: Option<u32>) -> Answer {
    let body = json!({"into": into, "id": number.map(id)});
    league.as_coordinator("POST", &format!("/api/v1/players/{from}/merge"), &body)
}

fn unmerge(league: &League, from: &str, number: Option<u32>) -> Answer {
    let query = number.map(|number| format!("?id={}", id(number))).unwrap_or_default();
    league.request("DELETE", &format!("/api/v1/players/{from}/merge{query}"), &league.token, None)
}

/// Two nights of a season, with players 1 to 4, and with 5 in the place of 1.
fn season(league: &League, players: &[String]) -> (String, Vec<String>) {
    let season = json!({"name": "Winter", "starts": "2026-01-01", "ends": "2026-04-15"});
    let season = text(&league.as_coordinator("POST", "/api/v1/seasons", &season).ok(201)["id"]);
    let nights = [("2026-01-07", [0, 1, 2, 3]), ("2026-01-14", [4, 1, 2, 3])].map(|(date, seated)| {
        let night = league.schedule(&json!({"date": date, "season_id": season}));
        seated.iter().for_each(|player| drop(night.pay(&players[*player]).ok(201)));
        night.play_round();
        night.finish().ok(200);
        night.id
    });
    (season, nights.to_vec())
}

#[test]
fn two_ids_of_one_person_are_one_in_every_answer_until_the_merge_is_taken_back_also_after_a_restart() {
    let league = League::open();
    let players = league.players(5);
    let (season, nights) = season(&league, &players);
    let read = |league: &League| {
        let mut paths = vec![format!("/api/v1/seasons/{season}/standings")];
        for night in &nights {
            paths.extend(["", "/standings", "/history"].map(|rest| format!("/api/v1/nights/{night}{rest}")));
        }
        paths.iter().map(|path| league.get(path).ok(200)).collect::<Vec<Value>>()
    };
    let before = read(&league);
    assert_eq!(list(&before[0]["rows"]).len(), 5);
    let into = merge(&league, &players[4], &players[0], Some(1)).ok(200);
    assert_eq!((&into["id"], &into["name"]), (&json!(players[0]), &json!("Player 01")));
    merge(&league, &players[4], &players[0], Some(1)).ok(200);
    merge(&league, &players[4], &players[0], Some(2)).ok(200);
    let after = read(&league);
    let rows = list(&after[0]["rows"]);
    assert_eq!(rows.len(), 4);
    let one = rows.iter().find(|row| row["player_id"] == players[0]).unwrap();
    assert_eq!((&one["nights"], &one["games"], &one["name"]), (&json!(2), &json!(2), &json!("Player 01")));
    assert!(after.iter().all(|answer| !answer.to_string().contains(&players[4])), "the other id is nowhere");
    let listed = league.request("GET", "/api/v1/players", &league.token, None).ok(200);
    assert_eq!(list(&listed["players"]).len(), 4);
    let merged = json!([{"id": players[4], "name": "Player 05", "into": players[0]}]);
    assert_eq!(listed["merges"], merged, "it can be taken back at any time");
    let game = list(&after[4]["rounds"])[0]["tables"][0]["game_id"].clone();
    let game = league.get(&format!("/api/v1/games/{}", game.as_str().unwrap())).ok(200);
    assert!(!game.to_string().contains("Player 05"), "{game}");
    let league = league.start_again();
    assert_eq!(read(&league), after);
    assert_eq!(unmerge(&league, &players[4], Some(9)).ok(200)["id"], json!(players[0]), "another merge stands");
    assert_eq!(unmerge(&league, &players[4], Some(1)).ok(200)["id"], json!(players[4]));
    assert_eq!(read(&league), before);
    unmerge(&league, &players[4], None).ok(200);
    assert_eq!(merge(&league, &players[4], &players[0], Some(1)).ok(200)["id"], json!(players[4]), "a repeat");
    assert_eq!(read(&league), before);
}

#[test]
fn the_nights_of_a_player_are_those_that_they_were_checked_in_at_and_of_a_merged_one_those_of_the_person() {
    let league = League::open();
    let players = league.players(5);
    let (_, nights) = season(&league, &players);
    let of = |player: &str| {
        let path = format!("/api/v1/nights?player_id={player}");
        let answer = league.request("GET", &path, &league.token, None).ok(200);
        list(&answer["nights"]).iter().map(|night| text(&night["id"])).collect::<Vec<_>>()
    };
    let each = [0, 4, 1].map(|player| of(&players[player]));
    assert_eq!(each, [nights[..1].to_vec(), nights[1..].to_vec(), nights.clone()]);
    let last = format!("/api/v1/nights?player_id={}&limit=1", players[1]);
    assert_eq!(list(&league.get(&last).ok(200)["nights"])[0]["id"], json!(nights[1]));
    merge(&league, &players[4], &players[0], None).ok(200);
    assert_eq!([0, 4].map(|player| of(&players[player])), [nights.clone(), nights.clone()]);
    unmerge(&league, &players[4], None).ok(200);
    assert_eq!(of(&players[4]), nights[1..]);
    assert_eq!(of(&id(9)), Vec::<String>::new(), "nobody");
}

#[test]
fn a_night_goes_on_with_the_person_and_their_partners_have_met() {
    let league = League::open();
    let players = league.players(5);
    let night = league.night(&players[..4]);
    let first = night.play_round();
    merge(&league, &players[0], &players[4], None).ok(200);
    let partner = |tables: &[crate::support::league::LeagueTable], player: &str| {
        let side = tables[0].sides.iter().find(|side| side.iter().any(|one| one == player)).unwrap().clone();
        side.into_iter().find(|one| one != player).unwrap()
    };
    let second = night.play_round();
    assert_ne!(partner(&second, &players[4]), partner(&first, &players[0]));
    night.enter(&players[0], &json!({"paid": false})).ok(200);
    let entries = list(&night.view()["entries"]);
    assert_eq!((entries.len(), &entries[0]["player_id"], &entries[0]["paid"]), (4, &json!(players[4]), &json!(false)));
    night.withdraw(&players[4]).ok(200);
    assert_eq!(night.view()["entries"][0]["left"], true);
}

#[test]
fn merges_that_make_no_sense_are_refused_and_change_nothing() {
    let league = League::open();
    let players = league.players(5);
    season(&league, &players);
    let before = league.request("GET", "/api/v1/players", &league.token, None).ok(200);
    let problem = merge(&league, &players[0], &players[1], None).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/into");
    merge(&league, &players[0], &players[0], None).problem(409, "merge-cycle");
    merge(&league, &players[0], &id(404), None).problem(422, "invalid");
    assert!([404, 422].contains(&merge(&league, &id(404), &players[0], None).status));
    assert_eq!(league.request("GET", "/api/v1/players", &league.token, None).ok(200), before);
    merge(&league, &players[4], &players[0], None).ok(200);
    merge(&league, &players[0], &players[4], None).problem(409, "merge-cycle");
    let other = league.player("Other");
    merge(&league, &players[4], &other, None).problem(409, "merge-cycle");
    // A chain: from now on, a player who counts as player 1 counts as the other player.
    merge(&league, &players[0], &other, None).ok(200);
    let path = |player: &str| format!("/api/v1/players/{player}");
    assert_eq!(league.request("GET", &path(&players[4]), &league.token, None).ok(200)["id"], json!(other));
    merge(&league, &other, &players[4], None).problem(409, "merge-cycle");
}

#[test]
fn a_person_is_forgotten_with_all_ids() {
    let league = League::open();
    let players = league.players(5);
    let (season, nights) = season(&league, &players);
    merge(&league, &players[4], &players[0], None).ok(200);
    // Nobody with something to get is forgotten.
    for night in &nights {
        let night = Night { league: &league, id: night.clone() };
        let prizes = list(&night.money()["prizes"]);
        for prize in prizes.iter().filter(|prize| prize["player_id"] == json!(players[0])) {
            let payout = json!({"amount": prize["amount"]});
            night.request("PUT", &format!("/payouts/{}", players[0]), &payout).ok(201);
        }
    }
    league.as_coordinator("DELETE", &format!("/api/v1/players/{}", players[4]), &json!({})).ok(200);
    for player in [&players[0], &players[4]] {
        league.request("GET", &format!("/api/v1/players/{player}"), &league.token, None).problem(404, "not-found");
    }
    let rows = list(&league.get(&format!("/api/v1/seasons/{season}/standings")).ok(200)["rows"]);
    assert_eq!(rows.iter().filter(|row| row["name"] == "Former player").count(), 1);
    let night = Night { league: &league, id: nights[1].clone() };
    assert_eq!(night.row(&players[0])["name"], "Former player");
}

#[test]
fn a_phone_may_repeat_what_it_sent_before_its_player_was_merged() {
    let league = League::open();
    let players = league.players(5);
    let night = league.night(&players[..4]);
    night.draw().ok(201);
    let table = &night.tables()[0];
    let (token, peg) = (night.join(&players[0]), format!("/api/v1/games/{}/pegs/{}", table.game, id(1)));
    let peg = || league.request("PUT", &peg, &token, Some(&json!({"side": 0, "points": 2, "for": "play"})));
    peg().ok(201);
    merge(&league, &players[0], &players[4], None).ok(200);
    peg().ok(200);
    night.withdraw(&players[4]).ok(200);
    assert_eq!(peg().ok(200)["sides"][0]["score"], 2);
}

#[test]
fn two_from_whose_fees_the_50_50_was_drawn_are_merged_once_the_draw_is_void() {
    let league = League::open();
    let settings = json!({"name": "League", "draw_percent": 100});
    league.as_coordinator("PUT", "/api/v1/league", &settings).ok(201);
    let players = league.players(5);
    let night = league.night(&players[..4]);
    night.draw().ok(201);
    night.pay(&players[4]).ok(201);
    // Player 5 has no seat in the round, so that the two may be one person.
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    let problem = merge(&league, &players[4], &players[0], None).problem(422, "invalid");
    assert_eq!((&problem["errors"][0]["pointer"], &problem["night_id"]), (&json!("/into"), &json!(night.id)));
    night.request("DELETE", "/fifty-fifty", &json!({"reason": "The same person"})).ok(200);
    merge(&league, &players[4], &players[0], None).ok(200);
    let money = night.money();
    let parts = ["fifty_fifty", "supplies", "activities"].map(|part| money[part].as_u64().unwrap());
    let prizes: u64 = list(&money["prizes"]).iter().map(|prize| prize["amount"].as_u64().unwrap()).sum();
    assert_eq!(parts.iter().sum::<u64>() + prizes, 4000);
}

#[test]
fn a_player_who_sat_while_merged_keeps_the_line_when_the_merge_is_taken_back() {
    let league = League::open();
    let players = league.players(5);
    let night = league.night(&players[..4]);
    merge(&league, &players[0], &players[4], None).ok(200);
    night.play_round();
    let line = night.row(&players[4])["lines"][0].clone();
    unmerge(&league, &players[0], None).ok(200);
    assert_eq!(night.row(&players[4])["lines"][0], line);
    let entries = list(&night.view()["entries"]);
    let paid = |player: &String| entries.iter().find(|entry| entry["player_id"] == *player).unwrap()["paid"].clone();
    assert_eq!([paid(&players[0]), paid(&players[4])], [json!(true), json!(false)]);
}

#[test]
fn a_merge_with_somebody_who_withdrew_is_refused_where_it_takes_a_fee_out_of_the_50_50() {
    let league = League::open();
    // The fee went back with the withdrawal.
    let settings = json!({"name": "League", "draw_percent": 100, "hand_outs": "assumed"});
    league.as_coordinator("PUT", "/api/v1/league", &settings).ok(201);
    let players = league.players(5);
    let night = league.night(&players);
    night.withdraw(&players[4]).ok(200);
    night.draw().ok(201);
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    let (before, money) = (night.view(), night.money());
    let problem = merge(&league, &players[4], &players[0], None).problem(422, "invalid");
    assert_eq!(problem["night_id"], json!(night.id));
    assert_eq!((night.view(), night.money()), (before, money));
    night.request("DELETE", "/fifty-fifty", &json!({"reason": "The same person"})).ok(200);
    merge(&league, &players[4], &players[0], None).ok(200);
}

#[test]
fn two_are_not_parted_where_it_takes_the_fee_of_the_winner_away_until_the_draw_is_void() {
    let league = League::open();
    let players = league.players(5);
    let night = league.night(&players[..4]);
    players[1..4].iter().for_each(|player| drop(night.enter(player, &json!({"paid": false})).ok(200)));
    merge(&league, &players[0], &players[4], Some(1)).ok(200);
    night.draw().ok(201);
    // Player 1 alone paid, and wins as player 5, who never did.
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    let before = night.money();
    let problem = unmerge(&league, &players[0], Some(1)).problem(409, "draw-stands");
    assert_eq!(problem["night_id"], json!(night.id));
    assert_eq!(night.money(), before);
    night.request("DELETE", "/fifty-fifty", &json!({"reason": "Two people"})).ok(200);
    assert_eq!(unmerge(&league, &players[0], Some(1)).ok(200)["id"], json!(players[0]));
}

#[test]
fn a_person_who_was_entered_twice_has_the_hand_outs_of_both_in_hand() {
    let league = League::open();
    let players = league.players(5);
    let night = league.night(&players[..4]);
    night.play_round();
    night.pay(&players[4]).ok(201);
    let pay_out = |player: &str, body: &Value| night.request("PUT", &format!("/payouts/{player}"), body);
    pay_out(&players[4], &json!({"amount": 500})).ok(201);
    pay_out(&players[0], &json!({"amount": 600, "id": id(7)})).ok(201);
    let handed = |league: &League, player: &str| {
        let money = league.get(&format!("/api/v1/nights/{}/money", night.id)).ok(200);
        let row = list(&money["players"]).into_iter().find(|row| row["player_id"] == json!(player));
        row.map(|row| row["handed_out"].clone())
    };
    merge(&league, &players[4], &players[0], Some(1)).ok(200);
    assert_eq!(handed(&league, &players[0]), Some(json!(1_100)));
    pay_out(&players[0], &json!({"amount": 1_100})).ok(200);
    pay_out(&players[4], &json!({"amount": 800})).ok(201);
    assert_eq!(handed(&league, &players[0]), Some(json!(800)), "the amount is the whole one");
    pay_out(&players[0], &json!({"amount": 600, "id": id(7)})).ok(200);
    assert!(!league.get(&night.path("/history")).ok(200).to_string().contains(&players[4]));
    unmerge(&league, &players[4], None).ok(200);
    assert_eq!([0, 4].map(|at| handed(&league, &players[at])), [800, 0].map(|cents| Some(json!(cents))));
}
