//! Numbers in English words, for the calls.

const UP_TO_NINETEEN: [&str; 20] = [
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

/// A number from 0 to 31, the highest count there is, in words.
pub(crate) fn words(number: u8) -> String {
    let tens = match number {
        0..20 => return UP_TO_NINETEEN[number as usize].to_owned(),
        20..30 => "twenty",
        _ => "thirty",
    };
    match number % 10 {
        0 => tens.to_owned(),
        unit => format!("{tens}-{}", words(unit)),
    }
}

/// The text with its first letter, an ASCII one, as a capital.
pub(crate) fn capitalised(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
