"""Time buckets: hour of day, day, weekday, week, month, quarter, year, in the profile's time zone.

Engines cut times differently or not at all, and none knows a daylight-saving zone. So each query groups by a
small slot of time that every engine computes the same (days, or quarters of an hour when the zone is not UTC),
and the slots are merged into buckets here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from engine.graph.profile import Profile
from engine.gremlin.build import Builder
from engine.operators.moments import TextForm, holds_times, text_form, zone_of
from engine.operators.params import Bucket
from engine.operators.paths import NotADuration, Values

EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_DAY = 86_400_000
_QUARTER_HOUR = 900_000  # every zone's offset is a multiple of it
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Slots:
    """How one grouping key is cut: the query's slot, and the bucket that a slot lies in."""

    bucket: Bucket
    zone: dt.tzinfo
    form: TextForm | None
    text_zone: dt.tzinfo

    @property
    def _daily(self) -> bool:
        # Whole days of the stored times are whole days of the zone only where both clocks are the same.
        return self.bucket != "hour_of_day" and self.text_zone == self.zone

    def cut(self, moments: Builder) -> Builder:
        """A traversal to moments (or their text) turned into one to slots."""
        if self.form is not None:
            return moments.substring(0, 10 if self._daily or not self.form.separator else 16)
        length = _DAY if self._daily else _QUARTER_HOUR
        return moments.dateDiff(EPOCH).math(f"floor(_ / {length})")

    def key(self, slot: object) -> str | int:
        """The bucket of a slot: ``2025-03``, ``2025-Q1``, ``2025-W09``, ``Monday``, an hour 0 to 23."""
        return _KEYS[self.bucket](self._moment(slot))

    def _moment(self, slot: object) -> dt.datetime:
        if self.form is not None:
            read = dt.datetime.fromisoformat(str(slot))
            return read.replace(tzinfo=self.text_zone).astimezone(self.zone)
        length = _DAY if self._daily else _QUARTER_HOUR
        return (EPOCH + dt.timedelta(milliseconds=float(str(slot)) * length)).astimezone(self.zone)


def slots(values: Values, bucket: Bucket, profile: Profile) -> Slots:
    """How to cut a property into buckets. Raises NotADuration when it holds no times."""
    if values.held is None or not holds_times(values.held):
        raise NotADuration(f"{values.name} holds no times to cut into buckets.", "Group by it without a bucket.")
    form = text_form(values.held)
    if form is not None and not form.separator and bucket == "hour_of_day":
        raise NotADuration(f"{values.name} holds dates without a time of day.", "Cut into days or more.")
    zone = zone_of(profile)
    return Slots(bucket, zone, form, form.zone(profile) if form else dt.UTC)


def order_of(bucket: Bucket, key: object) -> object:
    """What sorts bucket keys in time: weekdays from Monday on, all others by themselves."""
    return WEEKDAYS.index(str(key)) if bucket == "weekday" else key


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
