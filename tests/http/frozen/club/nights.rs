//! Nights of every kind: finished, under way, gathering, scheduled, cancelled, and reinstated.

use serde_json::{Value, json};

use super::{Club, Night, People, formats, reseated, taken_back};
use crate::support::game::id;
use crate::support::league::{LeagueTable, list, text};
use crate::support::service::Answer;

pub fn play(club: &mut Club, people: &People) {
    finished(club, people);
    finished_by_two(club, people);
    cut(club, people);
    by_rules_of_their_own(club, people);
    under_way(club, people);
    gathering(club, people);
    taken_back::play(club, people);
    reseated::play(club, people);
    formats::play(club, people);
    never_begun(club, people);
    set(club, json!({"name": "Ligue de cribbage de Saint-Roch", "fee": 1200, "games_per_night": 5}));
    hand_out(club, &people.leaver);
    let forgotten = format!("/api/v1/players/{}", people.leaver);
    club.league.as_coordinator("DELETE", &forgotten, &json!({})).ok(200);
}

/// Hands a player their prize of the finished night, and gives the fees of nights to come back: nobody with money here is forgotten.
fn hand_out(club: &Club, player: &str) {
    let night = Night { league: &club.league, id: text(&club.ids["finished night"]) };
    let rows = list(&night.money()["players"]);
    let prize = rows.iter().find(|row| row["player_id"] == player).unwrap()["prize_now"].clone();
    night.request("PUT", &format!("/payouts/{player}"), &json!({"amount": prize})).ok(201);
    for summary in list(&club.league.get("/api/v1/nights").ok(200)["nights"]) {
        let night = Night { league: &club.league, id: text(&summary["id"]) };
        let has_paid = |entry: &Value| entry["player_id"] == player && entry["paid"] == true;
        if summary["status"] == "open" && list(&night.view()["entries"]).iter().any(has_paid) {
            night.enter(player, &json!({"paid": false})).ok(200);
        }
    }
}

/// Sets the settings of the league.
fn set(club: &Club, settings: Value) {
    let answer = club.league.as_coordinator("PUT", "/api/v1/league", &settings);
    assert!([200, 201].contains(&answer.status), "{}", answer.text);
}

/// Sends a request with the token of this name.
fn ask_as(club: &Club, caller: &str, method: &str, path: &str, body: &Value) -> Answer {
    club.league.request(method, path, club.tokens[caller].as_str().unwrap(), Some(body))
}

/// Sends a PUT to a resource of a game.
fn put(club: &Club, game: &str, token: &str, rest: &str, body: &Value) {
    club.league.request("PUT", &format!("/api/v1/games/{game}{rest}"), token, Some(body)).ok(201);
}

/// Joins a phone for a player or a table and returns its token.
fn join(club: &Club, night: &Night, owner: (&str, Value)) -> String {
    let mut body = json!({"code": night.code()});
    body[owner.0] = owner.1;
    text(&club.league.post("/api/v1/nights/join", &body).ok(201)["token"])
}

