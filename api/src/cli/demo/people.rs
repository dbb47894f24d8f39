//! Who plays in the demonstration. Nobody of them exists, and nobody can be reached so.

use pegout_engine::league::PlayerId;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use crate::model::player::Player;

/// Their names; the last is no member of the club.
const NAMES: [&str; 26] = [
    "Thérèse Gagnon",
    "Réjean Côté",
    "Édith Tremblay",
    "Marcel Bouchard",
    "Lise Pelletier",
    "Jean-Guy Lévesque",
    "Huguette Fortin",
    "Normand Bélanger",
    "Françoise Ouellet",
    "Gaétan Roy",
    "Micheline Bérubé",
    "Yvon Simard",
    "Noëlla Dubé",
    "Fernand Michaud",
    "Colette Morin",
    "Ghislain Thériault",
    "Margaret O'Neill",
    "Walter Campbell",
    "Dorothy Blackburn",
    "Émile Caron",
    "Rita Desjardins",
    "Raymond Savard",
    "Agathe L'Heureux",
    "Ian MacKenzie",
    "Solange Lavoie",
    "Björn Lindqvist",
];

/// All of them, with how most of them can be reached.
pub fn all(rng: &mut ChaCha8Rng) -> Vec<Player> {
    let player = |(number, name): (usize, &&str)| Player {
        id: PlayerId::from_bytes(uuid::Builder::from_random_bytes(rng.random()).into_uuid().into_bytes()),
        name: (*name).to_owned(),
        active_member: number + 1 < NAMES.len(),
        phone: (number % 5 != 3).then(|| format!("418-555-{:04}", 100 + number)),
        email: (number % 3 != 1).then(|| format!("player{}@example.org", number + 1)),
    };
    NAMES.iter().enumerate().map(player).collect()
}
