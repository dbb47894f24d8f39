//! OPTIONS and HEAD, and the headers of limits.

use serde_json::json;

use crate::support::game::{Game, id, two_sides};
use crate::support::service::Service;

#[test]
fn options_tells_the_methods_of_every_path() {
    let service = Service::start();
    let document = service.get("/openapi.json").ok(200);
    for (path, item) in document["paths"].as_object().unwrap() {
        let answer = service.ask("OPTIONS", &path.replace("{id}", &id(1)), &[], None);
        assert_eq!((answer.status, answer.text.as_str()), (204, ""), "{path}");
        for method in ["get", "put", "post", "delete", "patch"] {
            let named = answer.header("allow").split(", ").any(|allowed| allowed.eq_ignore_ascii_case(method));
            assert_eq!(named, item.get(method).is_some(), "{method} {path}: {}", answer.header("allow"));
        }
    }
    for path in ["/", "/docs/", "/metrics", "/sw.js"] {
        assert_eq!(service.ask("OPTIONS", path, &[], None).header("allow"), "GET, HEAD, OPTIONS", "{path}");
    }
    service.ask("OPTIONS", "/api/v1/nothing", &[], None).problem(404, "not-found");
}

#[test]
fn a_limit_that_is_used_up_is_told_in_headers() {
    let service = Service::start_with(|command| command.args(["--writes", "2", "--writes-at-once", "3"]));
    let game = Game::begin(&service, &two_sides());
    let answers: Vec<_> = (1..9).map(|number| game.peg(number, &json!({"side": 0, "points": 1}))).collect();
    let refused = answers.into_iter().find(|answer| answer.status == 429).unwrap();
    assert_eq!(refused.header("ratelimit-policy"), "\"changes\";q=2;w=1");
    assert_eq!(refused.header("ratelimit"), "\"changes\";r=0;t=1");
    assert_eq!(refused.header("retry-after"), "1");
}
