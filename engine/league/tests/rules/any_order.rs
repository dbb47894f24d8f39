//! Properties of nights at which anything is done in any order, and taken back.

mod merges;

use pegout_engine::game::{self, GameId, Status};
use pegout_league::night::{Action, DrawWay, NewRound, Payout, PayoutKind, Refusal};
use pegout_league::{CommandId, FirstDealer, FullCard, HandOuts, Seed, Settings};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::money::hand_outs::{check_in_hand, check_open, in_hand};
use super::properties::{check_everybody_sits_once, check_results};
use super::{NightLog, game_id};

/// A night that is played by random steps.
struct RandomNight {
    log: NightLog,
    rng: ChaCha8Rng,
    /// The highest number of a player who came.
    newest: u16,
    /// The ids of all draws, including draws that were taken back.
    draws: Vec<CommandId>,
    /// The games whose draws were taken back.
    taken_back: Vec<GameId>,
}

type Step = fn(&mut RandomNight) -> Result<(), TestCaseError>;

/// The steps, each with the number of times that it is taken among all. A refused step changes nothing.
const STEPS: [(usize, Step); 16] = [
    (2, RandomNight::pay_out),
    (3, RandomNight::come),
    (2, RandomNight::leave),
    (2, RandomNight::come_back),
    (1, RandomNight::pay),
    (5, RandomNight::draw),
    (3, RandomNight::take_back),
    (9, RandomNight::end_a_game),
    (2, RandomNight::peg_and_undo),
    (3, RandomNight::void),
    (3, RandomNight::bring_back),
    (2, RandomNight::excuse),
    (2, RandomNight::fifty_fifty),
    (2, RandomNight::finish_or_reopen),
    (2, RandomNight::merge),
    (1, RandomNight::unmerge),
];

impl RandomNight {
    fn new(players: u16, seed: u64) -> RandomNight {
        let full_card = if seed.is_multiple_of(3) { FullCard::EveryRound } else { FullCard::Excused };
        let first_dealer =
            [FirstDealer::FirstSeat, FirstDealer::Drawn, FirstDealer::TableCuts][(seed / 3 % 3) as usize];
        let hand_outs = if seed.is_multiple_of(2) { HandOuts::Ticked } else { HandOuts::Assumed };
        let league = Settings { full_card, first_dealer, hand_outs, games_per_night: 6, ..Settings::default() };
        let mut log = NightLog::by(league, players);
        log.has_ids = true;
        let rng = ChaCha8Rng::seed_from_u64(seed);
        RandomNight { log, rng, newest: players, draws: Vec::new(), taken_back: Vec::new() }
    }

    fn step(&mut self) -> Result<(), TestCaseError> {
        let (before, merges) = (self.log.night.clone(), self.log.merges.clone());
        let (events, handed) = (self.log.log.len(), in_hand(&self.log));
        let steps: Vec<Step> = STEPS.iter().flat_map(|(times, step)| vec![*step; *times]).collect();
        let step = *steps.choose(&mut self.rng).unwrap();
        step(self)?;
        if self.log.log.len() == events && self.log.merges == merges {
            prop_assert_eq!(&before, &self.log.night, "a step without an event changes nothing");
        }
        if self.log.merges == merges {
            check_in_hand(&self.log, &handed, &self.log.log[events..])?;
        }
        check_open(&self.log)?;
        self.check()
    }

    fn somebody(&mut self) -> u16 {
        self.rng.random_range(1..=self.newest.max(1))
    }

    /// A game that was ever drawn.
    fn some_game(&mut self) -> Option<GameId> {
        let games: Vec<GameId> = self.log.games.keys().copied().collect();
        games.choose(&mut self.rng).copied()
    }

    fn come(&mut self) -> Result<(), TestCaseError> {
        if self.log.come(self.newest + 1).is_ok() {
            self.newest += 1;
        }
        Ok(())
    }

    fn leave(&mut self) -> Result<(), TestCaseError> {
        let player = self.somebody();
        drop(self.log.leave(player));
        Ok(())
    }

    fn come_back(&mut self) -> Result<(), TestCaseError> {
        let player = self.somebody();
        drop(self.log.come(player));
        Ok(())
    }

    fn pay(&mut self) -> Result<(), TestCaseError> {
        let (player, paid) = (self.somebody(), self.rng.random());
        drop(self.log.pay(player, paid));
        Ok(())
    }

