"""Windows of time, and buckets of it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable
from zoneinfo import ZoneInfo

from tests.support.desk_asked import (
    BERLIN,
    DAYS,
    KATHMANDU,
    KOLKATA,
    Question,
    count,
    counted,
    is_,
    negated,
    q,
    ref,
)
from tests.support.deskgraph import CASES, utc


def window(prop: str, low: str, high: str, zone: str = "UTC") -> Question:
    begin, end = (dt.datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)) for text in (low, high))
    return q(
        f"{prop} from {low} to {high} in {zone}",
        count(is_(prop, "between", low, high=high)),
        counted(lambda c: begin <= c["createdAt"] < end),
        zone=zone,
    )


WINDOWS = [
    *(window(prop, "2025-01-01", "2025-05-01") for prop in ("createdAt", "createdText", "stamp", "day")),
    window("createdAt", "2025-01-01", "2025-04-01", BERLIN),
    window("createdText", "2025-01-01", "2025-04-01", BERLIN),
    window("createdAt", "2025-03-30", "2025-03-31", BERLIN),
    window("createdAt", "2025-01-01", "2025-04-01", KOLKATA),
    window("createdAt", "2025-04-30T23:59:59", "2025-05-01T00:00:00"),
    window("createdText", "2025-04-30T23:59:59", "2025-05-01T00:00:00"),
    window("stamp", "2025-04-30 23:59:59", "2025-05-01 00:00:00"),
    q(
        "in a month",
        count(is_("createdAt", "eq", "2025-04")),
        counted(lambda c: f"{c['createdAt']:%Y-%m}" == "2025-04"),
    ),
    q(
        "in a year, as a number",
        count(is_("createdAt", "eq", 2025)),
        counted(lambda c: c["createdAt"].year == 2025),
    ),
    q("not in a year", count(is_("createdAt", "neq", "2025")), counted(lambda c: c["createdAt"].year != 2025)),
    q(
        "after a day means from the next",
        count(is_("createdAt", "gt", "2025-04-30")),
        counted(lambda c: c["createdAt"] >= utc("2025-05-01")),
    ),
    q(
        "up to a day means all of it",
        count(is_("stamp", "lte", "2025-04-30")),
        counted(lambda c: c["createdAt"] < utc("2025-05-01")),
    ),
    q(
        "before a day",
        count(is_("createdText", "lt", "2025-05-01")),
        counted(lambda c: c["createdAt"] < utc("2025-05-01")),
    ),
    q(
        "after a moment",
        count(is_("createdText", "gt", "2025-04-30T23:59:59Z")),
        counted(lambda c: c["createdAt"] > utc("2025-04-30T23:59:59")),
    ),
    q("at a moment, other offset", count(is_("createdAt", "eq", "2025-05-01T02:00:00+02:00")), [[1]]),
    q(
        "never resolved by then",
        count(negated(is_("resolvedAt", "lt", "2025-04-10"))),
        counted(lambda c: not (c["resolvedAt"] and c["resolvedAt"] < utc("2025-04-10"))),
    ),
]


def bucket(name: str, zone: str, key: Callable[[dt.datetime], object], prop: str = "createdAt") -> Question:
    found = Counter(key(case["createdAt"].astimezone(ZoneInfo(zone))) for case in CASES.values())
    return q(
        f"{prop} by {name} in {zone}",
        count(group_by=[{"ref": ref(prop), "bucket": name}], order="key"),
        [[key, n] for key, n in found.items()],
        zone=zone,
    )


_BUCKETS: dict[str, Callable[[dt.datetime], object]] = {
    "hour_of_day": lambda t: t.hour,
    "day": lambda t: t.strftime("%Y-%m-%d"),
    "weekday": lambda t: DAYS[t.weekday()],
    "week": lambda t: t.strftime("%G-W%V"),
    "month": lambda t: t.strftime("%Y-%m"),
    "quarter": lambda t: f"{t.year}-Q{(t.month + 2) // 3}",
    "year": lambda t: t.strftime("%Y"),
}
BUCKETS = [
    *(bucket(name, zone, key) for zone in ("UTC", BERLIN, KOLKATA, KATHMANDU) for name, key in _BUCKETS.items()),
    *(
        bucket(name, zone, key, "createdText")
        for zone in ("UTC", BERLIN, KATHMANDU)
        for name, key in _BUCKETS.items()
    ),
    *(bucket(name, "UTC", key, "stamp") for name, key in _BUCKETS.items()),
    *(bucket(name, "UTC", key, "day") for name, key in _BUCKETS.items() if name != "hour_of_day"),
]
