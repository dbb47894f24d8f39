//! The play of one deal, card by card, for two to six players.

mod error;
mod hands;
mod step;
mod wrong_go;

use arrayvec::ArrayVec;

pub use error::{DealError, PlayError};
pub use step::{
    Call, CardStep, Combination, GoStep, Next, PlaySummary, Score, ScoreKind, Step, Turn, TurnError, score_card,
};
pub use wrong_go::WrongGo;

use crate::card::{HeldCard, HeldCardSet, PlayedCard, Rank};
use crate::rules::Rules;
use hands::{Hands, PlayerSet};

/// The most players of a game.
const MAX_PLAYERS: usize = 6;

/// The most cards of a count: with two jokers as aces, fifteen fit below 31.
const LONGEST_COUNT: usize = 15;

/// The play of one deal.
///
/// A played joker counts as its declaration. In a hand a joker has no declaration, and is always playable below 31, as
/// an ace.
///
/// Players are numbered from 0, clockwise. If the hands are known, gos may be missing, and a false go is an error. A
/// count ends as soon as nobody can play on. If the hands are unknown, each card belongs to the next player in order. A
/// count under 31 then ends when all players with cards have said go. The player of the last card need not say go: a
/// card that does not fit begins the next count.
///
/// After the end of a count each player may still say go once, which changes nothing.
///
/// # Examples
///
/// ```
/// use pegout_engine::{Play, Rules, Turn};
///
/// let mut play = Play::new(2, 1, &Rules::default())?;
/// for card in ["9C", "6D", "8H", "7S"] {
///     play.apply(card.parse()?)?;
/// }
/// assert_eq!(play.totals(), [0, 6], "fifteen on the six, a run of four on the seven");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Play {
    players: u8,
    last_card_point: bool,
    jokers: u8,
    hands: Hands,
    played: HeldCardSet,
    /// The cards of the count, each with a rank.
    pile: ArrayVec<PlayedCard, LONGEST_COUNT>,
    count: u8,
    said_go: PlayerSet,
    /// The player at whom the clockwise search for the next turn begins.
    turn: u8,
    newest_card: Option<usize>,
    closed: Option<ClosedCount>,
    steps: Vec<Step>,
}

/// The count that has just ended, until the next card.
#[derive(Clone, Copy, Debug)]
struct ClosedCount {
    count: u8,
    said_go: PlayerSet,
}

impl Play {
    /// The play of a deal whose hands are not known. `players` is 2 to 6, `dealer` below it; the player
    /// after the dealer leads.
    ///
    /// # Errors
    ///
    /// Returns an error if there are not two to six players, or the dealer is not a player.
    pub fn new(players: u8, dealer: u8, rules: &Rules) -> Result<Play, DealError> {
        if !(2..=MAX_PLAYERS as u8).contains(&players) {
            return Err(DealError::Players(players));
        }
        if dealer >= players {
            return Err(DealError::Dealer { dealer, players });
        }
        let mut left = [0; MAX_PLAYERS];
        left[..players.into()].fill(4);
        Ok(Play {
            players,
            last_card_point: rules.last_card_point,
            jokers: rules.jokers,
            hands: Hands::Unknown { left },
            played: HeldCardSet::default(),
            pile: ArrayVec::new(),
            count: 0,
            said_go: PlayerSet::default(),
            turn: (dealer + 1) % players,
            newest_card: None,
            closed: None,
            steps: Vec::with_capacity(24),
        })
    }

