"""A game and a night that go from operation to operation by the links of the OpenAPI document alone.

Each step follows a link of an earlier answer, whose expressions fill the path. It fails where a link is missing or leads
nowhere, and where an operation that creates has no link.

Arguments: the address of a service whose league is new, and its coordinator's password."""

import sys
from uuid import uuid4

from document import Document


class Answer:
    """An answer, with what its request was, for the expressions of links."""

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
        filled = {name.removeprefix("path."): self.value(said) for name, said in link["parameters"].items()}
        return Answer(self.document, self.token, link["operationId"], body, **filled, **known)


def play_game(document, token):
    game = Answer(document, None, "createGame", {"sides": [{"name": "Ann"}, {"name": "Bob"}]})
    game.token = game.told["scorer_token"]
    game.follow("getGame")
    peg = game.follow("putPeg", {"side": 1, "points": 8, "for": "hand"}, peg_id=str(uuid4()))
    peg.follow("getHistory")
    peg.follow("deletePeg")
    game.follow("putDeal", {"id": str(uuid4())}, n=2).follow("deleteDeal")
    game.follow("putResult", {"scores": [121, 90]}).follow("deleteResult")


def play_night(document, token):
    season = Answer(document, token, "addSeason", {"name": "2026", "starts": "2026-01-01", "ends": "2026-12-31"})
    season.follow("getSeason")
    season.follow("getSeasonStandings")
    scheduled = season.follow("createNights", {"weekday": "wednesday", "starts_at": "19:00"})
    scheduled.follow("getNight")

    night = Answer(document, token, "createNight", {"date": "2026-01-28", "games_per_night": 1})
    night.follow("getNight")
    night.follow("drawJoinQr")
    night.follow("changeNight", {"starts_at": "19:30"})
    night.follow("cancelNight", {"reason": "Snow"}).follow("reinstateNight")
    for name in ["Ann", "Bob", "Cy", "Di"]:
        player = Answer(document, token, "addPlayer", {"name": name})
        player.follow("getPlayer")
        entry = player.follow("putEntry", {"paid": True}, id=night.told["id"])
    entry.follow("deleteEntry")
    night.follow("putEntry", {"paid": True}, player_id=player.told["id"])

    drawn = entry.follow("drawRound", {"number": 1})
    drawn.follow("getGame")
    drawn.follow("getNightStandings")
    drawn.follow("deleteRound")
    drawn = night.follow("drawRound", {"number": 1})
    drawn.follow("putResult", {"scores": [121, 97]})
    drawn.follow("drawFiftyFifty").follow("getMoney")
    finished = drawn.follow("finishNight", {})
    finished.follow("getNightStandings")
    finished.follow("getMoney")
    finished.follow("putPayout", {"amount": 0, "id": str(uuid4())}).follow("getMoney")
    finished.follow("reopenNight", {"reason": "It was too early"})


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
                place = {f"{taken['in']}.{taken['name']}" for taken in document.parameters(document.operations[name][2])}
                taken = {parameter if "." in parameter else f"path.{parameter}" for parameter in link["parameters"]}
                assert taken <= place, f"the link from {operation_id} to {name} fills {taken - place}"
    token = Answer(document, None, "signIn", {"password": password}).told["token"]
    play_game(document, token)
    play_night(document, token)
    print(f"{len(creating)} operations create, and each links to what follows")


main(*sys.argv[1:])
