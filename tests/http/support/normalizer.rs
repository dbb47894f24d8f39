//! Comparison of responses with recorded ones, without differences that come from chance and the clock.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::support::service::Answer;

/// Fields with seats that are drawn for the first deal.
const DRAWN_SEATS: [&str; 1] = ["first_dealers"];
/// Fields with the day on which the request came.
const DAYS: [&str; 1] = ["rules_since"];
/// Texts for people, which may be reworded.
const PROSE: [&str; 2] = ["detail", "description"];

/// Properties of a calendar that are made of ids and times.
const OF_CHANCE: [&str; 2] = ["UID:", "DTSTAMP:"];
/// The property of a calendar that ends with the version of Pegout.
const PROGRAM: &str = "PRODID:-//Pegout//Pegout ";

/// Rewrites a response to the recorded response if the difference does not matter. Ids, tokens and times may differ if
/// they were not in the request; each is replaced consistently. The last digits of a double may differ, since they
/// depend on the order of a sum. Texts of a random draw need only the same form.
pub struct Normalizer {
    drawn: bool,
    allows_additions: bool,
    request: String,
    replacements: HashMap<String, String>,
}

impl Normalizer {
    pub fn new(example: &Value) -> Normalizer {
        let request = ["before", "parameters", "request"].map(|part| example[part].to_string()).concat();
        Normalizer { drawn: example["drawn"] == true, allows_additions: false, request, replacements: HashMap::new() }
    }

    /// Ignores added fields and columns, and reworded prose.
    pub fn allow_additions(self) -> Normalizer {
        Normalizer { allows_additions: true, ..self }
    }

    /// The normalized response.
    pub fn normalize(&mut self, answer: &Answer, recorded: &Value) -> Value {
        let text = recorded.as_str().unwrap_or_default();
        match answer.media_type() {
            "text/event-stream" => self.stream(&answer.text, text).into(),
            "text/csv" => self.csv(&answer.text, text).into(),
            "text/calendar" => self.calendar(&answer.text, text).into(),
            "application/vnd.sqlite3" => "(a file)".into(),
            "image/svg+xml" => without_the_drawing(&answer.text).into(),
            _ => self.json(&answer.json(), recorded),
        }
    }

    /// The same for JSON.
    pub fn json(&mut self, actual: &Value, recorded: &Value) -> Value {
        match (actual, recorded) {
            (Value::Number(one), Value::Number(other)) => {
                let alike = (one.as_f64().unwrap() - other.as_f64().unwrap()).abs() < 1e-9;
                if alike { recorded.clone() } else { actual.clone() }
            }
            (Value::Array(all), _) => all
                .iter()
                .enumerate()
                .map(|(place, one)| self.json(one, recorded.get(place).unwrap_or(&Value::Null)))
                .collect(),
            (Value::Object(fields), _) => {
                let mut normalized = Map::new();
                for (name, field) in fields {
                    let other = recorded.get(name);
                    if self.allows_additions && other.is_none() {
                        continue;
                    }
                    let other = other.unwrap_or(&Value::Null);
                    let seats = |value: &Value| value.as_array().map(Vec::len);
                    let is_drawn = DRAWN_SEATS.contains(&name.as_str()) && seats(field) == seats(other);
                    let is_day =
                        |value: &Value| value.as_str().is_some_and(|day| day.parse::<pegout_league::Date>().is_ok());
                    let is_clock = DAYS.contains(&name.as_str()) && is_day(field) && is_day(other);
                    let prose = self.allows_additions
                        && PROSE.contains(&name.as_str())
                        && field.is_string()
                        && other.is_string();
                    normalized.insert(
                        name.clone(),
                        if prose || is_drawn || is_clock { other.clone() } else { self.json(field, other) },
                    );
                }
                normalized.into()
            }
            (Value::String(one), Value::String(other)) => self.text(one, other).into(),
            (Value::String(one), _) => self.known(one).into(),
            _ => actual.clone(),
        }
    }

