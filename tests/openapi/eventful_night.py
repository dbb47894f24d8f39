"""A night on which everything goes wrong that can, and a record beside it of who sat where and how it ended."""

from eventful_games import Games
from eventful_people import People
from eventful_record import Record
from eventful_rounds import Rounds, told_sides
from eventful_service import Sending


class EventfulNight(Record, People, Rounds, Games, Sending):
    """A night of the service, and all that we know of it."""

    def __init__(self, document, tokens, chance, people, settings):
        status, night = document.call("createNight", {"date": "2026-01-28"}, tokens["coordinator"])
        assert status == 201
        Record.__init__(self)
        Sending.__init__(self, document, tokens, chance, night["id"])
        self.people, self.settings = list(people), settings
        # The second ids of persons, and the requests that have merged them.
        self.twins, self.merges = {}, {}

    # Money

    def winner(self):
        """The winner of the 50/50."""
        return self.person(self.drawn["player_id"]) if self.drawn else None

    def draw_fifty_fifty(self):
        if self.rounds and self.paid and self.drawn is None:
            amount = self.count()[1]["fifty_fifty"]
            self.drawn = self.change("drawFiftyFifty", {"id": self.new_id()})["fifty_fifty"]
            assert self.drawn["amount"] == amount and self.drawn["player_id"] in self.paid
            self.refused(409, "drawFiftyFifty", {"id": self.new_id()})

    def void_fifty_fifty(self):
        if self.drawn:
            self.change("voidFiftyFifty", {"reason": "The winner has gone home."})
            self.drawn = None

    def pay_out(self):
        """Somebody has another amount in hand than their prize."""
        player = self.some(self.entries())
        body = {"amount": 100 * self.chance.randrange(60), "id": self.new_id()}
        if not self.rounds:
            return self.refused(409, "putPayout", body, player_id=player)
        stranger = self.some(player for player in self.everybody() if player not in self.entries())
        if stranger:
            self.refused(404, "putPayout", body, player_id=stranger)
        self.change("putPayout", body, player_id=self.any_id(player))
        self.note("paid out", player, body["amount"])

    # The end

    def finish(self):
        is_open = [table for table in self.tables() if table.is_open]
        if is_open:
            self.refused(409, "finishNight", {"id": self.new_id()})
        finish_id = self.new_id()
        self.change("finishNight", {"void_open_games": True, "id": finish_id})
        self.finish_id = finish_id
        for table in is_open:
            table.is_void = True
        self.at_finish = self.count()[1]["prizes"]
        return is_open

    def finish_and_reopen(self):
        """A mis-tapped Finish, and its end."""
        if not self.rounds:
            return
        voided, finish_id = self.finish(), self.finish_id
        self.check()
        self.change("reopenNight", {"reason": "One game was still to come."}, query={"id": finish_id})
        for table in voided:
            table.is_void = False
        # What was sent late finishes nothing any more.
        self.change("finishNight", {"void_open_games": True, "id": finish_id})
        self.finish_id = self.at_finish = None
        assert self.told()["status"] == "playing"

    # The check

    def check(self):
        """Compares all that the service tells with our own count."""
        (cards, places), money = self.count()
        night, entries = self.told(), self.entries()
        told = {entry["player_id"]: (entry["paid"], entry["left"]) for entry in night["entries"]}
        assert told == {player: (entry["paid"], entry["left"]) for player, entry in entries.items()}
        for tables, round_told in zip(self.rounds, night["rounds"], strict=True):
            self.check_round(tables, round_told)
        winner = (night["fifty_fifty"] or {}).get("player_id")
        assert winner == self.winner(), (winner, self.drawn)
        rows = self.call("getNightStandings")[1]["rows"]
        assert sorted(row["player_id"] for row in rows) == sorted(cards)
        at_finish = self.payouts()[0] if self.finish_id else money["prizes"]
        for row in rows:
            lines, excused, _ = cards[row["player_id"]]
            self.check_row(row, lines, excused, places)
            prize, then = (prizes.get(row["player_id"], 0) for prizes in (money["prizes"], at_finish))
            assert (row["prize"], row["prize_at_finish"]) == (prize, then if then != prize else None), (row, prize, then)
        self.check_money(money, entries)
        table = self.some(self.tables())
        if table:
            self.check_game(table)

    def check_round(self, tables, told):
        for table, shown in zip(tables, told["tables"], strict=True):
            status = "void" if table.is_void else "playing" if table.scores is None else "finished"
            assert (told_sides(shown), shown["status"]) == (self.sides(table), status), (shown, self.sides(table))
        seated = [player for table in tables for player in self.players(table)]
        assert len(seated) == len(set(seated)), "somebody sits twice"

    def check_row(self, row, lines, excused, places):
        player = row["player_id"]
        played = [line for line in lines if line is not None]
        assert row["lines"] == lines + [None] * (len(row["lines"]) - len(lines)), (row, lines)
        assert row["excused"] == sorted(excused), (row, excused)
        assert (row["place"], row["complete"]) == (places.get(player), player in places), (row, places.get(player))
        assert (row["total"], row["games"]) == (sum(played) if played else None, len(played)), row

    def check_money(self, money, entries):
        told = self.call("getMoney")[1]
        for name in ["fees", "fifty_fifty", "supplies", "pot", "activities"]:
            assert told[name] == money[name], (name, told, money)
        prizes = {prize["player_id"]: prize["amount"] for prize in told["prizes"] if prize["amount"]}
        assert prizes == money["prizes"], (prizes, money)
        assert told["fifty_fifty"] + told["supplies"] + sum(prizes.values()) + told["activities"] == told["fees"]
        handed_out, rows = self.payouts()[1], {row["player_id"]: row for row in told["players"]}
        assert set(rows) == set(entries)
        for player, entry in entries.items():
            paid, due = (self.settings["fee"], 0) if entry["paid"] else (0, self.settings["fee"])
            prize, handed = prizes.get(player, 0), handed_out.get(player, 0)
            counted = {"fee_paid": paid, "fee_due": due, "prize_now": prize, "handed_out": handed}
            counted["to_settle"] = prize - handed - due
            assert {name: rows[player][name] for name in counted} == counted, (rows[player], counted)