/// Seven players and two rounds: swapped seats, a tie at a table of three, two fifty-fifty draws. The finish makes a
/// game void, and a correction follows. The night has the default settings and ids from the client.
fn finished(club: &mut Club, people: &People) {
    let settings =
        json!({"name": "Cribbage Saint-Roch", "games_per_night": 2, "prize_shares": [60, 40], "public": true});
    set(club, settings);
    let season = &people.seasons[0];
    let night = club.league.schedule(&json!({"id": id(500), "date": "2026-01-28", "season_id": season}));
    for player in people.members.iter().take(5).chain([&people.leaver]) {
        night.pay(player).ok(201);
    }
    night.enter(&people.guest, &json!({"guest": true})).ok(201);
    night.enter(&people.members[5], &json!({})).ok(201);
    night.withdraw(&people.members[5]).ok(200);
    night.request("POST", "/rounds", &json!({"number": 1, "id": id(501)})).ok(201);
    let tables = night.tables();
    let swap = json!({"players": [tables[0].sides[0][0], tables[1].sides[0][0]], "id": id(502)});
    night.request("POST", "/rounds/1/swaps", &swap).ok(200);
    night.request("POST", "/fifty-fifty", &json!({"id": id(503)})).ok(201);
    let void = json!({"reason": "The winner had gone home."});
    let drawn = night.path(&format!("/fifty-fifty?id={}", id(503)));
    ask_as(club, "representative", "DELETE", &drawn, &void).ok(200);
    night.request("POST", "/fifty-fifty", &json!({"id": id(504)})).ok(201);
    let winner = text(&night.view()["fifty_fifty"]["player_id"]);
    let payout = json!({"amount": 700, "what": "fifty_fifty", "id": id(508)});
    night.request("PUT", &format!("/payouts/{winner}"), &payout).ok(201);
    let phone = join(club, &night, ("table", json!(1)));
    let forgotten = join(club, &night, ("player_id", json!(people.leaver)));
    put(club, &tables[0].game, &phone, &format!("/pegs/{}", id(1)), &json!({"side": 1, "points": 12, "for": "hand"}));
    night.result(1, &[121, 60]).ok(201);
    night.result(2, &[97, 121, 97]).ok(201);
    let game = format!("/api/v1/games/{}", tables[0].game);
    let first_dealer = json!({"id": id(506), "first_dealer": 2});
    club.league.request("PATCH", &game, &phone, Some(&first_dealer)).ok(200);
    let confirmation = json!({"id": id(507), "side": 0, "agrees": true, "device": id(703)});
    put(club, &tables[0].game, &phone, "/result/confirmation", &confirmation);
    night.draw().ok(201);
    night.result(1, &[121, 90]).ok(201);
    let finish = json!({"void_open_games": true, "id": id(505)});
    ask_as(club, "coordinator with a name", "POST", &night.path("/finish"), &finish).ok(200);
    let payout = json!({"amount": 300, "id": id(509)});
    night.request("PUT", &format!("/payouts/{}", people.members[0]), &payout).ok(201);
    night.correct(&tables[0].game, &[92, 121], Some("The board was read wrong.")).ok(200);
    let id = night.id.clone();
    club.add_token("phone of a night that is over", phone);
    club.add_token("phone of a player who was forgotten", forgotten);
    club.add_id("finished night", &id);
    club.add_id("corrected game", &tables[0].game);
}

/// Two players, with rules that cut for the first deal.
fn finished_by_two(club: &Club, people: &People) {
    set(
        club,
        json!({"name": "Cribbage Saint-Roch", "preset": "tournament", "games_per_night": 1, "fee": 500, "draw_part": 0}),
    );
    for (date, season) in [("2026-02-04", &people.seasons[0]), ("2026-02-11", &people.seasons[1])] {
        let night = club.league.schedule(&json!({"date": date, "season_id": season, "starts_at": "18:30"}));
        for player in &people.members[..2] {
            night.pay(player).ok(201);
        }
        night.play_round();
        night.finish().ok(200);
    }
}

/// Two nights of two players by rules that no preset has.
fn by_rules_of_their_own(club: &Club, people: &People) {
    let name = "Cribbage Saint-Roch";
    let strict = json!({
        "first_deal": "alternate_then_cut", "match_to": 2, "go_from_120": false, "heels_from_120": false,
        "nineteen": "hand_and_crib", "jokers": 1, "penalties": {"renege": 3, "cut": 0},
    });
    let crib_less = json!({"no_discard": true, "nineteen": "hand"});
    for (date, rules) in [("2026-01-15", strict), ("2026-01-16", crib_less)] {
        let hall = ("https://example.org/cribbage", "America/Toronto", "Salle Saint-Roch, 12; rue Principale");
        let (address, time_zone, place) = hall;
        set(club, json!({"name": name, "rules": rules, "address": address, "time_zone": time_zone, "place": place}));
        let night = club.league.schedule(&json!({"date": date}));
        people.members[..2].iter().for_each(|player| drop(night.pay(player).ok(201)));
        night.draw().ok(201);
    }
    set(club, json!({"name": name}));
}

/// Two players who cut for the deal and have not said who deals.
fn cut(club: &Club, people: &People) {
    let name = "Cribbage Saint-Roch";
    set(club, json!({"name": name, "first_dealer": "table_cuts"}));
    let night = club.league.schedule(&json!({"date": "2026-02-12"}));
    people.members[..2].iter().for_each(|player| drop(night.pay(player).ok(201)));
    night.draw().ok(201);
    set(club, json!({"name": name, "first_dealer": "drawn"}));
}

