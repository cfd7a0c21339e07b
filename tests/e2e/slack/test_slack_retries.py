"""Slack's retries are one question, and wrong signatures none."""

import json
from datetime import timedelta

import pytest
from slack_sdk.signature import Clock

import bot.socket as bot_socket
from bot.app import create_bolt_app
from bot.desk import FrontDesk
from bot.socket import Socket
from engine.store.database import Database
from tests.support.slack_desk import (
    MENTION,
    Bot,
    answers,
    questions,
    signed,
    until,
)


def test_retries_at_once_after_a_minute_and_after_five_are_one_question(
    events: tuple[Bot, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, address = events
    body = desk.body({"text": f"{MENTION} how many?", "ts": "17.1"})
    start = Clock().now()
    for number, later in enumerate((0, 0, 60, 300)):
        monkeypatch.setattr(Clock, "now", lambda _, at=start + later: at)
        retry = {"X-Slack-Retry-Num": str(number), "X-Slack-Retry-Reason": "http_timeout"} if number else {}
        assert signed(address, body, at=start + later, **retry) == 200
    other_id = body | {"event_id": "Ev2", "event": body["event"] | {"type": "message", "channel_type": "channel"}}
    assert signed(address, other_id, at=start + 300) == 200
    desk.posted()
    assert questions(desk) == ["how many?"]
    assert len(desk.slack.called("chat.postMessage")) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("how many?", "The answer to: how many?"),
        ("", "Ask me about"),
        (f"how {'many ' * 500}?", "2,000 characters"),
    ],
    ids=["question", "bare mention", "too long"],
)
def test_retries_by_socket_mode_to_any_process_are_one_message(
    socket: Bot, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    """At once, after a minute and after five, each to the other one of two processes of the app."""
    ts = socket.slack.write("A customer asks.")
    acknowledged: list[str] = []
    send = bot_socket.send_response
    monkeypatch.setattr(
        bot_socket, "send_response", lambda *given: (acknowledged.append(given[1].envelope_id), send(*given))
    )
    elsewhere = FrontDesk(socket.engine, socket.client)
    other = Socket(create_bolt_app(socket.settings, elsewhere), socket.settings)
    other.connect()
    now = Database.now
    try:
        for number, later in enumerate((0, 0, 60, 300)):
            envelope = {
                "type": "events_api",
                "envelope_id": f"envelope {number}",
                "accepts_response_payload": False,
            }
            retry = {"retry_attempt": number, "retry_reason": "timeout" if number else ""}
            envelope |= {"payload": socket.body({"text": f"{MENTION} {text}", "ts": ts}), **retry}
            with monkeypatch.context() as clock:
                clock.setattr(Database, "now", lambda *given, late=timedelta(seconds=later): now(*given) + late)
                (socket.socket, other)[number % 2]._client.enqueue_message(json.dumps(envelope))
                until(lambda number=number: len(acknowledged) > number)
            [message] = until(lambda: answers(socket, ts))
            assert said in message["text"]
    finally:
        other.close()
        elsewhere.close()
    socket.front.close()
    assert acknowledged == [f"envelope {number}" for number in range(4)]
    assert len(answers(socket, ts)) == 1
    assert len(questions(socket)) == (text == "how many?")


def test_a_greeting_whose_process_died_before_it_said_it_is_said_by_the_next(
    events: tuple[Bot, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, address = events
    body = desk.body({"text": MENTION, "ts": desk.slack.write("A customer asks.")})
    with monkeypatch.context() as killed:
        killed.setattr(desk.front, "later", lambda *_, **__: None)
        assert signed(address, body) == 200
    assert signed(address, body) == 200
    assert answers(desk) == []
    now = Database.now
    monkeypatch.setattr(Database, "now", lambda *given: now(*given) + timedelta(seconds=60))
    for _ in range(2):
        assert signed(address, body) == 200
    desk.front.close()
    assert len(answers(desk)) == 1


def test_expired_and_wrong_signatures_are_refused(events: tuple[Bot, str]) -> None:
    desk, address = events
    body = desk.body({"text": f"{MENTION} how many?", "ts": "17.1"})
    assert signed(address, body, at=Clock().now() - 301) == 401
    assert signed(address, body, **{"X-Slack-Signature": "v0=00"}) == 401
    assert questions(desk) == []


def test_without_the_database_there_is_no_ack_and_the_retry_is_answered(
    events: tuple[Bot, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, address = events
    body = desk.body({"text": f"{MENTION} how many?", "ts": "17.1"})
    with monkeypatch.context() as broken:
        broken.setattr(desk.store, "create_task", _raise)
        assert signed(address, body) == 503
    assert signed(address, body) == 200
    desk.posted()
    assert len(answers(desk)) + len(desk.slack.called("chat.postMessage")) >= 1


def _raise(*_: object, **__: object) -> None:
    from engine.store import StoreUnavailable

    raise StoreUnavailable("The database is locked.", "Wait.")
