"""A club of three seasons, whose figures are counted a second time from its histories.

    python tests/figures/season.py URL PASSWORD SEED

26 nights of 30 players: doubles by points short, singles by game points, and doubles by points scored. Some games are pegged with
deals, hands and cards, the others get a result. Somebody comes late, a game is called off, a draw is taken back, two swap seats. One
player was entered twice and is merged, one is forgotten, and a night is reopened and corrected. Then every profile, every pair, the
meetings, the records and the races must be those that `count` makes of the histories. At the end one figure of each kind is
spoiled, and that must be found.
"""

import copy
import random
import sys
from datetime import date, timedelta
from pathlib import Path
from uuid import UUID

import count
from histories import League

sys.path.append(str(Path(__file__).parent.parent / "ledger"))
from random_ledger import Service  # noqa: E402

FIRST = date(2025, 9, 3)
DAYS = {"starts": str(FIRST), "ends": str(FIRST + timedelta(weeks=40))}
SEASONS = [
    ({"name": "Autumn", "card": "points_short", "best_of": 5, "minimum_nights": 3}, "doubles_movement", 9),
    ({"name": "Winter", "card": "game_points", "counts": "sum", "from_points": 4, "best_of": 5, "minimum_nights": 2}, "singles_rotation", 9),
    ({"name": "Spring", "card": "points_scored", "counts": "sum", "best_of": 4}, "doubles_movement", 8),
]
ROUNDS = 3
# The points of hands and cribs, with their cards and the starter.
SHOWS = [
    (29, "5H 5D 5S JC", "5C"),
    (28, "5H 5D 5S KC", "5C"),
    (28, "5H 5D 5S QC", "5C"),
    (24, "4H 5D 5S 6C", "6D"),
    (24, "7H 7D 8S 8C", "9D"),
    (12, "9H 9D 9S 9C", "4H"),
    (0, "2H 4D 6S 8C", "KH"),
    (2, "2H 2D 6S 8C", "KH"),
]


def ok(answer):
    status, body = answer
    assert status < 300, (status, body)
    return body


class Club:
    def __init__(self, service, chance):
        self.service, self.chance = service, chance
        self.players = [self.add(f"Ann Player{number}" if number % 7 else f"Émile O’Neil-{number}") for number in range(30)]
        # Entered twice: plays in place of the first player in the first season.
        self.double = self.add("A. Player")
        self.seasons = [ok(service.ask("POST", "/seasons", {**season, **DAYS}))["id"] for season, *_ in SEASONS]

    def add(self, name):
        return ok(self.service.ask("POST", "/players", {"name": name}))["id"]

    def new_id(self):
        return str(UUID(int=self.chance.getrandbits(128), version=4))

    def schedule(self, week, number):
        season, format, _ = SEASONS[number]
        body = {"date": str(FIRST + timedelta(weeks=week)), "season_id": self.seasons[number], "games_per_night": ROUNDS}
        return ok(self.service.ask("POST", "/nights", {**body, "format": format, "card": season["card"]}))["id"]

    def peg(self, game, sides):
        """Pegs a game to its end: deals of play, hands and a crib."""
        chance, target, scores = self.chance, 121, [0] * len(sides)
        shows, deal = chance.sample(SHOWS, len(SHOWS)), 1

        def put(side, points, reason, **more):
            body = {"side": side, "points": points, "for": reason, **more}
            if len(sides[side]) == 2 and chance.random() < 0.7:
                body["player"] = chance.randrange(2)
            path = f"/games/{game}/pegs/{self.new_id()}"
            ok(self.service.ask("PUT", path, body))
            if chance.random() < 0.05 and scores[side] + points < target:
                ok(self.service.ask("DELETE", path))
                return
            scores[side] = min(scores[side] + points, target)

        while max(scores) < target:
            if deal > 1:
                ok(self.service.ask("PUT", f"/games/{game}/deals/{deal}", {"id": self.new_id()}))
            order = chance.sample(range(len(sides)), len(sides))
            for side in order:
                if max(scores) < target:
                    put(side, chance.randrange(1, 9), "play")
            if max(scores) < target and chance.random() < 0.3:
                put(order[0], 1, "go")
            for side in [*order, order[0]]:
                if max(scores) == target:
                    break
                reason = "crib" if side == order[0] and chance.random() < 0.5 else "hand"
                if shows and chance.random() < 0.3:
                    points, cards, starter = shows.pop()
                    put(side, points, reason, cards=cards.split(), starter=starter)
                else:
                    put(side, chance.choice([2, 4, 6, 7, 8, 9, 10, 12, 14, 16]), reason)
            deal += 1

    def play_round(self, night, number):
        drawn = ok(self.service.ask("POST", f"/nights/{night}/rounds", {"number": number}))["rounds"][-1]
        if self.chance.random() < 0.2:
            ok(self.service.ask("DELETE", f"/nights/{night}/rounds/{number}"))
            drawn = ok(self.service.ask("POST", f"/nights/{night}/rounds", {"number": number}))["rounds"][-1]
        if len(drawn["tables"]) > 1 and self.chance.random() < 0.3:
            two = [table["sides"][0]["players"][0]["id"] for table in drawn["tables"][:2]]
            swapped = self.service.ask("POST", f"/nights/{night}/rounds/{number}/swaps", {"players": two})
            drawn = ok(swapped)["rounds"][-1] if swapped[0] < 300 else drawn
        for table in drawn["tables"]:
            game, sides = table["game_id"], [side["players"] for side in table["sides"]]
            if self.chance.random() < 0.5:
                cut = {"id": self.new_id(), "first_dealer": self.chance.randrange(sum(map(len, sides)))}
                ok(self.service.ask("PATCH", f"/games/{game}", cut))
            if self.chance.random() < 0.3:
                self.peg(game, sides)
            elif self.chance.random() < 0.04:
                ok(self.service.ask("PUT", f"/games/{game}/void", {"reason": "Somebody had to go"}))
            else:
                scores = [self.chance.choice([self.chance.randrange(30, 121), 90, 91, 60, 61]) for _ in sides]
                scores[self.chance.randrange(len(scores))] = 121
                ok(self.service.ask("PUT", f"/games/{game}/result", {"scores": scores}))
        return drawn

    def play(self, week, number):
        night = self.schedule(week, number)
        first = self.double if number == 0 else self.players[0]
        here = self.chance.sample(self.players[1:], self.chance.randrange(9, 20)) + [first]
        late = [here.pop(0)] if self.chance.random() < 0.5 else []
        for round in range(1, ROUNDS + 1):
            for player in here if round == 1 else late if round == 2 else []:
                ok(self.service.ask("PUT", f"/nights/{night}/entries/{player}", {"paid": self.chance.random() < 0.9}))
            drawn = self.play_round(night, round)
        ok(self.service.ask("POST", f"/nights/{night}/finish", {}))
        return night, drawn["tables"][0]["game_id"], len(drawn["tables"][0]["sides"])


