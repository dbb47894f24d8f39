//! The pots as callers see them.

use std::collections::BTreeSet;

use pegout_engine::Time;
use pegout_engine::card::PlayedCard;
use pegout_engine::game::GameId;
use pegout_league::ledger::{Account, Among, Lead, Ledger, OtherNights, Payment, Pot, PotHand, PotId, PotShare};
use pegout_league::night::{HandId, HeldHand, PersonView, Proof};
use pegout_league::{Night, PlayerId};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Facts, Shown};

/// A pot of the league.
#[derive(Serialize, ToSchema)]
#[schema(as = LeaguePot)]
pub struct PotView {
    /// The pot.
    #[serde(flatten)]
    pot: Pot,
    /// The number of its changes, from 1.
    version: u64,
    /// The money in it, in cents; `null` if it is not shown to the caller.
    #[schema(required = true)]
    balance: Option<i64>,
}

impl PotView {
    pub(super) fn new(pot: &Pot, version: u64, balance: Option<i64>) -> PotView {
        PotView { pot: pot.clone(), version, balance }
    }
}

/// The pots of a night, and the hands that matter for them.
#[derive(Serialize, ToSchema)]
pub struct NightPots {
    /// The pots of the night.
    pots: Vec<NightPotView>,
    /// The hands of 24, 28 and 29 and of four cards of one rank, the hands that lead, and the claims without a proof.
    hands: Vec<HandView>,
}

/// A pot of a night.
#[derive(Serialize, ToSchema)]
#[schema(as = NightPot)]
pub struct NightPotView {
    /// The pot.
    pot_id: PotId,
    /// Its name.
    name: String,
    /// The stake of a player, in cents.
    stake: u32,
    /// The way to find the winner among several players with the best hand.
    among: Among,
    /// The number of players with a stake; `null` if it is not shown to the caller.
    #[schema(required = true)]
    players: Option<usize>,
    /// The money that was in it before this night, in cents; `null` if it is not shown to the caller.
    #[schema(required = true)]
    brought_on: Option<u64>,
    /// The stakes of this night, in cents, or `null`.
    #[schema(required = true)]
    staked: Option<u64>,
    /// The money in it now, without stakes of later nights, in cents, or `null`.
    #[schema(required = true)]
    balance: Option<u64>,
    /// The best hand that was held by a player with a stake; `null` if nobody holds one.
    #[schema(required = true)]
    lead: Option<PotLead>,
    /// The payment at this night; `null` before it.
    #[schema(required = true)]
    paid: Option<PaidPot>,
}

/// The best hand of a pot that was held.
#[derive(Serialize, ToSchema)]
pub struct PotLead {
    /// The hand.
    hand: PotHand,
    /// The part of the pot that it wins, in percent.
    percent: u8,
    /// True if somebody has to say who wins: they cut, or no cards show it.
    must_name: bool,
    /// The players who hold it. For the hand `named` they are the players with a stake, and only the coordinator and the
    /// representatives see them.
    leaders: Vec<LeaderView>,
    /// The amount that each of them wins now, in cents. It is `null` if the winners must be named, after the payment,
    /// and if it is not shown to the caller.
    #[schema(required = true)]
    each: Option<u64>,
    /// The amount that the hand wins, in cents, or `null`.
    #[schema(required = true)]
    amount: Option<u64>,
}

/// A player who leads a pot.
#[derive(Serialize, ToSchema)]
#[schema(as = PotLeader)]
pub struct LeaderView {
    /// The player.
    player_id: PlayerId,
    /// Their name.
    name: String,
    /// Their hand; `null` for a pot that pays for no cards.
    #[schema(required = true)]
    hand_id: Option<HandId>,
}

/// The payment of a pot at a night.
#[derive(Serialize, ToSchema)]
pub struct PaidPot {
    /// The time.
    at: Time,
    /// The author's name; `null` if it is not known, or not shown to the caller.
    #[schema(required = true)]
    by: Option<String>,
    /// The winners.
    winners: Vec<WinnerView>,
}

/// A winner of a pot.
#[derive(Serialize, ToSchema)]
#[schema(as = PotWinner)]
pub struct WinnerView {
    /// The player.
    player_id: PlayerId,
    /// Their name.
    name: String,
    /// The hand; `null` for a pot that pays for no cards.
    #[schema(required = true)]
    hand_id: Option<HandId>,
    /// The amount, in cents; `null` if it is not shown to the caller.
    #[schema(required = true)]
    amount: Option<u64>,
    /// The way in which they got it; `null` if it is not shown to the caller.
    #[schema(required = true)]
    to: Option<Payment>,
    /// False if the hand does not win any more, after a correction: the player has money to return.
    stands: bool,
}

/// A hand or crib of a night.
#[derive(Serialize, ToSchema)]
#[schema(as = NightHand)]
pub struct HandView {
    /// The hand.
    id: HandId,
    /// The game.
    game_id: GameId,
    /// The round, from 1.
    round: u16,
    /// The number of the table, from 1.
    table: usize,
    /// The player who held it; `null` while nobody has named one of `players`. Then nobody wins with it.
    #[schema(required = true)]
    player_id: Option<PlayerId>,
    /// The player's name, or `null`.
    #[schema(required = true)]
    name: Option<String>,
    /// The players of its side.
    players: Vec<PersonView>,
    /// The points.
    points: u8,
    /// The cards without the starter.
    cards: Vec<PlayedCard>,
    /// The starter.
    starter: PlayedCard,
    /// True for the crib.
    crib: bool,
    /// The time of its peg or claim.
    at: Time,
    /// The proof.
    proof: Proof,
}

