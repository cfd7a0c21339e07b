"""Slack over real sockets: questions in, one answer out, whatever Slack and the network do."""

import json
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from slack_sdk.signature import Clock

import bot.socket as bot_socket
from bot.app import create_bolt_app
from bot.desk import FrontDesk
from bot.preview import preview_of
from bot.socket import Socket
from engine.answer import Answer, Table
from engine.store.database import Database
from engine.store.lease import LeaseLost
from tests.support.console_desk import counted, hostile, listed, unclear
from tests.support.slack_answers import long_choices, wide
from tests.support.slack_desk import PACE, URL, Bot, bot, response_address, signed, until
from tests.support.slack_rules import problems
from tests.support.slack_server import BOT, CHANNEL, OTHER, PERSON, PRIVATE, TEAM

MENTION = f"<@{BOT}>"


@pytest.fixture(params=["socket", "events"])
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Bot, str]]:
    with bot(tmp_path, request.param) as made:
        yield made


@pytest.fixture
def desk(running: tuple[Bot, str]) -> Bot:
    return running[0]


@pytest.fixture
def events(tmp_path: Path) -> Iterator[tuple[Bot, str]]:
    with bot(tmp_path, "events") as made:
        yield made


@pytest.fixture
def socket(tmp_path: Path) -> Iterator[Bot]:
    with bot(tmp_path, "socket") as made:
        yield made[0]


def questions(desk: Bot) -> list[str]:
    return [task.question for task in desk.store.tasks().tasks]


def answers(desk: Bot, thread: str | None = None, channel: str = CHANNEL) -> list[dict[str, Any]]:
    return desk.slack.ours(channel, thread)


# --- the way in


def test_a_mention_is_answered_once_in_its_thread(desk: Bot) -> None:
    desk.engine.script["How many cases?"] = counted()
    ts = desk.slack.write(f"{MENTION} How many cases?")
    [delivery] = desk.posted()
    [message] = answers(desk)
    assert message["thread_ts"] == ts
    assert "312" in message["text"]
    assert f"<{URL}/questions/{delivery.task_id}|Open the trace>" in message["text"]
    assert [block["type"] for block in message["blocks"]][-1] == "actions"
    task = desk.store.task(delivery.task_id)
    assert (task.source, task.asked_by) == ("slack", f"slack:{TEAM}:{PERSON}")
    assert questions(desk) == ["How many cases?"]  # though the stand-in sent both message and app_mention


def test_a_mention_in_a_thread_is_answered_there_and_is_one_conversation(desk: Bot) -> None:
    root = desk.slack.write("A customer asks about their cases.", user=OTHER)
    desk.slack.write(f"{MENTION} How many cases?", thread=root)
    desk.posted()
    desk.slack.write(f"and {MENTION} how many are open?", thread=root, user=OTHER)
    desk.posted(2)
    assert len(answers(desk, root)) == 2
    tasks = desk.store.tasks().tasks
    assert len({task.conversation for task in tasks}) == 1
    assert questions(desk)[::-1] == ["How many cases?", "and how many are open?"]


def test_a_direct_message_needs_no_mention(desk: Bot) -> None:
    direct = str(desk.client.conversations_open(users=PERSON)["channel"]["id"])
    ts = desk.slack.write("How many cases are open?", channel=direct)
    desk.posted()
    [answer] = answers(desk, ts, direct)
    assert "How many cases are open?" in answer["text"]


def test_the_command_answers_in_the_channel(desk: Bot) -> None:
    desk.slack.control("command", channel=CHANNEL, user=PERSON, command="/graphdesk", text="ask How many cases?")
    desk.posted()
    [message] = [one for one in answers(desk) if one.get("blocks") and "answer to" in one["text"]]
    assert "Asked: How many cases?" in json.dumps(message["blocks"])


def test_the_command_answers_where_the_bot_is_not_in_the_channel(desk: Bot) -> None:
    desk.slack.fault("chat.postMessage", "not_in_channel", 9)
    desk.engine.script["How many cases?"] = wide()
    desk.slack.control("command", channel=PRIVATE, user=PERSON, command="/graphdesk", text="ask How many cases?")
    desk.posted()
    [message] = [one for one in desk.slack.messages(PRIVATE) if "60 cases" in one.get("text", "")]
    assert "CSV" not in json.dumps(message["blocks"])


