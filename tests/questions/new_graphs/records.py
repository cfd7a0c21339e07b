"""Making and reading the rows of CSV files."""

from __future__ import annotations

import csv
import datetime as dt
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Row = dict[str, Any]

NUMBERS = ("fee", "price", "amount", "monthly_price", "effort_hours")
INTEGERS = (
    *("floor", "years_experience", "story_points", "employees", "seats", "salary", "days", "founded_year"),
    *("length_seconds", "plays"),
)
BOOLEANS = ("on_call", "telehealth", "archived", "auto_renew", "newsletter", "explicit")


def pick(rng: random.Random, values: Sequence[Any], weights: Sequence[float]) -> Any:
    """One value, by weight."""
    return rng.choices(values, weights)[0]


def day(rng: random.Random, first: dt.date, days: int) -> dt.date:
    """A day within ``days`` of the first."""
    return first + dt.timedelta(days=rng.randrange(days))


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
