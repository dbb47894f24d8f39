//! The promise to whoever wrote a client for the first edition: its requests are answered as they were, where fields may
//! come but none may go, and what is answered is what its document says.

use serde_json::{Map, Value, json};

use crate::likeness::Likeness;
use crate::service::Answer;
use crate::story::Stories;

const DOCUMENT: &str = include_str!("data/0.1.0/openapi.json");
const EXAMPLES: &str = include_str!("data/0.1.0/examples.json");

/// The lists of everything there is of a sort, each with what its items are told apart by: new items may come anywhere.
const CATALOGUES: [(&str, &str); 1] = [("listProblems", "type")];

/// The first edition's document, as far as it is about answers: they may have more fields than it says.
fn document() -> Value {
    let mut document: Value = serde_json::from_str(DOCUMENT).unwrap();
    open(&mut document);
    document
}

fn open(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, value| !(name == "additionalProperties" && *value == false));
            fields.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}

/// The places where a value is not what a schema of the document says.
fn errors(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let whole = json!({ "components": document["components"], "allOf": [schema] });
    let validator = jsonschema::draft202012::new(&whole).unwrap();
    validator.iter_errors(value).map(|error| error.to_string()).collect()
}

/// An answer as its schema sees it.
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

/// The part of an answer that must still be as it was: of a catalogue, the items that it had.
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
fn the_first_editions_requests_are_answered_as_they_were() {
    let document = document();
    let examples = serde_json::from_str(EXAMPLES).unwrap();
    let stories = Stories::new(document, examples);
    let mut sent = 0;
    let mut broken = Vec::new();
    stories.tell_all(|operation, name, example, answer| {
        let id = operation["operationId"].as_str().unwrap();
        let (status, written) = (answer.status.to_string(), &example["response"]);
        sent += 1;
        if example["status"] != answer.status {
            return broken.push(format!("{id}, {name}: answered {status}: {}", answer.text));
        }
        let settled = Likeness::of(example).open().settle(&kept(id, answer, written), written);
        if settled != *written {
            broken.push(format!("{id}, {name}: answered\n{settled:#}\nand it was\n{written:#}"));
        }
        let schema = &operation["responses"][&status]["content"][answer.media_type()]["schema"];
        let errors = errors(stories.document(), schema, &as_value(answer));
        broken.extend(errors.iter().map(|error| format!("{id}, {name}: {error}")));
    });
    assert!(sent >= 200, "only {sent} examples");
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}

/// Each way in which an answer can lose or change one of its fields or items.
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
fn an_answer_that_has_lost_or_changed_a_field_is_not_as_it_was() {
    let examples: Value = serde_json::from_str(EXAMPLES).unwrap();
    let mut tried = 0;
    for (id, example) in ["getHistory", "getNight", "getMoney", "countHand"].map(|id| (id, &examples[id])) {
        let example = example.as_object().unwrap().values().next().unwrap();
        let was = &example["response"];
        assert_eq!(Likeness::of(example).open().json(was, was), *was);
        for worse in damaged(was) {
            assert_ne!(Likeness::of(example).open().json(&worse, was), *was, "{id}: {worse:#}");
            tried += 1;
        }
    }
    assert!(tried > 300, "only {tried}");
}

#[test]
fn an_answer_that_has_more_fields_is_as_it_was() {
    let was = json!({ "sides": [{ "score": 8 }], "winner": null });
    let is = json!({ "sides": [{ "score": 8, "colour": "red" }], "winner": null, "odds": [0.5, 0.5] });
    assert_eq!(Likeness::of(&Value::Null).open().json(&is, &was), was);
    assert_ne!(Likeness::of(&Value::Null).json(&is, &was), was);
}

#[test]
fn the_first_editions_document_refuses_an_answer_that_lacks_a_field() {
    let document = document();
    let examples: Value = serde_json::from_str(EXAMPLES).unwrap();
    let schema = json!({ "$ref": "#/components/schemas/History" });
    let mut history = examples["getHistory"]["mistaken"]["response"].clone();
    history["colour"] = json!("red");
    assert!(errors(&document, &schema, &history).is_empty());
    history["events"][1].as_object_mut().unwrap().shift_remove("points").unwrap();
    assert_eq!(errors(&document, &schema, &history).len(), 1);
}

#[test]
fn a_sheet_that_has_more_columns_is_as_it_was() {
    let example = json!({ "response": "\u{feff}Place,Player\r\n1,\"Bee, Ann\"\r\n" });
    let sheet = |text: &str| {
        let mut headers = ureq::http::HeaderMap::new();
        headers.insert("content-type", "text/csv".parse().unwrap());
        let answer = Answer { status: 200, headers, text: text.to_owned() };
        Likeness::of(&example).open().settle(&answer, &example["response"]) == example["response"]
    };
    assert!(sheet("\u{feff}Place,Club,Player\r\n1,Oak,\"Bee, Ann\"\r\n"));
    assert!(!sheet("\u{feff}Place,Club\r\n1,Oak\r\n"));
    assert!(!sheet("\u{feff}Place,Club,Player\r\n2,Oak,\"Bee, Ann\"\r\n"));
}
