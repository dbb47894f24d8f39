//! The document's examples: what is asked before each, and how its answer may differ from the one that is written down.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader};

use serde_json::{Map, Value};
use ureq::http::Request;

use crate::service::{Answer, Service};

/// What every id in the examples begins with.
const IDS: &str = "0198c5";

/// The examples of every operation.
pub struct Stories {
    operations: BTreeMap<String, (String, String)>,
    examples: BTreeMap<String, Map<String, Value>>,
}

impl Stories {
    pub fn of(document: &Value) -> Stories {
        let (mut operations, mut examples) = (BTreeMap::new(), BTreeMap::new());
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let id = operation["operationId"].as_str().unwrap();
                let file = format!("{}/../openapi/examples/{id}.json", env!("CARGO_MANIFEST_DIR"));
                let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
                examples.insert(id.to_owned(), serde_json::from_str(&text).unwrap());
                operations.insert(id.to_owned(), (method.to_uppercase(), path.clone()));
            }
        }
        Stories { operations, examples }
    }

    pub fn examples(&self, operation: &str) -> &Map<String, Value> {
        &self.examples[operation]
    }

    /// Sends what comes before the example, and the example: each of it is a request of its own, or the name of another
    /// example like `putGame.pairs`. All are about the same table, so each telling has ids of its own. What the service
    /// makes up stands, in what comes after it, for what is written down.
    pub fn tell(&self, service: &Service, telling: u32, operation: &str, example: &Value) -> Answer {
        let own = format!("f{telling:05x}");
        let session = OnceCell::new();
        let mut made_up: Vec<(String, String)> = Vec::new();
        let mut send = |operation: &str, example: &Value| {
            let mut text = example.to_string().replace(IDS, &own);
            for (written, answered) in &made_up {
                text = text.replace(written, answered);
            }
            let example: Value = serde_json::from_str(&text).unwrap();
            let Answer { status, headers, mut text } = self.send(service, &session, operation, &example);
            if let Ok(answered) = serde_json::from_str(&text) {
                learn(&answered, &example["response"], &mut made_up);
            }
            for (written, answered) in &made_up {
                text = text.replace(answered, written);
            }
            Answer { status, headers, text: text.replace(&own, IDS) }
        };
        for before in example["before"].as_array().into_iter().flatten() {
            let answer = match before.as_str().map(|name| name.split_once('.').unwrap()) {
                Some((operation, name)) => send(operation, &self.examples[operation][name]),
                None => send(before["operation"].as_str().unwrap(), before),
            };
            assert!(answer.status < 300, "{before}: {}", answer.text);
        }
        send(operation, example)
    }

    fn send(&self, service: &Service, session: &OnceCell<String>, operation: &str, example: &Value) -> Answer {
        let (method, mut path) = self.operations[operation].clone();
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (name, value) in example["parameters"].as_object().into_iter().flatten() {
            let value = match value {
                Value::Array(items) => items.iter().map(|item| item.as_str().unwrap()).collect::<Vec<_>>().join(","),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let place = format!("{{{name}}}");
            if path.contains(&place) {
                path = path.replace(&place, &value);
            } else {
                query.append_pair(name, &value);
            }
        }
        let query = query.finish();
        let mut request = Request::builder().method(method.as_str()).uri(format!("{}{path}?{query}", service.url));
        request = match example["token"].as_str() {
            Some("coordinator") => {
                let sign_in = || self.send(service, session, "signIn", &self.examples["signIn"]["named"]).ok(201);
                let token = session.get_or_init(|| sign_in()["token"].as_str().unwrap().to_owned());
                request.header("Authorization", format!("Bearer {token}"))
            }
            Some(token) => request.header("Authorization", format!("Bearer {token}")),
            None => request,
        };
        if operation.starts_with("watch") && example["status"] == 200 {
            return first_event(service, request.body(()).unwrap());
        }
        if example.get("request").is_some() {
            request = request.header("Content-Type", "application/json");
        }
        let body = example.get("request").map(|body| body.to_string().into_bytes()).unwrap_or_default();
        service.run(request.body(body).unwrap())
    }
}

