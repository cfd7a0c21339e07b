"""Brings answers to the threads they are owed to: what is being done while it is done, then the answer, once.

Posting is at least once by nature. It becomes once by three means: every message of ours bears the task's id, so
that whoever takes over finds it; an answer is put in the place of a status message; a file's id is remembered
before it is shared.
"""

from __future__ import annotations

import datetime as dt
import logging
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from slack_sdk import WebClient

from bot.owed import HasAnswers, Owed, Pace
from bot.posting import Posting
from bot.preview import SHOWN
from bot.render.notices import doing, status_message
from bot.slack_errors import REASONS, TROUBLE, code_of, meaning, retry_after
from bot.writer import Writer
from engine.answer import Answer
from engine.errors import GraphdeskError
from engine.logs import about
from engine.store import Task
from engine.store.heartbeat import Heartbeat
from engine.store.lease import DeliveryLease, LeaseLost

log = logging.getLogger(__name__)

TROUBLE_SECONDS = 5.0
LOOK_SECONDS = 0.01  # between two looks at the database, however many answers are owed


class Deliverer:
    """Holds what is owed and advances it, from one watching thread and a few that call Slack."""

    def __init__(
        self, desk: HasAnswers, client: WebClient, *, url: str = "", pace: Pace | None = None, threads: int = 8
    ) -> None:
        """``url``: the public address of the pages, for links to traces; without it there are none."""
        self._desk, self._store, self._client = desk, desk.store, client
        self._writer, self._pace, self._most = Writer(desk, url), pace or Pace(), 25 * threads
        self._beat: Heartbeat[DeliveryLease] = Heartbeat(self._store.extend_delivery, self._pace.lease)
        self._pool = ThreadPoolExecutor(threads, "deliver")
        self._owed: dict[str, Owed] = {}
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._watch, name="deliverer", daemon=True)

    def start(self) -> None:
        """Begin to claim."""
        self._thread.start()

    def wake(self) -> None:
        """Say that a question was just asked."""
        self._wake.set()

    def stop(self) -> None:
        """Claim no more, finish the calls under way, and hand the rest back."""
        self._stopping = True
        self._wake.set()
        if self._thread.ident is not None:  # else this process only takes questions in
            self._thread.join()
        self._pool.shutdown(wait=True, cancel_futures=True)
        for owed in list(self._owed.values()):
            self._drop(owed, lambda owed=owed: self._store.release_delivery(owed.lease))  # type: ignore[misc]
        self._beat.close()

    # --- watching

    def _watch(self) -> None:
        woken, claimed = True, 0.0
        while not self._stopping:
            pause = self._pace.tick
            try:
                if woken or time.monotonic() - claimed >= self._pace.claim:
                    claimed = time.monotonic()
                    self._claim()
            except GraphdeskError as error:
                log.warning("No delivery could be taken: %s %s", error.message, error.hint)
                pause = TROUBLE_SECONDS
            with self._lock:
                now = time.monotonic()
                idle = [owed for owed in self._owed.values() if not owed.busy and owed.look_at <= now]
                for owed in idle:
                    owed.busy = True
                    owed.look_at = now + LOOK_SECONDS * len(self._owed)
            for owed in idle:
                self._pool.submit(self._advance_one, owed)
            woken = self._wake.wait(pause)
            self._wake.clear()

    def _claim(self) -> None:
        while len(self._owed) < self._most and not self._stopping:
            claimed = self._store.claim_delivery(self._desk.owner, self._pace.lease)
            if claimed is None:
                return
            delivery, lease = claimed
            beating = ExitStack()
            beating.enter_context(self._beat.held(lease))
            posting = Posting(self._client, delivery, lambda lease=lease: self._beat.left(lease))  # type: ignore[misc]
            owed = Owed(
                delivery, lease, posting, beating, message_ts=delivery.message_ts, perhaps=lease.attempt > 1
            )
            owed.native = bool(posting.thread_ts)
            with self._lock:
                self._owed[delivery.task_id] = owed

    # --- one delivery

    def _advance_one(self, owed: Owed) -> None:
        with about(owed.lease.task_id):
            self._advance(owed)

    def _advance(self, owed: Owed) -> None:
        try:
            task = self._store.task(owed.lease.task_id)
            if task.answer is not None:
                self._answer(owed, task, Answer.from_dict(task.answer))
            else:
                self._status(owed, task)
        except LeaseLost:
            self._drop(owed)
        except TROUBLE as error:
            self._trouble(owed, error)
        except Exception:
            log.exception("The answer of task %s could not be brought to its thread", owed.lease.task_id)
            self._drop(owed, lambda: self._postpone(owed, "internal", self._backoff(owed)))
        finally:
            owed.busy = False

    def _status(self, owed: Owed, task: Task) -> None:
        """Show what is being done, when that has changed or would soon be taken away."""
        now = time.monotonic()
        if owed.native and now - owed.since >= self._pace.stop_after:
            owed.native, owed.said = False, ""  # Slack takes its own status away when ours is posted
        said = doing(task, self._store.steps(task.id))
        age = now - owed.said_at
        due = age >= (self._pace.status_every if said != owed.said else self._pace.status_again)
        if now < owed.not_before or (owed.said and not due):
            return
        try:
            if owed.native and self._natively(owed, said):
                pass
            elif now - owed.since < self._pace.status_after or not owed.posting.thread_ts:
                return
            else:
                self._writer.put(owed, status_message(task, said))
        except TROUBLE as error:
            if meaning(error) == "gone":
                raise
            # A status is no answer: it is tried again later, and never in the answer's way.
            owed.not_before = now + (retry_after(error) if meaning(error) == "wait" else self._pace.status_every)
            return
        owed.said, owed.said_at = said, now

    def _natively(self, owed: Owed, said: str) -> bool:
        try:
            owed.posting.set_status(said)
        except TROUBLE as error:
            if meaning(error) == "wait":
                raise
            owed.native = False
        return owed.native

    def _answer(self, owed: Owed, task: Task, answer: Answer) -> None:
        form = self._writer.bring(owed, task, answer)
        self._drop(owed, lambda: self._store.delivered(owed.lease, {SHOWN: form.as_dict()}))

    # --- endings

    def _trouble(self, owed: Owed, error: Exception) -> None:
        code = code_of(error)
        old = dt.datetime.now(dt.UTC) - _aware(owed.delivery.created)
        if meaning(error) == "gone" or old.total_seconds() > self._pace.give_up:
            reason = f"{REASONS.get(code, 'Slack does not take it')} ({code})"
            log.warning("The answer of task %s cannot be delivered: %s", owed.lease.task_id, reason)
            self._drop(owed, lambda: self._store.undeliverable(owed.lease, reason))
            return
        wait = retry_after(error) if meaning(error) == "wait" else self._backoff(owed)
        log.warning("The answer of task %s waits %.0f s for Slack: %s", owed.lease.task_id, wait, code)
        self._drop(owed, lambda: self._postpone(owed, code, wait))

    def _backoff(self, owed: Owed) -> float:
        whole = min(self._pace.backoff * 2.0 ** min(owed.delivery.attempts, 20), self._pace.backoff_most)
        return whole * random.uniform(0.5, 1.0)  # noqa: S311 - spreads tries, hides nothing

    def _postpone(self, owed: Owed, error: str, seconds: float) -> None:
        until = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=seconds)
        self._store.postpone(owed.lease, until, error)

    def _drop(self, owed: Owed, ending: Callable[[], None] = lambda: None) -> None:
        """Let go of a delivery; what cannot be written now is claimed anew when the lease runs out."""
        try:
            ending()
        except GraphdeskError as error:
            log.warning("The delivery of task %s was let go: %s", owed.lease.task_id, error.message)
        owed.beating.close()
        with self._lock:
            self._owed.pop(owed.lease.task_id, None)


def _aware(moment: dt.datetime) -> dt.datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
