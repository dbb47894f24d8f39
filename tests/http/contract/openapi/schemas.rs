//! The schemas of the document: the formats of its texts.

use std::collections::BTreeSet;

use serde_json::Value;

/// Returns the document of the repository.
fn document() -> Value {
    serde_json::from_str(include_str!("../../../../openapi/openapi.json")).unwrap()
}

/// Ids that are no UUIDs: a stream names its states in a way of its own.
const OTHER_IDS: [&str; 2] = ["GameEvent.id", "NightStreamEvent.id"];

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
