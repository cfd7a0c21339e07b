"""Values of the graph and computed figures, as they stand in a sentence."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from math import isclose

from engine.agent.figures import SECONDS
from engine.catalog.names import UNITS
from engine.catalog.wording import words

_PLAIN = 10_000  # stored whole numbers below this are written without separators: most are years and codes
_LONG = 3  # words from which a value is set in quotes
# The unit that a time is told in, by how many seconds it lasts at least.
_FROM = {"day": 2 * SECONDS["day"], "hour": SECONDS["hour"], "minute": SECONDS["minute"], "second": 1e-9}
_MEASURED = UNITS - {"percent", "pct"}


def value(said: object) -> str:
    """A value inside a sentence: whole days as dates, text in quotes where it could be misread."""
    found = moment(said)
    if isinstance(found, dt.datetime):
        return found.date().isoformat() if found.time() == dt.time() else f"{found:%Y-%m-%d %H:%M}"
    if isinstance(said, bool):
        return "yes" if said else "no"
    if isinstance(said, int | float):
        return f"{said:,}" if isinstance(said, int) else f"{said:,.6g}"
    return text(str(said))


def text(said: str) -> str:
    """A text value: as it stands where it is a word or a name in capitals, else in quotes."""
    parts = said.split()
    plain = said.isprintable() and not any(sign in said for sign in ",;:.!?()[]{}<>\"'“”`*_/|\\")
    named = plain and all(part[:1].isupper() or part[:1].isdigit() or part in ("of", "the", "&") for part in parts)
    code = len(parts) == 1 and said.replace("_", "").replace("-", "").replace(".", "").isalnum()
    if code or (parts and parts[0] != "the" and named and len(parts) <= _LONG):
        return said
    return f"“{said}”"


def stored(found: object) -> str:
    """A value as the graph holds it, in a list: codes and years stay as they are."""
    if found is None:
        return "(none)"
    if isinstance(found, int | float) and not isinstance(found, bool):
        return str(found) if isinstance(found, int) and abs(found) < _PLAIN else figure(found)
    if isinstance(found, list):
        return ", ".join(map(stored, found))
    return value(found).strip("“”")


def figure(found: object) -> str:
    """A computed number: with separators, two decimals at most where it is not whole."""
    if isinstance(found, bool) or not isinstance(found, int | float):
        return stored(found)
    return f"{found:,}" if isinstance(found, int) else f"{found:,.0f}" if found == int(found) else f"{found:,.2f}"


def percent(share: float | None) -> str:
    """A share from 0 to 1, in percent."""
    return "nothing to share" if share is None else f"{share * 100:.1f} %"


def amount(found: object, unit: str, *, fixed: bool = False, beside: Sequence[object] = ()) -> str:
    """A figure with its unit. A time is told in the unit that fits it, unless one was asked for (``fixed``).

    Figures that stand ``beside`` it are told in the same unit, so that they can be compared at a glance, and with
    another decimal where two that differ would read the same. What is not whole never reads as if it were.
    """
    seconds = SECONDS.get(unit.removesuffix("s"))
    if found is None:
        return stored(found)
    if not isinstance(found, int | float) or seconds is None:
        return f"{figure(found)} {unit}".strip()
    if fixed:
        return f"{figure(found)} {unit if found != 1 else unit.removesuffix('s')}"
    lasted = [each * seconds for each in {found, *beside} if isinstance(each, int | float)]
    fitting = _fitting([abs(each) for each in lasted])
    given = found * seconds / SECONDS[fitting]
    whole, almost = isclose(given, round(given), abs_tol=1e-9), f"{given:.1f}".endswith(".0")
    differ = len({f"{each / SECONDS[fitting]:.1f}" for each in lasted}) == len(lasted)
    written = f"{given:,.{2 if not differ or (almost and not whole and len(lasted) == 1) else 1}f}"
    written = written.removesuffix(".0") if whole else written
    return f"{written} {fitting}{'' if written == '1' else 's'}"


def _fitting(lasted: Sequence[float]) -> str:
    """The unit for times, in seconds: the longest one's, or the next smaller where the shortest is less than 1."""
    longest, shortest = max(lasted), min((each for each in lasted if each), default=0.0)
    fits = [unit for unit, least in _FROM.items() if longest >= least] or ["minute"]
    return next((unit for unit in fits[:2] if shortest >= SECONDS[unit]), fits[:2][-1])


def counted(value: float, unit: str) -> str:
    """An amount of time as a condition names it: "1 hour", "3 days"."""
    return f"{value:g} {unit.removesuffix('s') if value == 1 else unit}"


def measured(name: str) -> tuple[str, str]:
    """A property's words, and the unit that they end in: ``distanceKm`` is a distance, in km."""
    said = words(name).split()
    if len(said) > 1 and said[-1] in _MEASURED:
        return " ".join(said[:-1]), said[-1]
    return " ".join(said), ""


def moment(said: object) -> object:
    """ISO text as the time that it means; anything else as it is."""
    if isinstance(said, str) and len(said) >= 10 and said[4:5] == "-" and said[7:8] == "-":
        try:
            return dt.datetime.fromisoformat(said)
        except ValueError:
            return said
    return said


def last_inside(high: object) -> str:
    """The open end of a span: a midnight is told as the day before, which is the last one inside."""
    found = moment(high)
    if isinstance(found, dt.datetime) and found.time() == dt.time():
        return f"to {(found - dt.timedelta(days=1)).date().isoformat()}"
    if isinstance(high, int) and not isinstance(high, bool):
        return f"to {high - 1:,}"
    return f"up to, not including, {value(high)}"
