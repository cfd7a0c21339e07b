"""What a process knows of a delivery that it holds."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Protocol

from bot.posting import Posting
from engine.answer import Table
from engine.store import Delivery, Store
from engine.store.heartbeat import LEASE_SECONDS
from engine.store.lease import DeliveryLease


class HasAnswers(Protocol):
    """The part of a Desk that answers are taken from."""

    store: Store
    owner: str

    def rows(self, task_id: str, table: Table) -> list[list[object]]:
        """All rows of an answer's table."""
        ...


@dataclass(frozen=True, slots=True)
class Pace:
    """How often what is done. Seconds."""

    tick: float = 0.25  # how soon a step or an answer is seen
    claim: float = 1.0  # how soon a question is seen that another process took in
    status_after: float = 1.0  # a status message is posted for what takes longer
    status_every: float = 3.0
    stop_after: float = 10.0  # what takes longer gets a status message with a button to stop it, in any thread
    status_again: float = 60.0  # Slack takes a status away after two minutes
    backoff: float = 2.0  # after the first failed try; doubled with each
    backoff_most: float = 300.0
    give_up: float = 86_400.0
    lease: float = LEASE_SECONDS


@dataclass
class Owed:
    """One delivery that this process holds."""

    delivery: Delivery
    lease: DeliveryLease
    posting: Posting
    beating: ExitStack
    busy: bool = False
    look_at: float = 0.0  # when to look next how its task stands
    said: str = ""  # the status last shown
    said_at: float = 0.0
    not_before: float = 0.0
    native: bool = True  # Slack shows statuses in this thread
    message_ts: str | None = None
    perhaps: bool = False  # a message of ours may stand in the thread that nobody lived, or was told, to remember
    since: float = field(default_factory=time.monotonic)
