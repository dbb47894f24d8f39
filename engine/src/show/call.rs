//! The count as it is spoken at the table.

use super::{Item, ItemKind};
use crate::number::{capitalised, words};

/// "Fifteen two, fifteen four, and a pair is six."
pub(super) fn aloud(items: &[Item]) -> String {
    if items.is_empty() {
        return "No score.".to_owned();
    }
    let mut total = 0;
    let phrases: Vec<String> = items
        .iter()
        .enumerate()
        .map(|(place, item)| {
            total += item.points;
            let and = if place > 0 && place + 1 == items.len() && item.kind != ItemKind::Fifteen { "and " } else { "" };
            format!("{and}{}", phrase(item, total))
        })
        .collect();
    format!("{}.", capitalised(&phrases.join(", ")))
}

fn phrase(item: &Item, total: u8) -> String {
    let total = words(total);
    match item.kind {
        ItemKind::Fifteen => format!("fifteen {total}"),
        ItemKind::Pair => format!("a pair is {total}"),
        ItemKind::PairRoyal => format!("a pair royal is {total}"),
        ItemKind::DoublePairRoyal => format!("a double pair royal is {total}"),
        ItemKind::Run => format!("a run of {} is {total}", words(item.points)),
        ItemKind::Flush => format!("a flush of {} is {total}", words(item.points)),
        ItemKind::Nobs => format!("one for his nob is {total}"),
    }
}
