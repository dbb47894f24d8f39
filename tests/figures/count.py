"""Figures counted from the nights and games of `histories`."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations

CARDS = ["points_short", "game_points", "points_scored"]


def mean(numbers):
    return float(Fraction(sum(numbers), len(numbers))) if len(numbers) >= 5 else None


def side_of(game, player):
    return next((number for number, side in enumerate(game.sides) if player in side), None)


def winner(game):
    return game.scores.index(game.target)


def games_of(nights, player):
    for night in nights:
        for game in night.won:
            side = side_of(game, player)
            if side is not None:
                yield night, game, side, game.scores[side] == game.target


def between(game, side, other):
    """The spread of a side against another; `None` if neither won."""
    if winner(game) == side:
        return game.target - game.scores[other]
    if winner(game) == other:
        return game.scores[side] - game.target
    return None


def spread(game, side):
    """The spread of a side against the best of the others."""
    if winner(game) != side:
        return game.scores[side] - game.target
    return game.target - max(score for number, score in enumerate(game.scores) if number != side)


def is_skunk(game):
    return max(score for number, score in enumerate(game.scores) if number != winner(game)) < 91


def shown_card(card):
    night = card.night
    kind = night.card
    return {
        "night_id": night.id,
        "date": night.date,
        "card": kind,
        "place": card.place,
        "of": len(night.cards),
        "total": card.short,
        "wins": card.wins,
        "points": card.points if kind == "game_points" else None,
        "spread": card.spread if kind == "game_points" else None,
        "scored": card.scored if kind == "points_scored" else None,
    }


def average(kind, cards):
    if len(cards) < 5:
        return None
    if kind == "game_points":
        return float(Fraction(sum(card.points for card in cards), sum(card.games for card in cards)))
    of = {"points_short": lambda card: card.short, "points_scored": lambda card: card.scored}[kind]
    totals = [Fraction(of(card) * (card.games + card.excused), card.games) for card in cards]
    return float(sum(totals) / len(totals))


def by_card(cards):
    for kind in CARDS:
        of_kind = [card for card in cards if card.night.card == kind]
        full = [card for card in of_kind if card.full]
        if of_kind:
            best = min(full, key=lambda card: card.key(), default=None)
            yield {"card": kind, "full_cards": len(full), "average": average(kind, full), "best": best and shown_card(best)}


def streak(outcomes):
    longest, now, kind = {"won": 0, "lost": 0}, 0, None
    for won in outcomes:
        this = "won" if won else "lost"
        now = now + 1 if this == kind else 1
        kind = this
        longest[kind] = max(longest[kind], now)
    return {"kind": kind, "now": now, "longest_won": longest["won"], "longest_lost": longest["lost"]}


def player_at(game, seat):
    """The player on a seat: the sides take turns."""
    seats = [side[turn] for turn in range(3) for side in game.sides if turn < len(side)]
    return seats[seat]


def owner(game, peg):
    side = game.sides[peg["side"]]
    if peg.get("player") is not None:
        return side[peg["player"]]
    return side[0] if len(side) == 1 else None


def is_special(peg):
    ranks = Counter(card[:-1] for card in [*peg["cards"], peg["starter"]])
    return peg["points"] in (24, 28, 29) or max(ranks.values()) == 4


def hands(nights):
    """Night, player and peg of every hand or crib with its cards and a known player, the earliest first."""
    for night in nights:
        shown = []
        for game in night.won:
            for peg in game.pegs.values():
                if peg["for"] in ("hand", "crib") and peg.get("cards") and owner(game, peg):
                    shown.append((peg["at"], peg["id"], owner(game, peg), peg))
        for _, _, player, peg in sorted(shown, key=lambda shown: shown[:2]):
            yield night, player, peg


def pegging(nights, player):
    deals, play, shows = 0, 0, {"hand": [], "crib": []}
    for _, game, side, _ in games_of(nights, player):
        if game.by_pegs:
            deals += game.deals
            for peg in game.pegs.values():
                if peg["side"] == side and peg["for"] in ("play", "go", "heels"):
                    play += peg["points"]
                if peg["for"] in shows and owner(game, peg) == player:
                    shows[peg["for"]].append(peg["points"])
    of = {
        kind: {"n": len(points), "mean": mean(points), "best": max(points, default=None)} for kind, points in shows.items()
    }
    return {"deals": deals, "play": play / deals if deals >= 5 else None, **of}


def profile(league, player):
    nights, name = league.nights, league.names
    games = list(games_of(nights, player))
    partners, opponents = defaultdict(list), defaultdict(list)
    for _, game, side, won in games:
        for other, people in enumerate(game.sides):
            for person in people:
                if person != player and other == side:
                    partners[person].append((won, spread(game, side)))
                elif other != side and between(game, side, other) is not None:
                    opponents[person].append((won, between(game, side, other)))
    cards = [night.cards[player] for night in nights if player in night.cards]
    first = [won for _, game, _, won in games if game.dealer is not None and player_at(game, game.dealer) == player]
    row = lambda person, met: {"player_id": person, "name": name[person], "games": len(met), "wins": sum(won for won, _ in met)}
    return {
        "player_id": player,
        "name": name[player],
        "nights": sum(player in night.present for night in nights),
        "games": len(games),
        "wins": sum(won for *_, won in games),
        "skunks_given": sum(won and is_skunk(game) for _, game, _, won in games),
        "skunks_taken": sum(not won and is_skunk(game) for _, game, _, won in games),
        "by_card": list(by_card(cards)),
        "streak": streak(won for *_, won in games),
        "first_deals": {"dealt": len(first), "won": sum(first)},
        "by_night": [shown_card(card) for card in cards],
        "partners": {
            person: row(person, met) | {"average": mean([points for _, points in met])} for person, met in partners.items()
        },
        "opponents": {
            person: row(person, met) | {"spread": sum(points for _, points in met)} for person, met in opponents.items()
        },
        "pegging": pegging(nights, player),
        "specials": [
            {"points": peg["points"], "cards": peg["cards"], "starter": peg["starter"], "crib": peg["for"] == "crib", "night_id": night.id, "date": night.date}
            for night, holder, peg in hands(nights)
            if holder == player and is_special(peg)
        ],
        "money_won": sum(card.prize for card in cards),
        "against": None,
    }


def against(league, player, other):
    met, together = [], []
    for night, game, side, won in games_of(league.nights, player):
        against = side_of(game, other)
        if against == side:
            together.append(won)
        elif against is not None and between(game, side, against) is not None:
            met.append((night, game, side, against, won))
    last = [
        {"game_id": game.id, "night_id": night.id, "date": night.date, "score": game.scores[side], "other_score": game.scores[against]}
        for night, game, side, against, _ in met[::-1][:10]
    ]
    wins = sum(won for *_, won in met)
    return {
        "player_id": other,
        "name": league.names[other],
        "games": len(met),
        "wins": wins,
        "losses": len(met) - wins,
        "spread": sum(between(game, side, against) for _, game, side, against, _ in met),
        "as_partners": {"games": len(together), "wins": sum(together)},
        "last": last,
    }


def meetings(league, season):
    met = defaultdict(Counter)
    for night in league.of_season(season):
        for game in night.won:
            people = [(player, number) for number, side in enumerate(game.sides) for player in side]
            for (one, side), (other, against) in combinations(people, 2):
                counts = met[frozenset((one, other))]
                counts["partners" if side == against else "opponents"] += 1
                if side != against:
                    counts[one] += winner(game) == side
                    counts[other] += winner(game) == against
    return met


def held(league, night, player, peg=None):
    cards, starter = (peg["cards"], peg["starter"]) if peg else (None, None)
    return {"player_id": player, "name": league.names[player], "night_id": night.id, "date": night.date, "cards": cards, "starter": starter}


def records(league, nights):
    """(what, card) → value and holders."""
    found = {}

    def highest(what, values, card=None, of=max):
        values = [(value, holder) for value, holder in values if value > 0 or what == "best_card"]
        if values:
            top = of(value for value, _ in values)
            found[what, card] = (top, [holder for value, holder in values if value == top])

    def everything(what, holders):
        if holders:
            found[what, None] = (len(holders), holders)

    all_hands = list(hands(nights))
    for what, kind in (("highest_hand", "hand"), ("highest_crib", "crib")):
        highest(what, [(peg["points"], held(league, night, player, peg)) for night, player, peg in all_hands if peg["for"] == kind])
    for what, points in (("twenty_eight", 28), ("twenty_nine", 29)):
        everything(what, [held(league, night, player, peg) for night, player, peg in all_hands if peg["points"] == points])
    for kind in CARDS:
        full = [(night, player, card) for night in nights if night.card == kind for player, card in night.cards.items() if card.full]
        if full:
            best = min(card.key() for *_, card in full)
            best = [(night, player, card) for night, player, card in full if card.key() == best]
            value = {"points_short": "short", "game_points": "points", "points_scored": "scored"}[kind]
            found["best_card", kind] = (getattr(best[0][2], value), [held(league, night, player) for night, player, _ in best])
    players = sorted({player for night in nights for player in night.present})
    runs, rows = [], []
    for player in players:
        now, longest, reached = 0, 0, None
        for night, _, _, won in games_of(nights, player):
            now = now + 1 if won else 0
            if now > longest:
                longest, reached = now, night
        runs.append((longest, reached and held(league, reached, player)))
        now, longest = 0, 0
        for night in (night for night in nights if night.present):
            now = now + 1 if player in night.present else 0
            if now > longest:
                longest, reached = now, night
        rows.append((longest, held(league, reached, player)))
    highest("longest_run", runs)
    highest("nights_in_a_row", rows)
    winners = [(night, game, player) for night in nights for game in night.won for player in game.sides[winner(game)]]
    highest("largest_win", [(spread(game, winner(game)), held(league, night, player)) for night, game, player in winners])
    highest("biggest_comeback", [(game.behind, held(league, night, player)) for night, game, player in winners if game.by_pegs])
    everything("grand_slam", [held(league, night, player) for night in nights for player, card in night.cards.items() if card.slam])
    return found


def standings(season, nights):
    """Player → place and the number that ranks."""
    cards = defaultdict(list)
    for night in nights:
        for player, card in night.cards.items():
            cards[player].append(card)
    is_sum, kind = season["counts"] == "sum", season["card"]
    rank, value = {}, {}
    for player, own in cards.items():
        full = [card for card in own if card.full]
        enough = [card for card in full if not is_sum or kind != "game_points" or card.points >= (season["from_points"] or 0)]
        keys = sorted(total(card, kind) if is_sum else scaled(card, kind) for card in enough)
        best = keys[: season["best_of"] or len(keys)]
        sums = [sum(column) for column in zip(*best)] if best else [0, 0, 0]
        value[player] = None
        if full and is_sum:
            value[player] = float(-sums[0])
        elif best:
            value[player] = float(Fraction(sums[0], len(best)))
        if len(full) >= season["minimum_nights"]:
            rank[player] = sums if is_sum else [Fraction(sum, len(best)) for sum in sums]
    return {
        player: (1 + sum(other < rank[player] for other in rank.values()) if player in rank else None, value[player]) for player in cards
    }


def scaled(card, kind):
    """An excused round counts as the average of the card."""
    return tuple(Fraction(own * (card.games + card.excused), card.games) for own in total(card, kind))


def total(card, kind):
    """The lowest is the best."""
    return {
        "points_short": (card.short, 0, 0),
        "game_points": (-card.points, -card.wins, -card.spread),
        "points_scored": (-card.scored, 0, 0),
    }[kind]


def race(league, id):
    season = league.seasons[id]
    nights = [night for night in league.of_season(id) if night.card == season["card"]]
    left = [night for night in league.left if night.season == id]
    steps = [standings(season, nights[: end + 1]) for end in range(len(nights))]
    most = 3 if season["card"] == "game_points" else 121
    rows = {}
    for player in steps[-1] if steps else []:
        told = [step.get(player, (None, None)) for step in steps]
        rows[player] = {"places": [place for place, _ in told], "value": [value for _, value in told], "can_win": None}
        if season["counts"] == "sum":
            cards = [night.cards[player] for night in nights if player in night.cards and night.cards[player].full]
            points = [-total(card, season["card"])[0] for card in cards] + [most * night.games_per_night for night in left]
            if season["card"] == "game_points":
                points = [own for own in points if own >= (season["from_points"] or 0)]
            best = sum(sorted(points, reverse=True)[: season["best_of"] or len(points)])
            others = [value for other, (place, value) in steps[-1].items() if place and other != player]
            enough = len(cards) + len(left) >= season["minimum_nights"]
            can = enough and best >= max(others, default=0)
            rows[player]["can_win"] = can if left else told[-1][0] == 1
    return {"nights": [{"night_id": night.id, "date": night.date} for night in nights], "nights_left": len(left), "players": rows}
