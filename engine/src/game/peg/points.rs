//! The reasons for which points are pegged, and the possible numbers of points.

use std::fmt;

use crate::rules::Rules;
use crate::show::NINETEEN;

/// The reason for which points are pegged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum PegFor {
    /// A card in the play, with its go or last: 1 to 15, with one joker 1 to 23, with two 1 to 33. Without a point for the
    /// last card one less.
    Play,
    /// A go, or the last card: 1.
    Go,
    /// A jack as starter: 2, to the dealer.
    Heels,
    /// A hand in the show: 0 to 18, 20 to 24, 28 or 29; more with jokers, and 19 for 0 under the rule `nineteen`.
    Hand,
    /// The crib: as a hand; more with five or six cards.
    Crib,
    /// Points that an opponent missed, under the rule `muggins`: 1 to 29, or to the most that a show
    /// can count.
    Muggins,
    /// A fine that an opponent pays: as `muggins`.
    Penalty,
    /// Anything else, or no reason given: as `muggins`.
    #[default]
    Other,
}

crate::string_enum!(PegFor, "what points can be pegged for", {
    Play => "play",
    Go => "go",
    Heels => "heels",
    Hand => "hand",
    Crib => "crib",
    Muggins => "muggins",
    Penalty => "penalty",
    Other => "other",
});

impl PegFor {
    /// All reasons.
    pub const ALL: [PegFor; 8] = [
        PegFor::Play,
        PegFor::Go,
        PegFor::Heels,
        PegFor::Hand,
        PegFor::Crib,
        PegFor::Muggins,
        PegFor::Penalty,
        PegFor::Other,
    ];

    /// Returns true if points are pegged for this reason in a game by these rules.
    #[must_use]
    pub const fn is_played(self, rules: &Rules) -> bool {
        match self {
            PegFor::Crib => !rules.no_discard,
            PegFor::Muggins => rules.muggins,
            _ => true,
        }
    }

    /// The numbers of points that can be earned for this reason, by these rules and with this number of players.
    #[must_use]
    pub fn points(self, rules: &Rules, players: usize) -> Points {
        let jokers = rules.jokers;
        match self {
            PegFor::Play => {
                Points::range(1, MOST_OF_CARD[usize::from(jokers.min(2))] - u8::from(!rules.last_card_point))
            }
            PegFor::Go => Points::range(1, 1),
            PegFor::Heels => Points::range(2, 2),
            PegFor::Hand => Points::of_show(4, jokers).with_nineteen(rules.nineteen.applies(false)),
            PegFor::Crib => Points::of_show(players, jokers).with_nineteen(rules.nineteen.applies(true)),
            PegFor::Muggins | PegFor::Penalty | PegFor::Other => {
                Points::range(1, Points::of_show(players, jokers).highest())
            }
        }
    }

    /// The points of a hand or crib that counts nothing; `None` for another reason.
    #[must_use]
    pub fn of_nothing(self, rules: &Rules) -> Option<u8> {
        let is_crib = match self {
            PegFor::Hand => false,
            PegFor::Crib => true,
            _ => return None,
        };
        Some(if rules.nineteen.applies(is_crib) { NINETEEN } else { 0 })
    }

    /// Returns true if the rules let a game be won by points for this reason.
    pub(in crate::game) const fn can_win(self, rules: &Rules) -> bool {
        match self {
            PegFor::Heels => rules.heels_can_win,
            PegFor::Go => rules.go_can_win,
            _ => true,
        }
    }
}

/// The most points of a card in the play, by the jokers in the pack: all of a rank, fifteen, and last.
const MOST_OF_CARD: [u8; 3] = [15, 23, 33];

/// A set of numbers of points, 0 to 127.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Points(u128);

/// The highest total of a show, and the lower totals that are impossible. Rows: four, five or six cards without the
/// starter; columns: no, one or two jokers in the pack. A test finds them by enumeration.
const SHOWS: [[(u8, &[u8]); 3]; 3] = [
    [
        (29, &[19, 25, 26, 27]),
        (40, &[26, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]),
        (40, &[30, 31, 33, 34, 35, 36, 37, 38, 39]),
    ],
    [
        (46, &[35, 41, 42, 43, 44, 45]),
        (51, &[35, 41, 43, 44, 45, 47, 48, 49]),
        (70, &[41, 43, 44, 45, 47, 48, 49, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69]),
    ],
    [
        (72, &[53, 55, 61, 64, 65, 67, 68, 69, 71]),
        (74, &[53, 67, 68, 69, 71, 73]),
        (83, &[67, 68, 69, 71, 73, 75, 76, 77, 78, 79, 80, 81]),
    ],
];

impl Points {
    /// The numbers from `from` to `to`, at most 126.
    const fn range(from: u8, to: u8) -> Points {
        Points((1 << (to + 1)) - (1 << from))
    }

    /// The possible totals of `cards` cards and the starter, from a pack with `jokers` jokers. Fewer than four cards
    /// count as four, more than six as six.
    fn of_show(cards: usize, jokers: u8) -> Points {
        let (highest, missing) = SHOWS[cards.clamp(4, 6) - 4][usize::from(jokers.min(2))];
        let gaps = missing.iter().fold(0, |gaps, total| gaps | 1 << total);
        Points(Points::range(0, highest).0 & !gaps)
    }

    /// The set with 19 in place of 0, if nothing scores nineteen.
    const fn with_nineteen(self, applies: bool) -> Points {
        if applies { Points((self.0 & !1) | 1 << NINETEEN) } else { self }
    }

    /// The highest number.
    const fn highest(self) -> u8 {
        127 - self.0.leading_zeros() as u8
    }

    /// Returns true if the number is in the set.
    #[must_use]
    pub const fn contains(self, points: u8) -> bool {
        points < 128 && self.0 >> points & 1 == 1
    }
}

/// Writes the numbers in words: "0 to 18, 20 to 24, 28 or 29".
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut stretches = Vec::new();
        for points in (0..128).filter(|points| self.contains(*points)) {
            match stretches.last_mut() {
                Some((_, last)) if *last + 1 == points => *last = points,
                _ => stretches.push((points, points)),
            }
        }
        let words = stretches.iter().flat_map(|(first, last)| match last - first {
            0 => vec![first.to_string()],
            1 => vec![first.to_string(), last.to_string()],
            _ => vec![format!("{first} to {last}")],
        });
        let words: Vec<String> = words.collect();
        match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => write!(f, "{} or {last}", rest.join(", ")),
            _ => f.write_str(&words.concat()),
        }
    }
}

crate::debug_as_text!(Points);
