"""Keeps leases alive for as long as they are worked under in this process."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from engine.errors import GraphdeskError
from engine.logs import about
from engine.store.lease import DeliveryLease, Lease, LeaseLost

log = logging.getLogger(__name__)

LEASE_SECONDS = 60.0

AnyLease = TypeVar("AnyLease", Lease, DeliveryLease)


class Heartbeat(Generic[AnyLease]):
    """Extends the leases held, from one thread, every third of their length."""

    def __init__(self, extend: Callable[[AnyLease, float], None], seconds: float = LEASE_SECONDS) -> None:
        """``extend``: the store's method for this kind of lease, which raises LeaseLost."""
        self.seconds = seconds
        self._extend: Callable[[AnyLease, float], None] = extend
        self._held: dict[AnyLease, float] = {}  # until when, by this process's clock
        self._lost: set[AnyLease] = set()  # of those held, what the store says that another has
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def held(self, lease: AnyLease) -> Iterator[None]:
        """Keep the lease, which was just taken for ``seconds``, alive inside the block."""
        with self._lock:
            self._held[lease] = time.monotonic() + self.seconds
            if self._thread is None:
                self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._held.pop(lease, None)
                self._lost.discard(lease)

    def left(self, lease: AnyLease) -> float:
        """How many seconds the lease surely lasts; 0 when it is lost or not held.

        To be asked right before whatever cannot be taken back, such as posting a message.
        """
        with self._lock:
            return max(self._held.get(lease, 0.0) - time.monotonic(), 0.0)

    def lost(self, lease: AnyLease) -> bool:
        """Whether it is known that the lease is lost; it is not while the store is away.

        To be asked about what may go on until then, because the store refuses its result if need be.
        """
        with self._lock:
            return lease in self._lost

    def leases(self) -> list[AnyLease]:
        """The leases held now."""
        with self._lock:
            return list(self._held)

    def close(self) -> None:
        """Stop extending."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _beat(self) -> None:
        while not self._stop.wait(self.seconds / 3):
            for lease in self.leases():
                with about(lease.task_id):
                    self._extend_one(lease)

    def _extend_one(self, lease: AnyLease) -> None:
        before = time.monotonic()
        try:
            self._extend(lease, self.seconds)
        except GraphdeskError as error:
            with self._lock:
                still = lease in self._held
                if still and isinstance(error, LeaseLost):
                    self._held[lease] = before
                    self._lost.add(lease)
            if still:  # else its task was finished in the meantime
                log.warning("The lease of task %s was not extended: %s", lease.task_id, error)
        else:
            with self._lock:
                if lease in self._held:
                    self._held[lease] = before + self.seconds
