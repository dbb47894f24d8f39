//! The import of a list of players: its plan, and its execution.

use async_recursion::async_recursion as boxed;
use std::collections::{HashMap, HashSet};

use pegout_league::PlayerId;
use serde::Serialize;
use utoipa::ToSchema;

use super::player_service::PlayerService;
use crate::eventlog::uncancellable;
use crate::problem::Problem;
use pegout_model::name_key;
use pegout_model::player::{ListedPlayer, Player};

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

/// A name that looks like that of a new player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AlikeName {
    /// The name.
    #[schema(examples("Pat O’Neil"))]
    name: String,
    /// The player of the roster with this name; `null` if it is in an earlier line of the table.
    #[schema(required = true)]
    player: Option<PlayerId>,
}

/// The decision about a line of a list.
#[derive(Clone, Copy)]
pub enum SameAs {
    /// The line is this player.
    Player(PlayerId),
    /// The line is the person of an earlier line. The earlier line takes the values that it lacks.
    EarlierLine,
}

/// The outcome that a line of a list has.
pub enum LineOutcome {
    /// The player is added.
    New {
        /// The names that look alike.
        alike: Vec<AlikeName>,
    },
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
    /// An earlier line of the same person has another value.
    Contradicted,
}

/// The plan of an import: the lines with their outcomes.
pub struct ImportPlan {
    lines: Vec<(ListedPlayer, LineOutcome)>,
}

impl ImportPlan {
    /// The plan to import these players; with `update` players of the roster may change. `same` has the decisions about
    /// lines by their numbers, with players of the roster alone.
    pub fn new(
        mut listed: Vec<ListedPlayer>,
        roster: &[Player],
        same: &HashMap<u64, SameAs>,
        update: bool,
    ) -> ImportPlan {
        let names = Names::new(roster);
        let known: Vec<Vec<&Player>> = listed.iter_mut().map(|line| names.known(line, same)).collect();
        let contradicted = merge_earlier(&mut listed, same);
        let mut lines: HashMap<PlayerId, usize> = HashMap::new();
        for known in &known {
            if let [player] = known.as_slice() {
                *lines.entry(player.id).or_default() += 1;
            }
        }
        let mut earlier = Earlier::default();
        let mut outcome = |line: &ListedPlayer, known: &[&Player]| match known {
            [] if contradicted.contains(&line.line) => LineOutcome::Contradicted,
            [] if same.contains_key(&line.line) => LineOutcome::Same,
            [] => LineOutcome::New { alike: [names.alike(line), earlier.alike(line)].concat() },
            _ if !update => LineOutcome::Same,
            known if known.iter().any(|player| differences(player, line).is_empty()) => LineOutcome::Same,
            [player] => match lines[&player.id] {
                1 => LineOutcome::Changed { id: player.id, fields: differences(player, line) },
                lines => LineOutcome::Repeated { lines },
            },
            known => LineOutcome::Ambiguous { players: known.len() },
        };
        let outcomes: Vec<LineOutcome> = listed.iter().zip(&known).map(|(line, known)| outcome(line, known)).collect();
        ImportPlan { lines: listed.into_iter().zip(outcomes).collect() }
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
        self.lines.iter().filter_map(|(line, outcome)| {
            let name = &line.name;
            let sentence = match outcome {
                LineOutcome::Ambiguous { players } => {
                    format!("{players} players are called “{name}”. Change them one by one.")
                }
                LineOutcome::Repeated { lines } => {
                    format!("“{name}” is in the list {lines} times. Leave one line of this name.")
                }
                LineOutcome::Contradicted => {
                    format!("“{name}” has another value than the earlier line of this person. Leave one line.")
                }
                LineOutcome::New { .. } | LineOutcome::Changed { .. } | LineOutcome::Same => return None,
            };
            Some((line.line, sentence))
        })
    }
}

