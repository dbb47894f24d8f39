//! Addresses that get no messages. The service checks an address when it is added and before each message.

use serde_json::{Value, json};

use super::hooks::{add, deliveries, hooks, reaching};
use crate::support::database::wait_until;
use crate::support::exposition::Exposition;
use crate::support::league::{League, text};
use crate::support::receiver::Receiver;
use crate::support::service::{Service, unlimited};

/// A line for each address: the word `public` or `special`, and the address.
const ADDRESSES: &str = include_str!("../data/addresses.txt");

/// The options of a service that sends to receivers on the internet alone.
fn public(command: &mut std::process::Command) -> &mut std::process::Command {
    unlimited(command).env("PEGOUT_WEBHOOKS", "public")
}

#[test]
fn special_addresses_are_refused_and_public_ones_are_taken() {
    let league = League::new(Service::start_with(public));
    for line in ADDRESSES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (kind, address) = line.split_once(' ').unwrap();
        let host = if address.contains(':') { format!("[{address}]") } else { address.to_owned() };
        for port in ["", ":8443"] {
            let answer = add(&league, &json!({"url": format!("https://{host}{port}/pegout")}));
            if kind == "special" {
                let problem = answer.problem(422, "invalid");
                assert_eq!(problem["errors"][0]["pointer"], "/url", "{line}");
                let detail = text(&problem["detail"]);
                assert!(
                    detail.contains("on the internet alone") && detail.contains("--webhooks any"),
                    "{line}: {detail}"
                );
            } else {
                let id = text(&answer.ok(201)["id"]);
                league.request("DELETE", &format!("/api/v1/webhooks/{id}"), &league.token, None).ok(200);
            }
        }
    }
    assert!(hooks(&league).is_empty());
}

#[test]
fn other_ways_to_write_an_address_are_refused_with_a_sentence() {
    let league = League::new(Service::start_with(public));
    let document = league.get("/openapi.json").json();
    let form = &document["components"]["schemas"]["WebhookRequest"]["properties"]["url"]["pattern"];
    let form = regex_lite::Regex::new(form.as_str().unwrap()).unwrap();
    assert!(form.is_match("https://example.org/pegout?of=[club]"));
    let local = "on the internet alone";
    for (url, sentence) in [
        ("https://127.1/", local),
        ("https://2130706433/", local),
        ("https://0x7f.0.0.1/", local),
        ("https://0177.0.0.1/", local),
        ("https://localhost/pegout", local),
        ("https://LOCALHOST./pegout", local),
        ("https://pegout.localhost/", local),
        ("https://printer.local/", local),
        ("https://metadata.google.internal/", local),
        ("https://[::ffff:127.0.0.1]:8443/", local),
        ("https://[::ffff:7f00:1]/", local),
        ("http://example.org/pegout", "write https"),
        ("https://example.org:22/pegout", "ports 443 and 8443"),
        ("https://example.org:80/pegout", "ports 443 and 8443"),
        ("https://ann:sesame@example.org/pegout", "Leave the name and the password out"),
        ("https://ann@example.org/pegout", "Leave the name and the password out"),
        ("https://example.org/pegout#top", "Leave out “#”"),
        ("ftp://example.org/pegout", "not the address of a receiver"),
        ("file:///etc/passwd", "not the address of a receiver"),
        ("example.org/pegout", "not the address of a receiver"),
        ("https:// example.org", "not the address of a receiver"),
        ("https://example.org\\@127.0.0.1/", "not the address of a receiver"),
        ("https://example.org/\\127.0.0.1", "not the address of a receiver"),
        ("https:\\\\example.org/pegout", "not the address of a receiver"),
        ("https:example.org/pegout", "not the address of a receiver"),
        ("https:///example.org/pegout", "not the address of a receiver"),
        ("https://@example.org/pegout", "not the address of a receiver"),
        ("https://example.org:/pegout", "not the address of a receiver"),
        ("https://bücher.example/pegout", "not the address of a receiver"),
        ("https://ex%61mple.org/pegout", "not the address of a receiver"),
        ("https://example.org/\"pegout", "not the address of a receiver"),
        ("https://example.org/é", "not the address of a receiver"),
        ("https://exa mple.org/", "not the address of a receiver"),
        ("https://example.org/\npegout", "not the address of a receiver"),
        ("https://", "not the address of a receiver"),
        ("", "not the address of a receiver"),
    ] {
        let problem = add(&league, &json!({"url": url})).problem(422, "invalid");
        assert!(text(&problem["detail"]).contains(sentence), "{url}: {problem}");
        if sentence.starts_with("not the address") {
            assert!(!form.is_match(url), "the document takes {url}");
        }
    }
    add(&league, &json!({"url": format!("https://example.org/{}", "a".repeat(500))})).problem(422, "invalid");
    assert!(hooks(&league).is_empty());
}

#[test]
fn an_address_that_is_not_allowed_any_more_is_sent_nothing() {
    let receiver = Receiver::open();
    let league = League::new(Service::start_with(reaching));
    let port = receiver.port;
    // The first is refused by its form; the name of the second is found on this machine, and so is the address of the third.
    let urls = [
        receiver.url(),
        "https://localhost:8443/pegout".to_owned(),
        format!("https://127.0.0.1:{port}/pegout"),
        "https://127.0.0.1:8443/pegout".to_owned(),
    ];
    let ids = urls.map(|url| text(&add(&league, &json!({"url": url})).ok(201)["id"]));
    let League { service, token } = league;
    let league = League { service: service.start_again(public), token };
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    for id in &ids {
        wait_until("it was tried", || deliveries(&league, id)[0]["attempts"] != 0);
        let delivery = &deliveries(&league, id)[0];
        assert_eq!((&delivery["failure"], &delivery["http_status"]), (&json!("not_allowed"), &Value::Null));
        assert_eq!(delivery["status"], "waiting");
    }
    assert!(receiver.all().is_empty());
}

#[test]
fn a_service_that_is_to_send_nothing_keeps_the_messages() {
    let receiver = Receiver::open();
    let league = League::new(Service::start_with(reaching));
    let id = text(&add(&league, &json!({"url": receiver.url()})).ok(201)["id"]);
    let League { service, token } = league;
    let league = League { service: service.start_again(unlimited), token };
    let night = league.schedule(&json!({"date": "2026-01-28"}));
    night.request("PUT", "/cancellation", &json!({"reason": "Snow"})).ok(201);
    let oldest = || Exposition::of(&league.service).value("pegout_webhook_oldest_waiting_seconds");
    wait_until("the message is looked at", || oldest() > 0.0);
    assert_eq!(receiver.all().len(), 0);
    assert_eq!((&deliveries(&league, &id)[0]["attempts"], &hooks(&league)[0]["waiting"]), (&json!(0), &json!(1)));
    let League { service, token } = league;
    let league = League { service: service.start_again(reaching), token };
    assert_eq!(receiver.wait_for(1).len(), 1);
    wait_until("it is noted", || hooks(&league)[0]["waiting"] == 0);
}
