//! The content lines of RFC 5545. The well-kept crates for calendars write no VTIMEZONE, or bring a second library of time
//! zones; and these lines have two rules alone.

use jiff::civil::DateTime;

/// The most bytes in a line without its break. A longer one goes on in the next line, after a space.
const MAX_BYTES: usize = 75;
const BREAK: &str = "\r\n";

/// The lines of a calendar.
#[derive(Default)]
pub struct Lines(String);

impl Lines {
    /// Writes a property with a value that is no text.
    pub fn write(&mut self, name: &str, value: &str) {
        let mut free = MAX_BYTES;
        for letter in name.chars().chain([':']).chain(value.chars()) {
            if letter.len_utf8() > free {
                self.0.push_str(BREAK);
                self.0.push(' ');
                free = MAX_BYTES - 1;
            }
            self.0.push(letter);
            free -= letter.len_utf8();
        }
        self.0.push_str(BREAK);
    }

    /// Writes a property with a text, whose separators are escaped.
    pub fn write_text(&mut self, name: &str, text: &str) {
        let mut escaped = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                '\\' | ';' | ',' => escaped.extend(['\\', letter]),
                '\n' => escaped.push_str("\\n"),
                letter if letter.is_control() => {}
                letter => escaped.push(letter),
            }
        }
        self.write(name, &escaped);
    }

    /// The lines as one text.
    pub fn into_text(self) -> String {
        self.0
    }
}

/// A day and an hour by a local clock.
pub fn local(moment: DateTime) -> String {
    let (date, time) = (moment.date(), moment.time());
    let (year, month, day) = (date.year(), date.month(), date.day());
    format!("{year:04}{month:02}{day:02}T{:02}{:02}{:02}", time.hour(), time.minute(), time.second())
}