    /// The play of a deal whose hands are known: four cards a player, player 0's first.
    ///
    /// # Errors
    ///
    /// As [`Play::new`]. Also if a hand is missing or has not four cards, or if a card is there twice or not in the
    /// pack.
    pub fn with_hands<C: Copy + Into<HeldCard>, H: AsRef<[C]>>(
        players: u8,
        dealer: u8,
        hands: &[H],
        rules: &Rules,
    ) -> Result<Play, DealError> {
        let mut play = Play::new(players, dealer, rules)?;
        if hands.len() != usize::from(players) {
            return Err(DealError::Hands { given: hands.len(), players });
        }
        let (mut dealt, mut by_player) = (HeldCardSet::default(), [HeldCardSet::default(); MAX_PLAYERS]);
        for (player, hand) in hands.iter().map(H::as_ref).enumerate() {
            if hand.len() != 4 {
                return Err(DealError::NotFour { player, given: hand.len() });
            }
            for (place, card) in hand.iter().map(|card| (*card).into()).enumerate() {
                if let HeldCard::Joker(joker) = card
                    && joker as u8 > rules.jokers
                {
                    return Err(DealError::NoSuchJoker { jokers: rules.jokers, player, place });
                }
                if !dealt.insert(card) {
                    return Err(DealError::DuplicateCard { card, player, place });
                }
                by_player[player].insert(card);
            }
        }
        play.hands = Hands::Known(by_player);
        Ok(play)
    }

    /// Applies the next card or go.
    ///
    /// # Errors
    ///
    /// Returns an error if the rules do not allow it; nothing has changed then.
    pub fn apply(&mut self, turn: Turn) -> Result<(), PlayError> {
        match turn {
            Turn::Card(card) => self.card(card),
            Turn::Go => self.go(),
        }
    }

    /// The cards and gos so far, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The points that each player has pegged, player 0 first.
    #[must_use]
    pub fn totals(&self) -> Vec<u8> {
        let mut totals = vec![0; self.players.into()];
        for step in &self.steps {
            totals[usize::from(step.player())] += step.points();
        }
        totals
    }

