"""The answer in words, from an operator's result alone. Every figure is written as it stands in the result."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.agent.offline.phrasing import duration, ref, value, where
from engine.agent.offline.reading import Reading
from engine.catalog.wording import noun, words
from engine.operators.params import Aggregate, Compare, Duration, Find

_FUNCTIONS = {
    "min": "The least",
    "max": "The greatest",
    "avg": "The average",
    "sum": "The sum of",
    "median": "The median",
}
_SHOWN = 5  # groups or rows that a sentence names; the table has the rest


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool result says: see engine.operators.summary."""

    columns: list[str]
    units: list[str]
    rows: list[list[Any]]
    total: int
    notes: list[str]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Result:
        """From the ``data`` of a tool result."""
        columns = data.get("columns", [])
        return cls(
            [column["name"] for column in columns],
            [column.get("unit", "") for column in columns],
            data.get("rows", data.get("head", [])),
            data.get("total", data.get("row_count", 0)),
            data.get("notes", []),
        )


def composed(reading: Reading, data: Mapping[str, Any]) -> str:
    """The text of an answer: the finding first, then what a reader must know of it."""
    result = Result.of(data)
    params = reading.params
    if isinstance(params, Compare):
        text = _compared(params, result)
    elif isinstance(params, Aggregate):
        text = _aggregated(params, reading, result)
    else:
        assert isinstance(params, Find)
        text = _found(params, reading, result)
    notes = [*reading.notes, *(note for note in result.notes if note not in text)]
    return "\n\n".join([text, " ".join(dict.fromkeys(notes))]) if notes else text


def _aggregated(params: Aggregate, reading: Reading, result: Result) -> str:
    if params.group_by:
        return _groups(params, result)
    subject = f"{noun(params.label)}{where(params.filters)}"
    row = result.rows[0] if result.rows else [None]
    if params.share_of is not None:
        return _share(params, row)
    found = row[0]
    if params.measure.function in ("count", "count_distinct"):
        return _counted(params, reading, found or 0)
    if found is None:
        return f"There is nothing to measure: no {subject} with such a value."
    of = params.measure.of
    what = duration(of) if isinstance(of, Duration) else ref(of) if of else "value"
    what = what.removeprefix("the ") if params.measure.function != "sum" else what
    return f"{_FUNCTIONS[params.measure.function]} {what} is {_cell(found, result.units[0])}, over {subject}."


def _counted(params: Aggregate, reading: Reading, found: float) -> str:
    of = params.measure.of
    if params.measure.function == "count_distinct" and of is not None and not isinstance(of, Duration):
        return f"{_cell(found)} different values of {ref(of)}, over {noun(params.label)}{where(params.filters)}."
    subject = f"{noun(params.label, found)}{where(params.filters)}"
    if reading.style == "exists":
        return (
            f"Yes: {_cell(found)} {subject}."
            if found
            else f"No: there are no {noun(params.label)}{where(params.filters)}."
        )
    return (
        f"{_cell(found)} {subject}." if found else f"0: there are no {noun(params.label)}{where(params.filters)}."
    )


def _share(params: Aggregate, row: Sequence[Any]) -> str:
    whole = f"{noun(params.label)}{where(params.share_of or ())}"
    if row[0] is None:
        return f"There is nothing to take a share of: no {whole}."
    part = where(params.filters).removeprefix(" where ")
    return f"{_percent(row[0])}: {_cell(row[1])} of {_cell(row[2])} {whole}" + (
        f" are those where {part}." if part else "."
    )


def _groups(params: Aggregate, result: Result) -> str:
    subject = f"{noun(params.label)}{where(params.filters)}"
    if not result.rows:
        return f"There are no groups: nothing matches {subject}."
    keys = len(params.group_by)
    share = params.share_of is not None
    write: Callable[[Any], str] = _percent if share else lambda found: _cell(found, result.units[keys])
    named = [
        f"{' / '.join(_cell(key) for key in row[:keys])}: {write(row[keys])}"
        for row in result.rows[: params.limit or _SHOWN]
    ]
    what = "Share" if share else _measure(params)
    by = " and ".join(result.columns[:keys])
    more = (
        f" The table shows more of the {result.total:,} groups."
        if result.total > len(named) and params.limit is None
        else ""
    )
    return f"{what} of {subject}, by {by} — {'; '.join(named)}.{more}"


def _measure(params: Aggregate) -> str:
    function, of = params.measure.function, params.measure.of
    if function == "count" or of is None:
        return "Number"
    what = duration(of).removeprefix("the ") if isinstance(of, Duration) else ref(of)
    names = {
        "count_distinct": "Different values of",
        "min": "Least",
        "max": "Greatest",
        "avg": "Average",
        "sum": "Sum of",
    }
    return f"{names.get(function, function.capitalize())} {what}"


def _compared(params: Compare, result: Result) -> str:
    first = params.sides[0][1]
    if first.group_by:
        return f"{' against '.join(name for name, _ in params.sides)}, by {result.columns[0]}: see the table."
    share = first.share_of is not None
    write: Callable[[Any], str] = _percent if share else lambda found: _cell(found, result.units[1])
    figures = "; ".join(f"{_cell(row[0])}: {write(row[1])}" for row in result.rows)
    verdict = result.notes[-1] if result.notes else ""
    return f"{figures}. {verdict}".strip()


def _found(params: Find, reading: Reading, result: Result) -> str:
    subject = f"{noun(params.label, result.total)}{where(params.filters)}"
    if not result.rows:
        return f"There are no {noun(params.label)}{where(params.filters)}."
    if len(result.rows) == 1 and reading.style in ("lookup", "measure", "groups"):
        pairs = [
            f"{words(name)} {_cell(cell, unit)}"
            for name, cell, unit in zip(result.columns, result.rows[0], result.units, strict=True)
        ]
        return f"{', '.join(pairs)} ({noun(params.label, 1)}{where(params.filters)})."
    if params.distinct and len(result.columns) == 1:
        named = ", ".join(_cell(row[0]) for row in result.rows[:_SHOWN])
        more = f" and {result.total - _SHOWN:,} more" if result.total > _SHOWN else ""
        values = "value" if result.total == 1 else "values"
        return f"{result.total:,} {values} of {words(result.columns[0])}: {named}{more}."
    shown = len(result.rows) if result.total <= len(result.rows) else params.limit
    cut = f" The first {shown:,} are shown." if result.total > shown else ""
    named = "; ".join(_cell(row[0]) for row in result.rows[:_SHOWN])
    return f"{result.total:,} {subject}: {named}{' …' if len(result.rows) > _SHOWN or cut else ''}.{cut}"


def _percent(share: float | None) -> str:
    return "nothing to share" if share is None else f"{share * 100:.1f} %"


def _cell(found: object, unit: str = "") -> str:
    if found is None:
        return "(none)"
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, int | float):
        number = (
            f"{found:,}" if isinstance(found, int) else f"{found:,.0f}" if found == int(found) else f"{found:,.2f}"
        )
        return f"{number} {unit}".strip()
    if isinstance(found, list):
        return ", ".join(map(_cell, found))
    said = value(found)
    return said if isinstance(found, dt.datetime) else said.strip("“”")
