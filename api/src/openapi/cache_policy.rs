//! The table of what clients may keep, by the pattern of the path.

/// The way in which clients may keep the answer of an operation that reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The answer never changes while this version runs: kept for an hour without asking.
    Constant,
    /// The answer is kept, and compared by its tag before each use.
    Compared(Strength),
    /// The answer is about people, money or rights: it is not kept, but it has a tag.
    Tagged,
    /// The answer is not kept.
    NotKept,
}

/// The strength of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// The tag names the content of the response.
    Weak,
    /// The tag names the bytes of the response.
    Strong,
}

impl Policy {
    /// The policy of the path with this pattern.
    pub fn of(pattern: &str) -> Policy {
        match pattern {
            "/api/v1/score/hand" | "/api/v1/score/crib" => Policy::Constant,
            "/api/v1/league" | "/api/v1/seasons" | "/api/v1/seasons/{id}" => Policy::Compared(Strength::Strong),
            "/openapi.json"
            | "/problems"
            | "/problems/{slug}"
            | "/api/v1/rules"
            | "/api/v1/rules/fields"
            | "/api/v1/games/{id}"
            | "/api/v1/games/{id}/history"
            | "/api/v1/nights"
            | "/api/v1/nights/{id}"
            | "/api/v1/nights/{id}/standings"
            | "/api/v1/nights/{id}/standings.csv"
            | "/api/v1/nights/{id}.ics"
            | "/api/v1/seasons/{id}.ics"
            | "/api/v1/seasons/{id}/standings"
            | "/api/v1/seasons/{id}/standings.csv" => Policy::Compared(Strength::Weak),
            "/api/v1/players" | "/api/v1/players/{id}" | "/api/v1/representatives" => Policy::Tagged,
            _ => Policy::NotKept,
        }
    }
}
