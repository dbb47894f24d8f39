//! The game that the phone shows with its unsent taps, against the answer of the service after it has the taps.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod file;

use file::{answer, answers_of_the_file, for_engine};
use pegout_engine::game::{
    Action, Amendment, Command, Confirmation, DetailsChange, Direction, FinalScores, Game, Metadata, Occasion, Peg,
    PegFor, Previous, Refusal, Role, Setup, Side, SideChange, Verdict,
};
use pegout_engine::game::{AmendmentId, ChangeId, ConfirmationId, DealId, DeviceId, GameId, PegId};
use pegout_engine::id::{CommandId, NightId};
use pegout_engine::{Preset, Time};
use pegout_wasm::table::Table;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// The number of random games: as many as `PEGOUT_LOGS` says, or 2,000.
fn games() -> u64 {
    std::env::var("PEGOUT_LOGS").map_or(2_000, |logs| logs.parse().unwrap())
}

/// The games that are also asked of the file for browsers.
const GAMES_OF_THE_FILE: u64 = 300;

#[test]
fn the_phone_shows_what_the_service_answers_after_sending() {
    let mut seen = Seen::default();
    for seed in 0..games() {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let Played { playing, log, taps, records } = Played::new(&mut random);
        let OnThePhone { shown, summary, checked } = on_the_phone(&log, &records, &mut random);
        assert_eq!(shown, playing.answer(), "seed {seed}");
        assert_eq!(summary, json!(playing.game.summary()), "seed {seed}");
        let refused: Vec<Value> = taps.iter().map(Tap::refused).collect();
        let found: Vec<&Value> = checked.iter().map(|checked| &checked["refused"]).collect();
        assert_eq!(found, refused.iter().collect::<Vec<_>>(), "seed {seed}");
        let before: Vec<Value> = taps.iter().map(|tap| json!(tap.before)).collect();
        assert_eq!(checked.iter().map(|checked| checked["before"].clone()).collect::<Vec<_>>(), before, "seed {seed}");
        seen.count(&shown, &refused);
        seen.before += before.iter().filter(|side| !side.is_null()).count();
    }
    seen.check();
}

#[test]
fn the_file_shows_what_the_native_engine_shows() {
    let (mut questions, mut native) = (Vec::new(), Vec::new());
    for seed in 0..GAMES_OF_THE_FILE {
        let Played { log, records, .. } = Played::new(&mut ChaCha8Rng::seed_from_u64(seed));
        let [log, taps] = [json!(log).to_string(), json!(records).to_string()];
        let mut table = Table::new();
        native.extend([table.open(&log), table.show(&taps), table.summary(&taps), table.check(&taps)]);
        questions.extend(
            [("open", &log), ("show", &taps), ("summary", &taps), ("check", &taps)]
                .map(|(name, text)| json!([name, [], text]).to_string()),
        );
    }
    let answers = answers_of_the_file(&questions.join("\n"));
    assert_eq!(answers.len(), native.len());
    for (of_file, native) in answers.iter().zip(&native) {
        assert_eq!(of_file.parse::<Value>().unwrap(), native.parse::<Value>().unwrap());
    }
}

#[test]
fn a_log_of_a_newer_service_is_not_read_in_part() {
    let played = Played::new(&mut ChaCha8Rng::seed_from_u64(1));
    let newer = [
        json!({"kind": "peg_blessed", "at": 1}),
        json!({"kind": "peg_taken_back", "at": 1, "peg": 7}),
        json!({"kind": "deal_taken_back", "at": 1}),
        json!(7),
    ];
    for event in newer {
        let log = [played.log.clone(), vec![event.clone()]].concat();
        let mut table = Table::new();
        assert!(table.open(&json!(log).to_string()).starts_with("{\"fault\""), "{event}");
        assert!(table.show("[]").starts_with("{\"fault\""), "{event}");
    }
}

/// A game in its middle: a log that the phone has, and the taps after it.
struct Played {
    playing: Playing,
    log: Vec<Value>,
    taps: Vec<Tap>,
    records: Vec<Value>,
}

impl Played {
    fn new(random: &mut ChaCha8Rng) -> Played {
        let mut playing = Playing::new(random);
        for _ in 0..random.random_range(0..120) {
            playing.change(random);
        }
        let log = playing.log.clone();
        let mut taps = playing.repeated(random);
        for _ in 0..random.random_range(0..25) {
            taps.push(playing.change(random));
        }
        let records = taps.iter().map(|tap| playing.record(tap, log.len())).collect();
        Played { playing, log, taps, records }
    }
}