impl HandView {
    fn new(hand: &HeldHand, name: &dyn Fn(PlayerId) -> String) -> HandView {
        HandView {
            id: hand.id,
            game_id: hand.game,
            round: hand.at.round,
            table: hand.at.table,
            player_id: hand.player,
            name: hand.player.map(name),
            players: hand.side.iter().map(|player| PersonView { id: *player, name: name(*player) }).collect(),
            points: hand.points,
            cards: hand.cards.clone(),
            starter: hand.starter,
            crib: hand.crib,
            at: hand.held_at,
            proof: hand.proof,
        }
    }
}

impl NightPots {
    pub(super) fn new(
        ledger: &Ledger,
        facts: &Facts,
        night: &Night,
        others: &OtherNights,
        shown: Shown,
        name: &dyn Fn(PlayerId) -> String,
    ) -> NightPots {
        let id = night.schedule().night;
        let mut leads = BTreeSet::new();
        let mut pots = Vec::new();
        for pot in ledger.pots() {
            let players = ledger.players_in(pot.id, id);
            let win: Vec<_> = ledger.win(pot.id, id).collect();
            if !pot.active && players.is_empty() && win.is_empty() {
                continue;
            }
            let rules = ledger.pot_at(pot.id, id).unwrap_or(pot);
            let lead = facts.of(rules, id, &players).lead();
            let leading = lead.iter().flat_map(|lead| &lead.leaders).map(|leader| (leader.player, leader.hand));
            let leading: Vec<_> = leading.collect();
            leads.extend(leading.iter().filter_map(|(_, hand)| *hand));
            leads.extend(win.iter().filter_map(|posting| posting.hand));
            let balance = ledger.in_pot_until(pot.id, others);
            let staked = ledger.staked(pot.id, id);
            let paid_out: u64 = win.iter().map(|posting| posting.amount).sum();
            let amount = |amount: u64| shown.amounts.then_some(amount);
            let author = win.first().and_then(|posting| ledger.entry(posting.id)).map(|entry| entry.posted.clone());
            let winners = win.iter().filter_map(|posting| {
                let player = posting.player?;
                Some(WinnerView {
                    player_id: player,
                    name: name(player),
                    hand_id: posting.hand,
                    amount: amount(posting.amount),
                    to: shown.payments.then_some(if posting.to == Account::Credit {
                        Payment::Credit
                    } else {
                        Payment::Cash
                    }),
                    stands: leading.iter().any(|(leader, _)| *leader == player),
                })
            });
            let winners: Vec<WinnerView> = winners.collect();
            pots.push(NightPotView {
                pot_id: pot.id,
                name: pot.name.clone(),
                stake: rules.stake,
                among: rules.among,
                players: shown.amounts.then_some(players.len()),
                brought_on: amount((balance + paid_out).saturating_sub(staked)),
                staked: amount(staked),
                balance: amount(balance),
                lead: lead.map(|lead| PotLead::new(&lead, balance, win.is_empty(), shown, name)),
                paid: author.map(|author| PaidPot { at: author.at, by: author.by.filter(|_| shown.payments), winners }),
            });
        }
        let highest = facts.hands.iter().filter(|hand| leads.contains(&hand.id)).map(|hand| hand.points).max();
        let matters = |hand: &&HeldHand| {
            let is_open = hand.player.is_none() && Some(hand.points) >= highest;
            let is_unproven = matches!(hand.proof, Proof::Waiting | Proof::Contested);
            hand.is_special() || is_open || is_unproven || leads.contains(&hand.id)
        };
        let hands = if pots.is_empty() { &[][..] } else { &facts.hands };
        NightPots { pots, hands: hands.iter().filter(matters).map(|hand| HandView::new(hand, name)).collect() }
    }

    /// A pot.
    #[must_use]
    pub fn pot(&self, pot: PotId) -> Option<&NightPotView> {
        self.pots.iter().find(|known| known.pot_id == pot)
    }
}

impl PotLead {
    fn new(lead: &Lead, in_pot: u64, is_open_pot: bool, shown: Shown, name: &dyn Fn(PlayerId) -> String) -> PotLead {
        let &Lead { share, is_open, ref leaders } = lead;
        let (PotShare { hand, percent }, shows_amounts) = (share, shown.amounts && is_open_pot);
        // The leaders of such a pot are its stakers, and stakes are not public.
        let is_listed = hand != PotHand::Named || shown.payments;
        let view = |leader: &pegout_league::ledger::Leader| LeaderView {
            player_id: leader.player,
            name: name(leader.player),
            hand_id: leader.hand,
        };
        PotLead {
            hand,
            percent,
            must_name: is_open,
            leaders: leaders.iter().filter(|_| is_listed).map(view).collect(),
            each: (shows_amounts && !is_open).then(|| share.each(in_pot, leaders.len())),
            amount: shows_amounts.then(|| share.each(in_pot, 1)),
        }
    }
}
