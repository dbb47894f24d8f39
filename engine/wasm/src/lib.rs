//! The border between the engine and the page's JavaScript.
//!
//! JavaScript writes a question as UTF-8 text at the address that [`question`] returns, calls a function of this crate,
//! and reads the answer at [`answer`]. Each function returns the length of the answer in bytes. The answer is JSON:
//! `{"answer": …}` with the value that the HTTP interface returns, or `{"fault": …}` with a
//! [`Fault`](pegout_engine::fault::Fault). [`questions`] and [`table`] describe the text of each question. [`practice`] makes
//! exercises.

use std::cell::RefCell;

pub mod practice;
pub mod questions;
mod record;
mod rules;
pub mod table;

use table::Table;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static TABLE: RefCell<Table> = const { RefCell::new(Table::new()) };
}

/// Makes room for a question of `length` bytes. Returns the address of its first byte.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn question(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Returns the address of the first byte of the newest answer.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Counts a hand, or a crib if `is_crib` is not 0: [`questions::count`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn count(is_crib: u32) -> usize {
    respond(|text| questions::count(text, is_crib != 0))
}

/// Checks the play of a deal of this many players: [`questions::play`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn play(players: u8) -> usize {
    respond(|text| questions::play(text, players))
}

/// Advises the discard, into the player's own crib if `is_own` is not 0: [`questions::discard`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn discard(players: u8, is_own: u32) -> usize {
    respond(|text| questions::discard(text, players, is_own != 0))
}

/// Reads the log of a game: [`Table::open`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn open() -> usize {
    respond(|text| TABLE.with_borrow_mut(|table| table.open(text)))
}

/// Reads the next events of the game: [`Table::append`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn append() -> usize {
    respond(|text| TABLE.with_borrow_mut(|table| table.append(text)))
}

/// Shows the game with the taps of the phone: [`Table::show`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn show() -> usize {
    respond(|text| TABLE.with_borrow(|table| table.show(text)))
}

/// Summarizes the game with the taps of the phone: [`Table::summary`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn summary() -> usize {
    respond(|text| TABLE.with_borrow(|table| table.summary(text)))
}

/// Checks a tap before it is made: [`Table::check`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn check() -> usize {
    respond(|text| TABLE.with_borrow(|table| table.check(text)))
}

/// The numbers of points that can be pegged at a table of this many players: [`questions::points`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn points(players: u8) -> usize {
    respond(|text| questions::points(text, players))
}

/// The end of a game with these scores: [`questions::ending`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn ending() -> usize {
    respond(questions::ending)
}

/// Makes the exercise of this kind with this number. The question is a seed: [`practice::exercise`].
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is exported")]
pub extern "C" fn exercise(kind: u32, number: u32) -> usize {
    respond(|seed| practice::exercise(seed, kind, number))
}

fn respond(ask: impl FnOnce(&str) -> String) -> usize {
    let text = QUESTION.with_borrow(|question| ask(&String::from_utf8_lossy(question)));
    ANSWER.with_borrow_mut(|answer| {
        *answer = text.into_bytes();
        answer.len()
    })
}
