"""How long who works with the database waits while another program holds it: pages not as long as a worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

BUSY_MILLISECONDS = 30_000  # for who may wait: a worker, whose work would else be lost, or a command
PAGE_SECONDS = 5.0  # for who watches a page or a terminal: longer than any of our own writers holds the database
PROBE_SECONDS = 2.0  # for who asks how the parts are: it must be known soon
_SECONDS: ContextVar[float | None] = ContextVar("patience", default=None)


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """In the block this thread waits no longer for each lock, nor longer than a block around it allows."""
    around = _SECONDS.get()
    mark = _SECONDS.set(seconds if around is None else min(seconds, around))
    try:
        yield
    finally:
        _SECONDS.reset(mark)


def busy_milliseconds(longest: int | None) -> int:
    """How long this thread waits now; ``longest``: what the database was opened with."""
    longest = BUSY_MILLISECONDS if longest is None else longest
    seconds = _SECONDS.get()
    return longest if seconds is None else min(longest, round(seconds * 1000))
