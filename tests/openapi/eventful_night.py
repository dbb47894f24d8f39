"""A night on which everything goes wrong that can, and a separate record of its seats and results."""

from eventful_games import Games
from eventful_people import People
from eventful_rounds import Rotation, Rounds
from eventful_service import Sending
from referee import Referee


class EventfulNight(Referee, People, Rounds, Rotation, Games, Sending):
    """A night of the service, and the test's own record of it."""

    def __init__(self, document, tokens, chance, people, settings):
        status, night = document.call("createNight", {"date": "2026-01-28"}, tokens["coordinator"])
        assert status == 201
        Referee.__init__(self, settings)
        Sending.__init__(self, document, tokens, chance, night["id"])
        self.people = list(people)
        # The second ids of persons, and the requests that have merged them.
        self.twins, self.merges = {}, {}

    # Money

    def draw_fifty_fifty(self):
        if self.rounds and self.paid and self.drawn is None:
            amount = self.count()[1]["fifty_fifty"]
            self.drawn = self.change("drawFiftyFifty", {"id": self.new_id()})["fifty_fifty"]
            assert self.drawn["amount"] == amount and self.drawn["player_id"] in self.paid
            self.refused(409, "drawFiftyFifty", {"id": self.new_id()})

    def void_fifty_fifty(self):
        if self.drawn:
            self.change("voidFiftyFifty", {"reason": "The winner has gone home."})
            # An amount that counts as handed out with the draw stays handed out after the draw is void.
            if self.settings["hand_outs"] == "assumed" and self.winner() not in self.noted()["fifty_fifty"]:
                self.note("paid out", self.winner(), self.drawn["amount"], "fifty_fifty")
            self.drawn = None

    def pay_out(self):
        """Somebody has another amount in hand than their prize."""
        player = self.some(self.entries())
        what = self.chance.choice(["prize", "fifty_fifty"])
        body = {"amount": 100 * self.chance.randrange(60), "what": what, "id": self.new_id()}
        if not self.rounds:
            return self.refused(409, "putPayout", body, player_id=player)
        known = self.entries() | self.noted()[what]
        stranger = self.some(player for player in self.everybody() if player not in known)
        if stranger:
            self.refused(404, "putPayout", body, player_id=stranger)
        self.change("putPayout", body, player_id=self.any_id(player))
        # The amount is the whole amount: nothing is noted for the other ids of the person any more.
        for other in self.noted_by_id()[what]:
            if other != player and self.person(other) == player:
                self.note("paid out", other, 0, what)
        self.note("paid out", player, body["amount"], what)

    def give_fee_back(self):
        """A player who has withdrawn gets the fee back."""
        player = self.some(self.fees_to_give_back())
        if player:
            body = {"amount": self.noted()["prize"].get(player, 0), "paid": False, "id": self.new_id()}
            self.change("putPayout", body, player_id=self.any_id(player))
            self.note("entered", player, {"paid": False, "left": False})
            self.note("withdrawn", player)

    # The end

    def finish(self):
        is_open = [table for table in self.tables() if table.is_open]
        if is_open:
            self.refused(409, "finishNight", {"id": self.new_id()})
        finish_id = self.new_id()
        self.change("finishNight", {"void_open_games": True, "id": finish_id})
        self.finish_id = finish_id
        for table in is_open:
            table.is_void = True
        self.at_finish = self.count()[1]["prizes"]
        return is_open

    def finish_and_reopen(self):
        """A mis-tapped Finish, and its end."""
        if not self.rounds:
            return
        voided, finish_id = self.finish(), self.finish_id
        self.check()
        self.change("reopenNight", {"reason": "One game was still to come."}, query={"id": finish_id})
        for table in voided:
            table.is_void = False
        # Prizes that count as handed out with the finish stay so without it.
        if self.settings["hand_outs"] == "assumed":
            for player in set(self.payouts()[0]) - set(self.noted()["prize"]):
                self.note("paid out", player, self.payouts()[0][player], "prize")
        # A late repeat of the finish has no effect any more.
        self.change("finishNight", {"void_open_games": True, "id": finish_id})
        self.finish_id = self.at_finish = None
        assert self.told()["status"] == "playing"

    def check(self):
        super().check()
        table = self.some(self.tables())
        if table:
            self.check_game(table)
