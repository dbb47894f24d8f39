//! The count as it is spoken at the table.

use super::{Item, ItemKind};
use crate::english::{capitalize, in_words};

/// "Fifteen two, fifteen four, and a pair is six."
pub(super) fn spoken(items: &[Item]) -> String {
    match items {
        [] => return "No score.".to_owned(),
        [Item { kind: ItemKind::Nineteen, .. }] => return "Nothing, and nineteen for it.".to_owned(),
        _ => {}
    }
    let mut call = String::new();
    let mut total = 0;
    for (place, item) in items.iter().enumerate() {
        total += item.points;
        let comma = if place > 0 { ", " } else { "" };
        let and = if place > 0 && place + 1 == items.len() && item.kind != ItemKind::Fifteen { "and " } else { "" };
        call.extend([comma, and, phrase(item), " ", &in_words(total)]);
    }
    call.push('.');
    capitalize(&call)
}

/// The words before the total so far.
const fn phrase(item: &Item) -> &'static str {
    match (item.kind, item.points) {
        (ItemKind::Fifteen, _) => "fifteen",
        (ItemKind::Pair, _) => "a pair is",
        (ItemKind::PairRoyal, _) => "a pair royal is",
        (ItemKind::DoublePairRoyal, _) => "a double pair royal is",
        (ItemKind::FiveOfAKind, _) => "five of a kind is",
        (ItemKind::SixOfAKind, _) => "six of a kind is",
        (ItemKind::Run, 3) => "a run of three is",
        (ItemKind::Run, 4) => "a run of four is",
        (ItemKind::Run, 5) => "a run of five is",
        (ItemKind::Run, 6) => "a run of six is",
        (ItemKind::Run, _) => "a run of seven is",
        (ItemKind::Flush, 4) => "a flush of four is",
        (ItemKind::Flush, 5) => "a flush of five is",
        (ItemKind::Flush, 6) => "a flush of six is",
        (ItemKind::Flush, _) => "a flush of seven is",
        (ItemKind::Nobs, _) => "one for his nob is",
        (ItemKind::Nineteen, _) => "nothing is",
    }
}