/// The number of games with each thing that makes the comparison a proof.
#[derive(Default)]
struct Seen {
    finished: usize,
    hinted: usize,
    expecting: usize,
    crashed: usize,
    refused: usize,
    before: usize,
}

impl Seen {
    fn count(&mut self, shown: &Value, refused: &[Value]) {
        self.finished += usize::from(shown["status"] == "finished");
        self.hinted += usize::from(shown["hints"] != json!([]));
        self.expecting += usize::from(!shown["expects"].is_null());
        self.crashed += usize::from(shown["pegs"].as_array().unwrap().iter().any(|peg| peg.get("crashes").is_some()));
        self.refused += usize::from(refused.iter().any(|kind| !kind.is_null()));
    }

    fn check(&self) {
        let fewest = games() as usize / 100;
        let Seen { finished, hinted, expecting, crashed, refused, before } = *self;
        let found = [finished, hinted, expecting, crashed, refused, before];
        assert!(found.iter().all(|number| *number > fewest), "{found:?}");
    }
}

/// The game that the phone shows with its summary, and the answers to each tap before it is made.
struct OnThePhone {
    shown: Value,
    summary: Value,
    checked: Vec<Value>,
}

/// Gives the phone a log, in two parts, and then taps.
fn on_the_phone(log: &[Value], taps: &[Value], random: &mut ChaCha8Rng) -> OnThePhone {
    let mut table = Table::new();
    let (first, next) = log.split_at(random.random_range(1..=log.len()));
    answer(&table.open(&json!(first).to_string()));
    let version = answer(&table.append(&json!(next).to_string()));
    assert_eq!(version, json!(log.len()));
    let shown = answer(&table.show(&json!(taps).to_string()));
    let summary = answer(&table.summary(&json!(taps).to_string()));
    let checked = (1..=taps.len()).map(|count| answer(&table.check(&json!(taps[..count]).to_string()))).collect();
    OnThePhone { shown, summary, checked }
}

/// A tap as it is in the outbox, and the refusal that it got.
#[derive(Clone)]
struct Tap {
    record: Value,
    device: Option<DeviceId>,
    refusal: Option<Refusal>,
    /// The side with an uncounted hand before this peg, if the peg ends the game.
    before: Option<u8>,
}

impl Tap {
    /// The refusal as the engine says it before the tap.
    fn refused(&self) -> Value {
        match &self.refusal {
            Some(Refusal::StinkHole { .. }) => json!("one-short"),
            refusal => json!(refusal.as_ref().map(Refusal::kind)),
        }
    }
}

/// A game of the service while two phones score it.
struct Playing {
    game: Game,
    /// The history as it is shown, in the form that the page gives the engine.
    log: Vec<Value>,
    pegs: Vec<PegId>,
    /// The taps whose ids the log has.
    accepted: Vec<Tap>,
    /// The phones that have pegged, with the place of their first event.
    phones: Vec<(DeviceId, usize)>,
    changes: u8,
}

impl Playing {
    fn new(random: &mut ChaCha8Rng) -> Playing {
        let rules = Preset::ALL.choose(random).unwrap().rules();
        let sizes = [vec![1, 1], vec![2, 2], vec![1, 1, 1], vec![2, 3], vec![2, 2, 2]];
        let sizes = sizes.choose(random).unwrap();
        let side = |(place, size): (usize, &usize)| {
            let players = (0..*size).map(|player| format!("Player {place} {player}")).collect();
            if place == 0 { Side::unnamed(place, Some(players)) } else { Side::new(format!("Side {place}"), players) }
        };
        let crash = rules.crash && random.random_bool(0.5);
        let directions = |random: &mut ChaCha8Rng| {
            let direction =
                |_| if random.random_bool(0.5) { Direction::Clockwise } else { Direction::CounterClockwise };
            sizes.iter().map(direction).collect()
        };
        let previous = Previous { game: GameId::from_bytes([9; 16]), tally: sizes.iter().map(|_| 2).collect() };
        let occasion = match random.random_range(0..3) {
            0 => Occasion::League { night: NightId::from_bytes([8; 16]) },
            1 => Occasion::Table { scorer: None, previous: Some(previous) },
            _ => Occasion::Table { scorer: None, previous: None },
        };
        let setup = Setup {
            first_dealer_known: random.random_bool(0.9),
            crash_directions: crash.then(|| directions(random)),
            occasion,
            ..Setup::new(GameId::from_bytes([7; 16]), sizes.iter().enumerate().map(side).collect(), rules, 0)
        };
        let begun = Game::begin(setup, author(1_000)).unwrap();
        let game = Game::fold([&begun]).unwrap();
        let log = vec![for_engine(json!(game.shown(begun)))];
        Playing { game, log, pegs: Vec::new(), accepted: Vec::new(), phones: Vec::new(), changes: 0 }
    }

