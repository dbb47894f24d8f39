//! Deals: beginning the next one, and taking it back.

use serde_json::{Value, json};

use crate::support::game::{Game, id, two_sides};
use crate::support::service::{PASSWORD, Service};

fn deal(game: &Value) -> (u64, u64, u64) {
    (game["deal"].as_u64().unwrap(), game["dealer"].as_u64().unwrap(), game["crib"].as_u64().unwrap())
}

#[test]
fn the_deal_passes_to_the_left_and_the_crib_with_it() {
    let service = Service::start();
    let pairs = json!({"sides": [{"name": "Us", "players": ["Ann", "Bob"]}, {"name": "Them", "players": ["Cy", "Di"]}], "first_dealer": 2});
    let game = Game::begin(&service, &pairs);
    assert_eq!(deal(&game.view()), (1, 2, 0));
    let answer = game.deal(2, 2);
    assert_eq!(answer.header("location"), game.path("/deals/2"));
    assert_eq!(deal(&answer.ok(201)), (2, 3, 1));
    assert_eq!(deal(&game.deal(3, 3).ok(201)), (3, 0, 0));
    let three =
        Game::begin(&service, &json!({"sides": [{"name": "A"}, {"name": "B"}, {"name": "C"}], "first_dealer": 1}));
    assert_eq!(deal(&three.deal(2, 2).ok(201)), (2, 2, 2));
    assert_eq!(deal(&three.deal(3, 3).ok(201)), (3, 0, 0));
}

#[test]
fn only_the_next_deal_can_begin() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    for number in [1, 3, 4_294_967_295] {
        assert_eq!(game.deal(number, 9).problem(409, "not-the-next-deal")["next"], 2, "{number}");
    }
    game.deal(2, 2).ok(201);
    assert_eq!(game.deal(4, 9).problem(409, "not-the-next-deal")["next"], 3);
    assert_eq!(game.kinds(), ["begun", "deal_begun"]);
}

#[test]
fn a_repeated_deal_is_200_and_another_id_for_it_409() {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let game = Game::two_sided(&service);
    let begun = game.deal(2, 2).ok(201);
    assert_eq!(game.deal(2, 2).ok(200), begun);
    game.deal(3, 2).problem(409, "already-used");
    game.put("/deals/2", &json!({"id": id(2), "by": "Bob"})).problem(409, "already-used");
    let body = json!({"id": id(2)});
    service.request("PUT", &game.path("/deals/2"), &service.coordinator(), Some(&body)).problem(409, "already-used");
    assert_eq!(game.deal(2, 3).problem(409, "not-the-next-deal")["next"], 3, "another phone passed the same deal on");
    game.deal(3, 3).ok(201);
    game.deal(2, 2).ok(200);
    assert_eq!(game.view()["deal"], 3);
}

#[test]
fn the_newest_deal_is_taken_back_for_good() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.deal(2, 2).ok(201);
    game.deal(3, 3).ok(201);
    assert_eq!(game.delete("/deals/2").problem(409, "not-the-newest-deal")["newest"], 3);
    let back = game.delete("/deals/3").ok(200);
    assert_eq!(deal(&back), (2, 1, 1));
    assert_eq!(game.delete("/deals/3").ok(200), back, "taking it back twice is harmless");
    assert_eq!(game.deal(3, 3).ok(200), back, "its id cannot begin it again");
    assert_eq!(deal(&game.deal(3, 4).ok(201)), (3, 0, 0));
    assert_eq!(game.deal(3, 3).ok(200)["deal"], 3, "the late repeat changes nothing");
}

#[test]
fn a_repeated_take_back_with_an_id_leaves_the_deal_that_began_since() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.deal(2, 2).ok(201);
    let take_back = || game.delete(&format!("/deals/2?by=Ann&id={}", id(2)));
    assert_eq!(take_back().ok(200)["deal"], 1);
    game.deal(2, 3).ok(201);
    assert_eq!(take_back().ok(200)["deal"], 2);
    assert_eq!(game.delete("/deals/2").ok(200)["deal"], 1, "without an id it is another request");
    game.delete("/deals/2?id=nine").problem(422, "invalid");
}

#[test]
fn the_first_deal_cannot_be_taken_back_and_an_unknown_deal_is_404() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    assert_eq!(game.delete("/deals/1").problem(409, "not-the-newest-deal")["newest"], 1);
    game.delete("/deals/2").problem(404, "not-found");
}

#[test]
fn no_deal_begins_in_a_finished_game() {
    let service = Service::start();
    let game = Game::two_sided(&service);
    game.deal(2, 2).ok(201);
    game.win(0);
    assert_eq!(game.deal(3, 3).problem(409, "game-over")["winner"], "Ann");
    game.deal(2, 2).ok(200);
    assert_eq!(game.delete("/deals/2").ok(200)["status"], "finished");
}

#[test]
fn a_deal_needs_an_id() {
    let service = Service::start();
    let game = Game::begin(&service, &two_sides());
    assert_eq!(game.put("/deals/2", &json!({})).problem(422, "invalid")["errors"][0]["pointer"], "/id");
    assert_eq!(
        game.put("/deals/2", &json!({"id": id(2), "by": ""})).problem(422, "invalid")["errors"][0]["pointer"],
        "/by"
    );
}
