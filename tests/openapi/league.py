"""The league's rules by arithmetic of its own: lines, prizes, money, table sizes and the movement.

A table is a pair of its sides, lists of players, and its scores, one a side."""

from fractions import Fraction
from itertools import combinations

TARGET = 121


def sizes(players):
    """As many fours as possible, then a three, then a two."""
    threes, twos = {0: (0, 0), 1: (1, 1), 2: (0, 1), 3: (1, 0)}[players % 4]
    fours = (players - 3 * threes - 2 * twos) // 4
    return [4] * fours + [3] * threes + [2] * twos


def lines(scores):
    """A line a side: 0 for a win, less by a skunk, else the missing points. All losers must be below a skunk line."""
    lost = [score for score in scores if score != TARGET]
    won = -2 if max(lost) < 61 else -1 if max(lost) < 91 else 0
    return [won if score == TARGET else TARGET - score for score in scores]


def sides_of(scores):
    """The line of each side: points short, game points, spread and points scored."""
    missing = [TARGET - score for score in scores]
    spread_of_winner = min(short for short in missing if short)
    for score, line in zip(scores, lines(scores), strict=True):
        if score == TARGET:
            yield {"short": line, "points": 3 if line else 2, "spread": spread_of_winner, "scored": score}
        else:
            yield {"short": line, "points": 0, "spread": score - TARGET, "scored": score}


def rank(card, full_card, played):
    """The key of a card among full cards, the lowest the best; `played` has its lines."""
    sums = {name: sum(line[name] for line in played) for name in ["short", "points", "spread", "scored"]}
    sums["wins"] = sum(line["scored"] == TARGET for line in played)
    names = {"points_short": ["short"], "game_points": ["points", "wins", "spread"], "points_scored": ["scored"]}[card]
    # By the older rule a card without a line of the running round counts as it is.
    parts = 1 if (card, full_card) == ("points_short", "every_round") else len(played)
    return [Fraction(sums[name] if card == "points_short" else -sums[name], parts) for name in names]


def money(settings, paid, standing, drawn=None, units=None, partners=1):
    """The division of the paid fees, in cents; `drawn` is the amount of the 50/50 at its draw. `units` has the pair of each
    player, and `partners` divide the share of their pair."""
    fees = settings["fee"] * len(paid)
    draw = settings["draw_part"] * len(paid)
    fifty_fifty = draw * settings["draw_percent"] // 100 if drawn is None else drawn
    pot = (fees - draw) * settings["pot_percent"] // 100
    shares = [Fraction(pot * share, 100) for share in settings["prize_shares"]]

    def prizes(rounded):
        won = {}
        for place in set(standing.values()):
            tied = [player for player, held in standing.items() if held == place]
            places = len({(units or {}).get(player, player) for player in tied})
            exact = sum(shares[place - 1 : place - 1 + places], Fraction(0)) / (places * partners) / 100
            amount = 100 * ((exact + Fraction(1, 2)) // 1 if rounded else exact // 1)
            won |= {player: amount for player in tied if amount and player in paid}
        return won

    won = prizes(True)
    if sum(won.values()) > fees - draw:
        won = prizes(False)
    return {
        "fees": fees,
        "fifty_fifty": fifty_fifty,
        "supplies": draw - fifty_fifty,
        "pot": pot,
        "prizes": won,
        "activities": fees - draw - sum(won.values()),
    }


def partners(rounds):
    """The pairs of players who were partners."""
    all_sides = (side for tables in rounds for sides, _ in tables for side in sides)
    return {frozenset(pair) for side in all_sides for pair in combinations(side, 2)}


def opponents(rounds):
    """The pairs of players who were opponents."""
    return {
        frozenset((one, other))
        for tables in rounds
        for sides, _ in tables
        for side, against in combinations(sides, 2)
        for one in side
        for other in against
    }


def repeats(sides, rounds):
    """The number of a table's partnerships, and of its pairs of opponents, that were there before."""
    table = [[(sides, None)]]
    return len(partners(table) & partners(rounds)), len(opponents(table) & opponents(rounds))


def check_seats(seats, players):
    """Everybody sits once, at tables of the right sizes; at a four two sides of two, else everybody for themselves."""
    assert sorted(player for sides in seats for side in sides for player in side) == sorted(players)
    assert [sum(map(len, sides)) for sides in seats] == sizes(len(players))
    for sides in seats:
        assert [len(side) for side in sides] == ([2, 2] if len(sides) == 2 and len(sides[0]) == 2 else [1] * len(sides))


def who_goes(sides, scores):
    """The players who may stay and the players who then go, for each way to break a tie by chance."""
    if [len(side) for side in sides] == [1, 1]:
        return [([], [sides[0][0], sides[1][0]])]
    lowest = [side for side, score in zip(sides, scores, strict=True) if score == min(scores)]
    return [(stay, [player for side in sides if side is not stay for player in side]) for stay in lowest]


def check_moved(seats, rounds):
    """From every table the right two players have gone to the next table; partners repeat only if they must."""
    at = [{player for side in sides for player in side} for sides in seats]
    moves = []
    for number, (sides, scores) in enumerate(rounds[-1]):
        here, there = at[number], at[(number + 1) % len(at)]
        ways = [way for way in who_goes(sides, scores) if here.issuperset(way[0]) and there.issuperset(way[1])]
        assert ways, f"the wrong ones went on from table {number + 1}"
        moves.append(ways[0])
    for number, sides in enumerate(seats):
        stayed, came = moves[number][0], moves[number - 1][1]
        assert at[number] == {*stayed, *came}, f"table {number + 1}"
        if len(stayed) == len(came) == 2:
            (a, b), (c, d) = stayed, came
            ways = [repeats([[a, c], [b, d]], rounds), repeats([[a, d], [b, c]], rounds)]
            assert repeats(sides, rounds) == min(ways), f"table {number + 1} repeats {repeats(sides, rounds)} of {ways}"
            assert all(len(set(side) & set(stayed)) == 1 for side in sides), f"table {number + 1} is not split"


def forced(sides, rounds):
    """Returns true if a table has a partnership that was there before."""
    return repeats(sides, rounds)[0] > 0
