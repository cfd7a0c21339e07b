"""Windows of time in a question, through date-wrangler."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from engine.agent.offline.date_orders import date_orders
from engine.agent.offline.time_words import may_speak_of_time
from engine.graph.profile import DateOrder, Profile

_YEAR = re.compile(r"\b(1[89]|20)\d\d\b|\bFY\s?\d\d\b|[/.-]\d\d?[/.-]\d\d\b", re.IGNORECASE)
_RELATIVE = re.compile(
    r"\b(last|past|previous|prior|this|current|next|coming|today|yesterday|ago|to date|ytd|mtd|qtd|so far|now|"
    r"recent|trailing|rolling|mon|tues|wednes|thurs|fri|satur|sun)(day)?\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\b(last|past|previous|prior|trailing|rolling)\s+(\d+|[a-z]+)\s+\w+s\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(close|open|end|start)(?=\s+(in|on|since|before|after|during)\b)", re.IGNORECASE
)  # no parts of a month
_VAGUE = re.compile(r"(?:in |during )?(?:the )?(early|mid|late|end of|beginning of|start of)\b", re.IGNORECASE)
# "Within 3 days", "after 3 days", "3 days after" are lengths, no windows.
_LENGTH = re.compile(
    r"(within|in|under|over|for)\b|after\s+(?!(?:last|this|next|past|previous|the)\b)\S+\s+(hour|day|week|month|year)s?$"
    r"|.*\b(after|later)$",
    re.IGNORECASE,
)
_YEARS = re.compile(r"\byear\b.*[,:] ((?:19|20)\d\d) (?:or|vs|versus) ((?:19|20)\d\d)\W*$", re.IGNORECASE)
_LAST_YEAR = re.compile(
    r"\b(?:month|quarter|week|day)s?(?: of the week)?,? ((?:19|20)\d\d)\b(?![-/.,]?\d)"
    r"|[a-z]{3},? ((?:19|20)\d\d)\W*$",
    re.IGNORECASE,
)
_NO_YEAR = re.compile(
    r"\b(than|over|above|under|below|exactly|least|most|number|nr|code|id|top|first|last|exceeding|equals|and|"
    r"between|within|max|minimum|maximum|show|find|list|get|the)\W*$",
    re.IGNORECASE,
)  # before a number that is none
_PREVIOUS = re.compile(r"(?:the )?(?:previous|prior|preceding|last) (\w+)", re.IGNORECASE)
_THE_BEFORE = re.compile(r"(?:the )?(\w+) before", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"((on|since|before|after|from|by|until|till|between|to|and|or|the|(mon|tues|wednes|thurs|fri|satur|sun)day)\s*)+",
    re.IGNORECASE,
)
_FISCAL = re.compile(r"\b(fy|fiscal|financial)", re.IGNORECASE)
_CALENDAR_YEAR = "The fiscal year was taken as the calendar year: the profile does not say when it starts."
_ROLLING_WORD = re.compile(r"\b(past)\s+(week|month|quarter|year)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Window:
    """A half-open window [low, high) of aware times, either end open; ``start``/``end`` are character offsets.

    ``yearless``: the text names no year, so that the data's years decide. ``note`` says how it was read where
    another way was possible. ``joined``: how date-wrangler saw it joined to the one before (list, compare).
    ``order``: that of day and month, where the text can be read in either.
    """

    low: dt.datetime | None
    high: dt.datetime | None
    text: str
    start: int
    end: int
    grain: str
    yearless: bool = False
    note: str = ""
    joined: str = ""
    order: str = ""

    def in_year(self, year: int) -> Window:
        """The same window with its (first) year set."""
        anchor = self.low or self.high
        if anchor is None:
            return self
        if self.low is None and self.high is not None:  # "until December" ends on 1 January
            anchor = self.high - dt.timedelta(days=1)
        shift = year - anchor.year
        return Window(
            _moved(self.low, shift), _moved(self.high, shift), self.text, self.start, self.end, self.grain,
            joined=self.joined,
        )  # fmt: skip


def find_windows(text: str, profile: Profile, now: object) -> tuple[list[Window], list[tuple[int, int, str]]]:
    """The windows in a text, and the spans that speak of time but cannot be read: (start, end, reason).

    A window that date-wrangler read in part ("2 to 5 pm yesterday") is kept: the rest is then a word that no
    pass can place. A date that can be read in two orders gives a window in each.
    """
    if not may_speak_of_time(text):
        return [], []
    orders = date_orders(text, profile)
    windows, refused = _in_order(text, profile, now, orders[0])
    for order in orders[1:]:
        others, _ = _in_order(text, profile, now, order)
        plain = {replace(window, note="") for window in windows} & {replace(window, note="") for window in others}
        ordered = [replace(one, order=orders[0]) for one in windows if replace(one, note="") not in plain]
        ordered += [replace(one, order=order) for one in others if replace(one, note="") not in plain]
        windows = [one for one in windows if replace(one, note="") in plain] + ordered
    return windows, refused


def _in_order(
    text: str, profile: Profile, now: object, order: DateOrder
) -> tuple[list[Window], list[tuple[int, int, str]]]:
    """The windows and the spans not read, with day and month in one order."""
    import date_wrangler as dw  # late: its import takes most of a second

    assert isinstance(now, dt.datetime)
    zone = ZoneInfo(profile.time_zone)
    today = now.astimezone(zone).date()
    try:
        matches, problems = dw.diagnose(
            _VERB.sub(lambda match: "x" * len(match.group()), text),
            today=today,
            config=_config(profile, order, rolling=False),
        )
    except (ValueError, OverflowError):
        return [], []
    windows = []
    for match in matches:
        if _LENGTH.match(match.text):
            continue
        window = _been(_window(_rolled(match, profile, order, today), match, zone), zone, today)
        unsaid = profile.fiscal_year_start is None and _FISCAL.search(match.text)
        windows.append(replace(window, note=_CALENDAR_YEAR) if unsaid else window)
    windows = _set_back(windows) or _bare_years(text, zone)
    refused = []
    for problem in problems:
        before = _before(problem, windows)
        if before is not None:
            windows.append(before)
        elif not _LENGTH.match(problem.text):
            refused.append((problem.span[0], problem.span[1], getattr(problem, "reason", "not clear enough")))
    return windows, refused


def _bare_years(text: str, zone: ZoneInfo) -> list[Window]:
    """Years that stand as the sides of a question for a year ("which year had more, 2024 or 2025"); a year said

    last, or after the unit that is grouped by: "by month 2025".
    """
    sides, last = _YEARS.search(text), _LAST_YEAR.search(text)
    if sides:
        return [_year(sides, n, zone, "list" if n == 2 else "") for n in (1, 2)]
    if last:
        n = 1 if last[1] else 2
        return [] if _NO_YEAR.search(text[: last.start(n)]) else [_year(last, n, zone)]
    return []


def _year(match: re.Match[str], n: int, zone: ZoneInfo, joined: str = "") -> Window:
    low, high = (dt.datetime(int(match[n]) + after, 1, 1, tzinfo=zone) for after in (0, 1))
    return Window(low, high, match[n], match.start(n), match.end(n), "year", joined=joined)


def _been(window: Window, zone: ZoneInfo, today: dt.date) -> Window:
    """A weekday alone is the last one, not the next: what is asked for has happened."""
    last = window.high - dt.timedelta(days=1) if window.high else window.low
    if last is None or last.astimezone(zone).date() <= today or not _WEEKDAY.fullmatch(window.text):
        return window
    low, high = (moment - dt.timedelta(days=7) if moment else None for moment in (window.low, window.high))
    until = high - dt.timedelta(days=1) if high else None
    shown = " to ".join(day.date().isoformat() for day in dict.fromkeys((low, until)) if day)
    return replace(window, low=low, high=high, note=f'"{window.text}" was read as that of the last week: {shown}.')


def _set_back(windows: list[Window]) -> list[Window]:
    """ "Last quarter compared with the previous quarter": said of another one, "previous" counts from that."""
    told: list[Window] = []
    for window in windows:
        same = any((one.low, one.high) == (window.low, window.high) for one in told)
        unit = _PREVIOUS.fullmatch(window.text)
        moved = _preceding(window.low, unit[1].lower()) if same and unit and window.low else None
        told.append(replace(window, low=moved, high=window.low) if moved else window)
    return told


def _before(problem: Any, windows: list[Window]) -> Window | None:
    """ "The month before", after a window of one month: the month that ends where that one begins."""
    unit = _THE_BEFORE.fullmatch(problem.text)
    earlier = [window for window in windows if window.end <= problem.span[0] and not window.yearless]
    if unit is None or not earlier or earlier[-1].low is None or earlier[-1].high is None:
        return None
    low = _preceding(earlier[-1].low, unit[1].lower())
    if low is None or _preceding(earlier[-1].high, unit[1].lower()) != earlier[-1].low:
        return None  # the month before a week would be another question
    return Window(low, earlier[-1].low, problem.text, problem.span[0], problem.span[1], unit[1], joined="compare")


def _preceding(moment: dt.datetime, unit: str) -> dt.datetime | None:
    """The moment a calendar unit earlier; None of a unit that is none."""
    days, months = {"day": 1, "week": 7}.get(unit), {"month": 1, "quarter": 3, "year": 12}.get(unit)
    if days:
        return moment - dt.timedelta(days=days)
    if not months:
        return None
    count = moment.year * 12 + moment.month - 1 - months
    try:
        return moment.replace(year=count // 12, month=count % 12 + 1)
    except ValueError:  # no such day in that month
        return None


def _rolled(
    match: Any, profile: Profile, order: DateOrder, today: dt.date
) -> tuple[dt.date | None, dt.date | None]:
    """Low and high; ``last 30 days`` are 30 dates of which today is the last, and ``last 6 months`` alike."""
    import date_wrangler as dw

    low, high = match.range.start, match.range.end
    counted = _COUNTED.search(match.text) or _ROLLING_WORD.search(match.text)
    if counted and match.range.mod is None:
        again = dw.parse(match.text, today=today, config=_config(profile, order, rolling=True))
        first = again[0].range.start if len(again) == 1 and again[0].range.end == today else None
        if first is not None:
            return first + dt.timedelta(days=1), today + dt.timedelta(days=1)
    return low, high


def _window(ends: tuple[dt.date | None, dt.date | None], match: Any, zone: ZoneInfo) -> Window:
    low, high = (dt.datetime.combine(day, dt.time(), zone) if day else None for day in ends)
    yearless = match.confidence < 1.0 and not _YEAR.search(match.text) and not _RELATIVE.search(match.text)
    note = ""
    if (_YEAR.search(match.text) and 0.85 < match.confidence < 1.0) or _VAGUE.match(match.text):
        last = ends[1] - dt.timedelta(days=1) if ends[1] else None
        shown = " to ".join(day.isoformat() for day in dict.fromkeys((ends[0], last)) if day)
        note = f'"{match.text}" was read as {shown}.'
    grain, joined = match.range.grain.value, match.joined_by or ""
    return Window(low, high, match.text, match.span[0], match.span[1], grain, yearless, note, joined)


def _moved(moment: dt.datetime | None, years: int) -> dt.datetime | None:
    if moment is None:
        return None
    try:
        return moment.replace(year=moment.year + years)
    except ValueError:  # 29 February
        return moment.replace(year=moment.year + years, day=28)


@lru_cache(maxsize=16)
def _config_of(order: str, fiscal: int, rolling: bool) -> Any:
    import date_wrangler as dw

    return dw.WranglerConfig(
        fiscal=dw.FiscalCalendar(start_month=fiscal),
        date_order=dw.DateOrder[order],
        anchor=dw.Anchor.ROLLING if rolling else dw.Anchor.ANCHORED,
    )


def _config(profile: Profile, order: DateOrder, *, rolling: bool) -> Any:
    return _config_of(order, profile.fiscal_year_start or 1, rolling)
