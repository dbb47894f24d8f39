//! The table of all paths.

use actix_web::Scope;
use actix_web::dev::HttpServiceFactory;
use actix_web::guard::Get;
use actix_web::web::{self, ServiceConfig};
use utoipa_actix_web::OpenApiFactory;

use crate::handlers::{
    backups, calendars, figures, games, health, league, ledger, nights, pots, problems, qr, scoring, session, site,
    webhooks,
};
use crate::problem_response;

/// A builder that takes operations one after the other.
trait Operations: Sized {
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(self, operation: F) -> Self;

    /// Responds with 404 or 405 at a path that a later pattern would match.
    fn reserve_path(self, path: &str) -> Self;
}

impl Operations for Scope {
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(self, operation: F) -> Self {
        Scope::service(self, operation)
    }

    fn reserve_path(self, path: &str) -> Self {
        Scope::service(self, web::resource(path).to(problem_response::default_route))
    }
}

impl Operations for &mut ServiceConfig {
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(self, operation: F) -> Self {
        ServiceConfig::service(self, operation)
    }

    fn reserve_path(self, path: &str) -> Self {
        ServiceConfig::service(self, web::resource(path).to(problem_response::default_route))
    }
}

/// Adds the operations that the OpenAPI document describes.
pub fn operations(config: &mut ServiceConfig) {
    unversioned(config.service(versioned(web::scope("/api/v1"))));
}