@pytest.mark.parametrize(
    ("first", "sent"),
    [
        ("drop", ["in_channel", "ephemeral"]),  # it arrived, Slack's word did not: the channel gets no second one
        ("killed", ["in_channel", "ephemeral"]),
        ("500", ["in_channel", "ephemeral"]),
        ("429", ["in_channel", "in_channel"]),  # surely not taken
    ],
)
def test_an_answer_to_a_command_that_may_have_arrived_is_repeated_only_to_who_asked(
    events: tuple[Bot, str], monkeypatch: pytest.MonkeyPatch, first: str, sent: list[str]
) -> None:
    desk, address = events
    desk.slack.fault("chat.postMessage", "not_in_channel", 9)
    if first == "killed":
        delivered, killed = desk.store.delivered, iter([True])

        def die(*given: Any) -> None:
            if next(killed, False):
                raise LeaseLost  # what it had done stands, and nobody wrote it down
            delivered(*given)

        monkeypatch.setattr(desk.store, "delivered", die)
    with response_address(["200" if first == "killed" else first]) as (url, got):
        command = {
            "command": "/graphdesk",
            "text": "ask How many cases?",
            "team_id": TEAM,
            "channel_id": "C0OTHER",
        }
        form = urllib.parse.urlencode(command | {"user_id": PERSON, "trigger_id": "1.1", "response_url": url})
        assert signed(address, form) == 200
        desk.posted()
    assert [one["response_type"] for one in got] == sent
    assert all("The answer to: How many cases?" in one["text"] for one in got)
    assert [("only for you" in one["text"]) for one in got] == [kind == "ephemeral" for kind in sent]
    for one in got:
        assert problems("response_url", one) == []


@pytest.mark.parametrize("text", ["", "help", "ask", "ask   ", "tell me"])
def test_a_command_without_a_question_says_how(socket: Bot, text: str) -> None:
    socket.slack.control("command", channel=CHANNEL, user=PERSON, command="/graphdesk", text=text)
    assert questions(socket) == []


def test_a_bare_mention_is_greeted_once(desk: Bot) -> None:
    ts = desk.slack.write(f"  {MENTION} ")
    [message] = until(lambda: answers(desk, ts))
    assert "Ask me about the support graph" in message["text"]
    assert questions(desk) == []
    desk.front.close()
    assert len(answers(desk, ts)) == 1


def test_a_question_too_long_is_not_cut_but_sent_back(desk: Bot) -> None:
    ts = desk.slack.write(f"{MENTION} How many cases {'of many kinds ' * 200}?")
    [message] = until(lambda: answers(desk, ts))
    assert "2,000 characters" in message["text"]
    desk.slack.control(
        "command", channel=CHANNEL, user=PERSON, command="/graphdesk", text=f"ask How many {'x' * 2_000}?"
    )
    assert questions(desk) == []


def test_code_is_no_mention_and_no_question(socket: Bot) -> None:
    socket.slack.write(f"```\n{MENTION} drop everything\n```")
    socket.slack.write(f"see `{MENTION} how many` there")
    socket.slack.write(f"{MENTION} how many `open` cases? ```x = 1\ny = 2```")
    socket.posted()
    assert questions(socket) == ["how many open cases?"]


def test_a_mention_with_a_file_is_answered(events: tuple[Bot, str]) -> None:
    desk, address = events
    event = {"type": "message", "subtype": "file_share", "text": f"{MENTION} how many?", "ts": "17.1"}
    more = {"channel_type": "channel", "files": [{"id": "F1"}], "upload": True}
    assert signed(address, desk.body(event | more)) == 200
    desk.posted()
    assert questions(desk) == ["how many?"]


