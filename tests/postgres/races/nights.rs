//! Draws, pegs, phones and merges of a night, asked of both servers at the same moment.

use serde_json::{Value, json};

use super::{Hall, ROUNDS, together};
use crate::sabotage;
use crate::servers::Servers;
use crate::support::game::id;
use crate::support::league::{Night, list, tables};

/// Asks both servers for the first round of a night at the same moment. Returns the answers, and the night as each
/// server shows it.
fn draw(hall: &Hall, night: &Night) -> ([u16; 2], [Value; 2]) {
    let body = json!({"number": 1});
    let path = night.path("/rounds");
    let (one, other) =
        together(|| night.request("POST", "/rounds", &body).status, || hall.other("POST", &path, &body).status);
    let told = [night.view(), hall.other("GET", &night.path(""), &json!({})).json()];
    let mut statuses = [one, other];
    statuses.sort_unstable();
    (statuses, told)
}

#[test]
fn the_same_draw_asked_of_both_servers_is_one_round() {
    let hall = Hall::open(Servers::start());
    let players = hall.league.players(8);
    for nth in 0..ROUNDS {
        let night = hall.league.night(&players);
        let (statuses, told) = draw(&hall, &night);
        assert_eq!(statuses, [200, 201], "night {nth}");
        let seats = told.each_ref().map(tables);
        assert_eq!((seats[0].len(), &seats[0]), (1, &seats[1]), "night {nth}");
        assert_eq!(night.kinds().iter().filter(|kind| *kind == "round_drawn").count(), 1, "night {nth}");
    }
}

#[test]
fn control_without_the_comparison_of_versions_both_servers_draw_a_round() {
    let servers = sabotage::servers();
    let mut database = servers.sql();
    let hall = Hall::open(servers);
    let players = hall.league.players(4);
    let is_drawn_twice = |_| {
        let night = hall.league.night(&players);
        let (path, body) = (night.path("/rounds"), json!({"number": 1}));
        let answers = together(|| night.request("POST", "/rounds", &body), || hall.other("POST", &path, &body));
        drop(answers);
        sabotage::doubled_versions(&mut database) > 0
    };
    assert!((0..ROUNDS).any(is_drawn_twice), "the drill cannot fail");
}

/// A night whose only result is taken back at one server, while the other is asked for the next round.
struct TakenBackOrDrawn<'a> {
    night: Night<'a>,
    game: String,
    phone: String,
    /// The statuses of the two answers.
    statuses: (u16, u16),
}

impl TakenBackOrDrawn<'_> {
    fn begin<'a>(hall: &'a Hall, players: &[String], nth: u32) -> TakenBackOrDrawn<'a> {
        let night = hall.league.night(players);
        night.draw().ok(201);
        let table = night.tables().remove(0);
        let (phone, game) = (night.join(&table.sides[0][0]), format!("/api/v1/games/{}", table.game));
        night.result(1, &[121, 80]).ok(201);
        let take_back = || hall.other.request("DELETE", &format!("{game}/result"), &phone, None).status;
        let draw = || night.request("POST", "/rounds", &json!({"number": 2})).status;
        let statuses = if nth.is_multiple_of(2) {
            together(take_back, draw)
        } else {
            let (drawn, taken_back) = together(draw, take_back);
            (taken_back, drawn)
        };
        TakenBackOrDrawn { night, game, phone, statuses }
    }
}

#[test]
fn a_peg_and_the_next_draw_at_the_same_moment_do_not_both_happen() {
    let hall = Hall::open(Servers::start());
    let players = hall.league.players(4);
    let (mut drawn, mut pegged) = (0, 0);
    for nth in 0..ROUNDS {
        let TakenBackOrDrawn { night, game, phone, statuses } = TakenBackOrDrawn::begin(&hall, &players, nth);
        match statuses {
            (200, 409) => {
                assert_eq!(tables(&night.view()).len(), 1, "night {nth}");
                let peg = json!({"side": 0, "points": 2});
                hall.other.request("PUT", &format!("{game}/pegs/{}", id(nth)), &phone, Some(&peg)).ok(201);
                pegged += 1;
            }
            (409, 201) => {
                for server in [&hall.league.service, &hall.other] {
                    assert_eq!(server.get(&format!("{game}?seen=2")).ok(200)["status"], "finished", "night {nth}");
                }
                drawn += 1;
            }
            both => panic!("both happened, or neither, at night {nth}: {both:?}"),
        }
    }
    println!("{ROUNDS} nights: the phone came first at {pegged}, the draw at {drawn}");
}

#[test]
fn control_without_the_comparison_of_versions_a_result_is_taken_back_and_the_next_round_drawn() {
    let servers = sabotage::servers();
    let hall = Hall::open(servers);
    let players = hall.league.players(4);
    let both_happen = |nth| TakenBackOrDrawn::begin(&hall, &players, nth).statuses == (200, 201);
    assert!((0..ROUNDS).any(both_happen), "the drill cannot fail");
}

#[test]
fn a_phone_that_joins_at_one_server_while_the_other_sends_all_away_has_no_rights_afterwards() {
    let hall = Hall::open(Servers::start());
    let (mut joined, mut refused) = (0, 0);
    for nth in 0..ROUNDS {
        let night = hall.league.schedule(&json!({"date": "2026-01-28"}));
        let join = json!({"code": night.code(), "table": 1});
        hall.league.post("/api/v1/nights/join", &join).ok(201);
        let (answer, sent_away) = together(
            || hall.other.post("/api/v1/nights/join", &join),
            || night.request("DELETE", "/phones", &json!({})).status,
        );
        assert_eq!(sent_away, 200, "night {nth}");
        match answer.status {
            // The phone came first, and is sent away with the other phones.
            201 => joined += 1,
            404 => refused += 1,
            other => panic!("the phone is answered {other} at night {nth}"),
        }
        assert_eq!(list(&night.request("GET", "/phones", &json!({})).ok(200)["phones"]).len(), 0, "night {nth}");
    }
    println!("{ROUNDS} nights: the phone came first at {joined}, the coordinator at {refused}");
}

#[test]
fn two_players_who_are_merged_while_a_round_is_drawn_do_not_sit_in_it_as_two() {
    let hall = Hall::open(Servers::start());
    let (mut merged, mut drawn) = (0, 0);
    for nth in 0..ROUNDS {
        let players = hall.league.players(6);
        let night = hall.league.night(&players);
        let (path, body) = (format!("/api/v1/players/{}/merge", players[0]), json!({"into": players[1]}));
        let (draw, merge) = together(|| night.draw().status, || hall.other("POST", &path, &body).status);
        assert_eq!(draw, 201, "night {nth}");
        match merge {
            200 | 201 => merged += 1,
            422 => drawn += 1,
            other => panic!("the merge is answered {other} at night {nth}"),
        }
        let told = hall.other("GET", &night.path(""), &json!({})).json();
        let mut seated: Vec<String> =
            tables(&told).iter().flatten().flat_map(|table| table.players().cloned().collect::<Vec<_>>()).collect();
        let seats = seated.len();
        seated.sort();
        seated.dedup();
        assert_eq!(seated.len(), seats, "one person sits twice at night {nth}: {told}");
    }
    println!("{ROUNDS} nights: the merge came first at {merged}, the draw at {drawn}");
}
