//! An answer as it would be written down: like the one that is written down already, wherever chance and the clock alone
//! tell them apart.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::service::Answer;

/// The texts of an answer that are for people, and may be put better.
const PROSE: [&str; 2] = ["detail", "description"];

/// The likeness of an answer to the one that is written down. They may differ in ids, tokens and times that were not in
/// the request, each the same wherever it stands, and in the last digits of a double, which the order of a sum decides.
/// A drawn text has the same form only: the person it names is chance.
pub struct Likeness {
    drawn: bool,
    open: bool,
    asked: String,
    stands_for: HashMap<String, String>,
}

impl Likeness {
    pub fn of(example: &Value) -> Likeness {
        let asked = ["before", "parameters", "request"].map(|part| example[part].to_string()).concat();
        Likeness { drawn: example["drawn"] == true, open: false, asked, stands_for: HashMap::new() }
    }

    /// Leaves out the fields and columns that are not written down, and takes prose as it is written down.
    pub fn open(self) -> Likeness {
        Likeness { open: true, ..self }
    }

    /// The answer as it would be written down.
    pub fn settle(&mut self, answer: &Answer, written: &Value) -> Value {
        let text = written.as_str().unwrap_or_default();
        match answer.media_type() {
            "text/event-stream" => self.stream(&answer.text, text).into(),
            "text/csv" => self.sheet(&answer.text, text).into(),
            "image/svg+xml" => without_the_drawing(&answer.text).into(),
            _ => self.json(&answer.json(), written),
        }
    }

    /// The same for JSON.
    pub fn json(&mut self, answered: &Value, written: &Value) -> Value {
        match (answered, written) {
            (Value::Number(one), Value::Number(other)) => {
                let alike = (one.as_f64().unwrap() - other.as_f64().unwrap()).abs() < 1e-9;
                if alike { written.clone() } else { answered.clone() }
            }
            (Value::Array(all), _) => all
                .iter()
                .enumerate()
                .map(|(place, one)| self.json(one, written.get(place).unwrap_or(&Value::Null)))
                .collect(),
            (Value::Object(fields), _) => {
                let mut settled = Map::new();
                for (name, field) in fields {
                    let other = written.get(name);
                    if self.open && other.is_none() {
                        continue;
                    }
                    let other = other.unwrap_or(&Value::Null);
                    let prose = self.open && PROSE.contains(&name.as_str()) && field.is_string() && other.is_string();
                    settled.insert(name.clone(), if prose { other.clone() } else { self.json(field, other) });
                }
                settled.into()
            }
            (Value::String(one), _) => self.text(one, written.as_str().unwrap_or_default()).into(),
            _ => answered.clone(),
        }
    }

    /// Line by line, and JSON after `data:`.
    fn stream(&mut self, answered: &str, written: &str) -> String {
        let mut others = written.split('\n');
        let lines = answered.split('\n').map(|one| {
            let other = others.next().unwrap_or_default();
            match (one.strip_prefix("data: "), other.strip_prefix("data: ").unwrap_or("null")) {
                (Some(json), other_json) => {
                    let other_json = serde_json::from_str(other_json).unwrap();
                    let settled = self.json(&serde_json::from_str(json).unwrap(), &other_json);
                    if settled == other_json { other.to_owned() } else { format!("data: {settled}") }
                }
                _ if self.drawn && one.starts_with("id: ") && other.starts_with("id: ") => other.to_owned(),
                _ => one.to_owned(),
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Of what is drawn the titles count, and the number of lines.
    fn sheet(&self, answered: &str, written: &str) -> String {
        let answered = if self.open { with_the_columns_of(written, answered) } else { answered.to_owned() };
        let same_form =
            answered.lines().next() == written.lines().next() && answered.lines().count() == written.lines().count();
        if self.drawn && same_form { written.to_owned() } else { answered }
    }

    fn text(&mut self, answered: &str, written: &str) -> String {
        let form = form(written);
        let may_differ =
            || self::form(answered) == form && (self.drawn || (form.is_some() && !self.asked.contains(written)));
        let alike = answered == written
            || may_differ()
                && (self.drawn
                    || self.stands_for.entry(written.to_owned()).or_insert_with(|| answered.to_owned()) == answered);
        if alike { written.to_owned() } else { self.known(answered).to_owned() }
    }

    /// Elsewhere it may be written down already.
    fn known<'a>(&'a self, answered: &'a str) -> &'a str {
        self.stands_for
            .iter()
            .find_map(|(written, known)| (known == answered).then_some(written))
            .map_or(answered, |it| it)
    }
}

/// The beginning and the end of an image.
fn without_the_drawing(image: &str) -> String {
    let begin = image.find("<svg").unwrap_or_default();
    let head = begin + image[begin..].find('>').map_or(0, |end| end + 1);
    let tail = image.rfind("</svg>").unwrap_or(image.len());
    format!("{} … {}", &image[..head], &image[tail..])
}

/// The columns of a sheet that have the titles of another, in its order.
fn with_the_columns_of(other: &str, sheet: &str) -> String {
    let titles = |sheet: &str| rows(sheet).into_iter().next().unwrap_or_default();
    let (wanted, given) = (titles(other), titles(sheet));
    if wanted == given {
        return sheet.to_owned();
    }
    let places: Vec<_> =
        wanted.iter().filter_map(|title| given.iter().position(|candidate| candidate == title)).collect();
    // The mark that says it is UTF-8 belongs to no title.
    let mark = sheet.chars().take_while(|&letter| letter == '\u{feff}').collect::<String>().into_bytes();
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(mark);
    for row in rows(sheet) {
        writer.write_record(places.iter().map(|&place| row.get(place).unwrap_or_default())).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

fn rows(sheet: &str) -> Vec<csv::StringRecord> {
    let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(sheet.as_bytes());
    reader.into_records().map(Result::unwrap).collect()
}

/// The form of an id, a token, a time, a join code or a seed.
pub fn form(text: &str) -> Option<&'static str> {
    let all = |good: fn(char) -> bool| text.chars().all(good);
    match text.len() {
        36 if text.matches('-').count() == 4 && all(|letter| letter.is_ascii_hexdigit() || letter == '-') => Some("id"),
        43 if all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)) => Some("token"),
        24 if text.parse::<pegout_engine::Time>().is_ok() => Some("time"),
        6 if all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit()) => Some("code"),
        64 if all(|letter| letter.is_ascii_hexdigit()) => Some("seed"),
        _ => None,
    }
}