def test_also_sent_to_channel_is_answered(events: tuple[Bot, str]) -> None:
    desk, address = events
    for kind in ("app_mention", "message"):
        event = {"type": kind, "subtype": "thread_broadcast", "text": f"{MENTION} how many?", "ts": "18.1"}
        assert signed(address, desk.body(event | {"thread_ts": "17.0", "channel_type": "channel"})) == 200
    [delivery] = desk.posted()
    assert delivery.target["thread_ts"] == "17.0"


@pytest.mark.parametrize(
    "event",
    [
        {"bot_id": "B1"},
        {"bot_id": "B2", "subtype": "bot_message", "user": None},
        {"user": BOT},
        {"user": "USLACKBOT"},
        {"app_id": "A2"},
        {"bot_profile": {"id": "B3"}},
        {"subtype": "message_changed", "message": {"text": f"{MENTION} x"}, "user": None},
        {"subtype": "message_deleted", "hidden": True},
        {"subtype": "channel_join"},
        {"text": "no mention at all"},
        {"text": "<@U0SOMEONE> how many?"},
    ],
)
def test_bots_changes_and_talk_of_others_are_not_for_us(events: tuple[Bot, str], event: dict[str, Any]) -> None:
    desk, address = events
    given = {"type": "message", "text": f"{MENTION} how many?", "ts": "17.1", "channel_type": "channel"}
    assert signed(address, desk.body(given | event)) == 200
    assert questions(desk) == []
    assert desk.slack.called("chat.postMessage") == []


def test_an_edit_is_not_answered_again(desk: Bot) -> None:
    ts = desk.slack.write(f"{MENTION} How many cases?")
    desk.posted()
    desk.slack.control("edit-message", channel=CHANNEL, ts=ts, user=PERSON, text=f"{MENTION} How many cases now?")
    assert questions(desk) == ["How many cases?"]


def test_people_of_other_workspaces_are_refused_unless_the_channel_is_open(tmp_path: Path) -> None:
    with bot(tmp_path, "events", SLACK_OPEN_CHANNELS="C0OPEN, C0MORE") as (desk, address):
        outsider = {"text": f"{MENTION} how many?", "ts": "17.1", "user_team": "T0OTHER", "user": OTHER}
        assert signed(address, desk.body(outsider)) == 200
        [told] = until(lambda: desk.slack.called("chat.postEphemeral"))
        assert told["user"] == OTHER
        assert questions(desk) == []
        unknown = {"text": f"{MENTION} how many?", "ts": "17.2", "team": None}
        assert signed(address, desk.body(unknown, is_ext_shared_channel=True)) == 200
        assert questions(desk) == []
        assert signed(address, desk.body(outsider | {"channel": "C0MORE", "ts": "17.3"})) == 200
        assert questions(desk) == ["how many?"]


# --- Slack's retries, and signatures


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


# --- while it works


def test_what_is_being_done_is_shown_below_the_thread(desk: Bot) -> None:
    desk.engine.go.clear()
    ts = desk.slack.write(f"{MENTION} How many cases?")
    shown = until(lambda: desk.slack.called("assistant.threads.setStatus"))
    assert {(one["channel_id"], one["thread_ts"]) for one in shown} == {(CHANNEL, ts)}
    until(lambda: desk.slack.called("assistant.threads.setStatus")[-1]["status"].startswith("is choosing"))
    desk.engine.go.set()
    desk.posted()
    assert len(desk.slack.called("chat.postMessage")) == 1


def test_a_slow_engine_shows_a_status_and_then_the_answer_in_its_place(desk: Bot) -> None:
    desk.slack.native_status = False
    desk.engine.go.clear()
    ts = desk.slack.write(f"{MENTION} How many cases?")
    [status] = until(lambda: answers(desk, ts))
    assert [e["action_id"] for b in status["blocks"] if b["type"] == "actions" for e in b["elements"]] == ["stop"]
    desk.engine.go.set()
    desk.posted()
    [answer] = answers(desk, ts)
    assert answer["ts"] == status["ts"]
    assert "The answer to" in answer["text"]
    assert "stop" not in json.dumps(answer["blocks"])


