"""A receiver that knows the messages of webhooks by the reference library of the Standard Webhooks specification alone.

    webhooks.py URL PASSWORD

plays a night on a service that sends to receivers on this machine (PEGOUT_WEBHOOKS=any). A wrong secret, a changed body and a
message of an hour ago must be refused: else the library would have checked nothing.
"""

import json
import queue
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

EXPECTED = ["round.drawn", "game.finished", "night.finished", "night.cancelled"]
OTHER_SECRET = "whsec_Tm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUgISE="


class Receiver(BaseHTTPRequestHandler):
    received = queue.Queue()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.send_response(204)
        self.end_headers()
        self.received.put((body, {name.lower(): value for name, value in self.headers.items()}))

    def log_message(self, *_):
        pass


class Coordinator:
    def __init__(self, url, password):
        self.url = f"{url}/api/v1"
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {self.post('/session', {'password': password})['token']}"

    def send(self, method, path, body=None):
        answer = self.session.request(method, f"{self.url}{path}", json=body)
        answer.raise_for_status()
        return answer.json()

    def post(self, path, body=None):
        return self.send("POST", path, body)


def play(coordinator):
    """One round of one table, and a night that is cancelled."""
    night = coordinator.post("/nights", {"date": "2026-01-28"})["id"]
    for name in ["Ann", "Bob", "Cy", "Di"]:
        player = coordinator.post("/players", {"name": name})["id"]
        coordinator.send("PUT", f"/nights/{night}/entries/{player}", {"paid": True})
    game = coordinator.post(f"/nights/{night}/rounds", {"number": 1})["rounds"][0]["tables"][0]["game_id"]
    coordinator.send("PUT", f"/games/{game}/result", {"scores": [121, 90]})
    coordinator.post(f"/nights/{night}/finish")
    other = coordinator.post("/nights", {"date": "2026-02-04"})["id"]
    coordinator.send("PUT", f"/nights/{other}/cancellation", {"reason": "Snow"})
    return game


def refuses(webhook, body, headers):
    try:
        webhook.verify(body, headers)
    except WebhookVerificationError:
        return True
    return False


def main(url, password):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    coordinator = Coordinator(url, password)
    address = f"http://127.0.0.1:{server.server_port}/pegout"
    added = coordinator.post("/webhooks", {"id": str(uuid.uuid4()), "url": address})
    webhook, other = Webhook(added["secret"]), Webhook(OTHER_SECRET)
    game = play(coordinator)
    told = []
    for _ in EXPECTED:
        body, headers = Receiver.received.get(timeout=20)
        message = webhook.verify(body, headers)
        assert message == json.loads(body)
        told.append(message)
        assert refuses(other, body, headers), "a wrong secret is as good as the right one"
        assert refuses(webhook, body + b" ", headers), "a changed body is as good as the true one"
        late = {**headers, "webhook-timestamp": str(int(headers["webhook-timestamp"]) - 3600)}
        assert refuses(webhook, body, late), "a message of an hour ago is as good as one of now"
    # Messages of different nights may overtake each other.
    assert sorted(message["type"] for message in told) == sorted(EXPECTED), told
    finished = next(message for message in told if message["type"] == "game.finished")
    assert finished["data"]["game_id"] == game
    read = coordinator.session.get(f"{url}{finished['data']['links']['game']}")
    assert read.json()["status"] == "finished"
    print(f"{len(told)} messages, each verified by standardwebhooks and refused with another secret")


main(*sys.argv[1:])
