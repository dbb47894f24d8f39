//! The codes that let televisions in, under two servers.

use actix_web::rt::System;
use clap::Parser;
use prometheus::IntCounter;

use super::servers::{ADDRESS, Servers, slug};
use crate::auth::rate_limit::{LimitOptions, RateLimits};
use pegout_model::clock::Clock as _;
use pegout_model::random::SystemRandom;
use pegout_model::token::Token;

const FIVE_MINUTES: i64 = 5 * 60 * 1000;

#[derive(Parser)]
struct Usual {
    #[command(flatten)]
    limits: LimitOptions,
}

#[test]
fn a_televisions_code_lives_five_minutes_and_lets_it_in_at_either_server() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let counter = IntCounter::new("wrong", "Wrong passwords").unwrap();
        let limits = RateLimits::new(&Usual::parse_from(["pegout"]).limits, counter);
        let (one, other) = (Token::random(&SystemRandom), Token::random(&SystemRandom));
        let shown = async |token| servers.a.displays.code(token, &limits, ADDRESS).await.unwrap();
        let let_in = async |code: String| servers.b.displays.let_in(&code, "Hall".to_owned(), &limits, ADDRESS).await;
        let (first, second) = (shown(&one).await, shown(&other).await);
        assert_eq!(first.expires_at.millis(), servers.clock.millis() + FIVE_MINUTES);

        servers.clock.set(first.expires_at.millis() - 1);
        assert_eq!(shown(&one).await.code, first.code);
        let_in(first.code.to_string()).await.unwrap();
        assert!(servers.a.sessions.authenticate(&one).await.is_ok());

        servers.clock.set(second.expires_at.millis());
        assert_eq!(slug(&let_in(second.code.to_string()).await), "not-found");
        let third = shown(&other).await;
        assert!(third.code != second.code && third.expires_at > servers.clock.now());
        assert_eq!(slug(&servers.b.sessions.authenticate(&other).await), "unauthorized");
        let_in(third.code.to_string()).await.unwrap();
        assert!(servers.b.sessions.authenticate(&other).await.is_ok());
    });
}