def test_what_takes_long_can_be_stopped_although_slack_shows_its_own_status(socket: Bot) -> None:
    socket.deliverer.stop()
    quick = socket.new_deliverer(pace=replace(PACE, stop_after=0.5))
    quick.start()
    try:
        socket.engine.go.clear()
        ts = socket.slack.write(f"{MENTION} How many cases?")
        [status] = until(lambda: answers(socket, ts))
        shown = [one["status"] for one in socket.slack.called("assistant.threads.setStatus")]
        assert shown[0].startswith("is ")
        stop = status["blocks"][-1]["elements"][0]
        assert stop["action_id"] == "stop"
        socket.slack.control("interact", channel=CHANNEL, messageTs=status["ts"], user=PERSON, action=stop)
        until(lambda: socket.store.deliveries("posted"))
        [message] = [one for one in answers(socket, ts) if one.get("subtype") != "ephemeral"]
        assert message["ts"] == status["ts"]
        assert "interrupted" in message["text"]
    finally:
        quick.stop()


def test_stop_ends_a_running_question(desk: Bot) -> None:
    desk.slack.native_status = False
    desk.engine.go.clear()
    ts = desk.slack.write(f"{MENTION} How many cases?")
    [status] = until(lambda: answers(desk, ts))
    click(desk, status, "stop")
    desk.posted()
    texts = [one["text"] for one in answers(desk, ts)]
    assert any("interrupted" in text.lower() for text in texts), texts


def test_an_answer_whose_status_message_was_deleted_is_posted_anew(socket: Bot) -> None:
    socket.slack.native_status = False
    socket.engine.go.clear()
    ts = socket.slack.write(f"{MENTION} How many cases?")
    [status] = until(lambda: answers(socket, ts))
    socket.client.chat_delete(channel=CHANNEL, ts=status["ts"])
    socket.engine.go.set()
    socket.posted()
    [answer] = answers(socket, ts)
    assert "The answer to" in answer["text"]


# --- clicks


def click(desk: Bot, message: dict[str, Any], action_id: str, user: str = PERSON) -> None:
    [button] = [
        e
        for b in message["blocks"]
        if b["type"] == "actions"
        for e in b["elements"]
        if e["action_id"] == action_id
    ]
    action = {"type": "button", "action_id": action_id, "value": button["value"]}
    desk.slack.control("interact", channel=CHANNEL, messageTs=message["ts"], user=user, action=action)


def test_a_follow_up_and_a_choice_are_asked_in_the_thread_once(desk: Bot) -> None:
    desk.engine.script["How many cases?"] = counted()
    desk.engine.script[counted().suggestions[0]] = unclear()
    ts = desk.slack.write(f"{MENTION} How many cases?")
    desk.posted()
    [first] = answers(desk, ts)
    click(desk, first, "ask_suggestion_0")
    click(desk, first, "ask_suggestion_0")  # impatient
    desk.posted(2)
    second = answers(desk, ts)[-1]
    click(desk, second, "ask_choice_1", OTHER)
    desk.posted(3)
    assert questions(desk)[::-1] == ["How many cases?", counted().suggestions[0], unclear().choices[1]]
    assert len(answers(desk, ts)) == 3
    assert desk.store.tasks().tasks[0].asked_by == f"slack:{TEAM}:{OTHER}"
    assert len({task.conversation for task in desk.store.tasks().tasks}) == 1


def test_a_long_choice_is_asked_in_full(socket: Bot) -> None:
    socket.engine.script["Who?"] = long_choices()
    ts = socket.slack.write(f"{MENTION} Who?")
    socket.posted()
    click(socket, answers(socket, ts)[0], "ask_choice_2")
    socket.posted(2)
    assert questions(socket)[0] == long_choices().choices[2]


def test_a_click_whose_task_is_gone_says_so(desk: Bot) -> None:
    desk.engine.script["How many cases?"] = counted()
    ts = desk.slack.write(f"{MENTION} How many cases?")
    desk.posted()
    [message] = answers(desk, ts)
    action = {"type": "button", "action_id": "ask_suggestion_0", "value": "0000000000000000"}
    desk.slack.control("interact", channel=CHANNEL, messageTs=message["ts"], user=PERSON, action=action)
    action["value"] = desk.store.tasks().tasks[0].id
    action["action_id"] = "ask_suggestion_4"  # the answer has no such question
    desk.slack.control("interact", channel=CHANNEL, messageTs=message["ts"], user=PERSON, action=action)
    told = until(lambda: len(found := desk.slack.called("chat.postEphemeral")) == 2 and found)
    assert all("no longer know" in one["text"] for one in told)
    assert len(questions(desk)) == 1


