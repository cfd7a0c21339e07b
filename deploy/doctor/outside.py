"""What graphdesk needs of others: Slack, Qdrant, clocks, ports."""

from __future__ import annotations

import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path

from deploy.doctor.finding import Finding, Level
from deploy.serving import others
from engine.health import qdrant_health
from engine.settings import Settings

SECONDS = 10.0  # time-out of whatever is asked over the network
SKEW_NOTICED, SKEW_BREAKS = 5.0, 240.0  # seconds; Slack refuses, and we too, what is signed 300 s ago


def slack_of(settings: Settings, manifest: Path) -> Iterator[Finding]:
    """What ``graphdesk slack check`` looks at, where a bot token is set."""
    from bot.checks import checks, sign_in

    if settings.slack_bot_token and settings.slack_bot_token.get_secret_value():
        looked = checks(settings, manifest)
    else:
        yield Finding("slack", "ok", "not set up: SLACK_BOT_TOKEN is not set")
        looked = iter([sign_in(settings)])  # which needs no bot
    for check in looked:
        level: Level = "ok" if check.ok else "warning" if check.name == "public address" else "broken"
        yield Finding(f"slack {check.name}", level, check.detail, check.hint)


def qdrant_of(settings: Settings) -> Iterator[Finding]:
    """Does it answer, where it is set?"""
    if not settings.qdrant_url:
        yield Finding("qdrant", "ok", "in memory: QDRANT_URL is not set")
        return
    found = qdrant_health(settings.qdrant_url)
    yield Finding("qdrant", "ok" if found.ok else "broken", found.detail, found.hint)


def clock_of(settings: Settings) -> Iterator[Finding]:
    """Against the database's clock, and Slack's where that is set up."""
    skews: dict[str, float] = {}
    if settings.database_url and not settings.database_url.startswith("sqlite"):
        from engine.store.database import server_clock

        skews["the database"] = server_clock(settings.database_url) - time.time()
    if settings.slack_bot_token:
        theirs = _clock(settings.slack_api_url.rstrip("/") + "/api.test")
        if theirs is not None:
            skews["Slack"] = theirs - time.time()
    if not skews:
        yield Finding("clock", "ok", "no other clock to compare it with")
    for name, skew in skews.items():
        off = abs(skew)
        level: Level = "broken" if off > SKEW_BREAKS else "warning" if off > SKEW_NOTICED else "ok"
        hint = "" if level == "ok" else "Set this machine's clock by a time server (NTP)."
        yield Finding("clock", level, f"{off:.0f} s from that of {name}", hint)


def ports_of(settings: Settings) -> Iterator[Finding]:
    """Can they be had, and who hears what is said there?"""
    assigned = settings.assigned_port is not None and "port" not in settings.model_fields_set
    port = settings.assigned_port if assigned and settings.assigned_port is not None else settings.port
    found = _port("port of the pages", settings.host, port)
    mine = next((one for one in others(settings.home) if one.address.endswith(f":{port}")), None)
    if mine and found.level != "ok":
        found = Finding(
            found.name, "ok", f"graphdesk serves this home there: {mine.address}, process {mine.process}"
        )
    yield found
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


def _clock(url: str) -> float | None:
    """A server's clock, where it answers and tells it."""
    if not url.startswith(("http://", "https://")):
        return None
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answered:  # noqa: S310 - the scheme is checked above
            return _moment(answered.headers.get("Date"))
    except urllib.error.HTTPError as error:
        return _moment(error.headers.get("Date"))
    except (OSError, ValueError):
        return None


def _moment(date: str | None) -> float | None:
    try:
        return parsedate_to_datetime(date).timestamp() if date else None
    except ValueError:
        return None
