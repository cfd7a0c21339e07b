"""Scalars of the text as tree literals: strings, numbers with their suffixes, moments, UUIDs."""

from __future__ import annotations

import datetime as dt
import re
import uuid
from decimal import Decimal

from engine.gremlin.tree import Kind, Literal, Position
from engine.gremlin.values import NAN

_ESCAPE = re.compile(r"\\(u+[0-9a-fA-F]{4}|[0-3][0-7]{2}|[0-7]{1,2}|\r?\n|.)", re.DOTALL)
_SIMPLE = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "'": "'", "\\": "\\"}
# Groovy's dollar, JSON's slash and Markdown's backtick are often escaped for no need; they mean themselves.
_SIMPLE |= {"$": "$", "/": "/", "`": "`", "\n": "", "\r\n": ""}
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_INTEGER_KINDS: dict[str, Kind] = {"b": "byte", "s": "short", "i": "int", "l": "long", "n": "bigint"}
_BITS = {"byte": 8, "short": 16, "long": 64}
_FLOAT_KINDS: dict[str, Kind] = {"f": "float", "d": "double", "m": "bigdecimal"}
_MOMENT = re.compile(
    r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?)?)?"
    r"\s*(Z|[+-]\d{2}(?::?\d{2})?)?",
    re.IGNORECASE,
)
MAX_DIGITS = 400


def string(written: str) -> str:
    """The value of a quoted string as written, quotes included. Raises ValueError for half a surrogate pair.

    An escape that Gremlin does not know (``\\d`` in a pattern) keeps its backslash.
    """
    width = 3 if written[:3] in ("'''", '"""') and len(written) >= 6 else 1
    value = written[width:-width]
    if "\\" in value:
        value = _ESCAPE.sub(_unescape, value)
        value = _SURROGATES.sub(
            lambda pair: pair.group().encode("utf-16", "surrogatepass").decode("utf-16"), value
        )
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError("half of a surrogate pair is no character")
    return value


def _unescape(found: re.Match[str]) -> str:
    body = found.group(1)
    if body[0] == "u" and len(body) > 1:
        return chr(int(body[-4:], 16))
    if body[0].isdigit() and body.isascii() and body[0] in "01234567":
        return chr(int(body, 8))
    return _SIMPLE.get(body, found.group())


def number(written: str, position: Position | None = None) -> Literal:
    """A number as written. Raises ValueError when its suffix's type cannot hold it."""
    if written.endswith("Infinity"):
        return Literal(float(written), "double", position)
    if len(written) > MAX_DIGITS:
        raise ValueError("the number has too many digits")
    digits = written.replace("_", "").lower()
    unsigned = digits.lstrip("+-")
    if unsigned.startswith("0x"):
        return _integer(digits.rstrip("snil"), digits[-1], 16, position)
    if "." in unsigned or "e" in unsigned or digits[-1] in _FLOAT_KINDS:
        return _decimal(digits, position)
    body = digits.rstrip("bsnil")
    base = 8 if len(body.lstrip("+-")) > 1 and body.lstrip("+-").startswith("0") else 10
    if base == 8 and any(digit in body for digit in "89"):
        raise ValueError(f"{written} starts with 0 and is no octal number; write it without the 0")
    return _integer(body, digits[-1], base, position)


def _integer(body: str, suffix: str, base: int, position: Position | None) -> Literal:
    kind = _INTEGER_KINDS.get(suffix, "int") if base != 16 or suffix in "snil" else "int"
    value = int(body, base)
    bits = _BITS.get(kind)
    if bits and not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise ValueError(f"{value} does not fit into a {kind}")
    return Literal(value, kind, position)


def _decimal(digits: str, position: Position | None) -> Literal:
    kind = _FLOAT_KINDS.get(digits[-1], "double")
    body = digits.rstrip("fdm")
    if kind == "bigdecimal":
        return Literal(Decimal(body), kind, position)
    value = float(body)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{body} is too large for a {kind}")
    return Literal(value, kind, position)


def not_a_number(position: Position | None = None) -> Literal:
    """``NaN``."""
    return Literal(NAN, "double", position)


def moment(written: str, position: Position | None = None) -> Literal:
    """``datetime('…')``: a year, month, day or ISO 8601 moment; without an offset it is UTC. Raises ValueError."""
    found = _MOMENT.fullmatch(written.strip())
    if not found:
        raise ValueError(f"{written!r} is no ISO 8601 date or time")
    year, month, day, hour, minute, second, fraction, offset = found.groups()
    nanoseconds = (fraction or "").ljust(9, "0")
    if nanoseconds[6:] != "000":
        raise ValueError("times are kept to the microsecond")
    value = dt.datetime(
        int(year),
        int(month or 1),
        int(day or 1),
        int(hour or 0),
        int(minute or 0),
        int(second or 0),
        int(nanoseconds[:6]),
        _zone(offset),
    )
    return Literal(value, "datetime", position)


def _zone(offset: str | None) -> dt.timezone:
    if offset is None or offset in "Zz":
        return dt.UTC
    sign = -1 if offset[0] == "-" else 1
    digits = offset[1:].replace(":", "").ljust(4, "0")
    return dt.timezone(sign * dt.timedelta(hours=int(digits[:2]), minutes=int(digits[2:])))


def identifier(written: str, position: Position | None = None) -> Literal:
    """``UUID('…')``. Raises ValueError."""
    return Literal(uuid.UUID(written), "uuid", position)
