//! Pegs and takebacks.

use serde_json::{Value, json};

use crate::support::game::{Game, id, scores, two_sides};
use crate::support::service::{PASSWORD, Service};

#[test]
fn a_new_peg_returns_the_game_and_a_location() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let answer = game.peg(
        1,
        &json!({"side": 1, "points": 8, "for": "hand", "by": "Ann's phone", "at": "2026-01-31T20:05:00+01:00"}),
    );
    assert_eq!(answer.header("location"), game.path(&format!("/pegs/{}", id(1))));
    let after = answer.ok(201);
    assert_eq!(after, game.view());
    assert_eq!((scores(&after), &after["version"]), (vec![0, 8], &json!(2)));
    assert_eq!(
        after["pegs"],
        json!([{"id": id(1), "side": 1, "player": null, "points": 8, "for": "hand", "cards": null,
                "starter": null, "by": "Ann's phone", "at": "2026-01-31T19:05:00.000Z", "deal": 1}])
    );
    let after = game.peg(2, &json!({"side": 1, "points": 2})).ok(201);
    assert_eq!((&after["sides"][1]["score"], &after["sides"][1]["previous"]), (&json!(10), &json!(8)));
    assert_eq!(after["pegs"][0]["for"], "other");
}

#[test]
fn a_repeated_peg_is_200_and_scores_nothing() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let peg = json!({"side": 0, "points": 16, "for": "hand", "cards": ["4C", "5D", "5S", "6H"], "starter": "10D"});
    let first = game.peg(1, &peg).ok(201);
    assert_eq!(game.peg(1, &peg).ok(200), first);
    let respelt = json!({"starter": "td", "cards": ["4c", "5♦", "5s", "6H"], "for": "hand", "points": 16.0, "side": 0, "by": null, "at": null});
    assert_eq!(game.peg(1, &respelt).ok(200), first);
    game.peg(2, &json!({"side": 1, "points": 2})).ok(201);
    let now = game.peg(1, &peg).ok(200);
    assert_eq!(scores(&now), [16, 2], "a repeat answers with the game as it is now");
    game.peg(3, &json!({"side": 1, "points": 3, "for": "other"})).ok(201);
    game.peg(3, &json!({"side": 1, "points": 3})).ok(200);
    assert_eq!(game.kinds(), ["begun", "pegged", "pegged", "pegged"]);
}

#[test]
fn the_same_id_with_other_content_or_another_token_is_409() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = Game::two_sided(&service);
    let peg = json!({"side": 0, "points": 2, "for": "play", "by": "Ann"});
    game.peg(1, &peg).ok(201);
    for (field, value) in [
        ("side", json!(1)),
        ("points", json!(3)),
        ("for", json!("other")),
        ("by", json!("Bob")),
        ("at", json!("2026-01-31T19:05:00Z")),
    ] {
        let mut other = peg.clone();
        other[field] = value;
        game.peg(1, &other).problem(409, "already-used");
    }
    let path = game.path(&format!("/pegs/{}", id(1)));
    service.request("PUT", &path, &service.coordinator(), Some(&peg)).problem(409, "already-used");
    assert_eq!(game.scores(), [2, 0]);
}

#[test]
fn a_repeat_after_the_end_of_the_game_is_200_and_changes_nothing() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let peg = json!({"side": 1, "points": 5});
    game.peg(1, &peg).ok(201);
    game.peg(2, &json!({"side": 1, "points": 7})).ok(201);
    game.take_back(2).ok(200);
    game.peg(2, &json!({"side": 1, "points": 7})).ok(200);
    assert_eq!(game.scores(), [0, 5], "a repeat restored a peg taken back");
    let won = game.win(0);
    assert_eq!(won["status"], "finished");
    assert_eq!(game.peg(1, &peg).ok(200), won);
    assert_eq!(game.peg(2, &json!({"side": 1, "points": 7})).ok(200), won);
    game.peg(905, &json!({"side": 0, "points": 10, "for": "hand"})).ok(200);
    game.result(&[121, 5]).ok(200);
    game.peg(1, &peg).ok(200);
}

#[test]
fn the_points_of_a_peg_with_cards_must_equal_their_count() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let hand = |points: u8, earned_by: &str| {
        let cards = ["5H", "5D", "5S", "JC"];
        game.peg(1, &json!({"side": 0, "points": points, "for": earned_by, "cards": cards, "starter": "5C"}))
    };
    let problem = hand(28, "hand").problem(422, "invalid");
    assert_eq!((&problem["given"], &problem["counted"]), (&json!(28), &json!(29)), "{problem}");
    let sentence = problem["detail"].as_str().unwrap();
    assert!(sentence.contains("28") && sentence.contains("29"), "{sentence}");
    assert_eq!(problem["errors"][0]["pointer"], "/points");
    let flush = json!(["2H", "4H", "6H", "8H"]);
    let crib = json!({"side": 0, "points": 4, "for": "crib", "cards": flush, "starter": "QC"});
    assert_eq!(game.peg(2, &crib).problem(422, "invalid")["counted"], 0, "four of a suit are no flush in the crib");
    game.peg(3, &json!({"side": 0, "points": 4, "for": "hand", "cards": flush, "starter": "QC"})).ok(201);
    assert_eq!(scores(&hand(29, "crib").ok(201)), [33, 0]);
}

