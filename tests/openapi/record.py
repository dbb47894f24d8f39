"""A record of a night, kept outside the service: its facts as they were sent, and their consequences."""

from fractions import Fraction

import league


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
        return None if self.scores is None or self.is_void else league.lines(self.scores)


class Record:
    """All facts of a night, in their order and with the ids of their requests, and the persons with several ids."""

    def __init__(self, settings):
        self.settings, self.facts, self.rounds, self.persons = settings, [], [], {}
        # The sides of each game, by the newest word.
        self.seated = {}
        self.drawn = self.at_finish = self.finish_id = None

    def note(self, kind, *what):
        self.facts.append((kind, *what))
        if kind == "seats":
            game, sides = what
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
        entries, withdrawn, excused, seats = {}, {}, {}, {}
        for kind, *what in self.facts:
            if kind == "round taken back":
                games, number = what
                for game in games:
                    seats.pop(game)
                for rounds in excused.values():
                    rounds.discard(number)
                continue
            if kind == "seats":
                game, sides = what
                seats[game] = {self.person(player) for side in sides for player in side}
                # A seated player is here, and owes the fee unless the record says more.
                for player in seats[game] - set(entries):
                    entries[player] = {"paid": False, "left": False}
                    withdrawn.pop(player, None)
                continue
            player = self.person(what[0])
            if kind == "entered":
                entries[player] = what[1]
                withdrawn.pop(player, None)
            elif kind == "excused":
                excused[player] = set(what[1])
            elif kind == "withdrawn" and any(player in seated for seated in seats.values()):
                entries[player] = entries[player] | {"left": True}
            elif kind == "withdrawn":
                withdrawn |= {player: entries.pop(player)} if player in entries else {}
                excused.pop(player, None)
        excused_of = lambda player: {"excused": excused.get(player, set())}
        return {player: entry | excused_of(player) for player, entry in entries.items()}, withdrawn

    def noted(self):
        """The amounts that were noted as handed out to each player: of prizes, and of the 50/50."""
        noted = {"prize": {}, "fifty_fifty": {}}
        for kind, *what in self.facts:
            if kind == "paid out":
                player, amount, of = what
                noted[of][self.person(player)] = amount
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

    # The count

    def card(self, player, rounds, excused_rounds):
        """The lines of a player, the excused rounds without a line, and the missed rounds."""
        lines, excused, missed = [], set(), set()
        for number, tables in enumerate(rounds, 1):
            seats = ((table, side) for table, sides in tables for side, players in enumerate(sides) if player in players)
            own, side = next(seats, (None, None))
            lines.append(own.lines[side] if own and own.lines else None)
            # A round with all games called off was not held, and nobody misses a game in play.
            is_held = not all(table.is_void for table, _ in tables)
            is_running = number == len(self.rounds) and self.finish_id is None and own and own.is_open
            if lines[-1] is None and is_held and not is_running:
                may_be_excused = self.settings["full_card"] == "excused"
                is_excused = may_be_excused and (own and own.is_void or number in excused_rounds)
                (excused if is_excused else missed).add(number)
        return lines, excused, missed

    def count(self):
        """Everybody's card and place, and the money."""
        sides = [[(table, self.sides(table)) for table in tables] for tables in self.rounds]
        cards = {player: self.card(player, sides, entry["excused"]) for player, entry in self.entries().items()}
        ranked = {}
        for player, (lines, excused, missed) in cards.items():
            played = [line for line in lines if line is not None]
            if played and not missed and len(played) >= len(excused):
                # By the older rule a card without a line of the running round counts as it is.
                by_average = self.settings["full_card"] == "excused"
                ranked[player] = Fraction(sum(played), len(played) if by_average else 1)
        places = {player: 1 + sum(other < own for other in ranked.values()) for player, own in ranked.items()}
        amount = self.drawn["amount"] if self.drawn else None
        return (cards, places), league.money(self.settings, self.paid, places, amount)
