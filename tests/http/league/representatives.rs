//! Representatives, who may sign in besides the coordinator.

use serde_json::{Value, json};

use crate::support::game::{Game, id};
use crate::support::service::{Answer, PASSWORD, Service};

const REPRESENTATIVES: &str = "/api/v1/representatives";
const PLAYERS: &str = "/api/v1/players";
const SESSION: &str = "/api/v1/session";
const SECRET: &str = "a double run of three";

fn club() -> (Service, String) {
    let service = Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let coordinator = service.coordinator();
    (service, coordinator)
}

fn name(service: &Service, token: &str, name: &str, password: &str) -> Answer {
    service.request("POST", REPRESENTATIVES, token, Some(&json!({"name": name, "password": password})))
}

fn sign_in(service: &Service, name: &str, password: &str) -> Answer {
    service.post(SESSION, &json!({"name": name, "password": password}))
}

fn token(session: Answer) -> String {
    session.ok(201)["token"].as_str().unwrap().to_owned()
}

/// The path of an added representative.
fn address(answer: Answer) -> String {
    format!("{REPRESENTATIVES}/{}", answer.ok(201)["id"].as_str().unwrap())
}

#[test]
fn a_representative_signs_in_by_any_spelling_of_the_name_and_has_the_rights_of_their_role() {
    let (service, coordinator) = club();
    let answer = name(&service, &coordinator, " Béa Roy ", SECRET);
    let location = answer.header("location").to_owned();
    let bea = answer.ok(201);
    assert_eq!(bea, json!({"id": bea["id"], "name": "Béa Roy", "role": "representative"}));
    assert_eq!(location, format!("{REPRESENTATIVES}/{}", bea["id"].as_str().unwrap()));
    for written in ["Béa Roy", "béa roy", " BEA ROY "] {
        let token = token(sign_in(&service, written, SECRET));
        service.request("POST", "/api/v1/players", &token, Some(&json!({"name": "Ann"}))).ok(201);
        service.request("GET", PLAYERS, &token, None).ok(200);
        service.request("DELETE", SESSION, &token, None).ok(200);
        service.request("GET", PLAYERS, &token, None).problem(401, "unauthorized");
    }
    let bea = token(sign_in(&service, "Béa Roy", SECRET));
    let problem = name(&service, &bea, "Cy", "fifteen for six").problem(403, "forbidden");
    assert_eq!(problem["roles"], json!(["coordinator"]));
    assert_eq!(problem["detail"], "Only the coordinator may do this.");
    let body = json!({"name": "Cy", "password": "fifteen for six", "role": "door"});
    service.request("POST", REPRESENTATIVES, &coordinator, Some(&body)).ok(201);
    let list = service.request("GET", REPRESENTATIVES, &coordinator, None).ok(200);
    let of = |field: &str| -> Value {
        list["representatives"].as_array().unwrap().iter().map(|one| one[field].clone()).collect()
    };
    assert_eq!([of("name"), of("role")], [json!(["Béa Roy", "Cy"]), json!(["representative", "door"])]);
}

#[test]
fn the_history_names_the_representative_by_sign_in() {
    let (service, coordinator) = club();
    name(&service, &coordinator, "Bea", SECRET).ok(201);
    let bea = token(sign_in(&service, "bea", SECRET));
    let di = token(sign_in(&service, "Di", PASSWORD));
    let game = Game::two_sided(&service);
    let enter = |scores: [u8; 2], token: &str, by: Option<&str>| {
        let body = json!({"scores": scores, "reason": "The board says so.", "by": by});
        service.request("PUT", &game.path("/result"), token, Some(&body));
    };
    enter([121, 80], &bea, None);
    enter([121, 81], &bea, Some("Di"));
    enter([121, 82], &di, None);
    enter([121, 83], &di, Some("Di's laptop"));
    let by: Vec<Value> = game.history().iter().skip(1).map(|event| event["by"].clone()).collect();
    assert_eq!(by, ["Bea", "Bea", "Di", "Di's laptop"]);
}

