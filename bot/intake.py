"""What a message from Slack asks, if anything: pure functions over event payloads."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from typing import Literal as OneOf

from engine.answer import LONGEST_QUESTION

Payload = Mapping[str, Any]
Kind = OneOf["question", "greet", "refuse", "shorten"]

# Subtypes that a person's own words come with; every other one tells of something else (edits, joins, bots).
_SPOKEN = {None, "file_share", "thread_broadcast"}
_FENCED = re.compile(r"```.*?(?:```|\Z)", re.S)
_INLINE = re.compile(r"`[^`\n]*`")
_SEQUENCE = re.compile(r"<([^<>|]*)(?:\|([^<>]*))?>")
_ANYONE = re.compile(r"<@([A-Z0-9]+)(?:\|[^>]*)?>")


@dataclass(frozen=True, slots=True)
class Heard:
    """What is to be done about a message: answer its ``question``, ``greet``, ``refuse`` an outside person.

    Or ask to ``shorten`` it: of a question that is cut off, what is not read may change the answer.
    """

    kind: Kind
    team: str
    channel: str
    user: str
    ts: str
    thread_ts: str
    question: str = ""

    @property
    def key(self) -> str:
        """Names the message, whichever events tell of it."""
        return f"slack:{self.team}:{self.channel}:{self.ts}"

    @property
    def target(self) -> dict[str, str]:
        """Where the answer is owed."""
        return {
            "team": self.team,
            "channel": self.channel,
            "thread_ts": self.thread_ts,
            "user": self.user,
            "question_ts": self.ts,
        }


def hear(body: Payload, open_channels: Collection[str] = ()) -> Heard | None:
    """What an ``app_mention`` or ``message`` event asks of us. None: nothing.

    ``open_channels``: shared channels in which people of other workspaces (Slack Connect) are answered too.
    """
    event: Payload = body.get("event") or {}
    bots = _our_users(body)
    text = str(event.get("text") or "")
    if not _spoken_by_a_person(event, bots) or not _meant_for_us(event, text, bots):
        return None
    team = str(body.get("team_id") or event.get("team") or "")
    ts, channel = str(event["ts"]), str(event["channel"])
    question = words_of(text, bots or _first_mention(text))
    refused = _outsider(event, body) and channel not in open_channels
    asked: Kind = "shorten" if too_long(question) else "question" if question else "greet"
    kind: Kind = "refuse" if refused else asked
    return Heard(kind, team, channel, str(event["user"]), ts, str(event.get("thread_ts") or ts), question)


def words_of(text: str, mentions: Collection[str] = ()) -> str:
    """A message's words on one line: without code blocks and ``mentions``, Slack's marks turned into text."""
    text = _INLINE.sub(lambda code: code[0][1:-1], _FENCED.sub(" ", text))
    text = _SEQUENCE.sub(lambda found: _said(found, mentions), text)
    return " ".join(html.unescape(text).split())


def too_long(question: str) -> bool:
    """Whether a question has more characters than are read."""
    return len(question) > LONGEST_QUESTION


def conversation_of(team: str, channel: str, thread_ts: str) -> str:
    """The conversation that a thread is, named so that it can stand in an address of the console."""
    return "slack-" + hashlib.sha256(f"{team}:{channel}:{thread_ts}".encode()).hexdigest()[:24]


def _spoken_by_a_person(event: Payload, bots: Collection[str]) -> bool:
    """Not by a bot (ours or another: two bots would talk for ever), not hidden, not a change of a message."""
    by_bot = event.get("bot_id") or event.get("bot_profile") or event.get("app_id")
    user = event.get("user")
    if by_bot or not user or user in bots or user == "USLACKBOT" or event.get("hidden"):
        return False
    if not event.get("ts") or not event.get("channel"):
        return False
    subtype = event.get("subtype")
    return subtype in _SPOKEN or (
        event.get("type") == "app_mention" and subtype not in ("bot_message", "message_changed")
    )


def _meant_for_us(event: Payload, text: str, bots: Collection[str]) -> bool:
    spoken = _INLINE.sub(" ", _FENCED.sub(" ", text))
    if event.get("type") == "app_mention":
        return any(user in bots or not bots for user in _ANYONE.findall(spoken))
    if event.get("channel_type") == "im":
        return True
    return any(user in bots for user in _ANYONE.findall(spoken))


def _outsider(event: Payload, body: Payload) -> bool:
    """Whether who asks is of another workspace. Where a shared channel does not say, they are."""
    ours = {body.get("team_id"), body.get("enterprise_id")}
    for authorization in body.get("authorizations") or []:
        ours |= {authorization.get("team_id"), authorization.get("enterprise_id")}
    home = event.get("user_team") or event.get("source_team") or event.get("team")
    return home not in ours if home else bool(body.get("is_ext_shared_channel"))


def _our_users(body: Payload) -> set[str]:
    return {str(one["user_id"]) for one in body.get("authorizations") or [] if one.get("user_id")}


def _first_mention(text: str) -> set[str]:
    return set(_ANYONE.findall(text)[:1])


def _said(found: re.Match[str], mentions: Collection[str]) -> str:
    what, label = found[1], found[2]
    if what[:1] == "@":
        return " " if what[1:] in mentions else f"@{label or what[1:]}"
    if what[:1] == "#":
        return f"#{label or what[1:]}"
    if what[:1] == "!":
        return label or " "
    return label or what.removeprefix("mailto:")
