//! The draw of rounds.

use async_recursion::async_recursion as boxed;
use std::collections::BTreeMap;

use pegout_engine::game::GameId;
use pegout_league::night::{Action, DrawWay, NewRound, Night, RoundPreview, Status};
use pegout_league::{CommandId, NightId, PlayerId, Seed, Settings};
use sha2::{Digest, Sha256};

use super::NightService;
use super::commands::{CommandOrigin, NightOutcome};
use crate::auth::caller::Author;
use crate::eventlog::Transaction;
use crate::problem::Problem;
use pegout_model::random;

/// The number of rounds in which each player sat out.
type Byes = BTreeMap<PlayerId, usize>;

/// A request to draw the next round.
#[derive(Clone, Copy)]
pub struct RoundDraw {
    /// The number of the round; `None` for the next.
    pub number: Option<u16>,
    /// The id of the request.
    pub id: Option<CommandId>,
    /// The way in which the round comes about.
    pub way: DrawWay,
    /// The seed; `None` for that of the preview.
    pub seed: Option<Seed>,
}

impl RoundDraw {
    fn new_round(self, seed: Seed, games: Vec<GameId>, settings: Settings, byes: Byes) -> NewRound {
        let RoundDraw { number, id, way, .. } = self;
        NewRound { number, id, way, seed, games, settings, byes }
    }
}

impl NightService {
    /// Draws the next round; with its number or an id, a repeat is harmless. Everything left to chance is drawn from
    /// the seed of the preview, unless the night has changed since it was shown.
    #[boxed(?Send)]
    pub async fn draw_round(&self, id: NightId, author: Author, draw: RoundDraw) -> Result<NightOutcome, Problem> {
        let settings = self.core.store.league().await?.settings;
        let (service, seeds) = (self.clone(), self.preview_seeds().await);
        let action = async move |_: &mut Transaction, night: &Night| {
            let game = || GameId::from_bytes(service.core.ids.next());
            let games = std::iter::repeat_with(game).take(night.next_table_count()).collect();
            let seed = draw.seed.unwrap_or_else(|| seeds.of(night));
            let byes = service.byes_of_season(night, &settings).await?;
            Ok(Action::DrawRound(draw.new_round(seed, games, settings.clone(), byes)))
        };
        self.execute(id, author, CommandOrigin::default(), action).await
    }

    /// The next round as [`NightService::draw_round`] will draw it unless the night changes before the draw.
    #[boxed(?Send)]
    pub async fn preview_round(&self, id: NightId, draw: RoundDraw) -> Result<RoundPreview, Problem> {
        let settings = self.core.store.league().await?.settings;
        let report = self.report(id).await?;
        let seed = self.preview_seeds().await.of(&report.night);
        let byes = self.byes_of_season(&report.night, &settings).await?;
        report.preview_round(&draw.new_round(seed, Vec::new(), settings, byes))
    }

    /// The number of rounds in which each player sat out on the finished nights of a night's season. Only a circle that is
    /// drawn needs them.
    async fn byes_of_season(&self, night: &Night, league: &Settings) -> Result<Byes, Problem> {
        let season = night.schedule().season.filter(|_| night.format(league).is_rotation());
        let mut byes = Byes::new();
        if let Some(season) = season {
            let nights = self.nights(Some(season)).await?;
            for (player, rounds) in
                nights.iter().filter(|night| night.status() == Status::Finished).flat_map(|night| night.byes())
            {
                *byes.entry(player).or_default() += rounds;
            }
        }
        Ok(byes)
    }

    /// The seeds of the next draws. If the league has no password, or a damaged password, each draw gets a new seed.
    pub(super) async fn preview_seeds(&self) -> PreviewSeeds {
        PreviewSeeds { secret: self.core.store.password_hash().await.ok().flatten(), new: self.new_seed() }
    }

    /// A new seed for a draw.
    pub fn new_seed(&self) -> Seed {
        Seed::from_bytes(random::bytes(&*self.core.random))
    }
}

/// The seeds of the next draws: the same on every server, and after a restart. The seed of a night does not change
/// until the night changes, so that the draw equals its preview.
pub(super) struct PreviewSeeds {
    /// A secret that all servers share. The join secret would not be secret enough: it hangs on the wall of the hall.
    secret: Option<String>,
    new: Seed,
}

impl PreviewSeeds {
    /// The seed of the next draw of a night. The log contains the seed after the draw. The secret cannot be computed
    /// from the seed, because the secret includes a random 128-bit salt.
    pub fn of(&self, night: &Night) -> Seed {
        let Some(secret) = &self.secret else { return self.new };
        let (id, version) = (night.schedule().night, night.version());
        Seed::from_bytes(Sha256::digest(format!("draw {id} {version} {secret}")).into())
    }
}
