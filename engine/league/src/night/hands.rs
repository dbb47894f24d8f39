//! The special hands of a night: pegged with their cards, or claimed at a wooden board and proven by another phone.

use super::decide::Decision;
use super::{EventKind, Night, Refusal, TableRef};
use crate::{CommandId, PlayerId, Settings};
use pegout_engine::card::{Card, PlayedCard};
use pegout_engine::game::{Game, GameId, Metadata, PegFor, Role};
use pegout_engine::id;
use pegout_engine::show::{AnyHand, HandError};
use pegout_engine::time::Time;

id!(
    HandId,
    "The id of a special hand: the id of its peg, or an id that the client makes for a claim.",
    "0198c5a2-b666-7d3a-9b52-0c6f6f3f1a15"
);

/// The most hands that are claimed for a game, also with those taken back.
const MAX_HANDS: usize = 100;

/// A hand or crib that a player claims.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct ClaimedHand {
    /// The hand.
    pub hand: HandId,
    /// The player who held it.
    pub player: PlayerId,
    /// The game.
    pub game: GameId,
    /// The cards without the starter.
    #[cfg_attr(feature = "utoipa", schema(min_items = 4, max_items = 4))]
    pub cards: Vec<PlayedCard>,
    /// The starter.
    pub starter: PlayedCard,
    /// True for the crib.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub crib: bool,
}

/// The proof of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Proof {
    /// A peg with the cards.
    Pegged,
    /// The other side has agreed.
    Witnessed,
    /// A helper for results, a representative or the coordinator has entered it, or has agreed.
    Entered,
    /// Nobody has agreed yet.
    Waiting,
    /// The other side has not agreed: it does not count.
    Contested,
}

pegout_engine::string_enum!(Proof, "the proof of a hand", {
    Pegged => "pegged",
    Witnessed => "witnessed",
    Entered => "entered",
    Waiting => "waiting",
    Contested => "contested",
});

/// A hand or crib of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldHand {
    /// The hand.
    pub id: HandId,
    /// The game.
    pub game: GameId,
    /// The player who held it; `None` while no player of the side is named.
    pub player: Option<PlayerId>,
    /// The players of its side.
    pub side: Vec<PlayerId>,
    /// The points.
    pub points: u8,
    /// The cards without the starter.
    pub cards: Vec<PlayedCard>,
    /// The starter.
    pub starter: PlayedCard,
    /// True for the crib.
    pub crib: bool,
    /// The round and the table.
    pub at: TableRef,
    /// The time of its peg or claim.
    pub held_at: Time,
    /// The proof.
    pub proof: Proof,
}

impl HeldHand {
    /// The player who may win with it: it is proven, and the player is known.
    #[must_use]
    pub fn winner(&self) -> Option<PlayerId> {
        self.player.filter(|_| !matches!(self.proof, Proof::Waiting | Proof::Contested))
    }

    /// Returns true for four cards of one rank, with the starter.
    #[must_use]
    pub fn has_four_of_a_kind(&self) -> bool {
        let ranks = || self.cards.iter().chain([&self.starter]).filter_map(|card| card.card()).map(Card::rank);
        ranks().any(|rank| ranks().filter(|other| *other == rank).count() >= 4)
    }

    /// Returns true for 24, 28 and 29 points, and for four cards of one rank.
    #[must_use]
    pub fn is_special(&self) -> bool {
        matches!(self.points, 24 | 28 | 29) || self.has_four_of_a_kind()
    }
}

/// A claimed hand with its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    claimed: ClaimedHand,
    claimed_by: Metadata,
    /// The newest answer of a witness.
    witness: Option<(bool, Role)>,
    is_taken_back: bool,
}

/// An answer about a claimed hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The hand.
    pub hand: HandId,
    /// True if the witness agrees.
    pub agrees: bool,
    /// The owner of the phone, if it is a player's.
    pub owner: Option<PlayerId>,
    /// The id of the command: a repeat with it has no effect.
    pub id: Option<CommandId>,
}

