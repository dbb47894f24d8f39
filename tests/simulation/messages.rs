//! The messages to a webhook: each event of a reported kind has one message, and other events have none.

use std::collections::BTreeSet;

use pegout_engine::Time;
use pegout_engine::game::{Game, GameId, Status};
use pegout_league::night::{EventKind, Night};

use super::Simulation;
use super::stored_log;
use crate::eventlog_tests::servers::ensure;
use pegout_model::webhook_event::{MessageId, Subject, WebhookEvent, WebhookId};
use pegout_model::webhook_secret::WebhookSecret;
use pegout_store::{NewWebhook, Store, StreamId};

const WEBHOOK: WebhookId = WebhookId::from_bytes([7; 16]);
/// More than any night has.
const MOST: usize = 10_000;

/// Adds a webhook without deliveries.
pub async fn add_webhook(store: &dyn Store, at: Time) {
    let (url, secret) = ("https://example.org/".to_owned(), WebhookSecret::from_bytes([7; 32]));
    store.add_webhook(NewWebhook { id: WEBHOOK, url, secret, at }, 1).await.unwrap();
}

impl Simulation {
    /// Checks the messages after the night by its log and its games' logs.
    pub async fn check_messages(&self, games: &[GameId]) -> Result<(), String> {
        let store = &*self.deployment.store;
        let stored =
            store.deliveries(WEBHOOK, None, MOST).await.map_err(|error| error.to_string())?.unwrap_or_default();
        let messages: BTreeSet<MessageId> = stored.iter().map(|delivery| delivery.id).collect();
        ensure(messages.len() == stored.len(), "a message is there twice")?;
        let mut expected = self.of_night().await?;
        for game in games {
            expected.extend(self.of_game(*game).await?);
        }
        ensure(messages == expected, format!("there are {} messages, not {}", messages.len(), expected.len()))
    }

    fn message(&self, stream: StreamId, version: u64, at: Time, subject: Subject) -> MessageId {
        WebhookEvent::new(stream.bytes(), version, self.night, at, subject).message
    }

    async fn of_night(&self) -> Result<BTreeSet<MessageId>, String> {
        let events = stored_log::night_events(&*self.deployment.store, self.night).await?;
        let told = (1..).zip(&events).filter_map(|(version, event)| {
            let subject = match &event.kind {
                EventKind::RoundDrawn(round) => Subject::Round(round.number),
                EventKind::Finished(_) => Subject::Finish,
                EventKind::Cancelled { .. } => Subject::Cancellation,
                _ => return None,
            };
            Some(self.message(self.night.into(), version, event.metadata.at, subject))
        });
        let told: BTreeSet<MessageId> = told.collect();
        let rounds = Night::fold(&events).map_or(0, |night| night.rounds().len());
        ensure(told.len() >= rounds, "a round was drawn without a message").map(|()| told)
    }

    /// Each event that ends a game of the night, or changes the scores of an ended game.
    async fn of_game(&self, id: GameId) -> Result<BTreeSet<MessageId>, String> {
        let events = stored_log::game_events(&*self.deployment.store, id).await?;
        let mut told = BTreeSet::new();
        let Some(mut game) = events.first().and_then(Game::from_event).filter(|game| game.setup().night().is_some())
        else {
            return Ok(told);
        };
        let result = |game: &Game| (game.status() == Status::Finished).then(|| game.scores());
        for event in &events[1..] {
            let before = result(&game);
            game.apply(event);
            if result(&game).is_some() && result(&game) != before {
                told.insert(self.message(id.into(), game.version(), event.metadata.at, Subject::Game(id)));
            }
        }
        Ok(told)
    }
}
