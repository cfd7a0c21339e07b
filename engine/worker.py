"""Threads that answer the questions which wait in the store, for processes that also do something else."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time

from engine.desk import Desk
from engine.errors import GraphdeskError
from engine.store import LeaseLost
from engine.store.workers import BEAT_SECONDS

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0  # how soon a question is seen that another process submitted
TROUBLE_SECONDS = 5.0  # how long to wait before asking a broken store again
PRESENCE_SECONDS = 2.0  # how long a stop waits for a beat that is under way


class Worker:
    """``threads`` claim loops over one Desk. ``wake`` after each submit in this process saves the poll."""

    def __init__(self, desk: Desk, threads: int = 2) -> None:
        self._desk = desk
        self._stopping = False
        self._turn = threading.Condition()
        self._ended = threading.Event()
        self._presence = threading.Thread(target=self._beat, name="presence", daemon=True)
        self._threads = [
            threading.Thread(target=self._serve, name=f"worker-{number}", daemon=True) for number in range(threads)
        ]

    def start(self) -> None:
        """Begin to claim."""
        for thread in self._threads:
            thread.start()
        self._presence.start()
        threading.Thread(target=self._warm, name="warm-up", daemon=True).start()

    def wake(self) -> None:
        """Say that a question was just submitted."""
        with self._turn:
            self._turn.notify()

    def stop(self, timeout: float | None = None) -> bool:
        """Claim no more, and wait up to ``timeout`` seconds for the questions being answered.

        What is not answered by then is handed back to the queue: another process takes it up at once. False:
        something was, and what is still done for it goes on until the process ends.
        """
        ends = None if timeout is None else time.monotonic() + timeout
        with self._turn:
            self._stopping = True
            self._turn.notify_all()
        for thread in self._threads:
            if thread.ident is not None:  # else something failed before the start
                thread.join(None if ends is None else max(ends - time.monotonic(), 0))
        self._end()
        if not any(thread.is_alive() for thread in self._threads):
            return True
        try:
            handed = self._desk.hand_back()
        except GraphdeskError as error:
            log.warning("Questions could not be handed back: %s They are taken up by and by.", error.message)
        else:
            log.warning("Stopped before the end: %d under way went back to the queue", handed)
        return False

    def _beat(self) -> None:
        """Keep it known in the store that this process answers, for as long as it does."""
        name = f"{socket.gethostname()}:{os.getpid()}"
        while True:
            try:
                self._desk.store.worker_beats(self._desk.owner, name, len(self._threads))
            except GraphdeskError as error:
                log.warning("That this worker lives could not be noted: %s", error.message)
            except Exception:
                log.exception("That this worker lives could not be noted")
            if self._ended.wait(BEAT_SECONDS):
                return

    def _end(self) -> None:
        self._ended.set()
        if self._presence.ident is None:
            return
        self._presence.join(PRESENCE_SECONDS)
        try:
            self._desk.store.worker_ends(self._desk.owner)
        except GraphdeskError as error:
            log.warning("That this worker stops could not be noted: %s", error.message)

    def _warm(self) -> None:
        try:
            self._desk.warm()
        except GraphdeskError as error:
            log.warning("The graph is not ready: %s %s", error.message, error.hint)
        except Exception:
            if not self._stopping:  # else the graph was closed under it
                log.exception("Warming up failed")

    def _serve(self) -> None:
        while not self._stopping:
            pause = POLL_SECONDS
            try:
                if self._desk.answer_next() is not None:
                    continue
            except LeaseLost:
                continue  # another worker took the question over, or it was handed back
            except GraphdeskError as error:
                log.warning("No question could be taken: %s %s", error.message, error.hint)
                pause = TROUBLE_SECONDS
            except Exception:
                log.exception("The worker failed")
                pause = TROUBLE_SECONDS
            with self._turn:
                if not self._stopping:
                    self._turn.wait(pause)
