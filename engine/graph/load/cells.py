"""Cells of a table to values: numbers, booleans, dates and times, lists, renamed codes."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.graph.load.elements import Value
from engine.graph.load.mapping import Column, DateOrder, DecimalMark, Mapping

TRUE = frozenset({"true", "yes", "y", "t", "on", "1"})
FALSE = frozenset({"false", "no", "n", "f", "off", "0"})
_INTEGER = re.compile(r"[+-]?\d+")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_GROUPS = re.compile(r"[+-]?\d{1,3}(?:([,.'\u2019 \u00a0\u202f])\d{3})(?:\1\d{3})*")
_INT64 = 1 << 63
_MOMENT = re.compile(
    r"(?P<a>\d{1,4})[-/.](?P<b>\d{1,2}|[A-Za-z]{3,9})[-/.](?P<c>\d{1,4})"
    r"(?:[T ,]+(?P<h>\d{1,2}):(?P<m>\d{2})(?::(?P<s>\d{2})(?:[.,](?P<f>\d{1,9}))?)?\s*(?P<ap>[AaPp][Mm]\b)?)?"
    r"\s*(?P<z>(?:Z|UTC|GMT)\b|[+-]\d{2}:?\d{2})?\s*(?P<n>\[?[A-Za-z]+(?:[/_+-]\w+)*\]?)?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class BadCell(ValueError):
    """The cell does not fit its type. ``code`` is that of the problem."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class UnknownZone(ValueError):
    """A time's zone is not one that everybody means the same by; the message says what is."""


def moment(text: str, order: DateOrder, zone: dt.tzinfo) -> dt.datetime:
    """A date, or a date with a time, as an aware datetime.

    A first part of four figures is the year whatever the order says. Times without an offset are in ``zone``.
    Raises ValueError for anything else, for 30 February too.
    """
    found = _MOMENT.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is not a date")
    year, month, day = _date_parts(found["a"], found["b"], found["c"], order)
    hour = int(found["h"] or 0)
    if found["ap"]:
        if not 1 <= hour <= 12:
            raise ValueError(f"{text!r} is not a time of a 12-hour clock")
        hour = hour % 12 + (12 if found["ap"].lower() == "pm" else 0)
    micro = int((found["f"] or "0").ljust(6, "0")[:6])
    at = dt.datetime(year, month, day, hour, int(found["m"] or 0), int(found["s"] or 0), micro)
    return at.replace(tzinfo=_offset(found["z"]) or _named_zone(found["n"]) or zone)


def _date_parts(a: str, b: str, c: str, order: DateOrder) -> tuple[int, int, int]:
    if not b.isdigit():
        if b[:3].lower() not in _MONTHS:
            raise ValueError(f"there is no month {b!r}")
        month = _MONTHS.index(b[:3].lower()) + 1
        year, day = (a, c) if len(a) == 4 else (c, a)
        return _year(year), month, int(day)
    if len(a) == 4 or order == "YMD":
        return _year(a), int(b), int(c)
    if order == "MDY":
        return _year(c), int(a), int(b)
    return _year(c), int(b), int(a)


def _year(text: str) -> int:
    if len(text) not in (2, 4):
        raise ValueError(f"there is no year {text!r}")
    return int(text) if len(text) == 4 else int(text) + (1900 if int(text) >= 70 else 2000)


def _offset(text: str | None) -> dt.tzinfo | None:
    if not text:
        return None
    if text in ("Z", "UTC", "GMT"):
        return dt.UTC
    sign = -1 if text[0] == "-" else 1
    figures = text[1:].replace(":", "")
    return dt.timezone(sign * dt.timedelta(hours=int(figures[:2]), minutes=int(figures[2:])))


def _named_zone(text: str | None) -> dt.tzinfo | None:
    """``Europe/Berlin``, ``[Europe/Berlin]``; CET or IST are different zones to different people."""
    name = (text or "").strip("[]")
    if not name:
        return None
    try:
        if "/" in name:
            return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    raise UnknownZone(f"{name} names no one time zone; +01:00 or Europe/Berlin would")


def reader(column: Column, mapping: Mapping) -> Callable[[str], Value]:
    """A function from a cell's text to its value; it raises BadCell."""
    if column.values:
        return lambda text: _renamed(text, column)
    order, decimal = column.date_order or mapping.date_order, column.decimal or mapping.decimal
    zone = dt.UTC if mapping.time_zone == "UTC" else ZoneInfo(mapping.time_zone)

    def at(text: str) -> dt.datetime:
        try:
            if column.format:
                found = dt.datetime.strptime(text, column.format)
                return (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(dt.UTC)
            return moment(text, order, zone).astimezone(dt.UTC)
        except (ValueError, OverflowError) as error:
            form = column.format or f"ISO 8601 or {order}"
            why = f": {error}" if isinstance(error, UnknownZone) else ""
            raise BadCell("date", f"{text!r} is not a date ({form}){why}") from None

    readers: dict[str, Callable[[str], Value]] = {
        "text": lambda text: text,
        "integer": lambda text: _integer(text, decimal),
        "number": lambda text: _number(text, decimal),
        "boolean": _boolean,
        "datetime": at,
        "list": lambda text: [part for item in text.split(column.separator) if (part := item.strip())],
    }
    return readers[column.type]


def _renamed(text: str, column: Column) -> Value:
    value = column.values.get(text)
    if value is not None:
        return value
    if column.others == "keep":
        return text
    known = ", ".join(list(column.values)[:10])
    raise BadCell("value", f"unknown value {text!r}; known: {known}")


def plain_number(text: str, decimal: DecimalMark) -> str:
    """``1.234,5`` as ``1234.5``: what parts the thousands is left out, where it parts groups of three.

    Text that is no number so written does not become one; with the other mark it is none either,
    so that 1,5 is never taken for 15.
    """
    whole, mark, rest = text.partition(decimal)
    if groups := _GROUPS.fullmatch(whole):
        whole = whole.replace(groups[1], "")
    elif "." in whole:
        return ""
    return f"{whole}.{rest}" if mark else whole


def _integer(text: str, decimal: DecimalMark) -> int:
    plain = plain_number(text, decimal)
    if not _INTEGER.fullmatch(plain) or not -_INT64 <= int(plain) < _INT64:
        raise BadCell("type", f"{text!r} is not a whole number")
    return int(plain)


def _number(text: str, decimal: DecimalMark) -> float:
    plain = plain_number(text, decimal)
    if not _NUMBER.fullmatch(plain):
        raise BadCell("type", f"{text!r} is not a number{_other_mark(text, decimal)}")
    return float(plain)


def _other_mark(text: str, decimal: DecimalMark) -> str:
    other: DecimalMark = "," if decimal == "." else "."
    fits = _NUMBER.fullmatch(plain_number(text, other))
    return f" with the decimal mark {decimal!r}; decimal = {other!r} reads it" if fits else ""


def _boolean(text: str) -> bool:
    if text.lower() in TRUE:
        return True
    if text.lower() in FALSE:
        return False
    raise BadCell("type", f"{text!r} is neither true nor false")