    /// Draws a change and sends it to the service. Returns the tap that made it.
    fn change(&mut self, random: &mut ChaCha8Rng) -> Tap {
        let at = 2_000 + 10 * i64::from(random.random_range(0..100_000));
        let (action, mut record, device) = self.draw(at, random);
        record["at"] = json!(at);
        record["body"]["by"] = json!("Ann's phone");
        let before = self.before(&action, &mut record);
        let decided = self.game.decide(Command { metadata: author(at), action });
        let refusal = decided.as_ref().err().cloned();
        let is_new = device.is_some_and(|device| self.phones.iter().all(|(other, _)| *other != device));
        let tap = Tap { record, device, refusal, before };
        if is_new && tap.refusal.is_none() {
            self.phones.extend(device.map(|device| (device, self.log.len())));
        }
        for event in decided.unwrap_or_default() {
            self.game.apply(&event);
            self.log.push(for_engine(json!(self.game.shown(event))));
        }
        if tap.refusal.is_none() && tap.record["kind"] == "peg" {
            self.accepted.push(tap.clone());
        }
        tap
    }

    /// Notes the peg after the tap in its record, as the page does. Returns the side that counts before this peg.
    fn before(&self, action: &Action, record: &mut Value) -> Option<u8> {
        let mut without = self.game.clone();
        let (side, points, earned_by) = match action {
            Action::Peg(peg) => (peg.side, peg.points, peg.earned_by),
            Action::AmendPeg(amendment) => {
                let known = self.game.view().pegs.into_iter().find(|peg| peg.id == amendment.peg)?;
                let back = Command { metadata: author(9), action: Action::TakeBackPeg(amendment.peg) };
                without.decide(back).unwrap_or_default().iter().for_each(|event| without.apply(event));
                let or = |new: Option<u8>, known| new.unwrap_or(known);
                let earned_by = amendment.earned_by.unwrap_or(known.earned_by);
                (or(amendment.side, known.side), or(amendment.points, known.points), earned_by)
            }
            _ => return None,
        };
        record["peg"] = json!({"side": side, "points": points, "for": earned_by});
        without.uncounted_before(side, points, earned_by)
    }

