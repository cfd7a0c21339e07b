"""The health page: each part, when it is well and when it is not, with what to do."""

import datetime as dt
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from admin import health
from engine.graph.backend import Health
from engine.settings import Settings
from engine.store import StoreUnavailable
from tests.support import console_desk as given


def part(desk: Any, name: str, **settings: Any) -> health.Part:
    read = Settings(GRAPHDESK_HOME=Path("unused"), **settings)
    return next(one for one in health.parts(desk, read, health.workers(desk)) if one.name == name)


def age(desk: Any, table: str, column: str, seconds: float) -> None:
    """Let it be as long ago."""
    then = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=seconds)
    with desk.store._database.write() as session:
        statement = sa.text(f"UPDATE {table} SET {column} = :then WHERE {column} IS NOT NULL")
        session.connection().execute(statement, {"then": then.replace(tzinfo=None).isoformat(" ")})


def test_when_all_is_well(client: Any, desk: given.ConsoleDesk) -> None:
    desk.store.worker_beats("w1", "web on desk-1", 2)
    page = client.get("/health").text
    assert "Everything that is set up works" in page
    for name in ("Graph", "Model", "Slack", "Qdrant", "Database", "Queue", "Workers", "Given up", "Undeliverable"):
        assert f"<b>{name}</b>" in page
    assert "No question had to be given up." in page
    assert "<html" not in client.get("/health/live").text


def test_a_dead_graph(client: Any, desk: given.ConsoleDesk) -> None:
    desk.backend.state = Health(False, "The server does not answer.", "Start it.")
    page = client.get("/health").text
    assert "Graph: something is to be done" in page
    assert "Start it." in page


def test_a_dead_database(client: Any, desk: given.ConsoleDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise StoreUnavailable("The database does not answer: db:5432.", "Check that it runs.")

    monkeypatch.setattr(desk.store, "queue_state", away)
    monkeypatch.setattr(desk.store, "deliveries", away)
    monkeypatch.setattr(desk.store, "workers_seen", away)
    page = client.get("/health")
    assert page.status_code == 200
    assert "db:5432" in page.text
    assert "Check that it runs." in page.text


def test_what_waits_and_who_works(desk: given.ConsoleDesk) -> None:
    assert part(desk, "Queue").said == "0 questions waiting, 0 running."
    first, _ = desk.ask("One?"), desk.ask("Two?")
    assert part(desk, "Queue").state == "good"
    age(desk, "task", "created", 240)
    waits = part(desk, "Queue")
    assert (waits.state, waits.link) == ("warn", "open")
    assert "2 questions waiting, 0 running. The oldest has waited 4 min." in waits.said
    assert "graphdesk worker" in waits.hint
    assert part(desk, "Workers").state == "bad"
    desk.store.worker_beats("test", "worker on desk-1", 2)
    desk.begin(first)
    assert part(desk, "Workers").said == (
        "1 worker, answering 1 question now. The last question was taken up just now."
    )
    age(desk, "task", "lease_until", 5)
    lost = part(desk, "Workers")
    assert (lost.state, lost.said[:31]) == ("warn", "1 question lost its worker. The")


def test_the_workers_of_the_last_day(client: Any, desk: given.ConsoleDesk) -> None:
    assert part(desk, "Workers").state == "warn"
    assert "graphdesk worker" in part(desk, "Workers").hint
    assert "Workers of the last day" not in client.get("/health").text
    for worker, name in (("w0", "worker on desk-0"), ("w1", "worker on desk-1")):
        desk.store.worker_beats(worker, name, 4)
    age(desk, "worker", "seen", 300)
    assert part(desk, "Workers").state == "warn"  # both silent
    desk.store.worker_ends("w0")
    desk.store.worker_beats("test", "<b>web</b> on desk-2", 2)
    task = desk.ask("How many cases?")
    desk.begin(task)
    found = part(desk, "Workers")
    assert (found.state, "Silent: worker on desk-1." in found.said) == ("warn", True)
    page = client.get("/health/live").text.partition("Workers of the last day")[2]
    assert re.findall(r"</svg>(Alive|Silent|Ended)", page) == ["Alive", "Ended", "Silent"]
    assert "&lt;b&gt;web&lt;/b&gt; on desk-2" in page
    assert f'href="/questions/{task}"' in page
    told = {one["name"]: one for one in client.get("/health.json").json["workers"]}
    assert told["<b>web</b> on desk-2"]["running"] == [task]
    assert told["worker on desk-1"]["state"] == "silent"


def test_what_was_given_up_and_where_to_see_it(client: Any, desk: given.ConsoleDesk) -> None:
    task = desk.ask("Kills?")
    for _ in range(5):
        desk.store.claim("w", 60, task)
        age(desk, "task", "lease_until", 5)
    assert desk.store.claim("w", 60) is None
    assert part(desk, "Given up").said == "1 question ended its workers and was given up."
    assert "/questions?error=gave_up" in client.get("/health").text
    assert "Kills?" in client.get("/questions?error=gave_up").text


def test_deliveries(client: Any, desk: given.ConsoleDesk) -> None:
    desk.store.worker_beats("w1", "web on desk-1", 2)
    task = desk.store.create_task("From Slack?", source="slack", delivery={"channel": "C7"}).id
    slack = {"SLACK_BOT_TOKEN": "xoxb-secret", "SLACK_APP_TOKEN": "xapp-secret"}
    assert part(desk, "Slack").state == "off"
    assert part(desk, "Slack", SLACK_BOT_TOKEN="xoxb-secret").state == "bad"
    assert part(desk, "Slack", **slack).state == "good"
    desk.answer(task, given.counted())
    age(desk, "task", "finished", 90)
    owed = part(desk, "Slack", **slack)
    assert owed.said == "1 answer waits to be posted, one 90 s."
    assert "secret" not in repr(owed)
    claimed = desk.store.claim_delivery("d", 60)
    assert claimed
    desk.store.undeliverable(claimed[1], "The bot is not in the channel (not_in_channel)")
    assert part(desk, "Undeliverable").state == "warn"
    page = client.get("/health").text
    assert "The bot is not in the channel (not_in_channel)" in page
    assert f'href="/questions/{task}"' in page
    assert "It works; look at: Undeliverable" in page


@pytest.fixture
def qdrant() -> Iterator[tuple[str, list[int]]]:
    """A server that answers /readyz with the code in the list."""
    code = [200]

    class Ready(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(code[0] if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Ready)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", code
    server.shutdown()
    server.server_close()


def test_qdrant(desk: given.ConsoleDesk, qdrant: tuple[str, list[int]]) -> None:
    address, code = qdrant
    assert part(desk, "Qdrant").state == "off"
    assert part(desk, "Qdrant", QDRANT_URL=address).state == "good"
    code[0] = 503
    busy = part(desk, "Qdrant", QDRANT_URL=address.replace("//", "//user:hunter2@"))
    assert (busy.state, "answers 503" in busy.said, "hunter2" in busy.said) == ("bad", True, False)
    assert "does not answer" in part(desk, "Qdrant", QDRANT_URL="http://127.0.0.1:9").said
    for wrong in ("nowhere", "http://", "http://host:port", "file:///etc/passwd"):
        assert part(desk, "Qdrant", QDRANT_URL=wrong).said == "QDRANT_URL is no address."
