//! Every kind of event of a log, in the form of the page, against the native fold.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod file;

use file::{answer, for_engine};
use pegout_engine::game::{
    AmendedPeg, AmendmentId, ChangeId, ConfirmationId, DealId, DeviceId, Event, EventKind, Game, GameId, Metadata, Peg,
    PegFor, PegId, Role, Setup, Side, SideChange,
};
use pegout_engine::id::CommandId;
use pegout_engine::{PlayedCard, Rules, Time};
use pegout_wasm::table::Table;
use serde_json::json;

fn author() -> Metadata {
    let (at, by) = (Time::from_millis(9).unwrap(), Some("Ann's phone".to_owned()));
    Metadata { at, by, role: Role::Coordinator, token: None }
}

/// Each kind of event that no tap of a phone makes, and pegs with cards.
#[test]
fn every_kind_of_event_is_read() {
    let sides: Vec<Side> = ["Ann", "Bob"].map(|name| Side::from_player(name.to_owned())).to_vec();
    let begun =
        Game::begin(Setup::new(GameId::from_bytes([1; 16]), sides.clone(), Rules::default(), 0), author()).unwrap();
    let mut game = Game::fold([&begun]).unwrap();
    let mut log = vec![for_engine(json!(game.shown(begun)))];
    let players = |side: &Side| (0..side.players.len()).map(|player| format!("Other {player}")).collect();
    let others = sides.iter().map(|side| Side::new("Others".to_owned(), players(side))).collect();
    let names = sides.iter().map(|_| SideChange { name: Some("New".to_owned()), players: None }).collect();
    let card = |text: &str| text.parse::<PlayedCard>().unwrap();
    let hand = Peg {
        id: PegId::from_bytes([2; 16]),
        side: 1,
        player: Some(0),
        points: 29,
        earned_by: PegFor::Hand,
        cards: Some(["5H", "5S", "5D", "JC"].map(card).to_vec()),
        starter: Some(card("5C")),
        tapped_at: Time::from_millis(5),
        deal: Some(1),
        device: Some(DeviceId::from_bytes([1; 16])),
    };
    let amended = AmendedPeg {
        id: AmendmentId::from_bytes([3; 16]),
        peg: hand.id,
        side: 0,
        player: None,
        points: 12,
        earned_by: PegFor::Other,
        cards: None,
        starter: None,
        tapped_at: None,
    };
    let mut scores = vec![100; sides.len()];
    scores[0] = game.setup().rules.target;
    let id = Some(CommandId::from_bytes([4; 16]));
    let confirmation = ConfirmationId::from_bytes([5; 16]);
    let kinds = [
        EventKind::Reseated { sides: others },
        EventKind::Renamed { id: ChangeId::from_bytes([6; 16]), sides: names },
        EventKind::FirstDealerSet { id: ChangeId::from_bytes([6; 16]), first_dealer: 1 },
        EventKind::TallyCarried { tally: vec![3; sides.len()] },
        EventKind::Pegged(hand.clone()),
        EventKind::PegAmended(amended),
        EventKind::DealBegun { number: 2, deal: DealId::from_bytes([7; 16]) },
        EventKind::DealTakenBack { number: 2 },
        EventKind::Voided { reason: Some("Late.".to_owned()), id },
        EventKind::VoidTakenBack,
        EventKind::ResultEntered { scores: scores.clone(), reason: None, device: None, id },
        EventKind::ResultContested { id: confirmation, side: 1, scores: Some(scores), device: None },
        EventKind::ResultConfirmed { id: confirmation, side: 1, device: None },
        EventKind::ResultTakenBack,
        EventKind::RematchBegun { game: GameId::from_bytes([9; 16]), first_dealer: Some(1), crash_directions: None },
        EventKind::PegTakenBack { peg: hand.id },
    ];
    for kind in kinds {
        let event = Event { metadata: Metadata { role: Role::Coordinator, ..author() }, kind };
        game.apply(&event);
        log.push(for_engine(json!(game.shown(event.clone()))));
        let mut table = Table::new();
        assert_eq!(answer(&table.open(&json!(log).to_string())), json!(log.len()), "{event:?}");
        let shown = answer(&table.show("[]"));
        let expected = for_engine(json!(game.view()));
        for (name, value) in shown.as_object().unwrap() {
            assert_eq!(*value, expected[name], "{name} after {event:?}");
        }
    }
}
