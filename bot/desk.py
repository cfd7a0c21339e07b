"""What listeners do: hand a question in with where its answer is owed, and say small things after the ack."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from slack_sdk import WebClient

from bot.intake import Heard, conversation_of
from engine.store import Store, Task

log = logging.getLogger(__name__)

REMEMBERED = 2_000  # messages of which we know that they were greeted


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
        self._greeted: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

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

    def once(self, key: str) -> bool:
        """Whether this process is told of ``key`` for the first time."""
        with self._lock:
            if key in self._greeted:
                return False
            self._greeted[key] = None
            while len(self._greeted) > REMEMBERED:
                self._greeted.popitem(last=False)
            return True

    def say(self, heard: Heard, message: Mapping[str, Any], *, only_to_them: bool = False) -> None:
        """Post something small in the thread, after the ack; what cannot be posted is logged and let go."""
        where: dict[str, Any] = {"channel": heard.channel, "thread_ts": heard.thread_ts, **message}
        if only_to_them:
            self.later(self.client.chat_postEphemeral, user=heard.user, **where)
        else:
            self.later(self.client.chat_postMessage, unfurl_links=False, unfurl_media=False, **where)

    def later(self, call: Callable[..., Any], **arguments: Any) -> None:
        """Make a call to Slack that nobody waits for."""
        self._small_talk.submit(_logged, call, arguments)

    def close(self) -> None:
        """Wait for what is being said."""
        self._small_talk.shutdown(wait=True, cancel_futures=True)


def _logged(call: Callable[..., Any], arguments: dict[str, Any]) -> None:
    try:
        call(**arguments)
    except Exception as error:
        log.warning("Something small could not be said in Slack: %s", error)
