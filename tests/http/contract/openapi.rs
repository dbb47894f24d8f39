//! The OpenAPI document: its required parts, and its agreement with the service.

mod handlers;
mod schemas;
mod summaries;

use std::collections::BTreeSet;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value};

use crate::support::command::done;
use crate::support::document::{self, document};
use crate::support::service::Service;

/// Every operation of the document with its method and path.
fn operations(document: &Value) -> Vec<(String, String, &Map<String, Value>)> {
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            all.push((method.to_uppercase(), path.clone(), operation.as_object().unwrap()));
        }
    }
    all
}

#[test]
fn the_committed_document_is_served_and_printed() {
    let service = Service::start();
    let committed = document::TEXT;
    assert!(service.get("/openapi.json").text == committed, "another document is served: build again");
    assert!(done(&service.directory, &["openapi"]) == committed, "another document is printed: build again");
}

/// The parts of the paths whose answers have no tag.
const UNTAGGED: [&str; 23] = [
    "/score/",
    "/live",
    "/players.csv",
    "/texts",
    "/displays",
    "money",
    "/ledger",
    "/pots",
    "/statement",
    "/links",
    "/v1/me",
    "/replies",
    "/imports",
    "/cancellation",
    "/join.svg",
    "/phones",
    "/nights/{id}/history",
    "/sessions",
    "/backups",
    "/healthz",
    "/readyz",
    "/qr",
    "/webhooks",
];

/// Returns true for operations that need the store.
pub fn keeps(tag: &str) -> bool {
    !["Scoring", "Service", "Problems"].contains(&tag)
}

/// The statuses that an operation of this kind can return.
fn expected(method: &str, path: &str, operation: &Map<String, Value>) -> Vec<String> {
    let id = operation["operationId"].as_str().unwrap();
    let tag = operation["tags"][0].as_str().unwrap();
    let kept = keeps(tag) || path.ends_with("/backups");
    let changes = kept && method != "GET";
    let makes_the_id = ["createGame", "createNight", "drawFiftyFifty", "renewJoinCode", "signIn"].contains(&id)
        || id.starts_with("add");
    let harmless = [
        "createNights",
        "deleteHand",
        "deleteNotified",
        "putNotified",
        "reinstateNight",
        "renewJoinCode",
        "reopenNight",
        "revokePhone",
        "revokePhones",
    ]
    .contains(&id);
    let takes_an_id = [
        "addDisplay",
        "addPlayer",
        "addRepresentative",
        "addSeason",
        "addTable",
        "addWebhook",
        "createNight",
        "drawFiftyFifty",
        "renewJoinCode",
    ]
    .contains(&id);
    // Anybody may call these operations, and a token shows more.
    let by_link = [
        "getNight",
        "getNightStandings",
        "getNightPots",
        "downloadNightStandings",
        "getSeasonStandings",
        "downloadSeasonStandings",
        "watchNight",
    ]
    .contains(&id);
    let clashes = ["Games", "Ledger", "Nights", "Pots"].contains(&tag) && changes && path.contains('{') && !harmless;
    let reads_a_body = operation.contains_key("requestBody");
    let takes_a_token = !operation["security"].as_array().unwrap().is_empty();
    let mut all = Vec::new();
    let mut can = |statuses: &[u16], whether: bool| all.extend(statuses.iter().filter(|_| whether));
    can(
        &[201],
        makes_the_id
            || (changes && method == "PUT" && id != "putSeats")
            || ["createNights", "drawRound", "joinNight"].contains(&id),
    );
    can(&[200], !makes_the_id || takes_an_id);
    let keeps_ids = ["addDisplay", "addPlayer", "addRepresentative", "addWebhook", "putPlayerLink"].contains(&id);
    can(&[410], (tag == "Games" && id != "createGame") || keeps_ids || id == "showDisplayCode");
    can(&[400, 408, 413, 415], reads_a_body);
    can(&[401], takes_a_token || id == "signIn");
    can(&[403], takes_a_token && !by_link);
    can(
        &[404],
        ["addDisplay", "joinNight"].contains(&id)
            || path.contains('{')
                && !["endSession", "forgetPlayer", "putPot", "removeDisplay", "removeRepresentative", "removeWebhook"]
                    .contains(&id),
    );
    can(
        &[409],
        clashes
            || [
                "addDisplay",
                "addRepresentative",
                "addWebhook",
                "changeSeason",
                "createNight",
                "downloadBackup",
                "forgetPlayer",
                "importResults",
                "joinNight",
                "mergePlayer",
                "putLeague",
                "putPlayerLink",
                "resendDelivery",
                "showDisplayCode",
                "takeBackImport",
                "unmergePlayer",
            ]
            .contains(&id),
    );
    can(&[422], true);
    can(&[429], changes || takes_a_token || ["adviseDiscard", "countBatch", "drawQr"].contains(&id));
    can(&[503], kept || reads_a_body || id == "readyz");
    can(&[507], id == "downloadBackup");
    let is_game = path.starts_with("/api/v1/games/{id}");
    can(&[204], is_game && changes && id != "putGame");
    can(&[304], method == "GET" && !UNTAGGED.iter().any(|part| path.contains(part)));
    all.sort_unstable();
    all.iter().map(u16::to_string).collect()
}

