"""The nights and games of a league, from their histories alone."""

from collections import Counter, defaultdict
from fractions import Fraction


def events(service, path):
    status, answer = service.ask("GET", f"{path}/history")
    assert status == 200, (path, status, answer)
    return answer["events"]


class Game:
    """A game as its history says: its scores, the first dealer's seat, and its pegs if no result replaces them."""

    def __init__(self, history):
        self.target, self.dealer = history[0]["rules"]["target"], None
        self.pegs, self.deals, result, self.void = {}, 1, None, False
        if history[0].get("first_dealer_known", True):
            self.dealer = history[0]["first_dealer"]
        for event in history[1:]:
            match event["kind"]:
                case "pegged":
                    self.pegs[event["id"]] = event
                case "peg_taken_back":
                    del self.pegs[event["peg"]]
                case "deal_begun":
                    self.deals += 1
                case "deal_taken_back":
                    self.deals -= 1
                case "first_dealer_set":
                    self.dealer = event["first_dealer"]
                case "result_entered":
                    result = event["scores"]
                case "result_taken_back":
                    result = None
                case "voided":
                    self.void, result = True, None
                case "void_taken_back":
                    self.void = False
                case "reseated":
                    pass
                case kind:
                    raise AssertionError(f"a game with {kind}")
        self.by_pegs, self.behind = result is None, 0
        sides = len(history[0]["sides"])
        self.scores = result or self.pegged(sides)
        self.won = not (self.void and self.by_pegs) and max(self.scores) >= self.target
        if self.won and self.by_pegs:
            winner, scores = self.scores.index(self.target), [0] * sides
            for peg in self.pegs.values():
                scores[peg["side"]] = min(scores[peg["side"]] + peg["points"], self.target)
                self.behind = max(self.behind, max(scores) - scores[winner])

    def pegged(self, sides):
        points = Counter()
        for peg in self.pegs.values():
            points[peg["side"]] += peg["points"]
        return [min(points[side], self.target) for side in range(sides)]


class Night:
    """A finished night: its games that somebody won, and the cards of its players."""

    def __init__(self, id, history, service):
        self.id, self.players, self.rounds, self.finished, self.prizes = id, [], [], False, {}
        for event in history:
            match event["kind"]:
                case "scheduled":
                    self.date, self.season, self.starts_at = event["date"], event["season"], event["starts_at"]
                    self.games_per_night = event["games_per_night"]
                case "entered" if event["player"] not in self.players:
                    self.players.append(event["player"])
                case "settings_taken":
                    self.settings = event["settings"]
                case "round_drawn":
                    tables = [(table["game"], [list(side) for side in table["sides"]]) for table in event["tables"]]
                    self.rounds.append((event["number"], tables, event.get("byes", [])))
                case "round_taken_back":
                    self.rounds.pop()
                case "swapped":
                    one, other = event["players"]
                    seats = {one: other, other: one}
                    number, tables, byes = self.rounds[event["round"] - 1]
                    tables = [(game, [[seats.get(player, player) for player in side] for side in sides]) for game, sides in tables]
                    self.rounds[event["round"] - 1] = (number, tables, byes)
                case "finished":
                    self.finished, self.prizes = True, {prize["player"]: prize["amount"] for prize in event["prizes"]}
                case "reopened":
                    self.finished = False
        if not self.finished:
            return
        self.card = self.settings.get("card", "points_short")
        self.is_singles = self.settings.get("format") == "singles_rotation"
        # Round, sides of players, the game.
        self.games = []
        for number, tables, _ in self.rounds:
            for game, sides in tables:
                told = Game(events(service, f"/games/{game}"))
                told.id, told.sides, told.round = game, sides, number
                self.games.append(told)
        self.won = [game for game in self.games if game.won]
        self.present = {player for game in self.won for side in game.sides for player in side}
        self.cards = self.count_cards()

    def order(self):
        return self.date, self.starts_at, self.id

    def count_cards(self):
        """Player → their card, with its place among the full cards."""
        cards = {}
        for player in self.players:
            lines, missed, excused = [], 0, 0
            for number, tables, byes in self.rounds:
                games = [game for game in self.games if game.round == number and any(player in side for side in game.sides)]
                if games and games[0].won:
                    lines.append(line(games[0], player))
                elif player in byes or games and not games[0].won and self.settings.get("full_card") == "excused":
                    excused += 1
                elif any(game.won for game in self.games if game.round == number):
                    missed += 1
            if lines:
                full = not missed and len(lines) >= excused
                cards[player] = Card(self, lines, full, excused, self.prizes.get(player, 0))
        for card in cards.values():
            better = [other for other in cards.values() if other.full and other.key() < card.key()]
            card.place = len(better) + 1 if card.full else None
        return cards


def line(game, player):
    """Short, won, game points, spread, points scored."""
    side = next(number for number, side in enumerate(game.sides) if player in side)
    best = max(score for number, score in enumerate(game.scores) if number != game.scores.index(game.target))
    own = game.scores[side]
    if own == game.target:
        skunk = -2 if best < 61 else -1 if best < 91 else 0
        return skunk, 1, 3 if skunk else 2, game.target - best, own
    return game.target - own, 0, 0, own - game.target, own


class Card:
    def __init__(self, night, lines, full, excused, prize):
        self.night, self.full, self.excused, self.prize, self.games = night, full, excused, prize, len(lines)
        self.short, self.wins, self.points, self.spread, self.scored = (sum(column) for column in zip(*lines))
        needed = min(len(night.rounds), night.games_per_night or night.settings["games_per_night"])
        self.slam = full and self.games >= needed and self.wins == self.games

    def key(self):
        """The lowest key is the best card."""
        keys = {
            "points_short": [self.short],
            "game_points": [-self.points, -self.wins, -self.spread],
            "points_scored": [-self.scored],
        }[self.night.card]
        return [Fraction(key, self.games) for key in keys]


class League:
    """All that figures are counted from."""

    def __init__(self, service):
        ask = lambda path: service.ask("GET", path)[1]
        self.names = defaultdict(lambda: "Former player")
        self.names.update({player["id"]: player["name"] for player in ask("/players")["players"]})
        self.seasons = {season["id"]: season for season in ask("/seasons")["seasons"]}
        listed = ask("/nights?limit=1000")["nights"]
        nights = [Night(night["id"], events(service, f"/nights/{night['id']}"), service) for night in listed]
        self.nights = sorted((night for night in nights if night.finished), key=Night.order)
        self.left = [night for night in nights if not night.finished]

    def of_season(self, season):
        return [night for night in self.nights if night.season == season]
