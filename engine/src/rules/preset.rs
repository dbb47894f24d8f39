//! The presets that clubs know by name.

use super::{FirstDeal, Rules};

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
}

crate::text::string_enum!(Preset, "a preset", {
    Auclair => "auclair",
    OnceAround => "once_around",
    Lurch => "lurch",
    DoubleGame => "double_game",
    Tournament => "tournament",
    Classy => "classy",
});

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 6] =
        [Preset::Auclair, Preset::OnceAround, Preset::Lurch, Preset::DoubleGame, Preset::Tournament, Preset::Classy];

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
        }
    }
}
