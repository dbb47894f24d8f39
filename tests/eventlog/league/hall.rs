//! A night under two servers, with players who are checked in.

use pegout_engine::game::Action;
use pegout_league::night::{EntryAction, Night, Schedule};
use pegout_league::{NightId, PlayerId};

use crate::auth::caller::Author;
use crate::auth::right::Right;
use crate::eventlog_tests::servers::Servers;
use crate::problem::Problem;
use crate::services::Services;
use crate::services::nights::{NightOutcome, RoundDraw};
use pegout_model::player::Player;

/// The day of the night.
pub const DAY: &str = "2026-01-31";

/// A night, and the players who are checked in.
pub struct Hall<'a> {
    pub servers: &'a Servers,
    pub night: NightId,
    pub players: Vec<PlayerId>,
}

impl Servers {
    /// The author of the coordinator's commands.
    pub fn author(&self) -> Author {
        self.coordinator.clone().require(Right::RunNights).unwrap()
    }

    /// Adds `count` players, whose names both servers know.
    pub async fn players(&self, count: usize) -> Vec<PlayerId> {
        let mut players = Vec::new();
        for number in 1..=count {
            let id = PlayerId::from_bytes(self.id());
            let name = format!("Player {number}");
            let player = Player { id, name, active_member: true, phone: None, email: None };
            self.store.add_player(player).await.unwrap();
            players.push(id);
        }
        self.a.players.rename().await.unwrap();
        self.b.players.rename().await.unwrap();
        players
    }
}

impl Hall<'_> {
    /// A night with `count` players, in the caches of both servers.
    pub async fn new(servers: &Servers, count: usize) -> Hall<'_> {
        let night = NightId::from_bytes(servers.id());
        let schedule = Schedule::new(night, DAY.parse().unwrap());
        servers.a.nights.schedule(schedule, servers.author()).await.unwrap();
        let hall = Hall { servers, night, players: servers.players(count).await };
        for player in &hall.players {
            hall.check_in(&servers.a, *player).await.unwrap();
        }
        hall.load().await;
        hall
    }

    /// Loads the night into the caches of both servers.
    pub async fn load(&self) {
        self.servers.a.nights.night(self.night).await.unwrap();
        self.servers.b.nights.night(self.night).await.unwrap();
    }

    pub async fn check_in(&self, server: &Services, player: PlayerId) -> Result<NightOutcome, Problem> {
        let (nights, author) = (server.nights.clone(), self.servers.author());
        nights.check_in(self.night, author, player, EntryAction::Arrive, None, Default::default()).await
    }

    pub async fn draw(&self, server: &Services, draw: RoundDraw) -> Result<NightOutcome, Problem> {
        server.nights.draw_round(self.night, self.servers.author(), draw).await
    }

    /// Enters a result at every table of the newest round.
    pub async fn end_round(&self, server: &Services) {
        for table in &server.nights.night(self.night).await.unwrap().rounds().last().unwrap().tables {
            let result = Action::EnterResult { scores: vec![121, 100].into(), reason: None, device: None, id: None };
            server.games.command(table.game, self.servers.coordinator.clone(), None, result).await.unwrap();
        }
    }

    /// The night as it is stored.
    pub async fn stored(&self) -> Night {
        self.servers.fresh().log.nights.load_uncached(self.night).await.unwrap().unwrap()
    }

    /// Returns true if a player is here in the stored night.
    pub async fn is_here(&self, player: PlayerId) -> bool {
        self.stored().await.entry(player).is_some_and(|entry| !entry.left)
    }
}
