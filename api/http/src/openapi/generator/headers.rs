//! The headers of requests and responses, which depend on the path and the method alone.

use serde_json::{Map, Value, json};

use crate::openapi::Policy;

/// Describes the headers of all operations. Each header is described once, among the components.
pub fn describe(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, item) in paths {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            describe_operation(path, method, operation);
        }
    }
    document["components"]["headers"] = headers();
    document["components"]["parameters"] = parameters();
}

fn describe_operation(path: &str, method: &str, operation: &mut Value) {
    let policy = Policy::of(path);
    let is_read = method == "get";
    let is_game = path.starts_with("/api/v1/games/{id}");
    let has_version = is_game || path.starts_with("/api/v1/nights/{id}");
    let has_tag = is_read && matches!(policy, Policy::Compared(_) | Policy::Tagged);
    if has_tag {
        add_parameter(operation, "If-None-Match");
        operation["responses"]["304"] =
            json!({ "description": "Nothing has changed since the tag of `If-None-Match`." });
    }
    if is_game && !is_read && path != "/api/v1/games/{id}" || is_game && method == "patch" {
        add_parameter(operation, "Prefer");
        let minimal = json!({ "description": "Done. With `Prefer: return=minimal` there is no body." });
        operation["responses"]["204"] = minimal;
    }
    let may_be_versioned = has_version && (!is_read || path.ends_with("/{id}"));
    if let Some(responses) = operation["responses"].as_object_mut() {
        responses.sort_keys();
    }
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        let is_good = status.starts_with('2') || status == "304";
        let is_versioned = may_be_versioned && has_its_version(response);
        let names = [
            ("X-Request-Id", true),
            ("ETag", has_tag && is_good),
            ("Cache-Control", is_read && is_good),
            ("X-Version", is_versioned && is_good),
            ("X-Seen", is_versioned && is_good),
            ("Preference-Applied", status == "204"),
            ("RateLimit", status == "429"),
            ("RateLimit-Policy", status == "429"),
        ];
        for (name, _) in names.into_iter().filter(|(_, is_there)| *is_there) {
            response["headers"][name] = json!({ "$ref": format!("#/components/headers/{name}") });
        }
    }
}

/// Returns true for a response that is a game or a night, or has no body.
fn has_its_version(response: &Value) -> bool {
    let Some(content) = response.get("content") else { return true };
    let schema = content["application/json"]["schema"]["$ref"].as_str().unwrap_or_default();
    ["Game", "Begun", "NightAnswer"].iter().any(|name| schema == format!("#/components/schemas/{name}"))
}

fn add_parameter(operation: &mut Value, name: &str) {
    let reference = json!({ "$ref": format!("#/components/parameters/{name}") });
    match operation.get_mut("parameters").and_then(Value::as_array_mut) {
        Some(parameters) => parameters.push(reference),
        None => operation["parameters"] = json!([reference]),
    }
}

fn headers() -> Value {
    let text = || json!({ "type": "string" });
    let all = [
        (
            "X-Request-Id",
            "The id of the request in the service's log: the id that the request came with, or a new id.",
            json!({ "type": "string", "pattern": "^[A-Za-z0-9._-]{8,64}$" }),
        ),
        (
            "ETag",
            "The tag of the state that the caller sees, for `If-None-Match`. `putLeague` takes the league's tag as `based_on`.",
            json!({ "type": "string" }),
        ),
        ("Cache-Control", "The caching rules for the answer.", json!({ "type": "string" })),
        (
            "X-Version",
            "The version of the game or the night, which `based_on` takes.",
            json!({ "type": "integer", "format": "int64", "minimum": 1 }),
        ),
        (
            "X-Seen",
            "The state that the answer shows. The parameter `seen` of a later request takes it, so that no server answers with an older state.",
            json!({ "type": "string" }),
        ),
        ("Preference-Applied", "`return=minimal`.", text()),
        (
            "RateLimit",
            "The limit that is used up, and the seconds until the next request is accepted: `\"changes\";r=0;t=1`.",
            json!({ "type": "string" }),
        ),
        (
            "RateLimit-Policy",
            "The limit: the number of requests (`q`) in a number of seconds (`w`), like `\"changes\";q=50;w=1`.",
            json!({ "type": "string" }),
        ),
        ("RateLimit-Policy", "The limit: the requests in a number of seconds, like `\"changes\";q=50;w=1`.", text()),
    ];
    let header = |(name, description, schema): (&str, _, _)| {
        (name.to_owned(), json!({ "description": description, "schema": schema }))
    };
    all.into_iter().map(header).collect::<Map<_, _>>().into()
}

fn parameters() -> Value {
    let all = [
        (
            "If-None-Match",
            "The ETag of an earlier answer. If nothing has changed for the caller since, the answer is 304 without a body.",
        ),
        ("Prefer", "`return=minimal`: the answer is 204, or 201 with the Location, and has no body."),
    ];
    let parameter = |(name, description): (&str, &str)| {
        let schema = json!({ "type": "string" });
        (
            name.to_owned(),
            json!({ "name": name, "in": "header", "description": description, "required": false, "schema": schema }),
        )
    };
    all.into_iter().map(parameter).collect::<Map<_, _>>().into()
}