/// Gives each line that is the person of an earlier line to that line. Returns the numbers of the lines with another
/// value, and of lines whose value could belong to several people.
fn merge_earlier(listed: &mut [ListedPlayer], same: &HashMap<u64, SameAs>) -> HashSet<u64> {
    let mut contradicted = HashSet::new();
    let mut people: HashMap<Vec<String>, Vec<usize>> = HashMap::new();
    for at in 0..listed.len() {
        let ListedPlayer { line, name, active_member, phone, email, .. } = listed[at].clone();
        let people = people.entry(name_key::alike_words(&name)).or_default();
        if !matches!(same.get(&line), Some(SameAs::EarlierLine)) {
            people.push(at);
            continue;
        }
        let has_nothing = active_member.is_none() && phone.is_none() && email.is_none();
        let added = match people.as_slice() {
            [earlier] => {
                let earlier = &mut listed[*earlier];
                // No short circuit: each value is added, even if another value contradicts.
                add(&mut earlier.active_member, active_member)
                    & add(&mut earlier.phone, phone)
                    & add(&mut earlier.email, email)
            }
            _ => has_nothing,
        };
        if !added {
            contradicted.insert(line);
        }
    }
    contradicted
}

/// Sets a missing value. Returns false if the field has another value.
fn add<T: PartialEq>(to: &mut Option<T>, value: Option<T>) -> bool {
    let is_same = to.is_none() || value.is_none() || *to == value;
    *to = to.take().or(value);
    is_same
}

/// The names of the roster.
struct Names<'r> {
    roster: HashMap<PlayerId, &'r Player>,
    by_name: HashMap<String, Vec<&'r Player>>,
    by_words: HashMap<Vec<String>, Vec<&'r Player>>,
}

impl<'r> Names<'r> {
    fn new(roster: &'r [Player]) -> Names<'r> {
        let mut names = Names { roster: HashMap::new(), by_name: HashMap::new(), by_words: HashMap::new() };
        for player in roster {
            names.roster.insert(player.id, player);
            names.by_name.entry(name_key::identity_key(&player.name)).or_default().push(player);
            names.by_words.entry(name_key::alike_words(&player.name)).or_default().push(player);
        }
        names
    }

    /// The players of a line. `Archer, Ann` becomes `Ann Archer` unless a player is called `Archer, Ann`.
    fn known(&self, line: &mut ListedPlayer, same: &HashMap<u64, SameAs>) -> Vec<&'r Player> {
        let find = |name: &str| self.by_name.get(&name_key::identity_key(name));
        if find(&line.name).is_none() {
            line.name = line.turned.take().unwrap_or_else(|| line.name.clone());
        }
        match same.get(&line.line) {
            None => find(&line.name).cloned().unwrap_or_default(),
            Some(SameAs::Player(id)) => self.roster.get(id).copied().into_iter().collect(),
            Some(SameAs::EarlierLine) => Vec::new(),
        }
    }

    fn alike(&self, line: &ListedPlayer) -> Vec<AlikeName> {
        let alike = self.by_words.get(&name_key::alike_words(&line.name)).into_iter().flatten();
        alike.map(|player| AlikeName { name: player.name.clone(), player: Some(player.id) }).collect()
    }
}

/// The names of the new players in the lines before a line.
#[derive(Default)]
struct Earlier(HashMap<Vec<String>, Vec<String>>);

impl Earlier {
    /// Returns the names that are the same or look alike, and keeps that of the line.
    fn alike(&mut self, line: &ListedPlayer) -> Vec<AlikeName> {
        let names = self.0.entry(name_key::alike_words(&line.name)).or_default();
        let alike = names.iter().map(|name| AlikeName { name: name.clone(), player: None }).collect();
        if !names.contains(&line.name) {
            names.push(line.name.clone());
        }
        alike
    }
}

impl PlayerService {
    /// Adds and changes players as planned. Returns the added players.
    #[boxed(?Send)]
    pub async fn import(&self, plan: ImportPlan) -> Result<Vec<Player>, Problem> {
        let mut new = Vec::new();
        for (line, outcome) in plan.lines {
            match outcome {
                LineOutcome::New { .. } => new.push(line.into_new().with_id(self.new_id())),
                LineOutcome::Changed { id, .. } => {
                    self.change(id, move |player| change(player, &line)).await?;
                }
                LineOutcome::Same
                | LineOutcome::Ambiguous { .. }
                | LineOutcome::Repeated { .. }
                | LineOutcome::Contradicted => {}
            }
        }
        let core = self.core.clone();
        uncancellable(async move {
            let added = core.store.import_players(new).await?;
            core.names.reload().await?;
            Ok(added)
        })
        .await
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
