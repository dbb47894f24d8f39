//! The paths that scripts of any origin may read.

/// The paths of the operations without state, apart from the explanation of one problem.
const STATELESS: [&str; 9] = [
    "/api/v1/score/hand",
    "/api/v1/score/crib",
    "/api/v1/score/batch",
    "/api/v1/play",
    "/api/v1/discard",
    "/api/v1/rules",
    "/api/v1/rules/fields",
    "/problems",
    "/openapi.json",
];
/// The prefix of the path of an explanation.
const EXPLANATIONS: &str = "/problems/";

/// The patterns of what everybody may read in a public league.
const PUBLIC_READS: [&str; 15] = [
    "/api/v1/league",
    "/api/v1/games/{id}",
    "/api/v1/games/{id}/history",
    "/api/v1/games/{id}/live",
    "/api/v1/nights",
    "/api/v1/nights/{id}",
    "/api/v1/nights/{id}.ics",
    "/api/v1/nights/{id}/live",
    "/api/v1/nights/{id}/standings",
    "/api/v1/nights/{id}/standings.csv",
    "/api/v1/seasons",
    "/api/v1/seasons/{id}",
    "/api/v1/seasons/{id}.ics",
    "/api/v1/seasons/{id}/standings",
    "/api/v1/seasons/{id}/standings.csv",
];

/// Returns true for the path of an operation that stores nothing and tells nothing of anybody.
pub fn is_stateless(path: &str) -> bool {
    STATELESS.contains(&path) || path.starts_with(EXPLANATIONS)
}

/// Returns true for the pattern of an operation that everybody may read in a public league.
pub fn is_public_read(pattern: &str) -> bool {
    PUBLIC_READS.contains(&pattern)
}