def same(told, counted):
    """True for two equal answers; numbers that were divided may differ in the last digits."""
    if isinstance(counted, float) and isinstance(told, (int, float)):
        return abs(told - counted) < 1e-9
    if isinstance(counted, dict) and isinstance(told, dict):
        return told.keys() == counted.keys() and all(same(told[key], counted[key]) for key in counted)
    if isinstance(counted, list) and isinstance(told, list):
        return len(told) == len(counted) and all(map(same, told, counted))
    return told == counted


def check(what, told, counted):
    if not same(told, counted):
        different = [key for key in counted if not same(told.get(key), counted[key])] if isinstance(counted, dict) else ""
        parts = [(key, told.get(key), counted[key]) for key in different] or [told, counted]
        raise AssertionError(f"{what}: {str(parts)[:3000]}")


def by_player(rows):
    return {row["player_id"]: {key: value for key, value in row.items() if key != "player_id"} for row in rows}


def profile_as_counted(told):
    """The lists of people by their ids: the order of equal rows is that of the names."""
    for people in ("partners", "opponents"):
        games = [row["games"] for row in told[people]]
        assert games == sorted(games, reverse=True), people
        told[people] = {row["player_id"]: row for row in told[people]}
    return told


class Figures:
    """The answers of the service, each with the figures that are counted for it."""

    def __init__(self, service, league):
        self.ask, self.league = lambda path: ok(service.ask("GET", path)), league

    def profiles(self, players):
        for player in players:
            yield f"profile of {player}", profile_as_counted(self.ask(f"/players/{player}/profile")), count.profile(self.league, player)

    def pairs(self, players):
        for player in players:
            for other in players:
                if other != player:
                    told = self.ask(f"/players/{player}/profile?against={other}")["against"]
                    yield f"{player} against {other}", told, count.against(self.league, player, other)

    def meetings(self):
        for season in self.league.seasons:
            told, met = self.ask(f"/seasons/{season}/meetings"), count.meetings(self.league, season)
            places = {player["id"]: number for number, player in enumerate(told["players"])}
            assert all(places[row["a"]] < places[row["b"]] for row in told["meetings"])
            of = lambda two, a, b: [two["partners"], two["opponents"], two[a], two[b]]
            counted = [of(met[frozenset((row["a"], row["b"]))], row["a"], row["b"]) for row in told["meetings"]]
            assert len(counted) == len(met), "a pair that met is missing"
            yield f"meetings of {season}", [[row[key] for key in ("partners", "opponents", "a_wins", "b_wins")] for row in told["meetings"]], counted

    def records(self):
        order = lambda holder: (holder["date"], holder["player_id"], str(holder["cards"]))
        for season in [None, *self.league.seasons]:
            nights = self.league.of_season(season) if season else self.league.nights
            told = self.ask(f"/seasons/{season}/records" if season else "/records")["records"]
            told = {str((row["what"], row["card"])): [row["value"], sorted(row["holders"], key=order)] for row in told}
            counted = {str(key): [value, sorted(holders, key=order)] for key, (value, holders) in count.records(self.league, nights).items()}
            yield f"records of {season}", told, counted

    def races(self):
        for season in self.league.seasons:
            told = self.ask(f"/seasons/{season}/race")
            places = [row["places"][-1] for row in told["players"]]
            assert places == sorted(places, key=lambda place: place or 999), places
            told["players"] = {row["player_id"]: {key: row[key] for key in ("places", "value", "can_win")} for row in told["players"]}
            yield f"race of {season}", told, count.race(self.league, season)


