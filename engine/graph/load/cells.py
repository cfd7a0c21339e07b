"""Cells of a table to values: numbers, booleans, dates and times, lists, renamed codes."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from zoneinfo import ZoneInfo

from engine.graph.load.elements import Value
from engine.graph.load.mapping import Column, DateOrder, Mapping

_TRUE = frozenset({"true", "yes", "y", "t", "1"})
_FALSE = frozenset({"false", "no", "n", "f", "0"})
_INTEGER = re.compile(r"[+-]?\d+")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_INT64 = 1 << 63
_MOMENT = re.compile(
    r"(?P<a>\d{1,4})[-/.](?P<b>\d{1,2}|[A-Za-z]{3,9})[-/.](?P<c>\d{1,4})"
    r"(?:[T ,]+(?P<h>\d{1,2}):(?P<m>\d{2})(?::(?P<s>\d{2})(?:[.,](?P<f>\d{1,9}))?)?\s*(?P<ap>[AaPp][Mm])?)?"
    r"\s*(?P<z>Z|UTC|GMT|[+-]\d{2}:?\d{2})?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class BadCell(ValueError):
    """The cell does not fit its type. ``code`` is that of the problem."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


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
    return at.replace(tzinfo=_offset(found["z"]) or zone)


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


def reader(column: Column, mapping: Mapping) -> Callable[[str], Value]:
    """A function from a cell's text to its value; it raises BadCell."""
    if column.values:
        return lambda text: _renamed(text, column)
    zone = dt.UTC if mapping.time_zone == "UTC" else ZoneInfo(mapping.time_zone)

    def at(text: str) -> dt.datetime:
        try:
            if column.format:
                found = dt.datetime.strptime(text, column.format)
                return (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(dt.UTC)
            return moment(text, mapping.date_order, zone).astimezone(dt.UTC)
        except (ValueError, OverflowError):
            form = column.format or f"ISO 8601 or {mapping.date_order}"
            raise BadCell("date", f"{text!r} is not a date ({form})") from None

    readers: dict[str, Callable[[str], Value]] = {
        "text": lambda text: text,
        "integer": _integer,
        "number": lambda text: _number(text, mapping.decimal),
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


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text) or not -_INT64 <= int(text) < _INT64:
        raise BadCell("type", f"{text!r} is not a whole number")
    return int(text)


def _number(text: str, decimal: str) -> float:
    plain = text.replace(".", "").replace(",", ".") if decimal == "," else text.replace(",", "")
    if not _NUMBER.fullmatch(plain):
        raise BadCell("type", f"{text!r} is not a number")
    return float(plain)


def _boolean(text: str) -> bool:
    if text.lower() in _TRUE:
        return True
    if text.lower() in _FALSE:
        return False
    raise BadCell("type", f"{text!r} is neither true nor false")
