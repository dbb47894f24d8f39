//! The examples of a document, sent to a service, each after what must be asked before it.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};

use serde_json::{Map, Value};
use ureq::http::Request;

use crate::likeness::form;
use crate::service::{Answer, PASSWORD, Service};

/// What every id in the examples begins with.
const IDS: &str = "0198c5";

/// The examples of every operation, by its id.
pub type Examples = BTreeMap<String, Map<String, Value>>;

/// A document with its examples.
pub struct Stories {
    document: Value,
    operations: BTreeMap<String, (String, String)>,
    examples: Examples,
}

impl Stories {
    pub fn new(document: Value, examples: Examples) -> Stories {
        let mut operations = BTreeMap::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let id = operation["operationId"].as_str().unwrap();
                operations.insert(id.to_owned(), (method.to_uppercase(), path.clone()));
            }
        }
        Stories { document, operations, examples }
    }

    pub fn document(&self) -> &Value {
        &self.document
    }

    /// Sends every example of every operation, and hands on what is answered: the operation's description, the example's
    /// name, the example, and the answer.
    pub fn tell_all(&self, mut hear: impl FnMut(&Value, &str, &Value, &Answer)) {
        let start = || Service::start_with(|command| command.env("PEGOUT_PASSWORD", PASSWORD));
        let hall = start();
        let mut telling = 0;
        for (id, (method, path)) in &self.operations {
            let operation = &self.document["paths"][path][method.to_lowercase()];
            // There is one league, and each story of it is the first; tables are many, and each story has one of its own.
            let of_league = ["League", "Nights", "Session"].contains(&operation["tags"][0].as_str().unwrap());
            for (name, example) in &self.examples[id] {
                let league = of_league.then(start);
                let answer = self.tell(league.as_ref().unwrap_or(&hall), telling, id, example);
                hear(operation, name, example, &answer);
                telling += 1;
            }
        }
    }

    /// Sends what comes before the example, and the example: each of it is a request of its own, or the name of another
    /// example like `putGame.pairs`. All are about the same table, so each telling has ids of its own. What the service
    /// makes up stands, in what comes after it, for what is written down.
    fn tell(&self, service: &Service, telling: u32, operation: &str, example: &Value) -> Answer {
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
