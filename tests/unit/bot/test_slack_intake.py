"""What a message asks: Slack's marks become words, and only people who may are heard."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.intake import conversation_of, hear, words_of
from bot.slack_errors import meaning, retry_after
from tests.support.slack_answers import ATTACKS


def body(event: dict[str, Any], **more: Any) -> dict[str, Any]:
    given = {"type": "app_mention", "user": "U1", "channel": "C1", "ts": "1.1", "team": "T1"}
    who = [{"team_id": "T1", "enterprise_id": "E1", "user_id": "UBOT", "is_bot": True}]
    return {"team_id": "T1", "event_id": "Ev1", "event": given | event, "authorizations": who, **more}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<@UBOT> how many?", "how many?"),
        ("hey <@UBOT>, how   many\ncases?", "hey , how many cases?"),
        ("<@UBOT|graphdesk> a &lt; b &amp;&amp; c &gt; d", "a < b && c > d"),
        ("<@UBOT> of <@U7|agent-017> and <@U8>", "of @agent-017 and @U8"),
        ("<@UBOT> in <#C7|general>", "in #general"),
        ("<@UBOT> see <https://a.example/x|the page> or <https://b.example>", "see the page or https://b.example"),
        ("<@UBOT> mail <mailto:a@b.example|a@b.example>", "mail a@b.example"),
        ("<@UBOT> <!here> <!date^1^{date}|today>", "today"),
        ("<@UBOT> status `open` ```code\ncode``` now", "status open now"),
        ("<@UBOT> ```never closed", ""),
        ("<@UBOT>", ""),
    ],
)
def test_words(text: str, words: str) -> None:
    assert words_of(text, {"UBOT"}) == words
    heard = hear(body({"text": text}))
    assert heard is not None
    assert (heard.kind, heard.question) == (("question", words) if words else ("greet", ""))


@pytest.mark.parametrize(("length", "kind"), [(2_000, "question"), (2_001, "shorten"), (39_000, "shorten")])
def test_a_long_question_is_never_cut(length: int, kind: str) -> None:
    heard = hear(body({"text": "<@UBOT> " + "x" * length}))
    assert heard is not None
    assert (heard.kind, len(heard.question)) == (kind, length)


@pytest.mark.parametrize(
    ("event", "more", "kind"),
    [
        ({}, {}, "question"),
        ({"user_team": "T1"}, {}, "question"),
        ({"user_team": "E1"}, {}, "question"),
        ({"user_team": "T2"}, {}, "refuse"),
        ({"team": "T2"}, {}, "refuse"),
        ({"source_team": "T2"}, {"is_ext_shared_channel": True}, "refuse"),
        ({"team": ""}, {"is_ext_shared_channel": True}, "refuse"),
        ({"team": ""}, {}, "question"),
        ({"user_team": "T1"}, {"is_ext_shared_channel": True}, "question"),
        ({"user_team": "T2", "channel": "C9"}, {}, "question"),
    ],
)
def test_outsiders(event: dict[str, Any], more: dict[str, Any], kind: str) -> None:
    heard = hear(body({"text": "<@UBOT> how many?"} | event, **more), {"C9"})
    assert heard is not None
    assert heard.kind == kind


def test_the_key_is_the_message_and_not_the_event() -> None:
    one = hear(body({"text": "<@UBOT> a"}))
    two = hear(body({"text": "<@UBOT> a", "type": "message", "channel_type": "channel"}, event_id="Ev2"))
    assert one is not None
    assert two is not None
    assert one.key == two.key == "slack:T1:C1:1.1"
    assert one.thread_ts == "1.1"


def test_a_direct_message_without_authorizations_is_heard() -> None:
    heard = hear(body({"type": "message", "channel_type": "im", "text": "how many?"}, authorizations=None))
    assert heard is not None
    assert heard.question == "how many?"


def test_conversations_can_stand_in_an_address() -> None:
    assert conversation_of("T1", "C1", "1.1") != conversation_of("T1", "C1", "1.2")
    assert conversation_of("T1", "C1", "1.1").replace("-", "").isalnum()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from([*ATTACKS, "UBOT", "im", "message", "1.1", ""]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["text", "user"]), inner),
    max_leaves=4,
)


@given(
    st.dictionaries(st.sampled_from(["type", "text", "user", "subtype", "ts", "channel_type", "team"]), ANYTHING)
)
def test_no_event_breaks_it(event: dict[str, Any]) -> None:
    if isinstance(event.get("subtype"), list | dict) or isinstance(event.get("user"), list | dict):
        return  # Slack sends texts there
    if isinstance(event.get("team"), list | dict):
        return
    hear(body(event))


def test_errors_that_are_no_answer_of_slacks_are_tried_again() -> None:
    for error in (ConnectionResetError(), TimeoutError(), OSError("x")):
        assert meaning(error) == "again"
        assert retry_after(error) == 1.0
