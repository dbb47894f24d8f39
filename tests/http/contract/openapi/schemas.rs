//! The schemas of the document: the formats of texts, and the fields that requests and answers have.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::document::document;

/// Ids in another form than a UUID: a stream has its own ids for states, and a client may choose the id of a request.
const OTHER_IDS: [&str; 3] = ["GameEvent.id", "NightStreamEvent.id", "Problem.request_id"];

/// Returns the format that a text with this name or this example has.
fn expected_format(name: &str, example: &str) -> Option<&'static str> {
    let last = name.rsplit(['.', '_']).next().unwrap_or_default();
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_day =
        example.len() == 10 && example.split('-').map(str::len).eq([4, 2, 2]) && example.split('-').all(is_digits);
    if example.len() == 36 && example.split('-').map(str::len).eq([8, 4, 4, 4, 12])
        || last == "id"
        || name.ends_with("Id")
    {
        Some("uuid")
    } else if example.starts_with("20") && example.ends_with('Z') || last == "Time" {
        Some("date-time")
    } else if is_day || last.eq_ignore_ascii_case("date") {
        Some("date")
    } else if example.starts_with("https:") || last == "url" {
        Some("uri")
    } else if example.contains('@') && !example.contains(',') || last.eq_ignore_ascii_case("email") {
        Some("email")
    } else {
        None
    }
}

#[test]
fn every_id_time_day_address_and_email_has_its_format() {
    let document = document();
    let mut seen = BTreeSet::new();
    let mut check = |name: &str, schema: &Value| {
        let is_text = schema["type"] == "string" || schema["type"][0] == "string";
        let expected = expected_format(name, schema["examples"][0].as_str().unwrap_or_default());
        let Some(expected) = expected.filter(|_| is_text && !OTHER_IDS.contains(&name)) else { return };
        assert_eq!(schema["format"], expected, "the format of {name}");
        seen.insert(expected);
    };
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        check(name, schema);
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            check(&format!("{name}.{field}"), schema);
        }
    }
    for operation in document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values())
    {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default();
            check(&format!("{}.{name}", operation["operationId"].as_str().unwrap()), &parameter["schema"]);
        }
    }
    assert_eq!(seen, BTreeSet::from(["date", "date-time", "email", "uri", "uuid"]));
}

