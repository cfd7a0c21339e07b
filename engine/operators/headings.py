"""The names of a result's columns as headings of a table that people read."""

from __future__ import annotations

from engine.catalog.wording import bare, words

_MEASURES = {
    "avg": "average",
    "count_distinct": "different",
    "max": "highest",
    "median": "median",
    "min": "lowest",
    "sum": "total",
}


def heading(name: str) -> str:
    """ "telemetry device platform", "average time from opened to resolved"."""
    function, _, of = name.partition(" ")
    if of and function in _MEASURES:
        return f"{_MEASURES[function]} {heading(of)}"
    start, to, end = name.partition(" to ")
    if to:
        return f"time from {bare(start)} to {bare(end)}"
    return words(name)
