//! Every path, in one table.

use actix_web::dev::{HttpServiceFactory, ServiceFactory, ServiceRequest};
use actix_web::guard::Get;
use actix_web::{App, Error, web};
use serde_json::Value;
use utoipa_actix_web::scope::{Scope, scope};
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_actix_web::{AppExt, OpenApiFactory};
use utoipa_swagger_ui::SwaggerUi;

use crate::handlers::{
    cancellation, deals, discard, entries, games, health, join, league, live, money, night_live, nights, pegs, phones,
    play, players, problems, qr, representatives, results, roster, rounds, rules, score, seasons, session, standings,
};
use crate::{fallback, metrics, openapi};

/// Takes operations one after the other.
trait Operations: Sized {
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(self, operation: F) -> Self;

    /// Takes the path from the operations that follow.
    fn nothing_at(self, path: &str) -> Self;
}

impl<T> Operations for Scope<T>
where
    T: ServiceFactory<ServiceRequest, Config = (), Error = Error, InitError = ()> + 'static,
{
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(self, operation: F) -> Self {
        Scope::service(self, operation)
    }

    fn nothing_at(self, path: &str) -> Self {
        self.map(|scope| scope.service(web::resource(path).to(fallback::serve)))
    }
}

impl Operations for &mut ServiceConfig<'_> {
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(self, operation: F) -> Self {
        ServiceConfig::service(self, operation)
    }

    fn nothing_at(self, path: &str) -> Self {
        self.map(|config| config.service(web::resource(path).to(fallback::serve)))
    }
}

/// The operations that the OpenAPI document describes.
pub fn operations(config: &mut ServiceConfig) {
    unversioned(config.service(versioned(scope("/api/v1"))));
}

fn versioned<O: Operations>(operations: O) -> O {
    operations
        .service(score::count_hand)
        .service(score::get_hand)
        .service(score::count_crib)
        .service(score::get_crib)
        .service(score::count_batch)
        .service(play::check_play)
        .service(discard::advise_discard)
        .service(rules::list_rules)
        .service(games::create_game)
        .service(games::put_game)
        .service(games::get_game)
        .service(pegs::put_peg)
        .service(pegs::delete_peg)
        .service(deals::put_deal)
        .service(deals::delete_deal)
        .service(results::put_result)
        .service(results::delete_result)
        .service(live::get_history)
        .service(live::watch_game)
        .service(league::get_league)
        .service(league::put_league)
        .service(seasons::list_seasons)
        .service(seasons::add_season)
        .service(seasons::get_season)
        .service(seasons::change_season)
        .service(players::list_players)
        .service(players::add_player)
        .service(roster::download_players)
        .service(roster::import_players)
        // To other methods "import" is no player's id either.
        .nothing_at("/players/import")
        .service(players::get_player)
        .service(players::change_player)
        .service(players::forget_player)
        .service(representatives::list_representatives)
        .service(representatives::add_representative)
        .service(representatives::remove_representative)
        .service(standings::get_season_standings)
        .service(standings::download_season_standings)
        .service(nights::list_nights)
        .service(nights::create_night)
        .service(join::join_night)
        // To other methods "join" is no night's id either.
        .nothing_at("/nights/join")
        .service(nights::get_night)
        .service(nights::change_night)
        .service(cancellation::cancel_night)
        .service(cancellation::reinstate_night)
        .service(entries::put_entry)
        .service(entries::delete_entry)
        .service(rounds::draw_round)
        .service(rounds::swap_seats)
        .service(standings::get_night_standings)
        .service(standings::download_night_standings)
        .service(money::get_money)
        .service(money::draw_fifty_fifty)
        .service(money::void_fifty_fifty)
        .service(nights::finish_night)
        .service(join::draw_join_qr)
        .service(phones::list_phones)
        .service(phones::revoke_phones)
        .service(phones::revoke_phone)
        .service(night_live::get_night_history)
        .service(night_live::watch_night)
        .service(session::sign_in)
        .service(session::sign_out)
        .service(qr::draw_qr)
}

fn unversioned<O: Operations>(operations: O) -> O {
    operations
        .service(problems::list_problems)
        .service(problems::get_problem)
        .service(health::healthz)
        .service(health::readyz)
}

/// The paths of [`pages`], apart from the files of the phone page.
pub const PAGES: [&str; 4] = ["/openapi.json", "/metrics", "/docs", "/docs/{file:.*}"];

/// What is not an operation: the document, the metrics, Swagger UI, and the phone page.
pub fn pages(config: &mut web::ServiceConfig) {
    config
        .service(web::resource("/openapi.json").guard(Get()).to(openapi::serve))
        .service(web::resource("/metrics").guard(Get()).to(metrics::serve))
        .service(web::redirect("/docs", "/docs/"))
        .service(SwaggerUi::new("/docs/{_:.*}").config(openapi::swagger()))
        .default_service(web::to(fallback::serve));
}

/// The OpenAPI document of [`operations`].
pub fn document() -> Value {
    let (_, document) = App::new().into_utoipa_app().openapi(openapi::base()).configure(operations).split_for_parts();
    openapi::finish(&document)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::collections::BTreeMap;

    use utoipa::openapi::{RefOr, Schema};

    use super::*;

    /// The schemas of every operation by name, before one takes the place of another.
    struct Schemas(Vec<(String, RefOr<Schema>)>);

    impl Operations for Schemas {
        fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(mut self, operation: F) -> Self {
            operation.schemas(&mut self.0);
            self
        }

        fn nothing_at(self, _: &str) -> Self {
            self
        }
    }

    #[test]
    fn no_two_types_share_the_name_of_their_schema() {
        let Schemas(mut all) = unversioned(versioned(Schemas(Vec::new())));
        all.extend(openapi::base().components.unwrap_or_default().schemas);
        assert!(all.len() > 200, "only {} schemas", all.len());
        let mut known = BTreeMap::new();
        for (name, schema) in all {
            let first = known.entry(name.clone()).or_insert_with(|| schema.clone());
            assert!(*first == schema, "two types are called {name}:\n{}\n{}", json(first), json(&schema));
        }
        for schema in document()["components"]["schemas"].as_object().unwrap().values() {
            for kind in schema["discriminator"]["mapping"].as_object().into_iter().flat_map(|kinds| kinds.values()) {
                let name = kind.as_str().unwrap().rsplit('/').next().unwrap();
                assert!(!known.contains_key(name), "a type and a kind are called {name}");
            }
        }
    }

    fn json(schema: &RefOr<Schema>) -> Value {
        serde_json::json!(schema)
    }
}
