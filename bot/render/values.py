"""How values of a graph look in a message."""

from __future__ import annotations

import datetime as dt
import json
import re


def is_number(value: object) -> bool:
    """Whether a value is a figure."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def shown(value: object) -> str:
    """One value, short and readable, never empty. Integers stay as they are: they may be years or ids."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}" if abs(value) >= 0.01 or value == 0 else f"{value:.2g}"
    if isinstance(value, str) and (moment := _moment(value)):
        return moment.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def plural(count: int, one: str, many: str = "") -> str:
    """``1 row``, ``2,000 rows``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def took(seconds: float) -> str:
    """A duration: ``0.4 ms``, ``120 ms``, ``3.2 s``."""
    milliseconds = seconds * 1000
    if milliseconds < 10:
        return f"{milliseconds:.1f} ms"
    return f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{seconds:.1f} s"


def money(dollars: float) -> str:
    """US dollars, with as many places as a small sum needs."""
    return f"${dollars:.2f}" if dollars == 0 or dollars >= 0.1 else f"${dollars:.4f}"


def words(name: str) -> str:
    """A check's name in words: ``P1_window_on_destination`` -> ``Window on destination``."""
    text = re.sub(r"^P\d+_", "", name)
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).replace("_", " ").strip().lower()
    return text[:1].upper() + text[1:]


def _moment(value: str) -> dt.datetime | None:
    if not re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", value):
        return None
    try:
        return dt.datetime.fromisoformat(value)
    except ValueError:
        return None
