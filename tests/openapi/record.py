"""A record of a night, kept outside the service: its facts as they were sent, and their consequences."""

import league
from story import Story


class Table:
    """A table of a round; `began` once a result was accepted, even if it was taken back later."""

    def __init__(self, told):
        self.number, self.game = told["number"], told["game_id"]
        self.scores, self.is_void, self.began = None, False, False
        # The phone and the player that entered the result, and the verdict of each side. The seat that deals first, None if
        # unknown.
        self.entered_by, self.verdicts, self.dealer = None, {}, None

    @property
    def is_open(self):
        return self.scores is None and not self.is_void

    @property
    def lines(self):
        """The line of each side, once the game is over."""
        return None if self.scores is None or self.is_void else list(league.sides_of(self.scores))


def points_short(card):
    """The points short of each line of a card."""
    return [line and line["short"] for line in card["lines"]]


class Round(list):
    """The tables of a round; `byes` are the units that sat out as it was drawn."""

    def __init__(self, tables, byes=(), is_made_up=False):
        super().__init__(tables)
        self.byes, self.is_made_up = set(byes), is_made_up


class Record:
    """All facts of a night, in their order and with the ids of their requests, and the persons with several ids."""

    def __init__(self, settings):
        self.settings, self.facts, self.rounds, self.persons = settings, [], [], {}
        # The sides of each game, by the newest word.
        self.seated = {}
        self.replayed = (None, None)
        self.drawn = self.at_finish = self.finish_id = None

    def note(self, kind, *what):
        self.facts.append((kind, *what))
        if kind == "seats":
            game, sides, *_ = what
            self.seated[game] = sides

    def person(self, player):
        return self.persons.get(player, player)

    def sides(self, table):
        return [[self.person(player) for player in side] for side in self.seated[table.game]]

    def players(self, table):
        return [player for side in self.sides(table) for player in side]

    def played(self):
        """The sides and the scores of the tables of each round."""
        return [[(self.sides(table), table.scores) for table in tables] for tables in self.rounds]

    def entries(self):
        """The entry of everybody: paid or not, here or not, and the rounds they are excused for."""
        return self.checked_in()[0]

    def fees_to_give_back(self):
        """The players who have paid, and whose entry was removed. By the older way they have their fees back."""
        withdrawn = self.checked_in()[1] if self.settings["hand_outs"] == "ticked" else {}
        return [player for player, entry in withdrawn.items() if entry["paid"]]

    def checked_in(self):
        """The entries, and the removed entries."""
        story = self.replay()
        entries = {player: entry | {"excused": story.excused.get(player, set())} for player, entry in story.entries.items()}
        return entries, story.withdrawn

    def noted(self):
        """The amounts that were noted as handed out to each player: of prizes, and of the 50/50."""
        noted = {"prize": {}, "fifty_fifty": {}}
        for of, amounts in self.noted_by_id().items():
            for player, amount in amounts.items():
                noted[of][self.person(player)] = noted[of].get(self.person(player), 0) + amount
        return noted

    def noted_by_id(self):
        """The same amounts, by the ids for which they were noted."""
        noted = {"prize": {}, "fifty_fifty": {}}
        for kind, *what in self.facts:
            if kind == "paid out":
                player, amount, of = what
                noted[of][player] = amount
        return noted

    def payouts(self):
        """The prize of each player at the finish, and what was handed out to them: of prizes, and of the 50/50."""
        at_finish, drawn = {}, {}
        for player, amount in (self.at_finish or {}).items():
            at_finish[self.person(player)] = at_finish.get(self.person(player), 0) + amount
        if self.drawn:
            drawn[self.person(self.drawn["player_id"])] = self.drawn["amount"]
        is_assumed, noted = self.settings["hand_outs"] == "assumed", self.noted()
        assumed = [at_finish, drawn] if is_assumed else [{}, {}]
        return at_finish, assumed[0] | noted["prize"], assumed[1] | noted["fifty_fifty"]

    @property
    def here(self):
        return [player for player, entry in self.entries().items() if not entry["left"]]

    @property
    def paid(self):
        return {player for player, entry in self.entries().items() if entry["paid"]}

    def in_a_round_together(self, one, other):
        rounds = [{player for table in tables for player in self.players(table)} for tables in self.rounds]
        return any({one, other} <= seated for seated in rounds)

    # The units: a player, or a pair

    @property
    def is_rotation(self):
        return self.settings["format"] != "doubles_movement"

    @property
    def is_of_pairs(self):
        return self.settings["format"] == "fixed_pairs"

    def replay(self):
        """The state that the facts make, with the ids of persons."""
        state = (len(self.facts), tuple(self.persons.items()))
        if self.replayed[0] != state:
            story = Story(self.person, self.is_of_pairs)
            for kind, *what in self.facts:
                story.take(kind, *what)
            self.replayed = (state, story)
        return self.replayed[1]

    @property
    def pairs(self):
        """The pairs that are together, in the order in which they were made."""
        return {pair: known for pair, known in self.replay().pairs.items() if known.is_together}

    def partners(self):
        """The pair of each person, with its two players. A person of two pairs belongs to the first."""
        pairs = {}
        for pair, known in self.pairs.items():
            for player in known.players:
                pairs.setdefault(player, (pair, known.players))
        return pairs

    def units(self):
        """The unit of everybody with an entry."""
        pairs = self.partners() if self.is_of_pairs else {}
        return {player: pairs[player][0] if player in pairs else player for player in self.entries()}

    def units_here(self):
        """The units that can play: the pairs of which both are here."""
        here = set(self.here)
        if not self.is_of_pairs:
            return here
        whole, taken = set(), set()
        for pair, known in self.pairs.items():
            players = known.players
            if len(set(players)) == 2 and not taken & set(players) and set(players) <= here:
                whole.add(pair)
            taken |= set(players)
        return whole

    def units_at(self, table):
        """The unit of each side of a table."""
        return self.replay().games[table.game] if self.is_of_pairs else [set(side) for side in self.sides(table)]

    def byes(self, tables):
        """The units that sat out as a round was drawn, with the ids of persons."""
        return set(map(self.person, tables.byes))

    def held(self, unit):
        """The number of games of a unit that are being played or were won."""
        return sum(self.seat(unit, tables) is not None for tables in self.rounds)

    def seat(self, unit, tables):
        """The table and the side of a unit's game in a round, unless the game is void."""
        for table in tables:
            for side, there in enumerate(self.units_at(table)):
                if not table.is_void and (unit == there or unit in there and not self.is_of_pairs):
                    return table, side
        return None

    # The count

    def money(self, paid, places, drawn):
        """The money; partners halve the share of their pair."""
        return league.money(self.settings, paid, places, drawn, self.units(), 2 if self.is_of_pairs else 1)

    def card(self, unit, rounds, excused_rounds):
        """The lines of a unit, the excused rounds without a line, the missed rounds, the byes and the helped rounds."""
        lines, excused, missed, byes, helped = [], [], [], [], []
        held = made_up = 0
        has_hole = False
        for number, tables in enumerate(self.rounds, 1):
            seats = (
                (table, side)
                for table, units in rounds[number - 1]
                for side, there in enumerate(units)
                if unit == there or not self.is_of_pairs and unit in there
            )
            own, side = next(seats, (None, None))
            if own is None and unit in self.byes(tables):
                byes.append(number)
            held += own is not None and not own.is_void
            helps = self.is_rotation and held > self.settings["games_per_night"] and own and not own.is_void
            lines.append(own.lines[side] if own and own.lines and not helps else None)
            # A round with all games called off was not held, and nobody misses a game in play.
            is_held = not all(table.is_void for table in tables)
            is_running = number == len(self.rounds) and self.finish_id is None and own and own.is_open
            if helps:
                helped.append(number)
            elif lines[-1] is not None:
                made_up += tables.is_made_up
            elif tables.is_made_up:
                # Nobody misses a round for others, but a game of it that was reopened leaves a hole.
                has_hole |= bool(own and own.is_open and not is_running)
            elif is_held and not is_running:
                may_be_excused = self.settings["full_card"] == "excused"
                is_excused = may_be_excused and (own and own.is_void or number in excused_rounds)
                if number in byes or is_excused:
                    excused.append(number)
                elif own and own.is_open:
                    has_hole = True
                else:
                    missed.append(number)
        # A made-up game takes the place of a missed round, and then of an excused round.
        while made_up and (missed or excused):
            (missed or excused).pop(0)
            made_up -= 1
        played = [line for line in lines if line is not None]
        is_full = bool(played) and not missed and not has_hole and len(played) >= len(excused)
        return {"lines": lines, "played": played, "excused": excused, "byes": byes, "helped": helped, "is_full": is_full}

    def count(self):
        """Everybody's card and place, and the money."""
        rounds = [[(table, self.units_at(table)) for table in tables] for tables in self.rounds]
        entries, units = self.entries(), self.units()
        excused = {unit: set() for unit in units.values()}
        for unit, rounds_of in excused.items():
            # The excuses of everybody who was in a pair belong to its card.
            known = self.replay().pairs.get(unit)
            for player in known.ever if known else [unit]:
                rounds_of |= self.replay().excused.get(player, set())
        by_unit = {unit: self.card(unit, rounds, excused[unit]) for unit in set(units.values())}
        full_card = "excused" if self.is_rotation else self.settings["full_card"]
        ranked = {
            unit: league.rank(self.settings["card"], full_card, card["played"])
            for unit, card in by_unit.items()
            if card["is_full"]
        }
        of = {unit: 1 + sum(other < own for other in ranked.values()) for unit, own in ranked.items()}
        cards = {player: by_unit[unit] for player, unit in units.items()}
        places = {player: of[unit] for player, unit in units.items() if unit in of}
        amount = self.drawn["amount"] if self.drawn else None
        return (cards, places), self.money(self.paid, places, amount)
