//! The days of a season that one server changes while the other schedules or moves a night of it.

use pegout_league::night::{Change, Schedule};
use pegout_league::{Average, Card, Counts, NightId, SeasonId};

use crate::eventlog_tests::servers::{Servers, assert_invariant, ensure, slug};
use crate::problem::Problem;
use crate::services::Services;
use pegout_model::league::Season;

/// A day of the season before it is changed, and none afterwards.
const LEFT_OUT: &str = "2026-03-31";
/// The last day of the season once it is changed.
const LAST: &str = "2026-02-28";

async fn season(servers: &Servers) -> SeasonId {
    let season = Season {
        id: SeasonId::from_bytes(servers.id()),
        name: "Winter 2026".to_owned(),
        starts: "2026-01-01".parse().unwrap(),
        ends: LEFT_OUT.parse().unwrap(),
        best_of: None,
        minimum_nights: 1,
        average: Average::PerCard,
        card: Card::PointsShort,
        counts: Counts::Average,
        from_points: None,
    };
    servers.a.league.add_season(season.clone()).await.unwrap();
    season.id
}

async fn shorten(server: &Services, season: SeasonId) -> Result<Season, Problem> {
    let change = |season: &mut Season| {
        season.ends = LAST.parse().unwrap();
        Ok(())
    };
    server.league.change_season(season, change).await
}

async fn schedule(servers: &Servers, server: &Services, season: SeasonId, day: &str) -> Result<NightId, Problem> {
    let night = NightId::from_bytes(servers.id());
    let schedule = Schedule { season: Some(season), ..Schedule::new(night, day.parse().unwrap()) };
    server.nights.schedule(schedule, servers.author()).await.map(|_| night)
}

async fn move_to(servers: &Servers, server: &Services, night: NightId, day: &str) -> Result<(), Problem> {
    let change = Change { date: Some(day.parse().unwrap()), ..Change::default() };
    server.nights.change(night, change, None, servers.author()).await
}

/// Returns an error if a night is not on one of the season's days.
async fn ensure_days(servers: &Servers, id: SeasonId) -> Result<(), String> {
    let season = servers.store.season(id).await.unwrap().unwrap();
    for night in servers.fresh().nights.nights(Some(id)).await.unwrap() {
        let date = night.schedule().date;
        ensure(season.contains(date), format!("{date} is no day of the season"))?;
    }
    Ok(())
}

#[test]
fn a_season_keeps_the_night_that_the_other_server_schedules_at_that_moment() {
    assert_invariant(async |servers| {
        let season = season(servers).await;
        let other = async {
            schedule(servers, &servers.b, season, LEFT_OUT).await.unwrap();
        };
        let changed = servers.gate.meanwhile(shorten(&servers.a, season), other).await;
        ensure_days(servers, season).await?;
        ensure(slug(&changed) == "season-has-nights", format!("the change is answered {}", slug(&changed)))
    });
}

#[test]
fn no_night_is_scheduled_on_a_day_that_the_other_server_leaves_out_at_that_moment() {
    assert_invariant(async |servers| {
        let season = season(servers).await;
        let other = async { drop(shorten(&servers.b, season).await.unwrap()) };
        let scheduled = servers.gate.meanwhile(schedule(servers, &servers.a, season, LEFT_OUT), other).await;
        ensure_days(servers, season).await?;
        ensure(slug(&scheduled) == "invalid", format!("the night is answered {}", slug(&scheduled)))
    });
}

#[test]
fn no_night_is_moved_to_a_day_that_the_other_server_leaves_out_at_that_moment() {
    assert_invariant(async |servers| {
        let season = season(servers).await;
        let night = schedule(servers, &servers.a, season, LAST).await.unwrap();
        let other = async { drop(shorten(&servers.b, season).await.unwrap()) };
        let moved = servers.gate.meanwhile(move_to(servers, &servers.a, night, LEFT_OUT), other).await;
        ensure_days(servers, season).await?;
        ensure(slug(&moved) == "invalid", format!("the move is answered {}", slug(&moved)))
    });
}

#[test]
fn a_season_keeps_the_night_that_the_other_server_has_moved() {
    assert_invariant(async |servers| {
        let season = season(servers).await;
        let night = schedule(servers, &servers.a, season, LAST).await.unwrap();
        servers.a.nights.night(night).await.unwrap();
        let other = async { move_to(servers, &servers.b, night, LEFT_OUT).await.unwrap() };
        let changed = servers.gate.meanwhile(shorten(&servers.a, season), other).await;
        ensure_days(servers, season).await?;
        ensure(slug(&changed) == "season-has-nights", format!("the change is answered {}", slug(&changed)))
    });
}
