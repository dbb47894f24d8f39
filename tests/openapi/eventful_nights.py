"""Nights of 2 to 60 in each format on which everything goes wrong that can, counted a second time after each step.

Chance adds late players, players entered twice, wrong seats, and wrong and contested results. It takes draws and finishes
back, and calls games off and brings them back. Any caller with the right sends a request, and each request is sent twice.

Arguments: the address of a service with a new league, or the addresses of several servers on its database with commas between
them. Then its coordinator's password and, if wanted, the seed of the chance and the first and the last number of players."""

import random
import sys

from document import Document
from eventful_night import EventfulNight
from eventful_service import sign_in
from night import SETTINGS


FORMATS = ["doubles_movement", "singles_rotation", "fixed_pairs"]


def drawn_settings(chance, format):
    """The settings that are drawn for a night."""
    return {
        "draw_percent": chance.choice([50, 50, 100]),
        "first_dealer": chance.choice(["drawn", "table_cuts", "first_seat"]),
        "full_card": chance.choice(["excused", "excused", "every_round"]),
        "hand_outs": chance.choice(["ticked", "ticked", "assumed"]),
        "format": format,
        "card": chance.choice(["points_short", "game_points", "points_scored"]),
    }


def spoil(night):
    """Lets something go wrong, or puts something right."""
    changes = [
        night.arrive,
        night.seat_late,
        night.exchange_seats,
        night.correct_seats,
        night.enter_result,
        night.correct_result,
        night.judge_result,
        night.tell_first_dealer,
        night.call_off,
        night.bring_back,
        night.excuse,
        night.pay,
        night.take_fee_back,
        night.pay_out,
        night.give_fee_back,
        night.void_fifty_fifty,
        night.add_again,
        night.merge,
        night.unmerge,
        night.take_draw_back,
        night.substitute,
        night.split,
        night.finish_and_reopen,
    ]
    night.chance.choice(changes)()
    night.check()


def play(night, count):
    """Plays a whole night."""
    for _ in range(count):
        night.arrive()
    night.check()
    night.pay_out()
    # A rotation has rounds for who lacks a game, until nobody does.
    for _ in range(night.settings["games_per_night"] + (3 if night.is_rotation else 0)):
        night.draw()
        night.check()
        if not night.rounds:
            night.arrive()
            continue
        for _ in range(night.chance.randrange(14)):
            spoil(night)
        while night.newest(lambda table: table.is_open):
            night.enter_result()
        if night.chance.random() < 0.4 and len(night.here) > 2:
            night.leave()
        night.check()
        if night.chance.random() < 0.3:
            night.draw_fifty_fifty()
    night.finish()
    night.check()
    after = [night.correct_result, night.correct_seats, night.pay, night.pay_out, night.judge_result, night.merge]
    night.give_fee_back()
    night.check()
    for change in night.chance.choices(after, k=5):
        change()
        night.check()
    while night.persons:
        night.unmerge()
        night.check()
    for table in night.tables():
        night.check_game(table)


def main(url, password, seed="1", first="2", last="60"):
    document = Document(url)
    tokens = sign_in(document, password)
    people = [document.call("addPlayer", {"name": f"Player {n:02}"}, tokens["coordinator"])[1]["id"] for n in range(1, 81)]
    steps = refusals = 0
    for count in range(int(first), int(last) + 1):
        chance = random.Random(f"{seed} {count}")
        settings = SETTINGS | drawn_settings(chance, FORMATS[count % 3])
        assert document.call("putLeague", settings, tokens["coordinator"])[0] in (200, 201)
        night = EventfulNight(document, tokens, chance, people, settings)
        try:
            play(night, count)
        except AssertionError:
            print(f"The night of {count} with the seed {seed}, after {night.steps} steps:", file=sys.stderr)
            raise
        steps, refusals = steps + night.steps, refusals + night.refusals
    print(f"{steps} changes and {refusals} refusals: every card, every place and every cent is right.")


if __name__ == "__main__":
    main(*sys.argv[1:])
