//! The description of the interface: its text, its tags and its token scheme.

use utoipa::Modify;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use pegout_service::problem::{Problem, ProblemType, ProblemUri};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Pegout",
        description = "The scoring service of a cribbage club. It keeps the score of games from the first deal to \
            the rematch, and runs league nights. It counts hands and cribs, scores the play, and advises the \
            discard.\n\n\
            A card is its rank and then its suit, like `5H`, `10D` or `JC`. Bodies are JSON in UTF-8 with `snake_case` names. \
            Errors are `application/problem+json` (RFC 9457): `type` names the problem for programs, `detail` explains it to \
            people, \
            and `errors` points to the fields. Unknown fields and parameters are rejected, so that a misspelt one \
            is noticed. A body is rejected by operations that have none, unless it is empty or `{}`. A body may \
            have up to 64 KiB, that of `countBatch` and `importPlayers` up to 2 MiB. Scripts of any site may call \
            the operations for scoring, play, discard, rules, problems, and this document. In a public league they \
            may also read games, nights, seasons and the league without a token. Other sites are listed by the \
            operator (`--allow-origin`).\n\n\
            ### HTTP\n\n\
            - **Tags.** Most reads send an `ETag`. Send it back as `If-None-Match`: if nothing has changed for you, the \
            answer is 304 \
            without a body. A tag belongs to one caller, since a token may show more.\n\
            - **Conflicts.** `based_on` in a body names the state that you decided on: the version of the game or \
            night, or the league's `ETag`. If somebody else has changed the same thing since, the answer is 409 and \
            nothing changes. `If-Match` is refused (422).\n\
            - **Short answers.** `Prefer: return=minimal` on a change of a game makes the answer 204, or 201, without a body.\n\
            - **Repeats.** PUT and DELETE are idempotent. A POST that creates takes an id of yours in its body. A \
            repeat creates nothing: it answers 200 with the current resource, or 410 if the resource was forgotten \
            or deleted since. `joinNight` and `addDisplay` take a `token` of the client's own instead. A game that may be sent twice is created by `putGame`. \
            `Idempotency-Key` is refused (422).\n\
            - **Pages.** `listPlayers`, `listSeasons`, `listNights` and `listDeliveries` take `limit`. The `Link` \
            header has the path of the next page, if there is one: `rel=\"prev\"` for earlier nights, `rel=\"next\"` \
            in the other lists.\n\
            - **Fresh reads.** `X-Seen` tells the state that an answer shows. Send it as the parameter `seen` with \
            the next read. No server then answers with an older state, even if several servers run.\n\
            - **Request ids.** Every answer has an `X-Request-Id`, which names the request in the operator's log. \
            Send your own if you like.\n\
            - **Limits.** 429 names the limit in `RateLimit` and `RateLimit-Policy`, and the seconds to wait in `Retry-After`. \
            503 has `Retry-After` too.\n\
            - **Versions.** All paths begin with `/api/v1`, except `/problems`, `/healthz` and `/readyz`. Requests that are accepted today stay accepted, and answers gain fields but lose \
            none. Ignore fields, kinds of events and enum words that you do not know. An operation is removed 12 \
            months after the release whose CHANGELOG announces the removal, at the earliest. From that release on, its answers have the header `Deprecation` (RFC 9745) with the day of the announcement. The header `Sunset` (RFC 8594) has the day of the removal.\n\n\
            ### Clients\n\n\
            Generators make typed clients of this document. `docs/examples` in the source has whole programs: a game to 121 \
            and a \
            night of eight, in TypeScript, in Python and with curl. Three generators need a setting:\n\n\
            - **openapi-typescript** takes `--default-non-nullable false`. Without it, request fields that have a default are required.\n\
            - **openapi-python-client** takes `--config` with a file that has these lines. Otherwise it warns, and \
            leaves out the answers that are images or a backup.\n\n\
            ```\n\
            content_type_overrides:\n\
            \x20\x20image/svg+xml: text/plain\n\
            \x20\x20application/vnd.sqlite3: application/octet-stream\n\
            ```\n\n\
            - **OpenAPI Generator** (7.26) makes a client for `typescript-fetch` of the document without its member `webhooks`: `jq \
            'del(.webhooks)'`. Its clients for other languages use the whole document.\n\n\
            ### Rights\n\n\
            Anybody with a game's id may read it. Changing it needs its `scorer_token`, sent as `Authorization: Bearer …`. The \
            coordinator and representatives with the role `representative` may change any game. A game of a night \
            may also be changed by a phone that joined the night, at its own table, and by the role `results`. Only \
            operations with a lock on this page need a token.\n\n\
            Everything else needs the token of a session (`signIn`), whose role allows it. Another token gets 403.\n\n\
            - `coordinator`: everything. Only this role changes the settings of the league, manages representatives, webhooks \
            and backups, \
            and forgets players.\n\
            - `representative`: everything else, such as nights, seasons, players, displays and the money.\n\
            - `door`: reads the players, adds them by name, checks them in and out, notes fees, and reads the join code.\n\
            - `results`: enters and corrects results at any table until the night is finished.\n\n\
            In a league that is not public, displays and joined phones may also read the lists of nights and seasons.\n\n\
            ### A game with curl\n\n\
            ```\n\
            games=http://localhost:8080/api/v1/games\n\
            curl $games --json '{\"sides\": [{\"name\": \"Ann\"}, {\"name\": \"Bob\"}]}'  # answers with the game and its \
            scorer_token\n\
            game=…  token='Authorization: Bearer …'                             # the id and the scorer_token\n\
            curl -N $games/$game/live &                                         # streams every change\n\
            peg=$(uuidgen)                                                      # the client makes the ids\n\
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
            for name in Ann Bob Cy Di; do                                       # check everybody in as paid\n\
            \x20\x20player=$(curl -s $api/players -H \"$token\" --json '{\"name\": \"'$name'\"}' | jq -r .id)\n\
            \x20\x20curl -X PUT $night/entries/$player -H \"$token\" --json '{\"paid\": true}'\n\
            done\n\
            curl $night/rounds -H \"$token\" --json '{\"number\": 1}'               # draws the tables\n\
            game=$(curl -s $night | jq -r '.rounds[0].tables[0].game_id')       # a game like any other\n\
            curl -X PUT $api/games/$game/result -H \"$token\" --json '{\"scores\": [121, 97]}'\n\
            curl -X POST $night/finish -H \"$token\"\n\
            curl $night/standings\n\
            curl $night/money -H \"$token\"                                       # to the cent\n\
            ```",
        contact(name = "The operator of this server"),
    ),
    servers((url = "/", description = "This server.")),
    tags(
        (name = "Scoring", description = "Counting hands and cribs, checking the play, advising the discard. Nothing is stored."),
        (name = "Games", description = "The score of one table: pegs, deals, results, history and live stream."),
        (name = "Nights", description = "A night of the league: its players, rounds, standings, money and phones."),
        (name = "People", description = "The players of the league, and the representatives who help the coordinator."),
        (name = "Pots", description = "Money that players stake at a night for special hands."),
        (name = "Ledger", description = "The money between nights: paid ahead, owed, in funds and in the box."),
        (name = "Seasons", description = "The seasons of the league: their days, standings, calendar and money."),
        (name = "League", description = "The settings of the league, and the displays in the hall."),
        (name = "Webhooks", description = "The receivers of the service's messages, and the deliveries to them."),
        (name = "Session", description = "Signing in and out, for the coordinator and the representatives."),
        (name = "Service", description = "The health of the service, its backups, and QR codes."),
        (name = "Problems", description = "The explanations of the errors."),
        (name = "Messages", description = "The messages that the service sends to receivers."),
    ),
    components(schemas(Problem, ProblemUri, ProblemType)),
    modifiers(&TokenScheme),
)]
struct Base;

/// The security scheme of the tokens.
struct TokenScheme;

impl Modify for TokenScheme {
    fn modify(&self, document: &mut OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A game's scorer_token; or the token that signIn returns to the coordinator and the representatives, \
            joinNight to \
                 a phone, and addDisplay to a television.",
            ))
            .build();
        document.components.get_or_insert_default().add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// Returns the document without operations.
pub fn base() -> OpenApi {
    Base::openapi()
}
