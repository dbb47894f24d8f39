//! Pots: stakes, leaders, payments, and the rest that stays.

use std::collections::BTreeSet;

use super::super::id;
use super::ledger::{League, night_id, night_of, posting_id};
use pegout_engine::game;
use pegout_league::ledger::{
    Account, Action, Among, Lead, Leader, OtherNights, Payment, Posting, Pot, PotError, PotHand, PotId, PotOfNight,
    PotShare, Refusal, Winner,
};
use pegout_league::night::{self, HandId, HeldHand, Proof, TableRef};
use pegout_league::{NightId, PlayerId};

pub(super) fn pot_id(number: u8) -> PotId {
    PotId::from_bytes([number; 16])
}

pub(super) fn hand_id(number: u8) -> HandId {
    HandId::from_bytes([number; 16])
}

/// A pot with a stake of a dollar.
pub(super) fn pot(number: u8, pays: &[(PotHand, u8)], among: Among) -> Pot {
    let pays = pays.iter().map(|&(hand, percent)| PotShare { hand, percent }).collect();
    let name = format!("Pot {number}");
    Pot { id: pot_id(number), name, stake: 100, pays, among, everyone: true, active: true }
}

fn jackpot() -> Pot {
    pot(1, &[(PotHand::TwentyNine, 100), (PotHand::TwentyEight, 50)], Among::Share)
}

/// A hand of a player without its cards: only its points count.
pub(super) fn held(number: u8, player: u16, points: u8, round: u16) -> HeldHand {
    HeldHand {
        id: hand_id(number),
        game: game::GameId::from_bytes([1; 16]),
        player: Some(id(player)),
        side: vec![id(player)],
        points,
        cards: ["2C", "4D", "6H", "8S"].map(|card| card.parse().unwrap()).to_vec(),
        starter: "KC".parse().unwrap(),
        crib: false,
        at: TableRef { round, table: 1 },
        held_at: "2026-01-28T20:00:00Z".parse().unwrap(),
        proof: Proof::Pegged,
    }
}

impl League {
    pub(super) fn set_pot(&mut self, pot: &Pot) -> Result<usize, Refusal> {
        self.ask(Action::SetPot { pot: pot.clone(), based_on: None })
    }

    pub(super) fn stake(&mut self, night: usize, player: u16, pots: &[u8], way: Payment) -> Result<usize, String> {
        let pots = Some(pots.iter().map(|pot| pot_id(*pot)).collect());
        let action = night::EntryAction::Note { paid: None, guest: None, pots };
        let enter = night::NewEntry { action, ..night::NewEntry::member(id(player)) };
        self.ask_night(night, Some(way), night::Action::Enter(enter))
    }

    fn bring_in(&mut self, pot: u8, amount: u64) -> Result<usize, Refusal> {
        self.next += 1;
        let posting = Posting::new(posting_id(self.next), Account::Outside, Account::Pot, amount);
        self.ask(Action::Post { posting: Posting { pot: Some(pot_id(pot)), ..posting }, nights: None })
    }

    /// The money that this night can win of a pot. Nights follow each other by number.
    pub(super) fn in_pot(&self, pot: u8, night: u8) -> u64 {
        self.ledger.in_pot_until(pot_id(pot), &self.others(night_id(night)))
    }

    fn others(&self, night: NightId) -> OtherNights {
        let later: Vec<NightId> = self.ledger.nights_of_pots().into_iter().filter(|other| *other > night).collect();
        OtherNights { out: later.iter().copied().collect(), later }
    }

    /// Pays a pot at a night, and returns the amounts.
    pub(super) fn pay_pot(
        &mut self,
        pot: u8,
        night: u8,
        hands: &[HeldHand],
        slams: &[PlayerId],
        named: &[Winner],
    ) -> Result<Vec<u64>, Refusal> {
        let (known, night) = (self.ledger.pot(pot_id(pot)).unwrap().clone(), night_id(night));
        let players = self.ledger.players_in(known.id, night);
        let of = PotOfNight { pot: &known, night, players: &players, hands, slams };
        let in_pot = self.ledger.in_pot_until(known.id, &self.others(night));
        let next = &mut self.next;
        let mut new_id = || {
            *next += 1;
            posting_id(*next)
        };
        let first = new_id();
        let actions = self.ledger.pay_pot(of, in_pot, named, first, new_id)?;
        for action in actions {
            self.ask(action)?;
        }
        Ok(self.ledger.win(known.id, night).map(|posting| posting.amount).collect())
    }
}

