//! A league that looks alive, to try Pegout with: made-up people with made-up numbers and addresses, a season, and a night in
//! play.

mod coordinator;
mod plan;
mod practice_night;

use std::sync::Arc;

use jiff::civil;
use jiff::{ToSpan, Zoned};
use pegout_league::night::Action;
use pegout_league::{Average, Card, Counts, PlayerId, SeasonId, StartTime};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use crate::cli;
use crate::config::Config;
use pegout_model::clock::{Clock, SystemClock, date};
use pegout_model::league::League;
use pegout_model::league::Season;
use pegout_model::player::Player;
use pegout_service::problem::Problem;
use pegout_store::Store;

use coordinator::DemoCoordinator;
use plan::NightPlan;

/// The name of the league.
const LEAGUE: &str = "Cribbage Saint-Roch";
/// The name of the league until everything is there. It marks an interrupted demonstration.
const INTERRUPTED_NAME: &str = "Demonstration, interrupted";
/// The finished nights with the weeks since each. The night of the missing week was cancelled.
const NIGHTS: [(i32, NightPlan); 5] = [
    (6, NightPlan { away: &[3, 8, 12, 17, 21, 25], late: &[], early: &[], unpaid: &[] }),
    (5, NightPlan { away: &[1, 14, 22], late: &[9], early: &[], unpaid: &[] }),
    (3, NightPlan { away: &[0, 6, 11, 19, 25], late: &[], early: &[4], unpaid: &[16] }),
    (2, NightPlan { away: &[7, 20], late: &[], early: &[], unpaid: &[] }),
    (1, NightPlan { away: &[2, 5, 13, 24], late: &[18], early: &[10], unpaid: &[] }),
];
/// The number of weeks since the cancelled night.
const CANCELLED: i32 = 4;
/// The night in play.
const TONIGHT: NightPlan = NightPlan { away: &[4, 15, 23], late: &[9, 18], early: &[], unpaid: &[6, 11, 20] };
/// The minutes since it began.
const BEGAN: i32 = 65;

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

/// Fills an empty database with the demonstration, and prints how to see it.
pub async fn run(config: &Config) -> Result<(), String> {
    let store: Arc<dyn Store> = config.database.open(None).map_err(cli::sentence)?;
    let file = &config.database;
    store.probe_write(SystemClock.now()).await.map_err(cli::sentence)?;
    if !store.is_empty().await.map_err(cli::sentence)? {
        let interrupted = store.league().await.map_err(cli::sentence)?.name == INTERRUPTED_NAME;
        return Err(if interrupted {
            format!("{file} has a demonstration that was interrupted. Delete it, and run the demonstration again.")
        } else {
            format!("{file} has a club's records already. Name a new file with --database for the demonstration.")
        });
    }
    let Filled { players, password } = fill(&store).await.map_err(|problem| problem.to_string())?;
    store.close();
    cli::print(&format!(
        "{file} has a demonstration now: {players} made-up players, a season, and a night in play.\n\
         Start Pegout as usual with --database {file}, and open the address that it prints: the coordinator's password is\n\
         printed there too, at the first start. Two helpers can sign in as well, “Porte” at the door and “Résultats” for\n\
         results, both with the password {password}. The hall's board is at /tv. To begin with your own club, name another\n\
         file.\n"
    ))
}

/// The parts of the demonstration that are printed.
struct Filled {
    /// The number of players.
    players: usize,
    /// The password of the helpers.
    password: String,
}

/// Plays the whole story.
async fn fill(store: &Arc<dyn Store>) -> Result<Filled, Problem> {
    let mut coordinator = DemoCoordinator::new(store.clone());
    let league = store.league().await?;
    let now = Zoned::now();
    let set_on = date(now.date());
    let interrupted = League { name: INTERRUPTED_NAME.to_owned(), ..league.clone() };
    store.put_league(league.clone(), interrupted, set_on).await?;
    let players = people(&mut coordinator.rng);
    store.import_players(players.clone()).await?;
    let season = season(&mut coordinator, store, now.date()).await?;
    let mut last = None;
    for (weeks, plan) in NIGHTS {
        let date = coordinator.set_date(&now, weeks);
        let night = coordinator.schedule(season, date, StartTime::default()).await?;
        plan.play(&mut coordinator, night, &players).await?;
        last = Some(night);
    }
    if let Some(night) = last {
        plan::correct(&mut coordinator, night).await?;
    }
    let date = coordinator.set_date(&now, CANCELLED);
    let night = coordinator.schedule(season, date, StartTime::default()).await?;
    let reason = "The hall is closed because of the snowstorm.".to_owned();
    coordinator.command(night, Action::Cancel { reason }).await?;
    let began = now.checked_sub(BEGAN.minutes()).unwrap_or_else(|_| now.clone());
    // Shortly after midnight the night would have begun yesterday. It is today's night anyway.
    let hour = if began.date() == now.date() { began.hour() } else { 0 };
    let starts_at = format!("{hour:02}:00").parse().expect("every hour is written so");
    let today = coordinator.set_date(&now, 0);
    let next = coordinator.set_date(&now, -1);
    coordinator.set_clock(began.timestamp().as_millisecond());
    coordinator.schedule(season, next, StartTime::default()).await?;
    let tonight = coordinator.schedule(season, today, starts_at).await?;
    practice_night::begin(&TONIGHT, &mut coordinator, tonight, &players).await?;
    store.import_players(vec![namesake(PlayerId::from_bytes(coordinator.id()))]).await?;
    let password = coordinator.add_helpers().await?;
    store
        .put_league(store.league().await?, League { name: LEAGUE.to_owned(), is_public: true, ..league }, set_on)
        .await?;
    Ok(Filled { players: players.len() + 1, password })
}

/// Stores a season around this day.
async fn season(
    coordinator: &mut DemoCoordinator,
    store: &Arc<dyn Store>,
    today: civil::Date,
) -> Result<SeasonId, Problem> {
    let (starts, ends) = (today.saturating_sub(7.weeks()), today.saturating_add(20.weeks()));
    let season = Season {
        id: SeasonId::from_bytes(coordinator.id()),
        name: format!("{}–{}", starts.year(), starts.year() + 1),
        starts: date(starts),
        ends: date(ends),
        best_of: None,
        minimum_nights: 3,
        average: Average::PerCard,
        card: Card::PointsShort,
        counts: Counts::Average,
        from_points: None,
    };
    let id = season.id;
    store.add_season(season).await?;
    Ok(id)
}

/// Creates all players, most of them with a telephone number or an e-mail address.
fn people(rng: &mut ChaCha8Rng) -> Vec<Player> {
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
fn namesake(id: PlayerId) -> Player {
    Player { id, name: MISHEARD.to_owned(), active_member: false, phone: None, email: None }
}
