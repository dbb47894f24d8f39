//! Compatibility with clients of release 0.1.0: its requests get the same responses, to which fields may be added
//! but none removed, and every response matches its document.

use serde_json::{Map, Value, json};

use crate::support::example_runner::ExampleRunner;
use crate::support::frozen::read;
use crate::support::normalizer::Normalizer;
use crate::support::postgres::on_file;
use crate::support::service::Answer;

const EXAMPLES: &str = "examples.json.gz";

/// Operations that list a whole catalogue, each with the key of its items. New items may be added anywhere.
const CATALOGUES: [(&str, &str); 1] = [("listProblems", "type")];

/// Fields that are `null` for callers who do not see them, by schema. The first edition showed them to everybody.
const HIDDEN: [(&str, &str); 4] =
    [("EntryView", "paid"), ("FiftyFifty", "amount"), ("StandingsRow", "prize"), ("SeasonRow", "money_won")];

/// Operations whose image encodes a longer link today.
const REDRAWN: [&str; 1] = ["drawJoinQr"];

/// Operations that anybody could read, and that need a token today.
const PRIVATE: [&str; 1] = ["getNightHistory"];

/// The document of release 0.1.0, with schemas that accept additional fields, and `null` where a field may be hidden.
fn document() -> Value {
    let mut document = frozen("openapi.json.gz");
    open(&mut document);
    for (schema, field) in HIDDEN {
        let kind = &mut document["components"]["schemas"][schema]["properties"][field]["type"];
        assert!(kind.is_string(), "{schema}.{field}");
        *kind = json!([kind, "null"]);
    }
    document
}

fn frozen(name: &str) -> Value {
    serde_json::from_str(&read("0.1.0", name)).unwrap()
}

/// The examples as they are sent today: with a token where one is needed.
fn examples() -> Value {
    let mut examples = frozen(EXAMPLES);
    for operation in PRIVATE {
        for (_, example) in examples[operation].as_object_mut().unwrap() {
            example["token"] = json!("coordinator");
        }
    }
    examples
}

/// The recorded response as a stranger gets it from a public league today: without the marks of fees.
fn as_told_today(operation: &str, example: &Value) -> Value {
    let mut response = example["response"].clone();
    if example.get("token").is_none() && ["getNight", "watchNight"].contains(&operation) && example["status"] == 200 {
        let hide = |value: &mut Value| {
            let entries = value.get_mut("entries").and_then(Value::as_array_mut);
            entries.into_iter().flatten().for_each(|entry| entry["paid"] = Value::Null);
        };
        match &response {
            Value::String(stream) => {
                let lines = stream.split('\n').map(|line| match line.strip_prefix("data: ") {
                    Some(night) => {
                        let mut night: Value = serde_json::from_str(night).unwrap();
                        hide(&mut night);
                        format!("data: {night}")
                    }
                    None => line.to_owned(),
                });
                response = lines.collect::<Vec<_>>().join("\n").into();
            }
            _ => hide(&mut response),
        }
    }
    response
}

fn open(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            // A client passes over fields that it does not know, and over presets.
            fields
                .retain(|name, value| !(name == "additionalProperties" && *value == false) && name != "propertyNames");
            fields.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}

/// The violations of a schema of the document in a value.
fn errors(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let whole = json!({ "components": document["components"], "allOf": [schema] });
    let validator = jsonschema::draft202012::new(&whole).unwrap();
    validator.iter_errors(value).map(|error| error.to_string()).collect()
}

/// The response as the value that its schema describes.
fn as_value(answer: &Answer) -> Value {
    match answer.media_type() {
        "application/json" | "application/problem+json" => answer.json(),
        "text/event-stream" => {
            let fields = answer.text.lines().filter_map(|line| line.split_once(": "));
            let fields = fields.filter(|(name, _)| ["id", "data"].contains(name));
            fields.map(|(name, value)| (name.to_owned(), value.into())).collect::<Map<_, _>>().into()
        }
        _ => answer.text.clone().into(),
    }
}

/// The part of a response that must not change: of a catalogue, only the recorded items.
fn kept(operation: &str, answer: &Answer, written: &Value) -> Answer {
    let mut text = answer.text.clone();
    if let Some((_, key)) = CATALOGUES.iter().find(|(catalogue, _)| *catalogue == operation) {
        let had: Vec<_> = written.as_array().unwrap().iter().map(|item| &item[key]).collect();
        let mut items = answer.json();
        items.as_array_mut().unwrap().retain(|item| had.contains(&&item[key]));
        text = items.to_string();
    }
    Answer { status: answer.status, headers: answer.headers.clone(), text }
}