fn cash(player: u16) -> Winner {
    Winner { player: id(player), way: Payment::Cash }
}

#[test]
fn a_jackpot_grows_over_three_nights_and_a_28_wins_half_of_it() {
    let mut league = League::new(vec![night_of(1, 21), night_of(2, 21), night_of(3, 21)]);
    league.set_pot(&jackpot()).unwrap();
    league.bring_in(1, 13_700).unwrap();
    for (night, players) in [19, 21, 18].into_iter().enumerate() {
        for player in 1..=players {
            league.stake(night, player, &[1], Payment::Cash).unwrap();
        }
    }
    assert_eq!([1, 2, 3].map(|night| league.in_pot(1, night)), [15_600, 17_700, 19_500], "later stakes are not in it");
    assert_eq!(league.books().balances.pots, 19_500);
    assert_eq!(league.pay_pot(1, 3, &[held(1, 7, 28, 2)], &[], &[]), Ok(vec![9_750]));
    assert_eq!(league.in_pot(1, 3), 9_750);
    assert_eq!(league.books().balances.in_box, 9_750);
}

#[test]
fn the_parts_are_rounded_down_and_the_rest_stays() {
    let mut league = League::new(vec![night_of(1, 17)]);
    league.set_pot(&pot(1, &[(PotHand::High, 100)], Among::Share)).unwrap();
    for player in 1..=17 {
        league.stake(0, player, &[1], Payment::Cash).unwrap();
    }
    let hands = [held(1, 1, 20, 1), held(2, 2, 20, 1), held(3, 3, 20, 2), held(4, 1, 20, 2), held(5, 4, 16, 1)];
    assert!(matches!(league.pay_pot(1, 1, &hands, &[], &[cash(1)]), Err(Refusal::WinnersMissing { .. })));
    assert_eq!(league.pay_pot(1, 1, &hands, &[], &[]), Ok(vec![566; 3]), "a player with two such hands has one part");
    assert_eq!(league.in_pot(1, 1), 2);
}

#[test]
fn only_players_with_a_stake_of_the_night_win() {
    let mut league = League::new(vec![night_of(1, 3), night_of(2, 3)]);
    league.set_pot(&jackpot()).unwrap();
    league.stake(0, 1, &[1], Payment::Cash).unwrap();
    league.stake(1, 2, &[1], Payment::Cash).unwrap();
    let (name, player) = ("Pot 1".to_owned(), id(1));
    let nobody = Refusal::NobodyWins { name: name.clone() };
    assert_eq!(league.pay_pot(1, 2, &[held(1, 1, 29, 1)], &[], &[]), Err(nobody));
    let not_in = Refusal::NotInPot { name, player };
    assert_eq!(league.pay_pot(1, 2, &[held(1, 1, 29, 1)], &[], &[cash(1)]), Err(not_in));
    let both = [held(1, 1, 29, 1), held(2, 2, 28, 1)];
    assert_eq!(league.pay_pot(1, 2, &both, &[], &[]), Ok(vec![100]), "half of the stakes of both nights");
}

#[test]
fn a_pot_is_paid_once_a_night_and_its_stakes_stay_from_then_on() {
    let mut league = League::new(vec![night_of(1, 4)]);
    league.set_pot(&jackpot()).unwrap();
    for player in [1, 2] {
        league.stake(0, player, &[1], Payment::Cash).unwrap();
    }
    let hands = [held(1, 1, 29, 1)];
    assert_eq!(league.pay_pot(1, 1, &hands, &[], &[Winner { player: id(1), way: Payment::Credit }]), Ok(vec![200]));
    assert_eq!(league.credit(1), 200);
    assert!(matches!(league.pay_pot(1, 1, &hands, &[], &[]), Err(Refusal::PotPaid { .. })));
    let paid = "The pot “Pot 1” was paid with this money. Take that back first.".to_owned();
    assert_eq!(league.stake(0, 3, &[1], Payment::Cash), Err(paid.clone()));
    assert_eq!(league.stake(0, 2, &[], Payment::Cash), Err(paid));
    let without_reason = league.ledger.take_back_win(pot_id(1), night_id(2), Some(""));
    assert!(matches!(without_reason, Err(Refusal::InvalidReason(_))), "also if there is nothing to take back");
    for action in league.ledger.take_back_win(pot_id(1), night_id(1), Some("the wrong Ann")).unwrap() {
        league.ask(action).unwrap();
    }
    assert_eq!((league.credit(1), league.in_pot(1, 1)), (0, 200));
    assert_eq!(league.stake(0, 3, &[1], Payment::Cash), Ok(1));
    assert_eq!(league.pay_pot(1, 1, &hands, &[], &[]), Ok(vec![300]));
}

