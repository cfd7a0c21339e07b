"""How the parts are that graphdesk stands on, for whoever shows it: pages, command line, doctor."""

from __future__ import annotations

from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from engine.errors import GraphdeskError
from engine.graph.backend import Health
from engine.store import Store, WorkerSeen
from engine.store.patience import PROBE_SECONDS, patience

SILENT_HINT = "A silent worker was killed, or cut off from the database: see its log. Others take up what it held."


def store_health(store: Store) -> Health:
    """Whether the store can be read and written; how many questions it holds."""
    try:
        with patience(PROBE_SECONDS):
            counts = store.counts()
            store.check_writable()
    except GraphdeskError as error:
        return Health(False, error.message, error.hint)
    return Health(True, ", ".join(f"{count} {status}" for status, count in sorted(counts.items())) or "empty")


def workers_health(store: Store) -> Health:
    """Whether somebody answers what is asked; who, and what each does now. While nothing waits, nobody must."""
    try:
        with patience(PROBE_SECONDS):
            seen, queue = store.workers_seen(), store.queue_state()
    except GraphdeskError as error:
        return Health(False, error.message, error.hint)
    alive = [_worker(one) for one in seen if one.state == "alive"]
    silent = [f"{one.name} is silent for {one.quiet:.0f} s" for one in seen if one.state == "silent"]
    held = sum(len(one.running) for one in seen if one.state != "alive")
    waiting = queue.waiting + queue.overdue + held
    if not alive and waiting:
        said = ["No worker is there.", *silent, f"Questions that wait: {waiting:,}."]
        return Health(False, " ".join(said), "Start one: graphdesk worker.")
    if not alive:
        return Health(True, " ".join(["No worker is there.", *silent, "No question waits."]))
    return Health(True, "; ".join([*alive, *silent]), SILENT_HINT if silent else "")


def _worker(one: WorkerSeen) -> str:
    return f"{one.name} answers {len(one.running)} of {one.threads} questions at a time"


def model_health(name: str) -> Health:
    """What answers questions, by the backbone's name. Nothing is sent: a call costs money."""
    if name == "offline":
        return Health(True, "offline backbone: no model key is set")
    return Health(True, f"{name} (called only when a question is asked)")


def qdrant_health(url: str) -> Health:
    """Whether a Qdrant server is ready. What may be secret in its address is not repeated."""
    try:
        address = urlsplit(url)
        host, port = address.hostname, address.port or 6333
        if address.scheme not in ("http", "https") or not host:
            raise ValueError(url)
    except ValueError:
        return Health(False, "QDRANT_URL is no address.", "Write it as http://host:6333.")
    said = _probed(host, port, tls=address.scheme == "https")
    if said:
        return Health(False, f"{host}:{port} {said}.", "Start Qdrant, or correct QDRANT_URL.")
    return Health(True, f"{host}:{port} is ready.")


def _probed(host: str, port: int, *, tls: bool) -> str:
    """What is wrong with a Qdrant server; nothing when it is ready."""
    kind = HTTPSConnection if tls else HTTPConnection
    with closing(kind(host, port, timeout=PROBE_SECONDS)) as connection:
        try:
            connection.request("GET", "/readyz")
            code = connection.getresponse().status
        except (OSError, HTTPException):
            return "does not answer"
    return "" if code == 200 else f"answers {code}"
