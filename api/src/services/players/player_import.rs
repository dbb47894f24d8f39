//! The import of a list of players: the plan of it, and its execution.

use std::collections::HashMap;

use pegout_engine::league::PlayerId;
use serde::Serialize;
use utoipa::ToSchema;

use super::player_service::PlayerService;
use crate::model::name_key;
use crate::model::player::{ListedPlayer, Player};
use crate::problem::Problem;

/// A field of a player that a list can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PlayerField)]
pub enum FieldName {
    /// Active membership.
    ActiveMember,
    /// The telephone number.
    Phone,
    /// The e-mail address.
    Email,
}

/// The outcome that a line of a list has.
pub enum LineOutcome {
    /// The player is added.
    New,
    /// The player is changed.
    Changed {
        /// The player.
        id: PlayerId,
        /// The fields that differ.
        fields: Vec<FieldName>,
    },
    /// The player stays as they are.
    Same,
    /// Several players have the name, so none can be changed.
    Ambiguous {
        /// The number of them.
        players: usize,
    },
    /// Several lines have the name of one player.
    Repeated {
        /// The number of them.
        lines: usize,
    },
}

/// The plan of an import: the lines, and the outcome that each one has.
pub struct ImportPlan {
    lines: Vec<(ListedPlayer, LineOutcome)>,
}

impl ImportPlan {
    /// The plan to import these players; with `update` players of the roster may change.
    pub fn new(listed: Vec<ListedPlayer>, roster: &[Player], update: bool) -> ImportPlan {
        let mut by_name: HashMap<String, Vec<&Player>> = HashMap::new();
        for player in roster {
            by_name.entry(name_key::identity_key(&player.name)).or_default().push(player);
        }
        let mut lines: HashMap<String, usize> = HashMap::new();
        for line in &listed {
            *lines.entry(name_key::identity_key(&line.name)).or_default() += 1;
        }
        let outcome = |line: &ListedPlayer| match by_name.get(&name_key::identity_key(&line.name)).map(Vec::as_slice) {
            None => LineOutcome::New,
            Some(_) if !update => LineOutcome::Same,
            Some(known) if known.iter().any(|player| differences(player, line).is_empty()) => LineOutcome::Same,
            Some([player]) => match lines[&name_key::identity_key(&line.name)] {
                1 => LineOutcome::Changed { id: player.id, fields: differences(player, line) },
                lines => LineOutcome::Repeated { lines },
            },
            Some(known) => LineOutcome::Ambiguous { players: known.len() },
        };
        let lines =
            listed.into_iter().map(|line| (outcome(&line), line)).map(|(outcome, line)| (line, outcome)).collect();
        ImportPlan { lines }
    }

    /// Each line with its outcome.
    pub fn lines(&self) -> impl Iterator<Item = &(ListedPlayer, LineOutcome)> {
        self.lines.iter()
    }

    /// The names whose players stay as they are.
    pub fn known(&self) -> Vec<String> {
        let same = self.lines.iter().filter(|(_, outcome)| matches!(outcome, LineOutcome::Same));
        same.map(|(line, _)| line.name.clone()).collect()
    }

    /// The lines whose player is not clear, each with a sentence about it.
    pub fn ambiguous(&self) -> impl Iterator<Item = (u64, String)> {
        self.lines.iter().filter_map(|(line, outcome)| match outcome {
            LineOutcome::Ambiguous { players } => {
                let name = &line.name;
                Some((line.line, format!("{players} players are called “{name}”. Change them one by one.")))
            }
            LineOutcome::Repeated { lines } => {
                let name = &line.name;
                Some((line.line, format!("“{name}” is in the list {lines} times. Leave one line of this name.")))
            }
            LineOutcome::New | LineOutcome::Changed { .. } | LineOutcome::Same => None,
        })
    }
}

impl PlayerService {
    /// Adds and changes players as planned. Returns those who were added.
    pub async fn import(&self, plan: ImportPlan) -> Result<Vec<Player>, Problem> {
        let mut new = Vec::new();
        for (line, outcome) in plan.lines {
            match outcome {
                LineOutcome::New => new.push(line.into_new()),
                LineOutcome::Changed { id, .. } => {
                    self.change(id, move |player| change(player, &line)).await?;
                }
                LineOutcome::Same | LineOutcome::Ambiguous { .. } | LineOutcome::Repeated { .. } => {}
            }
        }
        self.add_unknown(new).await
    }
}

fn differences(player: &Player, line: &ListedPlayer) -> Vec<FieldName> {
    let mut changed = player.clone();
    change(&mut changed, line);
    let fields = [
        (FieldName::ActiveMember, changed.active_member != player.active_member),
        (FieldName::Phone, changed.phone != player.phone),
        (FieldName::Email, changed.email != player.email),
    ];
    fields.into_iter().filter(|(_, differs)| *differs).map(|(field, _)| field).collect()
}

fn change(player: &mut Player, line: &ListedPlayer) {
    player.active_member = line.active_member.unwrap_or(player.active_member);
    player.phone = line.phone.clone().or_else(|| player.phone.take());
    player.email = line.email.clone().or_else(|| player.email.take());
}
