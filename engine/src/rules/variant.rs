//! The types of rules with more than two answers, and of skunks.

/// The shows that score 19 for counting nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Nineteen {
    /// No show scores 19.
    #[default]
    None,
    /// A hand, with its starter.
    Hand,
    /// A hand or the crib, with its starter.
    HandAndCrib,
}

crate::string_enum!(Nineteen, "a way to score nineteen", {
    None => "none",
    Hand => "hand",
    HandAndCrib => "hand_and_crib",
});

impl Nineteen {
    /// Returns true if a crib, or else a hand, that counts nothing scores 19.
    #[must_use]
    pub const fn applies(self, crib: bool) -> bool {
        match self {
            Nineteen::None => false,
            Nineteen::Hand => !crib,
            Nineteen::HandAndCrib => true,
        }
    }
}

/// The points that the table offers as a penalty, 0 to 29 each; 0 offers no penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Penalties {
    /// For a renege: a go although a card could be played.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 29))]
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::stored::one::<_, super::stored::Penalty>"))]
    pub renege: u8,
    /// For a dealer who does not offer the cut.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 0, maximum = 29))]
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::stored::one::<_, super::stored::Penalty>"))]
    pub cut: u8,
}

impl Default for Penalties {
    fn default() -> Penalties {
        Penalties { renege: 2, cut: 2 }
    }
}

/// The schema of penalties in a request, which may leave a penalty out.
#[cfg(feature = "utoipa")]
pub struct PenaltiesChange;

#[cfg(feature = "utoipa")]
impl utoipa::PartialSchema for PenaltiesChange {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let mut schema = Penalties::schema();
        if let utoipa::openapi::RefOr::T(utoipa::openapi::Schema::Object(penalties)) = &mut schema {
            penalties.required.clear();
        }
        schema
    }
}

#[cfg(feature = "utoipa")]
impl utoipa::ToSchema for PenaltiesChange {}

/// The first dealer of a rematch. `loser` is the first seat of the lowest side, `alternate` the seat after the previous
/// first dealer. `cut` is the player who cuts the lowest card. `alternate_then_cut` is as `alternate` until one game can decide the match, then as
/// `cut`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum FirstDeal {
    /// The first seat of the side with the lowest score; in a tie of the next side clockwise after the winner.
    #[default]
    Loser,
    /// The seat after the first dealer of the game before.
    Alternate,
    /// The player who cut the lowest card.
    Cut,
    /// As `alternate`, until one game can decide the match; then as `cut`.
    AlternateThenCut,
}

crate::string_enum!(FirstDeal, "a way to choose the first dealer", {
    Loser => "loser",
    Alternate => "alternate",
    Cut => "cut",
    AlternateThenCut => "alternate_then_cut",
});

/// The margin of a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Skunk {
    /// The loser reached the skunk line, or nobody has lost yet.
    #[default]
    None,
    /// The loser stayed below the skunk line.
    Skunk,
    /// The loser stayed below the double skunk line.
    DoubleSkunk,
}

crate::string_enum!(Skunk, "a way to win", { None => "none", Skunk => "skunk", DoubleSkunk => "double_skunk" });
