//! What can go wrong: one enum, one match.

use strum::{EnumIter, IntoStaticStr};
use utoipa::ToSchema;

/// What can go wrong, named by the last part of a problem's `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr, ToSchema)]
#[strum(serialize_all = "kebab-case")]
#[schema(rename_all = "kebab-case")]
pub enum ProblemType {
    NotJson,
    Unauthorized,
    WrongPassword,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    TooSlow,
    AlreadyUsed,
    GameOver,
    GameVoid,
    GameTooLong,
    MayNotWin,
    ResultStands,
    NotTheNextDeal,
    NotTheNewestDeal,
    NotWon,
    RematchExists,
    NameTaken,
    NoRematch,
    RoundClosed,
    NightCancelled,
    NightFinished,
    NightPlaying,
    NightNotPlaying,
    NotAMember,
    StillPlaying,
    NotTheNextRound,
    NoMoreRounds,
    RoundsDrawn,
    TooFewPlayers,
    RoundBegun,
    AlreadyDrawn,
    NothingToDraw,
    DrawStands,
    TooLarge,
    UnsupportedMediaType,
    Invalid,
    DuplicateCard,
    CardNotHeld,
    TooManyCards,
    OverThirtyOne,
    NotYourTurn,
    Renege,
    TooManyRequests,
    Unavailable,
    TooManyBodies,
    TooManyWatchers,
}

/// What is said about a problem wherever it occurs.
pub struct ProblemInfo {
    /// The status it is answered with.
    pub status: u16,
    /// Its name in a few words.
    pub title: &'static str,
    /// When it happens and what to do about it.
    pub description: &'static str,
}