#[test]
fn a_stake_that_a_later_night_has_won_does_not_come_back() {
    let mut league = League::new(vec![night_of(1, 4), night_of(2, 4), night_of(3, 4)]);
    league.set_pot(&jackpot()).unwrap();
    for night in [0, 1] {
        league.stake(night, 1, &[1], Payment::Cash).unwrap();
    }
    assert_eq!(league.pay_pot(1, 2, &[held(1, 1, 29, 1)], &[], &[]), Ok(vec![200]));
    league.stake(2, 1, &[1], Payment::Cash).unwrap();
    let won = "The pot “Pot 1” was paid with this money. Take that back first.".to_owned();
    assert_eq!(league.stake(0, 1, &[], Payment::Cash), Err(won), "the third night's stake is not this one");
    assert_eq!(league.in_pot(1, 3), 100);
    assert_eq!(league.stake(2, 1, &[], Payment::Cash), Ok(1), "the second night has not won the stake of the third");
}

#[test]
fn a_night_keeps_the_settings_of_its_first_stake() {
    let mut league = League::new(vec![night_of(1, 4)]);
    league.set_pot(&jackpot()).unwrap();
    league.stake(0, 1, &[1], Payment::Cash).unwrap();
    let changed = Pot { stake: 200, ..pot(1, &[(PotHand::TwentyFour, 100)], Among::Share) };
    league.ask(Action::SetPot { pot: changed.clone(), based_on: Some(1) }).unwrap();
    league.stake(0, 2, &[1], Payment::Cash).unwrap();
    assert_eq!(league.ledger.pot_at(pot_id(1), night_id(1)), Some(&jackpot()));
    assert_eq!(league.ledger.pot_at(pot_id(1), night_id(2)), Some(&changed));
    assert_eq!(league.in_pot(1, 1), 300);
    let again = Action::SetPot { pot: jackpot(), based_on: Some(1) };
    assert_eq!(league.ask(again), Err(Refusal::PotChanged { pot: pot_id(1) }), "a late repeat changes nothing back");
    let same_name = Pot { name: " Pot 1".to_owned(), ..pot(2, &[(PotHand::High, 100)], Among::Share) };
    assert_eq!(league.set_pot(&same_name), Err(Refusal::Pot(PotError::NameTaken)));
}

#[test]
fn a_repeated_payment_pays_nothing() {
    let mut league = League::new(vec![night_of(1, 4)]);
    league.set_pot(&jackpot()).unwrap();
    league.stake(0, 1, &[1], Payment::Cash).unwrap();
    let hands = [held(1, 1, 29, 1)];
    league.pay_pot(1, 1, &hands, &[], &[]).unwrap();
    let paid = league.ledger.win(pot_id(1), night_id(1)).next().unwrap().id;
    let (known, players) = (jackpot(), BTreeSet::from([id(1)]));
    let of = |night| PotOfNight { pot: &known, night: night_id(night), players: &players, hands: &hands, slams: &[] };
    let repeat = |night| league.ledger.pay_pot(of(night), 100, &[], paid, || posting_id(99));
    assert_eq!(repeat(1), Ok(Vec::new()));
    assert_eq!(repeat(2), Err(Refusal::IdTaken { posting: paid }));
    let other =
        league.ledger.pay_pot(of(1), 100, &[Winner { player: id(2), way: Payment::Cash }], paid, || posting_id(99));
    assert_eq!(other, Err(Refusal::IdTaken { posting: paid }), "the same id with another winner");
    let stake = league.ledger.entries()[0].posting.id;
    let of_stake = league.ledger.pay_pot(of(1), 100, &[], stake, || posting_id(99));
    assert_eq!(of_stake, Err(Refusal::IdTaken { posting: stake }));
}

