"""What ``graphdesk doctor`` looks at: each thing by itself, so that one that is broken hides no other.

It changes nothing: no table is made, no model is called, nothing is posted.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Literal as OneOf

from engine.errors import GraphdeskError
from engine.graph.profile import Profile
from engine.graph.schema import Schema
from engine.settings import Settings

Level = OneOf["ok", "warning", "broken"]

SECONDS = 10.0  # time-out of whatever is asked over the network
LITTLE_SPACE, NO_SPACE = 1_000_000_000, 100_000_000  # bytes
SKEW_NOTICED, SKEW_BREAKS = 5.0, 240.0  # seconds; Slack refuses, and we too, what is signed 300 s ago
PREFIXES = ("GRAPHDESK_", "GREMLIN_", "SLACK_", "QDRANT_")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: how it is, and what to do where it is not well."""

    name: str
    level: Level
    detail: str
    hint: str = ""


def examine(settings: Settings, manifest: Path) -> Iterator[Finding]:
    """Look at everything, in the order in which it is set up."""
    yield from _each("settings", lambda: _settings(settings, os.environ))
    yield from _each("home", lambda: _home(settings))
    yield from _each("database", lambda: _database(settings))
    yield from _each("graph", lambda: _graph(settings))
    yield from _each("model", lambda: _model(settings))
    yield from _each("slack", lambda: _slack(settings, manifest))
    yield from _each("qdrant", lambda: _qdrant(settings))
    yield from _each("clock", lambda: _clock(settings))
    yield from _each("ports", lambda: _ports(settings))


