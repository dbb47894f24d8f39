//! Phones that join with a token of their own, however often the request comes.

use serde_json::{Value, json};

use crate::support::league::{League, list};

/// Tokens that phones have made.
const TOKENS: [&str; 2] =
    ["QSBwaG9uZSdzIG93biB0b2tlbiBudW1iZXIgMSAuLi4", "QSBwaG9uZSdzIG93biB0b2tlbiBudW1iZXIgMiAuLi4"];

#[test]
fn a_phone_that_joins_again_with_its_token_is_one_phone() {
    let league = League::open();
    let night = league.night(&league.players(4));
    let player = night.view()["entries"][0]["player_id"].clone();
    let join = |owner: Value, token: &str| {
        let mut body = json!({"code": night.code(), "token": token});
        body.as_object_mut().unwrap().extend(owner.as_object().unwrap().clone());
        league.post("/api/v1/nights/join", &body)
    };
    let (own, other) = (TOKENS[0], TOKENS[1]);
    let joined = join(json!({"table": 1}), own).ok(201);
    assert_eq!(joined["token"], own);
    assert_eq!(join(json!({"table": 1}), own).ok(200), joined);
    join(json!({"player_id": player}), other).ok(201);
    join(json!({"player_id": player}), other).ok(200);
    assert_eq!(list(&league.get(&night.path("/phones")).ok(200)["phones"]).len(), 2);
    for (owner, token) in
        [(json!({"table": 2}), own), (json!({"table": 1}), other), (json!({"table": 1}), &league.token)]
    {
        let problem = join(owner, token).problem(409, "already-used");
        assert_eq!(problem["errors"][0]["pointer"], "/token");
    }
    assert_eq!(join(json!({}), own).problem(422, "invalid")["errors"][0]["pointer"], "/token");
}

#[test]
fn of_many_requests_at_once_with_one_token_one_phone_comes() {
    let league = League::open();
    let night = league.night(&league.players(4));
    let (league, code) = (&league, night.code());
    let statuses: Vec<(usize, u16)> = std::thread::scope(|scope| {
        let join = |table: usize| {
            let body = json!({"code": code, "table": table, "token": TOKENS[0]});
            (table, league.post("/api/v1/nights/join", &body).status)
        };
        let joins: Vec<_> = (0..8).map(|number| scope.spawn(move || join(1 + number % 2))).collect();
        joins.into_iter().map(|join| join.join().unwrap()).collect()
    });
    let phones = league.get(&night.path("/phones")).ok(200)["phones"].clone();
    assert_eq!(list(&phones).len(), 1, "{statuses:?}");
    let table = phones[0]["table"].as_u64().unwrap() as usize;
    for (asked, status) in statuses {
        assert_eq!([200, 201].contains(&status), asked == table, "{asked}: {status}");
    }
}
