"""Random seasons of pots, counted a second time: who leads from the histories of nights and games, the money from the CSV.

    python tests/ledger/random_pots.py URL PASSWORD SEED STEPS

Everything else happens as in random_ledger.py. Hands are counted by their combinations of cards, without a table.
"""

import sys
from itertools import combinations

from random_ledger import League, run

STAKE = 100
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
# Rare hands are not rare here.
FIVES = ["5C", "5D", "5H", "5S", "JC", "JD", "JH", "JS"]
POTS = [
    ("28 and 29", [("29", 100), ("28", 50)], "share"),
    ("High hand", [("high", 100)], "share"),
    ("24s", [("24", 60)], "last"),
    ("Four of a kind", [("four_of_a_kind", 100), ("high", 10)], "cut"),
]


def rank(card):
    return RANKS.index(card[:-1]) + 1


def is_run(cards):
    ranks = sorted(rank(card) for card in cards)
    return len(cards) >= 3 and all(after == before + 1 for before, after in zip(ranks, ranks[1:]))


def points(cards, starter, crib):
    """The points of four cards and a starter."""
    five = [*cards, starter]
    subsets = [subset for size in range(2, 6) for subset in combinations(five, size)]
    total = sum(2 for subset in subsets if sum(min(rank(card), 10) for card in subset) == 15)
    total += sum(2 for one, other in combinations(five, 2) if rank(one) == rank(other))
    runs = [subset for subset in subsets if is_run(subset)]
    longest = max((len(run) for run in runs), default=0)
    total += sum(longest for run in runs if len(run) == longest)
    suits = {card[-1] for card in cards}
    if len(suits) == 1 and (starter[-1] in suits or not crib):
        total += 5 if starter[-1] in suits else 4
    return total + (f"J{starter[-1]}" in cards)


