"""Plain Python values out of what an engine or driver returns."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Hashable

from engine.answer import jsonable
from engine.graph.backend import Limits, Result


def aware(value: dt.datetime) -> dt.datetime:
    """In UTC; a naive time is taken for UTC (JanusGraph returns UTC times without a zone)."""
    return value.replace(tzinfo=dt.UTC) if value.tzinfo is None else value.astimezone(dt.UTC)


def hashable(value: object) -> Hashable:
    """A map key: lists as tuples, maps as tuples of pairs, sets frozen; everything else as it is."""
    if isinstance(value, list | tuple):
        return tuple(hashable(item) for item in value)
    if isinstance(value, dict):
        return tuple((hashable(key), hashable(item)) for key, item in value.items())
    if isinstance(value, set):
        return frozenset(hashable(item) for item in value)
    if not isinstance(value, Hashable):
        raise TypeError(f"{type(value).__name__} cannot be a map key")
    return value


def size(row: object) -> int:
    """Bytes of one row as JSON text."""
    return len(json.dumps(jsonable(row), ensure_ascii=False).encode())


def capped(
    rows: list[object], limits: Limits, elapsed: dt.timedelta, *, cut_before: str = "", at_most: int | None = None
) -> Result:
    """The rows within both caps.

    ``cut_before`` names a cap that an engine has already applied. ``at_most``: bytes that the rows are known not
    to exceed, so that they need not be measured one by one.
    """
    truncated = cut_before
    if len(rows) > limits.rows:
        rows, truncated = rows[: limits.rows], "rows"
    if at_most is not None and at_most <= limits.bytes:
        return Result(rows, truncated, elapsed)
    room = limits.bytes
    for position, row in enumerate(rows):
        room -= size(row)
        if room < 0:
            return Result(rows[:position], "bytes", elapsed)
    return Result(rows, truncated, elapsed)
