"""Order of groups, the same on every engine: by measure, then by key; and ties at the cut kept visible."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from engine.operators.buckets import order_of
from engine.operators.measures import Key
from engine.operators.summary import shown
from engine.store.artifacts import Row

_MOST_TIES = 10


def order(rows: list[Row], keys: Sequence[Key], at: int, way: str) -> list[Row]:
    """Rows by the measure in column ``at``, equal ones and ``key`` by the key; missing values last."""

    def by_key(row: Row) -> list[object]:
        return [
            sortable(order_of(key.slots.bucket, row[i]) if key.slots else row[i]) for i, key in enumerate(keys)
        ]

    rows = sorted(rows, key=by_key)
    if way == "key":
        return rows
    there = [row for row in rows if row[at] is not None]
    there.sort(key=lambda row: sortable(row[at]), reverse=way == "desc")
    return there + [row for row in rows if row[at] is None]


def sortable(value: object) -> tuple[str, object]:
    """A sort key for values of mixed types: numbers first, then the others by type."""
    if isinstance(value, bool | int | float):
        return ("", value)
    return (type(value).__name__, value if isinstance(value, str | dt.datetime) else str(value))


def cut(rows: list[Row], limit: int, at: int) -> tuple[list[Row], list[str]]:
    """The first ``limit`` rows and up to ten more that tie with the last one (as SQL's WITH TIES), and a note."""
    kept, rest = rows[:limit], rows[limit:]
    if not kept or not rest or kept[-1][at] is None:
        return kept, []
    tied = [row for row in rest if row[at] == kept[-1][at]]
    if not tied:
        return kept, []
    level = sum(row[at] == kept[-1][at] for row in kept)
    note = f"Tie at the cut: {level + len(tied):,} groups have {shown(kept[-1][at])}; " + (
        "all are listed." if len(tied) <= _MOST_TIES else f"{level} of them are listed."
    )
    return (kept + tied if len(tied) <= _MOST_TIES else kept), [note]
