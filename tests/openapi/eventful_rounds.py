"""The rounds of an eventful night, by the movement or a rotation: drawn and taken back, with late tables and wrong seats."""

import league
from record import Round, Table
from referee import told_sides


class Rounds:
    def newest(self, wanted=lambda table: True):
        return [table for table in (self.rounds[-1] if self.rounds else []) if wanted(table)]

    def newest_seats(self, wanted=lambda table: True):
        return {player for table in self.newest(wanted) for player in self.players(table)}

    def waiting(self):
        seated = self.newest_seats()
        return [player for player in self.here if player not in seated]

    def table(self, night, place):
        """The table at a place of the newest round, as it was drawn."""
        told = night["rounds"][-1]
        table = Table(told["tables"][place])
        sides = told_sides(told["tables"][place])
        pairs = {frozenset(known.players): pair for pair, known in self.pairs.items()}
        self.note("seats", table.game, sides, [pairs.get(frozenset(side)) for side in sides])
        assert not self.is_of_pairs or all(self.units_at(table)), "a side is no pair"
        way = self.settings["first_dealer"]
        assert len(told["first_dealers"]) == (0 if way == "table_cuts" else len(told["tables"]))
        if way != "table_cuts":
            table.dealer = told["first_dealers"][place]
            assert 0 <= table.dealer < (len(sum(sides, [])) if way == "drawn" else 1), (table.dealer, sides)
        return table

    def draw(self):
        body = {"number": len(self.rounds) + 1}
        still_playing = [table.number for table in self.newest(lambda table: table.is_open)]
        if still_playing:
            # A game of the round before was brought back after this one was drawn.
            self.refused(409, "drawRound", body | {"id": self.new_id()})
            while self.newest(lambda table: table.is_open):
                self.enter_result()
        if self.is_of_pairs:
            self.pair_up()
        here = self.here
        sizes = self.next_sizes() if self.is_rotation else league.sizes(len(here))
        if not sizes:
            # Too few pairs are here, or nobody lacks a game.
            return self.refused(409, "drawRound", body | {"id": self.new_id()})
        if self.rounds:
            status, preview = self.call("drawRound", body | {"dry_run": True})
            assert status == 200 and sorted(preview["sizes"]) == sorted(sizes), (preview, sizes)
        night = self.change("drawRound", body | {"id": self.new_id()})
        drawn = night["rounds"][-1]
        if self.is_rotation:
            return self.note_rotation(night, sizes)
        self.rounds.append(Round([self.table(night, place) for place in range(len(drawn["tables"]))]))
        league.check_seats([self.sides(table) for table in self.rounds[-1]], here)
        if self.rounds[:-1]:
            self.check_movement(drawn)

    def check_movement(self, drawn):
        """Checks, in an unchanged hall, that winners went to the next tables and that partners repeat only if they must."""
        rounds = self.played()
        last = [len(self.players(table)) for table in self.rounds[-2]]
        is_void = any(table.is_void for tables in self.rounds for table in tables)
        sat, sit = ({player for table in tables for player in self.players(table)} for tables in self.rounds[-2:])
        # In a hall of one table nobody can go to another.
        if sat == sit and last == league.sizes(len(sit)) and not is_void and len(last) > 1:
            assert (drawn["way"], drawn["touched"]) == ("moved", []), drawn
            league.check_moved([sides for sides, _ in rounds[-1]], rounds[:-1])

    def take_draw_back(self):
        """Takes the newest draw back, which nobody may have begun, and draws again."""
        if not self.rounds:
            return
        number = len(self.rounds)
        draw = self.told()["rounds"][-1]["id"]
        if any(table.began for table in self.rounds[-1]) or number == 1 and self.drawn:
            return self.refused(409, "deleteRound", query={"id": draw}, n=number)
        self.change("deleteRound", query={"id": draw}, n=number)
        tables = self.rounds.pop()
        for table in tables:
            self.refused(409, "putResult", {"scores": self.scores(table)}, id=table.game)
        self.note("round taken back", [table.game for table in tables], number)
        if len(self.here) > 1:
            self.draw()

    def seat_late(self):
        """Seats waiting players as the service offers."""
        offer = (self.told()["late"] or {}).get("offer")
        if not offer:
            return
        players, number = [player["id"] for player in offer["players"]], len(self.rounds)
        if offer["kind"] == "table":
            assert set(players) <= set(self.waiting())
            night = self.change("addTable", {"players": players, "id": self.new_id()}, n=number)
            self.rounds[-1].append(self.table(night, -1))
            return
        table = self.rounds[-1][offer["table"] - 1]
        assert not self.is_rotation and not table.began and len(set(players) - set(self.players(table))) == 1
        body = {"tables": [{"number": table.number, "players": players}], "id": self.new_id()}
        night = self.change("putSeats", body, n=number)
        self.note("seats", table.game, told_sides(night["rounds"][-1]["tables"][table.number - 1]))
        assert sorted(self.players(table)) == sorted(players)

    def exchange_seats(self):
        """Lets two players of tables that have not begun exchange their seats."""
        tables = self.newest(lambda table: not table.began and not table.is_void)
        if len(tables) < 2:
            return
        one, other = self.chance.sample(tables, 2)
        here, there = self.some(self.sides(one)), self.some(self.sides(other))
        if not self.is_of_pairs:
            here, there = [self.some(here)], [self.some(there)]
        exchanged = dict(zip(here + there, there + here, strict=True))
        self.put_seats([(table, exchanged) for table in (one, other)])

    def correct_seats(self):
        """Lets somebody else have sat at a table that is over."""
        tables = self.some(self.rounds)
        table = self.some(table for table in tables or [] if table.scores and not table.is_void)
        if table is None:
            return
        seated = {player for other in tables for player in self.players(other)}
        there = self.some(self.players(table))
        really = self.some(player for player in self.everybody() if player not in seated)
        if really is None or self.drawn and there not in self.paid:
            return
        number = self.rounds.index(tables) + 1
        sides = [[really if player == there else player for player in side] for side in self.sides(table)]
        seats = [{"number": table.number, "sides": sides}]
        self.refused(422, "putSeats", {"tables": seats, "id": self.new_id()}, n=number)
        twice = [{"number": table.number, "sides": [[really for _ in side] for side in sides]}]
        self.refused(422, "putSeats", {"tables": twice, "reason": "Wrong.", "id": self.new_id()}, n=number)
        self.put_seats([(table, {there: really})], number, "Somebody else sat there.")

    def put_seats(self, tables, number=None, reason=None):
        seats = []
        for table, exchanged in tables:
            sides = [[exchanged.get(player, player) for player in side] for side in self.sides(table)]
            seats.append((table, sides))
        named = [{"number": table.number, "sides": sides} for table, sides in seats]
        body = {"tables": named, "id": self.new_id()} | ({"reason": reason} if reason else {})
        number = number or len(self.rounds)
        before = self.told()
        assert self.call("putSeats", body | {"dry_run": True}, n=number)[0] == 200 and self.told() == before
        self.change("putSeats", body, n=number)
        for table, sides in seats:
            self.note("seats", table.game, sides)


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
        return sum(unit in self.byes(tables) and not sat(tables) for tables in self.rounds)

    def note_rotation(self, night, sizes):
        """Takes a drawn round over. Everybody plays, but at most one, and the fewest byes come first."""
        drawn = night["rounds"][-1]
        is_turn, units, lacking = self.is_turn(), self.units_here(), self.lacking()
        tables = [self.table(night, place) for place in range(len(drawn["tables"]))]
        assert [len(self.players(table)) for table in tables] == sizes, (drawn, sizes)
        sides = [there for table in tables for there in self.units_at(table)]
        seated = sides if self.is_of_pairs else [player for side in sides for player in side]
        assert len(set(seated)) == len(seated) and set(seated) <= units
        assert drawn["extra"] == (not is_turn), drawn
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
        # A game that was called off before its first peg can be brought back, so the substitute gets the seat there, too.
        called_off = self.newest(lambda table: table.is_void and not table.began and pair in self.units_at(table))
        for table in [table] if table else called_off:
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
