//! The webhooks of the league, and the deliveries of messages to them.

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post};
use pegout_engine::Time;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::Body;
use crate::caller::Permitted;
use crate::handlers::common::Done;
use crate::paging::{self, Limit, Page};
use crate::params::{Path, Query};
use crate::problem_response::HttpProblem;
use pegout_model::webhook::{Delivery, Webhook, WebhookStatus};
use pegout_model::webhook_event::{MessageId, WebhookId};
use pegout_model::webhook_secret::WebhookSecret;
use pegout_service::auth::right::rights;
use pegout_service::services::webhooks::WebhookService;

/// The path of a webhook.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct WebhookPath {
    /// The id of the webhook.
    pub id: WebhookId,
}

/// A new webhook.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookRequest {
    /// An id made by the client. A repeat with the same id and address adds nothing.
    id: Option<WebhookId>,
    /// The address that messages are sent to, over https and on port 443 or 8443.
    #[schema(
        format = "uri",
        pattern = "^https?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?([/?][!$-\\[\\]-~]*)?$",
        max_length = 500,
        examples("https://example.org/pegout")
    )]
    url: String,
}

/// A change of a webhook.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookChange {
    /// True to send messages to it, false to send none. Events while it is off are never sent.
    active: bool,
}

/// A new webhook with its secret.
#[derive(Serialize, ToSchema)]
pub struct NewWebhook {
    /// Its id.
    id: WebhookId,
    /// The address that messages are sent to.
    #[schema(format = "uri", examples("https://example.org/pegout"))]
    url: String,
    /// Its state.
    status: WebhookStatus,
    /// The moment when it was added.
    added_at: Time,
    /// The moment of the first failure since something was last delivered.
    #[schema(required = true)]
    failing_since: Option<Time>,
    /// The number of messages that wait to be delivered.
    #[schema(minimum = 0)]
    waiting: u64,
    /// The secret that messages are signed with. It is returned only now.
    secret: WebhookSecret,
}

/// All webhooks.
#[derive(Serialize, ToSchema)]
pub struct Webhooks {
    /// False while the service is run with `--webhooks off`: messages wait, and nothing is sent.
    sending: bool,
    /// The webhooks, the oldest first.
    webhooks: Vec<Webhook>,
}

/// Lists the webhooks
///
/// Returns all webhooks, without their secrets. `status` shows which ones are switched off, and `sending` is false if
/// the service sends no messages at all.
#[utoipa::path(
    tag = "Webhooks",
    responses((status = 200, description = "The webhooks, the oldest first.", body = Webhooks)),
)]
#[get("/webhooks")]
pub async fn list_webhooks(
    _: Permitted<rights::ManageLeague>,
    webhooks: Data<WebhookService>,
) -> Result<Json<Webhooks>, HttpProblem> {
    Ok(Json(Webhooks { sending: webhooks.is_sending(), webhooks: webhooks.webhooks().await? }))
}

/// Creates a webhook
///
/// Registers an address that gets messages about the nights of the league: the section `webhooks` of this document
/// describes them. They are sent and signed by the Standard Webhooks specification, with the secret that is returned
/// here and never again. There are at most 10 webhooks. Idempotent with an `id`: a repeat with the same id and
/// address creates nothing, and returns the webhook without its secret. If the secret did not arrive, delete the webhook
/// and create a new webhook. If the webhook was deleted since then, a repeat is 410.
#[utoipa::path(
    tag = "Webhooks",
    request_body(content = WebhookRequest, description = "The address."),
    responses(
        (status = 200, description = "The webhook was added before. Returns it without its secret.", body = Webhook),
        (status = 201, description = "The webhook with its secret.", body = NewWebhook,
            headers(("Location" = String, description = "The path of the webhook, to change or remove it."))),
    ),
)]
#[post("/webhooks")]
pub async fn add_webhook(
    _: Permitted<rights::ManageLeague>,
    webhooks: Data<WebhookService>,
    body: Body<WebhookRequest>,
) -> Result<HttpResponse, HttpProblem> {
    let WebhookRequest { id, url } = body.0;
    let (webhook, secret) = webhooks.add(id, url).await?;
    let Some(secret) = secret else { return Ok(HttpResponse::Ok().json(webhook)) };
    let Webhook { id, url, status, added_at, failing_since, waiting } = webhook;
    let address = format!("/api/v1/webhooks/{id}");
    let new = NewWebhook { id, url, status, added_at, failing_since, waiting, secret };
    Ok(HttpResponse::Created().insert_header((LOCATION, address)).json(new))
}