/// Returns every object schema of a part of the document with its place, in and below named schemas.
fn objects<'a>(place: &str, part: &'a Value, found: &mut Vec<(String, &'a Value)>) {
    match part {
        Value::Object(fields) => {
            if fields.contains_key("properties") {
                found.push((place.to_owned(), part));
            }
            for (name, inner) in fields.iter().filter(|(name, _)| !["example", "examples"].contains(&name.as_str())) {
                objects(&format!("{place}.{name}"), inner, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| objects(place, item, found)),
        _ => {}
    }
}

/// Returns the names of the schemas that a part of the document refers to.
fn references(part: &Value, found: &mut Vec<String>) {
    match part {
        Value::Object(fields) => {
            let name =
                fields.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix("#/components/schemas/"));
            found.extend(name.map(str::to_owned));
            fields.values().for_each(|inner| references(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

/// Returns the object schemas that the requests or the answers of all operations have, with their names.
fn reached<'a>(document: &'a Value, part: &str) -> Vec<(String, &'a Value)> {
    let items = document["paths"].as_object().unwrap().values();
    let operations = items.flat_map(|item| item.as_object().unwrap().values());
    let mut to_visit = Vec::new();
    operations.for_each(|operation| references(&operation[part], &mut to_visit));
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    while let Some(name) = to_visit.pop() {
        let schema = &document["components"]["schemas"][&name];
        if seen.insert(name.clone()) {
            references(schema, &mut to_visit);
            objects(&name, schema, &mut found);
        }
    }
    assert!(found.len() > 20, "{part} has {} object schemas", found.len());
    found
}

#[test]
fn requests_are_closed_and_answers_are_open() {
    let document = document();
    for (name, schema) in reached(&document, "requestBody") {
        assert_eq!(schema["additionalProperties"], false, "the request {name} takes unknown fields");
    }
    for (name, schema) in reached(&document, "responses") {
        assert_ne!(schema["additionalProperties"], false, "the answer {name} cannot gain fields");
    }
}

/// The fields that an answer may lack. Older logs have events without some fields. Some fields are only for some
/// callers, and some fields depend on the value of another field.
const SOMETIMES_ABSENT: &[(&str, &[&str])] = &[
    ("Cancellation", &["withdrawn", "join_code", "join_secret"]),
    ("EventBegun", &["first_dealer_known", "crash_directions", "night"]),
    ("EventPegAmended", &["player"]),
    ("EventPegged", &["player", "deal", "phone"]),
    ("EventRematchBegun", &["crash_directions"]),
    ("EventResultEntered", &["id"]),
    ("EventVoided", &["id"]),
    ("Game", &["deal_id", "crash_directions"]),
    ("Health", &["damage"]),
    ("Hint", &["side", "owner", "points"]),
    ("ImportedCard", &["excused", "byes", "sums"]),
    ("ImportedLine", &["alike", "probable_name", "detail"]),
    ("ImportedResult", &["detail"]),
    ("Joining", &["token"]),
    ("LateOffer", &["table"]),
    ("LeagueSettings", &["full_card", "first_dealer", "hand_outs", "format", "card"]),
    ("NewDisplay", &["token"]),
    ("Night", &["withdrawn"]),
    ("NightAnswer", &["withdrawn", "join_code", "join_secret"]),
    ("NightRecordedCancelled", &["fee"]),
    ("NightRecordedCardReturned", &["id"]),
    ("NightRecordedChanged", &["ends_at", "format", "card"]),
    ("NightRecordedEntered", &["pots"]),
    ("NightRecordedFiftyFiftyDrawn", &["id"]),
    ("NightRecordedFinished", &["id"]),
    ("NightRecordedHandWitnessed", &["id"]),
    ("NightRecordedImported", &["request", "new_night", "cards"]),
    ("NightRecordedPaidOut", &["what", "id"]),
    ("NightRecordedPaired", &["id"]),
    ("NightRecordedReopened", &["id"]),
    ("NightRecordedReplied", &["id"]),
    ("NightRecordedReseated", &["out", "reason", "seed", "id"]),
    ("NightRecordedRoundDrawn", &["extra", "touched", "first_dealers", "rotation", "byes", "id"]),
    ("NightRecordedRoundTakenBack", &["id"]),
    ("NightRecordedScheduled", &["ends_at", "format", "card"]),
    ("NightRecordedSwapped", &["id"]),
    ("NightRecordedTableAdded", &["first_dealer", "id"]),
    ("OpenItem", &["player_id", "round", "table", "amount", "prize"]),
    ("PairMember", &["stands_for"]),
    ("PegView", &["phone", "amended", "crashes"]),
    ("Problem", &["errors", "request_id"]),
    ("RecordedBegun", &["first_dealer_known", "crash_directions", "night"]),
    ("RecordedPegAmended", &["player"]),
    ("RecordedPegged", &["player", "deal", "phone", "crashes"]),
    ("RecordedRematchBegun", &["crash_directions"]),
    ("RecordedResultEntered", &["id"]),
    (
        "RecordedRules",
        &[
            "go_from_120",
            "heels_from_120",
            "match_to",
            "penalties",
            "nineteen",
            "no_discard",
            "lowball",
            "jokers",
            "crash",
        ],
    ),
    ("RecordedVoided", &["id"]),
    ("RulesField", &["values"]),
    ("Show", &["declared", "ways"]),
    ("Side", &["named"]),
    ("Table", &["pairs"]),
    ("TableSide", &["pair_id"]),
    ("TableView", &["lost_changes"]),
];

#[test]
fn answers_always_have_every_field_that_is_not_listed_as_sometimes_absent() {
    let document = document();
    let mut optional = Vec::new();
    for (name, schema) in reached(&document, "responses") {
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        let fields = schema["properties"].as_object().unwrap().keys();
        let absent: Vec<_> = fields.filter(|field| !required.iter().any(|other| other == *field)).collect();
        if !absent.is_empty() {
            optional.push((name, absent.into_iter().map(String::as_str).collect::<Vec<_>>()));
        }
    }
    optional.sort();
    let listed: Vec<_> = SOMETIMES_ABSENT.iter().map(|(name, fields)| ((*name).to_owned(), fields.to_vec())).collect();
    assert_eq!(optional, listed);
}
