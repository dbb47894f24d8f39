"""The state of a night by its facts: who is here, who is excused, and who plays in which pair."""


class Pair:
    """A pair with its players, and everybody who was in it. `gone` has the players who were checked in by mistake."""

    def __init__(self, id):
        self.ids, self.ever, self.gone, self.is_split = [id], [], set(), True
        self.players, self.stands_for = [], {}

    @property
    def is_together(self):
        return not self.is_split and not self.gone


class Story:
    """The facts so far; `person` gives the id of a person with several ids."""

    def __init__(self, person, is_of_pairs):
        self.person, self.is_of_pairs = person, is_of_pairs
        self.entries, self.withdrawn, self.excused = {}, {}, {}
        self.seats, self.pairs, self.games, self.byes = {}, {}, {}, {}

    def take(self, kind, *what):
        {
            "round taken back": self.round_taken_back,
            "sat out": self.sat_out,
            "seats": self.seat,
            "entered": self.enter,
            "excused": self.excuse,
            "withdrawn": self.withdraw,
            "paired": self.pair,
            "unpaired": self.split,
        }.get(kind, lambda *_: None)(*what)

    def round_taken_back(self, games, number):
        for game in games:
            self.seats.pop(game)
            self.games.pop(game, None)
        for rounds in self.excused.values():
            rounds.discard(number)
        self.byes.pop(number, None)

    def sat_out(self, number, units):
        self.byes[number] = units

    def seat(self, game, sides, drawn=None):
        sides = [[self.person(player) for player in side] for side in sides]
        self.seats[game] = {player for side in sides for player in side}
        # A seated player is here, and owes the fee unless the record says more.
        for player in self.seats[game] - set(self.entries):
            self.enter(player, {"paid": False, "left": False})
        if self.is_of_pairs:
            old = self.games.get(game)
            new = old and [self.pair_of_side(*side) for side in zip(sides, old, strict=True)]
            # A pair plays on one side only.
            self.games[game] = drawn if old is None else old if new[0] == new[1] else new

    def enter(self, player, entry):
        player = self.person(player)
        self.entries[player] = entry
        self.withdrawn.pop(player, None)
        for pair in self.pairs.values():
            pair.gone.discard(player)

    def excuse(self, player, rounds):
        self.excused[self.person(player)] = set(rounds)

    def withdraw(self, player):
        player = self.person(player)
        if player in self.entries and (any(player in seated for seated in self.seats.values()) or self.has_card(player)):
            self.entries[player] = self.entries[player] | {"left": True}
            return
        if player in self.entries:
            self.withdrawn[player] = self.entries.pop(player)
            for pair in self.pairs.values():
                if player in pair.players:
                    pair.gone.add(player)
        self.excused.pop(player, None)

    def has_card(self, player):
        """Returns true if the pair of a player has played or sat out."""
        own = next((id for id, pair in self.pairs.items() if pair.is_together and player in pair.players), None)
        return own is not None and any(own in units for units in [*self.games.values(), *self.byes.values()])

    # Pairs

    def find(self, id):
        return next((own for own, pair in self.pairs.items() if id in pair.ids), None)

    def pair(self, id, players, stands_for):
        players = [self.person(player) for player in players]
        again = (
            own
            for own, pair in self.pairs.items()
            if pair.is_split and len(set(players)) == 2 and set(pair.players) == set(players)
        )
        own = self.find(id) or next(again, id)
        pair = self.pairs.setdefault(own, Pair(own))
        if id not in pair.ids:
            pair.ids.append(id)
        pair.players, pair.is_split, pair.gone = players, False, set()
        pair.stands_for = {self.person(player): self.person(absent) for player, absent in stands_for.items()}
        pair.ever += players
        for other in self.pairs.values():
            if other is not pair and other.gone and set(other.players) & set(players):
                other.is_split = True

    def split(self, id):
        if self.find(id):
            self.pairs[self.find(id)].is_split = True

    def pair_of_side(self, players, old):
        """The pair to which a side with these players belongs."""
        for id, pair in self.pairs.items():
            if pair.is_together and set(players) <= set(pair.players):
                return id
        known = lambda id: sum(player in self.pairs[id].ever for player in players)
        order = list(self.pairs)
        best = max(order, key=lambda id: (known(id), id == old, order.index(id)))
        return best if known(best) else old
