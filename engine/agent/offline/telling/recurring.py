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
        hours = sorted(hour for hour in asked.within if isinstance(hour, int))
        told = (
            f"between {hours[0]}:00 and {hours[-1] + 1}:00"
            if _run(hours)
            else f"at hour {listed([str(h) for h in hours], 'or')}"
        )
    if is_participle(name.rpartition(" ")[2]):
        return Phrase("plain", f"{no}{name} {told}")
    return Phrase("with", f"{name} {no}{told}")


def _run(hours: list[int]) -> bool:
    return bool(hours) and hours == list(range(hours[0], hours[-1] + 1))