#[test]
fn removing_a_representative_ends_their_sessions_and_no_other() {
    let (service, coordinator) = club();
    let bea = address(name(&service, &coordinator, "Bea", SECRET));
    name(&service, &coordinator, "Cy", "fifteen for six").ok(201);
    let beas = [token(sign_in(&service, "Bea", SECRET)), token(sign_in(&service, "Bea", SECRET))];
    let cys = token(sign_in(&service, "Cy", "fifteen for six"));
    for token in &beas {
        service.request("GET", PLAYERS, token, None).ok(200);
    }
    for _ in 0..2 {
        assert_eq!(service.request("DELETE", &bea, &coordinator, None).ok(200), json!({}));
    }
    for token in &beas {
        service.request("GET", PLAYERS, token, None).problem(401, "unauthorized");
    }
    sign_in(&service, "Bea", SECRET).problem(401, "wrong-password");
    for token in [&cys, &coordinator] {
        service.request("GET", PLAYERS, token, None).ok(200);
    }
    name(&service, &coordinator, "Bea", "another one").ok(201);
    sign_in(&service, "Bea", SECRET).problem(401, "wrong-password");
    sign_in(&service, "Bea", "another one").ok(201);
}

#[test]
fn two_representatives_cannot_have_the_same_name() {
    let (service, coordinator) = club();
    name(&service, &coordinator, "Zoé", SECRET).ok(201);
    name(&service, &coordinator, "Ann  Bee", SECRET).ok(201);
    for same in ["Zoé", "zoe", " ZOÉ", "Zoe\u{301}", "Ann Bee", "ann   bee", "Ann\u{a0}Bee", "Ann \u{2003} Bee"] {
        let problem = name(&service, &coordinator, same, "another one").problem(409, "name-taken");
        assert_eq!(problem["errors"][0]["pointer"], "/name");
    }
    sign_in(&service, "Zoé", SECRET).ok(201);
    name(&service, &coordinator, "Zoey", "another one").ok(201);
}

#[test]
fn a_password_is_valid_only_with_its_own_name() {
    let (service, coordinator) = club();
    name(&service, &coordinator, "Bea", SECRET).ok(201);
    name(&service, &coordinator, "Cy", "fifteen for six").ok(201);
    service.post(SESSION, &json!({"password": SECRET})).problem(401, "wrong-password");
    for (name, password) in [("Cy", SECRET), ("Bea", "fifteen for six"), ("Eve", SECRET), ("Bea", "")] {
        sign_in(&service, name, password).problem(401, "wrong-password");
    }
    // The coordinator may have the name of a representative.
    sign_in(&service, "Bea", PASSWORD).ok(201);
    sign_in(&service, "Bea", SECRET).ok(201);
}

