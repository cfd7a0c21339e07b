"""A question answered in a process of its own: so the questions that end their process are told from the others.

A worker that was killed says nothing about the questions it held: the machine may have been stopped, or another
question may have used up the memory. A process that was made for one question and was killed, while the worker
that made it lives, says it all.
"""

from __future__ import annotations

import logging
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING
from typing import Literal as OneOf

from engine.apart_process import LENGTH
from engine.errors import GraphdeskError
from engine.recording import insist
from engine.settings import Settings
from engine.store import Store, Task
from engine.store.endings import ends_its_process
from engine.store.heartbeat import Heartbeat
from engine.store.lease import Lease, LeaseLost

if TYPE_CHECKING:
    from engine.desk import Desk

log = logging.getLogger(__name__)

Ending = OneOf["lost", "killed"]
OpenDesk = Callable[[], "Desk"]
TRIES = 2  # processes of its own that a question may end: one may have been killed for the machine's memory
LOOK_SECONDS = 0.2


def work_apart(open_desk: OpenDesk, store: Store, leases: Heartbeat[Lease], task: Task, lease: Lease) -> None:
    """Finish a claimed task from another process, whose Desk ``open_desk`` (to be pickled) opens.

    A question that ends TRIES of them is given up. Raises LeaseLost when the task is not finished, for another
    reason; it is taken up again when the lease has run out.
    """
    for _ in range(TRIES):
        log.info("taken up in a process of its own, attempt %d", lease.attempt)
        ending = _run(open_desk, lease, leases)
        if store.task(task.id).done:  # whatever became of the process after that
            return
        if ending == "lost":
            raise LeaseLost
        log.error("The process that worked on nothing but task %s was killed", task.id)
    insist(lambda: store.finish(lease, ends_its_process(task)), lease, leases)


def open_from(settings: Settings) -> Desk:
    """The Desk of the settings, in a process that also logs as they say. Raises OperatorMustAct."""
    from engine import logs
    from engine.desk import Desk

    logs.install(settings)
    return Desk.open(settings)


def _run(open_desk: OpenDesk, lease: Lease, leases: Heartbeat[Lease]) -> Ending:
    """Start the process and wait for its end; it never outlives this one, nor by much a lease that is lost.

    ``lost`` is every end that is not a signal's: whether the task is finished then, the store says.
    """
    with subprocess.Popen([sys.executable, "-m", "engine.apart_process"], stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        try:
            told = pickle.dumps((open_desk, lease, leases.seconds))
            process.stdin.write(len(told).to_bytes(LENGTH, "big") + told)
            process.stdin.flush()  # and left open: it closes when this process ends
            while not leases.lost(lease):
                try:
                    process.wait(LOOK_SECONDS)
                except subprocess.TimeoutExpired:
                    continue
                return "killed" if process.returncode < 0 else "lost"
        except BrokenPipeError:  # it ended before it had read what to do
            return "lost"
        finally:
            process.kill()
    return "lost"


def answer_what_is_told(told: bytes) -> bool:
    """In that process: answer the task, under the lease of the worker that waits. False: it was let go."""
    open_desk, lease, seconds = pickle.loads(told)  # noqa: S301 - the worker wrote it
    try:
        desk = open_desk()
        desk.answer_under(lease, seconds)
    except GraphdeskError as error:  # LeaseLost too
        log.warning("The question was let go: %s", error.message)
        return False
    desk.close()
    return True
