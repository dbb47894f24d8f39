//! The replies of players before a night.

use pegout_engine::game::{Role, TokenId};
use pegout_league::night::{Action, Refusal, Reply, Status};
use pegout_league::{CommandId, Format, Settings};

use super::{NightLog, command_id, id, metadata};

fn reply(player: u16, coming: Option<bool>) -> Action {
    reply_once(player, coming, None)
}

fn reply_once(player: u16, coming: Option<bool>, id_of_command: Option<CommandId>) -> Action {
    Action::Reply(Reply { player: id(player), coming, id: id_of_command })
}

/// The replies of a night: the number of each player, and whether they come.
fn replies(night_log: &NightLog) -> Vec<(u16, bool)> {
    let known = night_log.night.replies();
    known.map(|(player, coming)| (u16::from_be_bytes([player.bytes()[0], player.bytes()[1]]), coming)).collect()
}

#[test]
fn a_later_reply_replaces_an_earlier_one_and_can_be_taken_back() {
    let mut night_log = NightLog::of(0);
    assert_eq!(night_log.ask(reply(1, Some(true))), Ok(1));
    assert_eq!(night_log.ask(reply(2, Some(false))), Ok(1));
    assert_eq!(night_log.ask(reply(1, Some(true))), Ok(0), "the same again");
    assert_eq!(replies(&night_log), [(1, true), (2, false)]);
    assert_eq!(night_log.ask(reply(1, Some(false))), Ok(1));
    assert_eq!(replies(&night_log), [(1, false), (2, false)]);
    assert_eq!(night_log.ask(reply(1, None)), Ok(1));
    assert_eq!(night_log.ask(reply(1, None)), Ok(0), "nothing is left to take back");
    assert_eq!((replies(&night_log), night_log.night.reply(id(1))), (vec![(2, false)], None));
    assert_eq!(night_log.fold(), night_log.night);
}

#[test]
fn a_reply_is_repeated_by_its_id_also_after_another_reply() {
    let mut night_log = NightLog::of(0);
    let [first, second] = [1, 2].map(|number| Some(command_id(number)));
    assert_eq!(night_log.ask(reply_once(1, Some(true), first)), Ok(1));
    assert_eq!(night_log.ask(reply(1, Some(false))), Ok(1));
    assert_eq!(night_log.ask(reply_once(1, Some(true), first)), Ok(0), "a late repeat");
    assert_eq!(replies(&night_log), [(1, false)]);
    assert_eq!(night_log.ask(reply_once(1, Some(false), second)), Ok(1), "the id is noted");
    assert_eq!(night_log.ask(reply(1, Some(true))), Ok(1));
    assert_eq!(night_log.ask(reply_once(1, Some(false), second)), Ok(0), "without an effect at first either");
    assert_eq!(replies(&night_log), [(1, true)]);
    let swap = Action::Swap { round: 1, players: [id(1), id(2)], id: first };
    assert_eq!(night_log.ask(swap), Err(Refusal::CommandIdTaken { command: command_id(1) }));
}

#[test]
fn replies_check_nobody_in() {
    let mut night_log = NightLog::of(0);
    night_log.ask(reply(1, Some(true))).unwrap();
    assert_eq!((night_log.view().status, night_log.view().entries), (Status::Scheduled, Vec::new()));
    night_log.come(2).unwrap();
    night_log.ask(reply(3, Some(true))).unwrap();
    assert_eq!(night_log.view().entries.len(), 1);
}

#[test]
fn nobody_replies_to_a_cancelled_night_but_a_reply_can_be_taken_back_there() {
    let mut night_log = NightLog::of(0);
    night_log.ask(reply(1, Some(true))).unwrap();
    night_log.ask(reply(2, Some(true))).unwrap();
    night_log.ask(Action::Cancel { reason: "Snow".to_owned() }).unwrap();
    for coming in [true, false] {
        assert_eq!(night_log.ask(reply(3, Some(coming))), Err(Refusal::NobodyComes));
    }
    assert_eq!(night_log.ask(reply(1, Some(true))), Ok(0), "a repeat");
    assert_eq!(night_log.ask(reply(1, None)), Ok(1), "of a person who is forgotten");
    night_log.ask(Action::Reinstate).unwrap();
    assert_eq!(replies(&night_log), [(2, true)]);
    assert_eq!(night_log.ask(reply(3, Some(true))), Ok(1));
}

