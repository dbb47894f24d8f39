//! The OpenAPI document: generated from the operations, with the worked examples of `openapi/examples`.

mod flat;
pub mod responses;

use std::collections::{BTreeMap, HashMap, HashSet};

use actix_web::HttpResponse;
use actix_web::dev::ResourceDef;
use actix_web::http::Method;
use actix_web::http::header::ContentType;
use actix_web::web::Data;
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};
use utoipa::Modify;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_swagger_ui::Config;

use crate::problem::{Problem, ProblemType};

/// The most bytes in a body.
pub const MAX_BODY: usize = 64 * 1024;
/// The most bytes in a body of an operation that takes a long list.
pub const MAX_LARGE_BODY: usize = 2 * 1024 * 1024;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Pegout",
        description = "Keeps the score of a cribbage club: the games at its tables, from the first deal to the rematch. It also \
            counts any hand or crib, checks and scores the play, and advises the discard.\n\n\
            Cards are written as rank then suit, like `5H`, `10D` or `JC`. Bodies are JSON in UTF-8 with `snake_case` names. \
            Errors are `application/problem+json` (RFC 9457): `type` tells programs what is wrong, `detail` tells people, \
            and `errors` points to the fields. Unknown fields and parameters are refused, so that a \
            misspelt one does not go unnoticed, and so is a body where none is taken, unless it is empty or `{}`. A body may \
            have up to 64 KiB, that of `countBatch` and `importPlayers` up to 2 MiB. Scripts of any site may call what keeps \
            nothing: scoring, play, discard, rules, problems, and this document.\n\n\
            Whoever has a game's id may look at it. To change it takes its `scorer_token`, or the coordinator's token, sent as \
            `Authorization: Bearer …`. What is put under an id that the phone has made can be sent twice without harm.\n\n\
            ### A game with curl\n\n\
            ```\n\
            games=http://localhost:8080/api/v1/games\n\
            curl $games --json '{\"sides\": [{\"name\": \"Ann\"}, {\"name\": \"Bob\"}]}'  # answers with the game and its scorer_token\n\
            game=…  token='Authorization: Bearer …'                             # the id and the scorer_token\n\
            curl -N $games/$game/live &                                         # tells whatever happens\n\
            peg=$(uuidgen)                                                      # ids are made by who sends\n\
            curl -X PUT $games/$game/pegs/$peg -H \"$token\" --json '{\"side\": 1, \"points\": 8, \"for\": \"hand\"}'\n\
            curl -X DELETE $games/$game/pegs/$peg -H \"$token\"                   # takes it back\n\
            curl -X PUT $games/$game/deals/2 -H \"$token\" --json '{\"id\": \"'$(uuidgen)'\"}'\n\
            curl -X PUT $games/$game/result -H \"$token\" --json '{\"scores\": [121, 88]}'\n\
            curl -X PUT $games/$(uuidgen) -H \"$token\" --json '{\"rematch_of\": \"'$game'\"}'\n\
            ```\n\n\
            ### A night with curl\n\n\
            ```\n\
            api=http://localhost:8080/api/v1\n\
            token=\"Authorization: Bearer $(curl -s $api/session --json '{\"password\": \"…\"}' | jq -r .token)\"\n\
            curl $api/seasons -H \"$token\" --json '{\"name\": \"2026\", \"starts\": \"2026-01-01\", \"ends\": \"2026-12-31\"}'\n\
            night=$api/nights/$(curl -s $api/nights -H \"$token\" --json '{\"date\": \"2026-01-28\"}' | jq -r .id)\n\
            for name in Ann Bob Cy Di; do                                       # everybody is checked in, and pays\n\
            \x20\x20player=$(curl -s $api/players -H \"$token\" --json '{\"name\": \"'$name'\"}' | jq -r .id)\n\
            \x20\x20curl -X PUT $night/entries/$player -H \"$token\" --json '{\"paid\": true}'\n\
            done\n\
            curl $night/rounds -H \"$token\" --json '{\"number\": 1}'               # draws who sits where\n\
            game=$(curl -s $night | jq -r '.rounds[0].tables[0].game_id')       # a game as any other\n\
            curl -X PUT $api/games/$game/result -H \"$token\" --json '{\"scores\": [121, 97]}'\n\
            curl -X POST $night/finish -H \"$token\"\n\
            curl $night/standings\n\
            curl $night/money -H \"$token\"                                       # to the cent\n\
            ```\n\n\
            ### A game on this page\n\n\
            Press Authorize and enter `Tm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUgISE`, the token of the examples. Then execute `putGame`, \
            `putPeg`, `deletePeg`, `putDeal` and `putResult` as they stand. They are about one table: Ann and Bob against Cy and Di.",
    ),
    tags(
        (name = "Scoring", description = "Counting hands and cribs, checking the play, advising the discard. Nothing is kept."),
        (name = "Games", description = "The score of one table: pegs, deals, results, and everybody who watches."),
        (name = "League", description = "The league: what it has set, its seasons and players, and who may sign in."),
        (name = "Nights", description = "A night of the league: who plays, the rounds, the standings, the money, and the phones that join."),
        (name = "Session", description = "The coordinator and representatives sign in and out."),
        (name = "Problems", description = "What the errors mean."),
        (name = "Service", description = "For whoever looks after the service."),
    ),
    components(schemas(Problem, ProblemType)),
    modifiers(&TokenScheme),
)]
struct Base;

