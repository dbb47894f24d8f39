//! Exercises for practice: a hand to count, six cards to throw from, a moment of the play.
//!
//! A seed makes the same exercises on every machine. Each exercise has the engine's own whole answer, by the usual rules.

use pegout_engine::fault::Fault;
use pegout_engine::play::PlaySummary;
use pegout_engine::{Advice, Card, Crib, Discard, Hand, HeldCard, Opponent, Play, PlayedCard, Rules, Show, Step, Turn};
use serde::Serialize;

use crate::questions::outcome;

/// The most characters of a seed.
const MAX_SEED: usize = 64;

/// The dealer at two players. The other player leads.
const DEALER: u8 = 1;

/// An exercise with its answer.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Exercise {
    /// How many points is the hand or the crib?
    Count { cards: [Card; 4], starter: Card, crib: bool, show: Show },
    /// Which two of six cards are thrown?
    Throw { cards: [Card; 6], crib: Crib, advice: Advice },
    /// With a hand: which of its cards may be played? Without one: how many points is the newest card?
    Play { hand: Option<Vec<Card>>, played: PlaySummary },
}

/// Makes the exercise with this number. `kind` is 0 for a count, 1 for a throw and 2 for the play. `seed` is a text of 1 to
/// 64 characters.
pub fn exercise(seed: &str, kind: u32, number: u32) -> String {
    outcome(make(seed, kind, number))
}

fn make(seed: &str, kind: u32, number: u32) -> Result<Exercise, Fault> {
    if !(1..=MAX_SEED).contains(&seed.chars().count()) {
        return Err(Fault::invalid("/seed", format!("A seed is a text of 1 to {MAX_SEED} characters.")));
    }
    let mut random = Random::new(seed, kind, number);
    match kind {
        0 => count(&mut random),
        1 => throw(&mut random),
        2 if random.below(2) == 0 => newest_card(&mut random),
        2 => own_cards(&mut random),
        _ => Err(Fault::invalid("/kind", "An exercise is a count (0), a throw (1) or of the play (2).")),
    }
}

fn count(random: &mut Random) -> Result<Exercise, Fault> {
    let (crib, pack, rules) = (random.below(4) == 0, random.pack(), Rules::default());
    let mut cards = if crib { first(&pack) } else { kept(first(&pack), &rules)? };
    cards.sort();
    let starter = pack[6];
    let show = Hand::new(&cards, Some(starter), crib)?.show(&rules);
    Ok(Exercise::Count { cards, starter, crib, show })
}

/// The four of six cards that count most before the cut, because players keep such hands.
fn kept(six: [Card; 6], rules: &Rules) -> Result<[Card; 4], Fault> {
    let mut best = (0, first(&six));
    for thrown in (0..6).flat_map(|one| (0..one).map(move |other| [one, other])) {
        let mut left = (0..6).filter(|place| !thrown.contains(place)).map(|place| six[place]);
        let four = std::array::from_fn(|_| left.next().unwrap_or(six[0]));
        let total = Hand::new(&four, None, false)?.total(rules);
        if total > best.0 {
            best = (total, four);
        }
    }
    Ok(best.1)
}

fn throw(random: &mut Random) -> Result<Exercise, Fault> {
    let crib = if random.below(2) == 0 { Crib::Own } else { Crib::Other };
    let mut cards: [Card; 6] = first(&random.pack());
    cards.sort();
    let advice = Discard::new(&cards, 2, crib, &Rules::default())?.advice(Opponent::usual(2))?;
    Ok(Exercise::Throw { cards, crib, advice })
}

/// A count of two to six cards. Most of the newest cards score.
fn newest_card(random: &mut Random) -> Result<Exercise, Fault> {
    let (pack, before) = (random.pack(), 1 + random.below(5));
    let mut play = Play::new(2, DEALER, &Rules::default())?;
    for place in 0..=before {
        let (is_newest, scores) = (place == before, random.below(4) > 0);
        // A card that ends the count would take the pile away.
        let fits = |play: &Play| is_newest || play.next().is_some_and(|next| next.count > 0);
        let played = |card: &Card| {
            let mut play = play.clone();
            play.apply(Turn::Card(PlayedCard::Card(*card))).is_ok().then_some(play).filter(fits)
        };
        let is_wanted = |play: &Play| play.steps().last().is_some_and(|step| (step.points() > 0) == scores);
        let next = pack.iter().filter_map(played).find(is_wanted).or_else(|| pack.iter().find_map(played));
        let Some(next) = next else { break };
        play = next;
    }
    Ok(Exercise::Play { hand: None, played: play.summary() })
}

/// A player with two cards or more, at a count at which some cards are too large.
fn own_cards(random: &mut Random) -> Result<Exercise, Fault> {
    loop {
        let pack = random.pack();
        let mut play = Play::with_hands(2, DEALER, &[&pack[..4], &pack[4..8]], &Rules::default())?;
        while let Some(next) = play.next() {
            let is_out = |card: &Card| play.steps().iter().any(|step| is_of(step, *card));
            let mut hand: Vec<Card> = pack[usize::from(next.player) * 4..][..4].to_vec();
            hand.retain(|card| !is_out(card));
            if next.count > 20 && hand.len() > 1 {
                hand.sort();
                return Ok(Exercise::Play { hand: Some(hand), played: play.summary() });
            }
            let playable = next.playable.unwrap_or_default();
            let turn = match playable.get(random.below(playable.len().max(1))) {
                Some(HeldCard::Card(card)) => Turn::Card(PlayedCard::Card(*card)),
                _ => Turn::Go,
            };
            play.apply(turn)?;
        }
    }
}

/// Returns true if this card was played at this step.
fn is_of(step: &Step, card: Card) -> bool {
    matches!(step, Step::Card(step) if step.card == PlayedCard::Card(card))
}

/// The first `N` cards.
fn first<const N: usize>(cards: &[Card]) -> [Card; N] {
    std::array::from_fn(|place| cards[place])
}

/// A generator of 64 bits (SplitMix64), begun with a hash of its seed (FNV-1a). Both must never change: a seed names its
/// exercises.
struct Random(u64);

impl Random {
    fn new(seed: &str, kind: u32, number: u32) -> Random {
        let numbers = [kind, number].map(u32::to_le_bytes);
        let bytes = seed.bytes().chain(numbers.into_iter().flatten());
        Random(bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
    }

    /// Draws a number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((((mixed ^ (mixed >> 31)) >> 32) * limit as u64) >> 32) as usize
    }

    /// A shuffled pack.
    fn pack(&mut self) -> Vec<Card> {
        let mut pack: Vec<Card> = Card::all().collect();
        for place in (1..pack.len()).rev() {
            let other = self.below(place + 1);
            pack.swap(place, other);
        }
        pack
    }
}
