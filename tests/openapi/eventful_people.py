"""The people who come to an eventful night, late or by two names, and the people who leave."""


class People:
    def everybody(self):
        """The ids that stand for a person of their own."""
        return [player for player in self.people if player not in self.persons]

    def any_id(self, player):
        """One of the ids of a person."""
        return self.some([player, *(other for other, person in self.persons.items() if person == player)])

    def enter(self, player, body, **said):
        self.change("putEntry", body, player_id=self.any_id(player))
        known = self.entries().get(player, {"paid": False, "left": False})
        self.note("entered", player, {name: known[name] for name in ("paid", "left")} | said)

    def arrive(self):
        """Somebody comes, or comes back."""
        here, known = self.here, self.entries()
        player = self.some(player for player in self.everybody() if player not in here)
        if player in known:
            self.enter(player, {}, left=False)
        else:
            pays = self.chance.random() < 0.8
            self.enter(player, {"paid": pays}, paid=pays)

    def leave(self):
        """A player who is not playing leaves."""
        seats = self.newest_seats(lambda table: table.is_open)
        player = self.some(player for player in self.here if player not in seats)
        if player is None or player == self.winner():
            return
        has_played = any(player in self.players(table) for tables in self.rounds for table in tables)
        if has_played or self.drawn is None or player not in self.paid:
            self.change("deleteEntry", player_id=self.any_id(player))
            self.note("withdrawn", player)

    def pay(self):
        paid = self.paid
        player = self.some(player for player in self.entries() if player not in paid)
        if player:
            self.enter(player, {"paid": True}, paid=True)

    def take_fee_back(self):
        """Notes that a player has not paid after all. An amount that was drawn from the fees stays."""
        player = self.some(self.paid)
        if player is None:
            return
        pool = (len(self.paid) - 1) * self.settings["draw_part"]
        if self.drawn and (player == self.winner() or pool < self.drawn["amount"]):
            return self.refused(409, "putEntry", {"paid": False}, player_id=player)
        self.enter(player, {"paid": False}, paid=False)

    def excuse(self):
        """Excuses somebody for a round without a seat."""
        number = self.some(range(1, len(self.rounds) + 1))
        if number is None:
            return
        seated = {player for table in self.rounds[number - 1] for player in self.players(table)}
        player = self.some(player for player in self.here if player not in seated)
        if player:
            rounds = sorted(self.entries()[player]["excused"] | {number})
            self.change("putEntry", {"excused": rounds, "reason": "There was no table."}, player_id=player)
            self.note("excused", player, rounds)
            self.refused(422, "putEntry", {"excused": [*rounds, 19], "reason": "Another."}, player_id=player)

    def add_again(self):
        """Somebody is added a second time, and checked in by the new id."""
        player = self.some(player for player in self.people if player not in self.twins.values())
        if player in self.twins or len(self.twins) == 3:
            return
        name = f"Player {self.chance.getrandbits(64):x}"
        status, added = self.call("addPlayer", {"name": name}, by=self.some(["door", "representative"]))
        assert status == 201, added
        self.people.append(added["id"])
        self.twins[player] = added["id"]
        self.enter(added["id"], {"paid": True}, paid=True)

    def merge(self):
        """The two ids of a person become one, either of them, unless the night says that they are two persons."""
        pair = self.some(pair for pair in self.twins.items() if not set(pair) & set(self.persons))
        if pair is None:
            return
        gone, stays = self.chance.sample(pair, 2)
        body = {"into": stays, "id": self.new_id()}
        are_two = self.in_a_round_together(gone, stays) or self.have_two_cards(gone, stays)
        if are_two or self.draw_breaks(self.persons | {gone: stays}):
            return self.refused(422, "mergePlayer", body, id=gone)
        self.change("mergePlayer", body, id=gone)
        self.persons[gone] = stays
        self.merges[gone] = body["id"]
        self.refused(409, "mergePlayer", {"into": gone, "id": self.new_id()}, id=stays)

    def have_two_cards(self, one, other):
        """Returns true if a card counts for each of two players, for one of them by a substitute."""
        cards = {pair.stands_for.get(player, player) for pair in self.pairs.values() for player in pair.players}
        return {one, other} <= cards and bool({one, other} & self.stood_for())

    def draw_holds(self):
        """Returns true if the winner of the 50/50 has paid, and the fees cover its amount."""
        pool = len(self.paid) * self.settings["draw_part"]
        return not self.drawn or self.winner() in self.paid and pool >= self.drawn["amount"]

    def draw_breaks(self, persons):
        """Returns true if the 50/50 holds now, but would not hold with these merged persons."""
        now, held = self.persons, self.draw_holds()
        self.persons = persons
        holds = self.draw_holds()
        self.persons = now
        return held and not holds

    def unmerge(self):
        gone = self.some(self.persons)
        if gone:
            query = {"id": self.merges[gone]}
            if self.draw_breaks({one: person for one, person in self.persons.items() if one != gone}):
                self.refused(409, "unmergePlayer", query=query, id=gone)
                self.void_fifty_fifty()
            self.change("unmergePlayer", query=query, id=gone)
            stays = self.persons.pop(gone)
            # A late repeat of the merge has no effect any more.
            self.change("mergePlayer", {"into": stays, "id": self.merges[gone]}, id=gone)
            if self.chance.random() < 0.7:
                self.twins = {one: other for one, other in self.twins.items() if gone not in (one, other)}
