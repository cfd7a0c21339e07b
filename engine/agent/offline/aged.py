"""How long ago a thing began, as a filter: "older than 30 days", "at most a week old"."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from engine.agent.offline import vocabulary as v
from engine.agent.offline.qualities import ages
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import compared
from engine.operators.params import Condition

_OLDER = {"older": True, "newer": False, "younger": False}
_DAYS = {"seconds": 1 / 86400, "minutes": 1 / 1440, "hours": 1 / 24, "days": 1, "weeks": 7}


def aged(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """Those that began longer ago than an amount of time, or not so long ago; people have another age."""
    older = _OLDER.get(s.lat.low(i))
    began = s.start_time(head)
    if older is None or s.lat.low(i + 1) != "than" or len(began) != 1 or ages(s, head, "oldest"):
        return
    for found in compared(s.lat, i + 2):
        unit = v.UNITS.get(s.lat.base(found.end))
        if unit is None or found.op != "eq" or not 0 < found.value * _DAYS[unit] < 36_500:
            continue
        since = s.now - dt.timedelta(days=found.value * _DAYS[unit])
        held = Condition(property=began[0], op="lt" if older else "gt", value=since)
        note = f'"{s.lat.low(i)}" counts from {spoken(began[0])} to now.'
        yield Part(found.end + 1, (held,), 1, None, (note,))
