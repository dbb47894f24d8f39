//! Every path, in one table.

use actix_web::guard::Get;
use actix_web::{App, web};
use serde_json::Value;
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_actix_web::{AppExt, scope};
use utoipa_swagger_ui::SwaggerUi;

use crate::handlers::{discard, health, play, problems, rules, score};
use crate::{fallback, metrics, openapi};

/// The operations that the OpenAPI document describes.
pub fn operations(config: &mut ServiceConfig) {
    config
        .service(
            scope("/api/v1")
                .service(score::count_hand)
                .service(score::get_hand)
                .service(score::count_crib)
                .service(score::get_crib)
                .service(score::count_batch)
                .service(play::check_play)
                .service(discard::advise_discard)
                .service(rules::list_rules),
        )
        .service(problems::list_problems)
        .service(problems::get_problem)
        .service(health::healthz)
        .service(health::readyz);
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
