//! The request to begin a game: a first one, or the rematch of another.

use pegout_engine::game::{Direction, GameId, Side};
use pegout_engine::{Preset, Rules};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::body::{Integer, Object};
use crate::handlers::scoring::rules::{self, RulesChange};
use pegout_model::contact::Name;
use pegout_model::token::Token;
use pegout_service::problem::Problem;

/// A side of a new game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SideRequest {
    /// The name of the side, 1 to 100 letters. Default: `named` is false in the answer, and `name` is “Us”, “Them” or
    /// “Third”.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100)]
    name: Option<Name>,
    /// The one to three players in their order clockwise. Without this field the side is one player.
    #[schema(value_type = Option<Vec<String>>, min_items = 1, max_items = 3)]
    players: Option<Vec<Name>>,
}

/// A new game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    /// Two or three sides: all of one size and six players at most, or two and three players.
    #[schema(value_type = Vec<SideRequest>, min_items = 2, max_items = 3)]
    sides: Vec<Object<SideRequest>>,
    /// The preset of the rules, `auclair` by default.
    preset: Option<Preset>,
    /// The rules that differ from the preset.
    rules: Option<RulesChange>,
    /// The seat that deals first, 0 by default. Seats are numbered clockwise: first the first player of each side, then the
    /// second of each side, then the third. A side without such a player is passed over.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 5, default = 0)]
    first_dealer: Option<Integer<u8, 0, 5>>,
    /// The direction of each side on the track of `crash`: 1 clockwise, -1 counter-clockwise. By default all go clockwise.
    #[schema(min_items = 2, max_items = 3)]
    crash_directions: Option<Vec<Direction>>,
    /// The name of the person who begins it, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
}

/// A new game with an id of the phone's: a first game with `sides` and `scorer_token`, or a rematch with `rematch_of`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(min_properties = 1)]
pub struct PutGameRequest {
    /// Two or three sides: all of one size and six players at most, or two and three players. A rematch has the sides
    /// of the game before.
    #[schema(value_type = Option<Vec<SideRequest>>, min_items = 2, max_items = 3)]
    sides: Option<Vec<Object<SideRequest>>>,
    /// The preset of the rules, `auclair` by default. A rematch has the rules of the game before.
    preset: Option<Preset>,
    /// The rules that differ from the preset. A rematch has the rules of the game before.
    rules: Option<RulesChange>,
    /// The seat that deals first, 0 by default. In a rematch the rule `first_deal` decides: this field is required if
    /// the players cut, and optional after the end of a match.
    #[schema(value_type = Option<u8>, minimum = 0, maximum = 5)]
    first_dealer: Option<Integer<u8, 0, 5>>,
    /// The direction of each side on the track of `crash`: 1 clockwise, -1 counter-clockwise. By
    /// default all go clockwise, and in a rematch as in the game before.
    #[schema(min_items = 2, max_items = 3)]
    crash_directions: Option<Vec<Direction>>,
    /// The name of the person who begins it, 1 to 100 letters.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Ann's phone"))]
    by: Option<Name>,
    /// The token that the phone has made to keep the score. A rematch has the token of the game before, sent as Bearer.
    scorer_token: Option<Token>,
    /// The game that was won, for which this one is the rematch.
    rematch_of: Option<GameId>,
}

/// A new game with an id of the client's.
pub enum NewGame {
    /// A first game, and the token that keeps its score.
    First {
        /// The sides and rules.
        game: FirstGame,
        /// The token that the phone has made.
        scorer_token: Token,
    },
    /// The rematch of a game that was won.
    Rematch {
        /// The game that was won.
        of: GameId,
        /// The seat that deals first, if the cut decides.
        first_dealer: Option<u8>,
        /// Other directions of the sides on the track of crash cribbage.
        crash_directions: Option<Vec<Direction>>,
        /// The name of the person who begins it.
        by: Option<Name>,
        /// The token of the game before, if it was sent in the body too.
        scorer_token: Option<Token>,
    },
}

/// A game that is the rematch of no other.
pub struct FirstGame {
    /// The sides.
    pub sides: Vec<Side>,
    /// The rules.
    pub rules: Rules,
    /// The seat that deals first.
    pub first_dealer: u8,
    /// The directions of the sides on the track of crash cribbage.
    pub crash_directions: Option<Vec<Direction>>,
    /// The name of the person who begins it.
    pub by: Option<Name>,
}

impl TryFrom<GameRequest> for FirstGame {
    type Error = Problem;

    fn try_from(request: GameRequest) -> Result<FirstGame, Problem> {
        let GameRequest { sides, preset, rules, first_dealer, crash_directions, by } = request;
        let side = |(place, Object(SideRequest { name, players })): (usize, Object<SideRequest>)| {
            let players = players.map(|players| players.into_iter().map(String::from).collect());
            match (name.map(String::from), players) {
                (Some(name), Some(players)) => Side::new(name, players),
                (Some(name), None) => Side::from_player(name),
                (None, players) => Side::unnamed(place, players),
            }
        };
        Ok(FirstGame {
            sides: sides.into_iter().enumerate().map(side).collect(),
            rules: rules::resolve(preset, rules)?,
            first_dealer: first_dealer.map_or(0, u8::from),
            crash_directions,
            by,
        })
    }
}

impl TryFrom<PutGameRequest> for NewGame {
    type Error = Problem;

    fn try_from(request: PutGameRequest) -> Result<NewGame, Problem> {
        let PutGameRequest { sides, preset, rules, first_dealer, crash_directions, by, scorer_token, rematch_of } =
            request;
        let Some(of) = rematch_of else {
            let missing = |name| Problem::invalid(format!("/{name}"), format!("“{name}” is missing."));
            let sides = sides.ok_or_else(|| missing("sides"))?;
            let scorer_token = scorer_token.ok_or_else(|| missing("scorer_token"))?;
            let game = GameRequest { sides, preset, rules, first_dealer, crash_directions, by }.try_into()?;
            return Ok(NewGame::First { game, scorer_token });
        };
        for (name, given) in [("sides", sides.is_some()), ("preset", preset.is_some()), ("rules", rules.is_some())] {
            if given {
                return Err(Problem::invalid(format!("/{name}"), REMATCH_INHERITS));
            }
        }
        let first_dealer = first_dealer.map(u8::from);
        Ok(NewGame::Rematch { of, first_dealer, crash_directions, by, scorer_token })
    }
}

/// The problem of a rematch with fields that only a first game may have.
pub const REMATCH_INHERITS: &str = "A rematch has the sides, rules and token of the game before: leave this out.";