class PotLeague(League):
    def __init__(self, service, chance):
        self.in_pot, self.stakes, self.staked_at, self.wins, self.paid_at = [], {}, {}, {}, {}
        super().__init__(service, chance)
        self.pots = [self.new_pot(*pot) for pot in POTS]

    def new_pot(self, name, pays, among):
        id = self.new_id()
        body = {"name": name, "stake": STAKE, "among": among, "pays": [{"hand": hand, "percent": percent} for hand, percent in pays]}
        for status in (201, 200):
            assert self.service.ask("PUT", f"/pots/{id}", body)[0] == status
        return id, name, pays, among

    def pot(self):
        return self.chance.choice(self.pots)[0]

    def put_in(self, pot, night, amount):
        self.in_pot.append((pot, night, amount))

    def left(self, pot, night=None):
        """The money in a pot; for a night without the stakes of nights that come later or are not finished, and without money
        that a later night has won."""
        mine = [(at, amount) for of, at, amount in self.in_pot if of == pot]
        total = sum(amount for _, amount in mine)
        if not night:
            return total
        finished = [at for at in self.nights if at is night or self.service.ask("GET", f"/nights/{at.id}")[1]["status"] == "finished"]
        known, sums = [None, *finished[: finished.index(night) + 1]], [total]
        for later in [None, *finished[finished.index(night) + 1 :]]:
            known.append(later)
            sums.append(sum(amount for at, amount in mine if at in known))
        return max(min(sums), 0)

    # What happens

    def bring_in(self):
        pot, amount = self.pot(), self.amount()
        source, target = self.chance.choice([("outside", "pot"), ("pot", "outside"), ("pot", "prize_fund")])
        enough = source == "outside" or self.left(pot) >= amount
        assert self.post(source, target, None, amount, pot_id=pot) == (201 if enough else 409)
        if enough:
            self.put_in(pot, None, amount if target == "pot" else -amount)
            # Only the base class takes postings back, and it knows no pots.
            self.postings.popitem()

    def stake(self):
        night, player, by_credit = self.night(), self.player(), self.chance.random() < 0.4
        wanted = {pot for pot, *_ in self.pots if self.chance.random() < 0.7}
        before = {pot for at, of, pot in self.stakes if (at, of) == (night, player)}
        added, removed = wanted - before, before - wanted
        status = self.service.ask("GET", f"/nights/{night.id}")[1]["status"]
        can = not any((night, pot) in self.wins for pot in added)
        can &= not any(self.is_won(night, player, pot, status) for pot in removed)
        can &= not by_credit or self.credit[player] >= STAKE * len(added)
        can &= all(self.left(pot) >= STAKE for pot in removed)
        can &= status not in ("cancelled", "finished") or player in night.entered and not (status == "cancelled" and wanted)
        body = {"pots": sorted(wanted)} | ({"with": "credit"} if by_credit else {})
        assert self.change(night, "PUT", f"/entries/{player}", body) == can, (body, status, before)
        if not can:
            return
        night.entered.add(player)
        for pot in added:
            self.stakes[night, player, pot] = "credit" if by_credit else "cash"
            self.staked_at[night, player, pot] = len(self.in_pot)
            self.put_in(pot, night, STAKE)
            self.move_money(player, by_credit, -STAKE)
        for pot in removed:
            self.unstake(night, player, pot, by_credit)

    def is_won(self, night, player, pot, status):
        """Returns true if a payment has won a stake, at its night or at a later one."""
        place = self.staked_at[night, player, pot]
        wins = [at for at, of in self.wins if of == pot and self.paid_at[at, of] > place]
        later = status == "finished"
        return any(at is night or later and self.nights.index(at) > self.nights.index(night) for at in wins)

    def move_money(self, player, by_credit, amount):
        """A player gets an amount from the box, or gives a negative one."""
        if by_credit:
            self.credit[player] += amount
        else:
            self.cash -= amount

    def unstake(self, night, player, pot, to_credit):
        by_credit = self.stakes.pop((night, player, pot)) == "credit"
        self.put_in(pot, night, -STAKE)
        self.move_money(player, by_credit or to_credit, STAKE)

    def give_stakes_back(self, night, fees, player=None):
        for at, of, pot in list(self.stakes):
            if at is night and player in (None, of):
                self.unstake(night, of, pot, fees != "cash")

    def cards(self):
        return self.chance.sample(FIVES if self.chance.random() < 0.5 else PACK, 5)

    def hold_hands(self, night, table):
        seen = set()
        for side, told in enumerate(table["sides"]):
            *cards, starter = self.cards()
            # The same cards again are the same hand.
            if (frozenset(cards), starter) in seen:
                continue
            seen.add((frozenset(cards), starter))
            crib = self.chance.random() < 0.3
            held = {"cards": cards, "starter": starter, "points": points(cards, starter, crib)}
            if self.chance.random() < 0.5:
                player = self.chance.choice([None, *range(len(told["players"]))])
                peg = held | {"side": side, "for": "crib" if crib else "hand"} | ({} if player is None else {"player": player})
                path = f"/games/{table['game_id']}/pegs/{self.new_id()}"
                assert self.service.ask("PUT", path, peg)[0] == 201
                if self.chance.random() < 0.2:
                    assert self.service.ask("DELETE", path)[0] in (200, 204)
            else:
                claim = held | {"crib": crib, "game_id": table["game_id"], "player_id": self.chance.choice(told["players"])["id"]}
                path = f"/hands/{self.new_id()}"
                assert self.change(night, "PUT", path, claim)
                if self.chance.random() < 0.2:
                    assert self.change(night, "DELETE", path, None)

    def hands(self, night):
        """The hands of a night from the histories: player, cards, starter, points, and the round with the time."""
        told = self.service.ask("GET", f"/nights/{night.id}")[1]
        seats, rounds, hands = {}, {}, {}
        for drawn in told["rounds"]:
            for table in drawn["tables"]:
                game = table["game_id"]
                rounds[game] = drawn["number"]
                seats[game] = [[player["id"] for player in side["players"]] for side in table["sides"]]
                for event in self.service.ask("GET", f"/games/{game}/history")[1]["events"]:
                    if event["kind"] == "pegged" and event["cards"]:
                        side = seats[game][event["side"]]
                        of = event.get("player")
                        player = side[of] if of is not None else side[0] if len(side) == 1 else None
                        hands[event["id"]] = player, event["cards"], event["starter"], event["for"] == "crib", (drawn["number"], event["at"])
                    if event["kind"] == "peg_taken_back":
                        hands.pop(event["peg"], None)
        for event in self.service.ask("GET", f"/nights/{night.id}/history")[1]["events"]:
            if event["kind"] == "hand_claimed" and event["game"] in seats:
                when = (rounds[event["game"]], event["at"])
                hands[event["hand"]] = event["player"], event["cards"], event["starter"], event["crib"], when
            if event["kind"] == "hand_taken_back":
                hands.pop(event["hand"], None)
        return [(player, points(*cards), cards, when) for player, *cards, when in hands.values() if player]

    def winners(self, night, pot, pays, among):
        """The part of the pot that is won, and the players who win it."""
        staked = {of for at, of, into in self.stakes if (at, into) == (night, pot)}
        hands = [hand for hand in self.hands(night) if hand[0] in staked]
        highest = max((hand[1] for hand in hands), default=0)
        for kind, percent in pays:
            held = [hand for hand in hands if self.counts(kind, hand, highest)]
            if among == "last" and held:
                last = max(when for *_, when in held)
                held = [hand for hand in held if hand[3] == last]
            if held:
                return percent, {player for player, *_ in held}
        return 0, set()

    @staticmethod
    def counts(kind, hand, highest):
        _, total, (cards, starter, _), _ = hand
        if kind == "four_of_a_kind":
            ranks = [rank(card) for card in [*cards, starter]]
            return any(ranks.count(one) == 4 for one in ranks)
        return total == highest if kind == "high" else total == int(kind)

    def pay_pot(self):
        pot, _, pays, among = self.chance.choice(self.pots)
        nights = [(at, self.service.ask("GET", f"/nights/{at.id}")[1]["status"]) for at in self.nights[-8:]]
        finished = [(at, status) for at, status in nights if status == "finished"]
        night, status = self.chance.choice(finished if finished and self.chance.random() < 0.9 else nights)
        percent, players = self.winners(night, pot, pays, among) if status == "finished" else (0, set())
        named = [self.chance.choice(sorted(players))] if among == "cut" and len(players) > 1 else sorted(players)
        to_credit = self.chance.random() < 0.3
        body = {"id": self.new_id()}
        if named and (to_credit or len(named) < len(players)):
            way = {"to": "credit"} if to_credit else {}
            body["winners"] = [{"player_id": player} | way for player in named]
        each = self.left(pot, night) * percent // 100 // max(len(named), 1)
        can = status == "finished" and (night, pot) not in self.wins and each > 0
        paid = self.change(night, "PUT", f"/pots/{pot}/win", body)
        assert paid == can, (status, named, each, self.service.ask("GET", f"/nights/{night.id}/pots")[1])
        if can:
            self.done["paid"] += 1
            self.paid_at[night, pot] = len(self.in_pot)
            self.wins[night, pot] = [(player, each, bool(to_credit and "winners" in body)) for player in named]
            self.put_in(pot, night, -each * len(named))
            for player, amount, by_credit in self.wins[night, pot]:
                self.move_money(player, by_credit, amount)

    def take_back_pot(self):
        if not self.wins:
            return
        night, pot = self.chance.choice(list(self.wins))
        win = self.wins[night, pot]
        can = all(not by_credit or self.credit[player] >= amount for player, amount, by_credit in win)
        assert self.change(night, "DELETE", f"/pots/{pot}/win", {}) == can
        if can:
            del self.wins[night, pot]
            self.put_in(pot, night, sum(amount for _, amount, _ in win))
            for player, amount, by_credit in win:
                self.move_money(player, by_credit, -amount)

    def kinds(self):
        often = [*[self.stake] * 12, *[self.play] * 4, *[self.finish] * 2, *[self.pay_pot] * 6]
        return [*super().kinds(), self.bring_in, *often, self.take_back_pot]

    # The count

    def check(self):
        counted = super().check()
        for pot, name, *_ in self.pots:
            assert counted.get(f"Pot {name}", 0) == self.left(pot) >= 0, (name, counted, self.left(pot))
        for told in self.service.ask("GET", "/pots")[1]["pots"]:
            assert told["balance"] == self.left(told["id"]), told


if __name__ == "__main__":
    run(PotLeague, *sys.argv[1:])
