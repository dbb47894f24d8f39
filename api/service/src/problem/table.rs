//! The table of problem types: the name, the status, the title and the description of each.

use strum::{EnumIter, IntoEnumIterator as _, IntoStaticStr};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The explanation of a problem type.
pub struct ProblemInfo {
    /// The HTTP status of its responses.
    pub status: u16,
    /// Its name in a few words.
    pub title: &'static str,
    /// The cause of the problem and the remedy.
    pub description: &'static str,
}

macro_rules! problem_types {
    ($($name:ident $status:literal $title:literal $description:literal;)+) => {
        /// The type of a problem, named by the last part of its `type`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr, ToSchema)]
        #[strum(serialize_all = "kebab-case")]
        #[schema(rename_all = "kebab-case")]
        pub enum ProblemType {
            $(#[doc = concat!($title, ".")] $name,)+
        }

        impl ProblemType {
            /// Returns its explanation.
            pub const fn info(self) -> ProblemInfo {
                let (status, title, description) = match self {
                    $(ProblemType::$name => ($status, $title, $description),)+
                };
                ProblemInfo { status, title, description }
            }
        }
    };
}

problem_types! {
    NotJson 400 "The body is not JSON"
        "The body could not be read as JSON in UTF-8. Look for a missing quote, comma or bracket, or for a transfer \
        that was cut short.";
    Unauthorized 401 "A token is missing, or opens nothing"
        "The operation needs a token in the Authorization header: Bearer, a space, the token. The token is missing, \
        unknown, revoked or expired. A game's scorer_token keeps the score of that game; POST /api/v1/session returns \
        a token for the coordinator.";
    WrongPassword 401 "The password is wrong"
        "This is not the coordinator's password, and not that of the representative with this name. After ten wrong \
        passwords within a minute, no password from that address is checked for a while.";
    Forbidden 403 "This token is not for that"
        "The token is valid, but it is for another game, or the operation is only for the coordinator and the \
        representatives.";
    NotFound 404 "There is nothing here"
        "There is no operation at this address, or nothing with the id in it. All operations are described in \
        /openapi.json, and in /docs/ for people.";
    MethodNotAllowed 405 "This address does not do that"
        "The address exists, but not for this method. The Allow header lists the methods it answers.";
    TooSlow 408 "The body has not arrived in time"
        "The body of a request must arrive within 30 seconds. Send it again.";
    AlreadyUsed 409 "The id is used already"
        "The id was used before with other content or another token. The earlier content stays as it is. Repeat a \
        request with exactly the same content, and use a new id for new content.";
    PegTakenBack 409 "The peg was taken back"
        "Somebody took the peg back before this amendment came, so it has no points to change. Peg the points again, \
        with a new id, if they count.";
    GameOver 409 "The game is over"
        "A side has won, so no more points are scored. If a peg was wrong, take it back first. `winner` is the name of \
        the side that won.";
    GameVoid 409 "The game was called off"
        "This game was called off, so it has no winner. It can be brought back with deleteVoid; the coordinator can \
        also enter a result.";
    GameTooLong 409 "The game takes no more changes"
        "The game has more events than any game of cribbage needs: 1,000 without a night, 5,000 at a league night. \
        Begin another game; only the coordinator can still enter a result.";
    GameRemoved 410 "The game was removed"
        "A game without a night is removed if nobody has changed it for a long time: a hardly begun game after a week, \
        any other game after about a year, and a match as a whole. The operator sets these times. The id is never used \
        again. A phone that kept the game still shows it.";
    PlayerForgotten 410 "The player was forgotten"
        "A player was added with this id before, and forgotten since. A repeat of that request does not bring them \
        back. If they play again, add them with a new id.";
    RepresentativeRemoved 410 "The representative was removed"
        "A representative was added with this id before, and removed since. A repeat of that request does not let them \
        sign in again. Add them with a new id.";
    DisplayRemoved 410 "The display was removed"
        "A display was added with this token before, and removed since. A repeat of that request does not bring its \
        token back. Add a display with a new token.";
    LinkRemoved 410 "The personal link was removed"
        "A personal link was made with this token before, and replaced or removed since. A repeat of that request does not \
        bring it back. Make a link with a new token.";
    WebhookRemoved 410 "The webhook was removed"
        "A webhook was added with this id before, and removed since. A repeat of that request does not bring it back. \
        Add the address with a new id, and it gets a new secret.";
    MayNotWin 409 "This cannot win the game"
        "The points are not scored. By the rules of this game they cannot end the game (`heels_can_win`, \
        `go_can_win`), or do not count one point short of the target (`heels_from_120`, `go_from_120`). One point in \
        the play counts as a go there.";
    ResultStands 409 "A result stands over the pegs"
        "A result was entered for this game. Take the result back before you change pegs or deals.";
    NoResult 409 "There is no result to confirm"
        "A side confirms or contests an entered result. No result is entered, or it was taken back. Scores that the \
        pegs make need no confirmation.";
    OwnResult 409 "This phone has entered the result"
        "The phone that entered a result cannot confirm or contest it: another phone must. `device` distinguishes two \
        phones with one token. In the same way a phone of the other side, or a helper for results, proves a claimed hand.";
    LeagueNames 409 "The names are those of the players"
        "At a league night a game's sides and players have the names of the league's players. The coordinator changes \
        names with changePlayer, and seats with swapSeats.";
    SecondDealBegun 409 "The second deal has begun"
        "The first dealer can be named or changed during the first deal only. Take the newer deals back first.";
    NotTheNextDeal 409 "This deal is not the next"
        "Deals begin one after the other: only deal `next` can begin now.";
    NotTheNewestDeal 409 "This deal cannot be taken back"
        "Only the newest deal can be taken back, and the first begins with the game. `newest` is its number.";
    NotWon 409 "There can be no rematch yet"
        "A rematch can begin only when the game before it is won.";
    RematchExists 409 "The game has its rematch"
        "A game has one rematch. The rematch of this game has begun with another id, which is in `rematch`.";
    NameTaken 409 "The name is taken"
        "Representatives sign in with their names, so each name must be unique; capitals, accents and the number of \
        blanks make no difference. Choose another name, or remove the other representative first.";
    TooManyDisplays 409 "There are too many displays"
        "A league has 100 displays at most: `most`. Remove a display that no television uses any more, and then add \
        the new display.";
    TooManyWebhooks 409 "There are too many webhooks"
        "A league has 10 webhooks at most: `most`. Remove an unused webhook, and then add the new webhook.";
    WebhookOff 409 "The webhook is switched off"
        "Nothing is sent to a webhook that is switched off, by the coordinator or because nothing could be delivered \
        for a day. Switch it on again first.";
    MergeCycle 409 "One of the players counts as another already"
        "A player counts as one other player, and no two as each other. Take the earlier merge back first, or name the \
        other player.";
    NoRematch 409 "This game has no rematch"
        "At a league night the next round follows instead. Any other match ends at 100 in the tally, all sides \
        together. Begin a new game with its own sides.";
    RoundClosed 409 "The round is over"
        "The next round is drawn, or the night is finished, so phones can no longer change this `round`. The \
        coordinator can still correct a result by entering a new one with a reason, but cannot take a result back. \
        Only the draw of the newest round can be taken back.";
    RoundTakenBack 409 "The draw was taken back"
        "The coordinator has taken back the draw of this `round`, so this game does not count, and nobody changes it \
        any more. Look at the night for the game that is played instead.";
    ChangedMeanwhile 409 "Another session has changed this meanwhile"
        "The request names its version in `based_on`. Since then another session has changed the same entry, result, \
        table, hand-out, 50/50 or setting. `current` is the present state, `by` the author of the change as in the \
        history, and `at` its time. For the settings of the league `based_on` is their ETag, and `by` and `at` are \
        null. To make the change anyway, send the request without `based_on`, or with the newest version.";
    NotEnoughCredit 409 "The credit does not cover that"
        "The player has less money ahead than the amount. `credit` is what they have, in cents. Take the money in cash, or \
        receive more first.";
    AlreadySpent 409 "The money is spent already"
        "The account does not have the amount any more. `left` is what it has, in cents, and `by` the newest posting that \
        used up a credit. Take that back first.";
    OfANight 409 "The posting belongs to a night"
        "Credit has paid a fee, or a prize went to a credit. Mark the fee as not paid at the night `night_id`, or change \
        what was handed out there.";
    HasMoney 409 "The player has money here"
        "A player with `credit`, or with something `to_get`, in cents, is not forgotten. Hand the money back first, or say \
        with the parameter `credit` that it goes to the activities. A player who wins or may win an unpaid pot of a \
        finished night is not forgotten either: `pot_id` and `pot` are the id and the name of the pot, `night_id` and \
        `date` the night. Pay it with payPot first.";
    PotHasMoney 409 "There is money in the pot"
        "A pot with money `left` in it, in cents, is not switched off. Pay it, or move the money to a fund, first.";
    NotInPot 409 "The player has no stake in the pot"
        "Only players who take part in a pot win it. `player_id` has no stake in it at this night.";
    PotPaid 409 "The pot was paid at this night"
        "A pot is paid once a night, and its stakes stay from then on. `by` are the postings of the payment. Take the payment \
        back first, with takeBackPot.";
    NightCancelled 409 "The night is cancelled"
        "Players, rounds and phones cannot be added to a cancelled night. Take the cancellation back first.";
    NightFinished 409 "The night is finished"
        "Players can no longer check in or leave, and phones can no longer join. Results can still be corrected and \
        fees marked. Draws are taken back and games called off or brought back only while the night is under way: take \
        the finish back first.";
    NightPlaying 409 "The night is being played"
        "A night that has begun cannot be cancelled, and nobody replies to it any more. Finish it early instead: the rounds \
        that were played count.";
    NightNotPlaying 409 "The night has not begun"
        "The operation is possible once the first round is drawn.";
    NotAMember 409 "Not an active member"
        "Only active members of the club play. Check the player in as a `guest` to let them play.";
    StillPlaying 409 "Some tables are still playing"
        "The operation is not possible until the games of the tables in `tables` are over. Wait for them, enter their \
        results, or finish the night with `void_open_games`.";
    NotTheNextRound 409 "This round is not the next"
        "Rounds are drawn one after the other: only round `next` can be drawn now.";
    NoMoreRounds 409 "All rounds were drawn"
        "The night has its `games_per_night` rounds, and nobody who is here lacks a game. Raise the number of games, or \
        finish the night.";
    FormatFixed 409 "The night keeps its format"
        "The first round is drawn, so the `format` and the `card` of the night cannot change. Take that draw back first.";
    RoundsDrawn 409 "More rounds are drawn than that"
        "A night cannot have fewer games than the rounds that are `drawn`.";
    SeasonHasNights 409 "The season has nights on those days"
        "The days of a season cannot be changed so that nights of it fall outside: move them first. The `card` of a season \
        cannot be changed if finished nights have counted: add another season for another card. `dates` are the days \
        of those nights.";
    TooFewPlayers 409 "Too few players are here"
        "A round needs at least two players, or two pairs of players who are here. `present` is the number of players who \
        are checked in and have not left, or of such pairs.";
    RoundBegun 409 "The round has begun"
        "Seats can be swapped, and a draw taken back, only before the round has begun. The tables in `tables` have. The \
        players of a pair change, and it is split, only while it does not play. A \
        draw can be taken back only if no peg, deal or result was ever accepted, even if it was taken back later.";
    AlreadyDrawn 409 "The 50/50 is drawn"
        "The 50/50 is drawn once: `player_id` won `amount` cents. To draw again, or to take back the first round, void \
        that draw with a reason.";
    NothingToDraw 409 "There is nothing to draw"
        "No player is marked as paid, or no part of the fees goes to the 50/50.";
    DrawStands 409 "The 50/50 was drawn from this fee"
        "Without this fee the 50/50 would hold less than the amount that was drawn, or its winner would not have paid. \
        Void the draw first.";
    BackupUnderWay 409 "Another backup is being downloaded"
        "Only one backup is downloaded at a time, since each is a copy of the whole database. Wait until the other \
        download has ended.";
    TooLarge 413 "The body is too large"
        "The body of a request has at most 64 KiB (65,536 bytes), that of countBatch and importPlayers 2 MiB \
        (2,097,152 bytes). A compressed body counts with its decompressed size. Send less at once.";
    UnsupportedMediaType 415 "The body is sent in a form that is not read"
        "Send JSON with Content-Type: application/json. The body may be compressed with gzip or deflate; name the \
        compression in Content-Encoding.";
    Invalid 422 "Something in the request is wrong"
        "The request was understood, but a field is missing, unknown, of the wrong type or out of its range. `errors` \
        points to the first.";
    DuplicateCard 422 "A card is there twice"
        "The pack has only one of each card. `card` is the card that occurs twice, and `errors` points to its second \
        place.";
    NotThatHand 422 "The cards are not that hand"
        "The cards of a claimed hand count `counted` points. Or nobody in the pot holds a hand that it pays for, or \
        `player_id` does not hold the best one.";
    CardNotHeld 422 "Nobody holds this card"
        "The hands were sent, and the `card` that was played is in none of them.";
    TooManyCards 422 "All cards are out"
        "Each player plays four cards. This `card` comes after the last one.";
    OverThirtyOne 422 "The count would go above 31"
        "With this `card` the `count` would be above 31. A player without a card that fits says go.";
    NotYourTurn 422 "Somebody else is to act"
        "At this `count`, `player` must play one of the cards in `playable`. If `player` is null, the play is over.";
    Renege 422 "A go with a card that can be played"
        "A player who can play must do so. `player` said go at `count` and could have played the cards in `playable`. \
        If the hands are unknown, it is null: every card would have fitted.";
    TooManyRequests 429 "Too much at once"
        "Too many changes, computations, wrong passwords or wrong codes came within a short time. Or too many games \
        without a night were begun from one address within a day. Wait for the seconds in Retry-After. Games that were \
        begun can be changed meanwhile. The secret in a night's QR code works while codes are refused.";
    Unavailable 503 "Nothing can be stored or looked up"
        "For example, the disk is full or the database cannot be reached. The request had no effect, unless the \
        database was lost while it confirmed one. Send it again after the seconds in Retry-After: with the same id it \
        counts once. Acknowledged changes are not lost.";
    Damaged 503 "Damaged in the database"
        "The game, the night or the table of the database that this needs is not as Pegout wrote it, so nothing is \
        answered from it. Everything else goes on. The request had no effect. Send it again after the operator has \
        gone back to a backup.";
    TooManyBodies 503 "Too much is being sent"
        "The bodies of all requests in progress have more bytes than the service holds at once: 64 MiB. The request \
        had no effect. Send it again after the seconds in Retry-After.";
    TooManyWatchers 503 "Too many watch live"
        "The limit of open live streams is reached, for one address or in total. Close some, or try again after the \
        seconds in Retry-After. Games and nights can still be read.";
    NoRoom 507 "The disk has no room for a backup"
        "A backup to download is first written next to the database, and takes as much room as the database itself. It \
        would leave too little room for new data, so no backup was made. Make room on that disk, or let the operator \
        copy the database to another disk with `pegout backup`.";
}

impl ProblemType {
    /// Returns the last part of its `type`.
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

/// The `type` of a problem in the document, one of the paths that explain them.
pub struct ProblemUri;

impl PartialSchema for ProblemUri {
    fn schema() -> RefOr<Schema> {
        let paths = ProblemType::iter().map(|kind| format!("/problems/{}", kind.slug()));
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The `type` of a problem: a path that explains it. Clients must expect new ones."))
            .enum_values(Some(paths))
            .into()
    }
}

impl ToSchema for ProblemUri {}