fn versioned<O: Operations>(operations: O) -> O {
    operations
        .service(scoring::count::count_hand)
        .service(scoring::count::get_hand)
        .service(scoring::count::count_crib)
        .service(scoring::count::get_crib)
        .service(scoring::count::count_batch)
        .service(scoring::deal::check_play)
        .service(scoring::deal::advise_discard)
        .service(scoring::rules::list_rules)
        .service(scoring::rules::describe_rules)
        .service(games::game::create_game)
        .service(games::game::put_game)
        .service(games::game::get_game)
        .service(games::game::change_game)
        .service(games::pegs::put_peg)
        .service(games::pegs::amend_peg)
        .service(games::pegs::delete_peg)
        .service(games::pegs::put_deal)
        .service(games::pegs::delete_deal)
        .service(games::results::put_result)
        .service(games::results::delete_result)
        .service(games::results::put_result_confirmation)
        .service(games::results::put_void)
        .service(games::results::delete_void)
        .service(games::events::get_history)
        .service(games::events::get_game_summary)
        .service(games::events::watch_game)
        .service(league::settings::get_league)
        .service(league::settings::put_league)
        .service(league::seasons::list_seasons)
        .service(league::seasons::add_season)
        .service(calendars::get_season_calendar)
        // For other methods the id would have a suffix.
        .reserve_path("/seasons/{id}.ics")
        .service(league::season_imports::list_season_imports)
        .service(league::season_imports::import_results)
        .service(league::season_imports::take_back_import)
        .service(league::seasons::get_season)
        .service(league::seasons::change_season)
        .service(league::players::list_players)
        .service(league::players::add_player)
        .service(league::players_csv::download_players)
        .service(league::players_csv::import_players)
        // For other methods "import" would be the id of a player.
        .reserve_path("/players/import")
        .service(league::player_texts::list_player_texts)
        .service(league::player_texts::remove_player_texts)
        .service(league::player_links::list_player_links)
        // For other methods "links" would be the id of a player.
        .reserve_path("/players/links")
        .service(league::player_links::put_player_link)
        .service(league::player_links::remove_player_link)
        .service(league::player_links::get_me)
        .service(league::players::get_player)
        .service(league::players::change_player)
        .service(league::players::forget_player)
        .service(league::players::merge_player)
        .service(league::players::unmerge_player)
        .service(figures::players::get_profile)
        .service(ledger::accounts::get_statement)
        .service(ledger::accounts::list_players_money)
        // For other methods "players" would be the id of a posting.
        .reserve_path("/ledger/players")
        .service(ledger::table::download_ledger)
        .service(ledger::postings::get_ledger)
        .service(ledger::postings::put_ledger_entry)
        .service(ledger::postings::delete_ledger_entry)
        .service(pots::settings::list_pots)
        .service(pots::settings::put_pot)
        .service(league::representatives::list_representatives)
        .service(league::representatives::add_representative)
        .service(league::representatives::remove_representative)
        .service(league::displays::list_displays)
        .service(league::displays::add_display)
        .service(league::displays::show_display_code)
        // For other methods "codes" would be the id of a display.
        .reserve_path("/displays/codes")
        .service(league::displays::remove_display)
        .service(league::season_standings::get_season_standings)
        .service(league::season_standings::download_season_standings)
        .service(league::season_money::download_season_money)
        .service(figures::seasons::get_meetings)
        .service(figures::seasons::download_meetings)
        .service(figures::seasons::get_season_records)
        .service(figures::seasons::get_records)
        .service(figures::seasons::get_race)
        .service(nights::night::list_nights)
        .service(nights::night::create_night)
        .service(league::seasons::create_nights)
        .service(nights::phones::join_night)
        // For other methods "join" would be the id of a night.
        .reserve_path("/nights/join")
        .service(calendars::get_night_calendar)
        // For other methods the id would have a suffix.
        .reserve_path("/nights/{id}.ics")
        .service(nights::night::get_night)
        .service(nights::night::change_night)
        .service(nights::cancellation::cancel_night)
        .service(nights::cancellation::reinstate_night)
        .service(nights::cancellation::get_cancellation)
        .service(nights::cancellation::put_notified)
        .service(nights::cancellation::delete_notified)
        .service(nights::replies::list_replies)
        .service(nights::replies::put_reply)
        .service(nights::replies::delete_reply)
        .service(nights::entries::put_entry)
        .service(nights::entries::delete_entry)
        .service(nights::pairs::put_pair)
        .service(nights::pairs::delete_pair)
        .service(nights::rounds::draw_round)
        .service(nights::rounds::delete_round)
        .service(nights::rounds::swap_seats)
        .service(nights::rounds::put_seats)
        .service(nights::rounds::add_table)
        .service(nights::standings::get_night_standings)
        .service(nights::standings::download_night_standings)
        .service(nights::cards::put_card_returned)
        .service(nights::money::get_money)
        .service(nights::money::draw_fifty_fifty)
        .service(nights::money::void_fifty_fifty)
        .service(nights::money::put_payout)
        .service(nights::money::download_night_money)
        .service(pots::night::get_night_pots)
        .service(pots::night::pay_pot)
        .service(pots::night::take_back_pot)
        .service(pots::hands::put_hand)
        .service(pots::hands::put_hand_witness)
        .service(pots::hands::delete_hand)
        .service(nights::cancellation::finish_night)
        .service(nights::cancellation::reopen_night)
        .service(nights::phones::draw_join_qr)
        .service(nights::phones::renew_join_code)
        .service(nights::phones::list_phones)
        .service(nights::phones::revoke_phones)
        .service(nights::phones::revoke_phone)
        .service(nights::events::get_night_history)
        .service(nights::events::watch_night)
        .service(session::sign_in)
        .service(session::sign_out)
        .service(session::list_sessions)
        .service(session::end_session)
        .service(webhooks::list_webhooks)
        .service(webhooks::add_webhook)
        .service(webhooks::change_webhook)
        .service(webhooks::remove_webhook)
        .service(webhooks::list_deliveries)
        .service(webhooks::resend_delivery)
        .service(backups::get_backups)
        .service(backups::download_backup)
        .service(qr::draw_qr)
}

fn unversioned<O: Operations>(operations: O) -> O {
    operations
        .service(problems::list_problems)
        .service(problems::get_problem)
        .service(health::healthz)
        .service(health::readyz)
}

