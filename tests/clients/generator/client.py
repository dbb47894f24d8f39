"""Counts a hand, keeps a game and lists the players, with the client that OpenAPI Generator makes for Python.

The arguments are the address of a service and the coordinator's password."""

import sys
from uuid import uuid4

import openapi_client as pegout


def main(url, password):
    client = pegout.ApiClient(pegout.Configuration(host=url))
    scoring, games = pegout.ScoringApi(client), pegout.GamesApi(client)

    hand = scoring.count_hand(pegout.HandRequest(cards=["5H", "5D", "5S", "JC"], starter="5C"))
    assert hand.total == 29, hand
    assert scoring.get_crib(["5H", "5D", "5S", "JC", "5C"], starter="KD").total > 20, "a crib has up to six cards"

    sides = [pegout.SideRequest(name="Ann"), pegout.SideRequest(name="Bob")]
    begun = games.create_game(pegout.GameRequest(sides=sides))
    client.configuration.access_token = begun.scorer_token
    peg = pegout.PegRequest.from_dict({"side": 1, "points": 8, "for": "hand"})
    for _ in range(2):
        game = games.put_peg(begun.game.id, uuid4(), peg)
    assert [side.score for side in game.sides] == [0, 16], game
    try:
        games.put_peg(begun.game.id, uuid4(), pegout.PegRequest.from_dict({"side": 1, "points": 19, "for": "hand"}))
        raise AssertionError("no hand counts 19")
    except pegout.exceptions.UnprocessableEntityException as refused:
        assert refused.data.type == "/problems/invalid", refused

    session = pegout.SessionApi(client).sign_in(pegout.SessionRequest(password=password))
    client.configuration.access_token = session.token
    people = pegout.PeopleApi(client)
    people.add_player(pegout.PlayerRequest(name="Di"))
    assert "Di" in [player.name for player in people.list_players().players]
    assert pegout.LeagueApi(client).get_league(), "the messages to receivers have taken the place of the league"


main(*sys.argv[1:])
