//! The lines of a table that a spreadsheet saved as CSV.

use std::borrow::Cow;

use ::csv::{ReaderBuilder, StringRecord, Trim};

use crate::download;
use pegout_model::name_key;

const OPEN_QUOTE: &str =
    "A quotation mark opens a cell here, and no second mark closes the cell: write it, or remove the first mark.";

/// A line that cannot be read.
pub struct WrongLine {
    /// Its number in the table, from 1.
    pub line: u64,
    /// A sentence about it.
    pub sentence: String,
}

/// A table with its titles.
pub struct Spreadsheet<'t> {
    /// The text without a byte order mark. Each line ends in a line feed.
    pub table: Cow<'t, str>,
    /// The separator of its cells.
    pub delimiter: u8,
    /// The line of titles.
    pub titles: StringRecord,
    /// The lines after it without blank ones, up to the first wrong line.
    pub records: Vec<StringRecord>,
    /// A line with a quotation mark that opens a cell, if the cell has no second mark.
    pub wrong: Vec<WrongLine>,
}

impl Spreadsheet<'_> {
    /// Reads a table of up to `most` lines. Returns a sentence if the titles cannot be read.
    pub fn read(table: &str, most: usize) -> Result<Spreadsheet<'_>, String> {
        let table = with_line_feeds(table.strip_prefix(download::BOM).unwrap_or(table));
        let declared = declared_delimiter(&table);
        let delimiter = declared.unwrap_or_else(|| delimiter(&table));
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
        let titles = lines.next().unwrap_or_default();
        let mut records: Vec<StringRecord> = lines.take(most).collect();
        let mut wrong = Vec::new();
        if let Some(line) = open_quote(&table, delimiter) {
            // The rest of the table is in the cell of the last line.
            if records.pop().is_none() {
                return Err(format!("Line {line}: {OPEN_QUOTE}"));
            }
            wrong.push(WrongLine { line, sentence: OPEN_QUOTE.to_owned() });
        }
        Ok(Spreadsheet { table, delimiter, titles, records, wrong })
    }
}

/// Makes a line feed of a carriage return alone, which ends the lines of some spreadsheets: lines are counted by line feeds.
fn with_line_feeds(table: &str) -> Cow<'_, str> {
    let is_old = table.as_bytes().windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n');
    if is_old { table.replace("\r\n", "\n").replace('\r', "\n").into() } else { table.into() }
}

/// Returns the number of the line whose quotation mark is open at the end of the table. A mark opens a cell at its front alone,
/// and two of them are a mark in the cell.
fn open_quote(table: &str, delimiter: u8) -> Option<u64> {
    let (mut line, mut opened, mut is_front) = (1, None, true);
    let mut bytes = table.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' if opened.is_some() => {
                let is_within = bytes.next_if_eq(&b'"').is_some();
                opened = opened.filter(|_| is_within);
            }
            b'"' if is_front => opened = Some(line),
            _ => {}
        }
        line += u64::from(byte == b'\n');
        is_front = byte == delimiter || b"\r\n".contains(&byte);
    }
    opened
}

/// The key of a title.
pub fn key(title: &str) -> String {
    name_key::alike_key(title).replace(' ', "_")
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

/// Returns the number of a line in the table. Blank lines before it count too.
pub fn number(table: &str, line: &StringRecord) -> u64 {
    let Some(position) = line.position() else { return 1 };
    let rest = &table.as_bytes()[position.byte() as usize..];
    let blank = rest.iter().take_while(|byte| b"\r\n".contains(byte)).filter(|byte| **byte == b'\n').count();
    position.line() + blank as u64
}
