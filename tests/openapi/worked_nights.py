"""Nights whose seats are brought about by swaps, so that every number of them could be worked out by hand beforehand."""

import json
from pathlib import Path

from night import Night
from record import points_short

MONEY = ["fees", "fifty_fifty", "supplies", "pot", "activities"]


def check_worked_nights(document, token):
    for worked in json.loads(Path(__file__).with_name("worked_nights.json").read_text()):
        check_worked_night(document, token, worked)


def check_worked_night(document, token, worked):
    rounds = worked["rounds"]
    night = Night(document, token, worked["date"], games_per_night=len(rounds))
    ids = {}
    for name in worked["players"]:
        ids[name] = document.call("addPlayer", {"name": name}, token)[1]["id"]
        night.check_in(ids[name], name, name not in worked["unpaid"])
    for number, played in enumerate(rounds):
        seats = night.draw("moved" if number else "drawn")
        wanted = [[[ids[name] for name in side] for side in sides] for sides in played["seats"]]
        night.swap(seats, wanted)
        night.play(played["scores"])
    night.fifty_fifty()
    night.finish()
    for moment in worked["moments"]:
        for name in moment.get("pays", []):
            night.check_in(ids[name], name, True)
        if "correction" in moment:
            night.correct(**moment["correction"], reason="The sheet says otherwise.")
        (cards, places), money = night.check()
        lines = {player: points_short(card) for player, card in cards.items()}
        for name, told in [("cards", lines), ("places", places), ("prizes", money["prizes"])]:
            by_name = {player: told[ids[player]] for player in worked["players"] if ids[player] in told}
            assert by_name == moment[name], (worked["title"], name, by_name)
        assert {name: money[name] for name in MONEY} == {name: moment[name] for name in MONEY}, money
        assert night.call("getMoney")[1]["places"] == moment["place_prizes"]
    night.tell(worked["title"])
