"""The bot as it runs, over a real store: answers that the test wrote stand in for the engine."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from slack_sdk.signature import SignatureVerifier
from waitress.server import create_server
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from bot.app import create_bolt_app, slack_client
from bot.deliver import Deliverer
from bot.desk import FrontDesk
from bot.http import create_http_app
from bot.owed import Pace
from bot.socket import Socket
from engine.answer import Answer, Table, Usage
from engine.settings import Settings
from engine.store import StepTaken
from tests.support.slack_server import APP_TOKEN, BOT, BOT_TOKEN, CHANNEL, PERSON, SECRET, TEAM, Slack, slack
from tests.support.tables import sqlite_store

URL = "https://desk.example"
MENTION = f"<@{BOT}>"
PACE = Pace(tick=0.03, claim=0.2, status_after=0.3, status_every=0.2, backoff=0.1, backoff_most=0.3, lease=6.0)


def until(ready: Callable[[], Any], seconds: float = 20) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := ready():
            return found
        time.sleep(0.02)
    raise AssertionError(f"still waiting after {seconds} s")


class Engine:
    """Answers what waits in the store, as ``script`` says; ``held`` keeps answers back."""

    def __init__(self, folder: Path, lease: float = 60.0) -> None:
        self.lease = lease
        self.store = sqlite_store(folder / "slack.db")
        self.owner = "test"
        self.script: dict[str, Answer] = {}
        self.full: dict[str, list[list[object]]] = {}  # handle -> all rows
        self.go = threading.Event()
        self.go.set()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def rows(self, task_id: str, table: Table) -> list[list[object]]:
        return self.full.get(table.handle, table.rows)

    def close(self) -> None:
        self._stop.set()
        self.go.set()
        self._thread.join()
        self.store.close()

    def _serve(self) -> None:
        while not self._stop.wait(0.02):
            claimed = self.store.claim(f"engine-{os.getpid()}", self.lease)
            if claimed is None:
                continue
            task, lease = claimed
            at = (dt.datetime.now(dt.UTC), 3.0)
            with contextlib.suppress(Exception):
                self.store.add_step(lease, StepTaken("ground", "ground", {}, *at))
                while not self.go.wait(0.02):
                    if self.store.task(task.id).stop_requested:
                        break
                self.store.add_step(lease, StepTaken("query", "count", {}, *at))
                plain = Answer("answered", f"The answer to: {task.question}", usage=Usage(calls=2, seconds=0.04))
                answer = self.script.get(task.question, plain)
                values = {**answer.as_dict(), "question": task.question, "task_id": task.id}
                self.store.finish(lease, Answer.from_dict(values))
                continue
            with contextlib.suppress(Exception):
                self.store.finish(lease, Answer("failed", "It was interrupted.", task_id=task.id))


class Bot:
    """Engine, front desk, deliverer, and the way in from Slack."""

    def __init__(self, engine: Engine, server: Slack, folder: Path, **more: str) -> None:
        self.engine, self.slack, self.store = engine, server, engine.store
        self.settings = Settings(
            GRAPHDESK_HOME=folder,
            SLACK_BOT_TOKEN=BOT_TOKEN,
            SLACK_APP_TOKEN=APP_TOKEN,
            SLACK_SIGNING_SECRET=SECRET,
            SLACK_API_URL=server.api,
            GRAPHDESK_URL=URL,
            **more,
        )
        self.client = slack_client(self.settings, seconds=2)
        self.front = FrontDesk(engine, self.client, lambda: self.deliverer.wake())
        self.app = create_bolt_app(self.settings, self.front)
        self.socket: Socket | None = None
        self.deliverer = self.new_deliverer()

    def new_deliverer(self, **more: Any) -> Deliverer:
        return Deliverer(self.engine, self.client, url=URL, pace=more.pop("pace", PACE), **more)

    def posted(self, count: int = 1) -> list[Any]:
        """Waits until so many deliveries are posted."""
        return list(until(lambda: len(found := self.store.deliveries("posted")) >= count and found))

    def body(self, event: dict[str, Any], **more: Any) -> dict[str, Any]:
        """An event as Slack wraps it."""
        given = {"type": "app_mention", "user": PERSON, "channel": CHANNEL, "team": TEAM, **event}
        return {
            "type": "event_callback",
            "team_id": TEAM,
            "api_app_id": "A01APP",
            "event_id": "Ev1",
            "event": given,
            "authorizations": [{"team_id": TEAM, "user_id": BOT, "is_bot": True}],
            **more,
        }


def signed(address: str, body: dict[str, Any] | str, *, at: float | None = None, **headers: str) -> int:
    """Send a signed request as Slack would at the time ``at``; gives the status."""
    text = body if isinstance(body, str) else json.dumps(body)
    kind = "application/x-www-form-urlencoded" if isinstance(body, str) else "application/json"
    stamp = str(int(time.time() if at is None else at))
    made = str(SignatureVerifier(SECRET).generate_signature(timestamp=stamp, body=text))
    given = {"Content-Type": kind, "X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": made, **headers}
    return sent(address, text.encode(), given)


def sent(address: str, body: bytes, headers: dict[str, str]) -> int:
    """Send a request as anyone may; gives the status."""
    request = urllib.request.Request(address, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answered:
            return int(answered.status)
    except urllib.error.HTTPError as error:
        return error.code


@contextlib.contextmanager
def response_address(how: list[str]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An address to respond to a command at, and what came there.

    ``how`` it answers, one after the other and then with 200: a status, or ``drop`` (the answer does not arrive).
    """
    got: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            answer = how.pop(0) if how else "200"
            if answer == "drop":
                self.close_connection = True
                return
            self.send_response(int(answer))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/respond", got
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def events_server() -> Iterator[tuple[str, Callable[[Any], None]]]:
    """A web server at an address that is known before the app is there: Slack wants the address first."""
    mount = DispatcherMiddleware(lambda _, start: (start("404 Not Found", []), [b""])[1], {})
    server = create_server(mount, host="127.0.0.1", port=0, threads=8, asyncore_use_poll=True)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield (
            f"http://127.0.0.1:{server.effective_port}/slack/events",
            lambda bolt: mount.mounts.update({"/slack": create_http_app(bolt, SECRET)}),
        )
    finally:
        server.close()
        server.task_dispatcher.shutdown()
        thread.join(5)


@contextlib.contextmanager
def bot(folder: Path, mode: str, **more: str) -> Iterator[tuple[Bot, str]]:
    """The bot, connected by ``socket`` or ``events``; and the address of its Events API (empty for socket)."""
    with contextlib.ExitStack() as stack:
        address, mount = stack.enter_context(events_server()) if mode == "events" else ("", None)
        server = stack.enter_context(slack(folder, address or None))
        engine = Engine(folder)
        stack.callback(engine.close)
        made = Bot(engine, server, folder, **more)
        stack.callback(made.front.close)
        stack.callback(made.deliverer.stop)
        made.deliverer.start()
        if mount:
            mount(made.app)
        else:
            made.socket = Socket(made.app, made.settings)
            made.socket.connect()
            stack.callback(made.socket.close)
        yield made, address


def questions(desk: Bot) -> list[str]:
    return [task.question for task in desk.store.tasks().tasks]


def answers(desk: Bot, thread: str | None = None, channel: str = CHANNEL) -> list[dict[str, Any]]:
    return desk.slack.ours(channel, thread)
