"""Moments: what a value means as a time, and how a property of the graph holds times.

A property holds times as real datetimes or as ISO text. Text is compared as text, so a bound is written the way
the property's own values are. Naive text is wall-clock time in the profile's zone.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.errors import ModelMustAct, OperatorMustAct
from engine.graph.profile import Profile
from engine.graph.schema import PropertySchema

_PERIOD = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")
_ISO = re.compile(
    r"\d{4}-\d{2}-\d{2}"
    r"(?:(?P<separator>[T ])\d{2}:\d{2}(?P<rest>:\d{2}(?:[.,]\d+)?)?(?P<offset>Z|[+-]\d{2}:?\d{2})?)?"
)


class NotATime(ModelMustAct):
    """A value given for a time property is no time."""

    code = "not_a_time"


@dataclass(frozen=True, slots=True)
class Period:
    """A moment (``end`` None), or the year, month or day that a short form such as ``2025-03`` means."""

    start: dt.datetime
    end: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class TextForm:
    """How a text property writes its times: the separator before the clock time (empty: dates only), the
    offset text at the end (empty: naive), and whether seconds are written."""

    separator: str = ""
    offset: str = ""
    seconds: bool = True

    def zone(self, profile: Profile) -> dt.tzinfo:
        """The zone that the written clock times are in."""
        if not self.offset:
            return zone_of(profile)
        written = dt.datetime.fromisoformat(f"2000-01-01T00:00{self.offset}")
        return written.tzinfo or dt.UTC

    def write(self, moment: dt.datetime, profile: Profile) -> str:
        """The moment as the property would write it."""
        local = moment.astimezone(self.zone(profile))
        if not self.separator:
            return f"{local:%Y-%m-%d}"
        clock = f"{local:%H:%M:%S}" if self.seconds else f"{local:%H:%M}"
        return f"{local:%Y-%m-%d}{self.separator}{clock}{self.offset}"

    def bound(self, moment: dt.datetime, profile: Profile) -> str:
        """The shortest text that sorts before every writing of the moment and after all earlier ones.

        For ``>=`` and ``<``: it holds whatever fraction or offset stands behind.
        """
        local = moment.astimezone(self.zone(profile))
        if not self.separator or local.time() == dt.time():
            return f"{local:%Y-%m-%d}"
        return f"{local:%Y-%m-%d}{self.separator}{local:%H:%M:%S}"[: None if self.seconds else -3]


def text_form(held: PropertySchema) -> TextForm | None:
    """How a string property writes times, read off the values that the schema has; None: it holds no times."""
    seen = [*held.samples, *(value for value, _ in held.values), held.low, held.high]
    texts = [value for value in seen if isinstance(value, str)]
    found = [_ISO.fullmatch(text) for text in texts]
    if held.type not in ("string", "datetime") or not texts or not all(found):
        return None
    timed = [match for match in found if match and match["separator"]]
    if not timed:
        return TextForm()
    return TextForm(timed[0]["separator"], timed[0]["offset"] or "", any(match["rest"] for match in timed))


def holds_times(held: PropertySchema | None) -> bool:
    """Whether a property holds times, real or as text."""
    return held is not None and (held.type == "datetime" or text_form(held) is not None)


def period(value: object, profile: Profile) -> Period:
    """The moment or period that a value means: a datetime, ISO text, or a year, month or day. Raises NotATime."""
    zone = zone_of(profile)
    if isinstance(value, dt.datetime):
        return Period(value if value.tzinfo else value.replace(tzinfo=zone))
    text = str(value).strip()
    try:
        if short := _PERIOD.fullmatch(text):
            return _short(short, zone)
        moment = dt.datetime.fromisoformat(text)
    except ValueError:
        raise NotATime(
            f"{text[:60]!r} is no time.", "Give ISO 8601, such as 2025-03-01 or 2025-03-01T09:30:00Z."
        ) from None
    return Period(moment if moment.tzinfo else moment.replace(tzinfo=zone))


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def zone_of(profile: Profile) -> dt.tzinfo:
    """The profile's time zone. Raises OperatorMustAct when there is no zone of that name."""
    if profile.time_zone.upper() in ("UTC", "Z"):
        return dt.UTC
    try:
        return _zone(profile.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        raise OperatorMustAct(
            f"There is no time zone {profile.time_zone!r}.",
            "Set time_zone in the profile to a name such as Europe/Berlin.",
        ) from None


def _short(short: re.Match[str], zone: dt.tzinfo) -> Period:
    year, month, day = int(short[1]), int(short[2] or 1), int(short[3] or 1)
    begin = dt.datetime(year, month, day, tzinfo=zone)
    # Arithmetic within one zone is on the wall clock: the end is the next local midnight, over a DST change too.
    if short[3]:
        return Period(begin, begin + dt.timedelta(days=1))
    if short[2]:
        return Period(begin, dt.datetime(year + month // 12, month % 12 + 1, 1, tzinfo=zone))
    return Period(begin, dt.datetime(year + 1, 1, 1, tzinfo=zone))
