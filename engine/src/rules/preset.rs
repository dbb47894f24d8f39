//! The presets that clubs know by name.

use super::{FirstDeal, Nineteen, Rules};

/// A set of rules with a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Preset {
    /// The league's rules: to 121, skunks at 91 and 61.
    #[default]
    Auclair,
    /// Once around the board: to 61, a skunk below 31.
    OnceAround,
    /// To 121; a loser who has not reached half way, 61, is lurched and loses two games.
    Lurch,
    /// To 121; a skunk counts two games, a double skunk four.
    DoubleGame,
    /// Tournament match points, 2 for a win, 3 for a skunk; muggins; a cut for every first deal.
    Tournament,
    /// No point for the last card of a deal.
    Classy,
    /// To 61; a loser below 46, three quarters of the way, loses two games, and below 31 four.
    OnceAroundDouble,
    /// Opponents claim the points that a player missed.
    Muggins,
    /// A hand that counts nothing scores 19.
    Nineteen,
    /// Four cards dealt to each player, no discard and no crib.
    NoDiscard,
    /// The first side to reach 121 loses; a winner at 91 or less skunks the loser.
    Lowball,
    /// One joker in the pack.
    Jokers,
    /// One track with the shape of an eight, where pegs throw each other off their holes.
    Crash,
}

crate::string_enum!(Preset, "a preset", {
    Auclair => "auclair",
    OnceAround => "once_around",
    Lurch => "lurch",
    DoubleGame => "double_game",
    Tournament => "tournament",
    Classy => "classy",
    OnceAroundDouble => "once_around_double",
    Muggins => "muggins",
    Nineteen => "nineteen",
    NoDiscard => "no_discard",
    Lowball => "lowball",
    Jokers => "jokers",
    Crash => "crash",
});

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 13] = [
        Preset::Auclair,
        Preset::OnceAround,
        Preset::Lurch,
        Preset::DoubleGame,
        Preset::Tournament,
        Preset::Classy,
        Preset::OnceAroundDouble,
        Preset::Muggins,
        Preset::Nineteen,
        Preset::NoDiscard,
        Preset::Lowball,
        Preset::Jokers,
        Preset::Crash,
    ];

    /// The rules that go by this name.
    #[must_use]
    pub fn rules(self) -> Rules {
        let usual = Rules::default();
        match self {
            Preset::Auclair => usual,
            Preset::OnceAround => {
                Rules { target: 61, skunk_below: Some(31), double_skunk_below: None, game_values: [1, 2, 2], ..usual }
            }
            Preset::Lurch => Rules { skunk_below: Some(61), double_skunk_below: None, game_values: [1, 2, 2], ..usual },
            Preset::DoubleGame => Rules { game_values: [1, 2, 4], ..usual },
            Preset::Tournament => Rules { game_values: [2, 3, 3], muggins: true, first_deal: FirstDeal::Cut, ..usual },
            Preset::Classy => Rules { last_card_point: false, ..usual },
            Preset::OnceAroundDouble => Rules {
                target: 61,
                skunk_below: Some(46),
                double_skunk_below: Some(31),
                game_values: [1, 2, 4],
                ..usual
            },
            Preset::Muggins => Rules { muggins: true, ..usual },
            Preset::Nineteen => Rules { nineteen: Nineteen::Hand, ..usual },
            Preset::NoDiscard => Rules { no_discard: true, ..usual },
            Preset::Lowball => Rules {
                lowball: true,
                skunk_below: Some(92),
                double_skunk_below: None,
                game_values: [1, 2, 2],
                ..usual
            },
            Preset::Jokers => Rules { jokers: 1, ..usual },
            Preset::Crash => Rules { crash: true, ..usual },
        }
    }
}
