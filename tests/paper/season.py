"""A season that moves from one club to another on paper, and stands there as it stood.

    python tests/paper/season.py URL OTHER_URL PASSWORD SEED

26 nights are played at the first service. Their cards and their tables are written as spreadsheets and imported into two seasons of
the second service, which is empty. Both seasons must stand like the first. The averages and places of points short are counted a
second time here, from the scores alone. The seed chooses the format and the card.
"""

import csv
import io
import random
import sys
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from uuid import UUID

sys.path.append(str(Path(__file__).parent.parent / "ledger"))
from random_ledger import Service  # noqa: E402

NIGHTS, PLAYERS = 26, 30
# The rounds of the nights, one after the other. In singles a round after the league's games is one to make games up.
ROUNDS = [4, 3, 4, 2, 4, 1]
FIRST = date(2025, 9, 3)
KINDS = [
    ("doubles_movement", "points_short"),
    ("singles_rotation", "game_points"),
    ("doubles_movement", "points_scored"),
    ("singles_rotation", "points_short"),
]
DAYS = {"starts": str(FIRST), "ends": str(FIRST + timedelta(weeks=NIGHTS))}


def ok(answer):
    status, body = answer
    assert status < 300, (status, body)
    return body


def rounds_of(day):
    """The rounds of the night on this day."""
    return ROUNDS[(date.fromisoformat(day) - FIRST).days // 7 % len(ROUNDS)]


def set_up(service, format, card):
    league = ok(service.ask("GET", "/league"))
    keep = {"name": league["name"], **league["settings"], "format": format, "card": card} if "settings" in league else None
    ok(service.ask("PUT", "/league", keep or {**league, "format": format, "card": card}))


class Club:
    """The club that plays, with the scores of every table."""

    def __init__(self, service, chance):
        self.service, self.chance = service, chance
        names = [f"Ann Player{number}" if number % 7 else f"Émile O’Neil-{number}" for number in range(PLAYERS)]
        self.players = {ok(service.ask("POST", "/players", {"name": name}))["id"]: name for name in names}
        self.season = ok(service.ask("POST", "/seasons", {"name": "Winter", "best_of": 8, "minimum_nights": 3, **DAYS}))["id"]
        # Night, round, and each table as sides of names with scores.
        self.tables = []

    def play(self, number):
        day = str(FIRST + timedelta(weeks=number))
        night = ok(self.service.ask("POST", "/nights", {"date": day, "season_id": self.season, "games_per_night": rounds_of(day)}))["id"]
        # Not all numbers make tables of four only.
        here = self.chance.sample(list(self.players), self.chance.randrange(9, 21))
        late = [here.pop()] if self.chance.random() < 0.5 else []
        for player in here:
            ok(self.service.ask("PUT", f"/nights/{night}/entries/{player}", {"paid": True}))
        for round in range(1, rounds_of(day) + 1):
            if round == 2:
                for player in late:
                    ok(self.service.ask("PUT", f"/nights/{night}/entries/{player}", {"paid": True}))
            drawn = ok(self.service.ask("POST", f"/nights/{night}/rounds", {"number": round}))["rounds"][-1]
            for table in drawn["tables"]:
                scores = [self.chance.choice([self.chance.randrange(1, 121), 90, 91, 60, 61]) for _ in table["sides"]]
                scores[self.chance.randrange(len(scores))] = 121
                ok(self.service.ask("PUT", f"/games/{table['game_id']}/result", {"scores": scores}))
                sides = [[player["name"] for player in side["players"]] for side in table["sides"]]
                self.tables.append((day, round, sides, scores))
            for player in drawn["byes"]:
                self.tables.append((day, round, [[player["name"]]], []))
        ok(self.service.ask("POST", f"/nights/{night}/finish", {}))

    def cards(self, card):
        """The line of each round as this card shows it, by day and name."""
        cards = {}
        for day, round, sides, scores in self.tables:
            best = max((score for score in scores if score < 121), default=0)
            won = {"points_short": -2 if best < 61 else -1 if best < 91 else 0, "game_points": 121 - best, "points_scored": 121}
            for side, score in zip(sides, scores or ["bye"]):
                lost = 0 if score == "bye" else 121 - score
                line = {"points_short": lost, "game_points": -lost, "points_scored": score}[card]
                for name in side:
                    lines = cards.setdefault(day, {}).setdefault(name, [None] * rounds_of(day))
                    lines[round - 1] = "bye" if score == "bye" else won[card] if score == 121 else line
        return cards


def spreadsheet(rows):
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def total(lines):
    return sum(line for line in lines if isinstance(line, int))


def card_rows(cards, card):
    yield ["date", "player", *[f"game {round}" for round in range(1, max(ROUNDS) + 1)], "total"]
    for day, players in cards.items():
        for name, lines in players.items():
            played = ["" if line is None else line for line in lines] + [""] * (max(ROUNDS) - len(lines))
            yield [day, name, *played, "" if card == "game_points" else total(lines)]


def table_rows(tables):
    yield ["date", "round", "side 1", "side 2", "side 3", "score 1", "score 2", "score 3"]
    for day, round, sides, scores in tables:
        names = [" + ".join(side) for side in sides] + [""] * (3 - len(sides))
        yield [day, round, *names, *scores, *[""] * (3 - len(scores))]


def counted(cards):
    """Name → nights, full cards, average of the best, and place, from the lines alone."""
    rows = {}
    for players in cards.values():
        for name, lines in players.items():
            row = rows.setdefault(name, [0, []])
            row[0] += 1
            if None not in lines:
                row[1].append(sum(lines))
    best = {}
    for name, (_, totals) in rows.items():
        if len(totals) >= 3:
            chosen = sorted(totals)[:8]
            best[name] = Fraction(sum(chosen), len(chosen))
    place = {name: 1 + sum(other < average for other in best.values()) for name, average in best.items()}
    return {
        name: (nights, len(totals), best.get(name), place.get(name)) for name, (nights, totals) in rows.items()
    }


def standings(service, season, without=()):
    rows = ok(service.ask("GET", f"/seasons/{season}/standings"))["rows"]
    left = {"player_id", "name", *without}
    return {row["name"]: {key: value for key, value in row.items() if key not in left} for row in rows}


def nights(service, season, lines="lines"):
    """Day → name → place, lines, total and prize."""
    told = {}
    for night in ok(service.ask("GET", f"/nights?season_id={season}"))["nights"]:
        rows = ok(service.ask("GET", f"/nights/{night['id']}/standings"))["rows"]
        told[night["date"]] = {
            row["name"]: [row[key] for key in ("place", lines, "games", "wins", "points", "scored", "prize", "complete", "byes")] for row in rows
        }
    return told


def main(url, other_url, password, seed):
    chance = random.Random(int(seed))
    format, card = KINDS[int(seed) % len(KINDS)]
    here, other = Service(url, password), Service(other_url, password)
    for service in (here, other):
        set_up(service, format, card)
    club = Club(here, chance)
    for number in range(NIGHTS):
        club.play(number)
    stood = standings(here, club.season)
    expected = counted(club.cards("points_short")) if (format, card) == KINDS[0] else {}
    for name, (played, full, average, place) in expected.items():
        row = stood[name]
        assert (row["nights"], row["full_cards"], row["place"]) == (played, full, place), (name, row, expected[name])
        assert average is None or abs(row["best_average"] - float(average)) < 1e-9, (name, row, average)

    # A card of points scored does not say by how much a game was won.
    unknown = {"points_scored": ("skunks", "double_skunks")}.get(card, ())
    for rows in (card_rows(club.cards(card), card), table_rows(club.tables)):
        table, is_of_cards = spreadsheet(rows), rows.__name__ == "card_rows"
        left, lines = (unknown, "card_lines") if is_of_cards else ((), "lines")
        season = ok(other.ask("POST", "/seasons", {"name": "Winter", "best_of": 8, "minimum_nights": 3, **DAYS}))["id"]
        path, body = f"/seasons/{season}/imports", {"csv": table, "money": True, "id": str(UUID(int=chance.getrandbits(128), version=4))}
        rehearsal = ok(other.ask("POST", path, {**body, "dry_run": True}))
        assert {line["outcome"] for line in rehearsal["lines"]} == {"new"} and len(rehearsal["nights"]) == NIGHTS
        assert standings(other, season) == {}, "a rehearsal changes nothing"
        ok(other.ask("POST", path, body))
        told, wanted = standings(other, season, left), standings(here, club.season, left)
        assert told == wanted, [(name, wanted[name], row) for name, row in told.items() if row != wanted.get(name)][:3]
        told, wanted = nights(other, season, lines), nights(here, club.season, lines)
        assert told == wanted, [(day, told[day], wanted[day]) for day in wanted if told.get(day) != wanted[day]][:1]
        again = ok(other.ask("POST", path, body))
        assert {line["outcome"] for line in again["lines"]} == {"same"}
        # The control: one changed number is found.
        first, second, *rest = table.splitlines()
        spoiled = [first, second.rsplit(",", 1)[0] + ",9999", *rest]
        status, problem = other.ask("POST", path, {"csv": "\n".join(spoiled), "money": True})
        assert status == 422 and "Line 2" in problem["detail"], (status, problem)
        assert standings(other, season, left) == standings(here, club.season, left)
    assert len(ok(other.ask("GET", "/players"))["players"]) == len(stood)
    # Taken back as one.
    ok(other.ask("DELETE", f"{path}/{body['id']}"))
    assert standings(other, season) == {} and nights(other, season) == {}
    print(f"seed {seed}: {len(club.tables)} games, {len(stood)} players, {NIGHTS} nights: as they stood")


if __name__ == "__main__":
    main(*sys.argv[1:])