def spoil(value):
    """Changes one number somewhere in an answer, or finds none."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        if isinstance(value[key], int) and not isinstance(value[key], bool):
            value[key] += 1
            return True
        if spoil(value[key]):
            return True
    return False


def main(url, password, seed):
    chance, service = random.Random(int(seed)), Service(url, password)
    club, week, played = Club(service, chance), 0, []
    for number, (_, _, nights) in enumerate(SEASONS):
        for _ in range(nights):
            played.append(club.play(week, number))
            week += 1
    for number in range(len(SEASONS)):
        [club.schedule(week + extra, number) for extra in range(2)]
    before = ok(service.ask("GET", f"/players/{club.players[0]}/profile"))["nights"]
    ok(service.ask("POST", f"/players/{club.double}/merge", {"into": club.players[0]}))
    after = ok(service.ask("GET", f"/players/{club.double}/profile"))
    assert (after["player_id"], after["nights"]) == (club.players[0], before + SEASONS[0][2]), "both are one"
    forgotten = club.players[1]
    for night, *_ in played:
        for prize in ok(service.ask("GET", f"/nights/{night}/money"))["prizes"]:
            if prize["player_id"] == forgotten:
                ok(service.ask("PUT", f"/nights/{night}/payouts/{forgotten}", {"amount": prize["amount"]}))
    ok(service.ask("DELETE", f"/players/{forgotten}"))
    assert service.ask("GET", f"/players/{forgotten}/profile")[0] == 404
    night, game, sides = played[3]
    ok(service.ask("DELETE", f"/nights/{night}/finish", {"reason": "A wrong result"}))
    wrong = League(service)
    assert len(wrong.nights) == 25
    check("a night that is open again", ok(service.ask("GET", f"/players/{club.players[0]}/profile"))["nights"], count.profile(wrong, club.players[0])["nights"])
    result = {"scores": [60, 121, 119][:sides] if sides > 1 else [121], "reason": "The board says so"}
    ok(service.ask("PUT", f"/games/{game}/result", result))
    ok(service.ask("POST", f"/nights/{night}/finish", {}))

    league = League(service)
    assert len(league.nights) == 26 and len(league.names) >= 29
    figures, known = Figures(service, league), [player for player in club.players if player != forgotten]
    kinds = [figures.profiles(known), figures.pairs(known), figures.meetings(), figures.records(), figures.races()]
    numbers = []
    for kind in kinds:
        checked = list(kind)
        for what, told, counted in checked:
            check(what, told, counted)
        what, told, counted = next(row for row in checked if spoil(copy.deepcopy(row[1])))
        spoiled = copy.deepcopy(told)
        assert spoil(spoiled) and not same(spoiled, counted), f"{what}: a spoiled figure is not found"
        numbers.append(len(checked))
    games = sum(len(night.won) for night in league.nights)
    pegged = sum(game.by_pegs for night in league.nights for game in night.won)
    print(f"seed {seed}: {games} games, {pegged} of them by pegs; profiles, pairs, meetings, records, races: {numbers}")


if __name__ == "__main__":
    main(*sys.argv[1:])
