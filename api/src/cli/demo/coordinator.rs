//! Who runs the demonstration's nights: asks hall and desk what a coordinator would, at the times of those evenings.

use std::sync::Arc;

use actix_web::web::Data;
use jiff::{ToSpan, Zoned, civil};
use pegout_engine::Time;
use pegout_engine::game::{self, GameId, Role};
use pegout_engine::league::night::{Action, NewEntry, Schedule};
use pegout_engine::league::{Date, NightId, PlayerId, SeasonId, Seed, StartTime, Table};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use uuid::Builder;

use crate::auth::caller::{Caller, Coordinator};
use crate::auth::sessions::Tokens;
use crate::eventlog::Records;
use crate::model::token::Token;
use crate::problem::Problem;
use crate::services::game_service::Desk;
use crate::services::night_service::Hall;
use crate::store::{Joined, TokenRow, Whose};

/// Who the records say has done it all.
const NAME: &str = "Thérèse Gagnon";
/// The same seed tells the same story.
const SEED: [u8; 32] = *b"Fifteen two, and a pair is four.";

/// The secretary, the time it is to them, and the chance that everything else is left to.
pub struct Secretary {
    /// All chance of the demonstration.
    pub chance: ChaCha8Rng,
    records: Arc<Records>,
    hall: Hall,
    desk: Desk,
    token: Token,
    now: i64,
}

/// A phone that has joined a night for a table.
pub struct TablePhone {
    token: Token,
    known: TokenRow,
}

impl Secretary {
    /// A secretary for these records.
    pub fn new(records: &Arc<Records>) -> Secretary {
        let tokens = Data::new(Tokens::new(records.store.clone()));
        Secretary {
            chance: ChaCha8Rng::from_seed(SEED),
            records: records.clone(),
            hall: Hall::new(records.clone(), tokens),
            desk: Desk::new(records.clone()),
            token: Token::random(),
            now: 0,
        }
    }

    /// Lets it be another time, in milliseconds since 1970.
    pub fn set_clock(&mut self, now: i64) {
        self.now = now;
    }

    /// Lets it be seven in the evening so many weeks ago, and returns the day.
    pub fn go_to(&mut self, now: &Zoned, weeks: i32) -> Date {
        let day = now.date().saturating_sub(weeks.weeks());
        if let Ok(evening) = day.at(19, 0, 0, 0).to_zoned(now.time_zone().clone()) {
            self.now = evening.timestamp().as_millisecond();
        }
        date(day)
    }

    /// Lets some time pass, in seconds, more or less.
    pub fn wait(&mut self, seconds: i64) {
        self.now += seconds * self.chance.random_range(600..1400);
    }

    /// The time it is, in milliseconds since 1970.
    pub const fn now(&self) -> i64 {
        self.now
    }

    /// The time it is.
    pub fn time(&self) -> Option<Time> {
        Time::from_millis(self.now)
    }

    /// Sixteen bytes for an id.
    pub fn id(&mut self) -> [u8; 16] {
        Builder::from_random_bytes(self.chance.random()).into_uuid().into_bytes()
    }

    fn seed(&mut self) -> Seed {
        Seed::from_bytes(self.chance.random())
    }

    fn caller(&self) -> Caller {
        let hash = self.token.hash();
        let known = TokenRow { role: Role::Coordinator, name: Some(NAME.to_owned()), ..TokenRow::scorer(hash) };
        Caller { token: self.token.clone(), known, at: self.time() }
    }

    /// Schedules a night of a season.
    pub async fn schedule(&mut self, season: SeasonId, date: Date, starts_at: StartTime) -> Result<NightId, Problem> {
        let night = NightId::from_bytes(self.id());
        let schedule = Schedule { season: Some(season), starts_at, ..Schedule::new(night, date) };
        self.hall.schedule(schedule, Coordinator::of(self.caller())?).await?;
        Ok(night)
    }

    /// Asks something of a night.
    pub async fn ask(&mut self, night: NightId, act: Action) -> Result<(), Problem> {
        self.wait(10);
        self.hall.ask(night, Coordinator::of(self.caller())?, act).await.map(drop)
    }

    /// Checks a player in.
    pub async fn check_in(
        &mut self,
        night: NightId,
        player: PlayerId,
        member: bool,
        paid: bool,
    ) -> Result<(), Problem> {
        let entry = NewEntry { member, paid: Some(paid), guest: Some(!member), ..NewEntry::member(player) };
        self.ask(night, Action::Enter(entry)).await
    }

    /// Draws the next round.
    pub async fn draw_round(&mut self, night: NightId) -> Result<(), Problem> {
        self.wait(120);
        let seed = self.seed();
        self.hall.draw_round(night, Coordinator::of(self.caller())?, None, seed).await.map(drop)
    }

    /// Draws the 50/50.
    pub async fn draw_fifty_fifty(&mut self, night: NightId) -> Result<(), Problem> {
        self.wait(300);
        let seed = self.seed();
        self.ask(night, Action::DrawFiftyFifty { seed }).await
    }

    /// Finishes a night.
    pub async fn finish(&mut self, night: NightId) -> Result<(), Problem> {
        self.wait(180);
        self.ask(night, Action::Finish { void_open_games: false }).await
    }

    /// The tables of a night's newest round.
    pub async fn tables(&self, night: NightId) -> Result<Vec<Table>, Problem> {
        let night = self.hall.night(night).await?;
        Ok(night.rounds().last().map(|round| round.tables.clone()).unwrap_or_default())
    }

    /// Who is first in a night's standings.
    pub async fn first(&self, night: NightId) -> Result<Option<PlayerId>, Problem> {
        Ok(self.hall.evening(night).await?.standings().first().map(|row| row.player_id))
    }

    /// The scores of a game, a side each.
    pub async fn scores(&self, game: GameId) -> Result<Vec<u8>, Problem> {
        Ok(self.records.games.turn(game).await?.state.scores())
    }

    /// Enters a result, or corrects one.
    pub async fn enter(&mut self, game: GameId, scores: Vec<u8>, reason: Option<&str>) -> Result<(), Problem> {
        self.wait(15);
        let act = game::Action::EnterResult { scores, reason: reason.map(str::to_owned) };
        self.desk.change(game, self.caller(), None, act).await.map(drop)
    }

    /// Lets a phone join a night for a table.
    pub async fn join(&mut self, night: NightId, table: usize) -> Result<TablePhone, Problem> {
        let joined = Joined { night, whose: Whose::Table(table) };
        let token = self.hall.join(joined).await?;
        let known = TokenRow { role: Role::Phone, joined: Some(joined), ..TokenRow::scorer(token.hash()) };
        Ok(TablePhone { token, known })
    }

    /// Does with a table's phone what its players ask.
    pub async fn tap(&mut self, phone: &TablePhone, game: GameId, act: game::Action) -> Result<(), Problem> {
        let TablePhone { token, known } = phone;
        let caller = Caller { token: token.clone(), known: known.clone(), at: self.time() };
        self.desk.change(game, caller, None, act).await.map(drop)
    }
}

/// A day, as the league writes it.
pub fn date(day: civil::Date) -> Date {
    day.to_string().parse().expect("a day is written the same way everywhere")
}
