//! The coordinator of the demonstration's nights: calls the services at the times of the nights.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use jiff::{ToSpan, Zoned};
use pegout_engine::Time;
use pegout_engine::game::{self, GameId};
use pegout_league::night::{Action, DrawWay, EntryAction, Payout, PayoutKind, Schedule};
use pegout_league::{Date, NightId, PlayerId, SeasonId, Seed, StartTime, Table};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use uuid::Builder;

use pegout_model::clock::{Clock, ManualClock, date};
use pegout_model::grant::{Grant, PhoneGrant, PhoneOwner};
use pegout_model::join_code::JoinKey;
use pegout_model::random::SystemRandom;
use pegout_model::role::RepresentativeRole;
use pegout_model::token::Token;
use pegout_service::auth::caller::{Author, Caller};
use pegout_service::auth::passwords;
use pegout_service::auth::right::Right;
use pegout_service::problem::Problem;
use pegout_service::services::Services;
use pegout_service::services::nights::RoundDraw;
use pegout_store::Store;

/// The coordinator's name in the histories.
const NAME: &str = "Thérèse Gagnon";
/// The helpers, with their names for signing in.
const HELPERS: [(&str, RepresentativeRole); 2] =
    [("Porte", RepresentativeRole::Door), ("Résultats", RepresentativeRole::Results)];
/// The address of every request.
const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// The seed of the story: the same seed makes the same league.
const SEED: [u8; 32] = *b"Fifteen two, and a pair is four.";

/// The coordinator, with a clock and randomness of their own.
pub struct DemoCoordinator {
    /// The randomness of the whole story.
    pub rng: ChaCha8Rng,
    services: Services,
    caller: Caller,
    clock: Arc<ManualClock>,
}

/// A phone that has joined a night.
pub struct JoinedPhone(Caller);

impl DemoCoordinator {
    /// A coordinator of the league in this store.
    pub fn new(store: Arc<dyn Store>) -> DemoCoordinator {
        let clock = Arc::new(ManualClock::default());
        // Tokens and join codes are secret also in a demonstration.
        let random = Arc::new(SystemRandom);
        let token = Token::random(&*random);
        let grant = Grant::Coordinator { name: Some(NAME.to_owned()), expires_at: clock.now() };
        DemoCoordinator {
            rng: ChaCha8Rng::from_seed(SEED),
            services: Services::new(store, clock.clone(), random),
            caller: Caller::new(token, grant, ADDRESS),
            clock,
        }
    }

    /// Sets the clock, in milliseconds since 1970.
    pub fn set_clock(&mut self, now: i64) {
        self.clock.set(now);
    }

    /// Sets the clock to seven in the evening, `weeks` weeks ago. Returns the day.
    pub fn set_date(&mut self, now: &Zoned, weeks: i32) -> Date {
        let day = now.date().saturating_sub(weeks.weeks());
        if let Ok(evening) = day.at(19, 0, 0, 0).to_zoned(now.time_zone().clone()) {
            self.clock.set(evening.timestamp().as_millisecond());
        }
        date(day)
    }

    /// Advances the clock by about `seconds` seconds.
    pub fn advance(&mut self, seconds: i64) {
        self.clock.set(self.clock.millis() + seconds * self.rng.random_range(600..1400));
    }