/// Eight players and then nine, so that the second round has a new draw. The third is still to come. Phones peg.
fn under_way(club: &mut Club, people: &People) {
    let rules = json!({"target": 61, "skunk_below": null, "double_skunk_below": null, "first_deal": "alternate", "muggins": true});
    set(
        club,
        json!({"name": "Cribbage Saint-Roch", "rules": rules, "draw_percent": 40, "pot_percent": 100, "prize_shares": []}),
    );
    let night =
        club.league.schedule(&json!({"date": "2026-02-18", "season_id": people.seasons[0], "games_per_night": 3}));
    for player in &people.members {
        night.pay(player).ok(201);
    }
    let phone = night.join(&people.members[0]);
    night.draw().ok(201);
    for seated in night.tables() {
        let of_player = seated.players().any(|player| *player == people.members[0]);
        let token = if of_player { &phone } else { &club.league.token };
        let peg = json!({"side": 0, "points": 2, "for": "play", "at": "2026-02-18T19:10:00Z"});
        put(club, &seated.game, token, &format!("/pegs/{}", id(1)), &peg);
        put(club, &seated.game, token, "/deals/2", &json!({"id": id(2)}));
        put(club, &seated.game, token, "/result", &json!({"scores": [61, 40]}));
    }
    night.enter(&people.members[1], &json!({"paid": false})).ok(200);
    night.enter(&people.guest, &json!({"guest": true, "paid": true})).ok(201);
    night.withdraw(&people.members[7]).ok(200);
    night.enter(&people.members[7], &json!({})).ok(200);
    night.draw().ok(201);
    let tables = night.tables();
    let is_there = |table: &&LeagueTable| table.players().any(|player| *player == people.members[0]);
    let of_player = tables.iter().find(is_there).unwrap();
    let (number, of_table) = (1..).zip(&tables).find(|(_, table)| !is_there(table)).unwrap();
    let table = join(club, &night, ("table", json!(number)));
    let game = &of_table.game;
    put(club, game, &table, &format!("/pegs/{}", id(3)), &json!({"side": 1, "points": 8, "for": "hand"}));
    put(club, game, &table, &format!("/pegs/{}", id(4)), &json!({"side": 0, "points": 3, "for": "muggins"}));
    club.league.request("DELETE", &format!("/api/v1/games/{game}/pegs/{}", id(4)), &table, None).ok(200);
    night.request("POST", "/fifty-fifty", &json!({})).ok(201);
    let id = night.id.clone();
    club.add_token("phone of a player", phone);
    club.add_token("phone of a table", table);
    club.add_id("night under way", &id);
    club.add_id("game of the phone of a player", &of_player.game);
    club.add_id("game of the phone of a table", game);
}

/// A night with entries. One of its players is forgotten later.
fn gathering(club: &mut Club, people: &People) {
    let night = club.league.schedule(&json!({"date": "2026-02-25", "season_id": people.seasons[0]}));
    night.pay(&people.members[3]).ok(201);
    night.pay(&people.leaver).ok(201);
    night.enter(&people.members[4], &json!({})).ok(201);
    night.request("POST", "/join-code", &json!({"id": id(508)})).ok(201);
    let id = night.id.clone();
    club.add_id("gathering night", &id);
}

/// A scheduled night, one without a season that was cancelled twice, and one that was reinstated and postponed.
fn never_begun(club: &Club, people: &People) {
    club.league.schedule(&json!({"date": "2026-03-04", "season_id": people.seasons[0]}));
    let cancelled = club.league.schedule(&json!({"date": "2026-03-11"}));
    let cancel = |night: &Night, reason: &str| night.request("PUT", "/cancellation", &json!({"reason": reason}));
    cancel(&cancelled, "Snow").ok(201);
    cancel(&cancelled, "More snow").ok(200);
    let tick = format!("/cancellation/notified/{}", people.members[0]);
    cancelled.request("PUT", &tick, &json!({})).ok(201);
    cancelled.request("DELETE", &tick, &json!({})).ok(200);
    cancelled.request("PUT", &tick, &json!({})).ok(201);
    let reinstated = club.league.schedule(&json!({"date": "2026-03-18", "season_id": people.seasons[1]}));
    cancel(&reinstated, "Snow").ok(201);
    reinstated.request("DELETE", "/cancellation", &json!({})).ok(200);
    reinstated.request("PATCH", "", &json!({"date": "2026-03-19", "starts_at": "20:00"})).ok(200);
    reinstated.request("PATCH", "", &json!({"games_per_night": 2})).ok(200);
}
