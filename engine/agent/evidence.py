"""What the results hold, indexed so that a stated figure or name finds the row it comes from."""

from __future__ import annotations

import bisect
import datetime as dt
import itertools
import re
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.agent.figures import SECONDS, Date, Number, dates_in, numbers_in
from engine.answer import Evidence, Query
from engine.operators.operator import Outcome

SUMMARISED = 20  # rows, above which a model is shown statistics of the columns
MOST_CELLS = 50_000  # looked at per answer; a text states figures of far fewer
_CELL_UNITS = {"ms": 0.001, "milliseconds": 0.001, **{f"{unit}s": seconds for unit, seconds in SECONDS.items()}}


@dataclass(frozen=True, slots=True)
class Cell:
    """A value, where it stands, and the seconds that one of its unit has (0: no unit of time)."""

    value: object
    evidence: Evidence
    seconds: float = 0.0


@dataclass
class EvidenceIndex:
    """The values of all results. Built once per check."""

    numbers: list[tuple[float, Cell]] = field(default_factory=list)  # by value
    durations: list[tuple[float, Cell]] = field(default_factory=list)  # in seconds, by value
    dates: list[tuple[Date, Cell]] = field(default_factory=list)
    strings: dict[str, Cell] = field(default_factory=dict)  # by normal form

    @classmethod
    def of(cls, outcomes: Sequence[Outcome], queries: Sequence[Query]) -> EvidenceIndex:
        """Index the rows of outcomes, their row counts, and the totals and statistics of their columns.

        Of the queries behind them, the single figures too: a note may tell one that no row has.
        """
        index = cls()
        for number, cell in enumerate(itertools.chain(_cells(outcomes), _figures(outcomes, queries))):
            if number >= MOST_CELLS:
                break
            index._add(cell)
        index.numbers.sort(key=lambda item: item[0])
        index.durations.sort(key=lambda item: item[0])
        return index

    def number(self, wanted: Number) -> Cell | None:
        """The cell a number comes from: the value itself, a share for a percentage, another unit of time."""
        if wanted.unit:
            seconds = SECONDS[wanted.unit]
            found = _within(self.durations, wanted.value * seconds, wanted.tolerance * seconds)
            if found:
                return found
        if wanted.percent:
            found = _within(self.numbers, wanted.value / 100, wanted.tolerance / 100)
            if found and isinstance(found.value, float):
                return found
        found = _within(self.numbers, wanted.value, 0.0)
        if found:
            return found
        found = _within(self.numbers, wanted.value, wanted.tolerance)
        # A whole number is stated as it is, or said to be about so many: rounding is for fractions.
        rounded = wanted.tolerance > 0.5 or (found is not None and isinstance(found.value, float))
        return found if rounded else None

    def date(self, wanted: Date) -> Cell | None:
        """The cell a date comes from: every part that is stated fits."""
        return next((cell for date, cell in self.dates if fits(wanted, date)), None)

    def name(self, text: str) -> Cell | None:
        """The cell a name comes from: its whole value, or a run of words in it."""
        wanted = normal(text)
        if not wanted:
            return None
        exact = self.strings.get(wanted) or self.strings.get(wanted.removesuffix("s"))
        if exact:
            return exact
        run = f" {wanted} "
        return next((cell for value, cell in self.strings.items() if run in f" {value} "), None)

    def _add(self, cell: Cell) -> None:
        value = cell.value
        if isinstance(value, bool) or value is None:
            return
        if isinstance(value, int | float):
            self.numbers.append((float(value), cell))
            if cell.seconds:
                self.durations.append((value * cell.seconds, cell))
        elif isinstance(value, dt.timedelta):
            self.durations.append((value.total_seconds(), cell))
        elif isinstance(value, dt.date):
            self.dates.append((Date("", 0, 0, value.year, value.month, value.day, (value.month + 2) // 3), cell))
            self.strings.setdefault(normal(value.isoformat()), cell)
        elif isinstance(value, str):
            self.strings.setdefault(normal(value), cell)
            if len(value) <= 40:
                self.dates.extend((date, cell) for date in dates_in(value))
                if re.fullmatch(r"-?\d+(\.\d+)?", value):
                    self.numbers.append((float(value), cell))


def normal(text: str) -> str:
    """The form in which names are compared: case, punctuation and markup do not count."""
    return " ".join(re.sub(r"[^\w]+|_", " ", text.casefold()).split())


def fits(stated: Date, known: Date) -> bool:
    """Whether every part that is stated is a part of the known date."""
    quarter = known.quarter or (known.month + 2) // 3 if known.month else known.quarter
    pairs = (
        (stated.year, known.year),
        (stated.month, known.month),
        (stated.day, known.day),
        (stated.quarter, quarter),
    )
    return all(said is None or said == there for said, there in pairs)


def _within(items: list[tuple[float, Cell]], value: float, tolerance: float) -> Cell | None:
    slack = max(tolerance, abs(value) * 1e-9) * (1 + 1e-9) + 1e-12
    at = bisect.bisect_left(items, value - slack, key=lambda item: item[0])
    near = []
    while at < len(items) and items[at][0] <= value + slack:
        near.append(items[at])
        at += 1
    return min(near, key=lambda item: abs(item[0] - value))[1] if near else None


def _cells(outcomes: Iterable[Outcome]) -> Iterator[Cell]:
    for outcome in outcomes:
        if not outcome.queries:  # about the schema, not from the data
            continue
        query, handle = outcome.queries[-1], outcome.artifact.handle if outcome.artifact else None
        total = len(outcome.rows) if outcome.total is None else outcome.total
        yield Cell(total, Evidence(query, artifact=handle))
        if total != len(outcome.rows):
            yield Cell(len(outcome.rows), Evidence(query, artifact=handle))
        for at, column in enumerate(outcome.columns):
            seconds = _CELL_UNITS.get(column.unit.lower(), 0.0)
            values = [row[at] for row in outcome.rows]
            for number, value in enumerate(values):
                evidence = Evidence(query, number, column.name, handle)
                for leaf in _leaves(value):
                    yield Cell(leaf, evidence, seconds)
            for computed in _computed(values, summarised=len(values) > SUMMARISED):
                yield Cell(computed, Evidence(query, None, column.name, handle), seconds)


def _figures(outcomes: Iterable[Outcome], queries: Sequence[Query]) -> Iterator[Cell]:
    for outcome in outcomes:
        for index in outcome.queries:
            rows = queries[index].rows
            if len(rows) == 1 and isinstance(rows[0], int | float):
                yield Cell(rows[0], Evidence(index, 0))
        if outcome.queries:
            for note in outcome.notes:
                for number in numbers_in(note):
                    value = int(number.value) if number.value.is_integer() else number.value
                    yield Cell(value, Evidence(outcome.queries[-1]))


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from _leaves(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value


def _computed(values: list[object], *, summarised: bool) -> Iterator[object]:
    """The total of a column; of a table too long to be shown, also what its summary says of the column."""
    numbers = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    if len(numbers) > 1:
        yield sum(numbers)
        if summarised:
            yield statistics.fmean(numbers)
    elif summarised and not numbers:
        yield len({str(value) for value in values})
