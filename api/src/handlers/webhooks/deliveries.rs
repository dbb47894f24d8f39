//! The deliveries of messages to a webhook.

use actix_web::web::{Data, Json};
use actix_web::{get, post};
use pegout_engine::league::{MessageId, WebhookId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::auth::right::need;
use crate::handlers::webhooks::WebhookPath;
use crate::http::caller::Permitted;
use crate::http::params::Path;
use crate::model::webhook::Delivery;
use crate::openapi::responses::{PrivateProblems, ResendProblems};
use crate::problem::Problem;
use crate::services::webhooks::WebhookService;

/// The path of a delivery.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct DeliveryPath {
    /// The id of the webhook.
    id: WebhookId,
    /// The id of the message.
    delivery: MessageId,
}

/// The deliveries of messages to a webhook.
#[derive(Serialize, ToSchema)]
pub struct Deliveries {
    /// The newest 100 deliveries, the newest first.
    #[schema(max_items = 100)]
    deliveries: Vec<Delivery>,
}

/// Lists the deliveries to a webhook
///
/// Returns the newest 100 deliveries with their states and times. Each is kept for 7 days after its event, or its last
/// attempt. Of a receiver's response only the status is kept.
#[utoipa::path(
    operation_id = "listDeliveries",
    tag = "League",
    params(WebhookPath),
    responses((status = 200, description = "The deliveries, the newest first.", body = Deliveries), PrivateProblems),
    security(("token" = [])),
)]
#[get("/webhooks/{id}/deliveries")]
pub async fn list_deliveries(
    _: Permitted<need::ManageLeague>,
    path: Path<WebhookPath>,
    webhooks: Data<WebhookService>,
) -> Result<Json<Deliveries>, Problem> {
    Ok(Json(Deliveries { deliveries: webhooks.deliveries(path.0.id).await? }))
}

/// Sends a message again
///
/// Sends a message that was delivered or given up once more, with the same id and body, and retries for a day if that
/// fails. A message that waits for its next attempt is sent at once, unless an earlier one of its night waits too.
/// Returns the deliveries.
#[utoipa::path(
    operation_id = "resendDelivery",
    tag = "League",
    params(DeliveryPath),
    responses((status = 200, description = "The deliveries, the newest first.", body = Deliveries), ResendProblems),
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
    Ok(Json(Deliveries { deliveries: webhooks.deliveries(id).await? }))
}
