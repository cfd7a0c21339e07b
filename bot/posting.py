"""Calls to Slack for one delivery. Each is checked against the lease right before it is made."""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from slack_sdk import WebClient
from slack_sdk.webhook import WebhookClient

from bot.render import Message
from engine.store import Delivery
from engine.store.lease import LeaseLost

EVENT_TYPE = "graphdesk_answer"
PAGE = 200  # messages of a thread that are looked through at once


class NotTaken(OSError):
    """Slack did not take what was sent: to send it again makes no second one."""


class Posting:
    """The thread that one answer is owed to."""

    def __init__(self, client: WebClient, delivery: Delivery, seconds_left: Callable[[], float]) -> None:
        self._client = client
        self._task_id = delivery.task_id
        self._since = delivery.created.timestamp()
        self._seconds_left = seconds_left
        target: Mapping[str, Any] = delivery.target
        self.channel = str(target["channel"])
        self.thread_ts = str(target.get("thread_ts") or "")
        self.response_url = str(target.get("response_url") or "")

    def set_status(self, status: str) -> None:
        """Show (or with an empty text clear) what is being done, below the thread."""
        self._hold()
        self._client.assistant_threads_setStatus(channel_id=self.channel, thread_ts=self.thread_ts, status=status)

    def post(self, message: Mapping[str, Any]) -> str:
        """Post in the thread; gives the message's ts."""
        self._hold()
        posted = self._client.chat_postMessage(
            channel=self.channel,
            thread_ts=self.thread_ts or None,
            metadata=self._mark(),
            unfurl_links=False,
            unfurl_media=False,
            **message,
        )
        return str(posted["ts"])

    def update(self, ts: str, message: Mapping[str, Any]) -> None:
        """Put another text in the place of ours. Blocks are always sent: else the old ones would stay."""
        self._hold()
        self._client.chat_update(channel=self.channel, ts=ts, **{"blocks": [], **message}, metadata=self._mark())

    def respond(self, message: Mapping[str, Any], *, only_to_them: bool = False) -> None:
        """Answer a slash command where the bot is no member: to all, or only to who asked.

        Raises NotTaken when Slack surely did not take it; another OSError when it may have.
        """
        self._hold()
        kind = "ephemeral" if only_to_them else "in_channel"
        client = WebhookClient(self.response_url, timeout=self._client.timeout, retry_handlers=[])
        try:
            sent = client.send(**message, response_type=kind, replace_original=False)
        except OSError as error:
            if isinstance(getattr(error, "reason", error), ConnectionRefusedError | socket.gaierror):
                raise NotTaken("nobody is at the address to respond to") from error
            raise
        if sent.status_code >= 500:
            raise OSError(f"the address to respond to answered {sent.status_code}")
        if sent.status_code != 200:
            raise NotTaken(f"the address to respond to answered {sent.status_code}")

    def upload(self, csv: bytes, name: str, remember: Callable[[str], None]) -> None:
        """Send the file to the thread. Its id is remembered before it is shared, so that it can be found."""
        self._hold()
        place = self._client.files_getUploadURLExternal(filename=name, length=len(csv))
        file_id = str(place["file_id"])
        _send(str(place["upload_url"]), csv, self._client.timeout)
        remember(file_id)
        self._hold()
        self._client.files_completeUploadExternal(
            files=[{"id": file_id, "title": name}], channel_id=self.channel, thread_ts=self.thread_ts or None
        )

    def ours(self) -> str | None:
        """The ts of the message that an earlier try of this delivery left in the thread."""
        for message in self._messages():
            mark = message.get("metadata") or {}
            if (
                mark.get("event_type") == EVENT_TYPE
                and (mark.get("event_payload") or {}).get("task_id") == self._task_id
            ):
                return str(message["ts"])
        return None

    def has_file(self, file_id: str) -> bool:
        """Whether the file stands in the thread."""
        return any(
            file.get("id") == file_id for message in self._messages() for file in message.get("files") or []
        )

    def _messages(self) -> Iterator[dict[str, Any]]:
        cursor = ""
        while True:
            self._hold()
            given: dict[str, Any] = {"channel": self.channel, "limit": PAGE, "include_all_metadata": True}
            given |= {"cursor": cursor} if cursor else {}
            if self.thread_ts:
                page = self._client.conversations_replies(ts=self.thread_ts, **given)
            else:
                page = self._client.conversations_history(oldest=f"{self._since - 60:.6f}", **given)
            yield from page.get("messages") or []
            cursor = str((page.get("response_metadata") or {}).get("next_cursor") or "")
            if not cursor:
                return

    def _mark(self) -> dict[str, Any]:
        return {"event_type": EVENT_TYPE, "event_payload": {"task_id": self._task_id}}

    def _hold(self) -> None:
        """Raises LeaseLost unless the lease outlives the call."""
        if self._seconds_left() <= self._client.timeout:
            raise LeaseLost


def as_payload(message: Message) -> dict[str, Any]:
    """A message as the arguments of a call."""
    return {"text": message.text, **({"blocks": message.blocks} if message.blocks else {})}


def _send(url: str, data: bytes, seconds: float) -> None:
    """Send bytes to the address that Slack gave. Raises OSError (urllib's errors are)."""
    if not url.startswith(("https://", "http://")):
        raise OSError("Slack gave no address to upload to")
    with urllib.request.urlopen(urllib.request.Request(url, data, method="POST"), timeout=seconds):  # noqa: S310
        pass
