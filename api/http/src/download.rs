//! Downloads: files, which are sent as they are read, and tables as CSV for spreadsheets. The CSV is UTF-8 with a byte order mark,
//! and no text in it runs as a formula.

use std::fs::File;
use std::io::{self, Read};

use actix_web::HttpResponse;
use actix_web::body::SizedStream;
use actix_web::error::BlockingError;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ContentEncoding};
use actix_web::web::{Bytes, block};
use csv::{Terminator, WriterBuilder};
use futures_util::{Stream, stream};

/// The bytes of a file that are read at once.
const PIECE: u64 = 256 * 1024;

/// The byte order mark. A spreadsheet recognizes UTF-8 by it.
pub const BOM: char = '\u{feff}';
/// The characters that begin a formula, or that a spreadsheet skips to find one. Some read the wide and small forms alike.
const FORMULA: [char; 15] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
/// The separators of cells besides the comma.
const SEPARATORS: [char; 2] = [';', '\t'];
/// The quote that keeps text from being a formula.
const QUOTE: char = '\'';
/// The characters skipped before a formula: quotes, double quotes, and blanks of any width.
fn is_before(letter: char) -> bool {
    [QUOTE, '"'].contains(&letter) || letter.is_whitespace() && !FORMULA.contains(&letter)
}

/// A cell of a table.
pub enum Cell {
    /// Text, never a formula.
    Text(String),
    /// A number, as it is written.
    Number(String),
    /// An empty cell.
    Empty,
}

impl Cell {
    /// Creates a cell with text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// Creates a cell with a number, or an empty cell.
    pub fn number(number: Option<impl ToString>) -> Cell {
        number.map_or(Cell::Empty, |number| Cell::Number(number.to_string()))
    }

    /// Creates a cell with an amount in dollars, from cents.
    pub fn dollars(cents: impl Into<i128>) -> Cell {
        let cents: i128 = cents.into();
        let sign = if cents < 0 { "-" } else { "" };
        Cell::Number(format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100))
    }

    fn escape(self) -> String {
        match self {
            Cell::Text(text) => text.split_inclusive(SEPARATORS).map(quote).collect(),
            Cell::Number(text) => text,
            Cell::Empty => String::new(),
        }
    }
}

/// Returns the text of a cell as it was before it was escaped.
pub fn unescape(escaped: &str) -> String {
    escaped.split_inclusive(SEPARATORS).map(unquote).collect()
}

/// Quotes a part of a cell that would be a formula in a cell of its own.
fn quote(text: &str) -> String {
    if is_formula(text) { format!("{QUOTE}{text}") } else { text.to_owned() }
}

fn unquote(text: &str) -> &str {
    text.strip_prefix(QUOTE).filter(|text| is_formula(text)).unwrap_or(text)
}

/// Returns true for quoted text too: it gets a second quote, so that unescaping removes exactly one.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches(is_before).starts_with(FORMULA)
}

/// Responds with the table as CSV with this name.
pub fn csv(name: &str, rows: Vec<Vec<Cell>>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.csv\"")))
        .body(table(rows))
}

/// Returns the table as the bytes of a file.
pub fn table(rows: Vec<Vec<Cell>>) -> Vec<u8> {
    let mut table =
        WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).from_writer(BOM.to_string().into_bytes());
    for row in rows {
        table.write_record(row.into_iter().map(Cell::escape)).expect("nothing fails to be escaped into memory");
    }
    table.into_inner().expect("nothing fails to be escaped into memory")
}

/// Responds with this file, which no cache keeps, and ends the connection with it. `permit` is dropped with the response:
/// after its last byte, or when the client has left.
pub fn file<P: 'static>(name: &str, media_type: &str, file: File, permit: P) -> io::Result<HttpResponse> {
    let bytes = file.metadata()?.len();
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media_type))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .insert_header((CACHE_CONTROL, "no-store"))
        // A compressed file would have no length. Browsers need the length to show the progress.
        .insert_header(ContentEncoding::Identity)
        .force_close()
        .body(SizedStream::new(bytes, pieces(file, permit))))
}

fn pieces<P: 'static>(file: File, permit: P) -> impl Stream<Item = io::Result<Bytes>> {
    stream::unfold((Some(file), permit), |(file, permit)| async move {
        let file = file?;
        match block(move || read(file))
            .await
            .map_err(|BlockingError { .. }| io::Error::other("the service stops"))
            .flatten()
        {
            Ok((piece, _)) if piece.is_empty() => None,
            Ok((piece, file)) => Some((Ok(piece), (Some(file), permit))),
            Err(error) => Some((Err(error), (None, permit))),
        }
    })
}

fn read(mut file: File) -> io::Result<(Bytes, File)> {
    let mut piece = Vec::new();
    (&mut file).take(PIECE).read_to_end(&mut piece)?;
    Ok((piece.into(), file))
}
