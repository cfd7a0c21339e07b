"""What servers answer differently, made one: durations in milliseconds, dates as ISO text.

Measured (embedded: graphersal 0.3.0; Gremlin Server 3.8.1; JanusGraph 1.1.0 with TinkerPop 3.7.3):

====================================  =======================  ====================  =====================
step                                  embedded                 Gremlin Server        JanusGraph
====================================  =======================  ====================  =====================
dateDiff(...)                         milliseconds             milliseconds          whole seconds
values(date)                          aware                    aware                 naive, UTC
values(date).asString()               2024-03-15T10:30:00Z     2024-03-15T10:30Z     Fri Mar 15 10:30:00…
dateAdd(DT.minute, n), has/is ranges  same                     same                  same
min/max/order of dates                same                     same                  same
asNumber()                            yes                      yes                   no such step
math, floor, %                        same (a double)          same                  same
====================================  =======================  ====================  =====================

After ``adapt`` these hold on every engine:

- ``dateDiff`` yields milliseconds (on JanusGraph rounded down to the second, and as a double);
- ``values('date').asString()`` starts with ``YYYY-MM-DDThh:mm`` (cut it with ``substring`` no further than 16);
- results hold aware datetimes in UTC (``engine.graph.values.aware``).

Portable forms for operators:

- a duration, usable inside ``by()``, ``where()``, ``map()`` and with paths in either ``by``::

      __.project('s', 'e').by(__.values('createdAt').dateDiff(EPOCH))
        .by(__.values('resolvedAt').dateDiff(EPOCH)).math('e - s')          (milliseconds, a double)

- buckets of a date in UTC: ``values(k).asString().substring(0, 4)`` year, ``(0, 7)`` month, ``(0, 10)`` day,
  ``(11, 13)`` hour of day; weekday (Monday 0) ``values(k).dateDiff(EPOCH).math('(floor(_ / 86400000) + 3) % 7')``;
  week (days since 1970 of its Monday) ``…math('floor((_ + 259200000) / 604800000) * 7 - 3')``;
- any bucket in any time zone: ``values(k).coalesce(__.is(P.lt(end1)).constant('label1'), …)`` with the bounds
  computed by the caller; one branch per bucket, 80 branches run on all three.

with ``EPOCH = datetime('1970-01-01T00:00:00Z')``.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from threading import Lock

from engine.graph.server_forms import on_all_servers
from engine.gremlin.rebuild import anonymous, rebuilt
from engine.gremlin.tree import Literal, Step, Traversal

Probe = Callable[[str], object]
EPOCH = Literal(dt.datetime(1970, 1, 1, tzinfo=dt.UTC), "datetime")

_DAY = 86_400_000
_DIFF_PROBE = "g.inject(datetime('1970-01-02T00:00:00Z')).dateDiff(datetime('1970-01-01T00:00:00Z'))"
_TEXT_PROBE = "g.inject(datetime('1970-01-02T00:00:00Z')).asString()"
_JAVA_DATE = ("Fri Jan 02 00:00:00 UTC 1970", "Fri Jan 02 00:00:00 GMT 1970")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Dialect:
    """Adapts traversals to one server, which is asked once, when first needed, how it counts and prints dates.

    ``probe`` runs a Gremlin text and returns its first row. ``date_keys`` gives the property keys that hold dates.
    """

    def __init__(self, probe: Probe, date_keys: Callable[[], frozenset[str]]) -> None:
        self._probe = probe
        self._date_keys = date_keys
        self._lock = Lock()
        self._answers: dict[str, object] = {}

    def adapt(self, traversal: Traversal) -> Traversal:
        """The traversal in forms that every server reads alike, giving values in the form above."""
        traversal = on_all_servers(traversal)
        names = {step.name for step in traversal.walk()}
        factor = self._milliseconds() if "dateDiff" in names else 1
        dates = self._date_keys() if "asString" in names and self._java_dates() else frozenset[str]()
        if factor == 1 and not dates:
            return traversal
        return rebuilt(traversal, lambda steps: _steps(steps, factor, dates))

    def _milliseconds(self) -> int:
        """Milliseconds in one unit of the server's dateDiff: 1, or 1000 before TinkerPop 3.8."""
        answer = self._asked(_DIFF_PROBE)
        return _DAY // int(answer) if isinstance(answer, int | float) and answer else 1

    def _java_dates(self) -> bool:
        return self._asked(_TEXT_PROBE) in _JAVA_DATE

    def _asked(self, question: str) -> object:
        with self._lock:
            if question not in self._answers:
                self._answers[question] = self._probe(question)
            return self._answers[question]


def _steps(steps: tuple[Step, ...], factor: int, dates: frozenset[str]) -> tuple[Step, ...]:
    out: list[Step] = []
    for step in steps:
        if step.name == "asString" and not step.args and out and _yields_date(out[-1], dates):
            out += _iso_text()
            continue
        out.append(step)
        if step.name == "dateDiff" and factor != 1:
            out.append(Step("math", (Literal(f"_ * {factor}", "string"),)))
    return tuple(out)


def _yields_date(step: Step, dates: frozenset[str]) -> bool:
    if step.name in {"dateAdd", "asDate"}:
        return True
    keys = [arg.value for arg in step.args if isinstance(arg, Literal)]
    return step.name == "values" and len(keys) == 1 and keys[0] in dates


def _iso_text() -> list[Step]:
    """``Fri Mar 15 10:30:00 UTC 2024`` cut up and put together as ``2024-03-15T10:30:00Z``."""
    month = [_substring(4, 7)]
    month += [Step("replace", (_text(name), _text(f"{i:02}"))) for i, name in enumerate(_MONTHS, 1)]
    parts = {"y": [_substring(24, 28)], "m": month, "d": [_substring(8, 10)], "t": [_substring(11, 19)]}
    by = [Step("by", (anonymous(Step("asString"), *steps),)) for steps in parts.values()]
    return [
        Step("project", tuple(_text(name) for name in parts)),
        *by,
        Step("format", (_text("%{y}-%{m}-%{d}T%{t}Z"),)),
    ]


def _substring(start: int, end: int) -> Step:
    return Step("substring", (Literal(start, "int"), Literal(end, "int")))


def _text(value: str) -> Literal:
    return Literal(value, "string")