impl ProblemType {
    /// The last part of its `type`.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// What there is to say about it.
    pub const fn info(self) -> ProblemInfo {
        use ProblemType as P;
        let (status, title, description) = match self {
            P::NotJson => (
                400,
                "The body is not JSON",
                "The body could not be read as JSON in UTF-8. Look for a missing quote, comma or bracket, or a transfer that was cut short.",
            ),
            P::Unauthorized => (
                401,
                "A token is missing, or opens nothing",
                "This needs a token in the Authorization header: Bearer, a space, the token. It is missing, not known, revoked or expired. A game's scorer_token keeps its score; POST /api/v1/session gives the coordinator one.",
            ),
            P::WrongPassword => (
                401,
                "The password is wrong",
                "The service was started with another password, or the representative of this name has another. After ten wrong ones within a minute it is not looked at for a while.",
            ),
            P::Forbidden => (
                403,
                "This token is not for that",
                "The token is good, but for another game, or only the coordinator and the representatives may do this.",
            ),
            P::NotFound => (
                404,
                "There is nothing here",
                "Nothing answers at this address, or what its id names is not there. All operations stand in /openapi.json, and in /docs/ for people.",
            ),
            P::MethodNotAllowed => (
                405,
                "This address does not do that",
                "The address exists, but not for this method. The Allow header lists the methods it answers.",
            ),
            P::TooSlow => (
                408,
                "The body has not arrived in time",
                "A request that announces a body has half a minute to send it. Send it again.",
            ),
            P::AlreadyUsed => (
                409,
                "The id is used already",
                "Something was made with this id, with other content or another token. It stays as it is. To send the same thing again, send exactly the same; for another thing, make another id.",
            ),
            P::GameOver => (
                409,
                "The game is over",
                "A side has won, and what follows is not scored. If a peg was wrong, take it back first. `winner` is the name of the side that won.",
            ),
            P::GameVoid => (
                409,
                "The game was called off",
                "The coordinator ended this game without a winner. Only a result that the coordinator enters changes that.",
            ),
            P::GameTooLong => (
                409,
                "The game takes no more changes",
                "It has changed thousands of times, and no game of cribbage does. Begin another; only the coordinator can still enter a result.",
            ),
            P::MayNotWin => (
                409,
                "This cannot win the game",
                "By the rules of this game (`heels_can_win`, `go_can_win`) these points take nobody to the game hole, so they score nothing.",
            ),
            P::ResultStands => (
                409,
                "A result stands over the pegs",
                "A result was entered for this game. Take the result back before pegs or deals change again.",
            ),
            P::NotTheNextDeal => {
                (409, "This deal is not the next", "Deals begin one after the other: only deal `next` can begin now.")
            }
            P::NotTheNewestDeal => (
                409,
                "This deal cannot be taken back",
                "Only the newest deal can be taken back, and the first begins with the game. `newest` is its number.",
            ),
            P::NotWon => {
                (409, "There can be no rematch yet", "A rematch begins when somebody has won the game before it.")
            }
            P::RematchExists => (
                409,
                "The game has its rematch",
                "A game has one rematch, and this one has begun with another id, which is in `rematch`.",
            ),
            P::NameTaken => (
                409,
                "The name is taken",
                "Representatives sign in with their names, so that no two have the same one; capitals, accents and the number of blanks make no difference. Choose another, or remove the other representative first.",
            ),
            P::NoRematch => (
                409,
                "This game has no rematch",
                "It is played at a league night, where the next round follows, or its match is as long as any may be: 100 in the tally, all sides together. Another game begins with its own sides.",
            ),
            P::RoundClosed => (
                409,
                "The round is over",
                "The next round is drawn, or the night is finished, so phones no longer change this `round`. The coordinator can still correct its results, each by a new one with a reason; none is taken back.",
            ),
            P::NightCancelled => (
                409,
                "The night is cancelled",
                "A cancelled night takes no players, rounds or phones. Take the cancellation back first.",
            ),
            P::NightFinished => (
                409,
                "The night is finished",
                "Nobody comes, goes or joins any more. Results can still be corrected and fees marked.",
            ),
            P::NightPlaying => (
                409,
                "The night is being played",
                "A night that has begun is not cancelled. Finish it early instead: the rounds that were played count.",
            ),
            P::NightNotPlaying => (409, "The night has not begun", "This is possible from the first round on."),
            P::NotAMember => (
                409,
                "Not an active member",
                "Only active members of the club play. Check the player in as a `guest` to let them play all the same.",
            ),
            P::StillPlaying => (
                409,
                "Some tables are still playing",
                "This waits for the games of the tables in `tables`. Wait for them, enter their results, or finish the night with `void_open_games`.",
            ),
            P::NotTheNextRound => (
                409,
                "This round is not the next",
                "Rounds are drawn one after the other: only round `next` can be drawn now.",
            ),
            P::NoMoreRounds => (
                409,
                "All rounds were drawn",
                "The night has its `games_per_night` rounds. Give it more games, or finish it.",
            ),
            P::RoundsDrawn => (
                409,
                "More rounds are drawn than that",
                "A night cannot have fewer games than the rounds that are `drawn`.",
            ),
            P::TooFewPlayers => (
                409,
                "Too few players are here",
                "It takes two to play, and only as many as `present` says are checked in and have not left.",
            ),
            P::RoundBegun => (
                409,
                "The round has begun",
                "Seats are swapped before the first peg of a round, and the tables in `tables` have pegged.",
            ),
            P::AlreadyDrawn => (
                409,
                "The 50/50 is drawn",
                "It is drawn once: `player_id` won `amount` cents. To draw again, void that draw with a reason.",
            ),
            P::NothingToDraw => {
                (409, "There is nothing to draw", "Nobody is marked as paid, or nothing of the fees goes to the 50/50.")
            }
            P::DrawStands => (
                409,
                "The 50/50 was drawn from this fee",
                "Without this fee there would be less in the 50/50 than was drawn, or its winner would not have paid. Void the draw first.",
            ),
            P::TooLarge => (
                413,
                "The body is too large",
                "The body of a request has at most 64 KiB (65,536 bytes), that of countBatch and importPlayers 2 MiB (2,097,152 bytes). What counts is its size once it is decompressed. Send less at once.",
            ),
            P::UnsupportedMediaType => (
                415,
                "The body is sent in a form that is not read",
                "Send JSON, and say so: Content-Type: application/json. It may be compressed with gzip or deflate, said in Content-Encoding.",
            ),
            P::Invalid => (
                422,
                "Something in the request is wrong",
                "The request could be read, but a field is missing, unknown, of the wrong type or out of its range. `errors` points to the first.",
            ),
            P::DuplicateCard => (
                422,
                "A card is there twice",
                "There is only one of each card in the pack. `card` names the one that stands twice, `errors` points to its second place.",
            ),
            P::CardNotHeld => (
                422,
                "Nobody holds this card",
                "The hands were given, and the `card` that was played is in none of them.",
            ),
            P::TooManyCards => {
                (422, "All cards are out", "Everybody plays four cards. This `card` comes after the last.")
            }
            P::OverThirtyOne => (
                422,
                "The count would go above 31",
                "The `count` cannot take this `card`. Whoever has no card that fits says go.",
            ),
            P::NotYourTurn => (
                422,
                "Somebody else is to act",
                "`player` is the one to act at this `count`, and can play the cards in `playable`. When `player` is null the play is over.",
            ),
            P::Renege => (
                422,
                "A go with a card that can be played",
                "A player who can play must. `player` said go at `count` and could have played the cards in `playable`; it is null when the hands are not known but every card would have fitted.",
            ),
            P::TooManyRequests => (
                429,
                "Too much at once",
                "Too many changes, wrong passwords or wrong join codes came within a short time. Wait as many seconds as Retry-After says.",
            ),
            P::Unavailable => (
                503,
                "Nothing can be stored or looked up",
                "The disk is full, say, or the database cannot be reached. Nothing of the request was done. Send it again after as many seconds as Retry-After says; what was acknowledged is not lost.",
            ),
            P::TooManyBodies => (
                503,
                "Too much is being sent",
                "The bodies of all requests under way have more bytes than the service holds at once: 64 MiB. Nothing of the request was done. Send it again after as many seconds as Retry-After says.",
            ),
            P::TooManyWatchers => (
                503,
                "Too many watch live",
                "As many live streams are open as the service keeps at once, from one address or in all. Close some, or open it again after as many seconds as Retry-After says. Games and nights can be looked at meanwhile.",
            ),
        };
        ProblemInfo { status, title, description }
    }
}
