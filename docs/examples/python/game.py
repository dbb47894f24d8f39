"""A game to 121, watched live: begins it, pegs, takes a peg back, and reads what happened.

It runs on Python 3.10 or newer. The client is made of the document of the repository; to make it of that of a server, give
the generator --url http://localhost:8080/openapi.json instead. In this folder:

    python3 -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/openapi-python-client generate --path ../../../openapi/openapi.json --output-path pegout_client --meta none \\
        --config generator.yaml
    venv/bin/python game.py http://localhost:8080
"""

import json
import sys
from threading import Thread
from typing import TypeVar
from uuid import UUID, uuid4

from pegout_client import AuthenticatedClient, Client
from pegout_client.api.games import create_game, delete_peg, get_history, put_deal, put_peg
from pegout_client.api.scoring import count_hand
from pegout_client.models import Begun, DealRequest, Game, GameRequest, HandRequest, History, PegFor, PegRequest, Problem
from pegout_client.models import Show, SideRequest, Status

T = TypeVar("T")


def answered(answer: object, kind: type[T]) -> T:
    """Returns an answer of this kind; an error becomes an exception with the sentence for people."""
    if isinstance(answer, Problem):
        raise RuntimeError(f"{answer.title}: {answer.detail}")
    if not isinstance(answer, kind):
        raise RuntimeError(f"The answer is not a {kind.__name__}: {answer}")
    return answer


def watch(client: Client, game_id: UUID, games: list[Game]) -> None:
    """Reads the live stream into `games` until the game is finished."""
    with client.get_httpx_client().stream("GET", f"/api/v1/games/{game_id}/live") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                games.append(Game.from_dict(json.loads(line.removeprefix("data: "))))
                if games[-1].status == Status.FINISHED:
                    return


def main(url: str) -> None:
    # Counting stores nothing, and needs no token.
    anybody = Client(url)
    cards = ["8S", "7H", "7D", "AC"]
    counted = answered(count_hand.sync(client=anybody, body=HandRequest(cards=cards, starter="8D")), Show)
    print(f"{' '.join(cards)} and 8D: {counted.call}")

    # Whoever begins a game gets the token that keeps its score.
    sides = [SideRequest(name="Ann"), SideRequest(name="Bob")]
    begun = answered(create_game.sync(client=anybody, body=GameRequest(sides=sides)), Begun)
    assert begun.scorer_token
    game_id, scorer = begun.game.id, AuthenticatedClient(url, begun.scorer_token)
    watched: list[Game] = []
    watching = Thread(target=watch, args=(Client(url), game_id, watched))
    watching.start()

    def peg(peg_id: UUID, side: int, points: int, kind: PegFor) -> Game:
        """Pegs under an id of our own, so that the request could be sent again without harm."""
        body = PegRequest(side=side, points=points, for_=kind)
        return answered(put_peg.sync(game_id, peg_id, client=scorer, body=body), Game)

    # Bob pegs what Ann has counted, and takes it back.
    mistake = uuid4()
    assert peg(mistake, 1, 8, PegFor.HAND).sides[1].score == 8
    game = answered(delete_peg.sync(game_id, mistake, client=scorer), Game)
    assert game.sides[1].score == 0

    # Deal after deal: the hand of the pone, the hand of the dealer and the crib, until somebody is at 121.
    while game.status == Status.PLAYING:
        dealer = game.crib
        assert dealer is not None
        for side, points, kind in [(1 - dealer, 8, PegFor.HAND), (dealer, 10, PegFor.HAND), (dealer, 4, PegFor.CRIB)]:
            if game.status == Status.PLAYING:
                game = peg(uuid4(), side, points, kind)
        if game.status == Status.PLAYING:
            deal = put_deal.sync(game_id, game.deal + 1, client=scorer, body=DealRequest(id=uuid4()))
            game = answered(deal, Game)
    assert game.winner is not None and game.sides[game.winner].score == 121

    watching.join(timeout=10)
    assert watched and watched[-1].winner == game.winner, "the end was not seen live"

    history = answered(get_history.sync(game_id, client=anybody), History)
    told = []
    for event in history.events:  # New kinds of events may come, which a client passes over.
        if event.kind == "begun":
            told.append(" against ".join(side.name for side in event.sides))
        elif event.kind == "pegged":
            told.append(f"{event.points} for the {event.for_}")
        else:
            told.append(event.kind)
    assert told[:3] == ["Ann against Bob", "8 for the hand", "peg_taken_back"], told
    print(", ".join(told))
    print(", ".join(f"{side.name} {side.score}" for side in game.sides))


main(sys.argv[1])
