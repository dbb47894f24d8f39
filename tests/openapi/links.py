"""A game and a night that go from operation to operation by the links of the OpenAPI document alone.

Each step follows a link of an earlier answer, whose expressions fill the path. The run fails if a link is
missing or leads nowhere, if an operation that creates has no link, or if the document has a link that is not followed here.

Arguments: the address of a service whose league is new, and its coordinator's password."""

import secrets
import sys
from uuid import uuid4

from document import Document

# The links that were followed, by the operation that they leave and their name.
FOLLOWED = set()


class Answer:
    """An answer with its request, for the expressions of links."""

    def __init__(self, document, token, operation_id, body=None, **parameters):
        self.document, self.token, self.operation_id = document, token, operation_id
        self.body, self.parameters = body, parameters
        _, _, operation = document.operations[operation_id]
        token = token if document.takes_token(operation_id) else None
        self.status, self.told = document.call(operation_id, body, token, **parameters)
        assert self.status in (200, 201), f"{operation_id}: {self.status} {self.told}"
        self.links = operation["responses"][str(self.status)].get("links", {})

    def value(self, expression):
        """The value of an expression like `$response.body#/id`."""
        source, _, pointer = expression.partition("#")
        if source == "$response.body" or source == "$request.body":
            value = self.told if source == "$response.body" else self.body
            for step in pointer.strip("/").split("/"):
                value = value[int(step)] if isinstance(value, list) else value[step]
            return value
        assert source.startswith("$request.path."), expression
        return self.parameters[source.removeprefix("$request.path.")]

    def follow(self, operation_id, body=None, **known):
        """Follows the link to an operation; `known` is what no link can know."""
        link = self.links.get(operation_id)
        assert link, f"{self.operation_id} has no link to {operation_id}"
        FOLLOWED.add((self.operation_id, operation_id))
        filled = {name.removeprefix("path."): self.value(said) for name, said in link["parameters"].items()}
        return Answer(self.document, self.token, link["operationId"], body, **filled, **known)


def play_game(document):
    game = Answer(document, None, "createGame", {"sides": [{"name": "Ann"}, {"name": "Bob"}]})
    game.token = game.told["scorer_token"]
    game.follow("getGame")
    peg = game.follow("putPeg", {"side": 1, "points": 8, "for": "hand"}, peg_id=str(uuid4()))
    peg.follow("watchGame")
    peg.follow("getHistory")
    peg.follow("amendPeg", {"id": str(uuid4()), "points": 10})
    peg.follow("deletePeg")
    game.follow("putDeal", {"id": str(uuid4())}, n=2).follow("deleteDeal")
    result = game.follow("putResult", {"scores": [121, 90], "device": str(uuid4())})
    # The phone of the other side has the same token, and an id of its own.
    agreed = {"id": str(uuid4()), "side": 1, "agrees": True, "device": str(uuid4())}
    result.follow("putResultConfirmation", agreed).follow("getGame")
    result.follow("deleteResult")
    void = Answer(document, game.token, "putVoid", {"reason": "The wrong two sat down"}, **result.parameters)
    void.follow("deleteVoid")

    scorer = secrets.token_urlsafe(32)
    sides = [{"name": "Ann"}, {"name": "Bob"}]
    own = Answer(document, scorer, "putGame", {"sides": sides, "scorer_token": scorer}, id=str(uuid4()))
    own.follow("putPeg", {"side": 0, "points": 2, "for": "hand"}, peg_id=str(uuid4()))
    own.follow("getHistory")
    own.follow("getGameSummary")


