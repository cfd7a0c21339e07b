"""SQL rows: tasks (also the queue), their steps and artifacts, and the deliveries of their answers.

SQLite by default, Postgres by ``DATABASE_URL``.
"""

from engine.store.database import StoreUnavailable
from engine.store.lease import DeliveryLease, Lease, LeaseLost, StopRequested, UnknownTask
from engine.store.queue import DEAD_AFTER
from engine.store.search import Page, TaskFilter
from engine.store.store import Store
from engine.store.tables import (
    FINISHED,
    ArtifactRow,
    Delivery,
    DeliveryState,
    Step,
    StepKind,
    Task,
    TaskSource,
    TaskStatus,
)

__all__ = [
    "DEAD_AFTER",
    "FINISHED",
    "ArtifactRow",
    "Delivery",
    "DeliveryLease",
    "DeliveryState",
    "Lease",
    "LeaseLost",
    "Page",
    "Step",
    "StepKind",
    "StopRequested",
    "Store",
    "StoreUnavailable",
    "Task",
    "TaskFilter",
    "TaskSource",
    "TaskStatus",
    "UnknownTask",
]
