//! The deliveries of messages to a webhook.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse, get, post};
use pegout_league::{MessageId, WebhookId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::right::need;
use crate::handlers::webhooks::WebhookPath;
use crate::http::caller::Permitted;
use crate::http::paging::{self, Limit, Page};
use crate::http::params::{Path, Query};
use crate::problem::Problem;
use crate::services::webhooks::WebhookService;
use pegout_model::webhook::Delivery;

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
    #[serde(default = "Limit::hundred")]
    #[param(value_type = Option<u16>, nullable = false, minimum = 1, maximum = 1000, example = 100)]
    limit: Limit,
    /// The id of the message after which the deliveries are, which are older, as the link in the header has it.
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
/// Returns the newest deliveries with their states and times. Each is kept for 7 days after its event, or its last
/// attempt. Of a receiver's response only the status is kept.
#[utoipa::path(
    operation_id = "listDeliveries",
    tag = "Webhooks",
    params(WebhookPath, DeliveriesQuery),
    responses(
        (status = 200, description = "The deliveries, the newest first.", body = Deliveries,
            headers(("Link" = String, description = "The path of the deliveries after these, with `rel=\"next\"`, if there are any."))),
    ),
    security(("token" = [])),
)]
#[get("/webhooks/{id}/deliveries")]
pub async fn list_deliveries(
    request: HttpRequest,
    _: Permitted<need::ManageLeague>,
    path: Path<WebhookPath>,
    query: Query<DeliveriesQuery>,
    webhooks: Data<WebhookService>,
) -> Result<HttpResponse, Problem> {
    let DeliveriesQuery { limit, after } = query.0;
    let deliveries = webhooks.deliveries(path.0.id, after, limit.with_next()).await?;
    let deliveries = deliveries.ok_or_else(|| paging::no_such_item("after"))?;
    let page = Page::first(&request, deliveries, limit, |delivery: &Delivery| delivery.id);
    Ok(page.response(|deliveries| Deliveries { deliveries }))
}

/// Sends a message again
///
/// Sends a message that was delivered or given up once more, with the same id and body, and retries for a day if that
/// fails. A message that waits for its next attempt is sent at once, unless an earlier one of its night waits too.
/// Returns the newest 100 deliveries.
#[utoipa::path(
    operation_id = "resendDelivery",
    tag = "Webhooks",
    params(DeliveryPath),
    responses((status = 200, description = "The deliveries, the newest first.", body = Deliveries)),
    security(("token" = [])),
)]
#[post("/webhooks/{id}/deliveries/{delivery}/resend")]
pub async fn resend_delivery(
    _: Permitted<need::ManageLeague>,
    path: Path<DeliveryPath>,
    webhooks: Data<WebhookService>,
) -> Result<Json<Deliveries>, Problem> {
    let DeliveryPath { id, delivery } = path.0;
    webhooks.send_again(id, delivery).await?;
    let deliveries = webhooks.deliveries(id, None, MAX_RETURNED).await?.unwrap_or_default();
    Ok(Json(Deliveries { deliveries }))
}