#[test]
fn replies_are_closed_from_the_first_draw_to_its_taking_back() {
    let mut night_log = NightLog::of(4);
    night_log.ask(reply(1, Some(true))).unwrap();
    night_log.draw(1).unwrap();
    for coming in [Some(false), None] {
        assert_eq!(night_log.ask(reply(1, coming)), Err(Refusal::RepliesClosed));
    }
    assert_eq!(night_log.ask(reply(1, Some(true))), Ok(0), "a repeat");
    night_log.take_back(1).unwrap();
    assert_eq!(night_log.ask(reply(1, Some(false))), Ok(1));
    night_log.draw(2).unwrap();
    night_log.play_round();
    night_log.finish(false).unwrap();
    assert_eq!(night_log.ask(reply(5, Some(true))), Err(Refusal::RepliesClosed));
    assert_eq!(replies(&night_log), [(1, false)]);
    assert_eq!(night_log.ask(reply(1, None)), Ok(1), "of a person who is forgotten");
    assert!(replies(&night_log).is_empty());
}

#[test]
fn a_personal_link_replies_and_does_nothing_else() {
    let mut night_log = NightLog::of(2);
    let author = || metadata(Role::Player);
    assert_eq!(night_log.ask_as(author(), reply(1, Some(true))), Ok(1));
    let others = [
        Action::Reinstate,
        Action::Cancel { reason: "Snow".to_owned() },
        Action::Withdraw { player: id(1) },
        Action::Notify { player: id(1), notified: true },
        Action::DrawRound(night_log.new_round(None, 1, pegout_league::night::DrawWay::Movement)),
        Action::Finish { void_open_games: true, id: None },
        Action::TakeBackHand { hand: pegout_league::night::HandId::from_bytes([1; 16]) },
    ];
    for action in others {
        assert_eq!(night_log.ask_as(author(), action.clone()), Err(Refusal::CoordinatorOnly), "{action:?}");
    }
    for role in [Role::Scorer, Role::Phone] {
        assert_eq!(night_log.ask_as(metadata(role), reply(1, Some(false))), Err(Refusal::CoordinatorOnly));
    }
}

#[test]
fn of_two_players_who_are_one_person_the_newest_reply_counts() {
    let mut night_log = NightLog::of(0);
    night_log.ask(reply(1, Some(true))).unwrap();
    night_log.ask(reply(2, Some(false))).unwrap();
    night_log.merge(id(1), id(2)).unwrap();
    assert_eq!(replies(&night_log), [(2, false)]);
    night_log.unmerge(id(1)).unwrap();
    assert_eq!(replies(&night_log), [(1, true), (2, false)]);
    night_log.merge(id(2), id(1)).unwrap();
    assert_eq!(replies(&night_log), [(1, false)], "the older id stays, with the newer reply");
    assert_eq!(night_log.ask(reply(2, Some(true))), Ok(1));
    assert_eq!(replies(&night_log), [(1, true)]);
}

#[test]
fn a_reply_clashes_with_a_newer_one_of_the_same_player_by_another_session() {
    let mut night_log = NightLog::of(0);
    let session = |byte: u8| Some(TokenId::from_bytes([byte; 16]));
    let author = |byte: u8| pegout_engine::game::Metadata { token: session(byte), ..metadata(Role::Coordinator) };
    let seen = night_log.night.version();
    night_log.ask_as(author(1), reply(1, Some(true))).unwrap();
    let clash = |action: Action, token: u8| night_log.night.changed_since(&action, seen, session(token)).is_some();
    assert!(clash(reply(1, Some(false)), 2));
    assert!(!clash(reply(1, Some(false)), 1), "their own");
    assert!(!clash(reply(2, Some(false)), 2), "another player");
}

#[test]
fn the_tables_of_those_who_come_follow_the_format() {
    let sizes = |format: Format, players: usize| {
        let league = Settings { format, ..Settings::default() };
        NightLog::by(league.clone(), 0).night.table_sizes(players, &league)
    };
    assert_eq!(sizes(Format::DoublesMovement, 18), [4, 4, 4, 4, 2]);
    assert_eq!(sizes(Format::DoublesMovement, 9), [4, 3, 2]);
    assert_eq!(sizes(Format::DoublesMovement, 1), [0; 0]);
    assert_eq!(sizes(Format::SinglesRotation, 7), [2, 2, 2], "one sits out");
    assert_eq!(sizes(Format::FixedPairs, 10), [4, 4], "a pair sits out");
    assert_eq!(sizes(Format::FixedPairs, 3), [0; 0]);
    let own = pegout_league::night::Change { format: Some(Format::SinglesRotation), ..Default::default() };
    let mut night_log = NightLog::of(0);
    night_log.ask(Action::Change(own)).unwrap();
    assert_eq!(night_log.night.table_sizes(4, &Settings::default()), [2, 2], "the night has a format of its own");
}
