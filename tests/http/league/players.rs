//! Players and their contact data.

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::service::{Answer, PASSWORD, Service};

const PLAYERS: &str = "/api/v1/players";

fn club() -> (Service, String) {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    (service, coordinator)
}

fn add(service: &Service, token: &str, body: &Value) -> Answer {
    service.request("POST", PLAYERS, token, Some(body))
}

/// Adds a player and returns their path.
fn address(service: &Service, token: &str, body: &Value) -> String {
    format!("{PLAYERS}/{}", add(service, token, body).ok(201)["id"].as_str().unwrap())
}

#[test]
fn an_added_player_is_found_at_its_location() {
    let (service, token) = club();
    let answer = add(&service, &token, &json!({"name": "  Ann Archer ", "phone": " +1 (555) 555-0134 x12"}));
    let location = answer.header("location").to_owned();
    let player = answer.ok(201);
    assert_eq!(location, format!("{PLAYERS}/{}", player["id"].as_str().unwrap()));
    let id = player["id"].clone();
    let expected =
        json!({"id": id, "name": "Ann Archer", "active_member": true, "phone": "+1 (555) 555-0134 x12", "email": null});
    assert_eq!(player, expected);
    assert_eq!(service.request("GET", &location, &token, None).ok(200), player);
    let guest = json!({"name": "Cy", "active_member": false, "phone": null, "email": "cy.d'or+cards@mail.example.org"});
    let guest_added = add(&service, &token, &guest).ok(201);
    assert_eq!(guest_added["active_member"], false);
    assert_eq!(guest_added["email"], guest["email"]);
}

#[test]
fn players_are_sorted_by_name() {
    let (service, token) = club();
    for name in ["Zoë", "bob", "Émile", "Eve", "Ann", "Éa", "Ann"] {
        add(&service, &token, &json!({"name": name})).ok(201);
    }
    let list = service.request("GET", PLAYERS, &token, None).ok(200);
    let names: Vec<&str> =
        list["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Ann", "Ann", "bob", "Éa", "Émile", "Eve", "Zoë"]);
}

#[test]
fn a_patch_changes_given_fields_and_null_clears_optional_ones() {
    let (service, token) = club();
    let ann = address(&service, &token, &json!({"name": "Ann", "phone": "555-0134", "email": "ann@example.org"}));
    let change = |body: Value| service.request("PATCH", &ann, &token, Some(&body));
    let before = service.request("GET", &ann, &token, None).ok(200);
    assert_eq!(change(json!({})).ok(200), before);
    assert_eq!(service.request("PATCH", &ann, &token, None).ok(200), before);
    let mut expected = before.clone();
    expected["name"] = json!("Ann Baker");
    assert_eq!(change(json!({"name": "Ann Baker"})).ok(200), expected);
    expected["phone"] = Value::Null;
    expected["active_member"] = json!(false);
    assert_eq!(change(json!({"phone": null, "active_member": false})).ok(200), expected);
    assert_eq!(service.request("GET", &ann, &token, None).ok(200), expected);
    for name in ["name", "active_member"] {
        let problem = change(json!({name: null})).problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], format!("/{name}"), "{problem}");
    }
    assert_eq!(service.request("GET", &ann, &token, None).ok(200), expected);
}

#[test]
fn concurrent_patches_of_different_fields_are_all_kept() {
    let (service, token) = club();
    let ann = address(&service, &token, &json!({"name": "Ann"}));
    for round in 0..10 {
        let changes =
            [json!({"phone": format!("555-01{round}0")}), json!({"email": format!("ann{round}@example.org")})];
        std::thread::scope(|scope| {
            for change in &changes {
                scope.spawn(|| service.request("PATCH", &ann, &token, Some(change)).ok(200));
            }
        });
        let player = service.request("GET", &ann, &token, None).ok(200);
        assert_eq!([&player["phone"], &player["email"]], [&changes[0]["phone"], &changes[1]["email"]]);
    }
}

