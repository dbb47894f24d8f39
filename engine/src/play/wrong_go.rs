//! The check of the gos of a finished deal: then all hands are known from the played cards.

use arrayvec::ArrayVec;

use super::hands::{Hands, PlayerSet};
use super::{MAX_PLAYERS, Play, Step};
use crate::card::{HeldCard, HeldCardSet};

/// A go of a player who could have played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct WrongGo {
    /// The index of the go in `steps`, from 0; `null` if the player left the go out.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0))]
    pub step: Option<usize>,
    /// The player, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 5))]
    pub player: u8,
    /// The count at which the player could have played, 1 to 30.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 30))]
    pub count: u8,
    /// The cards that the player could have played, jokers without a declaration.
    #[cfg_attr(feature = "utoipa", schema(min_items = 1, max_items = 4))]
    pub playable: Vec<HeldCard>,
}

impl Play {
    /// Returns the first wrong go of a finished deal whose hands were not known. The cards are played again with the
    /// hands, until a card has another player or another count.
    pub(super) fn wrong_go(&self) -> Option<WrongGo> {
        if self.hands.are_known() || !self.is_finished() {
            return None;
        }
        let mut replay = self.beginning_with_hands()?;
        for (place, step) in self.steps.iter().enumerate() {
            let Step::Card(played) = step else { continue };
            let before = replay.clone();
            let is_same = replay.card(played.card).is_ok()
                && replay.newest_card.and_then(|newest| replay.steps.get(newest)).is_some_and(|step| {
                    matches!(step, Step::Card(again) if (again.player, again.count) == (played.player, played.count))
                });
            if !is_same {
                let (player, playable) = before.next_able()?;
                let is_their_go = |step: &Step| matches!(step, Step::Go(go) if go.player == player);
                // The go may have been left out. A go before the last card was at another count.
                let last_card = self.steps[..place].iter().rposition(|step| matches!(step, Step::Card(_)))?;
                let step = self.steps[last_card..place].iter().position(is_their_go).map(|gos| last_card + gos);
                return Some(WrongGo { step, player, count: before.count, playable: playable.iter().collect() });
            }
        }
        None
    }

    /// Returns the same deal before its first card, with the hands that its cards were played from.
    fn beginning_with_hands(&self) -> Option<Play> {
        let mut hands = [HeldCardSet::default(); MAX_PLAYERS];
        for step in &self.steps {
            if let Step::Card(played) = step {
                hands[usize::from(played.player)].insert(played.card.held());
            }
        }
        Some(Play {
            hands: Hands::Known(hands),
            played: HeldCardSet::default(),
            pile: ArrayVec::new(),
            count: 0,
            said_go: PlayerSet::default(),
            turn: self.steps.first()?.player(),
            newest_card: None,
            closed: None,
            steps: Vec::with_capacity(self.steps.len()),
            ..*self
        })
    }
}
