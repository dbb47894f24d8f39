//! A table of players that a spreadsheet saved as CSV.

use ::csv::{ReaderBuilder, StringRecord, Trim};

use crate::http::csv;
use crate::model::contact::{Email, Name, Phone};
use crate::model::listed_name::{first_name_first, is_spoiled};
use crate::model::name_key;
use crate::model::player::ListedPlayer;
use crate::problem::{Problem, truncate};

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
/// The indices of the columns with names, and of unknown columns.
const NAME: usize = 0;
const FIRST: usize = COLUMNS.len();
const LAST: usize = FIRST + 1;
const IGNORED: usize = LAST + 1;

/// The players of a table.
pub struct Table {
    /// The players, in the order of their lines.
    pub players: Vec<ListedPlayer>,
    /// The lines that name none, in order.
    pub wrong: Vec<WrongLine>,
    /// The titles of the unknown columns.
    pub ignored: Vec<String>,
}

/// A line of a table that names no player.
pub struct WrongLine {
    /// Its number in the table, from 1.
    pub line: u64,
    /// A sentence about it.
    pub sentence: String,
}

/// Parses a table.
pub fn parse(table: &str) -> Result<Table, Problem> {
    let table = table.strip_prefix(csv::BOM).unwrap_or(table);
    let declared = declared_delimiter(table);
    let delimiter = declared.unwrap_or_else(|| delimiter(table));
    let reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .delimiter(delimiter)
        .from_reader(table.as_bytes());
    // The text is UTF-8 and lines may differ in length, so no record can fail.
    let mut lines = reader.into_records().flatten().filter(|line| line.iter().any(|cell| !cell.is_empty()));
    if declared.is_some() {
        lines.next();
    }
    let (columns, ignored) = columns(table, &lines.next().unwrap_or_default())?;
    let (mut players, mut wrong) = (Vec::new(), Vec::new());
    for record in lines {
        if players.len() + wrong.len() == MAX_PLAYERS {
            return Err(Problem::invalid(
                POINTER,
                format!("More than {MAX_PLAYERS} players are too many at once: send fewer."),
            ));
        }
        let line = number(table, &record);
        let name = Some(&record).filter(|_| delimiter == b',').and_then(|record| undivided(&columns, record));
        match player(line, &columns, &name.unwrap_or(record)) {
            Ok(player) => players.push(player),
            Err(sentence) => wrong.push(WrongLine { line, sentence }),
        }
    }
    Ok(Table { players, wrong, ignored })
}

/// Returns the separator that a line like `sep=;` at the front names, as spreadsheets write it.
fn declared_delimiter(table: &str) -> Option<u8> {
    let line = table.trim_start().lines().next()?.trim_end_matches([' ', '\r']).trim_matches('"');
    let (name, delimiter) = line.split_at_checked("sep=".len())?;
    let is_one = name.eq_ignore_ascii_case("sep=") && matches!(delimiter, "," | ";" | "\t");
    is_one.then(|| delimiter.as_bytes()[0])
}

/// Returns the separator of the cells: the most frequent one between the titles of the first line.
fn delimiter(table: &str) -> u8 {
    let titles = table.trim_start().lines().next().unwrap_or_default();
    let unquoted = || titles.split('"').step_by(2).flat_map(str::bytes);
    let frequency = |delimiter: &u8| unquoted().filter(|byte| byte == delimiter).count();
    [b'\t', b';', b','].into_iter().max_by_key(frequency).unwrap_or(b',')
}

/// Returns the record of `Archer, Ann` in a table with one column, where the comma divides no cells.
fn undivided(columns: &[Option<usize>], record: &StringRecord) -> Option<StringRecord> {
    let (1, [last, first]) = (columns.len(), &record.iter().collect::<Vec<_>>()[..]) else { return None };
    let name = format!("{last}, {first}");
    let is_name = first_name_first(&name).is_some() && yes_or_no(first).is_err();
    is_name.then(|| StringRecord::from(vec![name]))
}

/// Returns the index in [`COLUMNS`] and [`PARTS`] of each cell of a line, and the unknown titles.
fn columns(table: &str, titles: &StringRecord) -> Result<(Vec<Option<usize>>, Vec<String>), Problem> {
    let invalid = |sentence: String| Problem::invalid(POINTER, format!("Line {}: {sentence}", number(table, titles)));
    let mut columns = Vec::new();
    for title in titles {
        let key = name_key::alike_key(title).replace(' ', "_");
        let mut known = COLUMNS.iter().chain(&PARTS);
        let column = known.position(|(name, others)| *name == key || others.contains(&key.as_str()));
        if column.is_some() && columns.contains(&column) {
            return Err(invalid(format!("The column “{}” is there more than once.", truncate(title))));
        }
        columns.push(column.or(Some(IGNORED).filter(|_| !title.is_empty())));
    }
    let parts: Vec<usize> = [FIRST, LAST].into_iter().filter(|part| columns.contains(&Some(*part))).collect();
    if columns.contains(&Some(NAME)) {
        // With one part in another column, `name` is the other part. With two parts in other columns it is the whole name.
        let replace = |columns: &mut [Option<usize>], column: usize, by: usize| {
            columns.iter_mut().filter(|each| **each == Some(column)).for_each(|each| *each = Some(by));
        };
        match parts.as_slice() {
            [] => {}
            [part] => replace(&mut columns, NAME, if *part == FIRST { LAST } else { FIRST }),
            parts => parts.iter().for_each(|part| replace(&mut columns, *part, IGNORED)),
        }
    } else if parts.is_empty() {
        return Err(invalid(
            "The first line has the titles of the columns, and “name” must be one of them.".to_owned(),
        ));
    }
    let ignored = titles.iter().zip(&columns).filter(|(_, column)| **column == Some(IGNORED));
    let ignored = ignored.map(|(title, _)| truncate(title).to_string()).collect();
    Ok((columns, ignored))
}

fn player(line: u64, columns: &[Option<usize>], record: &StringRecord) -> Result<ListedPlayer, String> {
    let mut cells: [String; IGNORED + 1] = Default::default();
    for (nth, cell) in record.iter().enumerate() {
        match columns.get(nth).copied().flatten() {
            Some(column) => cells[column] = csv::unescape(cell),
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
        active_member: given(member).map(|member| yes_or_no(&member)).transpose()?,
        phone: given(phone).map(|phone| Phone::parse(&phone)).transpose()?.map(|Phone(phone)| phone),
        email: given(email).map(|email| Email::parse(&email)).transpose()?.map(|Email(email)| email),
    })
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
