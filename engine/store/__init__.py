"""SQL rows: tasks (also the queue), their steps and artifacts, the deliveries of their answers; people.

SQLite by default, Postgres by ``DATABASE_URL``.
"""

from engine.store.audit import Actor, AuditPage
from engine.store.lease import DeliveryLease, Lease, LeaseLost, StopRequested, UnknownTask
from engine.store.listing import FACETS, Facets, ListFilter, Slice
from engine.store.overview import QueueState
from engine.store.people import LastAdmin, PersonExists, UnknownPerson
from engine.store.people_tables import ROLES, ApiToken, Audit, Person, Role, SavedView, SignedIn
from engine.store.queue import DEAD_AFTER
from engine.store.search import Page, TaskFilter
from engine.store.step_taken import StepTaken
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
from engine.store.trouble import StoreUnavailable
from engine.store.workers import WorkerSeen

__all__ = [
    "DEAD_AFTER",
    "FACETS",
    "FINISHED",
    "ROLES",
    "Actor",
    "ApiToken",
    "ArtifactRow",
    "Audit",
    "AuditPage",
    "Delivery",
    "DeliveryLease",
    "DeliveryState",
    "Facets",
    "LastAdmin",
    "Lease",
    "LeaseLost",
    "ListFilter",
    "Page",
    "Person",
    "PersonExists",
    "QueueState",
    "Role",
    "SavedView",
    "SignedIn",
    "Slice",
    "Step",
    "StepKind",
    "StepTaken",
    "StopRequested",
    "Store",
    "StoreUnavailable",
    "Task",
    "TaskFilter",
    "TaskSource",
    "TaskStatus",
    "UnknownPerson",
    "UnknownTask",
    "WorkerSeen",
]
