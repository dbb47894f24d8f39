//! What the document says of the answers to requests that are wrong.

use std::collections::BTreeMap;

use serde_json::json;
use utoipa::IntoResponses;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

use crate::problem::ProblemType::*;
use crate::problem::{Explanation, Problem, ProblemType};

/// What can be wrong with a hand in a body.
pub struct HandProblems;

impl IntoResponses for HandProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers(&[BODY, &[Invalid, DuplicateCard]].concat())
    }
}

/// What can be wrong with a hand in the parameters.
pub struct HandParameterProblems;

impl IntoResponses for HandParameterProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers(&[Invalid, DuplicateCard])
    }
}

/// What can be wrong with the play of a deal.
pub struct PlayProblems;

impl IntoResponses for PlayProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let play = [Invalid, DuplicateCard, CardNotHeld, TooManyCards, OverThirtyOne, NotYourTurn, Renege];
        answers(&[BODY, &play].concat())
    }
}

/// There may be nothing at the path.
pub struct PathProblems;

impl IntoResponses for PathProblems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        answers(&[NotFound])
    }
}

/// What can be wrong with any body.
const BODY: &[ProblemType] = &[NotJson, TooSlow, TooLarge, UnsupportedMediaType];

/// A response a status, that names the types it can have.
fn answers(kinds: &[ProblemType]) -> BTreeMap<String, RefOr<Response>> {
    let mut names: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for kind in kinds {
        let Explanation { status, title, .. } = kind.explanation();
        names.entry(status.as_u16()).or_default().push(format!("{title} (`{}`)", kind.slug()));
    }
    let response = |status: u16, names: &[String]| {
        let examples =
            BODY_EXAMPLES.iter().map(|example| json!(example())).filter(|problem| problem["status"] == json!(status));
        let examples = examples.map(|problem| ("example", ExampleBuilder::new().value(Some(problem)).build()));
        let schema = Some(Ref::from_schema_name("Problem"));
        let content = ContentBuilder::new().schema(schema).examples_from_iter(examples).build();
        ResponseBuilder::new().description(names.join("; ")).content("application/problem+json", content).build().into()
    };
    names.into_iter().map(|(status, names)| (status.to_string(), response(status, &names))).collect()
}

/// One problem of each status that a body can be refused with whatever it is for.
const BODY_EXAMPLES: [fn() -> Problem; 4] = [
    || Problem::not_json("EOF while parsing an object at line 1 column 12"),
    Problem::too_slow,
    Problem::too_large,
    || Problem::unsupported_media_type("Content-Type", "application/json", "text/plain"),
];
