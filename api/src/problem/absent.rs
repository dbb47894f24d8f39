//! The problems of what is not there, or is no more.

use super::{Problem, ProblemType, truncate};

impl Problem {
    /// Creates the problem of an id that no game has.
    pub fn no_such_game() -> Problem {
        Problem::new(ProblemType::NotFound, "There is no such game.")
    }

    /// Creates the problem of the id of a game that was removed.
    pub fn game_removed() -> Problem {
        Problem::new(
            ProblemType::GameRemoved,
            "This game was removed because nobody had changed it for long. Begin another.",
        )
    }

    /// Creates the problem of an id that no night has.
    pub fn no_such_night() -> Problem {
        Problem::new(ProblemType::NotFound, "There is no such night.")
    }

    /// Creates the problem of adding a player with an id whose player was forgotten.
    pub fn player_forgotten() -> Problem {
        let detail = "This player was added before and forgotten since. Use a new id to add a player.";
        Problem::new(ProblemType::PlayerForgotten, detail)
    }

    /// Creates the problem of adding a representative with the id of one who was removed.
    pub fn representative_removed() -> Problem {
        let detail = "The representative with this id was removed. Use a new id to add one.";
        Problem::new(ProblemType::RepresentativeRemoved, detail)
    }

    /// Creates the problem of adding a display with the token of one that was removed.
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

    /// Creates the problem of one display too many.
    pub fn too_many_displays(most: usize) -> Problem {
        let detail = format!("There are {most} displays, the most that a league has. Remove one first.");
        Problem::new(ProblemType::TooManyDisplays, detail).member("most", most)
    }

    /// Creates the problem of a client's token that has other rights already.
    pub fn token_used() -> Problem {
        let detail = "This token is in use for something else: make a new one.";
        Problem::new(ProblemType::AlreadyUsed, detail).at_pointer("/token")
    }

    /// Creates the problem of adding a webhook with the id of one that was removed.
    pub fn webhook_removed() -> Problem {
        let detail = "The webhook with this id was removed. Use a new id to add one.";
        Problem::new(ProblemType::WebhookRemoved, detail)
    }
}
