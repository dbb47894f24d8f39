//! Numbers in English words, for the calls.

const UNITS: [&str; 20] = [
    "nought",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// A number below a hundred in words: no show counts more.
pub(crate) fn in_words(number: u8) -> String {
    let tens = TENS[usize::from(number / 10)];
    match number % 10 {
        _ if number < 20 => UNITS[usize::from(number)].to_owned(),
        0 => tens.to_owned(),
        units => format!("{tens}-{}", UNITS[usize::from(units)]),
    }
}

/// The text with its first letter, an ASCII one, as a capital.
pub(crate) fn capitalize(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
