"""A night of 23, run by the OpenAPI document alone and counted by arithmetic of its own.

Arguments: the address of a service whose league is new, and its coordinator's password."""

import sys

from document import Document
from night import SETTINGS, Night
from record import points_short
from worked_nights import check_worked_nights

# How each table of each round ends, by number; the three and the two at the end have their own.
FOURS = [
    [[121, 103], [98, 121], [121, 60], [119, 121], [121, 91]],
    [[88, 121], [121, 112], [121, 95], [107, 121], [121, 120]],
    [[121, 90], [61, 121], [121, 117], [121, 99], [104, 121]],
    [[121, 110], [109, 121], [121, 92], [121, 101], [118, 121]],
]
THREES = [[90, 121, 57], [100, 121, 117], [121, 113, 113], [89, 90, 121]]
TWOS = [[121, 97], [115, 121], [84, 121], [121, 120]]


def results(number, seats):
    """The ends of the tables of a round."""
    fours = iter(FOURS[number - 1])
    for sides in seats:
        two, three = [len(side) for side in sides] == [1, 1], len(sides) == 3
        yield TWOS[number - 1] if two else THREES[number - 1] if three else next(fours)


def play(night, way):
    """Draws the next round and lets it be played."""
    seats = night.draw(way)
    night.play(results(len(night.rounds), seats))
    night.check()


def tie_for_second(night, seats):
    """Enters the last round so that exactly two tie for second place: one table's result is chosen for it."""
    number = len(night.rounds)
    night.play(results(number, seats))
    for table in night.rounds[-1]:
        original, sides = table.scores, range(len(table.scores))
        for winner in sides:
            for short in range(1, 31):
                table.scores = scores = [121 if side == winner else 121 - short - side for side in sides]
                (_, places), _ = night.count()
                if sorted(places.values())[:4] == [1, 2, 2, 4]:
                    return night.correct(number, table.number, scores, "The sheet says otherwise.")
        table.scores = original
    raise AssertionError("no result of one table makes two tie for second place")


def the_story(document, token, season, players):
    """A player comes late, a player leaves early, a player does not pay; a correction, a tie, and a second correction."""
    night = Night(document, token, "2026-01-28", season)
    *on_time, late = players.items()
    owing = on_time[4][0]
    for player, name in on_time:
        night.check_in(player, name, player != owing)
    play(night, "drawn")
    night.check_in(*late, True)
    play(night, "moved")
    assert len(night.rounds[0]) == len(night.rounds[1]) == 6
    night.leave(on_time[9][0])
    night.fifty_fifty()
    play(night, "moved")
    seats = night.draw("moved")
    status, problem = document.call("finishNight", {}, token, id=night.id)
    assert (status, problem["tables"]) == (409, [1, 2, 3, 4, 5, 6]), problem
    night.correct(3, 2, [121, 60], "The two sides were mixed up on the sheet.")
    tie_for_second(night, seats)
    night.check()
    assert document.call("drawRound", {}, token, id=night.id)[0] == 409, "there is a fifth round"
    night.finish()
    (_, places), money = night.check()
    assert sorted(places.values())[:4] == [1, 2, 2, 4]
    night.tell("The night of 23 at its finish")
    # The winner's last game was read the wrong way round, and the player who owed has paid: the 50/50 stays as drawn.
    winner = next(player for player, place in places.items() if place == 1)
    table = next(table for table in night.rounds[3] if winner in night.players(table))
    night.correct(4, table.number, table.scores[-1:] + table.scores[:-1], "It was read the wrong way round.")
    night.check_in(owing, night.names[owing], True)
    _, money = night.check()
    assert (money["fees"], money["fifty_fifty"], money["supplies"]) == (23000, 2200, 2400)
    night.tell("The night of 23 after a correction and a fee")
    return night


def the_movement(document, token, season, players):
    """All 23 play four rounds: everybody moves three times, and the three ends in a tie for staying once."""
    night = Night(document, token, "2026-02-04", season)
    for player, name in players.items():
        night.check_in(player, name, True)
    for number in range(4):
        play(night, "moved" if number else "drawn")
    night.finish()
    night.check()
    return night


def the_season(document, token, season, nights, names):
    """The average of full cards, lowest first."""
    rows = document.call("getSeasonStandings", token=token, id=season)[1]["rows"]
    counts = [night.count() for night in nights]
    lines = {p: [points_short(cards[p]) for (cards, _), _ in counts] for p in names}
    full = {p: [sum(card) for card in lines[p] if None not in card] for p in names}
    averages = {player: sum(totals) / len(totals) for player, totals in full.items() if totals}
    for row in rows:
        player = row["player_id"]
        played = [line for card in lines[player] for line in card if line is not None]
        place = 1 + sum(other < averages[player] for other in averages.values()) if player in averages else None
        assert (row["place"], row["average"]) == (place, averages.get(player)), row
        assert row["full_cards"] == len(full[player]), row
        assert (row["games"], row["wins"]) == (len(played), sum(line <= 0 for line in played)), row
        assert (row["skunks"], row["double_skunks"]) == (sum(line < 0 for line in played), played.count(-2)), row
        assert row["money_won"] == sum(money["prizes"].get(player, 0) for _, money in counts), row


def main(url, password):
    document = Document(url)
    status, session = document.call("signIn", {"password": password})
    assert status == 201
    token = session["token"]
    assert document.call("putLeague", SETTINGS, token)[0] == 201
    winter = {"name": "Winter 2026", "starts": "2026-01-01", "ends": "2026-04-15"}
    season = document.call("addSeason", winter, token)[1]["id"]
    players = {}
    for number in range(1, 24):
        name = f"Player {number:02}"
        players[document.call("addPlayer", {"name": name}, token)[1]["id"]] = name
    nights = [run(document, token, season, players) for run in (the_story, the_movement)]
    the_season(document, token, season, nights, players)
    check_worked_nights(document, token)
    nights[1].tell("All 23 for four games")
    print("\nThe document and the league's arithmetic agree.")


if __name__ == "__main__":
    main(*sys.argv[1:])