#[test]
fn an_invalid_player_is_422_with_a_pointer() {
    let (service, token) = club();
    let ann = address(&service, &token, &json!({"name": "Ann"}));
    for (field, wrong) in [
        ("name", json!("")),
        ("name", json!(" \t ")),
        ("name", json!("x".repeat(101))),
        ("name", json!("Ann\nArcher")),
        ("name", json!(7)),
        ("active_member", json!("yes")),
        ("phone", json!("")),
        ("phone", json!("1234")),
        ("phone", json!("call me")),
        ("phone", json!("555-0134; rm")),
        ("phone", json!("5".repeat(21))),
        ("email", json!("")),
        ("email", json!("ann")),
        ("email", json!("ann@example")),
        ("email", json!("ann@example.org, bob@example.org")),
        ("email", json!("ann@example.org?bcc=eve@example.org")),
        ("email", json!("Ann <ann@example.org>")),
        ("email", json!(format!("ann@{}.org", "example.".repeat(40)))),
        ("age", json!(80)),
    ] {
        let mut whole = json!({"name": "Bob"});
        whole[field] = wrong.clone();
        for answer in
            [add(&service, &token, &whole), service.request("PATCH", &ann, &token, Some(&json!({field: wrong})))]
        {
            let problem = answer.problem(422, "invalid");
            assert_eq!(problem["errors"][0]["pointer"], format!("/{field}"), "{problem}");
        }
    }
    assert_eq!(add(&service, &token, &json!({})).problem(422, "invalid")["errors"][0]["pointer"], "/name");
    assert_eq!(service.request("GET", PLAYERS, &token, None).ok(200)["players"].as_array().unwrap().len(), 1);
}

#[test]
fn a_forgotten_player_is_gone_everywhere_and_a_repeat_is_harmless() {
    let (mut service, token) = club();
    let ann = address(
        &service,
        &token,
        &json!({"name": "Ann Forgetmenot", "phone": "555-777-0134", "email": "ann@forget.example"}),
    );
    let bob = address(&service, &token, &json!({"name": "Bob"}));
    for _ in 0..2 {
        assert_eq!(service.request("DELETE", &ann, &token, None).ok(200), json!({}));
    }
    service.request("GET", &ann, &token, None).problem(404, "not-found");
    service.request("PATCH", &ann, &token, Some(&json!({"name": "Ann"}))).problem(404, "not-found");
    let left = service.request("GET", PLAYERS, &token, None).ok(200);
    assert_eq!(left["players"].as_array().unwrap().len(), 1);
    service.request("GET", &bob, &token, None).ok(200);
    nowhere(&service);
    service.stop();
    nowhere(&service);
}

/// Asserts that no file of the database holds data of the forgotten player.
fn nowhere(service: &Service) {
    for file in std::fs::read_dir(service.directory.path()).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        for known in ["Forgetmenot", "555-777-0134", "ann@forget.example"] {
            let found = bytes.windows(known.len()).any(|window| window == known.as_bytes());
            assert!(!found, "{known} is still in {}", path.display());
        }
    }
}

#[test]
fn only_the_coordinator_reads_players() {
    let (service, token) = club();
    let ann = address(&service, &token, &json!({"name": "Ann"}));
    let scorer = Game::two_sided(&service).token;
    for (method, path, body) in [
        ("GET", PLAYERS, None),
        ("POST", PLAYERS, Some(json!({"name": "Eve"}))),
        ("GET", ann.as_str(), None),
        ("PATCH", ann.as_str(), Some(json!({"name": "Eve"}))),
        ("DELETE", ann.as_str(), None),
    ] {
        service.request(method, path, &scorer, body.as_ref()).problem(403, "forbidden");
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let answer = service.send(method, path, Some("application/json"), body.as_bytes());
        assert_eq!(answer.header("www-authenticate"), "Bearer");
        answer.problem(401, "unauthorized");
    }
    assert_eq!(service.request("GET", &ann, &token, None).ok(200)["name"], "Ann");
    service.request("GET", &format!("{PLAYERS}/{}", id(404)), &token, None).problem(404, "not-found");
    let problem = service.request("GET", &format!("{PLAYERS}/ann"), &token, None).problem(422, "invalid");
    assert_eq!(problem["errors"][0]["pointer"], "id");
}
