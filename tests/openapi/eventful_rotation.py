"""The rounds of an eventful night that seats its players by a rotation, and the pairs of such a night."""

from record import Round


class Rotation:
    def lacking(self):
        """The units here that lack a game."""
        return {unit for unit in self.units_here() if self.held(unit) < self.settings["games_per_night"]}

    def is_turn(self):
        """Returns true if the next round is a turn of the circle."""
        return sum(not tables.is_made_up for tables in self.rounds) < self.settings["games_per_night"]

    def next_sizes(self):
        """The sizes of the tables of the next round; none if it is refused."""
        units, lacking = len(self.units_here()), len(self.lacking())
        if units < 2:
            return []
        # One helps if an odd number lacks a game. Without a helper one waits.
        seated = units if self.is_turn() else lacking + (lacking % 2 if units > lacking else 0)
        return [4 if self.is_of_pairs else 2] * (seated // 2)

    def byes_of(self, unit):
        """The number of rounds in which a unit sat out."""
        sits = lambda table, there: unit == there if self.is_of_pairs else unit in there
        sat = lambda tables: any(sits(table, there) for table in tables for there in self.units_at(table))
        return sum(unit in tables.byes and not sat(tables) for tables in self.rounds)

    def note_rotation(self, night, sizes):
        """Takes a drawn round over. Everybody plays, but at most one, and the fewest byes come first."""
        drawn = night["rounds"][-1]
        is_turn, units, lacking = self.is_turn(), self.units_here(), self.lacking()
        tables = [self.table(night, place) for place in range(len(drawn["tables"]))]
        assert [len(self.players(table)) for table in tables] == sizes, (drawn, sizes)
        sides = [there for table in tables for there in self.units_at(table)]
        seated = sides if self.is_of_pairs else [player for side in sides for player in side]
        assert len(set(seated)) == len(seated) and set(seated) <= units
        assert (drawn["way"] == "made_up") == (not is_turn), drawn["way"]
        out = (units if is_turn else lacking) - set(seated)
        assert len(out) <= 1, out
        if is_turn:
            assert all(self.byes_of(unit) == min(map(self.byes_of, units)) for unit in out), "one sits out too often"
        else:
            assert len(set(seated) - lacking) == len(lacking) % 2 and not out or units == lacking, (seated, lacking)
        self.rounds.append(Round(tables, out, not is_turn))
        self.note("sat out", len(self.rounds), out)
        told = {person["id"] for person in drawn["byes"]}
        assert told == {player for player, unit in self.units().items() if unit in out}, (told, out)

    # Pairs

    def alone(self):
        """The players here without a partner, for whom no card counts."""
        partners = self.partners()
        stood_for = self.stood_for()
        return [player for player in self.here if player not in partners and player not in stood_for]

    def stood_for(self):
        """The absent players for whom a card counts."""
        return {absent for known in self.pairs.values() for absent in known.stands_for.values()}

    def pair(self, pair, players, stands_for=None):
        stands_for = stands_for or {}
        named = [{"player_id": player} | ({"stands_for": stands_for[player]} if player in stands_for else {}) for player in players]
        self.change("putPair", {"players": named, "id": self.new_id()}, pair_id=pair)
        self.note("paired", pair, players, stands_for)

    def pair_up(self):
        """Makes a pair of every two players without a partner."""
        alone = self.alone()
        for players in zip(alone[::2], alone[1::2], strict=False):
            self.pair(self.new_id(), list(players))

    def own_table(self, pair):
        """The table of a pair in the newest round, until its game is over."""
        return next(iter(self.newest(lambda table: table.is_open and pair in self.units_at(table))), None)

    def substitute(self):
        """Somebody without a partner comes in for a player of a pair."""
        pair = self.some(self.pairs)
        comes = self.some(self.alone())
        if not self.is_of_pairs or pair is None or comes is None:
            return
        stays, goes = self.chance.sample(self.pairs[pair].players, 2)
        players = [stays, comes]
        table = self.own_table(pair)
        if stays not in self.here or self.partners()[stays][0] != pair or comes in self.newest_seats():
            return
        if table and table.began:
            named = [{"player_id": player} for player in players]
            return self.refused(409, "putPair", {"players": named, "id": self.new_id()}, pair_id=pair)
        is_free = goes not in self.stood_for() and goes != stays and self.partners().get(goes, (pair,))[0] == pair
        stands_for = {comes: goes} if is_free and self.chance.random() < 0.5 else {}
        self.pair(pair, players, stands_for)
        if table:
            sides = [[comes if player == goes else player for player in side] for side in self.sides(table)]
            self.note("seats", table.game, sides)

    def split(self):
        """Splits a pair, which may not sit at a table."""
        pair = self.some(self.pairs)
        if pair is None:
            return
        if self.own_table(pair):
            return self.refused(409, "deletePair", pair_id=pair)
        self.change("deletePair", pair_id=pair)
        self.note("unpaired", pair)
