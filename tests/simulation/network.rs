//! The network between clients and servers: it loses requests and responses, repeats old ones, and mixes the clients'
//! requests. A client sends each request until it has a response, and only then the next.

use std::collections::VecDeque;

use pegout_engine::game::Action;
use pegout_league::night::{self, EventKind};
use rand::RngExt;
use rand::seq::IteratorRandom;

use super::request::Request;
use super::{Simulation, stored_log};
use crate::services::Effect;
use pegout_model::token::Token;

/// A client with its unsent requests.
pub struct Client {
    token: Token,
    waiting: VecDeque<Waiting>,
    /// True while the client reaches no server.
    is_offline: bool,
}

/// A request without a response.
#[derive(Clone)]
struct Waiting {
    request: Request,
    /// True if a server accepted it, and the response was lost.
    is_accepted: bool,
}

/// A request that comes once more, long after its response.
pub struct Repeat {
    token: Token,
    request: Request,
}

impl Client {
    /// A client with this token.
    pub fn new(token: Token) -> Client {
        Client { token, waiting: VecDeque::new(), is_offline: false }
    }

    /// The same client without a connection.
    #[must_use]
    pub fn offline(self) -> Client {
        Client { is_offline: true, ..self }
    }

    /// Adds a request behind the waiting requests.
    pub fn queue(&mut self, request: Request) {
        self.waiting.push_back(Waiting { request, is_accepted: false });
    }

    /// Puts the amendment of a peg before the peg if the response to the peg was lost.
    fn send_amendment_first(&mut self) {
        let amends = |one: &Waiting, other: &Waiting| match (&one.request, &other.request) {
            (Request::Play(_, Action::Peg(peg)), Request::Play(_, Action::AmendPeg(amendment))) => {
                one.is_accepted && amendment.peg == peg.id
            }
            _ => false,
        };
        if let [Some(peg), Some(amendment)] = [0, 1].map(|place| self.waiting.get(place))
            && amends(peg, amendment)
        {
            self.waiting.swap(0, 1);
        }
    }
}

impl Simulation {
    /// Connects the clients that were offline.
    pub fn reconnect(&mut self) {
        self.clients.iter_mut().for_each(|client| client.is_offline = false);
    }

    /// Delivers requests until only offline clients have waiting requests.
    pub async fn deliver_all(&mut self) -> Result<(), String> {
        loop {
            self.inject_fault();
            if !self.repeats.is_empty() && self.rng.random_bool(0.1) {
                self.deliver_repeat().await?;
            }
            let is_sending = |client: &Client| !client.waiting.is_empty() && !client.is_offline;
            let sending = (0..self.clients.len()).filter(|client| is_sending(&self.clients[*client]));
            let Some(client) = sending.choose(&mut self.rng) else { return Ok(()) };
            self.deliver_next(client).await?;
        }
    }

    /// Delivers the repeats that are still under way.
    pub async fn deliver_repeats(&mut self) -> Result<(), String> {
        while !self.repeats.is_empty() {
            self.deliver_repeat().await?;
        }
        Ok(())
    }

    /// Advances the clock, and now and then reopens the file, restarts a server, or empties its cache.
    fn inject_fault(&mut self) {
        self.deployment.advance(self.rng.random_range(1..20));
        let server = self.rng.random_range(0..self.deployment.servers.len());
        match self.rng.random_range(0..300) {
            _ if self.without.restarts => {}
            0 => self.deployment.reopen(),
            1..=4 => self.deployment.restart(server),
            5..=9 => self.deployment.evict(server),
            _ => {}
        }
    }

    async fn deliver_next(&mut self, client: usize) -> Result<(), String> {
        let Client { token, waiting, .. } = &self.clients[client];
        let Some(Waiting { request, is_accepted: is_repeat }) = waiting.front().cloned() else { return Ok(()) };
        let token = token.clone();
        if self.rng.random_bool(0.05) && !self.without.losses {
            return Ok(());
        }
        let accepted = self.deliver(&token, &request, is_repeat).await?;
        if self.rng.random_bool(0.08) && !self.without.losses {
            if let Some(first) = self.clients[client].waiting.front_mut() {
                first.is_accepted |= accepted;
            }
            if self.rng.random_bool(0.5) {
                self.clients[client].send_amendment_first();
            }
            return Ok(());
        }
        self.clients[client].waiting.pop_front();
        if accepted && request.is_repeatable() && self.rng.random_bool(0.1) && !self.without.repeats {
            self.repeats.push(Repeat { token, request });
        }
        Ok(())
    }

    async fn deliver_repeat(&mut self) -> Result<(), String> {
        let place = self.rng.random_range(0..self.repeats.len());
        let Repeat { token, request } = self.repeats.swap_remove(place);
        self.deliver(&token, &request, true).await.map(drop)
    }

    /// Delivers a request, and returns true if it was accepted. A request that was accepted before is a repeat.
    async fn deliver(&mut self, token: &Token, request: &Request, is_repeat: bool) -> Result<bool, String> {
        let server = self.rng.random_range(0..self.deployment.servers.len());
        let (night, stream) = (self.night, request.stream(self.night));
        let before = self.folds.advance(&*self.deployment.store, stream).await?;
        let night_before = self.folds.night().cloned();
        let log = match request {
            Request::Run(night::Action::Reopen { .. } | night::Action::VoidFiftyFifty { .. }) => {
                stored_log::night_events(&*self.deployment.store, night).await?
            }
            _ => Vec::new(),
        };
        let response = request.send(&self.deployment.servers[server], token, night).await;
        let after = self.folds.advance(&*self.deployment.store, stream).await?;
        let wrong = |what: &str| Err(format!("{what}: {request:?}, {response:?}, {before} events, then {after}"));
        match &response {
            Err(problem) if problem.status() >= 500 => return wrong("an internal error"),
            Err(_) if is_repeat && request.is_repeatable() => return wrong("a repeat is refused"),
            Ok(effect) if is_repeat && request.is_repeatable() && *effect != Effect::Unchanged => {
                return wrong("a repeat has an effect");
            }
            Err(_) if after != before => return wrong("a refusal, and the log has changed"),
            // A night notes the id of a command without effect, once.
            Ok(Effect::Unchanged) if after > before => {
                let noted = stored_log::events::<night::Event>(&*self.deployment.store, stream, before).await;
                let is_note = |event: &night::Event| match event.kind {
                    EventKind::CommandNoted { id } => request.command_id() == Some(id),
                    _ => false,
                };
                if is_repeat || !noted.is_ok_and(|events| matches!(&events[..], [event] if is_note(event))) {
                    return wrong("no effect, and the log has changed");
                }
            }
            Ok(Effect::Created | Effect::Replaced)
                if after != before + request.new_events(night_before.as_ref(), &log, &self.acknowledged) =>
            {
                return wrong("another number of events");
            }
            _ => {}
        }
        self.check_step(server, stream).await?;
        if let Ok(effect) = response {
            self.acknowledged.note(request, effect, night_before.as_ref());
            if let (Request::Draw(..), Effect::Created) = (request, effect) {
                self.check_draw().await?;
            }
        }
        Ok(response.is_ok())
    }
}
