"""The requests of an eventful night: each change is sent twice, and now and then first by a caller without the right."""

from uuid import UUID

# The helpers, at the door and for results, who may send the same change as representatives.
HELPERS = {
    "putEntry": {"door"},
    "deleteEntry": {"door"},
    "putPair": {"door"},
    "deletePair": {"door"},
    "addPlayer": {"door"},
    "putResult": {"results"},
    "changeGame": {"results"},
}
ALL_ROLES = ["coordinator", "representative", "door", "results"]


def sign_in(document, password):
    """A token of each role."""
    tokens = {"coordinator": document.call("signIn", {"password": password})[1]["token"]}
    for role in ALL_ROLES[1:]:
        named = {"name": f"Helper {role}", "password": f"a password of {role}"}
        assert document.call("addRepresentative", named | {"role": role}, tokens["coordinator"])[0] == 201
        tokens[role] = document.call("signIn", named)[1]["token"]
    return tokens


class Sending:
    """Sends what happens at a night, and counts it."""

    def __init__(self, document, tokens, chance, id):
        self.document, self.tokens, self.chance, self.id = document, tokens, chance, id
        self.steps = self.refusals = 0

    def new_id(self):
        return str(UUID(int=self.chance.getrandbits(128), version=4))

    def some(self, things):
        """A random thing of the given things; None if there are no things."""
        things = list(things)
        return self.chance.choice(things) if things else None

    def call(self, operation_id, body=None, query=None, by="coordinator", **parameters):
        """The answer to a role, or to a phone by its token."""
        operation = self.document.operations[operation_id]
        token = self.tokens.get(by, by) if self.document.takes_token(operation_id) else None
        own = {"id": self.id} if "{id}" in operation[1] else {}
        return self.document.call(operation_id, body, token, query, **own | parameters)

    def told(self):
        return self.call("getNight")[1]

    def who_may(self, operation_id, body):
        """The roles that may send this."""
        helpers = HELPERS.get(operation_id, set())
        # Only representatives excuse players, and correct a finished night.
        if "excused" in (body or {}) or operation_id == "putResult" and self.finish_id:
            helpers = set()
        return [role for role in ALL_ROLES if role in helpers or role in ("coordinator", "representative")]

    def change(self, operation_id, body=None, query=None, by=None, **parameters):
        """Sends a change by somebody who may, and sends it again: the second one changes nothing."""
        may = self.who_may(operation_id, body)
        stranger = self.some(role for role in ALL_ROLES if role not in may)
        if by is None and stranger and self.chance.random() < 0.2:
            self.refused(403, operation_id, body, query, by=stranger, **parameters)
        by = by or self.some(may)
        status, answer = self.call(operation_id, body, query, by=by, **parameters)
        assert status in (200, 201), (operation_id, body, by, status, answer)
        once = self.told()
        status, answer = self.call(operation_id, body, query, by=by, **parameters)
        assert (status, self.told()) == (200, once), f"{operation_id} takes effect twice: {answer}"
        self.steps += 1
        return once

    def refused(self, wanted, operation_id, body=None, query=None, by="coordinator", **parameters):
        """Sends a request that makes no sense. The service refuses the request with a sentence, and changes nothing."""
        before = self.told()
        status, problem = self.call(operation_id, body, query, by=by, **parameters)
        assert (status, self.told()) == (wanted, before), (operation_id, body, by, status, problem)
        assert len(problem["detail"]) > 20, problem
        self.refusals += 1
