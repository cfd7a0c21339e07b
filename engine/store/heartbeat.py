"""Keeps leases alive for as long as their tasks are worked on in this process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import GraphdeskError
from engine.store.lease import Lease
from engine.store.store import Store

log = logging.getLogger(__name__)

LEASE_SECONDS = 60.0


class Heartbeat:
    """Extends the leases held, from one thread, every third of their length."""

    def __init__(self, store: Store, seconds: float = LEASE_SECONDS) -> None:
        self.seconds = seconds
        self._store = store
        self._held: set[Lease] = set()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def held(self, lease: Lease) -> Iterator[None]:
        """Keep the lease alive inside the block."""
        with self._lock:
            self._held.add(lease)
            if self._thread is None:
                self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._held.discard(lease)

    def close(self) -> None:
        """Stop extending."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _beat(self) -> None:
        while not self._stop.wait(self.seconds / 3):
            with self._lock:
                held = list(self._held)
            for lease in held:
                self._extend(lease)

    def _extend(self, lease: Lease) -> None:
        try:
            self._store.heartbeat(lease, self.seconds)
        except GraphdeskError as error:
            with self._lock:
                still = lease in self._held
            if still:  # else its task was finished in the meantime
                log.warning("The lease of task %s was not extended: %s", lease.task_id, error)
