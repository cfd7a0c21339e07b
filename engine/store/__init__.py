"""SQL rows: tasks (also the queue), their steps and artifacts. SQLite by default, Postgres by ``DATABASE_URL``."""

from engine.store.database import StoreUnavailable
from engine.store.lease import Lease, LeaseLost, UnknownTask
from engine.store.search import Page, TaskFilter
from engine.store.store import DEAD_AFTER, Store
from engine.store.tables import FINISHED, ArtifactRow, Step, StepKind, Task, TaskStatus

__all__ = [
    "DEAD_AFTER",
    "FINISHED",
    "ArtifactRow",
    "Lease",
    "LeaseLost",
    "Page",
    "Step",
    "StepKind",
    "Store",
    "StoreUnavailable",
    "Task",
    "TaskFilter",
    "TaskStatus",
    "UnknownTask",
]