/// How a token is sent.
struct TokenScheme;

impl Modify for TokenScheme {
    fn modify(&self, document: &mut OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A game's scorer_token, or the token that signIn gives the coordinator and representatives.",
            ))
            .build();
        document.components.get_or_insert_default().add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// What the document says before any operation is added.
pub fn base() -> OpenApi {
    Base::openapi()
}

/// The document with the examples added.
pub fn finish(document: &OpenApi) -> Value {
    let mut document = json!(document);
    let mut schemas = document["components"]["schemas"].take();
    schemas.as_object_mut().into_iter().for_each(flat::flatten);
    for operation in operations(&mut document) {
        if let Some(body) = operation.get_mut("requestBody").filter(|body| may_be_left_out(body, &schemas)) {
            body["required"] = json!(false);
        }
        let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
        if TAKE_MUCH.contains(&id.as_str()) {
            let content = &mut operation["responses"]["413"]["content"]["application/problem+json"];
            content["examples"][responses::GENERAL]["value"] = json!(Problem::too_large(MAX_LARGE_BODY));
        }
        let Some(file) = Examples::get(&format!("{id}.json")) else { continue };
        let examples: Map<String, Value> = serde_json::from_slice(&file.data).expect(WHY_EXAMPLES_ARE_GOOD);
        for (name, example) in examples {
            add(operation, &name, serde_json::from_value(example).expect(WHY_EXAMPLES_ARE_GOOD));
        }
    }
    document["components"]["schemas"] = schemas;
    document
}

/// Whether no body at all will do: nothing is required of it.
fn may_be_left_out(body: &Value, schemas: &Value) -> bool {
    let reference = body["content"]["application/json"]["schema"]["$ref"].as_str().unwrap_or_default();
    let schema = reference.rsplit('/').next().and_then(|name| schemas.get(name)).and_then(Value::as_object);
    schema.is_some_and(|schema| !schema.contains_key("required") && !schema.contains_key("minProperties"))
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let items = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    items.filter_map(Value::as_object_mut).flat_map(Map::values_mut).filter(|part| part.is_object())
}

/// The document as it stands in the repository.
pub fn pretty(document: &Value) -> String {
    format!("{document:#}\n")
}

/// The document, ready to be served and asked.
pub struct Document {
    json: String,
    methods: Vec<(ResourceDef, String)>,
    takes: HashMap<(Method, String), Takes>,
    /// The methods of which every operation takes a body.
    bodied: HashSet<Method>,
}

/// What an operation takes, besides the parameters of its path.
#[derive(Clone, Copy)]
pub struct Takes {
    /// Whether it takes parameters after the question mark.
    pub query: bool,
    /// Whether it takes a body.
    pub body: bool,
}

