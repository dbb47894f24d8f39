//! Tables for spreadsheets: CSV in UTF-8 that opens with its accents, and in which text stays text.

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use csv::{Terminator, WriterBuilder};

/// What tells a spreadsheet that the file is UTF-8.
pub const BOM: char = '\u{feff}';
/// What a spreadsheet would take for the beginning of a formula, or pass over to find one.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];
/// What may stand between cells where it is no comma.
const SEPARATORS: [char; 2] = [';', '\t'];
/// What keeps text from being a formula.
const QUOTE: char = '\'';
/// What is passed over to find a formula: guards, blanks, and quotes, which may close where they open.
const BEFORE: [char; 3] = [QUOTE, ' ', '"'];

/// A cell of a table.
pub enum Cell {
    /// Text, which is never a formula.
    Text(String),
    /// A number.
    Number(String),
    /// Nothing.
    Empty,
}

impl Cell {
    /// Text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A number, or nothing.
    pub fn number(number: Option<impl ToString>) -> Cell {
        number.map_or(Cell::Empty, |number| Cell::Number(number.to_string()))
    }

    /// An amount of money in cents, written in dollars.
    pub fn dollars(cents: u64) -> Cell {
        Cell::Number(format!("{}.{:02}", cents / 100, cents % 100))
    }

    fn escape(self) -> String {
        match self {
            Cell::Text(text) => text.split_inclusive(SEPARATORS).map(quote).collect(),
            Cell::Number(text) => text,
            Cell::Empty => String::new(),
        }
    }
}

/// The text of a cell as it was before it was written into a table.
pub fn unescape(written: &str) -> String {
    written.split_inclusive(SEPARATORS).map(unquote).collect()
}

/// What may become a cell of its own, so that it is no formula.
fn quote(text: &str) -> String {
    if is_formula(text) { format!("{QUOTE}{text}") } else { text.to_owned() }
}

fn unquote(text: &str) -> &str {
    text.strip_prefix(QUOTE).filter(|text| is_formula(text)).unwrap_or(text)
}

/// Text that is quote already gets another guard, so that reading it takes that one away and no other.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches(BEFORE).starts_with(FORMULA)
}

/// Answers with a table that is saved under this name.
pub fn response(name: &str, rows: Vec<Vec<Cell>>) -> HttpResponse {
    let mut table =
        WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).from_writer(BOM.to_string().into_bytes());
    for row in rows {
        table.write_record(row.into_iter().map(Cell::escape)).expect("nothing fails to be written into memory");
    }
    let table = table.into_inner().expect("nothing fails to be written into memory");
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.csv\"")))
        .body(table)
}
