"""Time buckets: hour of day, day, weekday, week, month, quarter, year, in the profile's time zone.

Engines cut times differently or not at all, and none knows a daylight-saving zone. What all of them can do is to
cut the ISO text of a time (``asString`` gives the same on every backend, see engine.graph.dialect). So a query
groups by the first signs of that text. Where these are the bucket (a month of UTC times), that is all; else they
are a slot, small enough to lie in one bucket whole, and slots are merged into buckets here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from engine.graph.profile import Profile
from engine.gremlin.build import Builder
from engine.operators.moments import holds_times, text_form, zone_of
from engine.operators.params import Bucket
from engine.operators.paths import NotADuration, Values

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_Cut = tuple[int, int]  # what substring() is given
_YEAR, _MONTH, _DAY, _HOUR, _MINUTE = (0, 4), (0, 7), (0, 10), (0, 13), (0, 16)
_CUTS: dict[Bucket, _Cut] = {
    "year": _YEAR,
    "quarter": _MONTH,
    "month": _MONTH,
    "week": _DAY,
    "weekday": _DAY,
    "day": _DAY,
    "hour_of_day": (11, 13),
}
_MERGED: tuple[Bucket, ...] = ("quarter", "week", "weekday")  # no part of the text says them


@dataclass(frozen=True, slots=True)
class Slots:
    """How one grouping key is cut. ``written``: the zone of the stored clock times; ``text``: stored as text."""

    bucket: Bucket
    zone: dt.tzinfo
    written: dt.tzinfo
    text: bool
    dates_only: bool

    @property
    def whole(self) -> bool:
        """Whether a slot is a bucket, so that nothing needs merging."""
        return self._same_clock and self.bucket not in _MERGED

    @property
    def _same_clock(self) -> bool:
        return self.dates_only or self.written == self.zone

    @property
    def _cut(self) -> _Cut:
        if self._same_clock:
            return _CUTS[self.bucket]
        return _HOUR if _whole_hours(self.zone) and _whole_hours(self.written) else _MINUTE

    def cut(self, moments: Builder) -> Builder:
        """A traversal to stored times turned into one to slots."""
        return (moments if self.text else moments.asString()).substring(*self._cut)

    def key(self, slot: object) -> str | int:
        """The bucket of a slot: ``2025-03``, ``2025-Q1``, ``2025-W09``, ``Monday``, an hour 0 to 23."""
        text = str(slot)
        if self.whole:
            return int(text) if self.bucket == "hour_of_day" else text
        moment = dt.datetime.fromisoformat(text + {4: "-01-01", 7: "-01"}.get(len(text), ""))
        if not self.dates_only:
            moment = moment.replace(tzinfo=self.written).astimezone(self.zone)
        return _KEYS[self.bucket](moment)


def slots(values: Values, bucket: Bucket, profile: Profile) -> Slots:
    """How to cut a property into buckets. Raises NotADuration when it holds no times."""
    if values.held is None or not holds_times(values.held):
        raise NotADuration(f"{values.name} holds no times to cut into buckets.", "Group by it without a bucket.")
    form, zone = text_form(values.held), zone_of(profile)
    if form is None:
        return Slots(bucket, zone, dt.UTC, text=False, dates_only=False)
    dates_only = not form.separator
    if dates_only and bucket == "hour_of_day":
        raise NotADuration(f"{values.name} holds dates without a time of day.", "Cut into days or more.")
    return Slots(bucket, zone, form.zone(profile), text=True, dates_only=dates_only)


def order_of(bucket: Bucket, key: object) -> object:
    """What sorts bucket keys in time: weekdays from Monday on, all others by themselves."""
    return WEEKDAYS.index(str(key)) if bucket == "weekday" else key


@lru_cache(maxsize=64)
def _whole_hours(zone: dt.tzinfo) -> bool:
    """Whether the zone's offset has been whole hours, summer and winter, since 1970."""
    times = (dt.datetime(year, month, 1, tzinfo=zone) for year in range(1970, 2040) for month in (1, 7))
    return all((time.utcoffset() or dt.timedelta()) % dt.timedelta(hours=1) == dt.timedelta() for time in times)


def _hour(moment: dt.datetime) -> int:
    return moment.hour


def _week(moment: dt.datetime) -> str:
    year, week, _ = moment.isocalendar()
    return f"{year}-W{week:02}"


_KEYS: dict[Bucket, Callable[[dt.datetime], str | int]] = {
    "hour_of_day": _hour,
    "day": lambda moment: f"{moment:%Y-%m-%d}",
    "weekday": lambda moment: WEEKDAYS[moment.weekday()],
    "week": _week,
    "month": lambda moment: f"{moment:%Y-%m}",
    "quarter": lambda moment: f"{moment.year}-Q{(moment.month - 1) // 3 + 1}",
    "year": lambda moment: f"{moment.year}",
}
