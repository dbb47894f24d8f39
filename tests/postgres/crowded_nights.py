"""Nights whose requests come at once, not one after the other: from the coordinator, the helpers and the phones of all tables.

Nobody can say before which request comes first. So the record of each night is made of its histories: everything that was
acknowledged must be in them once, nothing that was refused may be, and every figure must follow from them.

Arguments: as of eventful_nights.py."""

import copy
import random
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import requests

sys.path.append(str(Path(__file__).parent.parent / "openapi"))
from document import Document  # noqa: E402
from eventful_night import EventfulNight  # noqa: E402
from eventful_nights import FORMATS, drawn_settings  # noqa: E402
from eventful_service import sign_in  # noqa: E402
from night import SETTINGS  # noqa: E402

AT_ONCE = 12


class CrowdedNight(EventfulNight):
    """A night whose record follows its histories."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.seen = Counter()
        self.statuses = Counter()

    # Requests

    def wish(self, operation_id, body=None, by="coordinator", **parameters):
        """A request that is sent with others."""
        return operation_id, body, self.tokens.get(by, by), {"id": self.id} | parameters

    def send(self, wish):
        """Sends a request to a server by chance, again as long as it says that it could not store."""
        operation_id, body, token, parameters = wish
        document = copy.copy(self.document)
        document.session = requests.Session()
        while True:
            status, answer = document.call(operation_id, body, token, **parameters)
            if status != 503:
                return wish, status, answer

    def at_once(self, wishes):
        """Sends all requests at once, and compares every figure with the histories afterwards."""
        self.chance.shuffle(wishes)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = list(pool.map(self.send, wishes))
        self.statuses.update((operation_id, status) for (operation_id, *_), status, _ in answers)
        self.steps += sum(status < 300 for _, status, _ in answers)
        self.check_stored(answers, self.follow())
        self.check()

    # The histories

    def events(self, stream, operation_id, **parameters):
        """The events of a stream that are new since the last call, the same at both servers."""
        _, history = self.call(operation_id, **parameters)
        assert [event["version"] for event in history["events"]] == list(range(1, len(history["events"]) + 1))
        new = history["events"][self.seen[stream] :]
        self.seen[stream] = len(history["events"])
        return new

    def follow(self):
        """Takes over what is new in the histories of the night and its games, and returns it."""
        stored = self.events(self.id, "getNightHistory")
        for event in stored:
            match event["kind"]:
                case "entered":
                    self.note("entered", event["player"], {"paid": event["paid"], "left": event["left"]})
                case "withdrawn":
                    self.note("withdrawn", event["player"])
                case "paid_out":
                    self.note("paid out", event["player"], event["amount"], event.get("what", "prize"))
        for table in self.tables():
            for event in self.events(table.game, "getHistory", id=table.game):
                match event["kind"]:
                    case "result_entered":
                        table.scores, table.began, table.verdicts = event["scores"], True, {}
                    case "result_confirmed":
                        table.verdicts[event["side"]] = True
                    case "result_contested":
                        table.verdicts[event["side"]] = False
                stored.append(event)
        return stored

    def check_stored(self, answers, stored):
        """What was acknowledged is stored once, and what was refused is not stored."""
        ids = Counter(event["id"] for event in stored if event.get("id"))
        entered = [(event["player"], event["paid"]) for event in stored if event["kind"] == "entered"]
        for (operation_id, body, _, parameters), status, answer in answers:
            id, told = (body or {}).get("id"), (operation_id, body, status, answer)
            assert status in (200, 201, 403, 404, 409, 422), told
            if id:
                # A second phone with the same result adds nothing.
                least = 0 if operation_id == "putResult" and status == 200 else 1
                assert least <= ids[id] <= 1 if status < 300 else ids[id] == 0, told
            elif operation_id == "putEntry" and status == 201:
                assert (parameters["player_id"], body["paid"]) in entered, told

    # What is sent at once

    def phones(self, table):
        """A phone of each side of a table."""
        return [self.phone(self.some(side)) for side in self.sides(table)]

    def entering(self):
        """Entries, fees and payouts from two desks, which know nothing of each other."""
        wishes = []
        known = list(self.entries())
        for player in self.chance.sample(known, min(6, len(known))):
            for by in ["coordinator", self.some(["representative", "door"])]:
                wishes.append(self.wish("putEntry", {"paid": self.chance.random() < 0.6}, by, player_id=player))
        for player in self.chance.sample(known, min(3, len(known))):
            for by in ["coordinator", "representative"]:
                body = {"amount": 100 * self.chance.randrange(10**6), "id": self.new_id()}
                wishes.append(self.wish("putPayout", body, by, player_id=player))
        strangers = [player for player in self.everybody() if player not in known]
        for player in self.chance.sample(strangers, 2):
            wishes += [self.wish("putEntry", {"paid": True}, by, player_id=player) for by in ["door", "coordinator"]]
        return wishes

    def playing(self):
        """All results of the round, from a phone of each side, which do not always agree."""
        wishes = self.entering()
        for table in self.newest():
            scores = self.scores(table)
            for phone in self.phones(table):
                body = {"scores": scores if self.chance.random() < 0.7 else self.scores(table), "id": self.new_id()}
                wishes.append(self.wish("putResult", body, phone, id=table.game))
        return wishes

    def judging(self):
        """Words of all sides about the results, and corrections at the same time."""
        wishes = self.entering()
        for table in self.newest():
            for side, phone in enumerate(self.phones(table)):
                agrees = self.chance.random() < 0.6
                body = {"id": self.new_id(), "side": side, "agrees": agrees}
                wishes.append(self.wish("putResultConfirmation", body, phone, id=table.game))
            if self.chance.random() < 0.5:
                body = {"scores": self.scores(table), "reason": "It was read wrong.", "id": self.new_id()}
                wishes.append(self.wish("putResult", body, self.some(["coordinator", "representative"]), id=table.game))
        seated = self.newest_seats()
        for player in [player for player in self.here if player not in seated and player != self.winner()][:2]:
            wishes.append(self.wish("deleteEntry", by="door", player_id=player))
        return wishes

    def play(self, count):
        for _ in range(count):
            self.arrive()
        self.follow_only()
        for number in range(self.settings["games_per_night"]):
            self.draw()
            self.follow_only()
            if not self.rounds:
                return
            self.at_once(self.playing())
            assert not self.newest(lambda table: table.is_open), "of the results of a table none was taken"
            self.at_once(self.judging())
            if number == 1:
                self.draw_fifty_fifty()
        self.finish()
        self.check()

    def follow_only(self):
        """Passes over the events of what was sent one after the other, which the record has."""
        facts = list(self.facts)
        self.follow()
        self.facts = facts

    def check_control(self):
        """A record with another result must not be what the servers tell."""
        table = self.tables()[0]
        scores, table.scores = table.scores, self.scores(table)
        while table.scores == scores:
            table.scores = self.scores(table)
        try:
            self.check()
        except AssertionError:
            table.scores = scores
            return
        raise RuntimeError("the check cannot fail")


def main(url, password, seed="1", first="2", last="9"):
    document = Document(url)
    tokens = sign_in(document, password)
    people = [document.call("addPlayer", {"name": f"Player {n:02}"}, tokens["coordinator"])[1]["id"] for n in range(1, 81)]
    statuses = Counter()
    for count in range(int(first), int(last) + 1):
        chance = random.Random(f"{seed} {count}")
        settings = SETTINGS | drawn_settings(chance, FORMATS[count % 3])
        assert document.call("putLeague", settings, tokens["coordinator"])[0] in (200, 201)
        night = CrowdedNight(document, tokens, chance, people, settings)
        try:
            night.play(count)
            night.check_control()
        except AssertionError:
            print(f"The night of {count} with the seed {seed}, after {night.steps} changes:", file=sys.stderr)
            raise
        statuses += night.statuses
    taken = sum(number for (_, status), number in statuses.items() if status < 300)
    print(f"{statuses.total()} requests at once, {taken} of them taken: every card, place and cent follows from the histories.")
    print(", ".join(f"{operation} {status}: {number}" for (operation, status), number in sorted(statuses.items())))


if __name__ == "__main__":
    main(*sys.argv[1:])