    /// The time, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.clock.millis()
    }

    /// The time.
    pub fn time(&self) -> Time {
        self.clock.now()
    }

    /// The bytes of a new id.
    pub fn id(&mut self) -> [u8; 16] {
        Builder::from_random_bytes(self.rng.random()).into_uuid().into_bytes()
    }

    fn seed(&mut self) -> Seed {
        Seed::from_bytes(self.rng.random())
    }

    fn author(&self) -> Result<Author, Problem> {
        self.caller.require(Right::RunNights)
    }

    /// Lets the helpers sign in, and returns the password of all of them.
    pub async fn add_helpers(&self) -> Result<String, Problem> {
        let password = passwords::generate(&SystemRandom);
        for (name, role) in HELPERS {
            self.services.league.add_representative(None, name.to_owned(), role, password.clone()).await?;
        }
        Ok(password)
    }

    /// Schedules a night of a season.
    pub async fn schedule(&mut self, season: SeasonId, date: Date, starts_at: StartTime) -> Result<NightId, Problem> {
        let night = NightId::from_bytes(self.id());
        let schedule = Schedule { season: Some(season), starts_at, ..Schedule::new(night, date) };
        self.services.nights.schedule(schedule, self.author()?).await?;
        Ok(night)
    }

    /// Carries out a command on a night.
    pub async fn command(&mut self, night: NightId, action: Action) -> Result<(), Problem> {
        self.advance(10);
        self.services.nights.command(night, self.author()?, action).await.map(drop)
    }

    /// Checks a player in.
    pub async fn check_in(
        &mut self,
        night: NightId,
        player: PlayerId,
        member: bool,
        paid: bool,
    ) -> Result<(), Problem> {
        self.advance(10);
        let action = EntryAction::Note { paid: Some(paid), guest: Some(!member), pots: None };
        self.services.nights.check_in(night, self.author()?, player, action, None, Default::default()).await.map(drop)
    }

    /// Draws the next round.
    pub async fn draw_round(&mut self, night: NightId) -> Result<(), Problem> {
        self.advance(120);
        let seed = self.seed();
        let draw = RoundDraw { number: None, id: None, way: DrawWay::Movement, seed: Some(seed) };
        self.services.nights.draw_round(night, self.author()?, draw).await.map(drop)
    }

    /// Draws the 50/50.
    pub async fn draw_fifty_fifty(&mut self, night: NightId) -> Result<(), Problem> {
        self.advance(300);
        let seed = self.seed();
        self.command(night, Action::DrawFiftyFifty { seed, id: None }).await
    }

    /// Finishes a night.
    pub async fn finish(&mut self, night: NightId) -> Result<(), Problem> {
        self.advance(180);
        self.command(night, Action::Finish { void_open_games: false, id: None }).await
    }

    /// Hands out the prizes and the 50/50 of a night.
    pub async fn hand_out(&mut self, night: NightId) -> Result<(), Problem> {
        for money in self.services.nights.report(night).await?.money().players {
            let won = [(PayoutKind::Prize, money.prize_now), (PayoutKind::FiftyFifty, money.fifty_fifty_due)];
            for (what, amount) in won.into_iter().filter(|(_, amount)| *amount > 0) {
                let payout = Payout { player: money.player_id, amount, what, id: None, noted_for: None };
                self.command(night, Action::PayOut(payout)).await?;
            }
        }
        Ok(())
    }

    /// The tables of a night's newest round.
    pub async fn tables(&self, night: NightId) -> Result<Vec<Table>, Problem> {
        let night = self.services.nights.night(night).await?;
        Ok(night.rounds().last().map(|round| round.tables.clone()).unwrap_or_default())
    }

    /// The leader of a night's standings.
    pub async fn leader(&self, night: NightId) -> Result<Option<PlayerId>, Problem> {
        Ok(self.services.nights.report(night).await?.standings().first().map(|row| row.player_id))
    }

    /// The scores of a game, a side each.
    pub async fn scores(&self, game: GameId) -> Result<Vec<u8>, Problem> {
        Ok(self.services.games.game(game).await?.scores())
    }

    /// Enters a result, or corrects one.
    pub async fn enter(&mut self, game: GameId, scores: Vec<u8>, reason: Option<&str>) -> Result<(), Problem> {
        self.advance(15);
        let action = game::Action::EnterResult {
            scores: scores.into(),
            reason: reason.map(str::to_owned),
            device: None,
            id: None,
        };
        self.services.games.command(game, self.caller.clone(), None, action).await.map(drop)
    }

    /// Calls a game off.
    pub async fn call_off(&mut self, game: GameId, reason: &str) -> Result<(), Problem> {
        let action = game::Action::Void { reason: Some(reason.to_owned()), id: None };
        self.services.games.command(game, self.caller.clone(), None, action).await.map(drop)
    }

    /// Lets a phone join a night for a table or a player.
    pub async fn join(&mut self, night: NightId, owner: PhoneOwner) -> Result<JoinedPhone, Problem> {
        let key = JoinKey::Secret(self.services.nights.join_keys(night).await?.secret);
        let joined = self.services.phones.join(night, key, owner, None).await?;
        let (token, _) = joined.ok_or_else(Problem::unavailable)?;
        Ok(JoinedPhone(Caller::new(token, Grant::Phone(PhoneGrant { night, owner, expires_at: None }), ADDRESS)))
    }

    /// Carries out a command that a joined phone sends.
    pub async fn send(&mut self, phone: &JoinedPhone, game: GameId, action: game::Action) -> Result<(), Problem> {
        self.services.games.command(game, phone.0.clone(), None, action).await.map(drop)
    }
}
