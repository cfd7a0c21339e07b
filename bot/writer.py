"""Puts an answer in its thread: in the largest size that Slack takes, over what stands there already, once."""

from __future__ import annotations

import functools
import logging
from dataclasses import replace
from typing import Any

from slack_sdk.errors import SlackApiError

from bot.owed import HasAnswers, Owed
from bot.posting import NotTaken, as_payload
from bot.preview import Form, completed, message_of
from bot.render import SIZES, Message
from bot.render.notices import repeated
from bot.slack_errors import TROUBLE, code_of, meaning
from engine.answer import Answer
from engine.store import Task

log = logging.getLogger(__name__)

NOT_IN = ("not_in_channel", "channel_not_found")
RESPONDING = "responding"  # in a delivery's target: it was begun to send the answer to its response_url


class Writer:
    """Answers as messages, and the files that belong to them."""

    def __init__(self, desk: HasAnswers, url: str) -> None:
        """``url``: the public address of the pages; empty: no links."""
        self._desk, self._store, self._url = desk, desk.store, url.rstrip("/")

    def bring(self, owed: Owed, task: Task, answer: Answer) -> Form:
        """The answer and its file stand in the thread; how. Raises what Slack raises, and LeaseLost."""
        answer = completed(self._desk, replace(answer, task_id=task.id))
        for size in SIZES:
            form = Form(size)
            message = self._message(owed, answer, form)
            try:
                form = replace(form, attach=self._place(owed, answer, message))
                break
            except TROUBLE as error:
                if meaning(error) != "smaller" or size is SIZES[-1]:
                    raise
                log.warning("Slack refused the answer of task %s: %s", task.id, code_of(error))
        if form.attach and message.csv is not None and not self._has_file(owed):
            return self._attach(owed, answer, message, form)
        return form

    def put(self, owed: Owed, payload: dict[str, Any]) -> None:
        """Make this our one message in the thread: over the one that stands there, else as a new one."""
        if owed.message_ts is None and owed.perhaps:
            owed.message_ts = self._found(owed)
        if owed.message_ts is not None and self._updated(owed, owed.message_ts, payload):
            return
        owed.perhaps = True
        owed.message_ts = owed.posting.post(payload)
        self._store.save_message(owed.lease, owed.message_ts)

    def _message(self, owed: Owed, answer: Answer, form: Form) -> Message:
        return message_of(answer, self._url, owed.delivery.target, form)

    def _place(self, owed: Owed, answer: Answer, message: Message) -> bool:
        """Put the message there; whether a file can follow it."""
        try:
            self.put(owed, as_payload(message))
        except TROUBLE as error:
            if not owed.posting.response_url or code_of(error) not in NOT_IN:
                raise
            self._respond(owed, self._message(owed, answer, Form(attach=False)))
            return False
        return True

    def _respond(self, owed: Owed, message: Message) -> None:
        """Answer at the address that came with a command: once to all, whatever becomes of us or of Slack's word.

        Where the bot is not in, it can neither look for a message nor change it. So that it is sent is noted
        before; who finds that noted, and does not know how it went, repeats it only to the person who asked.
        """
        if owed.delivery.target.get(RESPONDING):
            owed.posting.respond(as_payload(repeated(message)), only_to_them=True)
            return
        self._note(owed, True)
        try:
            owed.posting.respond(as_payload(message))
        except NotTaken:
            self._note(owed, False)
            raise

    def _note(self, owed: Owed, responding: bool) -> None:
        self._store.note_in_target(owed.lease, **{RESPONDING: responding})
        owed.delivery.target = {**owed.delivery.target, RESPONDING: responding}

    def _updated(self, owed: Owed, ts: str, payload: dict[str, Any]) -> bool:
        try:
            owed.posting.update(ts, payload)
        except TROUBLE as error:
            if meaning(error) != "anew":
                raise
            self._store.save_message(owed.lease, None)
            owed.message_ts = None
            return False
        return True

    def _found(self, owed: Owed) -> str | None:
        try:
            return owed.posting.ours()
        except TROUBLE as error:
            # A bot that may not look, or is not in, has left nothing to be found by looking.
            if code_of(error) in (*NOT_IN, "missing_scope"):
                return None
            raise

    def _has_file(self, owed: Owed) -> bool:
        known = owed.delivery.file_id
        return bool(known) and owed.posting.has_file(str(known))

    def _attach(self, owed: Owed, answer: Answer, message: Message, form: Form) -> Form:
        """Upload the file; where Slack refuses it for good, the message says so instead of promising it."""
        remember = functools.partial(self._store.save_file, owed.lease)
        try:
            owed.posting.upload(message.csv or b"", message.csv_name, remember)
        except SlackApiError as error:
            if meaning(error) == "wait" or code_of(error).startswith("http_"):
                raise
            log.warning("The file of task %s is not attached: %s", owed.lease.task_id, code_of(error))
            form = replace(form, attach=False)
            if owed.message_ts:
                owed.posting.update(owed.message_ts, as_payload(self._message(owed, answer, form)))
        return form
