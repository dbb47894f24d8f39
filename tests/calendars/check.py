"""The calendars of a service as a library that is not ours reads them. Needs a new database.

    check.py URL PASSWORD
"""

import sys
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import requests
from icalendar import Calendar

ZONE = "America/Toronto"
LEAGUE = "Ligue de l'été, du soir; et plus"
PLACE = "Salle de la Légion, 12; rue Saint-Édouard-des-Érables, Saint-Jérôme-de-Matane (Québec) \U0001f0cf \\o/"


class Service:
    def __init__(self, url: str, password: str) -> None:
        self.api = url + "/api/v1"
        self.session = requests.Session()
        token = self.ask("POST", "/session", {"password": password})["token"]
        self.session.headers["Authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, body: dict) -> dict:
        answer = self.session.request(method, self.api + path, json=body, timeout=10)
        assert answer.ok, f"{method} {path}: {answer.text}"
        return answer.json()

    def calendar(self, path: str) -> str:
        # As a calendar program reads it: without a token.
        answer = requests.get(self.api + path, timeout=10)
        assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
        assert all(len(line) <= 75 for line in answer.content.split(b"\r\n")), "a line is not folded"
        return answer.content.decode()


def parsed(text: str) -> Calendar:
    calendar = Calendar.from_ical(text)
    for part in calendar.walk():
        assert not part.errors, f"{part.name}: {part.errors}"
        for name in part.required:
            assert name in part, f"{part.name} has no {name}"
    return calendar


def moments(calendar: Calendar) -> list[tuple[float, float]]:
    return [(event.start.timestamp(), event.end.timestamp()) for event in calendar.walk("VEVENT")]


def expected(starts: date, hour: time, end: time | None) -> tuple[float, float]:
    zone = ZoneInfo(ZONE)
    begin = datetime.combine(starts, hour)
    last = begin + timedelta(hours=3) if end is None else datetime.combine(starts, end)
    last = last + timedelta(days=1) if last <= begin else last
    return begin.replace(tzinfo=zone).timestamp(), last.replace(tzinfo=zone).timestamp()


def is_refused(text: str) -> bool:
    try:
        parsed(text)
    except (AssertionError, ValueError):
        return True
    return False


def main(url: str, password: str) -> None:
    service = Service(url, password)
    service.ask("PUT", "/league", {"name": LEAGUE, "time_zone": ZONE, "place": PLACE})
    season = service.ask("POST", "/seasons", {"name": "Hiver; été, 2026", "starts": "2026-01-01", "ends": "2026-12-31"})["id"]
    feed = f"/seasons/{season}.ics"
    assert len(parsed(service.calendar(feed)).subcomponents) == 1, "an empty season has its time zone"
    series = {"weekday": "thursday", "starts_at": "19:00"}
    nights = service.ask("POST", f"/seasons/{season}/nights", series)["nights"]
    late = service.ask("POST", "/nights", {"date": "2026-10-31", "season_id": season, "starts_at": "23:30", "ends_at": "02:30"})
    service.ask("PUT", f"/nights/{nights[7]['id']}/cancellation", {"reason": "The hall is flooded; Ann has the key."})
    service.ask("PATCH", f"/nights/{nights[9]['id']}", {"ends_at": "22:15"})

    text = service.calendar(feed)
    calendar = parsed(text)
    events = calendar.walk("VEVENT")
    assert len(events) == len(nights) + 1 > 50
    assert len({event["UID"] for event in events}) == len(events)
    # The library knows that a description is a text, and not yet that this property of RFC 7986 is one.
    assert str(parsed(text.replace("\r\nNAME:", "\r\nDESCRIPTION:"))["DESCRIPTION"]) == f"{LEAGUE}: Hiver; été, 2026"
    assert {str(event["LOCATION"]) for event in events} == {PLACE}
    assert {str(event["SUMMARY"]) for event in events} == {LEAGUE}
    assert [event["STATUS"] for event in events].count("CANCELLED") == 1
    assert "flooded" not in text and "Ann" not in text
    assert sorted(event["SEQUENCE"] for event in events) == [1] * (len(events) - 2) + [2, 2]
    assert all(event["DTSTAMP"].dt.tzinfo for event in events)

    ends = {nights[9]["date"]: time(22, 15)}
    wanted = [expected(date.fromisoformat(night["date"]), time(19), ends.get(night["date"])) for night in nights]
    wanted.append(expected(date.fromisoformat(late["date"]), time(23, 30), time(2, 30)))
    assert moments(calendar) == sorted(wanted)
    # By a name that no library knows, the hours come from our description of the time zone alone.
    assert moments(parsed(text.replace(ZONE, "Our/Own_Hall"))) == sorted(wanted)
    # Controls: another offset, a line that is not folded and a word for a number are noticed.
    assert moments(parsed(text.replace(ZONE, "Our/Wrong_Hall").replace("TZOFFSETTO:-0500", "TZOFFSETTO:-0600"))) != sorted(wanted)
    assert is_refused(text.replace("\r\n ", "\r\n")), "the library takes lines that are not folded"
    assert is_refused(text.replace("SEQUENCE:1\r", "SEQUENCE:one\r")), "the library takes any word for a number"

    alone = parsed(service.calendar(f"/nights/{late['id']}.ics")).walk("VEVENT")[0]
    assert alone == next(event for event in events if event["UID"] == alone["UID"])
    service.ask("PUT", "/league", {"name": LEAGUE, "time_zone": None})
    floating = parsed(service.calendar(feed))
    assert not floating.walk("VTIMEZONE")
    assert {event.start.tzinfo for event in floating.walk("VEVENT")} == {None}
    print(f"{len(events)} nights in {ZONE}, and with local hours")


main(*sys.argv[1:3])