impl Document {
    /// Prepares the document, and knows of `pages` too, which it does not describe: they answer GET and HEAD.
    pub fn new(document: &Value, pages: &[&'static str]) -> Document {
        let described = document["paths"].as_object().into_iter().flatten().map(|(path, item)| {
            let methods = item.as_object().into_iter().flat_map(Map::keys).map(|method| match method.as_str() {
                "get" => "GET, HEAD".to_owned(),
                other => other.to_ascii_uppercase(),
            });
            (path.as_str(), methods.collect::<Vec<_>>().join(", "))
        });
        let pages = pages.iter().map(|path| (*path, "GET, HEAD".to_owned()));
        let methods = described.chain(pages).map(|(path, allow)| (ResourceDef::new(path), allow)).collect();
        let takes = takes(document);
        let bodiless = |method: &Method| takes.iter().any(|((of, _), takes)| of == method && !takes.body);
        let bodied = takes.keys().map(|(method, _)| method.clone()).filter(|method| !bodiless(method)).collect();
        Document { json: pretty(document), methods, takes, bodied }
    }

    /// What the operation of this method at a path takes, with the names of the path's parameters in braces, if there is
    /// one.
    pub fn takes(&self, method: &Method, path: String) -> Option<Takes> {
        self.takes.get(&(method.clone(), path)).copied()
    }

    /// Whether every operation of this method takes a body.
    pub fn always_takes_a_body(&self, method: &Method) -> bool {
        self.bodied.contains(method)
    }

    /// The methods that a path answers, as an Allow header lists them, if there is such a path.
    pub fn methods(&self, path: &str) -> Option<String> {
        self.methods.iter().find(|(pattern, _)| pattern.is_match(path)).map(|(_, allow)| allow.clone())
    }
}

fn takes(document: &Value) -> HashMap<(Method, String), Takes> {
    let items = document["paths"].as_object().into_iter().flatten();
    let operations = items.flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten();
        methods
            .filter_map(move |(method, operation)| Some((path, method.to_ascii_uppercase().parse().ok()?, operation)))
    });
    let taken = |(path, method, operation): (&String, Method, &Value)| {
        let mut parameters = operation["parameters"].as_array().into_iter().flatten();
        let query = parameters.any(|parameter| parameter["in"] == "query");
        ((method, path.clone()), Takes { query, body: operation.get("requestBody").is_some() })
    };
    operations.map(taken).collect()
}

/// Answers with the document.
pub async fn serve(document: Data<Document>) -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::json()).body(document.json.clone())
}

/// How Swagger UI shows it.
pub fn swagger() -> Config<'static> {
    Config::from("/openapi.json")
        .try_it_out_enabled(true)
        .validator_url("none")
        .display_request_duration(true)
        .deep_linking(true)
        .display_operation_id(true)
}

/// Worked examples: a file an operation, named by its id.
#[derive(RustEmbed)]
#[folder = "../openapi/examples"]
struct Examples;

/// The operations whose body may have up to [`MAX_LARGE_BODY`].
const TAKE_MUCH: [&str; 2] = ["countBatch", "importPlayers"];

const WHY_EXAMPLES_ARE_GOOD: &str = "the document is built with every example before anything else happens";

/// One worked example. What must be asked before it, with what token, and whether chance decides the answer is for the
/// test that sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    summary: String,
    #[serde(default, rename = "before")]
    _before: IgnoredAny,
    #[serde(default, rename = "token")]
    _token: IgnoredAny,
    #[serde(default, rename = "drawn")]
    _drawn: IgnoredAny,
    #[serde(default)]
    parameters: BTreeMap<String, Value>,
    request: Option<Value>,
    status: u16,
    response: Value,
}

fn add(operation: &mut Value, name: &str, example: Example) {
    let Example { summary, parameters, request, status, response, .. } = example;
    let good = (200..300).contains(&status);
    for parameter in
        operation.get_mut("parameters").filter(|_| good).and_then(Value::as_array_mut).into_iter().flatten()
    {
        if let Some(value) = parameter["name"].as_str().and_then(|parameter| parameters.get(parameter)) {
            parameter["examples"][name] = json!({ "summary": summary, "value": value });
        }
    }
    if let Some(request) = request {
        operation["requestBody"]["content"]["application/json"]["examples"][name] =
            json!({ "summary": summary, "value": request });
    }
    for content in
        operation["responses"][status.to_string()]["content"].as_object_mut().into_iter().flat_map(Map::values_mut)
    {
        if let Some(general) = content.get_mut("examples").and_then(Value::as_object_mut) {
            general.remove(responses::GENERAL);
        }
        content["examples"][name] = json!({ "summary": summary, "value": response });
    }
}
