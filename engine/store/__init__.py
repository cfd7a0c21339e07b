"""SQL rows: tasks (also the queue), their steps and artifacts. SQLite by default, Postgres by ``DATABASE_URL``."""

from engine.store.database import StoreUnavailable
from engine.store.store import DEAD_AFTER, Lease, LeaseLost, Page, Store, TaskFilter, UnknownTask
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
