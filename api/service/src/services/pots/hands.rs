//! The claims of hands that were held at a wooden board.

use async_recursion::async_recursion as boxed;
use pegout_engine::game::{GameId, Metadata};
use pegout_league::night::{Action, ClaimedHand, Command, Event, EventKind, HandId, Refusal, Status, Witness};
use pegout_league::{CommandId, GameResults, Night, NightId};

use super::PotService;
use crate::auth::caller::Caller;
use crate::auth::right::Right;
use crate::eventlog::Transaction;
use crate::problem::Problem;
use crate::services::Effect;
use pegout_model::grant::PhoneOwner;

impl PotService {
    /// Claims a hand. A repeat changes nothing.
    #[boxed(?Send)]
    pub async fn claim(
        &self,
        night: NightId,
        caller: Caller,
        claimed: ClaimedHand,
        points: Option<u8>,
    ) -> Result<Effect, Problem> {
        let game = claimed.game;
        self.change_hand(
            night,
            caller,
            move |_| Ok(game),
            move |_| Action::ClaimHand { claimed: claimed.clone(), points },
        )
        .await
    }

    /// Agrees with a claimed hand, or not.
    #[boxed(?Send)]
    pub async fn witness(
        &self,
        night: NightId,
        caller: Caller,
        hand: HandId,
        agrees: bool,
        id: CommandId,
    ) -> Result<Effect, Problem> {
        let owner = match caller.grant.phone().map(|phone| phone.owner) {
            Some(PhoneOwner::Player(player)) => Some(player),
            _ => None,
        };
        let witness = Witness { hand, agrees, owner, id: Some(id) };
        self.change_hand(night, caller, game_of(hand), move |_| Action::Witness(witness)).await
    }

    /// Takes a claimed hand back.
    #[boxed(?Send)]
    pub async fn take_back_hand(&self, night: NightId, caller: Caller, hand: HandId) -> Result<Effect, Problem> {
        self.change_hand(night, caller, game_of(hand), move |_| Action::TakeBackHand { hand }).await
    }

    /// Carries out a command about a hand of the game that `game` finds. The scorers of the game may send it.
    async fn change_hand(
        &self,
        id: NightId,
        caller: Caller,
        game: impl Fn(&Night) -> Result<GameId, Problem> + 'static,
        action: impl Fn(&Metadata) -> Action + 'static,
    ) -> Result<Effect, Problem> {
        if caller.grant.phone().is_none() {
            caller.require(Right::ScoreTables)?;
        }
        let service = self.clone();
        let committed = self.core.log.execute(id, async move |transaction: &mut Transaction| {
            let night = transaction.night(id).await?.ok_or_else(Problem::no_such_night)?;
            let game = transaction.game(game(&night)?).await?;
            // A game of another night has no seat for the player.
            let game = game.filter(|game| game.setup().night() == Some(id));
            let game = game.ok_or_else(|| Problem::invalid("/game_id", "This is no game of this night."))?;
            let metadata = caller.authorize(&game, Some(&night), None, service.core.clock.now())?;
            let merges = transaction.merges_of(id);
            let mut action = action(&metadata);
            action.map_players(&|player| merges.person(player));
            let events = night.decide(Command { metadata, action }, &GameResults::new())?;
            let is_change = |event: &Event| !matches!(event.kind, EventKind::CommandNoted { .. });
            let effect = Effect::of(events.iter().any(is_change));
            if night.status() == Status::Finished && effect == Effect::Created {
                caller.require(Right::RunNights)?;
            }
            transaction.append_night(id, events);
            Ok::<_, Problem>(effect)
        });
        Ok(committed.await?.value)
    }
}

/// The game of a claimed hand.
fn game_of(hand: HandId) -> impl Fn(&Night) -> Result<GameId, Problem> {
    move |night| Ok(night.game_of_hand(hand).ok_or(Refusal::NoSuchHand { hand })?)
}
