//! A table of players that a spreadsheet saved as CSV.

use ::csv::{ReaderBuilder, StringRecord, Trim};

use crate::http::csv;
use crate::model::contact::{Email, Name, Phone};
use crate::model::name_key;
use crate::model::player::ListedPlayer;
use crate::problem::{Problem, truncate};

/// The pointer of the problems of a table.
pub const POINTER: &str = "/csv";
/// The most players in one import.
const MAX_PLAYERS: usize = 2000;
/// The columns by the title that is written, and the other titles that are accepted.
pub const COLUMNS: [(&str, &[&str]); 4] = [
    ("name", &["nom", "player", "joueur", "nom_et_prenom"]),
    ("active_member", &["active", "member", "membre_actif", "membre", "actif"]),
    ("phone", &["telephone", "tel", "tel.", "phone_number", "mobile", "cell", "cellulaire"]),
    ("email", &["e_mail", "mail", "courriel", "adresse_courriel"]),
];

/// A line of a table that names no player.
pub struct WrongLine {
    /// Its number in the table, from 1.
    pub line: u64,
    /// A sentence about it.
    pub sentence: String,
}

/// Parses the players of a table, and the lines that name none, both in the order of their lines.
pub fn parse(table: &str) -> Result<(Vec<ListedPlayer>, Vec<WrongLine>), Problem> {
    let table = table.strip_prefix(csv::BOM).unwrap_or(table);
    let delimiter = delimiter(table);
    let reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .delimiter(delimiter)
        .from_reader(table.as_bytes());
    // The text is UTF-8 and lines may differ in length, so no record can fail.
    let mut lines = reader.into_records().flatten().filter(|line| line.iter().any(|cell| !cell.is_empty()));
    let columns = columns(table, &lines.next().unwrap_or_default())?;
    let (mut players, mut wrong) = (Vec::new(), Vec::new());
    for record in lines {
        if players.len() + wrong.len() == MAX_PLAYERS {
            return Err(Problem::invalid(
                POINTER,
                format!("More than {MAX_PLAYERS} players are too many at once: send fewer."),
            ));
        }
        let line = number(table, &record);
        match player(line, &columns, &record) {
            Ok(player) => players.push(player),
            Err(sentence) => wrong.push(WrongLine { line, sentence }),
        }
    }
    Ok((first_name_first(players), wrong))
}

/// Returns the separator of the cells: the most frequent one in the first line, which has only titles.
fn delimiter(table: &str) -> u8 {
    let titles = table.trim_start().lines().next().unwrap_or_default();
    let frequency = |delimiter: &u8| titles.bytes().filter(|byte| byte == delimiter).count();
    [b'\t', b';', b','].into_iter().max_by_key(frequency).unwrap_or(b',')
}

/// Returns the index in [`COLUMNS`] of each cell of a line.
fn columns(table: &str, titles: &StringRecord) -> Result<Vec<Option<usize>>, Problem> {
    let invalid = |sentence: String| Problem::invalid(POINTER, format!("Line {}: {sentence}", number(table, titles)));
    let mut columns = Vec::new();
    for title in titles {
        let key = name_key::plain_key(title).replace([' ', '-'], "_");
        let column = COLUMNS.iter().position(|(name, others)| *name == key || others.contains(&key.as_str()));
        if column.is_none() && !title.is_empty() {
            let title = truncate(title);
            let sentence = format!("There is no column “{title}”: call them name, active_member, phone and email.");
            return Err(invalid(sentence));
        }
        if column.is_some() && columns.contains(&column) {
            return Err(invalid(format!("The column “{}” is there more than once.", truncate(title))));
        }
        columns.push(column);
    }
    if columns.contains(&Some(0)) {
        return Ok(columns);
    }
    Err(invalid("The first line has the titles of the columns, and “name” must be one of them.".to_owned()))
}

fn player(line: u64, columns: &[Option<usize>], record: &StringRecord) -> Result<ListedPlayer, String> {
    let mut cells: [String; COLUMNS.len()] = Default::default();
    for (nth, cell) in record.iter().enumerate() {
        match columns.get(nth).copied().flatten() {
            Some(column) => cells[column] = csv::unescape(cell),
            None if cell.is_empty() => {}
            None => return Err(format!("“{}” stands in no column that has a title.", truncate(cell))),
        }
    }
    let [name, member, phone, email] = cells;
    if name.is_empty() {
        return Err("The name is missing.".to_owned());
    }
    let given = |cell: String| Some(cell).filter(|cell| !cell.is_empty());
    Ok(ListedPlayer {
        line,
        name: Name::parse(&name)?.0,
        active_member: given(member).map(|member| yes_or_no(&member)).transpose()?,
        phone: given(phone).map(|phone| Phone::parse(&phone)).transpose()?.map(|Phone(phone)| phone),
        email: given(email).map(|email| Email::parse(&email)).transpose()?.map(|Email(email)| email),
    })
}

/// Puts first names first, where every name of the table is written with the last name, a comma and the first name.
fn first_name_first(mut players: Vec<ListedPlayer>) -> Vec<ListedPlayer> {
    let turned: Option<Vec<String>> = players.iter().map(|player| turned(&player.name)).collect();
    for (player, name) in players.iter_mut().zip(turned.unwrap_or_default()) {
        player.name = name;
    }
    players
}

/// Returns `Ann Archer` for `Archer, Ann`.
fn turned(name: &str) -> Option<String> {
    let (last, first) = name.split_once(',')?;
    let (last, first) = (last.trim(), first.trim());
    let is_name = !last.is_empty() && !first.is_empty() && !first.contains(',');
    is_name.then(|| format!("{first} {last}"))
}

fn yes_or_no(cell: &str) -> Result<bool, String> {
    match cell.to_lowercase().as_str() {
        "yes" | "y" | "oui" | "o" | "true" | "vrai" | "x" | "1" => Ok(true),
        "no" | "n" | "non" | "false" | "faux" | "0" => Ok(false),
        _ => Err(format!("“{}” does not say whether they are an active member: write yes or no.", truncate(cell))),
    }
}

/// Returns the number of a line in the table. Blank lines before it count too.
fn number(table: &str, line: &StringRecord) -> u64 {
    let Some(position) = line.position() else { return 1 };
    let rest = &table.as_bytes()[position.byte() as usize..];
    let blank = rest.iter().take_while(|byte| b"\r\n".contains(byte)).filter(|byte| **byte == b'\n').count();
    position.line() + blank as u64
}