/// The path of the metrics, which the document does not describe.
pub const METRICS: &str = "/metrics";

/// The paths of [`pages`] that the document does not describe, apart from the files of the phone page.
pub const UNDOCUMENTED: [&str; 8] = [
    "/openapi.json",
    "/docs",
    "/tv/",
    "/embed/night/{id}",
    "/embed/standings/{id}",
    "/llms.txt",
    "/robots.txt",
    "/.well-known/security.txt",
];

/// Adds the metrics, if they have no address of their own.
pub fn metrics(config: &mut ServiceConfig) {
    config.service(web::resource(METRICS).guard(Get()).to(health::serve_metrics));
}

/// Adds the other paths: the document, Swagger UI, the pages for other sites, the files for robots, and the phone page.
pub fn pages(config: &mut ServiceConfig) {
    config
        .service(web::resource("/openapi.json").guard(Get()).to(site::document))
        // Relative: the redirect of a service below a path of a proxy stays there.
        .service(web::redirect("/docs", "docs/"))
        .service(web::resource("/tv/").guard(Get()).to(site::television))
        .service(web::resource("/embed/night/{id}").guard(Get()).to(site::embedded_night))
        .service(web::resource("/embed/standings/{id}").guard(Get()).to(site::embedded_standings))
        .service(web::resource("/llms.txt").guard(Get()).to(site::llms))
        .service(web::resource("/robots.txt").guard(Get()).to(site::robots))
        .service(web::resource("/.well-known/security.txt").guard(Get()).to(site::security))
        .default_service(web::to(problem_response::default_route));
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::collections::BTreeMap;
    use std::{env, fs};

    use actix_web::dev::{ServiceFactory, ServiceRequest};
    use actix_web::{App, Error};
    use serde_json::Value;
    use utoipa::openapi::{RefOr, Schema};
    use utoipa_actix_web::{AppExt, scope, service_config};

    use super::*;
    use crate::openapi::{self, generator};

    impl<T> Operations for scope::Scope<T>
    where
        T: ServiceFactory<ServiceRequest, Config = (), Error = Error, InitError = ()> + 'static,
    {
        fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(self, operation: F) -> Self {
            scope::Scope::service(self, operation)
        }

        fn reserve_path(self, _: &str) -> Self {
            self
        }
    }

    impl Operations for &mut service_config::ServiceConfig<'_> {
        fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(self, operation: F) -> Self {
            service_config::ServiceConfig::service(self, operation)
        }

        fn reserve_path(self, _: &str) -> Self {
            self
        }
    }

    /// Makes the document of the operations.
    fn document() -> Value {
        let operations = |config: &mut service_config::ServiceConfig| {
            unversioned(config.service(versioned(scope::scope("/api/v1"))));
        };
        let app = App::new().into_utoipa_app().openapi(generator::base()).configure(operations);
        generator::with_examples(&app.split_for_parts().1)
    }

    #[test]
    fn the_committed_document_is_the_one_that_the_operations_make() {
        let made = generator::text(&document());
        if env::var_os("PEGOUT_REWRITE_EXAMPLES").is_some() {
            fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi/openapi.json"), made).unwrap();
            return;
        }
        assert!(
            made == openapi::JSON,
            "the document has changed; look at what changed, then write it again:\n    tests/examples"
        );
    }

    /// The schemas of every operation by name, before one replaces another.
    struct Schemas(Vec<(String, RefOr<Schema>)>);

    impl Operations for Schemas {
        fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(mut self, operation: F) -> Self {
            operation.schemas(&mut self.0);
            self
        }

        fn reserve_path(self, _: &str) -> Self {
            self
        }
    }

    #[test]
    fn no_two_types_share_the_name_of_their_schema() {
        let Schemas(mut all) = unversioned(versioned(Schemas(Vec::new())));
        all.extend(generator::base().components.unwrap_or_default().schemas);
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
