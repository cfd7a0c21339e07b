"""The incidents as plain records, straight from the CSV. Values as the file has them; ``?`` is missing."""

from __future__ import annotations

import csv
import datetime as dt
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

TIMES = ("opened_at", "resolved_at", "closed_at")
NUMBERS = ("impact", "urgency", "priority", "reassignment_count", "reopen_count")
BOOLEANS = ("knowledge", "made_sla")


def value(column: str, text: str) -> Any:
    """A cell as a Python value; times are UTC, as the file names no zone."""
    if text in ("?", ""):
        return None
    if column in TIMES:
        return dt.datetime.strptime(text, "%d/%m/%Y %H:%M").replace(tzinfo=dt.UTC)
    if column in NUMBERS:
        return int(text)
    if column in BOOLEANS:
        return text == "true"
    return text


@cache
def tables(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """One table: the incidents, each with its hours to resolution, its weekday, and how many its caller has."""
    with (folder / "incidents_last_state.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    incidents = [{column: value(column, text) for column, text in row.items()} for row in rows]
    reported = Counter(incident["caller_id"] for incident in incidents)
    for incident in incidents:
        opened, resolved = incident["opened_at"], incident["resolved_at"]
        incident["resolution_hours"] = None if resolved is None else (resolved - opened).total_seconds() / 3600
        incident["weekday"] = opened.strftime("%A")
        incident["caller_incidents"] = reported[incident["caller_id"]]
    return {"incident": incidents}
