"""The referee of a night: what the service tells, held against the record that is kept beside it."""

from record import Record


def told_sides(told):
    return [[player["id"] for player in side["players"]] for side in told["sides"]]


class Referee(Record):
    """A record that is compared with the service, which a night asks by its `call` and `told`."""

    def winner(self):
        """The winner of the 50/50."""
        return self.person(self.drawn["player_id"]) if self.drawn else None

    def check(self):
        """Compares all that the service tells of the night with our own count, and returns that."""
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
        order = [(row["place"] is None, row["place"] or 0) for row in rows]
        assert order == sorted(order), "the standings are not in order"
        return (cards, places), money

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
