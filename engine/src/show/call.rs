//! The call: a count as the players speak it at the table, in English and in French.

use super::{Item, ItemKind};
use crate::text::{capitalize, push_french, push_words};

/// The bytes that most calls fit into.
const TYPICAL_SIZE: usize = 96;

/// Returns the call in English: "Fifteen two, fifteen four, and a pair is six." `may_become_nineteen` is true before the
/// cut if a hand of nothing will score 19.
pub(super) fn english(items: &[Item], may_become_nineteen: bool) -> String {
    match items {
        [] if may_become_nineteen => return "No score before the cut.".to_owned(),
        [] => return "No score.".to_owned(),
        [Item { kind: ItemKind::Nineteen, .. }] => return "Nothing, and nineteen for it.".to_owned(),
        _ => {}
    }
    let mut call = String::with_capacity(TYPICAL_SIZE);
    let mut total = 0;
    for (place, item) in items.iter().enumerate() {
        total += item.points;
        let comma = if place > 0 { ", " } else { "" };
        let and = if place > 0 && place + 1 == items.len() && item.kind != ItemKind::Fifteen { "and " } else { "" };
        call.extend([comma, and, phrase(item), " "]);
        push_words(&mut call, total);
    }
    call.push('.');
    capitalize(call)
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

/// Returns the call in French, with the running total that players in Québec count aloud: "Quinze-deux, quinze-quatre, et
/// une paire, six." `may_become_nineteen` is as for [`english`].
pub(super) fn french(items: &[Item], may_become_nineteen: bool) -> String {
    match items {
        [] if may_become_nineteen => return "Rien avant la coupe.".to_owned(),
        [] => return "Rien.".to_owned(),
        [Item { kind: ItemKind::Nineteen, .. }] => return "Rien, et dix-neuf pour cela.".to_owned(),
        _ => {}
    }
    let mut call = String::with_capacity(TYPICAL_SIZE);
    let mut total = 0;
    for (place, item) in items.iter().enumerate() {
        total += item.points;
        call.push_str(if place > 0 { ", " } else { "" });
        if item.kind == ItemKind::Fifteen {
            call.push_str("quinze-");
        } else {
            call.push_str(if place > 0 && place + 1 == items.len() { "et " } else { "" });
            push_french_phrase(&mut call, item);
            call.push_str(", ");
        }
        push_french(&mut call, total);
    }
    call.push('.');
    capitalize(call)
}

/// Adds the name of an item that is not a fifteen.
fn push_french_phrase(call: &mut String, item: &Item) {
    call.push_str(match item.kind {
        ItemKind::Fifteen => "quinze",
        ItemKind::Pair => "une paire",
        ItemKind::PairRoyal => "une paire royale",
        ItemKind::DoublePairRoyal => "une double paire royale",
        ItemKind::FiveOfAKind => "cinq cartes pareilles",
        ItemKind::SixOfAKind => "six cartes pareilles",
        ItemKind::Run => "une suite de ",
        ItemKind::Flush => "la couleur",
        ItemKind::Nobs => "un pour le valet de la couleur",
        ItemKind::Nineteen => "dix-neuf",
    });
    if item.kind == ItemKind::Run {
        push_french(call, item.points);
    }
}
