"""One answer in the right thread, whatever Slack and the network do."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.preview import preview_of
from engine.answer import Answer, Table
from tests.support.console_desk import counted, hostile, listed
from tests.support.slack_answers import wide
from tests.support.slack_desk import (
    MENTION,
    URL,
    Bot,
    answers,
    until,
)
from tests.support.slack_server import OTHER


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


@pytest.mark.parametrize("kind", ["429", "503", "drop", "refuse"])
def test_a_status_whose_fate_is_unknown_gives_way_to_the_answer(socket: Bot, kind: str) -> None:
    socket.slack.native_status = False
    socket.engine.go.clear()
    socket.slack.fault("chat.postMessage", kind)
    ts = socket.slack.write(f"{MENTION} How many cases?")
    until(lambda: socket.slack.called("chat.postMessage"))
    socket.engine.go.set()
    socket.posted()
    [answer] = answers(socket, ts)
    assert "The answer to" in answer["text"]


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
