"""How each part is, in plain words, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from admin.values import ago, plural
from engine.desk import Desk
from engine.errors import GraphdeskError
from engine.graph.backend import Health
from engine.health import SILENT_HINT, qdrant_health
from engine.settings import Settings
from engine.store import QueueState, WorkerSeen

LONG_WAIT = 30.0  # seconds, after which somebody should look why a question or an answer still waits
State = OneOf["good", "warn", "bad", "off"]


@dataclass(frozen=True, slots=True)
class Part:
    """One part. ``state`` off: not set up, and nothing is wrong with that. ``link``: where to see more."""

    name: str
    state: State
    said: str
    hint: str = ""
    link: str = ""


def workers(desk: Desk) -> list[WorkerSeen]:
    """The workers of the last day, those alive first; none while the database is down, which a part says."""
    try:
        return desk.store.workers_seen()
    except GraphdeskError:
        return []


def parts(desk: Desk, settings: Settings, seen: Sequence[WorkerSeen]) -> list[Part]:
    """Every part, as people look at them. Asks the graph, the database and Qdrant; costs no model call."""
    found = desk.health()
    try:
        queue = desk.store.queue_state()
    except GraphdeskError as error:
        down = Health(False, error.message, error.hint)
        return [_asked("Graph", found["graph"]), _model(desk, found["model"]), _asked("Database", down)]
    return [
        _asked("Graph", found["graph"], "See the log of the graph server, then reload this page."),
        _model(desk, found["model"]),
        _slack(settings, queue),
        _qdrant(settings),
        _asked("Database", found["store"], "See the log of the database, then reload this page."),
        *_queue(queue, seen),
    ]


def _asked(name: str, health: Health, otherwise: str = "") -> Part:
    if health.ok:
        return Part(name, "good", health.detail)
    return Part(name, "bad", health.detail, health.hint or otherwise)


def _model(desk: Desk, health: Health) -> Part:
    if not health.ok:
        return Part("Model", "bad", health.detail, health.hint)
    if desk.backbone.name == "offline":
        hint = "Set ANTHROPIC_API_KEY for questions beyond the common shapes."
        return Part("Model", "off", health.detail, hint)
    return Part("Model", "good", health.detail, health.hint)


def _slack(settings: Settings, queue: QueueState) -> Part:
    if settings.slack_bot_token is None:
        hint = "To join Slack, set the tokens that “graphdesk slack check” names."
        return Part("Slack", "off", "Not set up: answers are given on these pages only.", hint)
    if settings.slack_app_token is None and settings.slack_signing_secret is None:
        hint = "Set SLACK_APP_TOKEN (Socket Mode) or SLACK_SIGNING_SECRET (Events API), then start again."
        return Part("Slack", "bad", "Answers can be posted, but no question can arrive.", hint)
    if queue.oldest_owed > LONG_WAIT:
        said = (
            f"{plural(queue.owed, 'answer waits', 'answers wait')} to be posted, one {_time(queue.oldest_owed)}."
        )
        hint = "Run “graphdesk slack check”, and see that a worker runs with Slack's tokens: then they are posted."
        return Part("Slack", "bad", said, hint)
    way = "Socket Mode" if settings.slack_app_token else "the Events API"
    return Part("Slack", "good", f"Set up, over {way}. {plural(queue.owed, 'answer')} to be posted.")


def _qdrant(settings: Settings) -> Part:
    if not settings.qdrant_url:
        return Part("Qdrant", "off", "In memory: no server is set.", "Set QDRANT_URL to keep vectors on a server.")
    return _asked("Qdrant", qdrant_health(settings.qdrant_url))


def _queue(queue: QueueState, seen: Sequence[WorkerSeen]) -> list[Part]:
    waiting = f"{plural(queue.waiting, 'question')} waiting, {queue.running:,} running."
    if queue.waiting:
        waiting += f" The oldest has waited {_time(queue.oldest_waiting)}."
    late = queue.oldest_waiting > LONG_WAIT
    start = "Start a worker, or another one: graphdesk worker. Nothing that was asked is lost."
    return [
        Part("Queue", "warn" if late else "good", waiting, start if late else "", "open" if queue.waiting else ""),
        _workers(queue, seen, late),
        _given_up(queue),
        _undeliverable(queue),
    ]


def _workers(queue: QueueState, seen: Sequence[WorkerSeen], late: bool) -> Part:
    last = (
        f"The last question was taken up {ago(queue.last_claim)}."
        if queue.last_claim
        else "None was taken up yet."
    )
    alive = [one for one in seen if one.state == "alive"]
    silent = [one.name for one in seen if one.state == "silent"]
    if queue.overdue:
        said = f"{plural(queue.overdue, 'question')} lost its worker. {last}"
        return Part("Workers", "warn", said, "Another worker takes it up by itself; see the log why one ended.")
    if not alive and not queue.workers:
        said = f"No worker is there: what is asked waits. {last}"
        return Part("Workers", "bad" if late else "warn", said, "Start one: graphdesk worker.")
    count = max(len(alive), queue.workers)
    said = f"{plural(count, 'worker')}, answering {plural(queue.running, 'question')} now. {last}"
    if silent:
        return Part("Workers", "warn", f"{said} Silent: {', '.join(silent)}.", SILENT_HINT)
    return Part("Workers", "good", said)


def _given_up(queue: QueueState) -> Part:
    if not queue.given_up:
        return Part("Given up", "good", "No question had to be given up.")
    said = f"{plural(queue.given_up, 'question')} ended its workers and was given up."
    hint = "See the log of the workers for each, then ask it again."
    return Part("Given up", "warn", said, hint, "given_up")


def _undeliverable(queue: QueueState) -> Part:
    if not queue.undeliverable:
        return Part("Undeliverable", "good", "Every answer could be posted.")
    said = f"{plural(queue.undeliverable, 'answer')} could not be posted in Slack."
    return Part(
        "Undeliverable", "warn", said, "Each says why below; invite the app to the channel, then ask again."
    )


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"