    /// Returns true if all cards are out.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.hands.are_empty()
    }

    /// The player in turn, and the cards they can play. Returns `None` after the last card.
    #[must_use]
    pub fn next(&self) -> Option<Next> {
        let player = self.to_act()?;
        let playable = self.playable(player).map(|cards| cards.iter().collect());
        Some(Next { player, count: self.count, playable })
    }

    /// The play so far, whole.
    #[must_use]
    pub fn summary(self) -> PlaySummary {
        let (totals, wrong_go) = (self.totals(), self.wrong_go());
        PlaySummary { totals, finished: self.is_finished(), next: self.next(), wrong_go, steps: self.steps }
    }

    fn card(&mut self, played: PlayedCard) -> Result<(), PlayError> {
        let card = played.held();
        if let HeldCard::Joker(joker) = card
            && joker as u8 > self.jokers
        {
            return Err(PlayError::NoSuchJoker { jokers: self.jokers });
        }
        if self.played.contains(card) {
            return Err(PlayError::DuplicateCard { card });
        }
        let mut player = match &self.hands {
            Hands::Known(hands) => {
                let holder = hands.iter().zip(0..).find(|(hand, _)| hand.contains(card));
                holder.ok_or(PlayError::CardNotHeld { card })?.1
            }
            Hands::Unknown { .. } => self.to_act().ok_or(PlayError::TooManyCards { card })?,
        };
        let rank = match played {
            PlayedCard::Card(card) => card.rank(),
            PlayedCard::Joker(joker, _) => played.rank().ok_or(PlayError::Undeclared { joker })?,
        };
        if self.count + rank.value() > 31 {
            player = self.next_leader().ok_or_else(|| self.over_thirty_one(played))?;
            self.close_count();
        }
        // The next player in turn is able to play, since the card fits.
        if self.turn != player
            && let Some((able, playable)) = self.next_able()
        {
            if able != player {
                let playable = playable.iter().collect();
                return Err(PlayError::NotYourTurn { player: Some(able), count: self.count, playable });
            }
            while let Some(unable) = self.to_act().filter(|unable| *unable != able) {
                self.push_go(unable, false, self.count);
            }
        }
        self.place(player, played, rank);
        Ok(())
    }

    /// The leader of the next count, if a card that does not fit can begin it. Then the hands are not known, and only the
    /// player of the last card has not said go.
    fn next_leader(&self) -> Option<u8> {
        let newest = self.steps.get(self.newest_card?)?.player();
        if self.hands.are_known() || self.to_act() != Some(newest) {
            return None;
        }
        let from = self.after(newest);
        (from..self.players).chain(0..from).find(|&player| self.hands.has_cards(player))
    }

    fn over_thirty_one(&self, card: PlayedCard) -> PlayError {
        let unsaid = if self.hands.are_known() { None } else { self.to_act() };
        PlayError::OverThirtyOne { card, count: self.count, unsaid }
    }

    fn place(&mut self, player: u8, card: PlayedCard, rank: Rank) {
        self.closed = None;
        self.played.insert(card.held());
        self.hands.take(player, card.held());
        self.pile.push(card);
        self.count += rank.value();
        self.newest_card = Some(self.steps.len());
        self.turn = self.after(player);
        self.steps.push(Step::Card(CardStep::new(player, card, self.count, &self.pile)));
        let nobody_can = if self.hands.are_known() { self.next_able().is_none() } else { self.to_act().is_none() };
        if self.count == 31 || nobody_can {
            self.close_count();
        }
    }

    fn go(&mut self) -> Result<(), PlayError> {
        if let Some((player, count)) = self.late_go() {
            self.push_go(player, true, count);
            return Ok(());
        }
        let count = self.count;
        let player = self.to_act().ok_or(PlayError::NotYourTurn { player: None, count, playable: Vec::new() })?;
        let playable = self.playable(player);
        if playable.map_or(count <= 21, |cards| !cards.is_empty()) {
            return Err(PlayError::Renege { player, count, playable: playable.map(|cards| cards.iter().collect()) });
        }
        self.push_go(player, true, count);
        if self.to_act().is_none() {
            self.close_count();
        }
        Ok(())
    }

    /// The player and the count of a go after the end of the count; this go changes nothing. Players with cards come
    /// first, in turn after the last card, because only they say go in a count.
    fn late_go(&self) -> Option<(u8, u8)> {
        let closed = self.closed?;
        let silent = || self.clockwise().filter(|player| !closed.said_go.contain(*player));
        let player = silent().find(|player| self.hands.has_cards(*player)).or_else(|| silent().next())?;
        Some((player, closed.count))
    }

    fn push_go(&mut self, player: u8, said: bool, count: u8) {
        match &mut self.closed {
            Some(closed) => closed.said_go.add(player),
            None => {
                self.said_go.add(player);
                self.turn = self.after(player);
            }
        }
        let verified = self.hands.are_known();
        self.steps.push(Step::Go(GoStep { player, go: true, said, verified, count, points: 0, scores: [] }));
    }

    /// Ends the count: pays the card that ended it below 31, and lets the next player with cards lead.
    fn close_count(&mut self) {
        let finished = self.is_finished();
        if let Some(Step::Card(card)) = self.newest_card.and_then(|place| self.steps.get_mut(place)) {
            self.turn = (card.player + 1) % self.players;
            match (card.count, finished) {
                (31, _) => {}
                (_, false) => card.pay(ScoreKind::Go),
                (_, true) if self.last_card_point => card.pay(ScoreKind::Last),
                (_, true) => {}
            }
        }
        self.closed = Some(ClosedCount { count: self.count, said_go: self.said_go });
        self.count = 0;
        self.pile.clear();
        self.said_go = PlayerSet::default();
    }

    /// The player in turn: the next player with cards who has not said go in this count.
    fn to_act(&self) -> Option<u8> {
        self.clockwise().find(|&player| self.hands.has_cards(player) && !self.said_go.contain(player))
    }

    /// The next player who can play, and the playable cards; `None` if nobody can play, or the hands are not known.
    fn next_able(&self) -> Option<(u8, HeldCardSet)> {
        let Hands::Known(hands) = &self.hands else { return None };
        let playable = |player: u8| (player, hands[usize::from(player)].up_to(31 - self.count));
        self.clockwise().map(playable).find(|(_, playable)| !playable.is_empty())
    }

    fn playable(&self, player: u8) -> Option<HeldCardSet> {
        self.hands.playable(player, 31 - self.count)
    }

    /// All players, in the order of the search for the next turn.
    fn clockwise(&self) -> impl Iterator<Item = u8> + use<> {
        (self.turn..self.players).chain(0..self.turn)
    }

    fn after(&self, player: u8) -> u8 {
        (player + 1) % self.players
    }
}
