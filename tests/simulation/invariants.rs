//! The invariants that every night keeps. A violation is a sentence.

use std::collections::{BTreeMap, BTreeSet};

use pegout_engine::game::{EventKind, GameId, Setup, Side, Status};
use pegout_league::{Format, PlayerId, Table, night};

use super::night::here;
use super::{Simulation, stored_log};
use crate::eventlog_tests::servers::ensure;
use crate::services::Services;
use pegout_store::StreamId;

/// A word of every player's name.
pub const SURNAME: &str = "Quistgaard";

impl Simulation {
    /// Checks a server's memory of a stream, after the server has answered a request to the stream.
    pub async fn check_step(&self, server: usize, stream: StreamId) -> Result<(), String> {
        let server = &self.deployment.servers[server];
        let is_same = match stream {
            StreamId::Game(id) => self.folds.game(id) == server.games.game(id).await.ok().as_deref(),
            StreamId::Night(id) => self.folds.night() == server.nights.night(id).await.ok().as_deref(),
            StreamId::Ledger => true,
        };
        ensure(is_same, format!("{stream:?} in memory is not the fold of its log"))
    }

    /// Returns true if a server has the newest version of a game. An older version must be a fold of the log too.
    async fn check_game_in_memory(&self, server: usize, id: GameId) -> Result<bool, String> {
        let events = stored_log::game_events(&*self.deployment.store, id).await?;
        let Ok(game) = self.deployment.servers[server].games.game(id).await else {
            return ensure(events.is_empty(), format!("the game {id} cannot be loaded")).map(|()| true);
        };
        let known = events.get(..game.version() as usize).unwrap_or_default();
        let folded = pegout_engine::game::Game::fold(known);
        ensure(folded.as_ref() == Some(&*game), format!("the game {id} in memory is not the fold of its log"))?;
        self.is_newest(known.len(), events.len(), format!("the game {id}"))
    }

    async fn check_night_in_memory(&self, server: usize) -> Result<bool, String> {
        let events = stored_log::night_events(&*self.deployment.store, self.night).await?;
        let night =
            self.deployment.servers[server].nights.night(self.night).await.map_err(|error| error.to_string())?;
        let known = events.get(..night.version() as usize).unwrap_or_default();
        let folded = night::Night::fold(known);
        ensure(folded.as_ref() == Some(&*night), "the night in memory is not the fold of its log")?;
        self.is_newest(known.len(), events.len(), "the night".to_owned())
    }

    /// Returns true for the newest version. Only one of several servers may know an older one.
    fn is_newest(&self, known: usize, stored: usize, what: String) -> Result<bool, String> {
        let may_be_old = self.deployment.servers.len() > 1;
        ensure(known == stored || may_be_old, format!("{what} in memory is older than its log"))?;
        Ok(known == stored)
    }

    /// Checks a round that was drawn just now: everybody present sits in it once, or sits out by the rules of the format.
    pub async fn check_draw(&self) -> Result<(), String> {
        let night = stored_log::night(&*self.deployment.store, self.night).await?;
        let Some(round) = night.rounds().last() else { return Err("there is no round".to_owned()) };
        let present: BTreeSet<PlayerId> = here(&night).collect();
        let seated = seated(&round.tables)?;
        let sizes: Vec<usize> = round.tables.iter().map(|table| table.seats.players().count()).collect();
        let sits_out: Vec<PlayerId> = present.difference(&seated).copied().collect();
        // A round for games to make up has only the players who lack a game, and one helper.
        let is_turn = round.rotation.is_some();
        let is_by_the_rule = seated.is_subset(&present)
            && match self.settings.format {
                Format::DoublesMovement => sits_out.is_empty() && is_of_fours(&sizes),
                Format::SinglesRotation => !is_turn || sits_out.len() <= 1 && sizes.iter().all(|size| *size == 2),
                // One whole pair may sit out, and everybody without a partner.
                Format::FixedPairs => {
                    let pairs: Vec<_> = sits_out.iter().filter_map(|player| night.pair_of(*player)).collect();
                    let whole = pairs.iter().enumerate().filter(|(at, pair)| pairs[..*at].contains(pair));
                    !is_turn || whole.count() <= 1 && sizes.iter().all(|size| *size == 4)
                }
            };
        ensure(is_by_the_rule, format!("{sits_out:?} sit out, and {} sit at tables of {sizes:?}", seated.len()))
    }

    /// Checks everything after the night.
    pub async fn check_all(&self) -> Result<(), String> {
        let night = stored_log::night(&*self.deployment.store, self.night).await?;
        let games = self.games(&night);
        for game in &games {
            self.check_pegs(*game).await?;
        }
        self.check_rounds(&night).await?;
        self.check_matches().await?;
        self.check_money(&night).await?;
        self.check_names().await?;
        self.check_messages(&games).await?;
        self.check_memory(&games).await
    }

