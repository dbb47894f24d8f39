//! The players of a spreadsheet: the names that are on the roster, and the new names.

use std::collections::{HashMap, HashSet};

use pegout_league::PlayerId;
use pegout_model::listed_name::first_name_first;
use pegout_model::name_key::identity_key;
use pegout_model::player::{Merges, Player};
use pegout_store::Names as PlayerNames;

/// The players by name.
pub struct Names<'i> {
    by_name: HashMap<String, Vec<PlayerId>>,
    names: HashMap<PlayerId, String>,
    new: Vec<Player>,
    new_id: &'i dyn Fn() -> PlayerId,
}

impl<'i> Names<'i> {
    pub fn new(known: &PlayerNames, merges: &Merges, new_id: &'i dyn Fn() -> PlayerId) -> Names<'i> {
        let mut by_name: HashMap<String, Vec<PlayerId>> = HashMap::new();
        for (id, name) in known.iter().filter(|(id, _)| merges.person(**id) == **id) {
            by_name.entry(identity_key(name)).or_default().push(*id);
        }
        // A merged name is the name of the player whom it counts as, unless a player is called so.
        let of_roster: HashSet<String> = by_name.keys().cloned().collect();
        for (id, name) in known {
            let (person, key) = (merges.person(*id), identity_key(name));
            if known.contains_key(&person) && !of_roster.contains(&key) {
                let people = by_name.entry(key).or_default();
                people.extend((!people.contains(&person)).then_some(person));
            }
        }
        let names = known.iter().map(|(id, name)| (*id, name.clone())).collect();
        Names { by_name, names, new: Vec::new(), new_id }
    }

    /// The player of a name. A new name becomes a new player. `Archer, Ann` is `Ann Archer`, unless a player is called so.
    pub fn find(&mut self, name: &str) -> Result<PlayerId, String> {
        let turned = first_name_first(name).filter(|_| !self.by_name.contains_key(&identity_key(name)));
        let name = turned.as_deref().unwrap_or(name);
        match self.by_name.get(&identity_key(name)).map(Vec::as_slice) {
            Some([player]) => Ok(*player),
            Some(players) => {
                let players = players.len();
                Err(format!("{players} players are called “{name}”. Give them different names first."))
            }
            None => {
                let id = (self.new_id)();
                self.by_name.insert(identity_key(name), vec![id]);
                self.names.insert(id, name.to_owned());
                self.new.push(Player { id, name: name.to_owned(), active_member: true, phone: None, email: None });
                Ok(id)
            }
        }
    }

    /// The name of a player.
    pub fn name(&self, player: PlayerId) -> &str {
        self.names.get(&player).map_or("", String::as_str)
    }

    /// The new players, in the order of their lines.
    pub fn into_new(self) -> Vec<Player> {
        self.new
    }
}