/// Updates a webhook
///
/// Switches a webhook on or off. A webhook that is off gets no messages: waiting messages are given up, and events
/// during this time are never sent. A webhook that the service has switched off is switched on in the same way.
#[utoipa::path(
    tag = "Webhooks",
    params(WebhookPath),
    request_body(content = WebhookChange, description = "True for on, false for off."),
    responses((status = 200, description = "The webhook.", body = Webhook)),
)]
#[patch("/webhooks/{id}")]
pub async fn change_webhook(
    _: Permitted<rights::ManageLeague>,
    path: Path<WebhookPath>,
    webhooks: Data<WebhookService>,
    body: Body<WebhookChange>,
) -> Result<Json<Webhook>, HttpProblem> {
    Ok(Json(webhooks.set_active(path.0.id, body.0.active).await?))
}

/// Deletes a webhook
///
/// Stops its messages and deletes its deliveries and its secret. A message that is under way may still arrive.
/// Idempotent.
#[utoipa::path(
    tag = "Webhooks",
    params(WebhookPath),
    responses((status = 200, description = "The webhook is removed.", body = Done)),
)]
#[delete("/webhooks/{id}")]
pub async fn remove_webhook(
    _: Permitted<rights::ManageLeague>,
    path: Path<WebhookPath>,
    webhooks: Data<WebhookService>,
) -> Result<Json<Done>, HttpProblem> {
    webhooks.remove(path.0.id).await?;
    Ok(Json(Done {}))
}

/// The most deliveries that are returned when a message is sent again.
const MAX_RETURNED: usize = 100;

/// The path of a delivery.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct DeliveryPath {
    /// The id of the webhook.
    id: WebhookId,
    /// The id of the message.
    delivery: MessageId,
}

/// The part of the list of deliveries.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DeliveriesQuery {
    /// The most deliveries, 1 to 1000; 100 by default.
    #[serde(default = "Limit::default_limit")]
    #[param(value_type = Option<u16>, nullable = false, minimum = 1, maximum = 1000, example = 100)]
    limit: Limit,
    /// The id of the last message of the previous page, from the `Link` header: older deliveries are listed.
    #[param(nullable = false)]
    after: Option<MessageId>,
}

/// The deliveries of messages to a webhook.
#[derive(Serialize, ToSchema)]
pub struct Deliveries {
    /// The deliveries, the newest first.
    #[schema(max_items = 1000)]
    deliveries: Vec<Delivery>,
}

/// Lists the deliveries to a webhook
///
/// Returns the newest deliveries with their states and times. A delivery is kept for 7 days after its event, or its
/// last attempt. Only the status of a receiver's response is kept.
#[utoipa::path(
    tag = "Webhooks",
    params(WebhookPath, DeliveriesQuery),
    responses(
        (status = 200, description = "The deliveries, the newest first.", body = Deliveries,
            headers(("Link" = String, description = "The path of the next deliveries, with `rel=\"next\"`, if there are any."))),
    ),
)]
#[get("/webhooks/{id}/deliveries")]
pub async fn list_deliveries(
    request: HttpRequest,
    _: Permitted<rights::ManageLeague>,
    path: Path<WebhookPath>,
    query: Query<DeliveriesQuery>,
    webhooks: Data<WebhookService>,
) -> Result<HttpResponse, HttpProblem> {
    let DeliveriesQuery { limit, after } = query.0;
    let deliveries = webhooks.deliveries(path.0.id, after, limit.with_next()).await?;
    let deliveries = deliveries.ok_or_else(|| paging::no_such_item("after"))?;
    let page = Page::first(&request, deliveries, limit, |delivery: &Delivery| delivery.id);
    Ok(page.response(|deliveries| Deliveries { deliveries }))
}

/// Sends a message again
///
/// Sends a delivered or given-up message again, with the same id and body, and retries for a day after a failure. A
/// message that waits for its next attempt is sent at once, unless an earlier one of its night waits too. Returns the
/// newest 100 deliveries.
#[utoipa::path(
    tag = "Webhooks",
    params(DeliveryPath),
    responses((status = 200, description = "The deliveries, the newest first.", body = Deliveries)),
)]
#[post("/webhooks/{id}/deliveries/{delivery}/resend")]
pub async fn resend_delivery(
    _: Permitted<rights::ManageLeague>,
    path: Path<DeliveryPath>,
    webhooks: Data<WebhookService>,
) -> Result<Json<Deliveries>, HttpProblem> {
    let DeliveryPath { id, delivery } = path.0;
    webhooks.send_again(id, delivery).await?;
    let deliveries = webhooks.deliveries(id, None, MAX_RETURNED).await?.unwrap_or_default();
    Ok(Json(Deliveries { deliveries }))
}
