//! Hashes that show repeats: one of the lines of a night as they were read, and one of a whole request.

use std::collections::BTreeSet;

use pegout_league::{Date, SeasonId};
use pegout_model::listed_name::first_name_first;
use pegout_model::name_key::identity_key;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::listed::{ListedLine, ListedResult};

/// The hash of the lines of a night, in any order. It depends on no player and no setting. So the same lines have the same
/// hash after a merge, after a player is forgotten, and after a change of fees.
pub fn of_night(lines: &[ListedLine], with_money: bool) -> String {
    let mut lines: Vec<String> = lines.iter().map(|line| json!([line.date, read(&line.result)]).to_string()).collect();
    lines.sort_unstable();
    hash(&json!([with_money, lines]).to_string())
}

/// The hash of a request: its season, and the hashes of its nights.
pub fn of_request(season: SeasonId, nights: &[(Date, String)]) -> String {
    hash(&json!([season, nights]).to_string())
}

/// The number of different names in lines.
pub fn count_players(lines: &[ListedLine]) -> usize {
    let names = lines.iter().flat_map(|line| match read(&line.result) {
        ListedResult::Card { player, .. } => vec![player],
        ListedResult::Table { sides, .. } => sides.concat(),
    });
    names.collect::<BTreeSet<String>>().len()
}

/// A result with its names in one way of writing.
fn read(result: &ListedResult) -> ListedResult {
    let key = |name: &String| identity_key(first_name_first(name).as_deref().unwrap_or(name));
    let mut result = result.clone();
    match &mut result {
        ListedResult::Card { player, .. } => *player = key(player),
        ListedResult::Table { sides, .. } => sides.iter_mut().flatten().for_each(|name| *name = key(name)),
    }
    result
}

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
