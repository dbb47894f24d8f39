//! The served document, the input that each operation accepts, and the rules for caches of its response.

use std::collections::{BTreeMap, HashMap, HashSet};

use actix_web::dev::ResourceDef;
use actix_web::http::Method;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The document of the repository. A test proves that it belongs to this version. Generating it at each start would
/// take time and memory.
pub const JSON: &str = include_str!("../../../../openapi/openapi.json");
/// The place in it that names the server.
const SERVER: &str = r#""url": "/""#;

/// Returns the document of the service at this address, which has no slash at the end.
pub fn at(address: &str) -> String {
    JSON.replacen(SERVER, &format!(r#""url": "{address}""#), 1)
}

/// The part of the document with the input of operations.
#[derive(Deserialize)]
struct Written {
    paths: BTreeMap<String, PathItem>,
    components: Components,
}

/// The components that operations refer to.
#[derive(Deserialize)]
struct Components {
    parameters: BTreeMap<String, Parameter>,
}

/// The operations of a path by their methods.
#[derive(Deserialize)]
struct PathItem(HashMap<String, Operation>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Operation {
    #[serde(default)]
    parameters: Vec<Parameter>,
    request_body: Option<IgnoredAny>,
    /// The ways to be authorised. An empty way needs no token.
    #[serde(default)]
    security: Vec<BTreeMap<String, IgnoredAny>>,
}

/// A parameter, or a reference to a shared parameter.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Parameter {
    #[serde(rename = "in")]
    place: String,
    #[serde(rename = "$ref")]
    reference: String,
}

impl PathItem {
    /// The operations with their methods, in the order of an Allow header.
    fn operations(&self) -> impl Iterator<Item = (Method, &Operation)> {
        let all = [Method::GET, Method::PUT, Method::POST, Method::DELETE, Method::PATCH];
        all.into_iter().filter_map(|method| {
            let operation = self.0.get(&method.as_str().to_ascii_lowercase())?;
            Some((method, operation))
        })
    }

    fn allow(&self) -> String {
        let name = |method: Method| if method == Method::GET { "GET, HEAD".to_owned() } else { method.to_string() };
        let methods = self.operations().map(|(method, _)| name(method));
        methods.chain(["OPTIONS".to_owned()]).collect::<Vec<_>>().join(", ")
    }
}

/// The lookups of the document's operations.
pub struct Document {
    methods: Vec<(ResourceDef, String)>,
    accepts: HashMap<(Method, String), AcceptedInput>,
    /// The methods whose operations all have a body.
    methods_with_body: HashSet<Method>,
}

/// The input that an operation accepts besides its path.
#[derive(Clone, Copy)]
pub struct AcceptedInput {
    /// True if it has query parameters.
    pub query: bool,
    /// True if it has a body.
    pub body: bool,
    /// True if it always needs a token.
    pub needs_token: bool,
}

impl Document {
    /// Reads the document. The `pages` are not in it; they accept GET, HEAD and OPTIONS.
    pub fn new(pages: &[&'static str]) -> Document {
        let Written { paths, components } =
            serde_json::from_str(JSON).expect("a test compares the document with the operations");
        let described = paths.iter().map(|(path, item)| (path.as_str(), item.allow()));
        let pages = pages.iter().map(|path| (*path, "GET, HEAD, OPTIONS".to_owned()));
        let methods = described.chain(pages).map(|(path, allow)| (ResourceDef::new(path), allow)).collect();
        let accepts = accepts(&paths, &components.parameters);
        let bodiless = |method: &Method| accepts.iter().any(|((of, _), accepts)| of == method && !accepts.body);
        let methods_with_body =
            accepts.keys().map(|(method, _)| method.clone()).filter(|method| !bodiless(method)).collect();
        Document { methods, accepts, methods_with_body }
    }

    /// Returns the input of the operation with this method and path pattern.
    pub fn accepts(&self, method: &Method, path: String) -> Option<AcceptedInput> {
        self.accepts.get(&(method.clone(), path)).copied()
    }

    /// Returns true if every operation of this method has a body.
    pub fn always_accepts_body(&self, method: &Method) -> bool {
        self.methods_with_body.contains(method)
    }

    /// Returns the methods that a path accepts, as the Allow header lists them.
    pub fn methods(&self, path: &str) -> Option<String> {
        let matching = self.methods.iter().filter(|(pattern, _)| pattern.is_match(path));
        // The longer pattern wins: "/seasons/{id}.ics" before "/seasons/{id}".
        matching.max_by_key(|(pattern, _)| literal_length(pattern)).map(|(_, allow)| allow.clone())
    }
}

/// The number of letters of a pattern outside its parameters.
fn literal_length(pattern: &ResourceDef) -> usize {
    let text = pattern.pattern().unwrap_or_default();
    text.split('}').map(|part| part.split('{').next().unwrap_or_default().len()).sum()
}

fn accepts(
    paths: &BTreeMap<String, PathItem>,
    shared: &BTreeMap<String, Parameter>,
) -> HashMap<(Method, String), AcceptedInput> {
    let operations = paths
        .iter()
        .flat_map(|(path, item)| item.operations().map(move |(method, operation)| ((method, path.clone()), operation)));
    let taken = |operation: &Operation| {
        let described = |parameter: &'_ Parameter| {
            let name = parameter.reference.rsplit('/').next().unwrap_or_default();
            shared.get(name).map_or_else(|| parameter.place.clone(), |shared| shared.place.clone())
        };
        let query = operation.parameters.iter().any(|parameter| described(parameter) == "query");
        let security = &operation.security;
        let needs_token = !security.is_empty() && security.iter().all(|way| !way.is_empty());
        AcceptedInput { query, body: operation.request_body.is_some(), needs_token }
    };
    operations.map(|(place, operation)| (place, taken(operation))).collect()
}

/// The way in which caches may keep the response of an operation that reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The response never changes while this version runs: a cache keeps it for an hour.
    Constant,
    /// The response is kept, and compared by its tag before each use.
    Compared(Strength),
    /// The response is about people, money or rights: it is not kept, but it has a tag.
    Tagged,
    /// The response is not kept.
    NotKept,
}

/// The strength of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// The tag names the content of the response.
    Weak,
    /// The tag names the bytes of the response.
    Strong,
}