fn lead(pot: &Pot, hands: &[HeldHand]) -> Option<Lead> {
    let players = (1..=4).map(id).collect();
    PotOfNight { pot, night: night_id(1), players: &players, hands, slams: &[id(2)] }.lead()
}

fn leaders(pot: &Pot, hands: &[HeldHand]) -> Vec<(PlayerId, Option<HandId>)> {
    let leaders = lead(pot, hands).into_iter().flat_map(|lead| lead.leaders);
    leaders.map(|Leader { player, hand }| (player, hand)).collect()
}

#[test]
fn the_last_hand_wins_by_its_round_and_then_by_its_time() {
    let last = pot(1, &[(PotHand::TwentyFour, 100)], Among::Last);
    let late = HeldHand { held_at: "2026-01-28T20:00:01Z".parse().unwrap(), ..held(2, 2, 24, 1) };
    assert_eq!(leaders(&last, &[late.clone(), held(1, 1, 24, 1)]), [(id(2), Some(hand_id(2)))]);
    assert_eq!(leaders(&last, &[late.clone(), held(3, 3, 24, 2)]), [(id(3), Some(hand_id(3)))]);
    let same = HeldHand { held_at: late.held_at, ..held(4, 4, 24, 1) };
    assert_eq!(leaders(&last, &[late, same]).len(), 2, "hands of the same moment share");
}

#[test]
fn a_cut_and_a_named_pot_need_a_winner_who_can_win() {
    let mut league = League::new(vec![night_of(1, 4)]);
    league.set_pot(&pot(1, &[(PotHand::FourOfAKind, 100)], Among::Cut)).unwrap();
    league.set_pot(&pot(2, &[(PotHand::Named, 100)], Among::Share)).unwrap();
    for player in 1..=4 {
        league.stake(0, player, &[1, 2], Payment::Cash).unwrap();
    }
    let quads = |number, player| HeldHand {
        cards: ["7C", "7D", "7H", "7S"].map(|card| card.parse().unwrap()).to_vec(),
        ..held(number, player, 12, 1)
    };
    let hands = [quads(1, 1), quads(2, 2), held(3, 3, 29, 1)];
    assert!(matches!(league.pay_pot(1, 1, &hands, &[], &[]), Err(Refusal::WinnersMissing { .. })));
    assert!(matches!(league.pay_pot(1, 1, &hands, &[], &[cash(3)]), Err(Refusal::NotTheWinner { .. })));
    assert_eq!(league.pay_pot(1, 1, &hands, &[], &[cash(2)]), Ok(vec![400]));
    assert!(matches!(league.pay_pot(2, 1, &hands, &[], &[]), Err(Refusal::WinnersMissing { .. })));
    assert_eq!(league.pay_pot(2, 1, &hands, &[], &[cash(4), cash(1)]), Ok(vec![200, 200]));
    let one = [quads(1, 1)];
    let cut = pot(1, &[(PotHand::FourOfAKind, 100)], Among::Cut);
    assert!(!lead(&cut, &one).unwrap().is_open, "one holder does not cut");
}

#[test]
fn the_first_hand_of_the_list_that_was_held_is_paid() {
    let slam = pot(1, &[(PotHand::TwentyNine, 100), (PotHand::GrandSlam, 40)], Among::Share);
    assert_eq!(leaders(&slam, &[held(1, 1, 29, 1)]), [(id(1), Some(hand_id(1)))]);
    assert_eq!(leaders(&slam, &[held(1, 1, 28, 1)]), [(id(2), None)], "every game of a full card is won");
    assert_eq!(lead(&slam, &[]).unwrap().share.percent, 40);
    let high = pot(1, &[(PotHand::High, 100)], Among::Share);
    let crib = HeldHand { crib: true, ..held(2, 2, 21, 1) };
    assert_eq!(leaders(&high, &[held(1, 1, 20, 1), crib]), [(id(2), Some(hand_id(2)))]);
    let unproven = [Proof::Waiting, Proof::Contested].map(|proof| HeldHand { proof, ..held(3, 3, 24, 1) });
    let of_nobody = HeldHand { player: None, ..held(4, 4, 24, 1) };
    let [waiting, contested] = unproven;
    assert_eq!(leaders(&high, &[held(1, 1, 20, 1), waiting, contested, of_nobody]), [(id(1), Some(hand_id(1)))]);
}

