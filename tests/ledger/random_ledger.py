"""Random money between nights, counted a second time after every step: from the cash over the table, and from the CSV alone.

    python tests/ledger/random_ledger.py URL PASSWORD SEED STEPS

The notebook knows nothing of prizes and parts: it writes down the cash that people give and get, and the credit of each player.
"""

import csv
import io
import json
import random
import sys
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from uuid import UUID

FEE = 1000
FUNDS = ["supplies", "activities", "prize_fund"]
ACCOUNTS = {
    "Supplies": "supplies",
    "Activities": "activities",
    "Prize fund": "prize_fund",
    "To hand out": "to_hand_out",
    "Pots": "pots",
}


class Service:
    """Requests to the service as the coordinator."""

    def __init__(self, url, password):
        self.url, self.token = url.rstrip("/") + "/api/v1", None
        self.token = self.ask("POST", "/session", {"password": password})[1]["token"]

    def ask(self, method, path, body=None):
        """The status and the answer."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.token}"} if self.token else {})
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers, method=method)) as answer:
                status, text = answer.status, answer.read().decode("utf-8-sig")
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        assert status < 500, (method, path, status, text)
        return status, json.loads(text) if text.startswith(("{", "[")) else text


class Night:
    """A night, by the money that went over its table: who has paid and how, and what everybody has in hand."""

    def __init__(self, told):
        self.id, self.paid, self.entered, self.seated = told["id"], {}, set(), set()
        self.in_cash, self.in_credit = Counter(), Counter()


class League:
    def __init__(self, service, chance):
        self.service, self.chance = service, chance
        self.cash, self.credit, self.prize_fund = 0, Counter(), 0
        self.postings, self.nights, self.done, self.refused = {}, [], Counter(), Counter()
        self.players = [self.add(number) for number in range(8)]
        self.new_night()

    def add(self, number):
        return self.service.ask("POST", "/players", {"name": f"Player {number}"})[1]["id"]

    def new_id(self):
        return str(UUID(int=self.chance.getrandbits(128), version=4))

    def new_night(self):
        date = f"2026-{1 + len(self.nights) // 28 % 12:02}-{1 + len(self.nights) % 28:02}"
        self.nights.append(Night(self.service.ask("POST", "/nights", {"date": date, "games_per_night": 2})[1]))

    def night(self):
        return self.chance.choice(self.nights[-4:])

    def player(self):
        return self.chance.choice(self.players)

    def amount(self):
        return self.chance.choice([FEE, 2 * FEE, 4 * FEE, self.chance.randrange(1, 3000)])

    def change(self, night, method, rest, body):
        """Returns true if a change of a night was accepted. It is sent twice."""
        path = f"/nights/{night.id}{rest}"
        status, answer = self.service.ask(method, path, body)
        if status < 300:
            again, _ = self.service.ask(method, path, body)
            assert again == 200, (method, path, body, again)
        else:
            assert "detail" in answer and status in (404, 409, 422), (method, path, body, status, answer)
        return status < 300

    # What happens

    def post(self, source, target, player, amount, **more):
        id = self.new_id()
        body = {"from": source, "to": target, "amount": amount} | ({"player_id": player} if player else {}) | more
        status, answer = self.service.ask("PUT", f"/ledger/{id}", body)
        if status == 201:
            self.postings[id] = (source, target, player, amount)
            self.book(source, target, player, amount)
            assert self.service.ask("PUT", f"/ledger/{id}", body)[0] == 200
        return status

    def book(self, source, target, player, amount):
        for account, signed in [(source, -amount), (target, amount)]:
            self.cash -= signed * (account == "outside")
            self.prize_fund += signed * (account == "prize_fund")
            if account == "credit":
                self.credit[player] += signed

    def receive(self):
        assert self.post("outside", "credit", self.player(), self.amount()) == 201

    def give_back(self):
        player, amount = self.player(), self.amount()
        wanted = 201 if self.credit[player] >= amount else 409
        assert self.post("credit", "outside", player, amount) == wanted

    def move(self):
        source, target = self.chance.choices(["outside", *FUNDS], k=2)
        amount = self.amount()
        left = self.service.ask("GET", "/ledger")[1].get(source, amount)
        wanted = 422 if source == target else 201 if left >= amount else 409
        assert self.post(source, target, None, amount) == wanted, (source, target, amount, left)

    def take_back(self):
        if not self.postings:
            return
        id = self.chance.choice(list(self.postings))
        source, target, player, amount = self.postings[id]
        told = self.service.ask("GET", "/ledger")[1]
        left = self.credit[player] if target == "credit" else told.get(target, amount)
        status, _ = self.service.ask("DELETE", f"/ledger/{id}", {})
        assert status == (200 if left >= amount else 409), (status, left, amount)
        if status == 200:
            del self.postings[id]
            self.book(target, source, player, amount)

    def pay(self):
        night, player, by_credit = self.night(), self.player(), self.chance.random() < 0.5
        body = {"paid": True} | ({"with": "credit"} if by_credit else {})
        was_paid = player in night.paid
        if not by_credit or was_paid or self.credit[player] >= FEE:
            if self.change(night, "PUT", f"/entries/{player}", body):
                night.entered.add(player)
                if not was_paid:
                    night.paid[player] = "credit" if by_credit else "cash"
                    self.pay_by(player, by_credit, 1)
        else:
            assert not self.change(night, "PUT", f"/entries/{player}", body), "a credit was spent twice"

    def pay_by(self, player, by_credit, sign):
        """A fee is paid, or with the sign -1 given back."""
        if by_credit:
            self.credit[player] -= sign * FEE
        else:
            self.cash += sign * FEE

    def unpay(self):
        night, to_credit = self.night(), self.chance.random() < 0.5
        player = self.chance.choice(list(night.paid) or [self.player()])
        body = {"paid": False} | ({"with": "credit"} if to_credit else {})
        if player in night.entered and self.change(night, "PUT", f"/entries/{player}", body) and player in night.paid:
            self.pay_by(player, night.paid.pop(player) == "credit" or to_credit, -1)

    def withdraw(self):
        night, player = self.night(), self.player()
        if self.change(night, "DELETE", f"/entries/{player}", None) and player in night.entered - night.seated:
            night.entered.remove(player)
            # A fee that was paid in cash is still to be given back, or pays again if the player comes back.
            if night.paid.get(player) == "credit":
                self.pay_by(player, night.paid.pop(player) == "credit", -1)
            self.give_stakes_back(night, None, player)

    def give_stakes_back(self, night, fees, player=None):
        """Nobody stakes in pots here."""

    def play(self):
        night = self.night()
        status, told = self.service.ask("POST", f"/nights/{night.id}/rounds", {})
        if status != 201:
            return
        for table in told["rounds"][-1]["tables"]:
            self.hold_hands(night, table)
            scores = [121, *(self.chance.randrange(60, 120) for _ in table["sides"][1:])]
            assert self.service.ask("PUT", f"/games/{table['game_id']}/result", {"scores": scores})[0] == 201
            night.seated |= {player["id"] for side in table["sides"] for player in side["players"]}

    def hold_hands(self, night, table):
        """Nobody holds special hands here."""

    def draw(self):
        self.service.ask("POST", f"/nights/{self.night().id}/fifty-fifty", {})

    def finish(self):
        self.change(self.night(), "POST", "/finish", {"void_open_games": True})

    def reopen(self):
        self.change(self.night(), "DELETE", "/finish", {"reason": "Too early"})

    def hand_out(self):
        night, what = self.night(), self.chance.choice(["prize", "fifty_fifty"])
        money = self.service.ask("GET", f"/nights/{night.id}/money")[1]
        due = {row["player_id"]: row["prize_now" if what == "prize" else "fifty_fifty_due"] for row in money["players"]}
        winners = [player for player, amount in due.items() if amount] or list(due)
        if not winners:
            return
        player, to_credit = self.chance.choice(winners), self.chance.random() < 0.4
        amount = self.chance.choice([due[player], 0, self.chance.randrange(0, 3000)])
        key = (player, what)
        before = night.in_cash[key] + night.in_credit[key]
        less = max(before - amount, 0)
        # Cash comes back first, or with the credit named the credit.
        from_credit = min(less, night.in_credit[key]) if to_credit else max(less - night.in_cash[key], 0)
        body = {"amount": amount, "what": what} | ({"to": "credit"} if to_credit else {})
        if self.credit[player] < from_credit:
            assert not self.change(night, "PUT", f"/payouts/{player}", body), "money that was spent came back"
            return
        if not self.change(night, "PUT", f"/payouts/{player}", body):
            return
        added = max(amount - before, 0) if to_credit else 0
        night.in_credit[key] += added - from_credit
        self.credit[player] += added - from_credit
        self.cash += night.in_cash[key]
        night.in_cash[key] = amount - night.in_credit[key]
        self.cash -= night.in_cash[key]

    def cancel(self):
        night, fees = self.night(), self.chance.choice([None, "cash", "credit"])
        body = {"reason": "Snow"} | ({"fees": fees} if fees else {})
        if night.seated or not self.change(night, "PUT", "/cancellation", body):
            return
        self.give_stakes_back(night, fees)
        for player in list(night.paid):
            if fees or night.paid[player] == "credit":
                self.pay_by(player, night.paid.pop(player) == "credit" or fees == "credit", -1)

    # The count

    def check(self):
        status, ledger = self.service.ask("GET", "/ledger")
        parts = ["credits", "to_hand_out", *FUNDS, "pots"]
        assert ledger["box"] == self.cash == sum(ledger[part] for part in parts), (ledger["box"], self.cash)
        assert ledger["credits"] == sum(self.credit.values()) and ledger["prize_fund"] == self.prize_fund, ledger
        told = {row["player_id"]: row["credit"] for row in self.service.ask("GET", "/ledger/players")[1]["players"]}
        assert all(told.get(player, 0) == self.credit[player] >= 0 for player in self.players), (told, self.credit)
        sums, last = defaultdict(int), {}
        for row in csv.DictReader(io.StringIO(self.service.ask("GET", "/ledger.csv")[1], newline="")):
            account = (row["Account"], row["Player id"] if row["Account"] == "Credit" else "")
            sums[account] += round(float(row["Amount"]) * 100)
            last[account] = round(float(row["Balance"]) * 100)
        assert sums == last, (sums, last)
        counted = Counter()
        for (account, _), amount in sums.items():
            counted["Pots" if account.startswith("Pot ") else account] += amount
        assert counted["Box"] == ledger["box"] and counted["Credit"] == ledger["credits"], (counted, ledger)
        assert all(counted[account] == ledger[name] for account, name in ACCOUNTS.items()), (counted, ledger)
        return {account: amount for (account, _), amount in sums.items()}

    def kinds(self):
        """The kinds of steps, the frequent ones several times."""
        kinds = [self.receive, self.give_back, self.move, self.take_back, *[self.pay] * 6, self.unpay, self.withdraw]
        kinds += [*[self.play] * 2, self.draw, self.finish, self.reopen, *[self.hand_out] * 4, self.cancel]
        return kinds

    def step(self):
        if self.chance.random() < 0.04:
            self.new_night()
        kind = self.chance.choice(self.kinds())
        kind()
        self.done[kind.__name__] += 1
        return kind.__name__


def run(kind_of_league, url, password, seed, steps):
    league = kind_of_league(Service(url, password), random.Random(int(seed)))
    for number in range(int(steps)):
        kind = league.step()
        try:
            league.check()
        except AssertionError:
            print(f"{kind} after {number + 1} steps with the seed {seed}: {league.done}", file=sys.stderr)
            raise
    print(f"{dict(league.done)}: the box and every balance are right after each of {steps} steps.")


if __name__ == "__main__":
    run(League, *sys.argv[1:])