    /// Line by line, and JSON after `data:`.
    fn stream(&mut self, actual: &str, recorded: &str) -> String {
        let mut others = recorded.split('\n');
        let lines = actual.split('\n').map(|one| {
            let other = others.next().unwrap_or_default();
            match (one.strip_prefix("data: "), other.strip_prefix("data: ").unwrap_or("null")) {
                (Some(json), other_json) => {
                    let other_json = serde_json::from_str(other_json).unwrap();
                    let normalized = self.json(&serde_json::from_str(json).unwrap(), &other_json);
                    if normalized == other_json { other.to_owned() } else { format!("data: {normalized}") }
                }
                _ if self.drawn && one.starts_with("id: ") && other.starts_with("id: ") => other.to_owned(),
                _ => one.to_owned(),
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Compares only titles and the number of lines if the content is a random draw.
    fn csv(&self, actual: &str, recorded: &str) -> String {
        let actual = if self.allows_additions { with_the_columns_of(recorded, actual) } else { actual.to_owned() };
        let same_form =
            actual.lines().next() == recorded.lines().next() && actual.lines().count() == recorded.lines().count();
        if self.drawn && same_form { recorded.to_owned() } else { actual }
    }

    /// The recorded ids and times, and the recorded version of Pegout if a later one may answer.
    fn calendar(&self, actual: &str, recorded: &str) -> String {
        let mut recorded = recorded.split_inclusive('\n');
        let line = |line: &str| {
            let other = recorded.next().unwrap_or_default();
            let both = |name: &str| line.starts_with(name) && other.starts_with(name);
            let is_alike = OF_CHANCE.into_iter().any(both) || self.allows_additions && both(PROGRAM);
            if is_alike { other.to_owned() } else { line.to_owned() }
        };
        actual.split_inclusive('\n').map(line).collect()
    }

    fn text(&mut self, actual: &str, recorded: &str) -> String {
        let form = form(recorded);
        let may_differ =
            || self::form(actual) == form && (self.drawn || (form.is_some() && !self.request.contains(recorded)));
        let alike = actual == recorded
            || may_differ()
                && (self.drawn
                    || self.replacements.entry(recorded.to_owned()).or_insert_with(|| actual.to_owned()) == actual);
        if alike { recorded.to_owned() } else { self.known(actual).to_owned() }
    }

    /// The recorded text that an earlier replacement assigned to this one.
    fn known<'a>(&'a self, actual: &'a str) -> &'a str {
        self.replacements
            .iter()
            .find_map(|(recorded, known)| (known == actual).then_some(recorded))
            .map_or(actual, |it| it)
    }
}

/// The start tag and the end tag of an image.
fn without_the_drawing(image: &str) -> String {
    let begin = image.find("<svg").unwrap_or_default();
    let head = begin + image[begin..].find('>').map_or(0, |end| end + 1);
    let tail = image.rfind("</svg>").unwrap_or(image.len());
    format!("{} … {}", &image[..head], &image[tail..])
}

/// The columns of a CSV whose titles another CSV has, in its order.
fn with_the_columns_of(other: &str, sheet: &str) -> String {
    let titles = |sheet: &str| rows(sheet).into_iter().next().unwrap_or_default();
    let (wanted, given) = (titles(other), titles(sheet));
    if wanted == given {
        return sheet.to_owned();
    }
    let places: Vec<_> =
        wanted.iter().filter_map(|title| given.iter().position(|candidate| candidate == title)).collect();
    // The byte order mark is not part of a title.
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

/// The form of an id, a token, a time, a join code, a join secret, the secret of a webhook or a seed. The links of a
/// television and of a player have a form too.
pub fn form(text: &str) -> Option<&'static str> {
    let all = |good: fn(char) -> bool| text.chars().all(good);
    match text.len() {
        36 if text.matches('-').count() == 4 && all(|letter| letter.is_ascii_hexdigit() || letter == '-') => Some("id"),
        43 if all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)) => Some("token"),
        24 if text.parse::<pegout_engine::Time>().is_ok() => Some("time"),
        50 if text.starts_with("whsec_") => Some("secret of a webhook"),
        22 if all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)) => Some("secret"),
        6 if all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit()) => Some("code"),
        64 if all(|letter| letter.is_ascii_hexdigit()) => Some("seed"),
        _ if text.contains("/#/displays?code=") => Some("link"),
        _ if text.contains("/#/me/") => Some("personal link"),
        _ => None,
    }
}
