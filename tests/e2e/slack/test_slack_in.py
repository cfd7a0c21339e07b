"""What reaches the bot over real sockets, and what is no question of ours."""

import json
import urllib.parse
from pathlib import Path
from typing import Any

import pytest

from engine.store.lease import LeaseLost
from tests.support.console_desk import counted
from tests.support.slack_answers import wide
from tests.support.slack_desk import (
    MENTION,
    URL,
    Bot,
    answers,
    bot,
    questions,
    response_address,
    signed,
    until,
)
from tests.support.slack_rules import problems
from tests.support.slack_server import BOT, CHANNEL, OTHER, PERSON, PRIVATE, TEAM


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