    /// Draws the next round, or sends a draw again that was made before.
    fn draw(&mut self) -> Result<(), TestCaseError> {
        if self.rng.random_bool(0.3)
            && let Some(draw) = self.draws.choose(&mut self.rng).copied()
        {
            let (seed, settings) = (Seed::from_bytes(self.rng.random()), self.log.league.clone());
            let games = (900..930).map(game_id).collect();
            let new = self.log.new_round(None, 0, DrawWay::Movement);
            let again = NewRound { id: Some(draw), seed, games, settings, ..new };
            prop_assert_eq!(self.log.ask(Action::DrawRound(again)), Ok(0), "a repeat, also after it was taken back");
            return Ok(());
        }
        let seed = self.rng.random();
        if let Ok(1..) = self.log.draw(seed) {
            check_everybody_sits_once(&self.log)?;
            self.draws.extend(self.log.night.rounds().last().and_then(|round| round.id));
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), TestCaseError> {
        let number = self.log.night.rounds().len();
        let Some(round) = self.log.night.rounds().last().cloned() else { return Ok(()) };
        let games: Vec<GameId> = round.tables.iter().map(|table| table.game).collect();
        let begun = games.iter().any(|game| self.log.games[game].has_begun());
        let taken_back = self.log.take_back(number);
        if taken_back == Ok(1) {
            prop_assert!(!begun);
            self.taken_back.extend(games);
            prop_assert_eq!(self.log.take_back(number), Ok(0));
        } else {
            let refused = matches!(taken_back, Err(Refusal::DrawBegun { .. })) && begun
                || matches!(taken_back, Err(Refusal::Finished | Refusal::FiftyFiftyStands { .. }));
            prop_assert!(refused, "{taken_back:?}");
        }
        Ok(())
    }

    /// Enters or corrects the result of a game.
    fn end_a_game(&mut self) -> Result<(), TestCaseError> {
        let newest = self.log.night.rounds().last().and_then(|round| round.tables.choose(&mut self.rng));
        let newest = newest.map(|table| table.game);
        let game = if self.rng.random_bool(0.8) { newest } else { self.some_game() };
        let Some(game) = game else { return Ok(()) };
        let sides = self.log.games[&game].scores().len();
        let mut scores: Vec<u8> = (0..sides).map(|_| [0, 60, 90, 119][self.rng.random_range(0..4)]).collect();
        scores[self.rng.random_range(0..sides)] = 121;
        let (scores, reason) = (scores.into(), Some("as the card says".to_owned()));
        drop(self.log.ask_at_night(game, game::Action::EnterResult { scores, reason, device: None, id: None }));
        Ok(())
    }

    /// Begins a deal and takes it back.
    fn peg_and_undo(&mut self) -> Result<(), TestCaseError> {
        let Some(game) = self.some_game() else { return Ok(()) };
        let deal = game::DealId::from_bytes(self.rng.random());
        if self.log.ask_at_night(game, game::Action::BeginDeal { number: 2, deal }) == Ok(1) {
            prop_assert_eq!(self.log.ask_at_night(game, game::Action::TakeBackDeal { number: 2, deal: None }), Ok(1));
        }
        Ok(())
    }

    /// Notes a payout. It changes no standings, and everybody's money adds up.
    fn pay_out(&mut self) -> Result<(), TestCaseError> {
        let (player, amount) = (super::id(self.somebody()), self.rng.random_range(0..50_u64) * 100);
        let rows = self.log.standings();
        let what = if amount.is_multiple_of(300) { PayoutKind::FiftyFifty } else { PayoutKind::Prize };
        let noted =
            self.log.ask(Action::PayOut(Payout { player, amount, what, id: self.log.next_id(), noted_for: None }));
        prop_assert_eq!(self.log.standings(), rows);
        let money = self.log.money();
        if noted.is_ok() {
            let row = money.players.iter().find(|row| row.player_id == self.log.person(player)).unwrap();
            prop_assert_eq!(if what == PayoutKind::Prize { row.handed_out } else { row.fifty_fifty_handed }, amount);
        }
        for row in &money.players {
            let settled = row.prize_now as i64 - row.handed_out as i64 - row.fee_due as i64;
            prop_assert_eq!(row.to_settle, settled);
        }
        let fees: u64 = money.players.iter().map(|row| row.fee_paid).sum();
        prop_assert_eq!(fees, money.fees);
        let drawn = self.log.view().fifty_fifty;
        prop_assert_eq!(drawn.and_then(|draw| draw.amount).unwrap_or(money.fifty_fifty), money.fifty_fifty);
        Ok(())
    }

    fn void(&mut self) -> Result<(), TestCaseError> {
        let Some(game) = self.some_game() else { return Ok(()) };
        drop(self.log.call_off(game));
        Ok(())
    }

    fn bring_back(&mut self) -> Result<(), TestCaseError> {
        let Some(game) = self.some_game() else { return Ok(()) };
        drop(self.log.bring_back(game));
        Ok(())
    }

    fn excuse(&mut self) -> Result<(), TestCaseError> {
        let (player, round) = (self.somebody(), self.rng.random_range(1..=3));
        drop(self.log.excuse(player, &[round]));
        Ok(())
    }

    fn fifty_fifty(&mut self) -> Result<(), TestCaseError> {
        if self.rng.random() {
            let seed = self.rng.random();
            drop(self.log.draw_fifty_fifty(seed));
        } else {
            drop(self.log.ask(Action::VoidFiftyFifty { draw: None, reason: "a ticket fell down".to_owned() }));
        }
        Ok(())
    }

    /// Finishes the night, or reopens it. A reopened night has all games as before the finish.
    fn finish_or_reopen(&mut self) -> Result<(), TestCaseError> {
        let statuses = |log: &NightLog| log.games.values().map(game::Game::status).collect::<Vec<_>>();
        let (before, rows) = (statuses(&self.log), self.log.standings());
        let is_over = self.log.view().finish.is_some();
        if let (Ok(1), false) = (self.log.finish(true), is_over) {
            self.check()?;
            if self.rng.random_bool(0.8) {
                prop_assert!(matches!(self.log.reopen_night(), Ok(1..)));
                prop_assert_eq!(self.log.reopen_night(), Ok(0));
                prop_assert_eq!(statuses(&self.log), before);
                prop_assert_eq!(self.log.standings(), rows);
            }
        } else {
            drop(self.log.reopen_night());
        }
        Ok(())
    }

    /// Checks everything that holds after each step.
    fn check(&mut self) -> Result<(), TestCaseError> {
        check_results(&self.log)?;
        for round in self.log.night.rounds() {
            let mut players: Vec<_> = round.tables.iter().flat_map(|table| table.seats.players()).collect();
            let seats = players.len();
            players.sort_unstable();
            players.dedup();
            prop_assert_eq!(players.len(), seats, "somebody sits twice");
            prop_assert!(players.iter().all(|player| self.log.night.entry(*player).is_some()), "nobody knows who sits");
            let way = self.log.night.settings(&self.log.league).first_dealer;
            for (number, table) in (1..).zip(&round.tables) {
                let setup = self.log.games[&table.game].setup();
                let drawn = round.first_dealer(number, way);
                prop_assert_eq!(drawn, setup.first_dealer_known.then_some(setup.first_dealer));
            }
        }
        for game in self.taken_back.clone() {
            prop_assert_eq!(self.log.games[&game].status(), Status::Void);
            let round = self.log.night.table_ever_of(game).unwrap().0.round;
            let refused = Err(game::Refusal::RoundTakenBack { round });
            prop_assert_eq!(self.log.bring_back(game), refused.clone());
            prop_assert_eq!(self.log.call_off(game), refused);
            prop_assert!(self.log.night.table_of(game).is_none());
        }
        self.check_full_cards()
    }

    /// A player who played in every possible round keeps the place. A player with an unexcused missed round has no
    /// place.
    fn check_full_cards(&self) -> Result<(), TestCaseError> {
        let excuses = self.log.night.settings(&self.log.league).full_card == FullCard::Excused;
        let (view, over) = (self.log.view(), self.log.view().finish.is_some());
        for row in self.log.standings() {
            let entry = view.entries.iter().find(|entry| entry.player_id == row.player_id).unwrap();
            let (mut lines, mut excused, mut missed) = (0, Vec::new(), 0);
            for round in self.log.night.rounds() {
                let status = |game: &GameId| self.log.games[game].status();
                if round.tables.iter().all(|table| status(&table.game) == Status::Void) {
                    continue;
                }
                let table = round.tables.iter().find(|table| table.seats.side_of(row.player_id).is_some());
                let is_newest = usize::from(round.number) == self.log.night.rounds().len();
                match table.map(|table| status(&table.game)) {
                    Some(Status::Finished) => lines += 1,
                    Some(Status::Playing) if is_newest && !over => {}
                    Some(Status::Void) if excuses => excused.push(round.number),
                    _ if excuses && entry.excused.contains(&round.number) => excused.push(round.number),
                    _ => missed += 1,
                }
            }
            let full = missed == 0 && lines > 0 && 2 * lines >= lines + excused.len();
            prop_assert_eq!(row.complete, full, "{:?}", row);
            prop_assert_eq!((row.games, row.excused), (lines, excused));
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_order_of_draws_voids_and_what_is_taken_back_the_night_goes_by_the_rules(
        players in 2..17_u16, seed: u64
    ) {
        let mut night = RandomNight::new(players, seed);
        for _ in 0..60 {
            night.step()?;
        }
        prop_assert_eq!(night.log.fold(), night.log.night, "the log makes the night");
    }
}

/// A merge with a player who had withdrawn took a fee away that the 50/50 was drawn from.
#[test]
fn a_night_that_chance_found_goes_by_the_rules() {
    let mut night = RandomNight::new(2, 8_761_205_957_206_882_205);
    for _ in 0..60 {
        night.step().unwrap();
    }
}
