//! The events of which webhooks hear, found among those that a decision has staged. Only nights of the league have them: a game
//! without a night is nobody's but its players'.

use pegout_engine::game::{self, Game, Status};
use pegout_league::{NightId, night};

use pegout_model::webhook_event::{Subject, WebhookEvent};
use pegout_store::StreamId;

/// The event that these events of a game bring about, if it is a game of a night: that it was won, or was won with other
/// scores than before.
pub fn of_game(before: &Game, events: &[game::Event]) -> Option<WebhookEvent> {
    let night = before.setup().night()?;
    if !events.iter().any(|event| may_finish(before, event)) {
        return None;
    }
    let mut after = before.clone();
    events.iter().for_each(|event| after.apply(event));
    let is_finished = |game: &Game| game.status() == Status::Finished;
    if !is_finished(&after) || (is_finished(before) && before.scores() == after.scores()) {
        return None;
    }
    let (id, at) = (after.setup().game, events.last()?.metadata.at);
    Some(WebhookEvent::new(StreamId::Game(id).bytes(), after.version(), night, at, Subject::Game(id)))
}

/// Returns false for an event after which the game is not won, or is won as it was before. Nearly all pegs are such events, and
/// cost no copy of the game.
fn may_finish(before: &Game, event: &game::Event) -> bool {
    match &event.kind {
        game::EventKind::Pegged(peg) => {
            let score = before.scores().get(usize::from(peg.side)).copied().unwrap_or_default();
            score.saturating_add(peg.points) >= before.setup().rules.target
        }
        game::EventKind::PegAmended(_)
        | game::EventKind::PegTakenBack { .. }
        | game::EventKind::ResultEntered { .. }
        | game::EventKind::ResultTakenBack
        | game::EventKind::VoidTakenBack => true,
        _ => false,
    }
}

/// The events that these events of a night bring about: they follow the version `after`.
pub fn of_night(id: NightId, after: u64, events: &[night::Event]) -> Vec<WebhookEvent> {
    let subject = |event: &night::Event| match &event.kind {
        night::EventKind::RoundDrawn(round) => Some(Subject::Round(round.number)),
        night::EventKind::Finished(_) => Some(Subject::Finish),
        night::EventKind::Cancelled { .. } => Some(Subject::Cancellation),
        _ => None,
    };
    let numbered = (after + 1..).zip(events);
    let told = |(version, event): (u64, &night::Event)| {
        let stream = StreamId::Night(id).bytes();
        subject(event).map(|subject| WebhookEvent::new(stream, version, id, event.metadata.at, subject))
    };
    numbered.filter_map(told).collect()
}