    /// Checks that each acknowledged peg and deal is in the log once, and nothing else, and that each amendment in the log was
    /// acknowledged.
    async fn check_pegs(&self, game: GameId) -> Result<(), String> {
        let (mut pegs, mut deals, mut ends) = (Vec::new(), Vec::new(), [0, 0]);
        let (mut amendments, mut amended) = (BTreeSet::new(), BTreeMap::new());
        for event in stored_log::game_events(&*self.deployment.store, game).await? {
            match event.kind {
                EventKind::Pegged(peg) => pegs.push(peg.id),
                EventKind::PegAmended(peg) => {
                    let is_known = self.acknowledged.amendments.contains(&peg.id);
                    ensure(
                        is_known && amendments.insert(peg.id),
                        format!("the amendment {} came twice or never", peg.id),
                    )?;
                    amended.insert(peg.peg, (peg.side, peg.points, peg.earned_by));
                }
                EventKind::DealBegun { deal, .. } => deals.push(deal),
                EventKind::PegTakenBack { peg } => {
                    ensure(self.acknowledged.taken_back.contains(&peg), format!("the peg {peg} was never taken back"))?;
                }
                EventKind::Begun(_) => ends[0] += 1,
                EventKind::RematchBegun { .. } => ends[1] += 1,
                _ => {}
            }
        }
        for peg in stored_log::game(&*self.deployment.store, game).await?.view().pegs {
            let values = (peg.side, peg.points, peg.earned_by);
            let stands = amended.get(&peg.id).is_none_or(|last| *last == values);
            ensure(stands, format!("the peg {} is {values:?} after its last amendment", peg.id))?;
        }
        pegs.sort_unstable();
        deals.sort_unstable();
        let expected = self.acknowledged.pegs.get(&game).into_iter().flatten().copied();
        ensure(pegs.iter().copied().eq(expected), format!("the game {game} has the pegs {pegs:?}"))?;
        let expected = self.acknowledged.deals.get(&game).into_iter().flatten().copied();
        ensure(deals.iter().copied().eq(expected), format!("the game {game} has the deals {deals:?}"))?;
        ensure(
            ends[0] == 1 && ends[1] <= 1,
            format!("the game {game} began {} times, its rematch {}", ends[0], ends[1]),
        )
    }

    async fn check_rounds(&self, night: &night::Night) -> Result<(), String> {
        let numbers: Vec<u16> = night.rounds().iter().map(|round| round.number).collect();
        let expected: Vec<u16> = (1..=self.acknowledged.rounds).collect();
        ensure(numbers == expected, format!("the rounds are {numbers:?}, not {expected:?}"))?;
        for round in night.rounds() {
            let strangers = seated(&round.tables)?.into_iter().filter(|player| night.entry(*player).is_none());
            ensure(strangers.count() == 0, format!("somebody without an entry sits in round {}", round.number))?;
        }
        for (_, table) in night.tables() {
            let game = stored_log::game(&*self.deployment.store, table.game).await?;
            ensure(self.sides(game.setup()) == table.sides(), format!("others play the game {}", table.game))?;
        }
        for id in &self.acknowledged.games_taken_back {
            let game = stored_log::game(&*self.deployment.store, *id).await?;
            ensure(game.status() == Status::Void, format!("the draw of {id} was taken back, and it goes on"))?;
            ensure(!game.has_begun(), format!("the draw of {id} was taken back after it had begun"))?;
        }
        let events = stored_log::night_events(&*self.deployment.store, self.night).await?;
        let count =
            |is_wanted: fn(&night::EventKind) -> bool| events.iter().filter(|event| is_wanted(&event.kind)).count();
        let ends = [
            count(|kind| matches!(kind, night::EventKind::Finished(_))),
            count(|kind| matches!(kind, night::EventKind::Reopened { .. })),
        ];
        let expected = [self.acknowledged.finishes, self.acknowledged.reopenings];
        ensure(ends == expected, format!("the night was finished and reopened {ends:?} times, not {expected:?}"))
    }

    /// The sides of a game of the night, with the ids that stand for persons.
    fn sides(&self, setup: &Setup) -> Vec<Side> {
        let person =
            |id: &String| id.parse().map_or_else(|_| id.clone(), |id| self.acknowledged.person(id).to_string());
        let side = |side: &Side| {
            let players: Vec<String> = side.players.iter().map(person).collect();
            Side::new(players.join(" + "), players)
        };
        setup.sides.iter().map(side).collect()
    }

