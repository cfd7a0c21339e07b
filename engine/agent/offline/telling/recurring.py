"""Weekdays and hours of the day, as what stands behind a noun: "created on a Monday or Tuesday"."""

from __future__ import annotations

from engine.agent.offline.telling.grammar import is_participle, listed
from engine.agent.offline.telling.phrases import Phrase
from engine.catalog.wording import bare
from engine.operators.params import CalendarCondition


def recurring(asked: CalendarCondition, *, negate: bool) -> Phrase:
    """A condition on the weekday or the hour of a time."""
    name, no = bare(asked.ref.property), "not " if negate else ""
    told = f"on a {listed([str(day) for day in asked.within], 'or')}"
    if asked.bucket == "hour_of_day":
        told = _hours(sorted(hour for hour in asked.within if isinstance(hour, int)))
    if is_participle(name.rpartition(" ")[2]):
        return Phrase("plain", f"{no}{name} {told}")
    return Phrase("with", f"{name} {no}{told}")


def _hours(hours: list[int]) -> str:
    """Whole hours: a run of them by its ends, of which those of the day itself are not said."""
    if hours != list(range(hours[0], hours[-1] + 1)):
        return f"at hour {listed([str(hour) for hour in hours], 'or')}"
    if hours[0] == 0:
        return f"before {hours[-1] + 1}:00"
    return f"from {hours[0]}:00 on" if hours[-1] == 23 else f"between {hours[0]}:00 and {hours[-1] + 1}:00"
