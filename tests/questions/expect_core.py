"""Expected values in plain Python: filters, groups and figures over lists of dicts, with no engine code.

A table is a list of records; a field is a value, None when missing, or a tuple when a record has several.
A filter is ``[field, op, value]``, ``["any", [filters]]``, ``["all", [filters]]`` or ``["not", filter]``.
On a field with several values a filter holds when one of them satisfies it; ``neq`` and ``without`` hold when
none equals, so they hold for missing values too.
"""

from __future__ import annotations

import datetime as dt
import statistics
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

Record = dict[str, Any]
Tables = dict[str, list[Record]]
SECONDS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400, "weeks": 604800}
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

FIGURES: dict[str, Callable[[Any], Any]] = {
    "min": min,
    "max": max,
    "sum": sum,
    "avg": statistics.fmean,
    "median": statistics.median,
}
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda a, b: a == b,
    "lt": lambda a, b: a < b,
    "lte": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "gte": lambda a, b: a >= b,
    "between": lambda a, b: b[0] <= a < b[1],
    "within": lambda a, b: a in b,
    "containing": lambda a, b: str(b).lower() in str(a).lower(),
    "starting": lambda a, b: str(a).lower().startswith(str(b).lower()),
    "ending": lambda a, b: str(a).lower().endswith(str(b).lower()),
}


def values(record: Record, field: str) -> tuple[Any, ...]:
    """The values of a field, none when it is missing."""
    found = record[field]
    if isinstance(found, tuple):
        return found
    return () if found is None else (found,)


@cache
def moment(text: str) -> dt.datetime:
    """An aware datetime of ISO text; UTC when it names no zone."""
    found = dt.datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)


def typed(value: Any, like: Any) -> Any:
    """A filter's value from JSON, as a datetime when the field holds datetimes."""
    if isinstance(value, list):
        return [typed(item, like) for item in value]
    if isinstance(like, dt.datetime) and isinstance(value, str):
        return moment(value)
    return value


def holds(record: Record, condition: list[Any]) -> bool:
    """Whether a record satisfies one filter."""
    if condition[0] == "any":
        return any(holds(record, part) for part in condition[1])
    if condition[0] == "all":
        return all(holds(record, part) for part in condition[1])
    if condition[0] == "not":
        return not holds(record, condition[1])
    field, op, wanted = condition
    found = values(record, field)
    if op == "missing":
        return (not found) == wanted
    if op == "neq":
        return wanted not in found
    if op == "without":
        return not any(item in wanted for item in found)
    if op == "several":  # how many values: the degree of a vertex
        return COMPARE[wanted[0]](len(found), wanted[1])
    return any(COMPARE[op](item, typed(wanted, item)) for item in found)


def chosen(tables: Tables, table: str, where: Iterable[list[Any]] = ()) -> list[Record]:
    """The records of a table that satisfy every filter."""
    conditions = list(where)
    return [record for record in tables[table] if all(holds(record, condition) for condition in conditions)]


def bucket(value: Any, size: str | None) -> Any:
    """The bucket of a datetime, as text: 2016-03, 2016-Q1, Monday, 2016-03-07, 9."""
    if size is None:
        return value
    forms = {
        "year": str(value.year),
        "quarter": f"{value.year}-Q{(value.month + 2) // 3}",
        "month": f"{value.year}-{value.month:02d}",
        "day": value.date().isoformat(),
        "weekday": WEEKDAYS[value.weekday()],
        "hour_of_day": value.hour,
    }
    return forms[size]


def amounts(records: list[Record], of: str | list[str] | None, unit: str) -> list[Any]:
    """The values measured: a field's, or the time from one field to another in a unit."""
    if isinstance(of, list):
        both = [(r[of[0]], r[of[1]]) for r in records if r[of[0]] is not None and r[of[1]] is not None]
        return [(end - start).total_seconds() / SECONDS[unit] for start, end in both]
    assert of is not None
    return [value for record in records for value in values(record, of)]


