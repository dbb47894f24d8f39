//! Answers without a body, and reads that never go back.

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::league::League;
use crate::support::service::Service;

#[test]
fn return_minimal_saves_the_body_and_tells_the_version() {
    let service = Service::start_unlimited();
    let game = Game::two_sided(&service);
    let token = format!("Bearer {}", game.token);
    let ask = |method: &str, rest: &str, prefer: &str, body: Option<&Value>| {
        service.ask(method, &game.path(rest), &[("Authorization", &token), ("Prefer", prefer)], body)
    };
    let peg = format!("/pegs/{}", id(1));
    let two = json!({"side": 0, "points": 2});
    for (method, path, body, status, version) in [
        ("PUT", peg.as_str(), Some(two.clone()), 201, "2"),
        ("PUT", &peg, Some(two.clone()), 204, "2"),
        ("DELETE", &peg, None, 204, "3"),
        ("PUT", "/deals/2", Some(json!({"id": id(2)})), 201, "4"),
        ("PATCH", "", Some(json!({"id": id(3), "sides": [{"name": "Anna"}, {}]})), 204, "5"),
        ("PUT", "/result", Some(json!({"scores": [121, 88]})), 201, "6"),
        ("DELETE", "/result", None, 204, "7"),
    ] {
        let answer = ask(method, path, "handling=strict, return=minimal; foo", body.as_ref());
        assert_eq!((answer.status, answer.text.as_str()), (status, ""), "{method} {path}");
        assert_eq!(answer.header("x-version"), version, "{method} {path}");
        assert_eq!(answer.header("preference-applied"), "return=minimal");
        assert_eq!(answer.header("location").is_empty(), status != 201);
    }
    for prefer in ["return=representation", "respond-async", "", "return=representation, return=minimal"] {
        let answer = ask("PUT", "/deals/2", prefer, Some(&json!({"id": id(2)})));
        assert_eq!(answer.header("preference-applied"), "", "{prefer}");
        assert_eq!(answer.ok(200)["deal"], 2, "{prefer}");
    }
    ask("PUT", "/deals/9", "return=minimal", Some(&json!({"id": id(9)}))).problem(409, "not-the-next-deal");
}

#[test]
fn what_was_seen_comes_back_as_seen() {
    let league = League::open();
    let game = Game::two_sided(&league.service);
    let seen = game.peg(1, &json!({"side": 0, "points": 2})).header("x-seen").to_owned();
    assert_eq!(league.service.get(&game.path(&format!("?seen={seen}"))).ok(200)["sides"][0]["score"], 2);
    // No server has seen this much, as after a backup was restored: the answer is what there is.
    assert_eq!(league.service.get(&game.path("?seen=99")).ok(200)["version"], 2);
    let night = league.night(&[]);
    let seen = league.service.get(&night.path("")).header("x-seen").to_owned();
    assert_eq!(seen, "1.0");
    league.service.get(&night.path("?seen=1.0")).ok(200);
    league.service.get(&night.path("?seen=99.999")).ok(200);
    for read in ["/standings", "/standings.csv", "/money", "/money.csv"] {
        let answer = |seen: &str| league.get(&night.path(&format!("{read}?seen={seen}")));
        assert_eq!(answer("99.999").status, 200, "{read}");
        assert_eq!(answer("1").problem(422, "invalid")["errors"][0]["pointer"], "seen", "{read}");
    }
    for path in ["?seen=0", "?seen=-1", "?seen=1.0", "?seen=x", "/live?seen=x"] {
        let problem = league.service.get(&game.path(path)).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "seen");
    }
    for path in ["?seen=1", "?seen=1.", "?seen=.1", "?seen=1.-1", "?seen=1.2.3", "?seen=%2B1.1", "/live?seen=1"] {
        let problem = league.service.get(&night.path(path)).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], "seen");
    }
}
