//! The problems of requests: their form, and ids that do not exist or were removed.

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
        let detail = if takes_body {
            format!("“{name}” is not a query parameter of this operation. Send values in the JSON body.")
        } else {
            format!("There is no “{name}” here: leave it out.")
        };
        Problem::invalid(name, detail)
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
        let detail = "The service cannot hold all bodies at once, so this body was not read. Send it again.";
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

    /// Creates the problem of an id that no game has.
    pub fn no_such_game() -> Problem {
        Problem::new(ProblemType::NotFound, "There is no such game.")
    }

    /// Creates the problem of the id of a game that was removed.
    pub fn game_removed() -> Problem {
        Problem::new(
            ProblemType::GameRemoved,
            "This game was removed: nobody had changed it for a long time. Begin a new game.",
        )
    }

    /// Creates the problem of an id that no night has.
    pub fn no_such_night() -> Problem {
        Problem::new(ProblemType::NotFound, "There is no such night.")
    }

    /// Creates the problem of adding a player with the id of a forgotten player.
    pub fn player_forgotten() -> Problem {
        let detail = "This player was added before and forgotten since. Use a new id to add a player.";
        Problem::new(ProblemType::PlayerForgotten, detail)
    }

    /// Creates the problem of adding a representative with the id of a removed representative.
    pub fn representative_removed() -> Problem {
        let detail = "The representative with this id was removed. Use a new id to add one.";
        Problem::new(ProblemType::RepresentativeRemoved, detail)
    }

    /// Creates the problem of adding a display with the token of a removed display.
    pub fn display_removed() -> Problem {
        let detail = "The display with this token was removed. Use a new token to add one.";
        Problem::new(ProblemType::DisplayRemoved, detail)
    }

    /// Creates the problem of a code that no television shows.
    pub fn no_such_display_code(given: &str) -> Problem {
        let detail = format!("No television shows the code “{}” now. Type the code on its screen.", truncate(given));
        Problem::new(ProblemType::NotFound, detail).at_pointer("/code")
    }

    /// Creates the problem of a code for a television that shows the nights already.
    pub fn display_let_in() -> Problem {
        let detail = "The television with this token is a display already, and needs no code.";
        Problem::new(ProblemType::AlreadyUsed, detail).at_pointer("/token")
    }

    /// Creates the problem of too many displays.
    pub fn too_many_displays(most: usize) -> Problem {
        let detail = format!("There are {most} displays, the most that a league has. Remove one first.");
        Problem::new(ProblemType::TooManyDisplays, detail).member("most", most)
    }

    /// Creates the problem of a client's token that has other rights.
    pub fn token_used() -> Problem {
        let detail = "This token is in use for something else: make a new one.";
        Problem::new(ProblemType::AlreadyUsed, detail).at_pointer("/token")
    }

    /// Creates the problem of adding a webhook with the id of a removed webhook.
    pub fn webhook_removed() -> Problem {
        let detail = "The webhook with this id was removed. Use a new id to add one.";
        Problem::new(ProblemType::WebhookRemoved, detail)
    }
}