def set_the_league_up(document, token):
    Answer(document, token, "putLeague", {"name": "Thursday Cribbage League"}).follow("getLeague")
    helper = {"name": "Bea", "password": "a password of her own", "role": "door"}
    Answer(document, token, "addRepresentative", helper).follow("removeRepresentative")
    Answer(document, token, "addDisplay", {"name": "The television in the hall"}).follow("removeDisplay")
    webhook = Answer(document, token, "addWebhook", {"url": "https://example.org/pegout"})
    webhook.follow("listDeliveries")
    webhook.follow("changeWebhook", {"active": False})
    webhook.follow("removeWebhook")
    player = Answer(document, token, "addPlayer", {"name": "Zoe"})
    player.follow("changePlayer", {"active_member": False})
    player.follow("getProfile")
    link = Answer(document, token, "putPlayerLink", {"token": secrets.token_urlsafe(32)}, id=player.told["id"])
    link.follow("getStatement")
    link.follow("removePlayerLink")
    player.follow("forgetPlayer")


def check_in(document, token, night, names):
    """Adds players and checks them in; returns the last one, and the answer to the last entry."""
    for name in names:
        player = Answer(document, token, "addPlayer", {"name": name})
        player.follow("getPlayer")
        entry = player.follow("putEntry", {"paid": True}, id=night.told["id"])
    return player, entry


def seated(table):
    """The ids of the players of a table, side by side."""
    return [[player["id"] for player in side["players"]] for side in table["sides"]]


def play_round(document, token, number, night):
    """Enters a result at every table of the round that has none."""
    rounds = Answer(document, token, "getNight", **night).told["rounds"]
    for table in rounds[number - 1]["tables"]:
        if table["status"] == "playing":
            Answer(document, token, "putResult", {"scores": [121, 97]}, id=table["game_id"])


def play_night(document, token):
    season = Answer(document, token, "addSeason", {"name": "2025", "starts": "2026-01-01", "ends": "2026-12-31"})
    season.follow("changeSeason", {"name": "2026"})
    season.follow("getSeason")
    for figures in ["getSeasonStandings", "getMeetings", "getSeasonRecords", "getRace"]:
        season.follow(figures)
    scheduled = season.follow("createNights", {"weekday": "wednesday", "starts_at": "19:00"}).follow("getNight")

    night = Answer(document, token, "createNight", {"date": "2026-01-29", "games_per_night": 2})
    night.follow("getNight")
    night.follow("watchNight")
    night.follow("drawJoinQr")
    night.follow("changeNight", {"starts_at": "19:30"})
    cancelled = night.follow("cancelNight", {"reason": "Snow"})
    cancelled.follow("getCancellation")
    cancelled.follow("reinstateNight")
    player, entry = check_in(document, token, night, ["Ann", "Bob", "Cy", "Di"])
    entry.follow("deleteEntry")
    night.follow("putEntry", {"paid": True}, player_id=player.told["id"])
    told = {"id": scheduled.told["id"], "player_id": player.told["id"]}
    reply = Answer(document, token, "putReply", {"coming": True}, **told)
    reply.follow("listReplies")
    reply.follow("deleteReply")
    player.follow("putEntry", {}, id=told["id"])
    Answer(document, token, "cancelNight", {"reason": "Snow"}, id=told["id"])
    Answer(document, token, "putNotified", **told).follow("deleteNotified")

    pairs = Answer(document, token, "createNight", {"date": "2026-01-30", "format": "fixed_pairs"})
    two = [check_in(document, token, pairs, [name])[0].told["id"] for name in ["Gus", "Hal"]]
    of_two = {"players": [{"player_id": player} for player in two]}
    pair = Answer(document, token, "putPair", of_two, id=pairs.told["id"], pair_id=str(uuid4()))
    pair.follow("getNight")
    pair.follow("deletePair")

    moved = {"from": "outside", "to": "activities", "amount": 100}
    Answer(document, token, "putLedgerEntry", moved, id=str(uuid4())).follow("deleteLedgerEntry", {})

    code = night.follow("renewJoinCode", {"id": str(uuid4())})
    code.follow("drawJoinQr")
    phone = {"code": code.told["join_code"], "player_id": player.told["id"]}
    Answer(document, None, "joinNight", phone).follow("getNight")
    code.follow("listPhones")

    drawn = entry.follow("drawRound", {"number": 1})
    first, second = seated(drawn.told["rounds"][0]["tables"][0])
    drawn.follow("putSeats", {"tables": [{"number": 1, "sides": [second, first]}]})
    drawn.follow("deleteRound")
    drawn = night.follow("drawRound", {"number": 1})
    latecomers = [check_in(document, token, night, [name])[0].told["id"] for name in ["Eve", "Fay"]]
    added = drawn.follow("addTable", {"players": latecomers, "id": str(uuid4())})
    added.follow("getNight")
    added.follow("swapSeats", {"players": [latecomers[0], first[0]]})
    first_game = drawn.follow("getGame").told["id"]
    drawn.follow("putResult", {"scores": [121, 97]})
    play_round(document, token, 1, drawn.parameters)
    draw = drawn.follow("drawFiftyFifty")
    draw.follow("getMoney")
    draw.follow("voidFiftyFifty", {"reason": "The winner had gone home"})

    drawn = night.follow("drawRound", {"number": 2})
    assert drawn.follow("getGame").told["id"] == first_game, "the description says that it is of round 1"
    play_round(document, token, 2, drawn.parameters)
    drawn.follow("getNightStandings")
    pot, hand = play_for_a_pot(document, token, drawn.parameters["id"], first_game, latecomers[0])
    finished = drawn.follow("finishNight", {})
    paid = Answer(document, token, "payPot", {"id": str(uuid4())}, id=drawn.parameters["id"], pot_id=pot)
    paid.follow("getNightPots")
    paid.follow("takeBackPot", {})
    hand.follow("deleteHand")
    card = {"id": drawn.parameters["id"], "player_id": latecomers[0]}
    Answer(document, token, "putCardReturned", {"returned": True}, **card).follow("getNightStandings")
    finished.follow("getNightStandings")
    finished.follow("getMoney")
    finished.follow("putPayout", {"amount": 0, "id": str(uuid4())}).follow("getMoney")
    finished.follow("reopenNight", {"reason": "It was too early"})


