"""The referee of a night: compares the service's answers with the separate record."""

import league
from record import Record

# The kinds of open tasks, the worst first.
OPEN = ["contested", "prize", "fifty_fifty", "fee_back", "fee", "to_return"]


# The part of a line that each card shows.
CARD_LINES = {"points_short": "short", "game_points": "spread", "points_scored": "scored"}


def told_sides(told):
    return [[player["id"] for player in side["players"]] for side in told["sides"]]


class Referee(Record):
    """A record that is compared with the service, which a night asks by its `call` and `told`."""

    def winner(self):
        """The winner of the 50/50."""
        return self.person(self.drawn["player_id"]) if self.drawn else None

    def check(self):
        """Compares all answers of the service about the night with our own count, and returns the count."""
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
            self.check_row(row, cards[row["player_id"]], places)
            prize, then = (prizes.get(row["player_id"], 0) for prizes in (money["prizes"], at_finish))
            assert (row["prize"], row["prize_at_finish"]) == (prize, then if then != prize else None), (row, prize, then)
        self.check_money(money, entries, places)
        if self.is_of_pairs:
            self.check_partners(rows)
        order = [(row["place"] is None, row["place"] or 0) for row in rows]
        assert order == sorted(order), "the standings are not in order"
        return (cards, places), money

    def check_round(self, tables, told):
        for table, shown in zip(tables, told["tables"], strict=True):
            status = "void" if table.is_void else "playing" if table.scores is None else "finished"
            assert (told_sides(shown), shown["status"]) == (self.sides(table), status), (shown, self.sides(table))
        seated = [player for table in tables for player in self.players(table)]
        assert len(seated) == len(set(seated)), "somebody sits twice"

    def check_row(self, row, card, places):
        player, played = row["player_id"], card["played"]
        kind = self.settings["card"]
        for name, part in [("lines", "short"), ("card_lines", CARD_LINES[kind])]:
            lines = [line and line[part] for line in card["lines"]]
            assert row[name] == lines + [None] * (len(row[name]) - len(lines)), (name, row, lines)
        for name in ["excused", "byes", "helped"]:
            assert row[name] == card[name], (name, row, card)
        assert (row["place"], row["complete"]) == (places.get(player), player in places), (row, places.get(player))
        total = lambda part: sum(line[part] for line in played)
        assert (row["total"], row["games"]) == (total("short") if played else None, len(played)), row
        assert row["wins"] == sum(line["scored"] == league.TARGET for line in played), row
        of_kind = {"game_points": ["points", "spread"], "points_scored": ["scored"]}.get(kind, [])
        for name in ["points", "spread", "scored"]:
            assert row[name] == (total(name) if name in of_kind else None), (name, row)
        is_marked = kind == "game_points" and 9 * total("points") >= 12 * self.settings["games_per_night"]
        assert row["marked"] == is_marked, row

    def check_partners(self, rows):
        """Partners are named, and one row comes after the other."""
        pairs, at = self.partners(), {row["player_id"]: place for place, row in enumerate(rows)}
        for row in rows:
            pair, players = pairs.get(row["player_id"], (None, []))
            partner = next((player for player in players if player != row["player_id"]), None)
            assert row["partner_id"] == partner, (row, partner)
            # After a merge a person may be in two pairs, and belongs to the first.
            is_mutual = partner in at and pairs[partner][0] == pair
            assert not is_mutual or abs(at[partner] - at[row["player_id"]]) == 1, (row, partner)
            stands_for = self.pairs[pair].stands_for.get(row["player_id"]) if pair else None
            told = row["stands_for"] and row["stands_for"]["id"]
            assert told == stands_for, (row, stands_for)

    def check_money(self, money, entries, places):
        told = self.call("getMoney")[1]
        for name in ["fees", "fifty_fifty", "supplies", "pot", "activities"]:
            assert told[name] == money[name], (name, told, money)
        prizes = {prize["player_id"]: prize["amount"] for prize in told["prizes"] if prize["amount"]}
        assert prizes == money["prizes"], (prizes, money)
        assert told["fifty_fifty"] + told["supplies"] + sum(prizes.values()) + told["activities"] == told["fees"]
        _, prizes_handed, drawn_handed = self.payouts()
        gone = {player for handed in self.noted().values() for player, amount in handed.items() if amount} - set(entries)
        gone |= set(self.fees_to_give_back())
        rows = {row["player_id"]: row for row in told["players"]}
        assert set(rows) == set(entries) | gone
        for player, row in rows.items():
            paid = self.settings["fee"] if entries.get(player, {}).get("paid") else 0
            due = self.settings["fee"] - paid if player in entries else 0
            prize, handed = prizes.get(player, 0), prizes_handed.get(player, 0)
            counted = {"fee_paid": paid, "fee_due": due, "prize_now": prize, "handed_out": handed}
            counted["to_settle"] = prize - handed - due
            counted["fifty_fifty_due"] = self.drawn["amount"] if self.winner() == player else 0
            counted["fifty_fifty_handed"] = drawn_handed.get(player, 0)
            assert {name: row[name] for name in counted} == counted, (row, counted)
        key = lambda item: sorted(item.items())
        counted = [*self.contested(), *(item for row in rows.values() for item in self.open_of(row, places))]
        assert sorted(told["open"], key=key) == sorted(counted, key=key), (told["open"], counted)
        ranks = [OPEN.index("prize" if "prize" in item else item["what"]) for item in told["open"]]
        assert ranks == sorted(ranks), told["open"]

    def contested(self):
        """The contested results, as things that are still to be done."""
        for number, tables in enumerate(self.rounds, 1):
            for table in tables:
                if table.lines and not all(table.verdicts.values()):
                    yield {"what": "contested", "round": number, "table": table.number}

    def open_of(self, row, places):
        """The open tasks with a player: compares the amounts handed out with the amounts due once they have paid."""
        player, drawn = row["player_id"], self.drawn["amount"] if self.drawn else None
        won = self.money(self.paid | {player}, places, drawn)["prizes"].get(player, 0)
        prize, fifty_fifty = won - row["handed_out"], row["fifty_fifty_due"] - row["fifty_fifty_handed"]
        if row["fee_due"]:
            # Before the finish the standings are not final.
            with_fee = {"prize": prize} if prize > 0 and self.finish_id else {}
            yield {"what": "fee", "player_id": player, "amount": row["fee_due"]} | with_fee
        amounts = {
            "prize": 0 if row["fee_due"] else prize,
            "fifty_fifty": fifty_fifty,
            "fee_back": self.settings["fee"] if player in self.fees_to_give_back() else 0,
            "to_return": max(-prize, 0) + max(-fifty_fifty, 0),
        }
        yield from ({"what": what, "player_id": player, "amount": amount} for what, amount in amounts.items() if amount > 0)