def measured(records: list[Record], function: str, of: str | list[str] | None, unit: str = "hours") -> Any:
    """One figure of some records."""
    if function == "count":
        return len(records)
    found = amounts(records, of, unit)
    if function == "count_values":
        return len(found)
    if function == "count_distinct":
        return len(set(found))
    if not found:
        return None
    return FIGURES[function](found)


def grouped(tables: Tables, table: str, by: str, where: Iterable[list[Any]] = (), size: str | None = None):
    """Records by the value of a field; a record with several values is in several groups."""
    groups: dict[Any, list[Record]] = {}
    for record in chosen(tables, table, where):
        for value in dict.fromkeys(bucket(item, size) for item in values(record, by)):
            groups.setdefault(value, []).append(record)
    return groups


def number(tables: Tables, table: str, where=(), function="count", of=None, unit="hours") -> Any:
    """One figure: a count, distinct count, least, greatest, average, sum or median."""
    return measured(chosen(tables, table, where), function, of, unit)


def share(tables: Tables, table: str, where=(), of=()) -> float:
    """The part of the records in ``of`` that also satisfy ``where``, 0 to 1."""
    whole = chosen(tables, table, of)
    return sum(all(holds(record, c) for c in where) for record in whole) / len(whole)


def shares(tables: Tables, table: str, by: str, where=(), of=()) -> list[list[Any]]:
    """The share within each group."""
    groups = grouped(tables, table, by, of)
    return [[key, sum(all(holds(r, c) for c in where) for r in rs) / len(rs)] for key, rs in groups.items()]


def top_share(tables: Tables, lowest: bool = False, **arguments: Any) -> list[list[Any]]:
    """The group of the highest share, and all that tie with it."""
    rows = shares(tables, **arguments)
    first = (min if lowest else max)(figure for _, figure in rows)
    return [row for row in rows if row[1] == first]


def names(tables: Tables, table: str, field: str, where=(), order=None, descending=True, limit=None) -> list[Any]:
    """The distinct values of a field; with ``order`` the first ``limit`` records by another field."""
    records = chosen(tables, table, where)
    if order is not None:
        records = [r for r in records if measured([r], "max", order) is not None]
        records.sort(key=lambda r: measured([r], "max", order), reverse=descending)
        if limit is not None and len(records) > limit:
            first, last = measured([records[limit - 1]], "max", order), measured([records[limit]], "max", order)
            assert first != last, "a tie at the cut: the question has no single answer"
            records = records[:limit]
    return list(dict.fromkeys(value for record in records for value in values(record, field)))


def groups(
    tables: Tables, table: str, by: str, where=(), size=None, function="count", of=None, unit="hours", having=None
) -> list[list[Any]]:
    """Rows of group and figure, highest first; ``having`` is ``[op, number]``."""
    found = grouped(tables, table, by, where, size)
    rows = [[key, measured(records, function, of, unit)] for key, records in found.items()]
    rows = [row for row in rows if row[1] is not None]
    if having is not None:
        rows = [row for row in rows if COMPARE[having[0]](row[1], having[1])]
    return sorted(rows, key=lambda row: (-row[1], str(row[0])))


def group_names(tables: Tables, **arguments: Any) -> list[Any]:
    """The groups of ``groups``, without their figures."""
    return [name for name, _ in groups(tables, **arguments)]


def top(tables: Tables, limit: int, lowest: bool = False, **arguments: Any) -> list[list[Any]]:
    """The first rows of ``groups``. All rows that tie with the last one are in: any of them will do."""
    rows = groups(tables, **arguments)
    if lowest:
        rows.reverse()
    return [row for row in rows if row in rows[:limit] or row[1] == rows[:limit][-1][1]]


def sides(tables: Tables, table: str, each: dict[str, list[Any]], **arguments: Any) -> list[list[Any]]:
    """The same figure for each of several named filters: rows of name and figure, highest first."""
    rows = [[name, number(tables, table, where, **arguments)] for name, where in each.items()]
    return sorted(rows, key=lambda row: -row[1])


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "number": number,
    "share": share,
    "shares": shares,
    "top_share": top_share,
    "names": names,
    "groups": groups,
    "group_names": group_names,
    "top": top,
    "sides": sides,
}