#[test]
fn requests_of_release_0_1_0_get_the_same_responses() {
    let _file = on_file();
    let document = document();
    let examples = serde_json::from_value(examples()).unwrap();
    let runner = ExampleRunner::new(document, examples).in_public_leagues();
    let mut sent = 0;
    let mut broken = Vec::new();
    runner.run_all(|operation, name, example, answer| {
        let id = operation["operationId"].as_str().unwrap();
        let (status, written) = (answer.status.to_string(), &as_told_today(id, example));
        sent += 1;
        if example["status"] != answer.status {
            return broken.push(format!("{id}, {name}: answered {status}: {}", answer.text));
        }
        if REDRAWN.contains(&id) && answer.media_type() == "image/svg+xml" {
            return;
        }
        let settled = Normalizer::new(example).allow_additions().normalize(&kept(id, answer, written), written);
        if settled != *written {
            broken.push(format!("{id}, {name}: answered\n{settled:#}\nand it was\n{written:#}"));
        }
        let schema = &operation["responses"][&status]["content"][answer.media_type()]["schema"];
        let errors = errors(runner.document(), schema, &as_value(answer));
        broken.extend(errors.iter().map(|error| format!("{id}, {name}: {error}")));
    });
    assert!(sent >= 200, "only {sent} examples");
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}

/// Every variant of a value with one field or item lost or changed.
fn damaged(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    let parts: Vec<Value> = match value {
        Value::Object(fields) => fields.keys().map(|name| name.clone().into()).collect(),
        Value::Array(items) => (0..items.len()).map(Value::from).collect(),
        _ => return all,
    };
    for part in parts {
        let mut without = value.clone();
        let inner = match &mut without {
            Value::Object(fields) => fields.shift_remove(part.as_str().unwrap()).unwrap(),
            Value::Array(items) => items.remove(part.as_u64().unwrap() as usize),
            _ => unreachable!("only those have parts"),
        };
        all.push(without);
        for inner in damaged(&inner).into_iter().chain([json!({ "other": inner })]) {
            let mut changed = value.clone();
            match &mut changed {
                Value::Object(fields) => drop(fields.insert(part.as_str().unwrap().to_owned(), inner)),
                Value::Array(items) => items[part.as_u64().unwrap() as usize] = inner,
                _ => unreachable!("only those have parts"),
            }
            all.push(changed);
        }
    }
    all
}

#[test]
fn a_lost_or_changed_field_is_reported() {
    let examples = frozen(EXAMPLES);
    let mut tried = 0;
    for (id, example) in ["getHistory", "getNight", "getMoney", "countHand"].map(|id| (id, &examples[id])) {
        let example = example.as_object().unwrap().values().next().unwrap();
        let was = &example["response"];
        assert_eq!(Normalizer::new(example).allow_additions().json(was, was), *was);
        for worse in damaged(was) {
            assert_ne!(Normalizer::new(example).allow_additions().json(&worse, was), *was, "{id}: {worse:#}");
            tried += 1;
        }
    }
    assert!(tried > 300, "only {tried}");
}

#[test]
fn an_added_field_is_accepted() {
    let was = json!({ "sides": [{ "score": 8 }], "winner": null });
    let is = json!({ "sides": [{ "score": 8, "colour": "red" }], "winner": null, "odds": [0.5, 0.5] });
    assert_eq!(Normalizer::new(&Value::Null).allow_additions().json(&is, &was), was);
    assert_ne!(Normalizer::new(&Value::Null).json(&is, &was), was);
}

#[test]
fn the_document_of_release_0_1_0_rejects_a_missing_field() {
    let document = document();
    let examples = frozen(EXAMPLES);
    let schema = json!({ "$ref": "#/components/schemas/History" });
    let mut history = examples["getHistory"]["mistaken"]["response"].clone();
    history["colour"] = json!("red");
    assert!(errors(&document, &schema, &history).is_empty());
    history["events"][1].as_object_mut().unwrap().shift_remove("points").unwrap();
    assert_eq!(errors(&document, &schema, &history).len(), 1);
}

#[test]
fn an_added_csv_column_is_accepted() {
    let example = json!({ "response": "\u{feff}Place,Player\r\n1,\"Bee, Ann\"\r\n" });
    let sheet = |text: &str| {
        let mut headers = ureq::http::HeaderMap::new();
        headers.insert("content-type", "text/csv".parse().unwrap());
        let answer = Answer { status: 200, headers, text: text.to_owned() };
        Normalizer::new(&example).allow_additions().normalize(&answer, &example["response"]) == example["response"]
    };
    assert!(sheet("\u{feff}Place,Club,Player\r\n1,Oak,\"Bee, Ann\"\r\n"));
    assert!(!sheet("\u{feff}Place,Club\r\n1,Oak\r\n"));
    assert!(!sheet("\u{feff}Place,Club,Player\r\n2,Oak,\"Bee, Ann\"\r\n"));
}
