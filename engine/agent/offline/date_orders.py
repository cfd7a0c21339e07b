"""In which order day and month stand in dates such as 3/4/2026: one, or both where nothing decides."""

from __future__ import annotations

import re

from engine.graph.profile import DateOrder, Profile

# A dotted date is day.month everywhere; an ISO date starts with its year.
_DATE = re.compile(r"(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d\d)(?![\d/-])")
_MONTHS = 12


def date_orders(text: str, profile: Profile) -> tuple[DateOrder, ...]:
    """The orders in which the dates of a text can be read.

    The profile's where it says one; else that of those dates which have one reading only; else both.
    """
    if profile.date_order is not None:
        return (profile.date_order,)
    pairs = [(int(found[1]), int(found[3])) for found in _DATE.finditer(text)]
    day_first = any(first > _MONTHS for first, _ in pairs)
    month_first = any(second > _MONTHS for _, second in pairs)
    if day_first != month_first:
        return ("DMY",) if day_first else ("MDY",)
    unsure = any(first != second and max(first, second) <= _MONTHS for first, second in pairs)
    return ("DMY", "MDY") if unsure else ("DMY",)


def outright(text: str, order: str) -> str:
    """A text with its dates written as ISO 8601, read in one order; those that are none in it stay as they are."""
    if not order:
        return text

    def iso(found: re.Match[str]) -> str:
        day, month = (int(found[n]) for n in ((1, 3) if order == "DMY" else (3, 1)))
        year = int(found[4]) + 2000 * (len(found[4]) == 2)
        return f"{year}-{month:02}-{day:02}" if month <= _MONTHS else found[0]

    return _DATE.sub(iso, text)
