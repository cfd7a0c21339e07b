"""The address that Slack calls: what anyone may send there, and what Slack would never send."""

import copy
import json
import logging
import time
import urllib.parse
from collections.abc import Iterator
from typing import Any

import pytest

import bot.http
from bot.render.parts import AGAIN
from engine.store import StoreUnavailable
from tests.support.slack_desk import MENTION, Bot, questions, sent, signed
from tests.support.slack_desk import bot as bot_of
from tests.support.slack_server import CHANNEL, PERSON, TEAM

MARK = "zebrafishword"  # stands in every payload, and must stand in no log
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
TOO_LONG = b"x" * (bot.http.LARGEST + 1)


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Bot, str]]:
    """One for all that is refused, and so changes nothing."""
    with bot_of(tmp_path_factory.mktemp("door"), "events") as made:
        yield made


@pytest.fixture(autouse=True)
def everything_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


def now() -> str:
    return str(int(time.time()))


def said(caplog: pytest.LogCaptureFixture, least: int) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= least]


UNSIGNED = {
    "no JSON": b"{{{",
    "a list": b"[1]",
    "deep": b"[" * 20_000,
    "no UTF-8": b"\xff\xfe",
    "nothing": b"",
    "no object in a form": b"payload=[1]",
    "well": json.dumps({"type": "url_verification", "challenge": "x"}).encode(),
}
HEADERS: dict[str, dict[str, str]] = {
    "none": {},
    "no signature": {"X-Slack-Request-Timestamp": "now"},
    "no time": {"X-Slack-Signature": "v0=00"},
    "false": {"X-Slack-Request-Timestamp": "now", "X-Slack-Signature": "v0=00"},
    "no ASCII": {"X-Slack-Request-Timestamp": "now", "X-Slack-Signature": "v0=é"},
    **{
        f"time {stamp[:9]}": {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": "v0=00"}
        for stamp in ("abc", "nan", "inf", "1e400", "-1", "", "9" * 400, "9" * 5_000, "1_0", "²")
    },
}


@pytest.mark.parametrize("kind", [JSON, FORM])
@pytest.mark.parametrize("body", UNSIGNED)
def test_what_slack_did_not_sign_is_refused_unread(
    door: tuple[Bot, str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    body: str,
    kind: str,
) -> None:
    def unwanted(*_: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr(bot.http, "to_bolt_request", unwanted)
    for name, given in HEADERS.items():
        headers = {key: now() if value == "now" else value for key, value in given.items()}
        assert sent(door[1], UNSIGNED[body], {"Content-Type": kind, **headers}) == 401, name
    assert said(caplog, logging.WARNING) == []


@pytest.mark.parametrize("kind", [JSON, FORM])
def test_what_is_too_long_is_refused_before_anything_else(door: tuple[Bot, str], kind: str) -> None:
    assert sent(door[1], TOO_LONG, {"Content-Type": kind}) == 413
    assert signed(door[1], TOO_LONG.decode(), **{"Content-Type": kind}) == 413


def test_slacks_look_at_the_certificate_needs_no_signature(door: tuple[Bot, str]) -> None:
    assert sent(door[1], b"ssl_check=1&token=x", {"Content-Type": FORM}) == 200
    assert sent(door[1], b"ssl_check=1&token=x", {"Content-Type": JSON}) == 401


def form(payload: Any) -> str:
    return urllib.parse.urlencode({"payload": payload if isinstance(payload, str) else json.dumps(payload)})


TEXTS = [
    "{{{", "null", "5", '"x"', "[1,2]", "[" * 20_000, '{"a":' * 20_000, "1" * 5_000, '{"type":"event_callback"}',
    f'{{"a": {MARK}}}', '{"authorizations":5}', '{"event":null}', '{"team":5}', '{"response_urls":5}',
]  # fmt: skip


@pytest.mark.parametrize("text", [*TEXTS, *(form(text) for text in TEXTS)], ids=lambda text: text[:40])
def test_what_is_signed_but_no_payload_is_not_wanted_again(
    door: tuple[Bot, str], caplog: pytest.LogCaptureFixture, text: str
) -> None:
    kind = FORM if text.startswith("payload=") else JSON
    assert signed(door[1], text, **{"Content-Type": kind}) == 400
    [warning] = said(caplog, logging.WARNING)
    assert "cannot be read" in warning
    assert MARK not in caplog.text


def mention(desk: Bot) -> dict[str, Any]:
    event = {"text": f"{MENTION} {MARK}", "ts": "17.1", "thread_ts": "17.0", "user_team": TEAM, "subtype": None}
    return desk.body(event | {"channel_type": "channel", "bot_id": None, "source_team": TEAM})


def click(_: Bot) -> dict[str, Any]:
    return {
        "type": "block_actions",
        "team": {"id": TEAM},
        "user": {"id": PERSON, "team_id": TEAM},
        "enterprise": None,
        "channel": {"id": CHANNEL},
        "container": {"channel_id": CHANNEL, "message_ts": "17.1", "thread_ts": "17.0"},
        "message": {"ts": "17.1", "thread_ts": "17.0", "text": MARK},
        "actions": [{"action_id": AGAIN, "block_id": "b", "type": "button", "value": "f" * 32}],
    }


def command(_: Bot) -> dict[str, Any]:
    given = {"command": "/graphdesk", "text": f"ask {MARK}", "team_id": TEAM, "channel_id": CHANNEL}
    return given | {"user_id": PERSON, "trigger_id": "1.1"}


PAYLOADS = {"mention": mention, "click": click, "command": command}


@pytest.mark.parametrize(
    ("payload", "at", "junk"),
    [
        ("mention", "event", None), ("mention", "event", []), ("mention", "event", "app_mention"),
        ("mention", "event.type", 5), ("mention", "event.type", None), ("mention", "event.text", 5),
        ("mention", "event.text", ["x"]), ("mention", "event.channel", []), ("mention", "event.ts", 17.1),
        ("mention", "event.user", {}), ("mention", "event.user_team", ["x"]), ("mention", "event.ts", "\ud800"),
        ("mention", "event", {"type": "app_mention", "text": 5, "channel": [], "ts": None}),
        ("mention", "authorizations", 5), ("mention", "authorizations", ["x"]), ("mention", "team_id", []),
        ("mention", "authorizations.0.team_id", {}), ("mention", "event.ts", "1" * 300),
        ("click", "user", None), ("click", "user", {}), ("click", "user.id", 5), ("click", "actions", []),
        ("click", "actions", None), ("click", "actions.0", None), ("click", "actions.0.action_id", 5),
        ("click", "actions.0.value", {}), ("click", "channel", []), ("click", "container", "x"),
        ("click", "message", 5), ("click", "enterprise", "x"), ("click", "event", None),
        ("command", "command", 5), ("command", "team_id", None), ("command", "channel_id", {}),
        ("command", "user_id", []), ("command", "text", 5), ("command", "text", {}), ("command", "trigger_id", 5),
    ],
)  # fmt: skip
def test_a_payload_of_a_wrong_shape_is_not_wanted_again(
    door: tuple[Bot, str], caplog: pytest.LogCaptureFixture, payload: str, at: str, junk: Any
) -> None:
    desk, address = door
    assert signed(address, changed(PAYLOADS[payload](desk), at.split("."), junk)) == 400
    [warning] = said(caplog, logging.WARNING)
    assert "cannot be read" in warning
    assert MARK not in caplog.text
    assert questions(desk) == []


def test_a_command_without_its_channel_is_not_wanted_again(door: tuple[Bot, str]) -> None:
    assert signed(door[1], "command=/graphdesk&text=ask how many&team_id=T1&user_id=U1") == 400


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_shape_of_any_part_looks_like_trouble_of_ours(
    events: tuple[Bot, str], caplog: pytest.LogCaptureFixture, payload: str
) -> None:
    """What is not read may be anything; what is read is of its shape, or refused."""
    desk, address = events
    desk.engine.go.clear()
    whole = PAYLOADS[payload](desk)
    assert signed(address, whole) == 200
    for place in places(whole):
        for junk in (None, 5, -1.5, True, "", "x", "\ud800\x00", [], [None], [[]], {}, {"id": []}, {"type": {}}):
            status = signed(address, changed(whole, place, junk))
            assert status in (200, 400, 404), (place, junk, status)
    assert said(caplog, logging.ERROR) == []


@pytest.mark.parametrize(
    "kind", ["view_submission", "shortcut", "interactive_message", "block_suggestion", 5, None]
)
def test_what_is_for_other_apps_is_not_handled(
    door: tuple[Bot, str], caplog: pytest.LogCaptureFixture, kind: Any
) -> None:
    assert signed(door[1], {"type": kind, "view": None, "callback_id": None, "actions": [], "action_id": 5}) == 404
    assert said(caplog, logging.ERROR) == []


@pytest.mark.parametrize(
    "error", [StoreUnavailable("It is locked.", "Wait."), OSError(28, "full"), KeyError(MARK)]
)
@pytest.mark.parametrize("payload", PAYLOADS)
def test_trouble_of_our_own_is_tried_again_and_an_unforeseen_one_says_where(
    events: tuple[Bot, str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    payload: str,
    error: Exception,
) -> None:
    desk, address = events

    def broken(*_: object, **__: object) -> None:
        raise error

    for part in ("create_task", "task"):
        monkeypatch.setattr(desk.store, part, broken)
    assert signed(address, PAYLOADS[payload](desk)) == 503
    [record] = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert record.name == "bot.app"
    foreseen = isinstance(error, StoreUnavailable)
    assert (record.levelno == logging.WARNING, record.exc_info is None) == (foreseen, foreseen)


def places(value: Any, above: tuple[str, ...] = ()) -> Iterator[list[str]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield [*above, str(key)]
        yield from places(inner, (*above, str(key)))


def changed(payload: Any, place: list[str], junk: Any) -> dict[str, Any]:
    whole = inner = copy.deepcopy(payload)
    for key in place[:-1]:
        inner = inner[int(key) if isinstance(inner, list) else key]
    inner[int(place[-1]) if isinstance(inner, list) else place[-1]] = junk
    return dict(whole)
