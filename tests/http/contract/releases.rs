//! Compatibility with clients of every release: their requests get the same responses. Fields may be added to a
//! response, and none removed. Every response matches the document of the release.

use serde_json::{Map, Value, json};

use crate::contract::examples;
use crate::support::example_runner::{ExampleRunner, Examples};
use crate::support::frozen::{file, read, releases};
use crate::support::normalizer::Normalizer;
use crate::support::postgres::on_file;
use crate::support::service::{Answer, Service};

/// Operations that list a whole catalogue, each with the key of its items. New items may be added anywhere.
const CATALOGUES: [(&str, &str); 1] = [("listProblems", "type")];

/// A release with the few changes that came after it.
struct Release {
    number: &'static str,
    /// Its leagues were public.
    is_public: bool,
    /// Fields that some callers get as `null` today, by schema. The release showed them to everybody.
    hidden: &'static [(&'static str, &'static str)],
    /// Operations whose image encodes a longer link today.
    redrawn: &'static [&'static str],
    /// Operations that anybody could read, and that need a token today.
    private: &'static [&'static str],
    /// Operations that hide the marks of fees from strangers today.
    with_fees: &'static [&'static str],
    /// Examples that the release refused, and that are accepted today, each with its operation.
    accepted: &'static [(&'static str, &'static str)],
}

/// A release since which nothing has changed.
const UNCHANGED: Release =
    Release { number: "", is_public: false, hidden: &[], redrawn: &[], private: &[], with_fees: &[], accepted: &[] };

/// An import with an unknown column.
const UNKNOWN_COLUMN: &[(&str, &str)] = &[("importPlayers", "titles")];

const V0_1_0: Release = Release {
    number: "0.1.0",
    is_public: true,
    hidden: &[("EntryView", "paid"), ("FiftyFifty", "amount"), ("StandingsRow", "prize"), ("SeasonRow", "money_won")],
    redrawn: &["drawJoinQr"],
    private: &["getNightHistory"],
    with_fees: &["getNight", "watchNight"],
    accepted: UNKNOWN_COLUMN,
};
const V0_2_0: Release = Release { number: "0.2.0", accepted: UNKNOWN_COLUMN, ..UNCHANGED };

#[test]
fn requests_of_release_0_1_0_get_the_same_responses() {
    V0_1_0.assert_same_responses();
}

#[test]
fn requests_of_release_0_2_0_get_the_same_responses() {
    V0_2_0.assert_same_responses();
}

#[test]
fn the_requests_of_every_release_are_sent() {
    // The database of the next release is frozen earlier than its requests.
    for release in releases().into_iter().filter(|release| file(release, "examples.json.gz").exists()) {
        let test = format!("fn requests_of_release_{}_get_the_same_responses()", release.replace('.', "_"));
        assert!(include_str!("releases.rs").contains(&test), "{release} is frozen, and there is no {test}");
    }
}

impl Release {
    fn frozen(&self, name: &str) -> Value {
        serde_json::from_str(&read(self.number, name)).unwrap()
    }

    /// The document of the release. Its schemas accept additional fields here, and `null` for a hidden field.
    fn document(&self) -> Value {
        let mut document = self.frozen("openapi.json.gz");
        open(&mut document);
        // Clients must expect new types of problems.
        for schema in ["ProblemUri", "ProblemType"] {
            if let Some(schema) = document["components"]["schemas"].get_mut(schema) {
                schema.as_object_mut().unwrap().remove("enum");
            }
        }
        for (schema, field) in self.hidden {
            let kind = &mut document["components"]["schemas"][schema]["properties"][field]["type"];
            assert!(kind.is_string(), "{schema}.{field}");
            *kind = json!([kind, "null"]);
        }
        document
    }

    fn examples(&self) -> Value {
        self.frozen("examples.json.gz")
    }

    /// The examples as they are sent today: private operations have a token.
    fn sent_today(&self) -> Value {
        let mut examples = self.examples();
        for &operation in self.private {
            for (_, example) in examples[operation].as_object_mut().unwrap() {
                example["token"] = json!("coordinator");
            }
        }
        examples
    }

    /// The recorded response as a stranger gets it from a public league today: without the marks of fees.
    fn as_told_today(&self, operation: &str, example: &Value) -> Value {
        let mut response = example["response"].clone();
        let is_stranger = example.get("token").is_none() && example["status"] == 200;
        if !is_stranger || !self.with_fees.contains(&operation) {
            return response;
        }
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
        response
    }

    /// What `contract::examples` sends is not sent once more.
    fn runner(&self, today: Examples) -> ExampleRunner {
        let examples: Examples = serde_json::from_value(self.sent_today()).unwrap();
        assert!(examples.values().map(Map::len).sum::<usize>() >= 200, "only {} operations", examples.len());
        let runner = ExampleRunner::new(self.document(), examples).without(today);
        if self.is_public { runner.in_public_leagues() } else { runner }
    }

    #[track_caller]
    fn assert_same_responses(&self) {
        let _file = on_file();
        let today = examples::read(&Service::start().get("/openapi.json").json());
        let runner = self.runner(today);
        let mut broken = Vec::new();
        runner.run_all(|operation, name, example, answer| {
            let id = operation["operationId"].as_str().unwrap();
            let (status, written) = (answer.status.to_string(), &self.as_told_today(id, example));
            if self.accepted.contains(&(id, name)) && answer.status == 200 {
                return;
            }
            if example["status"] != answer.status {
                return broken.push(format!("{id}, {name}: answered {status}: {}", answer.text));
            }
            if self.redrawn.contains(&id) && answer.media_type() == "image/svg+xml" {
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
        assert!(broken.is_empty(), "{}", broken.join("\n\n"));
    }
}

#[test]
fn an_example_is_sent_if_it_or_a_request_before_it_is_another_one_today() {
    let frozen: Examples = serde_json::from_value(V0_2_0.examples()).unwrap();
    let is_sent = |today: &Examples| !V0_2_0.runner(today.clone()).is_left_out("getNight", "public");
    assert!(!is_sent(&frozen));
    for (operation, name) in [("getNight", "public"), ("putEntry", "ann"), ("addPlayer", "bob")] {
        let mut today = frozen.clone();
        today.get_mut(operation).unwrap()[name]["request"] = json!("another");
        assert!(is_sent(&today), "{operation}.{name}");
        today.get_mut(operation).unwrap().shift_remove(name);
        assert!(is_sent(&today), "{operation}.{name}");
    }
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
    let examples = V0_1_0.examples();
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
fn the_document_of_a_release_rejects_a_missing_field() {
    let document = V0_1_0.document();
    let examples = V0_1_0.examples();
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
