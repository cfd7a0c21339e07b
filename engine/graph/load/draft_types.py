"""The type of a column: what all of its cells are, or nearly all, so that the load names the few that are not."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, cast

from engine.graph.load.cells import FALSE, TRUE, moment, plain_number
from engine.graph.load.mapping import DateOrder, DecimalMark, Type

ORDERS: tuple[DateOrder, ...] = ("DMY", "MDY", "YMD")
MARKS: tuple[DecimalMark, ...] = (".", ",")
MOST_STRAYS = 20  # cells; more than a load shows would be no slips to correct
_STRAY_SHARE = 0.1
_FEWEST = 10  # cells from which one may be a slip
_INTEGER = re.compile(r"[+-]?(0|[1-9]\d{0,17})")
_NUMBER = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?")
_CODE = re.compile(r"0\d.*")  # 0000045 is a code, not a number
_BOOLEANS = (TRUE | FALSE) - {"0", "1"}
_YEARS = range(1900, 2101)
_SAMPLE = 200  # different texts of which a way must read half
_FEW_DATES = 5_000  # different texts that are tried as dates
NOUNS: dict[Type, str] = {
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "datetime": "a date",
}


@dataclass(frozen=True, slots=True)
class Way:
    """One way to read cells: a type, with the decimal mark or the order of dates ("" where neither matters)."""

    type: Type
    by: str
    fits: Callable[[str], bool]

    def value(self, text: str) -> Any:
        """What a text that fits is, read this way; equal where two ways read the same."""
        if self.type == "datetime":
            return moment(text, cast("DateOrder", self.by), dt.UTC)
        return float(plain_number(text, cast("DecimalMark", self.by))) if self.by else text.lower()


def _is_integer(mark: DecimalMark) -> Callable[[str], bool]:
    return lambda text: bool(_INTEGER.fullmatch(plain_number(text, mark)))


def _is_number(mark: DecimalMark) -> Callable[[str], bool]:
    return lambda text: bool(_NUMBER.fullmatch(plain_number(text, mark))) and not _CODE.fullmatch(text)


def _is_date(order: DateOrder) -> Callable[[str], bool]:
    def fits(text: str) -> bool:
        try:
            return moment(text, order, dt.UTC).year in _YEARS
        except (ValueError, OverflowError):
            return False

    return fits


WAYS: tuple[Way, ...] = (
    Way("boolean", "", lambda text: text.lower() in _BOOLEANS),
    *(Way("integer", mark, _is_integer(mark)) for mark in MARKS),
    *(Way("number", mark, _is_number(mark)) for mark in MARKS),
    *(Way("datetime", order, _is_date(order)) for order in ORDERS),
)


def ways_of(counts: Counter[str]) -> tuple[tuple[Way, ...], int]:
    """The ways that read most cells, and how many cells even they do not read.

    Of ways that read as many, those of the plainest type are kept per mark: ``12`` is a whole number, not only a
    number; ``1,234`` is a whole number or, with the other mark, one and a bit.
    """
    texts = list(counts)
    sample = texts[:: len(texts) // _SAMPLE + 1]
    tried = [way for way in WAYS if 2 * len(list(strays(sample, way))) < len(sample)]
    left = [(sum(counts[text] for text in strays(texts, way)), way) for way in tried]
    fewest = min((n for n, _ in left), default=counts.total())
    best: dict[str, Way] = {}
    for n, way in left:
        if n == fewest and way.by not in best and (not best or _alike(way, next(iter(best.values())))):
            best[way.by] = way
    return tuple(best.values()), fewest


def _alike(one: Way, other: Way) -> bool:
    return {one.type, other.type} <= {"integer", "number"} or one.type == other.type


def strays(texts: list[str], way: Way) -> Iterable[str]:
    """The texts that the way does not read; of very many that might be dates, a sample is tried."""
    if way.type == "boolean" and len({text.lower() for text in texts} & _BOOLEANS) > 2:
        return texts
    if way.type == "datetime" and len(texts) > _FEW_DATES:
        texts = [*texts[:: len(texts) // _FEW_DATES], *texts[-50:]]
    return (text for text in texts if not way.fits(text))


def near(stray: int, filled: int) -> bool:
    """Whether so few cells that do not fit among so many are slips."""
    return filled >= _FEWEST and stray <= min(MOST_STRAYS, filled * _STRAY_SHARE)