#[test]
fn invalid_cards_of_a_peg_are_422() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for (peg, slug, pointer) in [
        (json!({"for": "hand", "cards": ["5H", "5D", "5S"]}), "invalid", "/cards"),
        (json!({"for": "hand", "cards": ["5H", "5D", "5S", "5H"]}), "duplicate-card", "/cards/3"),
        (json!({"for": "hand", "cards": ["5H", "5D", "5S", "JC"], "starter": "JC"}), "duplicate-card", "/starter"),
        (json!({"for": "hand", "cards": ["5H", "5D", "5S", "1C"]}), "invalid", "/cards/3"),
        (json!({"for": "hand", "starter": "5C"}), "invalid", "/starter"),
        (json!({"starter": "JC"}), "invalid", "/starter"),
        (json!({"for": "heels", "starter": "QC"}), "invalid", "/starter"),
        (json!({"for": "play", "cards": ["5H", "5D", "5S", "JC"]}), "invalid", "/cards"),
    ] {
        let mut body = json!({"side": 0, "points": 2});
        body.as_object_mut().unwrap().extend(peg.as_object().unwrap().clone());
        let problem = game.peg(1, &body).problem(422, slug);
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
    }
    game.peg(1, &json!({"side": 0, "points": 2, "for": "heels", "starter": "JC"})).ok(201);
}

#[test]
fn a_peg_must_be_possible_for_its_kind() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let good: [(&str, &[u8]); 7] = [
        ("play", &[1, 14, 15]),
        ("go", &[1]),
        ("heels", &[2]),
        ("hand", &[1, 18, 20, 24, 28, 29]),
        ("crib", &[1, 18, 20, 24, 28, 29]),
        ("penalty", &[1, 19, 29]),
        ("other", &[1, 19, 29]),
    ];
    for (number, (earned_by, points)) in
        (1..).zip(good.into_iter().flat_map(|(earned_by, all)| all.iter().map(move |points| (earned_by, points))))
    {
        let peg = json!({"side": 0, "points": points, "for": earned_by});
        game.peg(number, &peg).ok(201);
        game.take_back(number).ok(200);
    }
    let bad: [(&str, &[u8]); 7] = [
        ("play", &[16]),
        ("go", &[2]),
        ("heels", &[1, 3]),
        ("hand", &[19, 25, 26, 27]),
        ("crib", &[19, 25, 26, 27]),
        ("other", &[0, 30, 255]),
        ("penalty", &[0, 30]),
    ];
    for (earned_by, points) in
        bad.into_iter().flat_map(|(earned_by, all)| all.iter().map(move |points| (earned_by, points)))
    {
        let problem = game.peg(100, &json!({"side": 0, "points": points, "for": earned_by})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "/points", "{points} for {earned_by}: {problem}");
    }
    for (body, pointer) in [
        (json!({"side": 2, "points": 1}), "/side"),
        (json!({"side": 3, "points": 1}), "/side"),
        (json!({"side": "Ann", "points": 1}), "/side"),
        (json!({"side": 0}), "/points"),
        (json!({"side": 0, "points": "2"}), "/points"),
        (json!({"side": 0, "points": 1, "for": "luck"}), "/for"),
        (json!({"side": 0, "points": 1, "at": "yesterday"}), "/at"),
        (json!({"side": 0, "points": 1, "at": "-009999-12-31T00:00:00Z"}), "/at"),
        (json!({"side": 0, "points": 1, "at": "0000-01-01T00:00:00Z"}), "/at"),
        (json!({"side": 0, "points": 1, "by": "a".repeat(101)}), "/by"),
        (json!({"side": 0, "points": 1, "points_for": "go"}), "/points_for"),
    ] {
        let problem = game.peg(100, &body).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{body}: {problem}");
    }
}

#[test]
fn muggins_needs_the_rule() {
    let service = Service::start();
    let peg = json!({"side": 1, "points": 2, "for": "muggins"});
    let problem = Game::two_sided(&service).peg(1, &peg).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "/for");
    let mut tournament = two_sides();
    tournament["preset"] = json!("tournament");
    Game::begin(&service, &tournament).peg(1, &peg).ok(201);
}

#[test]
fn the_score_stops_on_the_game_hole_and_the_game_is_over() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 1, "points": 29})).ok(201);
    game.peg(2, &json!({"side": 1, "points": 29})).ok(201);
    for number in 3..7 {
        game.peg(number, &json!({"side": 0, "points": 29})).ok(201);
    }
    game.peg(7, &json!({"side": 0, "points": 2})).ok(201);
    let won = game.peg(8, &json!({"side": 0, "points": 8, "for": "crib"})).ok(201);
    assert_eq!(scores(&won), [121, 58], "118 and 8 is 121");
    assert_eq!(
        (&won["status"], &won["winner"], &won["skunk"], &won["value"], &won["match"]),
        (&json!("finished"), &json!(0), &json!("double_skunk"), &json!(3), &json!([3, 0]))
    );
    let problem = game.peg(9, &json!({"side": 1, "points": 1})).problem(409, "game-over");
    assert_eq!(problem["winner"], "Ann");
    assert_eq!(game.view(), won);
}

