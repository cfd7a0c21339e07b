"""What listeners do: hand a question in with where its answer is owed, and say small things after the ack."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from slack_sdk import WebClient

from bot.intake import Heard, conversation_of
from engine.store import Store, Task

log = logging.getLogger(__name__)


class HasStore(Protocol):
    """The part of a Desk that listeners need."""

    store: Store


class FrontDesk:
    """Between Slack's listeners and the store. ``on_submit`` wakes this process's workers."""

    def __init__(self, desk: HasStore, client: WebClient, on_submit: Callable[[], None] = lambda: None) -> None:
        self.store = desk.store
        self.client = client
        self._on_submit = on_submit
        self._small_talk = ThreadPoolExecutor(2, "small-talk")

    def ask(self, heard: Heard, question: str, key: str, **more: str) -> Task:
        """Commit the question and the delivery of its answer; a key that is known gives the task it has.

        Raises StoreUnavailable: then Slack gets no ack, and tries again.
        """
        task = self.store.create_task(
            question,
            asked_by=f"slack:{heard.team}:{heard.user}",
            conversation=conversation_of(heard.team, heard.channel, heard.thread_ts),
            source="slack",
            dedupe_key=key,
            delivery=heard.target | more,
        )
        self._on_submit()
        return task

    def say_once(self, heard: Heard, message: Mapping[str, Any], *, only_to_them: bool = False) -> None:
        """Post something small below a message, whichever process is told of it and how often.

        Raises StoreUnavailable: then Slack gets no ack, and tries again.
        """
        if self.store.take_notice(heard.key):
            call, where = self._saying(heard, message, only_to_them)
            self.later(self._say_and_note, said_by=call, where=where, key=heard.key)

    def say(self, heard: Heard, message: Mapping[str, Any], *, only_to_them: bool = False) -> None:
        """Post something small in the thread, after the ack; what cannot be posted is logged and let go."""
        call, where = self._saying(heard, message, only_to_them)
        self.later(call, **where)

    def later(self, call: Callable[..., Any], **arguments: Any) -> None:
        """Make a call to Slack that nobody waits for."""
        self._small_talk.submit(_logged, call, arguments)

    def _saying(
        self, heard: Heard, message: Mapping[str, Any], only_to_them: bool
    ) -> tuple[Callable[..., Any], dict[str, Any]]:
        where: dict[str, Any] = {"channel": heard.channel, "thread_ts": heard.thread_ts, **message}
        if only_to_them:
            return self.client.chat_postEphemeral, where | {"user": heard.user}
        return self.client.chat_postMessage, where | {"unfurl_links": False, "unfurl_media": False}

    def _say_and_note(self, said_by: Callable[..., Any], where: dict[str, Any], key: str) -> None:
        said_by(**where)
        self.store.notice_said(key)

    def close(self) -> None:
        """Wait for what is being said."""
        self._small_talk.shutdown(wait=True, cancel_futures=True)


def _logged(call: Callable[..., Any], arguments: dict[str, Any]) -> None:
    try:
        call(**arguments)
    except Exception as error:
        log.warning("Something small could not be said in Slack: %s", error)