#[test]
fn representatives_stored_with_names_that_differ_by_blanks_can_all_sign_in() {
    let (mut service, coordinator) = club();
    for (written, password) in [("Ann Bee", "one blank"), ("Ann", "two blanks"), ("Cy", "only one")] {
        name(&service, &coordinator, written, password).ok(201);
    }
    service.stop();
    // Release 0.1.0 stored "Ann  Bee" in addition to "Ann Bee", and "Cy  Dee" alone.
    for (name, key, written) in [("Ann  Bee", "ann  bee", "Ann"), ("Cy  Dee", "cy  dee", "Cy")] {
        let rename = format!("UPDATE representative SET name = '{name}', key = '{key}' WHERE name = '{written}'");
        assert_eq!(service.sql().change(&rename), 1);
    }
    let service = service.restarted(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
    let is_called = |written: &str, password: &str| {
        let token = token(sign_in(&service, written, password));
        let game = Game::two_sided(&service);
        let result = json!({"scores": [121, 80], "reason": "The board says so."});
        service.request("PUT", &game.path("/result"), &token, Some(&result)).ok(201);
        game.history()[1]["by"].clone()
    };
    assert_eq!(is_called("Ann Bee", "one blank"), "Ann Bee");
    assert_eq!(is_called("ann  bee", "two blanks"), "Ann  Bee");
    assert_eq!(is_called("Ann   Bee", "one blank"), "Ann Bee");
    for written in ["Cy Dee", "Cy  Dee", " cy   dee "] {
        assert_eq!(is_called(written, "only one"), "Cy  Dee");
    }
    let coordinator = service.coordinator();
    for taken in ["Ann Bee", "Ann  Bee", "Cy Dee"] {
        name(&service, &coordinator, taken, "another one").problem(409, "name-taken");
    }
}

#[test]
fn wrong_passwords_of_representatives_count_with_all_others() {
    let (service, coordinator) = club();
    name(&service, &coordinator, "Bea", SECRET).ok(201);
    let from_afar =
        |name: &str, password: &str| service.post_from_afar(SESSION, &json!({"name": name, "password": password}));
    for number in 0..5 {
        from_afar("Bea", "wrong").problem(401, "wrong-password");
        service.post_from_afar(SESSION, &json!({"password": format!("wrong {number}")})).problem(401, "wrong-password");
    }
    for (name, password) in [("Bea", SECRET), ("Di", PASSWORD)] {
        from_afar(name, password).problem(429, "too-many-requests");
    }
}

#[test]
fn a_changed_password_of_the_coordinator_ends_no_session_of_a_representative() {
    let (service, coordinator) = club();
    name(&service, &coordinator, "Bea", SECRET).ok(201);
    let bea = token(sign_in(&service, "Bea", SECRET));
    let service = service.start_again(|command| command.env("PEGOUT_PASSWORD", "another one"));
    service.request("GET", PLAYERS, &coordinator, None).problem(401, "unauthorized");
    service.request("GET", PLAYERS, &bea, None).ok(200);
    sign_in(&service, "Bea", SECRET).ok(201);
}

#[test]
fn an_invalid_representative_is_422_and_only_a_coordinator_adds_one() {
    let (service, coordinator) = club();
    for (body, pointer) in [
        (json!({"password": SECRET}), "/name"),
        (json!({"name": " ", "password": SECRET}), "/name"),
        (json!({"name": "Bea"}), "/password"),
        (json!({"name": "Bea", "password": ""}), "/password"),
        (json!({"name": "Bea", "password": "   "}), "/password"),
        (json!({"name": "Bea", "password": "fifteen"}), "/password"),
        (json!({"name": "Bea", "password": "cafe\u{301} no"}), "/password"),
        (json!({"name": "Bea", "password": "x".repeat(1001)}), "/password"),
        (json!({"name": "Bea", "password": SECRET, "role": "king"}), "/role"),
    ] {
        let answer = service.request("POST", REPRESENTATIVES, &coordinator, Some(&body));
        let problem = answer.problem(422, "invalid");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
        assert!(!problem.to_string().contains(SECRET), "{problem}");
    }
    let scorer = Game::two_sided(&service).token;
    name(&service, &scorer, "Eve", SECRET).problem(403, "forbidden");
    service.request("GET", REPRESENTATIVES, &scorer, None).problem(403, "forbidden");
    service.get(REPRESENTATIVES).problem(401, "unauthorized");
    assert_eq!(service.request("GET", REPRESENTATIVES, &coordinator, None).ok(200), json!({"representatives": []}));
}

#[test]
fn the_stored_hash_of_a_representatives_password_is_no_password() {
    let (mut service, coordinator) = club();
    name(&service, &coordinator, "Bea", SECRET).ok(201);
    service.stop();
    let hash = service.sql().texts("SELECT hash FROM representative").concat();
    assert!(hash.starts_with("$argon2id$") && !hash.contains(SECRET), "{hash}");
    for file in std::fs::read_dir(service.directory.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes()));
    }
}

#[test]
fn of_many_who_add_one_representative_by_an_id_at_once_none_is_told_that_the_name_is_taken() {
    let (service, coordinator) = club();
    let body = json!({"id": id(1), "name": "Bea", "password": SECRET});
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let add = || service.request("POST", REPRESENTATIVES, &coordinator, Some(&body)).status;
        let adds: Vec<_> = (0..4).map(|_| scope.spawn(add)).collect();
        adds.into_iter().map(|add| add.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 201, 429].contains(status)), "{statuses:?}");
}

#[test]
fn a_late_repeat_does_not_let_who_was_removed_sign_in_again() {
    let (service, coordinator) = club();
    let body = json!({"id": id(1), "name": "Bea", "password": SECRET});
    let add = || service.request("POST", REPRESENTATIVES, &coordinator, Some(&body));
    let path = format!("{REPRESENTATIVES}/{}", id(1));
    service.request("DELETE", &path, &coordinator, None).ok(200);
    let location = address(add());
    assert_eq!(location, path, "an id that nobody had can be used after a request to remove it");
    service.request("DELETE", &path, &coordinator, None).ok(200);
    service.request("DELETE", &path, &coordinator, None).ok(200);
    add().problem(410, "representative-removed");
    sign_in(&service, "Bea", SECRET).problem(401, "wrong-password");
}
