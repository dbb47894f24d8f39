//! Whole games, against `data/games.txt`.

use pegout_engine::Preset;
use pegout_engine::game::{Action, PegFor, Refusal, Setup, Side};

use super::{Table, coordinator, deal_id, game_id, peg_id, scorer};

#[test]
fn every_whole_game_ends_as_its_lines_say() {
    let (mut games, mut wrong) = (0, Vec::new());
    for paragraph in include_str!("../../data/games.txt").split("\n\n") {
        let lines: Vec<(&str, &str)> = paragraph
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_once(": ").unwrap_or_else(|| panic!("no field in the line “{line}”")))
            .collect();
        if lines.is_empty() {
            continue;
        }
        let field = |name: &str| lines.iter().find(|(field, _)| *field == name).map(|(_, text)| *text);
        let deals: Vec<&str> = lines.iter().filter(|(field, _)| *field == "deal").map(|(_, text)| *text).collect();
        let mut table = Table::begun(begin(field("play").unwrap()));
        let error = follow(&mut table, &deals);
        let ends = shown(&table);
        if field("ends") != Some(&ends) || field("error") != error.as_deref() {
            wrong.push(format!("{}\n    ends: {ends}\n    error: {error:?}", field("game").unwrap()));
        }
        games += 1;
    }
    assert!(wrong.is_empty(), "in games.txt,\n{}", wrong.join("\n"));
    assert!(games > 8, "the file has shrunk to {games} games");
}

fn begin(play: &str) -> Setup {
    let words: Vec<&str> = play.split(' ').collect();
    let sides = words[2..].iter().map(|side| match side.split_once('=') {
        Some((name, players)) => {
            Side { name: name.to_owned(), players: players.split(',').map(str::to_owned).collect() }
        }
        None => Side::from_player((*side).to_owned()),
    });
    let preset: Preset = words[0].parse().unwrap();
    Setup::new(game_id(1), sides.collect(), preset.rules(), words[1].parse().unwrap())
}

/// Does what the lines say until the game refuses: where and why it did.
fn follow(table: &mut Table, deals: &[&str]) -> Option<String> {
    let (mut pegs, mut begun) = (0, 0);
    for (line, deal) in (1..).zip(deals) {
        if line > 1 {
            begun += 1;
            let number = table.view().deal + 1;
            table.ask(Action::BeginDeal { number, deal: deal_id(begun) }).unwrap();
        }
        for (place, word) in (1..).zip(deal.split(' ')) {
            if let Err(refusal) = step(table, &mut pegs, word) {
                return Some(format!("{line} {place} {}", name(&refusal)));
            }
        }
    }
    None
}

fn step(table: &mut Table, pegs: &mut u8, word: &str) -> Result<usize, Refusal> {
    let scores = |text: &str| text.split('/').map(|score| score.parse().unwrap()).collect::<Vec<u8>>();
    if let Some(nth) = word.strip_prefix('-') {
        table.ask(Action::TakeBackPeg(peg_id(nth.parse().unwrap())))
    } else if let Some(text) = word.strip_prefix('=') {
        table.result(scorer(), &scores(text), None)
    } else if let Some(text) = word.strip_prefix('!') {
        table.result(coordinator(), &scores(text), Some("misread"))
    } else if word == "undo" {
        table.ask(Action::TakeBackResult)
    } else if word == "undeal" {
        let number = table.view().deal;
        table.ask(Action::TakeBackDeal { number })
    } else {
        let (side, points) = word.split_once('+').unwrap_or_else(|| panic!("what is “{word}”?"));
        let digits = points.find(|letter: char| !letter.is_ascii_digit()).unwrap();
        let earned_by: PegFor = points[digits..].parse().unwrap();
        *pegs += 1;
        table.peg(*pegs, side.parse().unwrap(), points[..digits].parse().unwrap(), earned_by)
    }
}

/// The name of a refusal, without what it says.
fn name(refusal: &Refusal) -> String {
    format!("{refusal:?}").split([' ', '(']).next().unwrap_or_default().to_owned()
}

fn shown(table: &Table) -> String {
    let view = table.view();
    let mut words: Vec<String> = view.sides.iter().map(|side| format!("{}/{}", side.score, side.previous)).collect();
    let or_none = |number: Option<u8>| number.map_or("-".to_owned(), |number| number.to_string());
    words.extend([view.status.to_string(), or_none(view.winner), view.skunk.to_string(), or_none(view.value)]);
    words.extend([view.deal.to_string(), view.dealer.to_string(), view.crib.to_string()]);
    words.join(" ")
}
