//! The rules a club may set.

use std::collections::BTreeMap;

use actix_web::{get, web::Json};
use engine::{Preset, Rules};
use serde_json::{Map, Value, json};

use crate::body;
use crate::problem::Problem;

/// List the presets
///
/// Every set of rules that has a name, whole. A request names a preset, or the rules that differ, or both.
#[utoipa::path(
    operation_id = "listRules",
    tag = "Scoring",
    responses((status = 200, description = "The rules of every preset, by its name.", body = BTreeMap<Preset, Rules>)),
)]
#[get("/rules")]
pub async fn list_rules() -> Json<BTreeMap<Preset, Rules>> {
    Json(Preset::ALL.into_iter().map(|preset| (preset, preset.rules())).collect())
}

/// The rules that a request asks for: the preset's, with the fields in `changes` replaced.
///
/// # Errors
///
/// When a field of `changes` is unknown or out of its range, or does not go with the others.
pub fn chosen(preset: Option<Preset>, changes: Option<Map<String, Value>>) -> Result<Rules, Problem> {
    let preset = preset.unwrap_or_default().rules();
    let Some(changes) = changes else { return Ok(preset) };
    let mut whole = json!(preset);
    if let Value::Object(fields) = &mut whole {
        fields.extend(changes);
    }
    let rules: Rules = body::from_value(whole).map_err(|problem| problem.under("/rules"))?;
    rules.check()?;
    Ok(rules)
}
