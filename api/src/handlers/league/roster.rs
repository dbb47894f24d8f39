//! The players as a table: written for spreadsheets, and read again however a spreadsheet has saved it.

use ::csv::{ReaderBuilder, StringRecord, Trim};
use pegout_engine::league::PlayerId;
use uuid::Uuid;

use crate::http::csv::{self, Cell};
use crate::model::contact::{Email, Name, Phone};
use crate::model::name_key;
use crate::problem::{Problem, brief};
use crate::store::Player;

/// What the problems of a table point to.
const POINTER: &str = "/csv";
/// How many players may be read at once.
const MOST: usize = 2000;
/// How many lines that are wrong are told of.
const TOLD: usize = 20;
/// The columns as they are written, and what else they may be called.
const COLUMNS: [(&str, &[&str]); 4] = [
    ("name", &["nom"]),
    ("active_member", &["membre_actif"]),
    ("phone", &["telephone"]),
    ("email", &["e_mail", "courriel"]),
];

/// The table of these players.
pub fn rows(players: Vec<Player>) -> Vec<Vec<Cell>> {
    let titles = COLUMNS.map(|(title, _)| Cell::text(title)).into();
    let row = |Player { name, active_member, phone, email, .. }| {
        let member = if active_member { "yes" } else { "no" };
        let text = |text: Option<String>| text.map_or(Cell::Empty, Cell::Text);
        vec![Cell::Text(name), Cell::text(member), text(phone), text(email)]
    };
    std::iter::once(titles).chain(players.into_iter().map(row)).collect()
}

/// The players that a table tells of, each with an id of their own, in the order of its lines.
///
/// # Errors
///
/// When a line is wrong; the sentences name the lines.
pub fn read(table: &str) -> Result<Vec<Player>, Problem> {
    let table = table.strip_prefix(csv::MARK).unwrap_or(table);
    let delimiter = delimiter(table);
    let reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .delimiter(delimiter)
        .from_reader(table.as_bytes());
    // Every text is UTF-8, and lines may have as many cells as they like: nothing can go wrong with a record.
    let mut lines = reader.into_records().flatten().filter(|line| line.iter().any(|cell| !cell.is_empty()));
    let columns = columns(table, &lines.next().unwrap_or_default())?;
    let (mut players, mut wrong) = (Vec::new(), Vec::new());
    for line in lines {
        if players.len() + wrong.len() == MOST {
            return Err(Problem::invalid(
                POINTER,
                format!("More than {MOST} players are too many at once: send fewer."),
            ));
        }
        match player(&columns, &line) {
            Ok(player) => players.push(player),
            Err(sentence) => wrong.push(format!("{}: {sentence}", place(table, &line))),
        }
    }
    match wrong.split_first() {
        None => Ok(players),
        Some((first, others)) => {
            let problem = Problem::invalid(POINTER, first.clone());
            Err(others.iter().take(TOLD - 1).fold(problem, |problem, other| problem.and_at(POINTER, other)))
        }
    }
}

/// What stands between the cells: in the first line, which has the titles alone, there is nothing else of the kind.
fn delimiter(table: &str) -> u8 {
    let titles = table.trim_start().lines().next().unwrap_or_default();
    let frequency = |delimiter: &u8| titles.bytes().filter(|byte| byte == delimiter).count();
    [b'\t', b';', b','].into_iter().max_by_key(frequency).unwrap_or(b',')
}

/// Which of [`COLUMNS`] each cell of a line belongs to.
fn columns(table: &str, titles: &StringRecord) -> Result<Vec<Option<usize>>, Problem> {
    let invalid = |sentence: String| Problem::invalid(POINTER, format!("{}: {sentence}", place(table, titles)));
    let mut columns = Vec::new();
    for title in titles {
        let key = name_key::key(title).replace([' ', '-'], "_");
        let column = COLUMNS.iter().position(|(name, others)| *name == key || others.contains(&key.as_str()));
        if column.is_none() && !title.is_empty() {
            let title = brief(title);
            let sentence = format!("There is no column “{title}”: call them name, active_member, phone and email.");
            return Err(invalid(sentence));
        }
        if column.is_some() && columns.contains(&column) {
            return Err(invalid(format!("The column “{}” is there more than once.", brief(title))));
        }
        columns.push(column);
    }
    if columns.contains(&Some(0)) {
        return Ok(columns);
    }
    Err(invalid("The first line has the titles of the columns, and “name” must be one of them.".to_owned()))
}

fn player(columns: &[Option<usize>], line: &StringRecord) -> Result<Player, String> {
    let mut cells: [String; COLUMNS.len()] = Default::default();
    for (nth, cell) in line.iter().enumerate() {
        match columns.get(nth).copied().flatten() {
            Some(column) => cells[column] = csv::read(cell),
            None if cell.is_empty() => {}
            None => return Err(format!("“{}” stands in no column that has a title.", brief(cell))),
        }
    }
    let [name, member, phone, email] = cells;
    if name.is_empty() {
        return Err("The name is missing.".to_owned());
    }
    let given = |cell: String| Some(cell).filter(|cell| !cell.is_empty());
    Ok(Player {
        id: PlayerId::from_bytes(Uuid::now_v7().into_bytes()),
        name: Name::read(&name)?.0,
        active_member: yes_or_no(&member)?,
        phone: given(phone).map(|phone| Phone::read(&phone)).transpose()?.map(|Phone(phone)| phone),
        email: given(email).map(|email| Email::read(&email)).transpose()?.map(|Email(email)| email),
    })
}

fn yes_or_no(cell: &str) -> Result<bool, String> {
    match cell.to_lowercase().as_str() {
        "" | "yes" | "oui" | "true" | "1" => Ok(true),
        "no" | "non" | "false" | "0" => Ok(false),
        _ => Err(format!("“{}” does not say whether they are an active member: write yes or no.", brief(cell))),
    }
}

/// Which line of the table it is: the blank lines before it belong to it as well, for who has split the table.
fn place(table: &str, line: &StringRecord) -> String {
    let Some(position) = line.position() else { return "Line 1".to_owned() };
    let rest = &table.as_bytes()[position.byte() as usize..];
    let blank = rest.iter().take_while(|byte| b"\r\n".contains(byte)).filter(|byte| **byte == b'\n').count();
    format!("Line {}", position.line() + blank as u64)
}
