//! The call: a count as the players speak it at the table, in English and in French.

use super::{Item, ItemKind};
use crate::text::{capitalize, in_french, in_words};

/// Returns the call in English: "Fifteen two, fifteen four, and a pair is six." `may_become_nineteen` is true before the
/// cut if a hand of nothing will score 19.
pub(super) fn english(items: &[Item], may_become_nineteen: bool) -> String {
    match items {
        [] if may_become_nineteen => return "No score before the cut.".to_owned(),
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

/// Returns the call in French, with the running total that players in Québec count aloud: "Quinze-deux, quinze-quatre, et
/// une paire, six." `may_become_nineteen` is as for [`english`].
pub(super) fn french(items: &[Item], may_become_nineteen: bool) -> String {
    match items {
        [] if may_become_nineteen => return "Rien avant la coupe.".to_owned(),
        [] => return "Rien.".to_owned(),
        [Item { kind: ItemKind::Nineteen, .. }] => return "Rien, et dix-neuf pour cela.".to_owned(),
        _ => {}
    }
    let mut total = 0;
    let phrases = items.iter().enumerate().map(|(place, item)| {
        total += item.points;
        let number = in_french(total);
        if item.kind == ItemKind::Fifteen {
            return format!("quinze-{number}");
        }
        let and = if place > 0 && place + 1 == items.len() { "et " } else { "" };
        format!("{and}{}, {number}", french_phrase(item))
    });
    capitalize(&(phrases.collect::<Vec<_>>().join(", ") + "."))
}

/// The name of an item that is not a fifteen.
fn french_phrase(item: &Item) -> String {
    let name = match item.kind {
        ItemKind::Fifteen => "quinze",
        ItemKind::Pair => "une paire",
        ItemKind::PairRoyal => "une paire royale",
        ItemKind::DoublePairRoyal => "une double paire royale",
        ItemKind::FiveOfAKind => "cinq cartes pareilles",
        ItemKind::SixOfAKind => "six cartes pareilles",
        ItemKind::Run => return format!("une suite de {}", in_french(item.points)),
        ItemKind::Flush => "la couleur",
        ItemKind::Nobs => "un pour le valet de la couleur",
        ItemKind::Nineteen => "dix-neuf",
    };
    name.to_owned()
}
