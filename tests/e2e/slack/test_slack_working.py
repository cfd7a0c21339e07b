"""What is shown while a question is worked on, and what clicks do."""

import json
import urllib.parse
from dataclasses import replace
from typing import Any

from tests.support.console_desk import counted, unclear
from tests.support.slack_answers import long_choices
from tests.support.slack_desk import (
    MENTION,
    PACE,
    Bot,
    answers,
    questions,
    signed,
    until,
)
from tests.support.slack_server import CHANNEL, OTHER, PERSON, TEAM


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
