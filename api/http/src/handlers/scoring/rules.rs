//! The rules of a game, as a preset and changes to it.

use std::collections::BTreeMap;
use std::fmt;

use actix_web::{get, web::Json};
use pegout_engine::{PenaltiesChange, Preset, Rules};
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value, json};
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::body;
use pegout_service::problem::Problem;

/// Lists the presets
///
/// Returns the complete rules of every preset. A request names a preset, the rules that differ from it, or both.
#[utoipa::path(
    tag = "Scoring",
    responses((status = 200, description = "The rules of every preset, by its name.", body = BTreeMap<Preset, Rules>)),
)]
#[get("/rules")]
pub async fn list_rules() -> Json<BTreeMap<Preset, Rules>> {
    Json(Preset::ALL.into_iter().map(|preset| (preset, preset.rules())).collect())
}

/// A field of the rules.
#[derive(Serialize, ToSchema)]
pub struct RulesField {
    /// The name of the field.
    #[schema(examples("muggins"))]
    name: String,
    /// The meaning of its values.
    #[schema(examples("True if an opponent may claim the points that a player missed."))]
    description: String,
    /// The allowed values, if they are words or a few numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, schema_with = allowed_values)]
    values: Option<Vec<Value>>,
    /// The value in the preset `auclair`, which is the default.
    #[schema(required = true, schema_with = default_value)]
    default: Value,
}

/// Returns the schema of the allowed values of a field.
fn allowed_values() -> Schema {
    let value = OneOfBuilder::new()
        .item(ObjectBuilder::new().schema_type(Type::Integer))
        .item(ObjectBuilder::new().schema_type(Type::String));
    ArrayBuilder::new()
        .description(Some("The allowed values, if they are words or a few numbers."))
        .items(value)
        .min_items(Some(2))
        .build()
        .into()
}

/// Returns the schema for the default of a field.
fn default_value() -> Schema {
    let number = || ObjectBuilder::new().schema_type(Type::Integer);
    OneOfBuilder::new()
        .description(Some("The value in the preset `auclair`, which is the default."))
        .item(ObjectBuilder::new().schema_type(Type::Boolean))
        .item(number())
        .item(ObjectBuilder::new().schema_type(Type::String))
        .item(ArrayBuilder::new().items(number()))
        .item(Ref::from_schema_name("Penalties"))
        .item(ObjectBuilder::new().schema_type(Type::Null))
        .build()
        .into()
}

/// All fields of the rules.
#[derive(Serialize, ToSchema)]
pub struct RulesFields {
    /// The fields, in the order in which rules are returned.
    fields: Vec<RulesField>,
}

/// Lists the fields of the rules
///
/// Returns each field of the rules with a sentence about its values, and its default. `values` lists the allowed words.
#[utoipa::path(
    tag = "Scoring",
    responses((status = 200, description = "The fields.", body = RulesFields)),
)]
#[get("/rules/fields")]
pub async fn describe_rules() -> Json<RulesFields> {
    let defaults = json!(Preset::default().rules());
    let mut named = Vec::new();
    Rules::schemas(&mut named);
    let field = |(name, schema): (&String, &RefOr<Schema>)| {
        let schema = json!(schema);
        RulesField {
            name: name.clone(),
            description: schema["description"].as_str().unwrap_or_default().to_owned(),
            values: values(&schema, &named),
            default: defaults[name].clone(),
        }
    };
    let RefOr::T(Schema::Object(rules)) = Rules::schema() else { return Json(RulesFields { fields: Vec::new() }) };
    Json(RulesFields { fields: rules.properties.iter().map(field).collect() })
}

/// The values that a schema lists, itself or as one of the `named` ones.
fn values(schema: &Value, named: &[(String, RefOr<Schema>)]) -> Option<Vec<Value>> {
    let reference = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    let referred = named.iter().find(|(name, _)| Some(name.as_str()) == reference).map(|(_, schema)| json!(schema));
    referred.as_ref().unwrap_or(schema)["enum"].as_array().cloned()
}

/// Some fields of [`Rules`], with values that differ from a preset.
#[derive(Clone)]
pub struct RulesChange(Map<String, Value>);

impl<'de> Deserialize<'de> for RulesChange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RulesChange, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = RulesChange;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut given: A) -> Result<RulesChange, A::Error> {
                let mut fields = Map::new();
                while let Some((name, value)) = given.next_entry::<String, Value>()? {
                    if fields.insert(name.clone(), value).is_some() {
                        return Err(A::Error::custom(format!("duplicate field `{name}`")));
                    }
                }
                Ok(RulesChange(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

impl PartialSchema for RulesChange {
    fn schema() -> RefOr<Schema> {
        let mut schema = Rules::schema();
        if let RefOr::T(Schema::Object(rules)) = &mut schema {
            rules.required.clear();
            rules.description = Some("The rules that differ from the preset.".to_owned());
            if let Some(RefOr::Ref(penalties)) = rules.properties.get_mut("penalties") {
                penalties.ref_location = Ref::from_schema_name(PenaltiesChange::name()).ref_location;
            }
            // A field that is left out is as in the preset: a client must not put the default of another one there.
            rules.properties.values_mut().for_each(forget_default);
        }
        schema
    }
}

fn forget_default(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::Ref(reference) => reference.default = None,
        RefOr::T(Schema::Object(object)) => object.default = None,
        RefOr::T(Schema::Array(array)) => array.default = None,
        RefOr::T(Schema::OneOf(choice)) => choice.default = None,
        _ => {}
    }
}

impl ToSchema for RulesChange {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Rules::schemas(schemas);
        schemas.push((PenaltiesChange::name().into_owned(), PenaltiesChange::schema()));
    }
}

/// Returns the preset with the fields in `change` replaced.
pub fn resolve(preset: Option<Preset>, change: Option<RulesChange>) -> Result<Rules, Problem> {
    let preset = preset.unwrap_or_default().rules();
    let Some(RulesChange(change)) = change else { return Ok(preset) };
    let named: Vec<String> = change.keys().cloned().collect();
    let mut whole = json!(preset);
    if let Value::Object(fields) = &mut whole {
        fields.extend(change);
    }
    let rules: Rules = body::from_value(whole).map_err(|problem| problem.prefixed("/rules"))?;
    rules.check().map_err(|error| {
        let pointer = if named.iter().any(|name| name == error.field()) { error.field() } else { "" };
        Problem::invalid(format!("/rules/{pointer}").trim_end_matches('/'), error.to_string())
    })?;
    Ok(rules)
}