def test_a_click_from_another_workspace_is_refused(events: tuple[Bot, str]) -> None:
    desk, address = events
    desk.slack.write(f"{MENTION} How many cases?")
    [delivery] = desk.posted()
    payload = {
        "type": "block_actions",
        "user": {"id": OTHER, "team_id": "T0OTHER"},
        "team": {"id": TEAM},
        "channel": {"id": CHANNEL},
        "container": {"message_ts": "17.2", "channel_id": CHANNEL, "thread_ts": "17.1"},
        "message": {"ts": "17.2", "thread_ts": "17.1"},
        "actions": [{"type": "button", "action_id": "ask_again", "value": delivery.task_id, "block_id": "b"}],
    }
    assert signed(address, urllib.parse.urlencode({"payload": json.dumps(payload)})) == 200
    [told] = until(lambda: desk.slack.called("chat.postEphemeral"))
    assert told["thread_ts"] == "17.1"
    assert len(questions(desk)) == 1


# --- the way out


def test_more_rows_than_shown_come_as_a_file_in_the_thread(desk: Bot) -> None:
    table = replace(wide().tables[0], total_rows=240)
    desk.engine.full["a1"] = [[f"CASE-{n}", *row[1:]] for n in range(4) for row in table.rows]
    desk.engine.script["List the cases"] = wide()
    ts = desk.slack.write(f"{MENTION} List the cases")
    desk.posted()
    [file] = until(lambda: desk.slack.files())
    assert (file["name"], file["size"] > 240 * 20) == ("rows.csv", True)
    shared = [message for message in desk.slack.messages() if message.get("files")]
    assert [message["thread_ts"] for message in shared] == [ts]
    assert "The CSV file has everything." in json.dumps(answers(desk, ts)[0]["blocks"])


@pytest.mark.parametrize("error", ["missing_scope", "not_allowed_token_type"])
def test_a_file_that_slack_refuses_is_not_promised(socket: Bot, error: str) -> None:
    socket.engine.script["List the cases"] = wide()
    socket.slack.fault("files.getUploadURLExternal", error, 9)
    socket.slack.write(f"{MENTION} List the cases")
    socket.posted()
    [answer] = answers(socket)
    assert "CSV" not in json.dumps(answer["blocks"])
    assert "Everything is on the trace page." in json.dumps(answer["blocks"])


SHAPES: dict[str, Callable[[], Answer]] = {
    "101 rows": lambda: _table(101, 3, "x"),
    "21 columns": lambda: _table(5, 21, "x"),
    "10,001 characters": lambda: _table(100, 20, "y" * 80),
    "empty cells": lambda: _table(3, 3, ""),
    "ragged": lambda: replace(listed(), tables=[Table("t", ["a", "b"], [[1], [1, 2, 3]], 2)]),
    "long text": lambda: replace(counted(), text="word " * 9_000),
    "hostile": hostile,
}


def _table(rows: int, columns: int, cell: str) -> Answer:
    names = [f"c{number}" for number in range(columns)]
    return replace(listed(), tables=[Table("t", names, [[cell] * columns for _ in range(rows)], rows)])


def test_every_limit_of_a_table_and_hostile_text_pass(socket: Bot) -> None:
    for question, made in SHAPES.items():
        socket.engine.script[question] = made()
        socket.slack.write(f"{MENTION} {question}")
    socket.posted(len(SHAPES))
    assert len(answers(socket)) == len(SHAPES)
    assert socket.slack.problems == []


