"""A client that knows of a service only what its OpenAPI document says, and holds the service to it."""

import random
import time

import requests
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

HERE = "urn:document"
# How often several servers are asked for a thing until all of them know a change, and the seconds between the requests.
TRIES, PAUSE = 200, 0.05


class Document:
    """The document of a service, at one address, or of servers on one database, at addresses with commas between them."""

    def __init__(self, url):
        self.urls = url.split(",")
        self.session = requests.Session()
        answer = self.session.get(f"{self.urls[0]}/openapi.json")
        answer.raise_for_status()
        self.text = written_out(answer.json())
        self.registry = Registry().with_resource(HERE, Resource(self.text, DRAFT202012))
        self.operations = {
            operation["operationId"]: (method, path, operation)
            for path, item in self.text["paths"].items()
            for method, operation in item.items()
        }

    def takes_token(self, operation_id):
        return bool(self.operations[operation_id][2]["security"])

    def call(self, operation_id, body=None, token=None, query=None, **parameters):
        """The answer of an operation: its status, and its JSON or text. A change is sent to one server by chance."""
        method, path, operation = self.operations[operation_id]
        place = ["paths", path, method]
        described = {(parameter["in"], parameter["name"]) for parameter in operation.get("parameters", [])}
        assert all(("query", name) in described for name in query or {}), f"{operation_id} takes no {query}"
        for name, value in parameters.items():
            assert ("path", name) in described, f"{operation_id} has no {name} in its path"
            path = path.replace("{" + name + "}", str(value))
        assert "{" not in path, f"{operation_id} needs more than {parameters}"
        assert token is None or operation["security"], f"{operation_id} takes no token"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            self.check(body, [*place, "requestBody", "content", "application/json", "schema"])
        else:
            assert not operation.get("requestBody", {}).get("required", "requestBody" in operation), operation_id
        asked = {"json": body, "params": query, "headers": headers}
        if method != "get":
            return self.ask(operation_id, f"{random.choice(self.urls)}{path}", asked)
        return self.agreed(operation_id, path, asked)

    def agreed(self, operation_id, path, asked):
        """The answer of all servers to a read: in the end all answers are the same."""
        for _ in range(TRIES):
            answers = [self.ask(operation_id, f"{url}{path}", asked) for url in self.urls]
            if all(answer == answers[0] for answer in answers):
                return answers[0]
            time.sleep(PAUSE)
        raise AssertionError(f"{operation_id}: the servers tell different things: {answers}")

    def ask(self, operation_id, url, asked):
        """The answer of one server."""
        method, path, operation = self.operations[operation_id]
        answer = self.session.request(method, url, **asked, stream=True)
        assert str(answer.status_code) in operation["responses"], f"{operation_id}: {answer.status_code} {answer.text}"
        response = operation["responses"][str(answer.status_code)]
        for name in response.get("headers", {}):
            # A list that ends here has no link.
            assert name in answer.headers or name == "Link", f"{operation_id}: no {name}"
        media_type = answer.headers["content-type"].split(";")[0]
        told = first_event(answer) if media_type == "text/event-stream" else answer.content.decode()
        told = answer.json() if media_type.endswith("json") else told
        self.check(told, ["paths", path, method, "responses", str(answer.status_code), "content", media_type, "schema"])
        return answer.status_code, told

    def check(self, value, place):
        """Returns true if a value is what the schema at this place of the document says."""
        pointer = "/".join(step.replace("~", "~0").replace("/", "~1") for step in place)
        schema = {"$ref": f"{HERE}#/{pointer}"}
        Draft202012Validator(schema, registry=self.registry).validate(value)


def written_out(document):
    """The document with the parameters and the responses that operations share in their places."""
    components = document["components"]

    def shared(part):
        _, _, kind, name = part["$ref"].split("/") if "$ref" in part else (None, None, None, None)
        return components[kind][name] if kind else part

    for item in document["paths"].values():
        for operation in item.values():
            operation["parameters"] = [shared(parameter) for parameter in operation.get("parameters", [])]
            operation["responses"] = {status: shared(response) for status, response in operation["responses"].items()}
    return document


def first_event(answer):
    """The fields of the first event of a stream, which does not end by itself."""
    with answer:
        event = {}
        for line in answer.iter_lines(chunk_size=1, decode_unicode=True):
            name, _, value = line.partition(": ")
            if line:
                event[name] = value
            elif "data" in event:
                return event
            else:
                event = {}
    raise AssertionError("the stream has ended without an event")