#[test]
fn a_peg_that_may_not_win_is_refused() {
    let service = Service::start();
    let mut body = two_sides();
    body["rules"] = json!({"heels_can_win": false, "go_can_win": false});
    let game = Game::begin(&service, &body);
    for number in 1..5 {
        game.peg(number, &json!({"side": 0, "points": 29})).ok(201);
    }
    game.peg(5, &json!({"side": 0, "points": 4})).ok(201);
    game.peg(6, &json!({"side": 0, "points": 1, "for": "go"})).problem(409, "may-not-win");
    game.peg(7, &json!({"side": 0, "points": 2, "for": "heels"})).problem(409, "may-not-win");
    assert_eq!(game.scores(), [120, 0]);
    game.peg(8, &json!({"side": 0, "points": 1, "for": "play"})).problem(409, "may-not-win");
    assert_eq!(game.peg(9, &json!({"side": 0, "points": 2, "for": "play"})).ok(201)["status"], "finished");
}

#[test]
fn a_peg_taken_back_counts_no_more_and_a_repeat_is_harmless() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.peg(1, &json!({"side": 0, "points": 8})).ok(201);
    game.peg(2, &json!({"side": 0, "points": 5})).ok(201);
    game.peg(3, &json!({"side": 1, "points": 2})).ok(201);
    let after = game.take_back(1).ok(200);
    assert_eq!(scores(&after), [5, 2], "any peg can be taken back, not only the newest");
    assert_eq!(after["sides"][0]["previous"], 0);
    assert_eq!(game.take_back(1).ok(200), after);
    game.take_back(99).problem(404, "not-found");
    assert_eq!(game.kinds(), ["begun", "pegged", "pegged", "pegged", "peg_taken_back"]);
}

#[test]
fn a_game_is_open_again_when_its_winning_peg_is_taken_back() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    assert_eq!(game.win(1)["status"], "finished");
    let open = game.take_back(905).ok(200);
    assert_eq!((&open["status"], &open["winner"], &open["value"]), (&json!("playing"), &Value::Null, &Value::Null));
    assert_eq!((scores(&open), &open["match"]), (vec![0, 116], &json!([0, 0])));
    game.peg(1, &json!({"side": 0, "points": 1})).ok(201);
    let problem = game.peg(905, &json!({"side": 1, "points": 9})).problem(409, "already-used");
    assert!(problem["detail"].as_str().unwrap().contains(&id(905)), "{problem}");
}

#[test]
fn the_twenty_newest_active_pegs_are_shown() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for number in 1..=25 {
        game.peg(number, &json!({"side": number % 2, "points": 1})).ok(201);
    }
    game.take_back(24).ok(200);
    let shown: Vec<String> =
        game.view()["pegs"].as_array().unwrap().iter().map(|peg| peg["id"].as_str().unwrap().to_owned()).collect();
    let expected: Vec<String> = (1..=25).rev().filter(|number| *number != 24).take(20).map(id).collect();
    assert_eq!(shown, expected);
    assert_eq!(game.scores(), [11, 13]);
}

#[test]
fn concurrent_pegs_both_count_and_the_same_peg_counts_once() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    let put = |number: u32, points: u8| game.peg(number, &json!({"side": 0, "points": points})).status;
    std::thread::scope(|scope| {
        let put = &put;
        let different: Vec<_> = (1..=12).map(|number| scope.spawn(move || put(number, 1))).collect();
        assert!(different.into_iter().all(|phone| phone.join().unwrap() == 201));
        let same: Vec<_> = (0..12).map(|_| scope.spawn(move || put(50, 3))).collect();
        let created = same.into_iter().map(|phone| phone.join().unwrap()).filter(|status| *status == 201).count();
        assert_eq!(created, 1);
        let rivals: Vec<_> = (1..=12).map(|points| scope.spawn(move || put(51, points))).collect();
        let mut statuses: Vec<u16> = rivals.into_iter().map(|phone| phone.join().unwrap()).collect();
        statuses.sort_unstable();
        assert_eq!((statuses[0], &statuses[1..]), (201, &[409; 11][..]));
    });
    let rival =
        game.view()["pegs"].as_array().unwrap().iter().find(|peg| peg["id"] == id(51)).unwrap()["points"].clone();
    assert_eq!(game.scores(), [12 + 3 + rival.as_u64().unwrap(), 0]);
    let versions: Vec<u64> = game.history().iter().map(|event| event["version"].as_u64().unwrap()).collect();
    assert_eq!(versions, (1..=15).collect::<Vec<u64>>());
}