@pytest.mark.parametrize("kind", ["429", "500", "503", "drop", "refuse", "internal_error"])
def test_a_failed_post_is_tried_again_and_stands_once(socket: Bot, kind: str) -> None:
    socket.slack.fault("chat.postMessage", kind, 2)
    ts = socket.slack.write(f"{MENTION} How many cases?")
    [delivery] = socket.posted()
    assert len(answers(socket, ts)) == 1
    assert delivery.attempts >= 1


@pytest.mark.parametrize("kind", ["429", "503", "drop"])
def test_a_failed_update_is_tried_again(socket: Bot, kind: str) -> None:
    socket.slack.native_status = False
    socket.engine.go.clear()
    ts = socket.slack.write(f"{MENTION} How many cases?")
    until(lambda: answers(socket, ts))
    socket.slack.fault("chat.update", kind, 2)
    socket.engine.go.set()
    socket.posted()
    [answer] = answers(socket, ts)
    assert "The answer to" in answer["text"]


@pytest.mark.parametrize("kind", ["429", "503", "drop"])
@pytest.mark.parametrize("method", ["files.getUploadURLExternal", "files.completeUploadExternal"])
def test_a_failed_upload_is_tried_again_and_the_file_stands_once(socket: Bot, method: str, kind: str) -> None:
    socket.engine.script["List the cases"] = wide()
    socket.slack.fault(method, kind)
    socket.slack.write(f"{MENTION} List the cases")
    socket.posted()
    assert len(socket.slack.files()) == 1
    assert len(answers(socket)) == 1


def test_a_slow_slack_holds_up_nobody(socket: Bot) -> None:
    socket.slack.fault("assistant.threads.setStatus", "slow", 1, seconds=6)
    socket.slack.write(f"{MENTION} first")
    ts = socket.slack.write(f"{MENTION} second", user=OTHER)
    until(lambda: answers(socket, ts), 5)
    socket.posted(2)


@pytest.mark.parametrize("error", ["msg_too_long", "msg_blocks_too_long", "invalid_blocks"])
def test_a_message_that_slack_refuses_gets_smaller(socket: Bot, error: str) -> None:
    socket.slack.fault("chat.postMessage", error, 2, only_blocks=True)
    socket.engine.script["How many cases?"] = counted()
    ts = socket.slack.write(f"{MENTION} How many cases?")
    socket.posted()
    [answer] = answers(socket, ts)
    assert not answer.get("blocks")
    assert "312" in answer["text"]
    [delivery] = until(lambda: socket.store.deliveries("posted"))
    shown = preview_of(socket.engine, URL)(socket.store.task(delivery.task_id), delivery.target)
    assert (shown.text, shown.blocks) == (answer["text"], [])  # the trace page shows what was really posted


@pytest.mark.parametrize("error", ["channel_not_found", "not_in_channel", "is_archived", "account_inactive"])
def test_an_answer_that_can_never_be_posted_says_why(socket: Bot, error: str) -> None:
    socket.slack.fault("chat.postMessage", error, 9)
    socket.slack.write(f"{MENTION} How many cases?")
    [delivery] = until(lambda: socket.store.deliveries("undeliverable"))
    assert error in delivery.error


def test_who_takes_over_finds_what_was_posted(socket: Bot) -> None:
    """As after a kill between the post and the commit: the message stands, and nobody wrote it down."""
    posted: list[str] = []

    class Killed(Exception):
        pass

    def die(lease: Any, ts: str) -> None:
        posted.append(ts)
        raise Killed

    keep, socket.store.save_message = socket.store.save_message, die  # type: ignore[method-assign]
    socket.slack.write(f"{MENTION} How many cases?")
    until(lambda: posted)
    socket.store.save_message = keep  # type: ignore[method-assign]
    socket.posted()
    assert len(answers(socket)) == 1
    assert answers(socket)[0]["ts"] == posted[0]


def test_two_deliverers_post_once(socket: Bot) -> None:
    second = socket.new_deliverer()
    second.start()
    for number in range(12):
        socket.slack.write(f"{MENTION} question {number}")
    socket.posted(12)
    second.stop()
    assert (
        sorted(len(answers(socket, d.target["thread_ts"])) for d in socket.store.deliveries("posted")) == [1] * 12
    )
