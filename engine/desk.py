"""The Desk: everything that answers questions, opened from Settings. Surfaces talk to nothing else."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import logging
import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.agent.backbone import Backbone
from engine.agent.run import NullRecorder, Recorder, Run
from engine.answer import Answer, Table
from engine.apart import OpenDesk, open_from, work_apart
from engine.catalog.catalog import Catalog, CatalogCache
from engine.failed import failed
from engine.graph.backend import GraphBackend, Health
from engine.graph.profile import Profile
from engine.health import model_health, store_health
from engine.logs import about
from engine.observer import Nobody, Observer, told_again
from engine.opening import artifacts_of, backbone_of, budget_of, context_of, open_graph, open_store, profile_of
from engine.operators.graph_data import graph_operators
from engine.operators.operator import Registry
from engine.recording import OnProgress, StoreRecorder, insist, unbroken
from engine.settings import Settings
from engine.store import (
    DEAD_AFTER,
    Lease,
    LeaseLost,
    Store,
    StoreUnavailable,
    Task,
    TaskFilter,
    TaskSource,
)
from engine.store.artifacts import Row, UnknownArtifact
from engine.store.endings import stopped
from engine.store.heartbeat import LEASE_SECONDS, Heartbeat

log = logging.getLogger(__name__)

NOTHING = NullRecorder()
EARLIER = 3  # answered questions of the same conversation that the model is shown
POLL_SECONDS = 0.2
SHARED_TRIES = 4  # claims, after which a question whose workers died gets a process of its own
DEAD_APART_AFTER = 25  # claims of a question that also takes the worker with it which waits for that process


class Desk:
    """One graph, one backbone, one store. Thread-safe: questions may be answered side by side."""

    def __init__(
        self,
        settings: Settings,
        *,
        backend: GraphBackend,
        profile: Profile,
        backbone: Backbone,
        store: Store,
        operators: Registry,
        catalogs: CatalogCache | None = None,
        lease_seconds: float = LEASE_SECONDS,
        open_apart: OpenDesk | None = None,
    ) -> None:
        """``lease_seconds``: how long a question is left alone whose worker does not say that it lives.

        ``open_apart``: opens this Desk in another process, for questions whose workers died; without it they are
        given up when DEAD_AFTER of them did.
        """
        self.settings = settings
        self.backend = backend
        self.profile = profile
        self.backbone = backbone
        self.store = store
        self.operators = operators
        self.owner = secrets.token_hex(4)  # who holds leases: this process
        self.catalogs = catalogs or CatalogCache(backend, profile)
        self._leases = Heartbeat(store.heartbeat, lease_seconds)
        self.observer: Observer = Nobody()
        self._claiming = threading.Lock()
        self._handed_back = False
        self._open_apart = open_apart

    @classmethod
    def open(cls, settings: Settings) -> Desk:
        """Open graph, store and backbone as the settings say.

        Raises OperatorMustAct for whatever cannot be had (GraphUnavailable, StoreUnavailable, a wrong file).
        """
        profile, backend = open_graph(settings)
        profile = profile_of(profile, backend)
        catalogs = CatalogCache(backend, profile)
        return cls(
            settings,
            backend=backend,
            profile=profile,
            catalogs=catalogs,
            backbone=backbone_of(settings, catalogs),
            store=open_store(settings),
            operators=graph_operators(),
            open_apart=functools.partial(open_from, settings),
        )

    # --- asking

    def submit(
        self,
        question: str,
        asked_by: str = "",
        conversation: str = "",
        *,
        source: TaskSource = "console",
        dedupe_key: str | None = None,
        delivery: Mapping[str, Any] | None = None,
    ) -> str:
        """Commit the question and return its task id; a worker (or ``answer``) does the rest.

        ``dedupe_key``: the id of the task that has it, if there is one. ``delivery``: where the answer is owed to.
        """
        task = self.store.create_task(
            question,
            asked_by=asked_by,
            conversation=conversation,
            source=source,
            dedupe_key=dedupe_key,
            delivery=delivery,
        )
        return task.id

    def ask(
        self,
        question: str,
        asked_by: str = "",
        conversation: str = "",
        on_progress: OnProgress | None = None,
        *,
        source: TaskSource = "command",
    ) -> Answer:
        """Commit the question and answer it here and now. Ctrl-C ends the question too."""
        task: Task | None = None
        lease: Lease | None = None
        try:
            with unbroken():
                task, lease = self.store.create_claimed(
                    question,
                    self.owner,
                    self._leases.seconds,
                    asked_by=asked_by,
                    conversation=conversation,
                    source=source,
                )
            with self._leases.held(lease):
                return self._work(task, lease, on_progress)
        except KeyboardInterrupt:  # whoever asked wants no answer any more, from this process or another
            if task and lease:
                with contextlib.suppress(LeaseLost):  # it was just answered
                    self.store.finish(lease, stopped(task))
            raise

    def answer(self, task_id: str, on_progress: OnProgress | None = None) -> Answer:
        """The answer of a submitted task: made here, or waited for when another worker has it.

        Raises UnknownTask, StoreUnavailable; whatever else goes wrong is an Answer with ``status`` failed.
        """
        while True:
            task = self.store.task(task_id)
            if task.answer is not None:
                return Answer.from_dict(task.answer)
            if task.lease_until is None or task.lease_until < dt.datetime.now(dt.UTC):
                with self._claimed(task_id) as claimed:
                    if claimed:
                        return self._take_up(*claimed, on_progress)
            time.sleep(POLL_SECONDS)

    def answer_next(self) -> Answer | None:
        """Answer the task whose turn it is. None: no task waits, or this process has handed its tasks back.

        Raises StoreUnavailable; LeaseLost when another worker took the task over meanwhile.
        """
        with self._claimed() as claimed:
            return self._take_up(*claimed, None, wait=False) if claimed else None

    def answer_under(self, lease: Lease, seconds: float) -> Answer:
        """Answer a task that was claimed by another process, which waits for this one, for ``seconds`` at a time.

        Raises LeaseLost.
        """
        self._leases.seconds = seconds
        with self._leases.held(lease):
            return self._work(self.store.task(lease.task_id), lease, None, wait=False)

    def stop(self, task_id: str) -> None:
        """Stop a question that waits or runs, here or in another process; a finished one stays as it is.

        Raises UnknownTask.
        """
        self.store.request_stop(task_id)

    def hand_back(self) -> int:
        """Give all questions under way here back to the queue, for another process; how many.

        Whatever is still done for them is thrown away. None is claimed here any more: neither what waits, nor,
        by a thread that has not yet heard, what was just given back.
        """
        with self._claiming:  # a claim under way ends first, and is among those given back
            self._handed_back = True
        handed = 0
        for lease in self._leases.leases():
            with contextlib.suppress(LeaseLost):  # it was just finished
                self.store.release(lease)
                handed += 1
        return handed

    # --- the rest

    def rows(self, task_id: str, table: Table) -> list[Row]:
        """All rows of an answer's table; those in the answer where the artifact is no longer there."""
        try:
            return artifacts_of(self.settings, task_id).rows(table.handle)
        except UnknownArtifact:
            return table.rows

    def warm(self) -> None:
        """Do now what the first question would wait for: schema, catalog, handler, tools, late imports.

        Raises GraphUnavailable.
        """
        from engine.agent.direct import first_request
        from engine.agent.tools import ToolBox

        catalog = self.catalogs.get()
        run = self._run("since 2020", catalog)  # speaks of time, so that the reader of dates is there
        request = first_request(run, ToolBox(self.operators, run), catalog)
        if self.backbone.name == "offline":  # a model's call would cost
            self.backbone.call(request)
        import pyarrow.parquet  # noqa: F401 - what artifacts are written with

    def health(self) -> dict[str, Health]:
        """The state of each part, by name: ``graph``, ``store``, ``model``."""
        return {
            "graph": self.backend.health(),
            "store": store_health(self.store),
            "model": model_health(self.backbone.name),
        }

    def close(self) -> None:
        """Release connections, memory and threads."""
        self._leases.close()
        self.backend.close()
        self.store.close()

    # --- inside

    @contextlib.contextmanager
    def _claimed(self, task_id: str | None = None) -> Iterator[tuple[Task, Lease] | None]:
        """Claim the task whose turn it is (or ``task_id``), and hold it in the block. None: there is none."""
        dead_after = DEAD_AFTER if self._open_apart is None else DEAD_APART_AFTER
        with contextlib.ExitStack() as held:
            with self._claiming:  # nothing is claimed and not yet held when hand_back looks
                claimed = None
                if not self._handed_back:
                    claimed = self.store.claim(self.owner, self._leases.seconds, task_id, dead_after=dead_after)
                if claimed:
                    held.enter_context(self._leases.held(claimed[1]))
            yield claimed

    def _take_up(self, task: Task, lease: Lease, on_progress: OnProgress | None, *, wait: bool = True) -> Answer:
        """Work on a task that is held, here; or in a process of its own when it lost SHARED_TRIES workers."""
        if self._open_apart is None or lease.attempt <= SHARED_TRIES:
            return self._work(task, lease, on_progress, wait=wait)
        with about(task.id):
            try:
                work_apart(self._open_apart, self.store, self._leases, task, lease)
            except LeaseLost:
                if not wait:
                    raise
                return self.answer(task.id)
        told_again(self.store, lease, self.observer)
        answer = Answer.from_dict(self.store.task(task.id).answer or {})
        self.observer.answered(task, answer)
        return answer

    def _work(self, task: Task, lease: Lease, on_progress: OnProgress | None, *, wait: bool = True) -> Answer:
        """``wait``: for another worker's answer, when one took the task over."""
        recorder = StoreRecorder(self.store, lease, self._leases, on_progress, self.observer)
        with about(task.id):
            log.info("taken up, attempt %d", lease.attempt)
            try:
                answer = self._guarded(task, recorder)
                insist(lambda: self.store.finish(lease, answer), lease, self._leases)
            except LeaseLost:  # another worker took over: its answer is the one that counts
                if not wait:
                    raise
                return self.answer(task.id)
            self.observer.answered(task, answer)
            usage = answer.usage
            log.info(
                "%s in %.2f s, %d model calls, %.4f dollars",
                answer.status,
                usage.seconds,
                usage.calls,
                usage.dollars,
            )
        return answer

    def _guarded(self, task: Task, recorder: StoreRecorder) -> Answer:
        try:
            answer = self._answered(task, recorder)
            if recorder.trouble is not None:  # the agent takes it for a part that is down, and says so
                raise recorder.trouble
        except (LeaseLost, StoreUnavailable):
            raise
        except Exception as error:
            answer = failed(error, task.id)
        return replace(answer, question=task.question, task_id=task.id, backbone=self.backbone.name)

    def _answered(self, task: Task, recorder: StoreRecorder) -> Answer:
        from engine.agent import direct

        catalog = self.catalogs.get()
        run = self._run(task.question, catalog, task.id, recorder)
        return direct.answer(run, self.backbone, self.operators, catalog, self._earlier(task))

    def _run(self, question: str, catalog: Catalog, task_id: str = "", recorder: Recorder = NOTHING) -> Run:
        context = context_of(self.settings, self.backend, catalog, task_id)
        return Run(question, context, budget_of(self.settings), recorder)

    def _earlier(self, task: Task) -> list[tuple[str, str]]:
        """Question and answer text of what was asked before in the same conversation, oldest first."""
        if not task.conversation:
            return []
        wanted = TaskFilter(conversation=task.conversation, statuses=("answered",), until=task.created)
        before = self.store.tasks(wanted, limit=EARLIER).tasks
        return [(earlier.question, earlier.answer_text) for earlier in reversed(before)]