def _each(name: str, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    try:
        yield from look()
    except GraphdeskError as error:
        yield Finding(name, "broken", error.message, error.hint)
    except Exception as error:
        kind = type(error).__name__
        yield Finding(name, "broken", f"it could not be looked at ({kind})", "Set GRAPHDESK_DEBUG=1 to see more.")


def _settings(settings: Settings, given: Iterable[str]) -> Iterator[Finding]:
    known = {field.alias for field in Settings.model_fields.values()}
    strange = sorted(name for name in given if name.startswith(PREFIXES) and name not in known)
    if strange:
        yield Finding(
            "settings", "warning", f"nothing reads {', '.join(strange)}", "Is a name misspelt? See README."
        )
    else:
        yield Finding("settings", "ok", "all can be read")
    if settings.debug or settings.log_text:
        hint = "Unset GRAPHDESK_DEBUG and GRAPHDESK_LOG_TEXT where others read the logs."
        yield Finding("logs", "warning", "questions and answers may get into the logs", hint)
    if settings.now:
        yield Finding("time", "warning", f"it is always {settings.now.isoformat()} here", "Unset GRAPHDESK_NOW.")


def _home(settings: Settings) -> Iterator[Finding]:
    home, hint = settings.home, "Set GRAPHDESK_HOME to a folder that this user may write."
    there = next(folder for folder in (home, *home.parents) if folder.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=there):
            pass
    except OSError as error:
        yield Finding("home", "broken", f"{home} cannot be written: {error.strerror}", hint)
        return
    free = shutil.disk_usage(there).free
    said = f"{home}: {free / 1e9:.1f} GB free" + ("" if home.exists() else ", made at the first start")
    level: Level = "broken" if free < NO_SPACE else "warning" if free < LITTLE_SPACE else "ok"
    yield Finding("home", level, said, "" if level == "ok" else "Free some space on its disk.")


def _database(settings: Settings) -> Iterator[Finding]:
    from engine.store.database import versions

    file = settings.home / "graphdesk.db"
    if not settings.database_url and not file.exists():
        yield Finding("database", "ok", f"{file}: made at the first start")
        return
    found = versions(settings.database_url or f"sqlite:///{file}")
    if found.applied == found.newest:
        yield Finding("database", "ok", f"{found.place}: version {found.newest}, the newest")
    elif found.applied is None:
        yield Finding("database", "ok", f"{found.place}: empty, its tables are made at the first start")
    elif found.applied > found.newest:
        hint = "Run the version of graphdesk that wrote it, or a newer one."
        yield Finding(
            "database", "broken", f"{found.place}: version {found.applied} is newer than this program", hint
        )
    else:
        hint = "Make a backup, stop all processes, then start one: it brings the tables up to date."
        said = f"{found.place}: version {found.applied}, the program has {found.newest}"
        yield Finding("database", "warning", said, hint)


def _graph(settings: Settings) -> Iterator[Finding]:
    from engine.opening import open_graph

    profile, backend = open_graph(settings)
    with contextlib.closing(backend):
        health = backend.health()
        yield Finding("graph", "ok" if health.ok else "broken", health.detail, health.hint)
        if not health.ok:
            return
        schema = backend.schema()
    if not schema.vertices:
        yield Finding("schema", "broken", "the graph is empty", "Load it with graphdesk load.")
        return
    yield Finding("schema", "ok", f"{len(schema.vertices)} vertex labels, {len(schema.edges)} edge labels")
    if profile == Profile():
        hint = "Keep and correct it: graphdesk profile > profile.toml, then GRAPHDESK_PROFILE=profile.toml"
        yield Finding("profile", "warning", "none is written: one is drafted from the schema at each start", hint)
    elif missing := unknown_names(profile, schema):
        hint = "Correct the profile, or load the graph that it was written for."
        yield Finding("profile", "broken", f"not in the graph: {', '.join(missing)}", hint)
    else:
        yield Finding("profile", "ok", f"{profile.name}: all that it names is in the graph")


def unknown_names(profile: Profile, schema: Schema) -> list[str]:
    """Labels and properties that a profile names and a graph does not have."""
    labels = [*profile.taxonomy_labels, *profile.free_text, *profile.name_properties]
    labels += [profile.case_label] if profile.case_label else []
    missing = [label for label in labels if label not in schema.vertices]
    edges = [name for pair in profile.similarity for name in (pair.edge, pair.bracket)]
    missing += [edge for edge in edges if edge not in schema.edges]
    named = [(label, name) for label, name in profile.name_properties.items()]
    named += [(label, name) for label, names in profile.free_text.items() for name in names]
    if profile.case_label and profile.time_property:
        named.append((profile.case_label, profile.time_property))
    for label, name in named:
        if label in schema.vertices and name not in schema.vertices[label].properties:
            missing.append(f"{label}.{name}")
    return list(dict.fromkeys(missing))


def _model(settings: Settings) -> Iterator[Finding]:
    from engine.opening import model_name

    name = model_name(settings)
    if name == "offline":
        yield Finding("model", "ok", "no key is set: the offline backbone answers what it can read in full")
    else:
        yield Finding("model", "ok", f"{name}, with a key (which is not tried: a call costs)")


def _slack(settings: Settings, manifest: Path) -> Iterator[Finding]:
    from bot.checks import checks

    if not (settings.slack_bot_token and settings.slack_bot_token.get_secret_value()):
        yield Finding("slack", "ok", "not set up: SLACK_BOT_TOKEN is not set")
        return
    for check in checks(settings, manifest):
        level: Level = "ok" if check.ok else "warning" if check.name == "public address" else "broken"
        yield Finding(f"slack {check.name}", level, check.detail, check.hint)


def _qdrant(settings: Settings) -> Iterator[Finding]:
    if not settings.qdrant_url:
        yield Finding("qdrant", "ok", "in memory: QDRANT_URL is not set")
        return
    error = _get(settings.qdrant_url.rstrip("/") + "/readyz")[0]
    hint = "Check that it runs and that QDRANT_URL is right."
    yield Finding("qdrant", "broken", error, hint) if error else Finding("qdrant", "ok", "answers")


def _clock(settings: Settings) -> Iterator[Finding]:
    """Against the database's clock, and Slack's where that is set up."""
    skews: dict[str, float] = {}
    if settings.database_url and not settings.database_url.startswith("sqlite"):
        from engine.store.database import clock_of

        skews["the database"] = clock_of(settings.database_url) - time.time()
    if settings.slack_bot_token:
        _, theirs = _get(settings.slack_api_url.rstrip("/") + "/api.test")
        if theirs is not None:
            skews["Slack"] = theirs - time.time()
    if not skews:
        yield Finding("clock", "ok", "no other clock to compare it with")
    for name, skew in skews.items():
        off = abs(skew)
        level: Level = "broken" if off > SKEW_BREAKS else "warning" if off > SKEW_NOTICED else "ok"
        hint = "" if level == "ok" else "Set this machine's clock by a time server (NTP)."
        yield Finding("clock", level, f"{off:.0f} s from that of {name}", hint)


def _ports(settings: Settings) -> Iterator[Finding]:
    assigned = settings.assigned_port is not None and "port" not in settings.model_fields_set
    port = settings.assigned_port if assigned and settings.assigned_port is not None else settings.port
    yield _port("port of the pages", settings.host, port)
    if settings.metrics_port is not None:
        yield _port("port of a worker's metrics", settings.host, settings.metrics_port)
    if settings.host not in ("127.0.0.1", "::1", "localhost") and not settings.trusted_proxy:
        hint = "Put a proxy with TLS before it and name it in GRAPHDESK_TRUSTED_PROXY."
        yield Finding("address", "warning", f"the pages listen on {settings.host} without TLS", hint)
    if settings.trusted_proxy and not settings.url:
        yield Finding("address", "warning", "a proxy is named, but no public address", "Set GRAPHDESK_URL.")


def _port(name: str, host: str, port: int) -> Finding:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family[0], family[1]) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(family[4])
    except OSError as error:
        hint = "If graphdesk runs already, this is well; else choose another address or port."
        return Finding(name, "warning", f"{host}:{port} cannot be had: {error.strerror}", hint)
    return Finding(name, "ok", f"{host}:{port} is free")


def _get(url: str) -> tuple[str, float | None]:
    """What is wrong with an address (empty: nothing), and its server's clock where it tells it."""
    if not url.startswith(("http://", "https://")):
        return "its address is no http:// or https:// one", None
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answered:  # noqa: S310 - the scheme is checked above
            return "", _moment(answered.headers.get("Date"))
    except urllib.error.HTTPError as error:
        return f"it answers {error.code}", _moment(error.headers.get("Date"))
    except (OSError, ValueError) as error:
        return f"it does not answer ({type(error).__name__})", None


def _moment(date: str | None) -> float | None:
    try:
        return parsedate_to_datetime(date).timestamp() if date else None
    except ValueError:
        return None