impl Night {
    fn claim(&self, hand: HandId) -> Option<&Claim> {
        self.claims.iter().find(|claim| claim.claimed.hand == hand)
    }

    pub(super) fn claim_hand(&mut self, claimed: &ClaimedHand, metadata: &Metadata) {
        let (claimed, claimed_by) = (claimed.clone(), metadata.clone());
        self.claims.push(Claim { claimed, claimed_by, witness: None, is_taken_back: false });
    }

    pub(super) fn change_claim(&mut self, hand: HandId, change: impl FnMut(&mut Claim)) {
        self.claims.iter_mut().filter(|claim| claim.claimed.hand == hand).take(1).for_each(change);
    }

    /// The game of a claimed hand.
    #[must_use]
    pub fn game_of_hand(&self, hand: HandId) -> Option<GameId> {
        Some(self.claim(hand)?.claimed.game)
    }

    pub(super) fn decide_claim(&self, claimed: ClaimedHand, points: Option<u8>, metadata: &Metadata) -> Decision {
        let ClaimedHand { hand, player, game, ref cards, starter, crib } = claimed;
        if let Some(known) = self.claim(hand) {
            let is_same = known.claimed == claimed && known.is_from(metadata);
            return if is_same { Ok(Vec::new()) } else { Err(Refusal::HandIdTaken { hand }) };
        }
        let sits = self.table_of(game).is_some_and(|(_, table)| table.seats.side_of(player).is_some());
        let Some(started) = self.phase.started().filter(|_| sits) else { return Err(Refusal::NotAtTheGame { player }) };
        let of_phone = |claim: &&Claim| claim.claimed.game == game && claim.claimed_by.role != Role::Coordinator;
        if metadata.role != Role::Coordinator && self.claims.iter().filter(of_phone).count() >= MAX_HANDS {
            return Err(Refusal::TooManyHands);
        }
        let counted = count(cards, starter, crib, &started.settings).map_err(Refusal::Hand)?;
        if let Some(given) = points.filter(|points| *points != counted) {
            return Err(Refusal::NotThatHand { given, counted });
        }
        Ok(vec![EventKind::HandClaimed(claimed)])
    }

    pub(super) fn decide_witness(&self, witness: Witness, metadata: &Metadata) -> Decision {
        let Witness { hand, agrees, owner, id } = witness;
        let claim = self.claim(hand).filter(|claim| !claim.is_taken_back).ok_or(Refusal::NoSuchHand { hand })?;
        let seats = self.table_of(claim.claimed.game).map(|(_, table)| &table.seats);
        let side = |player| seats.and_then(|seats| seats.side_of(player));
        let is_own_side = owner.is_some_and(|owner| side(owner) == side(claim.claimed.player));
        let is_own = is_own_side || claim.claimed_by.token == metadata.token;
        if metadata.role != Role::Coordinator && is_own {
            return Err(Refusal::OwnHand);
        }
        let is_settled = claim.claimed_by.role == Role::Coordinator
            || claim.witness.is_some_and(|(_, role)| role == Role::Coordinator);
        if metadata.role != Role::Coordinator && is_settled {
            return Err(Refusal::NotYourHand);
        }
        let is_known = claim.witness == Some((agrees, metadata.role));
        Ok((!is_known).then_some(EventKind::HandWitnessed { hand, agrees, id }).into_iter().collect())
    }

    pub(super) fn decide_take_back_hand(&self, hand: HandId, metadata: &Metadata) -> Decision {
        let claim = self.claim(hand).ok_or(Refusal::NoSuchHand { hand })?;
        if claim.is_taken_back {
            return Ok(Vec::new());
        }
        if metadata.role != Role::Coordinator && !claim.is_from(metadata) {
            return Err(Refusal::NotYourHand);
        }
        Ok(vec![EventKind::HandTakenBack { hand }])
    }

