"""Moments in queries, however they are written."""

from __future__ import annotations

import datetime as dt

from engine.gremlin import literals
from engine.gremlin.tree import Literal

Bound = str | dt.datetime


def moment_of(plain: object) -> dt.datetime | None:
    """The moment that a datetime or an ISO 8601 text stands for (UTC when it names no zone), else None."""
    if isinstance(plain, dt.datetime):
        return plain if plain.tzinfo else plain.replace(tzinfo=dt.UTC)
    if isinstance(plain, str) and len(plain) >= 4 and plain[:4].isdigit():
        try:
            found = literals.moment(plain).value
        except ValueError:
            return None
        return found if isinstance(found, dt.datetime) else None
    return None


def same_moment(literal: Literal, bound: Bound | None) -> bool:
    """Whether a literal is ``bound``; without a bound, whether it is a moment at all."""
    found = moment_of(literal.value)
    if bound is None:
        return found is not None
    wanted = moment_of(bound)
    return literal.value == bound if wanted is None or found is None else found == wanted
