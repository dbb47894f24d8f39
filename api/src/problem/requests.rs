//! The problems of the form of a request.

use std::fmt;

use super::{Hint, Problem, ProblemType, truncate};

impl Problem {
    /// Creates the problem of a body that is not JSON, because of `reason`.
    pub fn not_json(reason: impl fmt::Display) -> Problem {
        Problem::new(ProblemType::NotJson, format!("The body is not JSON: {reason}."))
    }

    /// Creates the problem of a parameter at an operation without a query. `takes_body` is true if it has a body.
    pub fn no_parameter(name: &str, takes_body: bool) -> Problem {
        let name = truncate(name);
        let advice = if takes_body { "this operation takes no query, only a body of JSON" } else { "leave it out" };
        Problem::invalid(name.clone(), format!("There is no “{name}” here: {advice}."))
    }

    /// Creates the problem of a path that names nothing.
    pub fn not_found(path: &str) -> Problem {
        Problem::new(ProblemType::NotFound, format!("There is nothing at {}.", truncate(path)))
    }

    /// Creates the problem of a method that the path does not have. `allow` lists its methods as the header does.
    pub fn method_not_allowed(method: &str, path: &str, allow: String) -> Problem {
        let detail = format!("{} does not answer {}, only {allow}.", truncate(path), truncate(method));
        Problem { hint: Hint::Allow(allow), ..Problem::new(ProblemType::MethodNotAllowed, detail) }
    }

    /// Creates the problem of a body with more bytes than `limit`.
    pub fn too_large(limit: usize) -> Problem {
        let kib = limit / 1024;
        let most = if kib < 1024 { format!("{kib} KiB") } else { format!("{} MiB", kib / 1024) };
        Problem::new(ProblemType::TooLarge, format!("The body is larger than {most}, the most that is taken here."))
    }

    /// Creates the problem of too many bodies at once.
    pub fn too_many_bodies() -> Problem {
        let detail = "More is being sent to the service than it holds at once, so this was not read. Send it again.";
        Problem { hint: Hint::RetryAfter(1), ..Problem::new(ProblemType::TooManyBodies, detail) }
    }

    /// Creates the problem of a body whose `header` is `given` instead of `expected`.
    pub fn unsupported_media_type(header: &str, expected: &str, given: &str) -> Problem {
        let given = if given.is_empty() { "and there is none".to_owned() } else { format!("not {}", truncate(given)) };
        Problem::new(ProblemType::UnsupportedMediaType, format!("The body's {header} must be {expected}, {given}."))
    }

    /// Creates the problem of a body that did not arrive in time.
    pub fn too_slow() -> Problem {
        Problem::new(ProblemType::TooSlow, "The body of the request has not arrived in time.")
    }
}
