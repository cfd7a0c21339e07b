"""Typed GraphSON 3.0 values (``{"@type": …, "@value": …}``) to plain ones.

Types as in TinkerPop's IO documentation, "GraphSON 3.0", core and extended. What no property here can hold (maps,
vertices, streams of bytes) is refused, never dropped.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any, cast

from engine.graph.load.elements import Atom, Value

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_INT64 = 1 << 63
_DURATION = re.compile(
    r"(?P<sign>-)?P(?:(?P<d>-?\d+)D)?(?:T(?:(?P<h>-?\d+)H)?(?:(?P<m>-?\d+)M)?(?:(?P<s>-?\d+(?:\.\d+)?)S)?)?"
)


def _whole(raw: Any) -> int:
    value = int(raw)
    if not -_INT64 <= value < _INT64:
        raise ValueError(f"{value} does not fit 64 bits")
    return value


def _real(raw: Any) -> float:
    value = float(raw)
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError(f"{raw} is not a finite number")
    return value


def _moment(raw: Any) -> dt.datetime:
    text = re.sub(r"\[.*\]$", "", str(raw))  # a zone's name after its offset
    text = re.sub(r"(\.\d{6})\d+", r"\1", text)
    at = dt.datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=dt.UTC)


def _duration(raw: Any) -> dt.timedelta:
    found = _DURATION.fullmatch(str(raw))
    if not found or str(raw) in ("P", "PT"):
        raise ValueError(f"{raw!r} is not a duration of days and less")
    span = dt.timedelta(
        days=int(found["d"] or 0),
        hours=int(found["h"] or 0),
        minutes=int(found["m"] or 0),
        seconds=float(found["s"] or 0),
    )
    return -span if found["sign"] else span


def _milliseconds(raw: Any) -> dt.datetime:
    return _EPOCH + dt.timedelta(milliseconds=int(raw))


_READERS: dict[str, Callable[[Any], Atom]] = {
    **dict.fromkeys(("g:Int32", "g:Int64", "gx:Int16", "gx:Byte", "gx:BigInteger"), _whole),
    **dict.fromkeys(("g:Double", "g:Float", "gx:BigDecimal"), _real),
    **dict.fromkeys(("g:Date", "g:Timestamp"), _milliseconds),
    **dict.fromkeys(("gx:OffsetDateTime", "gx:ZonedDateTime", "gx:Instant", "gx:LocalDateTime"), _moment),
    **dict.fromkeys(("g:UUID", "gx:Char", "gx:InetAddress", "gx:LocalTime", "gx:OffsetTime", "gx:Year"), str),
    "gx:LocalDate": lambda raw: dt.date.fromisoformat(str(raw)),
    "gx:Duration": _duration,
}


def untyped(raw: Any) -> Value | None:
    """The plain value; None for null. Raises ValueError for what a property cannot hold."""
    if raw is None or isinstance(raw, str | bool):
        return raw
    if isinstance(raw, int):
        return _whole(raw)
    if isinstance(raw, float):
        return _real(raw)
    if isinstance(raw, list):
        return _items(raw)
    if not isinstance(raw, dict) or "@type" not in raw:
        raise ValueError("a map is no value of a property")
    kind, value = str(raw["@type"]), raw.get("@value")
    if kind in ("g:List", "g:Set"):
        return _items(cast("list[Any]", value or []))
    if kind not in _READERS:
        raise ValueError(f"values of type {kind} cannot be held")
    try:
        return _READERS[kind](value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{value!r} is no {kind}: {error}") from None


def _items(raw: list[Any]) -> list[Atom]:
    items = [untyped(item) for item in raw]
    if any(isinstance(item, list) or item is None for item in items):
        raise ValueError("a list within a list, or with nothing in it, is no value of a property")
    return cast("list[Atom]", items)
