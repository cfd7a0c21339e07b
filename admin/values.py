"""How one value looks on the pages. Graph and model text stays text."""

from __future__ import annotations

import datetime as dt
import json
import re

_BROWSERS = (  # many call themselves others too: the first that fits
    ("Edge", r"\bEdg(A|iOS)?/"),
    ("Opera", r"\bOPR/"),
    ("Firefox", r"\b(Firefox|FxiOS)/"),
    ("Chrome", r"\b(Chrome|Chromium|HeadlessChrome|CriOS)/"),
    ("Safari", r"\bVersion/.* Safari/"),
)
_SYSTEMS = (
    ("Android", r"\bAndroid\b"),
    ("iPhone", r"\biPhone\b"),
    ("iPad", r"\biPad\b"),
    ("Windows", r"\bWindows\b"),
    ("macOS", r"\bMac OS X\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("Linux", r"\bLinux\b"),
)
_ISO_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")


def is_number(value: object) -> bool:
    """Whether a value is a figure (it then stands on the right of its column)."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def cell(value: object) -> str:
    """One value of a table, short and readable. Integers stay as they are: they may be years or ids."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}" if abs(value) >= 1 or value == 0 else f"{value:.3g}"
    if found := time_of(value):
        return _minutes(found)
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def is_brief(value: object) -> bool:
    """Whether a value of a step fits on a line: a scalar, or a short list of numbers."""
    if isinstance(value, list):
        return len(value) <= 12 and all(is_number(item) for item in value)
    return is_number(value) or isinstance(value, bool) or (isinstance(value, str) and len(value) <= 60)


def pretty(value: object) -> str:
    """JSON over several lines."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def words(name: str) -> str:
    """A technical name in words: ``P1_window_on_destination`` -> ``Window on destination``."""
    text = re.sub(r"^P\d+_", "", name)
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).replace("_", " ").strip().lower()
    return text[:1].upper() + text[1:]


def plural(count: int, one: str, many: str = "") -> str:
    """``1 row``, ``2,000 rows``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def took(milliseconds: float) -> str:
    """A duration: ``0.4 ms``, ``120 ms``, ``3.2 s``."""
    if milliseconds < 10:
        return f"{milliseconds:.1f} ms"
    return f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"


def money(dollars: float) -> str:
    """US dollars, with as many places as a small sum needs."""
    return f"${dollars:.2f}" if dollars == 0 or dollars >= 0.1 else f"${dollars:.4f}"


def browser(agent: str) -> str:
    """A browser by what it calls itself: ``Firefox on Windows``; what is not known as it is."""
    name = next((name for name, sign in _BROWSERS if re.search(sign, agent)), "")
    system = next((name for name, sign in _SYSTEMS if re.search(sign, agent)), "")
    if not name:
        return agent[:60] or "An unknown browser"
    return f"{name} on {system}" if system else name


# --- times: in UTC, to the minute, the same wherever one is shown


def moment(value: dt.datetime | dt.date | str) -> str:
    """A time with its zone: ``2026-11-30 22:28 UTC``; one that came without a zone is shown without."""
    found = time_of(value)
    return f"{_minutes(found)}{' UTC' if found.tzinfo else ''}" if found else str(value)


def own(value: dt.datetime) -> dt.datetime:
    """A time of our own store, aware: SQLite gives back naive UTC."""
    return value if value.tzinfo else value.replace(tzinfo=dt.UTC)


def ago(value: dt.datetime) -> str:
    """How long ago, roughly; the date once that is more than a day."""
    seconds = (dt.datetime.now(dt.UTC) - own(value)).total_seconds()
    if seconds < 60:
        return "just now"
    if seconds < 3600:
        return f"{int(seconds // 60)} min ago"
    if seconds < 86400:
        return f"{int(seconds // 3600)} h ago"
    return f"{own(value):%Y-%m-%d}"


def time_of(value: object) -> dt.datetime | None:
    """The time that a value is: a datetime, or ISO 8601 text with date and time."""
    if isinstance(value, dt.datetime):
        return value
    if not isinstance(value, str) or not _ISO_TIME.match(value):
        return None
    try:
        return dt.datetime.fromisoformat(value)
    except ValueError:
        return None


def _minutes(value: dt.datetime) -> str:
    return (value.astimezone(dt.UTC) if value.tzinfo else value).strftime("%Y-%m-%d %H:%M")