#[test]
fn every_operation_has_an_id_a_summary_a_description_a_tag_examples_and_its_errors() {
    let document = document();
    let mut ids = Vec::new();
    for (method, path, operation) in operations(&document) {
        let name = format!("{method} {path}");
        let text = |field: &str| operation.get(field).and_then(Value::as_str).unwrap_or_default();
        for field in ["operationId", "summary", "description"] {
            assert!(text(field).len() > 3, "{name} has no {field}");
        }
        assert!(!text("summary").ends_with('.'), "{name}: a summary is a title");
        assert_eq!(operation["tags"].as_array().unwrap().len(), 1, "{name} has no tag");
        ids.push(text("operationId").to_owned());
        let responses = operation["responses"].as_object().unwrap();
        assert_eq!(
            responses.keys().cloned().collect::<Vec<_>>(),
            expected(&method, &path, operation),
            "the answers of {name}"
        );
        for (status, response) in responses {
            assert!(response["description"].as_str().unwrap().len() > 3, "{name} does not describe {status}");
            for (media_type, content) in response["content"].as_object().into_iter().flatten() {
                assert_eq!(media_type == "application/problem+json", status.as_str() >= "400", "{name}, {status}");
                assert!(content["examples"].is_object(), "{name} has no example of {status} as {media_type}");
            }
            let header = match status.as_str() {
                "201" => "Location",
                "401" => "WWW-Authenticate",
                "429" | "503" => "Retry-After",
                _ => continue,
            };
            assert!(response["headers"][header]["description"].is_string(), "{name}, {status}: no {header}");
        }
        for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
            let description = &parameter["description"];
            assert!(description.as_str().unwrap().len() > 3, "{name}: {parameter} has no description");
            let both = ["example", "examples"].iter().all(|field| parameter.get(*field).is_some());
            assert!(!both, "{name}: a parameter has an example or examples: {parameter}");
        }
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id is there twice");
}

#[test]
fn every_schema_and_every_field_is_described() {
    let document = document();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(schema.get("description").is_some(), "{name} is not described");
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            let described = schema.get("description").or_else(|| schema["oneOf"][0].get("description"));
            assert!(described.is_some(), "{name}.{field} is not described");
        }
    }
}

#[test]
fn no_schema_uses_all_of() {
    assert!(!document::TEXT.contains("\"allOf\""), "generators of clients make no types of it");
}

#[test]
fn no_operation_and_no_message_to_a_receiver_have_one_tag() {
    let document = document();
    let tags = |section: &str| -> BTreeSet<String> {
        let items = document[section].as_object().unwrap().values();
        let operations = items.flat_map(|item| item.as_object().unwrap().values());
        operations.map(|operation| operation["tags"][0].as_str().unwrap().to_owned()).collect()
    };
    let (operations, messages) = (tags("paths"), tags("webhooks"));
    assert!(operations.is_disjoint(&messages), "generators of clients then leave out the operations: {messages:?}");
    let described = document["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap().to_owned());
    assert_eq!(described.collect::<BTreeSet<_>>(), &operations | &messages);
}

#[test]
fn the_document_is_small() {
    let mut compressed = GzEncoder::new(Vec::new(), Compression::default());
    compressed.write_all(document::TEXT.as_bytes()).unwrap();
    let sizes = [document::TEXT.len(), compressed.finish().unwrap().len()];
    assert!(sizes[0] < 925_000 && sizes[1] < 130_000, "{sizes:?} bytes, plain and with gzip: what stands there twice?");
}

#[test]
fn what_several_operations_answer_stands_in_the_document_once() {
    let document: Value = serde_json::from_str(document::TEXT).unwrap();
    let mut seen = BTreeSet::new();
    for (method, path, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let is_problem = status.as_str() >= "400" && response.get("$ref").is_none();
            let said = response["description"].as_str().unwrap_or_default();
            assert!(!is_problem || seen.insert(format!("{status} {said}")), "{method} {path}: {status} is there twice");
        }
    }
    assert!(seen.len() < 60, "{} answers are not shared", seen.len());
}