#[test]
fn stakes_of_a_player_who_is_withdrawn_or_of_a_cancelled_night_go_to_the_credit() {
    let mut league = League::new(vec![night_of(1, 3)]);
    league.set_pot(&jackpot()).unwrap();
    league.post(Account::Outside, Account::Credit, Some(2), 500).unwrap();
    league.stake(0, 1, &[1], Payment::Cash).unwrap();
    league.stake(0, 2, &[1], Payment::Credit).unwrap();
    league.stake(0, 3, &[1], Payment::Cash).unwrap();
    assert_eq!((league.credit(2), league.in_pot(1, 1)), (400, 300));
    league.ask_night(0, None, night::Action::Withdraw { player: id(1) }).unwrap();
    assert_eq!((league.credit(1), league.in_pot(1, 1)), (100, 200));
    let cancel = || night::Action::Cancel { reason: "no light".to_owned() };
    let mut by_cash =
        League { nights: league.nights.clone(), ledger: league.ledger.clone(), log: Vec::new(), next: 50 };
    by_cash.ask_night(0, Some(Payment::Cash), cancel()).unwrap();
    assert_eq!([1, 2, 3].map(|player| by_cash.credit(player)), [100, 500, 0], "cash goes back in cash");
    league.ask_night(0, None, cancel()).unwrap();
    assert_eq!([1, 2, 3].map(|player| league.credit(player)), [100, 500, 100]);
    assert_eq!((league.in_pot(1, 1), league.books().balances.in_box), (0, 700));
    assert_eq!(league.stake(0, 3, &[1], Payment::Cash), Err(night::Refusal::Cancelled.to_string()));
}

#[test]
fn wrong_pots_and_postings_are_refused() {
    let mut league = League::new(vec![night_of(1, 2)]);
    let wrong = |change: &dyn Fn(&mut Pot)| {
        let mut pot = jackpot();
        change(&mut pot);
        pot
    };
    let refused = [
        wrong(&|pot| pot.stake = 24),
        wrong(&|pot| pot.stake = 2_001),
        wrong(&|pot| pot.pays.clear()),
        wrong(&|pot| pot.pays[0].percent = 101),
        wrong(&|pot| pot.pays[1].hand = PotHand::TwentyNine),
        wrong(&|pot| pot.name = " ".to_owned()),
    ];
    let fields = refused.map(|pot| match league.set_pot(&pot) {
        Err(Refusal::Pot(error)) => PotError::field(&error),
        other => panic!("{other:?}"),
    });
    assert_eq!(fields, ["stake", "stake", "pays", "pays", "pays", "name"]);
    assert_eq!(league.bring_in(1, 100), Err(Refusal::NoSuchPot { pot: pot_id(1) }));
    league.set_pot(&jackpot()).unwrap();
    assert_eq!(league.set_pot(&jackpot()), Ok(0), "a repeat");
    league.bring_in(1, 100).unwrap();
    let off = wrong(&|pot| pot.active = false);
    assert_eq!(league.set_pot(&off), Err(Refusal::PotHasMoney { left: 100 }));
    let post = |league: &mut League, posting| league.ask(Action::Post { posting, nights: None });
    let out = |amount| Posting::new(posting_id(90), Account::Pot, Account::Outside, amount);
    assert_eq!(post(&mut league, out(50)), Err(Refusal::PotMissing));
    let of_pot = |amount| Posting { pot: Some(pot_id(1)), ..out(amount) };
    assert!(matches!(post(&mut league, of_pot(101)), Err(Refusal::NotEnoughInFund { account: Account::Pot, .. })));
    assert_eq!(post(&mut league, of_pot(100)), Ok(1));
    assert_eq!(league.set_pot(&off), Ok(1));
    assert_eq!(league.stake(0, 1, &[1], Payment::Cash), Err("The pot “Pot 1” is switched off.".to_owned()));
}
