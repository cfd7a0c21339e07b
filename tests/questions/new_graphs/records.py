"""Making and reading the rows of CSV files."""

from __future__ import annotations

import csv
import datetime as dt
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Row = dict[str, Any]

NUMBERS = ("fee", "price", "amount", "monthly_price", "effort_hours", "cost", "deposit")
INTEGERS = (
    *("floor", "years_experience", "story_points", "employees", "seats", "salary", "days", "founded_year"),
    *("length_seconds", "plays", "capacity", "bedrooms", "rent"),
)
BOOLEANS = (
    *("on_call", "telehealth", "archived", "auto_renew", "newsletter", "explicit"),
    *("active", "escalated", "furnished"),
)
COLOURS = ["Amber", "Cobalt", "Russet", "Teal", "Ochre", "Ivory"]
BIRDS = ["Heron", "Osprey", "Plover", "Wren", "Kestrel", "Avocet", "Siskin", "Dunlin"]


def pick(rng: random.Random, values: Sequence[Any], weights: Sequence[float]) -> Any:
    """One value, by weight."""
    return rng.choices(values, weights)[0]


def day(rng: random.Random, first: dt.date, days: int) -> dt.date:
    """A day within ``days`` of the first."""
    return first + dt.timedelta(days=rng.randrange(days))


def at(rng: random.Random, first: dt.date, days: int, hours: tuple[int, int] = (7, 22)) -> dt.datetime:
    """A minute of such a day, between two hours."""
    on = day(rng, first, days)
    return dt.datetime.combine(on, dt.time(rng.randrange(*hours), rng.randrange(60)))


def stamp(moment: dt.datetime | None) -> str:
    """A time as CSV files have it."""
    return f"{moment:%Y-%m-%dT%H:%M:00Z}" if moment else ""


def called(number: int) -> str:
    """The name of a person, another for each number up to 48."""
    return f"{COLOURS[number // 8 % 6]} {BIRDS[number % 8]}"


def truth(value: bool) -> str:
    """A boolean as CSV files have it."""
    return "true" if value else "false"


def value(column: str, text: str) -> Any:
    """A cell as a Python value; an empty one is missing; times are UTC."""
    if text == "":
        return None
    if column in NUMBERS:
        return float(text)
    if column in INTEGERS:
        return int(text)
    if column in BOOLEANS:
        return text in ("true", "yes")
    if column.endswith(("_at", "_on", "_date")):
        moment = dt.datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    return text


def read(folder: Path, name: str) -> list[Row]:
    """The rows of a file."""
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [{column: value(column, text) for column, text in row.items()} for row in csv.DictReader(file)]


def keyed(rows: list[Row], column: str) -> dict[str, Row]:
    """Rows by a column of theirs."""
    return {row[column]: row for row in rows}


def own(rows: list[Row], column: str, of: str, field: str) -> tuple[object, ...]:
    """A field of each of the rows that are of one thing."""
    return tuple(row[field] for row in rows if row[column] == of)


def lasted(start: dt.datetime, end: dt.datetime | None, seconds: int) -> float | None:
    """The time between two moments in a unit of so many seconds."""
    return (end - start).total_seconds() / seconds if end else None