def play_for_a_pot(document, token, night, game, player):
    """A stake, and a hand of 29 that is proven. Returns the id of the pot, and the answer to the hand."""
    pot = str(uuid4())
    settings = {"name": "29", "stake": 100, "pays": [{"hand": "29", "percent": 100}]}
    Answer(document, token, "putPot", settings, id=pot).follow("listPots")
    Answer(document, token, "putEntry", {"pots": [pot]}, id=night, player_id=player)
    held = {"player_id": player, "game_id": game, "cards": ["5H", "5D", "5S", "JC"], "starter": "5C"}
    hand = Answer(document, token, "putHand", held, id=night, hand_id=str(uuid4()))
    hand.follow("putHandWitness", {"agrees": True, "id": str(uuid4())}).follow("getNightPots")
    return pot, hand


def main(url, password):
    document = Document(url)
    creating = [
        (operation_id, operation["responses"]["201"].get("links"))
        for operation_id, (_, _, operation) in document.operations.items()
        if "201" in operation["responses"]
    ]
    without = [operation_id for operation_id, links in creating if not links]
    assert not without, f"no link from {without}"
    for operation_id, (_, _, operation) in document.operations.items():
        for response in operation["responses"].values():
            for name, link in response.get("links", {}).items():
                place = {f"{taken['in']}.{taken['name']}" for taken in document.operations[name][2]["parameters"]}
                taken = {parameter if "." in parameter else f"path.{parameter}" for parameter in link["parameters"]}
                assert taken <= place, f"the link from {operation_id} to {name} fills {taken - place}"
    session = Answer(document, None, "signIn", {"password": password})
    session.token = session.told["token"]
    session.follow("listSessions")
    play_game(document)
    set_the_league_up(document, session.token)
    play_night(document, session.token)

    links = {
        (operation_id, name)
        for operation_id, (_, _, operation) in document.operations.items()
        for response in operation["responses"].values()
        for name in response.get("links", {})
    }
    assert FOLLOWED == links, f"not followed: {sorted(links - FOLLOWED)}"
    print(f"{len(creating)} operations create, and each links to what follows; {len(links)} links were followed")


main(*sys.argv[1:])
