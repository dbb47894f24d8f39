"""A night of eight players and two rounds: signs in, checks everybody in, draws, enters results, finishes, and reads the
standings and the money.

The client is made as game.py says. In this folder, with the coordinator's password:

    venv/bin/python night.py http://localhost:8080 PASSWORD

Each run adds its eight players anew: it is for a database to try things with.
"""

import sys
from datetime import date
from typing import TypeVar
from uuid import uuid4

from pegout_client import AuthenticatedClient, Client
from pegout_client.api.games import put_result
from pegout_client.api.nights import create_night, draw_round, finish_night, get_money, get_night_standings, put_entry
from pegout_client.api.people import add_player
from pegout_client.api.session import sign_in
from pegout_client.models import EntryRequest, FinishRequest, Game, Money, NightAnswer, NightRequest, NightStandings
from pegout_client.models import NightStatus, Player, PlayerRequest, Problem, ResultRequest, RoundRequest, Session
from pegout_client.models import SessionRequest

T = TypeVar("T")


def answered(answer: object, kind: type[T]) -> T:
    """Returns an answer of this kind; an error becomes an exception with the sentence for people."""
    if isinstance(answer, Problem):
        raise RuntimeError(f"{answer.title}: {answer.detail}")
    if not isinstance(answer, kind):
        raise RuntimeError(f"The answer is not a {kind.__name__}: {answer}")
    return answer


def main(url: str, password: str) -> None:
    session = answered(sign_in.sync(client=Client(url), body=SessionRequest(password=password)), Session)
    client = AuthenticatedClient(url, session.token)

    # The ids are ours, so that each request could be sent again without making anything twice.
    night_id = uuid4()
    body = NightRequest(date=date.today(), id=night_id, games_per_night=2)
    night = answered(create_night.sync(client=client, body=body), NightAnswer)
    for name in ["Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gil", "Hal"]:
        player = answered(add_player.sync(client=client, body=PlayerRequest(name=name, id=uuid4())), Player)
        entered = put_entry.sync(night_id, player.id, client=client, body=EntryRequest(paid=True))
        night = answered(entered, NightAnswer)
    assert len(night.entries) == 8

    for number in [1, 2]:
        drawn = answered(draw_round.sync(night_id, client=client, body=RoundRequest(number=number)), NightAnswer)
        for table in drawn.rounds[-1].tables:
            sides = [" and ".join(player.name for player in side.players) for side in table.sides]
            print(f"Round {number}, table {table.number}: {' against '.join(sides)}")
            result = ResultRequest(scores=[121, 121 - 10 * table.number])
            game = answered(put_result.sync(table.game_id, client=client, body=result), Game)
            assert game.winner == 0

    night = answered(finish_night.sync(night_id, client=client, body=FinishRequest()), NightAnswer)
    assert night.status == NightStatus.FINISHED

    standings = answered(get_night_standings.sync(night_id, client=client), NightStandings)
    assert len(standings.rows) == 8
    for row in standings.rows:
        print(f"{row.place}. {row.name}: {', '.join(map(str, row.lines))}, in all {row.total}")

    money = answered(get_money.sync(night_id, client=client), Money)
    prizes = sum(prize.amount for prize in money.prizes)
    assert money.fifty_fifty + money.supplies + prizes + money.activities == money.fees
    print(f"Fees {money.fees} cents, prizes {prizes}, activities {money.activities}")


main(sys.argv[1], sys.argv[2])
