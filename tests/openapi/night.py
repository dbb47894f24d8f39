"""A night that is run by operations of the document, and counted separately."""

import league
from record import Round, Table, points_short
from referee import Referee, told_sides

SETTINGS = {
    "name": "Thursday Cribbage League",
    "games_per_night": 4,
    "fee": 1000,
    "draw_part": 200,
    "draw_percent": 50,
    "pot_percent": 80,
    "prize_shares": [50, 30, 20],
    "full_card": "excused",
    "hand_outs": "ticked",
    "format": "doubles_movement",
    "card": "points_short",
}


def people(rounds):
    """The players at each table of these rounds."""
    return [[side["players"] for side in table["sides"]] for told in rounds for table in told["tables"]]


class Night(Referee):
    """A night without a mistake, and the answers of the service about it."""

    def __init__(self, document, token, date, season=None, games_per_night=None):
        super().__init__(SETTINGS)
        self.document, self.token = document, token
        asked = {"date": date, "season_id": season, "games_per_night": games_per_night}
        status, night = document.call("createNight", asked, token)
        assert (status, night["status"], night["rounds"]) == (201, "scheduled", [])
        self.id, self.names = night["id"], {}

    def call(self, operation_id, body=None, **parameters):
        return self.document.call(operation_id, body, self.token, **{"id": self.id} | parameters)

    def told(self):
        return self.call("getNight")[1]

    def check_in(self, player, name, paid):
        status, _ = self.call("putEntry", {"paid": paid}, player_id=player)
        assert status == (200 if player in self.names else 201)
        self.names[player] = name
        self.note("entered", player, {"paid": paid, "left": False})

    def leave(self, player):
        status, night = self.call("deleteEntry", player_id=player)
        assert status == 200 and [e["left"] for e in night["entries"] if e["player_id"] == player] == [True]
        self.note("withdrawn", player)

    def seat(self, night):
        """Notes the seats of the newest round, and returns the seats."""
        seats = [told_sides(table) for table in night["rounds"][-1]["tables"]]
        for table, sides in zip(self.rounds[-1], seats, strict=True):
            self.note("seats", table.game, sides)
        return seats

    def draw(self, way):
        """Draws the next round, and checks the seats."""
        before, number = self.played(), len(self.rounds) + 1
        status, night = self.call("drawRound", {"number": number})
        assert (status, len(night["rounds"])) == (201, number)
        assert self.call("drawRound", {"number": number})[0] == 200, "asking twice makes another round"
        drawn = night["rounds"][-1]
        self.rounds.append(Round(Table(told) for told in drawn["tables"]))
        seats = self.seat(night)
        league.check_seats(seats, self.here)
        assert drawn["way"] == way
        if way == "moved" and not drawn["touched"]:
            league.check_moved(seats, before)
        else:
            assert not any(league.forced(sides, before) for sides in seats), "so large a hall repeats nobody"
        for sides, table in zip(seats, drawn["tables"], strict=True):
            assert table["forced_repeat"] == league.forced(sides, before)
        return seats

    def swap(self, seats, wanted):
        """Lets everybody of the newest round sit as they are wanted to, two swapping at a time."""
        for table, sides in enumerate(wanted):
            for side, players in enumerate(sides):
                for seat, player in enumerate(players):
                    sits = seats[table][side][seat]
                    if sits != player:
                        status, night = self.call("swapSeats", {"players": [sits, player]}, n=len(self.rounds))
                        assert status == 200
                        seats = self.seat(night)
        assert seats == wanted
        return seats

    def play(self, results):
        """Enters how all tables of the newest round end."""
        for table, scores in zip(self.rounds[-1], results, strict=True):
            status, told = self.call("putResult", {"scores": scores}, id=table.game)
            assert (status, told["status"], told["winner"]) == (201, "finished", scores.index(league.TARGET))
            table.scores = scores

    def correct(self, number, table, scores, reason):
        """Corrects a result; nobody is reseated."""
        before, corrected = self.told()["rounds"], self.rounds[number - 1][table - 1]
        assert self.call("putResult", {"scores": scores, "reason": reason}, id=corrected.game)[0] == 200
        assert people(before) == people(self.told()["rounds"]), "a correction has reseated somebody"
        corrected.scores = scores

    def fifty_fifty(self):
        expected = self.count()[1]["fifty_fifty"]
        status, draw = self.call("drawFiftyFifty")
        assert status == 201 and draw["amount"] == expected and draw["player_id"] in self.paid, draw
        assert self.call("drawFiftyFifty")[0] == 409, "it is drawn twice"
        self.drawn = draw

    def finish(self):
        status, night = self.call("finishNight", {})
        assert (status, night["status"]) == (200, "finished")
        self.finish_id, self.at_finish = night["id"], self.count()[1]["prizes"]

    def tell(self, title):
        """Prints the cards, for somebody to check by hand."""
        (cards, places), money = self.count()
        games = "".join(f"{f'game {number}':>8}" for number in range(1, len(self.rounds) + 1))
        print(f"\n{title}\nplace  {'player':<12}{games}{'total':>8}{'prize':>8}")
        for player in sorted(cards, key=lambda player: (places.get(player, len(cards)), self.names[player])):
            card, prize = points_short(cards[player]), money["prizes"].get(player)
            shown = "".join(f"{'-' if line is None else line:>8}" for line in card)
            total = sum(line for line in card if line is not None)
            dollars, owes = f"${prize // 100}" if prize else "", "" if player in self.paid else "  (not paid)"
            print(f"{places.get(player, '-'):>5}  {self.names[player]:<12}{shown}{total:>8}{dollars:>8}{owes}")
        sums = money | {"prizes": sum(money["prizes"].values())}
        print("  ".join(f"{name} ${amount / 100:.2f}" for name, amount in sums.items()))
