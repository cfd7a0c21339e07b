"""The address of a list of questions, read: one form for the page, its JSON, its file and its saved views."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.errors import UserMustAct
from engine.store import FINISHED, ListFilter

LONGEST_TEXT = 200  # characters of a search
STATES: dict[str, tuple[str, ...]] = {
    "open": ("queued", "running"),
    **{status: (status,) for status in (*FINISHED, "stopped")},
}
SOURCES = ("console", "slack", "command")
ROUTES = ("dir", "sim", "plan")
FILTERS = (
    "q",
    "status",
    "source",
    "person",
    "route",
    "warnings",
    "from",
    "to",
    "over_seconds",
    "over_dollars",
    "error",
)
LAST_OFFSET = 10**9
LAST_YEAR = 9000  # later ones leave no room for the day after
PLACES = ("older_than", "newer_than")
_ONE_DAY = dt.timedelta(days=1)
_WORDS = re.compile(r'"([^"]+)"|(\S+)')


class BadQuery(UserMustAct):
    """Something in the address is not what it must be."""

    code = "bad_query"


@dataclass(frozen=True, slots=True)
class QuestionQuery:
    """What is wanted. ``given``: the filters as the address has them; ``place``: where the page begins."""

    wanted: ListFilter
    given: dict[str, str] = field(default_factory=dict)
    place: dict[str, Any] = field(default_factory=dict)

    def without(self, *names: str) -> dict[str, Any]:
        """The filters but those, for ``url_for``."""
        return {name: value for name, value in self.given.items() if name not in names}


def read(args: Mapping[str, str]) -> QuestionQuery:
    """Read an address. Whatever is empty or has another name is left out. Raises BadQuery."""
    given = {name: value for name in FILTERS if (value := args.get(name, "").strip())}
    place = {name: value for name in PLACES if (value := args.get(name, "").strip())}
    if "q" in given:
        given["q"] = given["q"][:LONGEST_TEXT]
    status = _one_of("status", given, tuple(STATES))
    warnings = _one_of("warnings", given, ("yes", "no"))
    until = _day("to", given)
    wanted = ListFilter(
        words=words_of(given.get("q", "")),
        states=STATES.get(status, ()),
        source=_one_of("source", given, SOURCES),
        asked_by=given.get("person", ""),
        route=_one_of("route", given, ROUTES),
        warned=None if not warnings else warnings == "yes",
        since=_day("from", given),
        until=until and until + _ONE_DAY,  # that day too
        over_seconds=_figure("over_seconds", given),
        over_dollars=_figure("over_dollars", given),
        error=given.get("error", ""),
    )
    return QuestionQuery(wanted, given, place)


def words_of(text: str) -> tuple[str, ...]:
    """What must be found: each word, and what stands in double quotes as it stands."""
    return tuple(quoted or word for quoted, word in _WORDS.findall(text))


def _one_of(name: str, given: Mapping[str, str], known: tuple[str, ...]) -> str:
    value = given.get(name, "")
    if value and value not in known:
        raise BadQuery(f"There is no {name} {value[:40]!r}.", f"Choose one of: {', '.join(known)}.")
    return value


def _day(name: str, given: Mapping[str, str]) -> dt.datetime | None:
    value = given.get(name, "")
    try:
        day = dt.date.fromisoformat(value) if value else None
        if day and day.year > LAST_YEAR:
            raise ValueError(value)
    except ValueError:
        hint = "Write a day (UTC) as 2026-11-30."
        raise BadQuery(f"“{name}” is no date: {value[:40]!r}.", hint) from None
    return dt.datetime.combine(day, dt.time(), dt.UTC) if day else None


def _figure(name: str, given: Mapping[str, str]) -> float | None:
    value = given.get(name, "")
    try:
        figure = float(value) if value else None
    except ValueError:
        figure = math.nan
    if figure is not None and not 0 <= figure < math.inf:
        raise BadQuery(f"“{name}” is no amount: {value[:40]!r}.", "Write a number such as 2.5.")
    return figure


def number(args: Mapping[str, str], name: str, otherwise: int, most: int, least: int = 1) -> int:
    """A whole number of an address, ``otherwise`` where it has none. Raises BadQuery."""
    value = args.get(name, "")
    if not value:
        return otherwise
    if not (value.isascii() and value.isdigit() and least <= int(value[:12]) <= most):
        raise BadQuery(f"“{name}” is no number that fits: {value[:40]!r}.", f"Write one from {least} to {most:,}.")
    return int(value)
