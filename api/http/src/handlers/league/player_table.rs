//! A table of players that a spreadsheet saved as CSV.

use ::csv::StringRecord;

use super::spreadsheet::{Spreadsheet, WrongLine, key, number};
use crate::download;
use pegout_model::contact::{Email, Name, Phone};
use pegout_model::listed_name::{first_name_first, is_last_name_first, is_spoiled};
use pegout_model::name_key;
use pegout_model::player::ListedPlayer;
use pegout_service::problem::{Problem, truncate};

/// The pointer of the problems of a table.
pub const POINTER: &str = "/csv";
/// The most players in one import.
const MAX_PLAYERS: usize = 2000;
/// The columns by the title that is written, and the other titles that are accepted.
pub const COLUMNS: [(&str, &[&str]); 4] = [
    ("name", &["nom", "player", "joueur", "full_name", "nom_complet", "nom_et_prenom", "nom,_prenom"]),
    ("active_member", &["active", "member", "membre_actif", "membre", "actif"]),
    ("phone", &["telephone", "tel", "tel.", "phone_number", "mobile", "cell", "cellulaire"]),
    ("email", &["e_mail", "mail", "courriel", "adresse_courriel"]),
];

/// The columns of a name in two parts.
const PARTS: [(&str, &[&str]); 2] = [
    ("first_name", &["first", "firstname", "given_name", "prenom"]),
    ("last_name", &["last", "lastname", "surname", "family_name", "nom_de_famille"]),
];
/// The titles of a column with whole names. The last two say that the last name comes first.
const WHOLE: [&str; 4] = ["full_name", "nom_complet", "nom_et_prenom", "nom,_prenom"];
const LAST_FIRST: [&str; 2] = ["nom_et_prenom", "nom,_prenom"];
/// The indices of the columns with names, and of unknown columns.
const NAME: usize = 0;
const FIRST: usize = COLUMNS.len();
const LAST: usize = FIRST + 1;
const IGNORED: usize = LAST + 1;

/// The players of a table.
pub struct Table {
    /// The players, in the order of their lines.
    pub players: Vec<ListedPlayer>,
    /// The lines that name none.
    pub wrong: Vec<WrongLine>,
    /// The titles of the unknown columns.
    pub ignored: Vec<String>,
}

/// Parses a table.
pub fn parse(table: &str) -> Result<Table, Problem> {
    let sheet = Spreadsheet::read(table, MAX_PLAYERS + 1).map_err(|sentence| Problem::invalid(POINTER, sentence))?;
    let Spreadsheet { table, delimiter, titles, records, mut wrong } = sheet;
    let mut columns = columns(&table, &titles)?;
    if records.len() > MAX_PLAYERS {
        let sentence = format!("More than {MAX_PLAYERS} players are too many at once: send fewer.");
        return Err(Problem::invalid(POINTER, sentence));
    }
    let doubled = divide_names(&mut columns, &titles, &records);
    let ignored = titles.iter().zip(&columns).filter(|(_, column)| **column == Some(IGNORED));
    let ignored = ignored.map(|(title, _)| truncate(title).to_string()).collect();
    let mut players = Vec::new();
    for (record, doubled) in records.into_iter().zip(doubled) {
        let line = number(&table, &record);
        let name = Some(&record).filter(|_| delimiter == b',').and_then(|record| undivided(&columns, record));
        match doubled.map_or_else(|| player(line, &columns, &name.unwrap_or(record)), Err) {
            Ok(player) => players.push(player),
            Err(sentence) => wrong.push(WrongLine { line, sentence }),
        }
    }
    turn(&mut players, titles.iter().any(|title| LAST_FIRST.contains(&key(title).as_str())));
    Ok(Table { players, wrong, ignored })
}

/// Puts the first name first: in each clear name, or in all names if the title or the other names make them clear.
fn turn(players: &mut [ListedPlayer], is_titled: bool) {
    let clear = players.iter().filter(|player| is_last_name_first(&player.name)).count();
    let all = is_titled
        || (clear * 2 >= players.len() && players.iter().all(|player| first_name_first(&player.name).is_some()));
    for player in players {
        player.turned = first_name_first(&player.name).filter(|_| all || is_last_name_first(&player.name));
    }
}