/// Finds the ids, tokens and join codes that the service has made up for those that are written down.
fn learn(answered: &Value, written: &Value, made_up: &mut Vec<(String, String)>) {
    match (answered, written) {
        (Value::Array(one), Value::Array(other)) => {
            one.iter().zip(other).for_each(|(one, other)| learn(one, other, made_up));
        }
        (Value::Object(one), Value::Object(other)) => {
            one.iter().for_each(|(name, one)| learn(one, other.get(name).unwrap_or(&Value::Null), made_up));
        }
        (Value::String(one), Value::String(other)) => {
            // A draw may put one who is known in the place of another.
            let known = |text: &String| made_up.iter().any(|(_, answered)| answered == text);
            let made = ["id", "token", "code"].map(Some).contains(&form(other))
                && form(one) == form(other)
                && one != other
                && !known(one)
                && !known(other);
            if made {
                made_up.push((other.clone(), one.clone()));
            }
        }
        _ => {}
    }
}

/// A stream until its first event is whole.
fn first_event(service: &Service, request: Request<()>) -> Answer {
    let response = service.listen(request);
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let (mut text, mut lines) = (String::new(), BufReader::new(response.into_body().into_reader()));
    while !(text.contains("data: ") && text.ends_with("\n\n")) {
        assert!(lines.read_line(&mut text).unwrap() > 0, "{text}");
    }
    Answer { status, headers, text }
}

/// How an answer may differ from the one that is written down: in ids, tokens and times that were not in the request,
/// each the same wherever it stands, and in the last digits of a double, which the order of a sum decides. What is drawn
/// has the same form only: who is meant is chance.
pub struct Likeness {
    drawn: bool,
    asked: String,
    stands_for: HashMap<String, String>,
}

impl Likeness {
    pub fn of(example: &Value) -> Likeness {
        let asked = ["before", "parameters", "request"].map(|part| example[part].to_string()).concat();
        Likeness { drawn: example["drawn"] == true, asked, stands_for: HashMap::new() }
    }

    pub fn json(&mut self, answered: &Value, written: &Value) -> bool {
        match (answered, written) {
            (Value::Number(one), Value::Number(other)) => {
                (one.as_f64().unwrap() - other.as_f64().unwrap()).abs() < 1e-9
            }
            (Value::Array(one), Value::Array(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| self.json(one, other))
            }
            (Value::Object(one), Value::Object(other)) => {
                one.len() == other.len()
                    && one.iter().all(|(name, one)| other.get(name).is_some_and(|other| self.json(one, other)))
            }
            (Value::String(one), Value::String(other)) => self.text(one, other),
            _ => answered == written,
        }
    }

    /// The same lines, and the same JSON after `data:`.
    pub fn stream(&mut self, answered: &str, written: &str) -> bool {
        answered.lines().count() == written.lines().count()
            && answered.lines().zip(written.lines()).all(|(one, other)| {
                match (one.strip_prefix("data: "), other.strip_prefix("data: ")) {
                    (Some(one), Some(other)) => {
                        self.json(&serde_json::from_str(one).unwrap(), &serde_json::from_str(other).unwrap())
                    }
                    _ => one == other || (self.drawn && one.starts_with("id: ") && other.starts_with("id: ")),
                }
            })
    }

    /// The same lines; of what is drawn the same titles, and as many lines.
    pub fn sheet(&self, answered: &str, written: &str) -> bool {
        let same_form =
            || answered.lines().next() == written.lines().next() && answered.lines().count() == written.lines().count();
        answered == written || (self.drawn && same_form())
    }

    /// The same beginning and end; what is written down leaves out what is between.
    pub fn image(&mut self, answered: &str, written: &str) -> bool {
        let (head, tail) = written.split_once(" … ").unwrap();
        answered.starts_with(head) && answered.ends_with(tail)
    }

    fn text(&mut self, answered: &str, written: &str) -> bool {
        if answered == written {
            return true;
        }
        let form = form(written);
        if self.drawn {
            return self::form(answered) == form;
        }
        form.is_some()
            && self::form(answered) == form
            && !self.asked.contains(written)
            && self.stands_for.entry(written.to_owned()).or_insert_with(|| answered.to_owned()) == answered
    }
}

/// What an id, a token, a time, a join code or a seed looks like.
fn form(text: &str) -> Option<&'static str> {
    let all = |good: fn(char) -> bool| text.chars().all(good);
    match text.len() {
        36 if text.matches('-').count() == 4 && all(|letter| letter.is_ascii_hexdigit() || letter == '-') => Some("id"),
        43 if all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)) => Some("token"),
        24 if text.parse::<engine::Time>().is_ok() => Some("time"),
        6 if all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit()) => Some("code"),
        64 if all(|letter| letter.is_ascii_hexdigit()) => Some("seed"),
        _ => None,
    }
}