    /// Checks the tally of each rematch: that of the game before it.
    async fn check_matches(&self) -> Result<(), String> {
        let store = &*self.deployment.store;
        for id in &self.acknowledged.matches {
            let game = stored_log::game(store, *id).await?;
            let Some(next) = game.rematch_id() else { continue };
            let rematch = stored_log::game(store, next).await?;
            let mut expected = game.match_tally();
            if let Some(outcome) = rematch.outcome() {
                expected[usize::from(outcome.winner)] += u32::from(outcome.value);
            }
            let tally = rematch.match_tally();
            ensure(tally == expected, format!("the tally of {next} is {tally:?}, not {expected:?}"))?;
        }
        Ok(())
    }

    async fn check_money(&self, night: &night::Night) -> Result<(), String> {
        let paid = night.entries().iter().map(|entry| (entry.player, entry.paid)).collect();
        ensure(
            self.acknowledged.entries == paid,
            format!("{paid:?}, acknowledged are {:?}", self.acknowledged.entries),
        )?;
        let report = self.deployment.fresh().nights.report(self.night).await.map_err(|error| error.to_string())?;
        let money = report.money();
        let payers = paid.values().filter(|has_paid| **has_paid).count() as u64;
        let prizes: u64 = money.prizes.iter().map(|prize| prize.amount).sum();
        let spent = money.fifty_fifty + money.supplies + prizes + money.activities;
        let fees = payers * u64::from(self.settings.fee);
        ensure(money.fees == fees && spent == fees, format!("{payers} fees of {}: {money:?}", self.settings.fee))
    }

    /// The games of the night, and those outside the league.
    fn games(&self, night: &night::Night) -> Vec<GameId> {
        let league = night.tables().map(|(_, table)| table.game);
        let taken_back = self.acknowledged.games_taken_back.iter().copied();
        league.chain(taken_back).chain(self.acknowledged.matches.iter().copied()).collect()
    }

    /// All streams: the night and its games, and the games outside the league.
    pub async fn streams(&self) -> Result<Vec<StreamId>, String> {
        let night = stored_log::night(&*self.deployment.store, self.night).await?;
        let games = self.games(&night).into_iter().map(StreamId::Game);
        Ok(games.chain([self.night.into()]).collect())
    }

    async fn check_names(&self) -> Result<(), String> {
        for stream in self.streams().await? {
            for event in stored_log::stored(&*self.deployment.store, stream, 0).await? {
                ensure(!event.body.contains(SURNAME), format!("a player's name stands in the log: {}", event.body))?;
            }
        }
        Ok(())
    }

    /// Checks that a server with nothing in memory renders the same as the servers that played the night.
    async fn check_memory(&self, games: &[GameId]) -> Result<(), String> {
        let fresh = self.deployment.fresh();
        for (number, server) in self.deployment.servers.iter().enumerate() {
            let mut is_newest = self.check_night_in_memory(number).await?;
            for game in games {
                let is_same = |a: &Services, b: &Services| {
                    let (a, b) = (a.games.clone(), b.games.clone());
                    async move {
                        let (a, b) = (a.snapshot(*game).await, b.snapshot(*game).await);
                        matches!((a, b), (Ok(a), Ok(b)) if a.json() == b.json())
                    }
                };
                let is_known = self.check_game_in_memory(number, *game).await?;
                let is_same = !is_known || is_same(server, &fresh).await;
                ensure(is_same, format!("the game {game} is rendered in another way after a restart"))?;
                is_newest &= is_known;
            }
            let rendered = [render(server, self).await?, render(&fresh, self).await?];
            ensure(!is_newest || rendered[0] == rendered[1], "the night is rendered in another way after a restart")?;
        }
        Ok(())
    }
}

/// The night, its standings and its money as JSON.
async fn render(server: &Services, simulation: &Simulation) -> Result<String, String> {
    let report = server.nights.report(simulation.night).await.map_err(|error| error.to_string())?;
    let rendered = (report.view(), report.standings(), report.money());
    serde_json::to_string(&rendered).map_err(|error| error.to_string())
}

/// Returns true for tables of four, and one of three or two, or one of each, for the players who are left over.
fn is_of_fours(sizes: &[usize]) -> bool {
    let small: &[usize] = [&[][..], &[3, 2], &[2], &[3]][sizes.iter().sum::<usize>() % 4];
    sizes.strip_suffix(small).is_some_and(|fours| fours.iter().all(|size| *size == 4))
}

/// The players at these tables, who must sit there once.
fn seated(tables: &[Table]) -> Result<BTreeSet<PlayerId>, String> {
    let mut players = BTreeSet::new();
    for player in tables.iter().flat_map(|table| table.seats.players()) {
        ensure(players.insert(player), format!("{player} sits twice"))?;
    }
    Ok(players)
}