/// With a column for one part of the names, decides if the column `name` has whole names or the other part. Returns a
/// sentence for each unclear line.
fn divide_names(columns: &mut [Option<usize>], titles: &StringRecord, records: &[StringRecord]) -> Vec<Option<String>> {
    let nothing = vec![None; records.len()];
    let place = |wanted: usize| columns.iter().position(|column| *column == Some(wanted));
    let (name, first, last) = (place(NAME), place(FIRST), place(LAST));
    let (Some(name), Some(part)) = (name, first.or(last)) else { return nothing };
    let is_whole_title = titles.get(name).is_some_and(|title| WHOLE.contains(&key(title).as_str()));
    let cells = |record: &StringRecord| {
        let cell = |at: usize| record.get(at).filter(|cell| !cell.is_empty()).map(str::to_owned);
        Some((cell(name)?, cell(part)?))
    };
    let has_part = |record: &StringRecord| cells(record).map(|(name, part)| contains(&name, &part, first.is_some()));
    let found: Vec<Option<bool>> = records.iter().map(has_part).collect();
    let is_whole = (first.is_some() && last.is_some())
        || is_whole_title
        || (found.contains(&Some(true)) && !found.contains(&Some(false)));
    if is_whole {
        for part in [first, last].into_iter().flatten() {
            columns[part] = Some(IGNORED);
        }
        return nothing;
    }
    columns[name] = Some(if first.is_some() { LAST } else { FIRST });
    let sentence = |record: &StringRecord| {
        let (name, part) = cells(record)?;
        let (name, part) = (truncate(&name), truncate(&part));
        Some(format!(
            "“{name}” has “{part}” already. Write only the other part of the name there, or no part beside it."
        ))
    };
    records
        .iter()
        .zip(found)
        .map(|(record, found)| found.filter(|found| *found).and_then(|_| sentence(record)))
        .collect()
}

/// Returns true for a whole name that has this first or last name in its place.
fn contains(name: &str, part: &str, is_first: bool) -> bool {
    let (turned, part) = (first_name_first(name), name_key::alike_key(part));
    let whole = name_key::alike_key(turned.as_deref().unwrap_or(name));
    let rest = if is_first { whole.strip_prefix(&part) } else { whole.strip_suffix(&part) };
    rest.is_some_and(|rest| if is_first { rest.starts_with(' ') } else { rest.ends_with(' ') })
}

/// Returns the record of `Archer, Ann` in a table with one column, where the comma divides no cells.
fn undivided(columns: &[Option<usize>], record: &StringRecord) -> Option<StringRecord> {
    let (1, [last, first]) = (columns.len(), &record.iter().collect::<Vec<_>>()[..]) else { return None };
    let name = format!("{last}, {first}");
    let is_name = first_name_first(&name).is_some() && yes_or_no(first).is_err();
    is_name.then(|| StringRecord::from(vec![name]))
}

/// Returns the index in [`COLUMNS`] and [`PARTS`] of each cell of a line.
fn columns(table: &str, titles: &StringRecord) -> Result<Vec<Option<usize>>, Problem> {
    let invalid = |sentence: String| Problem::invalid(POINTER, format!("Line {}: {sentence}", number(table, titles)));
    let mut columns = Vec::new();
    for title in titles {
        let key = key(title);
        let mut known = COLUMNS.iter().chain(&PARTS);
        let column = known.position(|(name, others)| *name == key || others.contains(&key.as_str()));
        if column.is_some() && columns.contains(&column) {
            return Err(invalid(format!("The column “{}” is there more than once.", truncate(title))));
        }
        columns.push(column.or(Some(IGNORED).filter(|_| !title.is_empty())));
    }
    if ![NAME, FIRST, LAST].into_iter().any(|column| columns.contains(&Some(column))) {
        return Err(invalid(
            "The first line has the titles of the columns, and “name” must be one of them.".to_owned(),
        ));
    }
    Ok(columns)
}

fn player(line: u64, columns: &[Option<usize>], record: &StringRecord) -> Result<ListedPlayer, String> {
    let mut cells: [String; IGNORED + 1] = Default::default();
    for (nth, cell) in record.iter().enumerate() {
        match columns.get(nth).copied().flatten() {
            Some(column) => cells[column] = download::unescape(cell),
            None if cell.is_empty() => {}
            None => return Err(format!("“{}” stands in no column that has a title.", truncate(cell))),
        }
    }
    let [name, member, phone, email, first, last, _] = cells;
    let parts: Vec<String> = [name, first, last].into_iter().filter(|part| !part.is_empty()).collect();
    let name = parts.join(" ");
    if name.is_empty() {
        return Err("The name is missing.".to_owned());
    }
    if is_spoiled(&name) {
        let name = truncate(&name);
        return Err(format!("“{name}” has a spoiled letter: write the name anew, or save the table again as UTF-8."));
    }
    let given = |cell: String| Some(cell).filter(|cell| !cell.is_empty());
    Ok(ListedPlayer {
        line,
        name: Name::parse(&name)?.0,
        turned: None,
        active_member: given(member).map(|member| yes_or_no(&member)).transpose()?,
        phone: given(phone).map(|phone| Phone::parse(&phone)).transpose()?.map(String::from),
        email: given(email).map(|email| Email::parse(&email)).transpose()?.map(String::from),
    })
}

fn yes_or_no(cell: &str) -> Result<bool, String> {
    match cell.to_lowercase().as_str() {
        "yes" | "y" | "oui" | "o" | "true" | "vrai" | "x" | "1" => Ok(true),
        "no" | "n" | "non" | "false" | "faux" | "0" => Ok(false),
        _ => Err(format!("“{}” does not say whether they are an active member: write yes or no.", truncate(cell))),
    }
}