    fn draw(&mut self, at: i64, random: &mut ChaCha8Rng) -> (Action, Value, Option<DeviceId>) {
        self.changes = self.changes.wrapping_add(1);
        let bytes: [u8; 16] = random.random();
        let view = self.game.view();
        let (rules, sides) = (view.rules.clone(), view.sides.len() as u8);
        let side = random.random_range(0..sides);
        let players = view.sides.iter().map(|side| side.players.len()).sum();
        let peg = self.pegs.choose(random).copied().unwrap_or(PegId::from_bytes([1; 16]));
        let kinds = [PegFor::Play, PegFor::Play, PegFor::Hand, PegFor::Hand, PegFor::Crib, PegFor::Heels, PegFor::Go];
        let earned_by = *kinds.choose(random).unwrap();
        let possible = earned_by.points(&rules, players);
        let points = (0..=20).filter(|points| possible.contains(*points)).choose(random).unwrap_or(1);
        let tapped_at = Time::from_millis(at);
        match random.random_range(0..100) {
            0..55 => {
                let id = PegId::from_bytes(bytes);
                let device =
                    Some(DeviceId::from_bytes([random.random_range(1..4); 16])).filter(|_| random.random_bool(0.9));
                let deal = Some(view.deal).filter(|_| random.random_bool(0.9));
                let (player, cards, starter) = (None, None, None);
                let body = json!({"side": side, "points": points, "for": earned_by, "deal": deal, "at": at});
                let record = json!({"kind": "peg", "subject": id, "body": body});
                self.pegs.push(id);
                (
                    Action::Peg(Peg { id, side, player, points, earned_by, cards, starter, tapped_at, deal, device }),
                    record,
                    device,
                )
            }
            55..70 => {
                let id = AmendmentId::from_bytes(bytes);
                let side = Some(side).filter(|_| random.random_bool(0.3));
                let points = Some(points).filter(|_| random.random_bool(0.7));
                let kind = Some(earned_by).filter(|_| random.random_bool(0.7));
                let body = json!({"id": id, "side": side, "points": points, "for": kind, "at": at});
                let amendment = Amendment {
                    id,
                    peg,
                    side,
                    points,
                    earned_by: kind,
                    player: None,
                    cards: None,
                    starter: None,
                    tapped_at,
                };
                (Action::AmendPeg(amendment), json!({"kind": "amend", "subject": peg, "body": body}), None)
            }
            70..80 => (Action::TakeBackPeg(peg), json!({"kind": "peg_back", "subject": peg, "body": {}}), None),
            80..90 => {
                let (number, deal) = (view.deal + 1, DealId::from_bytes(bytes));
                let record = json!({"kind": "deal", "number": number, "body": {"id": deal}});
                (Action::BeginDeal { number, deal }, record, None)
            }
            90..93 => {
                let record = json!({"kind": "deal_back", "number": view.deal, "body": {}});
                (Action::TakeBackDeal { number: view.deal, deal: None }, record, None)
            }
            93..95 => {
                let id = ChangeId::from_bytes(bytes);
                let names: Vec<SideChange> = view
                    .sides
                    .iter()
                    .map(|_| SideChange { name: Some(format!("New {}", self.changes)), players: None })
                    .collect();
                let sides: Vec<Value> = names.iter().map(|side| json!({"name": side.name})).collect();
                let first_dealer = Some(side).filter(|_| random.random_bool(0.5));
                let record =
                    json!({"kind": "correct", "body": {"id": id, "sides": sides, "first_dealer": first_dealer}});
                (Action::Change(DetailsChange { id, sides: Some(names), first_dealer }), record, None)
            }
            95..97 => {
                let id = CommandId::from_bytes(bytes);
                let scores: Vec<u8> = (0..sides).map(|of| if of == side { rules.target } else { points }).collect();
                let record = json!({"kind": "result", "body": {"id": id, "scores": scores}});
                let scores = FinalScores::from(scores);
                (Action::EnterResult { scores, reason: None, device: None, id: Some(id) }, record, None)
            }
            97..99 => (Action::TakeBackResult { result: None }, json!({"kind": "result_back", "body": {}}), None),
            _ => {
                let id = ConfirmationId::from_bytes(bytes);
                let record = json!({"kind": "verdict", "body": {"id": id, "side": side, "agrees": false}});
                let verdict = Verdict::Contested { scores: None };
                (Action::Confirm(Confirmation { id, side, verdict, device: None }), record, None)
            }
        }
    }

    /// A tap that the service has already, though its answer was lost.
    fn repeated(&self, random: &mut ChaCha8Rng) -> Vec<Tap> {
        let newest = self.accepted.last().filter(|_| random.random_bool(0.3));
        let with_before = |tap: Tap| {
            let peg = &tap.record["peg"];
            let [side, points] = ["side", "points"].map(|name| peg[name].as_u64().unwrap() as u8);
            let before = self.game.uncounted_before(side, points, peg["for"].as_str().unwrap().parse().unwrap());
            Tap { before, ..tap }
        };
        newest.cloned().map(with_before).into_iter().collect()
    }

    /// A tap as the page gives it to the engine. A phone that has pegged has its number of the log.
    fn record(&self, tap: &Tap, known: usize) -> Value {
        let mut record = tap.record.clone();
        let Some(device) = tap.device else { return record };
        let pegged = self.phones.iter().find(|(other, _)| *other == device).map(|(_, event)| *event);
        match pegged.filter(|event| *event < known) {
            Some(event) => record["body"]["phone"] = self.log[event]["phone"].clone(),
            None => record["body"]["device"] = json!(device),
        }
        record
    }

    /// The members of the service's answer that taps change.
    fn answer(&self) -> Value {
        let mut view = for_engine(json!(self.game.view()));
        let others = ["id", "version", "rules", "crash_directions", "result", "void", "match_to", "rematch", "latest"];
        for name in others.into_iter().chain(["began_at", "ended_at"]) {
            view.as_object_mut().unwrap().remove(name);
        }
        view
    }
}

fn author(at: i64) -> Metadata {
    Metadata { at: Time::from_millis(at).unwrap(), by: Some("Ann's phone".to_owned()), role: Role::Scorer, token: None }
}