    /// The hands and cribs of the night with their cards, by round and table. `game` returns a game of the night.
    pub fn hands<'a>(&self, game: impl Fn(GameId) -> Option<&'a Game>) -> Vec<HeldHand> {
        let Some(started) = self.phase.started() else { return Vec::new() };
        let mut hands = Vec::new();
        for (at, table) in self.tables() {
            let sides = table.seats.sides();
            let pegged = game(table.game).into_iter().flat_map(Game::shown_hands);
            hands.extend(pegged.filter_map(|(peg, held_at)| {
                let side = sides.get(usize::from(peg.side))?.to_vec();
                let named = peg.player.and_then(|player| side.get(usize::from(player)).copied());
                let only = side.first().copied().filter(|_| side.len() == 1);
                Some(HeldHand {
                    id: HandId::from_bytes(peg.id.bytes()),
                    game: table.game,
                    player: named.or(only),
                    side,
                    points: peg.points,
                    cards: peg.cards.clone()?,
                    starter: peg.starter?,
                    crib: peg.earned_by == PegFor::Crib,
                    at,
                    held_at,
                    proof: Proof::Pegged,
                })
            }));
            let claims = self.claims.iter().filter(|claim| claim.claimed.game == table.game && !claim.is_taken_back);
            hands.extend(claims.filter_map(|claim| {
                let ClaimedHand { hand, player, ref cards, starter, crib, .. } = claim.claimed;
                // A player whose seat was corrected did not hold it.
                let side = sides.get(table.seats.side_of(player)?)?.to_vec();
                Some(HeldHand {
                    id: hand,
                    game: table.game,
                    player: Some(player),
                    side,
                    points: count(cards, starter, crib, &started.settings).ok()?,
                    cards: cards.clone(),
                    starter,
                    crib,
                    at,
                    held_at: claim.claimed_by.at,
                    proof: claim.proof(),
                })
            }));
        }
        without_doubles(hands)
    }
}

/// The hands without the doubles of a hand that counts: it may be pegged, and claimed by several phones.
fn without_doubles(hands: Vec<HeldHand>) -> Vec<HeldHand> {
    let cards = |hand: &HeldHand| {
        let mut cards: Vec<String> = hand.cards.iter().map(PlayedCard::to_string).collect();
        cards.sort_unstable();
        (hand.game, cards, hand.starter, hand.crib)
    };
    let counting: Vec<_> =
        hands.iter().filter(|hand| hand.winner().is_some()).map(|hand| (cards(hand), hand.id)).collect();
    let is_double = |hand: &HeldHand| {
        let first = counting.iter().find(|(known, _)| *known == cards(hand));
        first.is_some_and(|(_, id)| *id != hand.id)
    };
    let kept: Vec<bool> = hands.iter().map(|hand| !is_double(hand)).collect();
    hands.into_iter().zip(kept).filter(|(_, is_kept)| *is_kept).map(|(hand, _)| hand).collect()
}

impl Claim {
    /// Returns true for the author of the claim. Everybody who works at the night is one author.
    fn is_from(&self, metadata: &Metadata) -> bool {
        let is_of_coordinator = |author: &Metadata| author.role == Role::Coordinator;
        self.claimed_by.token == metadata.token || is_of_coordinator(&self.claimed_by) && is_of_coordinator(metadata)
    }

    pub(super) fn witness(&mut self, agrees: bool, role: Role) {
        self.witness = Some((agrees, role));
    }

    pub(super) const fn take_back(&mut self) {
        self.is_taken_back = true;
    }

    const fn proof(&self) -> Proof {
        match (self.witness, self.claimed_by.role) {
            (Some((false, _)), _) => Proof::Contested,
            (Some((true, Role::Coordinator)), _) | (None, Role::Coordinator) => Proof::Entered,
            (Some((true, _)), _) => Proof::Witnessed,
            (None, _) => Proof::Waiting,
        }
    }
}

/// The points of a hand or crib by the rules of the night.
fn count(cards: &[PlayedCard], starter: PlayedCard, crib: bool, settings: &Settings) -> Result<u8, HandError> {
    Ok(AnyHand::new(cards, Some(starter), crib, &settings.rules)?.total())
}