impl Policy {
    /// The policy of the path with this pattern.
    pub fn of(pattern: &str) -> Policy {
        match pattern {
            "/api/v1/score/hand" | "/api/v1/score/crib" => Policy::Constant,
            "/api/v1/league" | "/api/v1/seasons" | "/api/v1/seasons/{id}" => Policy::Compared(Strength::Strong),
            "/openapi.json"
            | "/problems"
            | "/problems/{slug}"
            | "/api/v1/rules"
            | "/api/v1/rules/fields"
            | "/api/v1/games/{id}"
            | "/api/v1/games/{id}/history"
            | "/api/v1/games/{id}/summary"
            | "/api/v1/nights"
            | "/api/v1/nights/{id}"
            | "/api/v1/nights/{id}/standings"
            | "/api/v1/nights/{id}/standings.csv"
            | "/api/v1/nights/{id}.ics"
            | "/api/v1/seasons/{id}.ics"
            | "/api/v1/seasons/{id}/standings"
            | "/api/v1/seasons/{id}/standings.csv"
            | "/api/v1/seasons/{id}/meetings"
            | "/api/v1/seasons/{id}/meetings.csv"
            | "/api/v1/seasons/{id}/records"
            | "/api/v1/seasons/{id}/race"
            | "/api/v1/records"
            | "/api/v1/players/{id}/profile" => Policy::Compared(Strength::Weak),
            "/api/v1/players" | "/api/v1/players/{id}" | "/api/v1/representatives" => Policy::Tagged,
            _ => Policy::NotKept,
        }
    }
}
