"""What is done for a question, kept in the store step by step as it is done."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from engine.observer import Observer
from engine.store import Lease, LeaseLost, StepTaken, Store, StoreUnavailable
from engine.store.artifacts import Artifact
from engine.store.heartbeat import Heartbeat

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Progress:
    """What is going on: a step that ended (``kind``, ``title``), or a piece of ``text`` as it is written."""

    kind: str
    title: str = ""
    text: str = ""


OnProgress = Callable[[Progress], None]


def insist(write: Callable[[], object], lease: Lease, leases: Heartbeat[Lease]) -> None:
    """Write, again and again while the lease lasts: a database that is away for a while costs no answer.

    Raises StoreUnavailable when it stays away.
    """
    while True:
        try:
            write()
        except StoreUnavailable as error:
            if leases.left(lease) <= RETRY_SECONDS:
                raise
            log.warning("What was done for task %s cannot be kept yet: %s", lease.task_id, error.message)
            time.sleep(RETRY_SECONDS)
        else:
            return


@contextmanager
def unbroken() -> Iterator[None]:
    """Ctrl-C waits for the end of the block: what is committed in it is also known outside of it."""
    if threading.current_thread() is not threading.main_thread():  # only there it arrives
        yield
        return
    came: list[Any] = []
    before = signal.signal(signal.SIGINT, lambda *given: came.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came and callable(before):
        before(*came[0])


class StoreRecorder:
    """Writes steps to the store under a lease, and tells whoever watches. See ``engine.agent.run.Recorder``.

    ``trouble``: why something could not be kept. An answer that was made in spite of it does not count.
    """

    def __init__(
        self,
        store: Store,
        lease: Lease,
        leases: Heartbeat[Lease],
        on_progress: OnProgress | None,
        observer: Observer,
    ) -> None:
        self._store = store
        self._observer = observer
        self._lease = lease
        self._leases = leases
        self._tell = on_progress or (lambda _: None)
        self._turn = threading.Lock()
        self.trouble: LeaseLost | StoreUnavailable | None = None

    def step(self, step: StepTaken) -> None:
        """Keep a step. Raises LeaseLost, StopRequested, StoreUnavailable."""
        self._observer.step(step)  # spent, whether it is kept or not
        with self._turn:
            self._keep(lambda: self._store.add_step(self._lease, step))
        self._tell(Progress(step.kind, step.title))

    def artifact(self, artifact: Artifact) -> None:
        """Keep that a result was kept. Raises LeaseLost, StoreUnavailable."""
        columns = [column.name for column in artifact.columns]
        kept = (artifact.handle, artifact.title, columns, artifact.row_count)
        self._keep(lambda: self._store.add_artifact(self._lease, *kept))

    def text(self, piece: str) -> None:
        """Hand on a piece of text as it is written."""
        self._tell(Progress("text", text=piece))

    def _keep(self, write: Callable[[], object]) -> None:
        try:
            insist(write, self._lease, self._leases)
        except (LeaseLost, StoreUnavailable) as error:
            self.trouble = error
            raise
