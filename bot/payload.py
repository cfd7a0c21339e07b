"""The shape of what Slack sends, as far as Bolt and the listeners read it.

Looked at before either does: what has another shape would break them half-way, which looks like trouble of our own
that Slack should try again after. What nobody here reads may be of any shape, since Slack adds to it as it likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, InstanceOf, ValidationError

# An id, a moment, a kind; as databases hold it.
Name = Annotated[str, Field(max_length=255, pattern=r"^[^\x00]*$")]
Address = Annotated[str, Field(max_length=2_000, pattern=r"^[^\x00]*$")]
Words = InstanceOf[str]  # what people write may hold anything: it is cleaned where it is kept

SPOKEN = ("app_mention", "message")


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class _Home(_Part):
    team_id: Name | None = None
    enterprise_id: Name | None = None
    user_id: Name | None = None


class _Event(_Part):
    type: Name


class _Speech(_Event):
    text: Words | None = None
    user: Name | None = None
    bot_id: Name | None = None
    channel: Name | None = None
    channel_type: Name | None = None
    subtype: Name | None = None
    team: Name | None = None
    user_team: Name | None = None
    source_team: Name | None = None
    ts: Name | None = None
    thread_ts: Name | None = None


class _Payload(_Part):
    team_id: Name | None = None
    enterprise_id: Name | None = None
    authorizations: list[_Home] | None = None
    event: _Part = _Part()


class _Happened(_Payload):
    event: _Event


class _Spoken(_Payload):
    event: _Speech


class _Command(_Payload):
    command: Name
    team_id: Name
    channel_id: Name
    user_id: Name
    text: Words | None = None
    trigger_id: Name | None = None
    response_url: Address | None = None


class _Place(_Part):
    """Of a click: its channel, its message, or what holds that."""

    id: Name | None = None
    channel_id: Name | None = None
    message_ts: Name | None = None
    ts: Name | None = None
    thread_ts: Name | None = None


class _Person(_Part):
    id: Name
    team_id: Name | None = None


class _Action(_Part):
    action_id: Name
    value: Address | None = None


class _Click(_Payload):
    user: _Person
    team: _Place | Name | None = None
    enterprise: dict[str, Any] | None = None
    container: _Place | None = None
    message: _Place | None = None
    channel: _Place | None = None
    actions: list[_Action] = Field(min_length=1)


def is_known(body: dict[str, Any]) -> bool:
    """Whether this app ever gets its kind: events, clicks, commands, Slack's look at the address."""
    return "command" in body or body.get("type") in ("event_callback", "block_actions", "url_verification")


def faults(body: Any) -> list[str]:
    """The places where a payload has not the shape of its kind, without what stands there; empty: it is well."""
    if not isinstance(body, dict):
        return ["not an object"]
    found = []
    for shape in _shapes(body):
        try:
            shape.model_validate(body)
        except ValidationError as error:
            found += [f"{'.'.join(map(str, one['loc']))} ({one['type']})" for one in error.errors()]
    return found


def _shapes(body: dict[str, Any]) -> Iterator[type[_Payload]]:
    kind, event = body.get("type"), body.get("event")
    if kind == "event_callback":
        spoken = isinstance(event, dict) and event.get("type") in SPOKEN
        yield _Spoken if spoken else _Happened
    elif kind == "block_actions":
        yield _Click
    yield _Command if "command" in body else _Payload
