//! The errors of the play: plays that are not allowed, deals that cannot begin.

use thiserror::Error;

use crate::card::{HeldCard, Joker, PlayedCard, Rank};

/// A play that the rules do not allow. It changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The card has been played before.
    #[error("{card} has been played already, and there is only one in the pack.")]
    DuplicateCard {
        /// The card.
        card: HeldCard,
    },
    /// The hands are known, and nobody was dealt this card.
    #[error("Nobody was dealt {card}: look at the hands again.")]
    CardNotHeld {
        /// The card.
        card: HeldCard,
    },
    /// Everybody has played four cards.
    #[error("{card} is one card too many: everybody has played four, and the play is over.")]
    TooManyCards {
        /// The card.
        card: HeldCard,
    },
    /// The count cannot take the card.
    #[error(
        "{card} would bring the count from {count} to {}, and it never goes above 31.{}",
        count + card.rank().map_or(0, Rank::value),
        unsaid.map_or_else(String::new, |player| format!(" If player {player} cannot play, write go before it."))
    )]
    OverThirtyOne {
        /// The card.
        card: PlayedCard,
        /// The count before it.
        count: u8,
        /// The player, from 0, whose missing go may explain the error; `None` if the hands are known.
        unsaid: Option<u8>,
    },
    /// A joker is declared when it is played.
    #[error("{joker} is declared when it is played: write its rank too, like {joker}=5.")]
    Undeclared {
        /// The joker.
        joker: Joker,
    },
    /// The pack has fewer jokers.
    #[error("{}", no_such_joker(*jokers))]
    NoSuchJoker {
        /// The number of jokers in the pack.
        jokers: u8,
    },
    /// The turn belongs to somebody else, or to nobody.
    #[error("{}", not_your_turn(*player, *count, playable))]
    NotYourTurn {
        /// The player in turn, from 0; nobody when the play is over.
        player: Option<u8>,
        /// The count.
        count: u8,
        /// The cards that this player can play.
        playable: Vec<HeldCard>,
    },
    /// A go by somebody who can play.
    #[error("{}", renege(*player, *count, playable.as_deref()))]
    Renege {
        /// The player who said it, from 0.
        player: u8,
        /// The count at which it was said.
        count: u8,
        /// The cards they could have played, when the hands are known.
        playable: Option<Vec<HeldCard>>,
    },
}

const fn no_such_joker(jokers: u8) -> &'static str {
    if jokers == 0 { "This game has no jokers." } else { "This game has one joker, JK1." }
}

fn not_your_turn(player: Option<u8>, count: u8, playable: &[HeldCard]) -> String {
    match player {
        Some(player) => format!("It is player {player}'s turn at {count}, who can play {}.", list(playable)),
        None => "The play is over: nobody is to act.".to_owned(),
    }
}

fn renege(player: u8, count: u8, playable: Option<&[HeldCard]>) -> String {
    match playable {
        Some(cards) => format!("Player {player} cannot say go at {count}, holding {} that can be played.", list(cards)),
        None => format!("Player {player} cannot say go at {count}: every card can still be played."),
    }
}

/// "4C", "4C or 5D", "4C, 5D or 6H".
fn list(cards: &[HeldCard]) -> String {
    let names: Vec<String> = cards.iter().map(HeldCard::to_string).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// A deal that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DealError {
    /// The play is checked for two to six players.
    #[error("The play is checked for 2 to 6 players, not for {0}.")]
    Players(u8),
    /// The dealer is not a player.
    #[error("There is no player {dealer} to deal: {players} players are numbered 0 to {}.", players - 1)]
    Dealer {
        /// The dealer that was named.
        dealer: u8,
        /// The number of players.
        players: u8,
    },
    /// Some hands are missing: all hands must be given, or no hand.
    #[error("{players} play, so there must be {players} hands (or none at all), and here {} {given}.", if *given == 1 { "is" } else { "are" })]
    Hands {
        /// The number of hands that were given.
        given: usize,
        /// The number of players.
        players: u8,
    },
    /// A hand has four cards.
    #[error("Player {player} starts the play with four cards, and here {} {given}.", if *given == 1 { "is" } else { "are" })]
    NotFour {
        /// The player whose hand it is.
        player: usize,
        /// The number of cards that were given.
        given: usize,
    },
    /// A card was dealt twice.
    #[error("{card} was dealt twice, and there is only one in the pack.")]
    DuplicateCard {
        /// The card.
        card: HeldCard,
        /// The player whose hand has the repeat.
        player: usize,
        /// Its place there, from 0.
        place: usize,
    },
    /// The pack has fewer jokers.
    #[error("{}", no_such_joker(*jokers))]
    NoSuchJoker {
        /// The number of jokers in the pack.
        jokers: u8,
        /// The player whose hand has the joker.
        player: usize,
        /// Its place there, from 0.
        place: usize,
    },
}
