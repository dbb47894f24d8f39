//! The players of the demonstration. They are made up, and so are their numbers and addresses.

use pegout_league::PlayerId;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use pegout_model::player::Player;

/// The names. The last player is not a member of the club.
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

/// The name of a player of [`NAMES`] as it was once heard at the door: the same person, entered twice.
const MISHEARD: &str = "Edith Trembley";

/// Creates all players, most of them with a number or an address.
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

/// Creates the player who is on the list under another spelling already.
pub fn twin(id: PlayerId) -> Player {
    Player { id, name: MISHEARD.to_owned(), active_member: false, phone: None, email: None }
}
