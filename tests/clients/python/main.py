"""Counts a hand, and keeps and reads a game, with the client that openapi-python-client makes of the document."""

import sys
from typing import assert_type
from uuid import uuid4

from pegout_client import AuthenticatedClient, Client
from pegout_client.api.games import create_game, get_game, get_history, put_peg
from pegout_client.api.scoring import count_hand
from pegout_client.models import Begun, Game, GameRequest, HandRequest, History, PegFor, PegRequest, Show, SideRequest
from pegout_client.models import RecordedPegged


def main(url: str) -> None:
    anybody = Client(url)

    counted = count_hand.sync(client=anybody, body=HandRequest(cards=["8S", "7H", "7D", "AC"]))
    assert isinstance(counted, Show)
    assert assert_type(counted.total, int) == 8

    begun = create_game.sync(client=anybody, body=GameRequest(sides=[SideRequest("Ann"), SideRequest("Bob")]))
    assert isinstance(begun, Begun) and begun.scorer_token
    game_id, scorer = begun.game.id, AuthenticatedClient(url, begun.scorer_token)
    put_peg.sync(game_id, str(uuid4()), client=scorer, body=PegRequest(side=1, points=8, for_=PegFor.HAND))

    game = get_game.sync(game_id, client=anybody)
    assert isinstance(game, Game)
    assert [(side.name, side.score) for side in game.sides] == [("Ann", 0), ("Bob", 8)]
    assert game.latest.kind == "pegged" and game.latest.points == 8

    history = get_history.sync(game_id, client=anybody)
    assert isinstance(history, History)
    told = []
    for event in history.events:
        if event.kind == "begun":
            told.append(f"{event.version}: {' against '.join(side.name for side in event.sides)}")
        elif event.kind == "pegged":
            assert_type(event, RecordedPegged)
            told.append(f"{event.version}: {event.points} for the {event.for_}")
    assert told == ["1: Ann against Bob", "2: 8 for the hand"], told


main(sys.argv[1])
