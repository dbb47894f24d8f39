//! Tables for spreadsheets: CSV in UTF-8 that opens with its accents, and in which text stays text.

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use csv::{Terminator, WriterBuilder};

/// What tells a spreadsheet that the file is UTF-8.
pub const MARK: char = '\u{feff}';
/// What a spreadsheet would take for the beginning of a formula, or pass over to find one.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];
/// What keeps text from being a formula.
const GUARD: char = '\'';

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

    fn written(self) -> String {
        match self {
            Cell::Text(text) if would_be_a_formula(&text) => format!("{GUARD}{text}"),
            Cell::Text(text) | Cell::Number(text) => text,
            Cell::Empty => String::new(),
        }
    }
}

/// The text of a cell as it was before it was written into a table.
pub fn read(written: &str) -> &str {
    written.strip_prefix(GUARD).filter(|text| would_be_a_formula(text)).unwrap_or(written)
}

/// Text that is guarded already gets another guard, so that reading it takes that one away and no other.
fn would_be_a_formula(text: &str) -> bool {
    text.trim_start_matches(GUARD).starts_with(FORMULA)
}

/// Answers with a table that is saved under this name.
pub fn answer(name: &str, rows: Vec<Vec<Cell>>) -> HttpResponse {
    let mut sheet =
        WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).from_writer(MARK.to_string().into_bytes());
    for row in rows {
        sheet.write_record(row.into_iter().map(Cell::written)).expect("nothing fails to be written into memory");
    }
    let sheet = sheet.into_inner().expect("nothing fails to be written into memory");
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.csv\"")))
        .body(sheet)
}
