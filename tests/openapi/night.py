"""A night that is run by operations of the document, and counted beside it."""

import league

SETTINGS = {
    "name": "Thursday Cribbage League",
    "games_per_night": 4,
    "fee": 1000,
    "draw_part": 200,
    "draw_percent": 50,
    "pot_percent": 80,
    "prize_shares": [50, 30, 20],
}

def people(rounds):
    """The players at each table of these rounds."""
    return [[side["players"] for side in table["sides"]] for told in rounds for table in told["tables"]]


class Night:
    """A night, and what was told of it, kept beside it."""

    def __init__(self, document, token, date, season=None, games_per_night=None):
        self.document, self.token = document, token
        asked = {"date": date, "season_id": season, "games_per_night": games_per_night}
        status, night = document.call("createNight", asked, token)
        assert (status, night["status"], night["rounds"]) == (201, "scheduled", [])
        self.id, self.names, self.paid, self.here = night["id"], {}, set(), []
        self.rounds, self.games, self.drawn = [], [], None

    def call(self, operation_id, body=None, **parameters):
        return self.document.call(operation_id, body, self.token, id=self.id, **parameters)

    def check_in(self, player, name, paid):
        status, _ = self.call("putEntry", {"paid": paid}, player_id=player)
        assert status == (200 if player in self.names else 201)
        self.names[player] = name
        if player not in self.here:
            self.here.append(player)
        if paid:
            self.paid.add(player)

    def leave(self, player):
        status, night = self.call("deleteEntry", player_id=player)
        assert status == 200 and [e["left"] for e in night["entries"] if e["player_id"] == player] == [True]
        self.here.remove(player)

    def seats(self, night):
        tables = night["rounds"][-1]["tables"]
        return [[[player["id"] for player in side["players"]] for side in table["sides"]] for table in tables]

    def draw(self, way):
        """Draws the next round, and checks who sits where."""
        number = len(self.rounds) + 1
        status, night = self.call("drawRound", {"number": number})
        assert (status, len(night["rounds"])) == (201, number)
        assert self.call("drawRound", {"number": number})[0] == 200, "asking twice makes another round"
        seats, drawn = self.seats(night), night["rounds"][-1]
        league.check_seats(seats, self.here)
        assert drawn["way"] == way
        if way == "moved" and not drawn["touched"]:
            league.check_moved(seats, self.rounds)
        else:
            assert not any(league.forced(sides, self.rounds) for sides in seats), "so large a hall repeats nobody"
        for sides, table in zip(seats, drawn["tables"], strict=True):
            assert table["forced_repeat"] == league.forced(sides, self.rounds)
        self.games.append([table["game_id"] for table in drawn["tables"]])
        return seats

    def swap(self, seats, wanted):
        """Lets everybody of the newest round sit as they are wanted to, two swapping at a time."""
        number = len(self.rounds) + 1
        for table, sides in enumerate(wanted):
            for side, players in enumerate(sides):
                for seat, player in enumerate(players):
                    sits = seats[table][side][seat]
                    if sits != player:
                        status, night = self.call("swapSeats", {"players": [sits, player]}, n=number)
                        assert status == 200
                        seats = self.seats(night)
        assert seats == wanted
        return seats

    def play(self, seats, results):
        """Enters how all tables end."""
        tables = []
        for game, sides, scores in zip(self.games[-1], seats, results, strict=True):
            status, told = self.document.call("putResult", {"scores": scores}, self.token, id=game)
            assert (status, told["status"], told["winner"]) == (201, "finished", scores.index(121))
            tables.append((sides, scores))
        self.rounds.append(tables)

    def correct(self, number, table, scores, reason):
        """Corrects a result; nobody is reseated."""
        before = self.document.call("getNight", id=self.id)[1]["rounds"]
        game = self.games[number - 1][table - 1]
        status, _ = self.document.call("putResult", {"scores": scores, "reason": reason}, self.token, id=game)
        assert status == 200
        after = self.document.call("getNight", id=self.id)[1]["rounds"]
        assert people(before) == people(after), "a correction has reseated somebody"
        self.rounds[number - 1][table - 1] = (self.rounds[number - 1][table - 1][0], scores)

    def fifty_fifty(self):
        expected = league.money(SETTINGS, self.paid, {})["fifty_fifty"]
        status, draw = self.call("drawFiftyFifty")
        assert status == 201 and draw["amount"] == expected and draw["player_id"] in self.paid, draw
        assert self.call("drawFiftyFifty")[0] == 409, "it is drawn twice"
        self.drawn = draw["amount"]

    def finish(self):
        status, night = self.call("finishNight", {})
        assert (status, night["status"]) == (200, "finished")

    def count(self):
        """The cards, the places and the money, by arithmetic of our own."""
        cards = league.cards(self.names, self.rounds)
        places = league.places(cards)
        return cards, places, league.money(SETTINGS, self.paid, places, self.drawn)

    def check(self, at_finish=None):
        """Compares all that the service tells of the night with our own count; `at_finish` are the prizes of then."""
        cards, places, money = self.count()
        rows = self.call("getNightStandings")[1]["rows"]
        assert sorted(row["player_id"] for row in rows) == sorted(self.names)
        for row in rows:
            player = row["player_id"]
            card, prize = cards[player], money["prizes"].get(player, 0)
            played = [line for line in card if line is not None]
            assert row["lines"] == card + [None] * (len(row["lines"]) - len(card)), (row, card)
            assert (row["name"], row["place"]) == (self.names[player], places.get(player)), (row, places.get(player))
            assert row["total"] == (sum(played) if played else None) and row["complete"] == (None not in card), row
            then = prize if at_finish is None else at_finish.get(player, 0)
            assert row["prize"] == prize and row["prize_at_finish"] == (then if then != prize else None), (row, prize)
        order = [(row["place"] is None, row["place"] or 0) for row in rows]
        assert order == sorted(order), "the standings are not in order"
        told = self.call("getMoney")[1]
        for name in ["fees", "fifty_fifty", "supplies", "pot", "activities"]:
            assert told[name] == money[name], (name, told, money)
        assert {prize["player_id"]: prize["amount"] for prize in told["prizes"] if prize["amount"]} == money["prizes"]
        prizes = sum(prize["amount"] for prize in told["prizes"])
        assert told["fifty_fifty"] + told["supplies"] + prizes + told["activities"] == told["fees"]
        return cards, places, money

    def tell(self, title):
        """Prints the cards, for somebody to check by hand."""
        cards, places, money = self.count()
        games = "".join(f"{f'game {number}':>8}" for number in range(1, len(self.rounds) + 1))
        print(f"\n{title}\nplace  {'player':<12}{games}{'total':>8}{'prize':>8}")
        for player in sorted(cards, key=lambda player: (places.get(player, len(cards)), self.names[player])):
            card, prize = cards[player], money["prizes"].get(player)
            shown = "".join(f"{'-' if line is None else line:>8}" for line in card)
            total = sum(line for line in card if line is not None)
            dollars, owes = f"${prize // 100}" if prize else "", "" if player in self.paid else "  (not paid)"
            print(f"{places.get(player, '-'):>5}  {self.names[player]:<12}{shown}{total:>8}{dollars:>8}{owes}")
        sums = money | {"prizes": sum(money["prizes"].values())}
        print("  ".join(f"{name} ${amount / 100:.2f}" for name, amount in sums.items()))
