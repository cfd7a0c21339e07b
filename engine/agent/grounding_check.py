"""Rule 1: every figure and every name in an answer comes from a row.

Each is looked for in the results; then among what the question and the queries' own conditions state; then as
what follows from two figures already found (a difference, a share, a ratio, a sum). What remains is reported.
"""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.agent.evidence import Cell, EvidenceIndex, fits, normal
from engine.agent.figures import Date, Figure, Name, Number, dates_in, figures_in, numbers_in
from engine.agent.run import EXPLORING
from engine.answer import Claim, Evidence, Query
from engine.operators.operator import Outcome

MOST_COMBINED = 16  # figures found, beyond which pairs of them would explain nearly any number

_EMPTY = re.compile(
    r"\b(?:no|none|nothing|zero|not? (?:find|found|any)|(?:is|are|was|were|do|does|did|has|have|could) ?n[o']t|"
    r"n't|without|empty|never|neither|nobody|nowhere)\b|\b0\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\bI (?:do not|don[’']t|cannot|can[’']t|could not|couldn[’']t|am (?:not able|unable)) "
    r"(?:know|tell|answer|find|determine|to)\b",
    re.IGNORECASE,
)
_PAGING = re.compile(r"\.(?:limit|range|tail|sample|skip)\([^()]*\)")
_CLOCK = re.compile(r"\b(\d{1,2})(?::\d{2})?\s?([ap])\.?m\b", re.IGNORECASE)
_LITERAL = re.compile(r"""'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)\"""")


@dataclass
class Checked:
    """What a check found. ``missing``: figures and names without evidence. ``faults``: other ways to be wrong."""

    claims: list[Claim] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing is left to repair."""
        return not self.missing and not self.faults

    def repair(self) -> str:
        """What the model is told, to put it right."""
        parts = []
        if self.missing:
            parts.append(f"These are not in any result: {', '.join(self.missing)}.")
        parts += self.faults
        parts.append("Write the answer again with only what the results hold; run a query if one is missing.")
        return " ".join(parts)

    def warnings(self) -> list[str]:
        """What a reader is told."""
        found = [f"Not found in the results: {', '.join(self.missing)}."] if self.missing else []
        return found + self.faults


def check(
    text: str, question: str, outcomes: Sequence[Outcome], queries: Sequence[Query], known: Iterable[str] = ()
) -> Checked:
    """Check an answer's text. ``known``: names that are true of the graph whatever was asked (labels, values)."""
    index = EvidenceIndex.of(outcomes, queries)
    stated = Stated(question, queries, known)
    checked = Checked()
    numbers: list[tuple[Number, Cell]] = []
    open_: list[Figure] = []
    figures = figures_in(text, [cell.value for cell in index.strings.values() if isinstance(cell.value, str)])
    for figure in figures:
        cell = _look_up(figure, index)
        if cell is None:
            open_.append(figure)
            continue
        checked.claims.append(Claim(figure.text, cell.value, cell.evidence))
        if isinstance(figure, Number):
            numbers.append((figure, cell))
    empty = _is_empty(outcomes)
    for figure in open_:
        evidence = _derived(figure, numbers) if isinstance(figure, Number) else None
        if evidence and isinstance(figure, Number):
            checked.claims.append(Claim(figure.text, figure.value, evidence))
        elif not stated.has(figure, trusted=bool(checked.claims) or empty):
            checked.missing.append(figure.text)
            checked.claims.append(Claim(figure.text, None, None))
    checked.missing = list(dict.fromkeys(checked.missing))
    if empty and not _EMPTY.search(text):
        checked.faults.append("The result is empty, and the answer does not say so.")
    if not empty and outcomes and not checked.claims and _UNSURE.search(text):
        checked.faults.append("The answer says that it does not know, but there are results.")
    return checked


def _look_up(figure: Figure, index: EvidenceIndex) -> Cell | None:
    if isinstance(figure, Number):
        return index.number(figure)
    return index.date(figure) if isinstance(figure, Date) else index.name(figure.text)


def _is_empty(outcomes: Sequence[Outcome]) -> bool:
    """Whether queries ran for the answer and all of them came back with nothing, or with a count of nothing."""
    asked = [outcome for outcome in outcomes if outcome.queries and outcome.operator not in EXPLORING]
    return bool(asked) and all(
        not outcome.rows or (len(outcome.rows) == 1 and outcome.rows[0] in ([0], [0.0])) for outcome in asked
    )


def _derived(figure: Number, known: Sequence[tuple[Number, Cell]]) -> Evidence | None:
    """The evidence of the first of two figures that give this one."""
    if len(known) > MOST_COMBINED:
        return None
    slack = figure.tolerance if figure.percent or figure.value % 1 else 1e-9
    slack += abs(figure.value) * 1e-9
    for (one, cell), (other, _) in itertools.permutations(known, 2):
        a, b = one.value, other.value
        results = [a - b, a + b] if one.unit == other.unit and one.percent == other.percent else []
        if b:
            results = [100 * a / b, 100 * (a - b) / b] if figure.percent else [*results, a / b]
        if any(abs(result - figure.value) <= slack for result in results):
            return cell.evidence
    return None


class Stated:
    """What the question, the queries' conditions and the graph's own names state."""

    def __init__(self, question: str, queries: Sequence[Query], known: Iterable[str]) -> None:
        conditions = " ".join(_PAGING.sub("", query.gremlin) for query in queries)
        literals = [a or b for a, b in _LITERAL.findall(conditions)]
        self._asked = {number.value for number in numbers_in(question)} | set(_hours(question))
        self._conditions = {number.value for number in numbers_in(_LITERAL.sub(" ", conditions))}
        self._dates = [*dates_in(question), *(date for literal in literals for date in dates_in(literal))]
        self._years = {float(date.year) for date in self._dates if date.year}
        self._names = " | ".join(normal(_spaced(name)) for name in (question, *literals, *known))
        self._words = set(self._names.split())

    def has(self, figure: Figure, *, trusted: bool) -> bool:
        """Whether the figure only repeats what was stated. ``trusted``: the answer has evidence for something.

        Without any, a number that the question brought ("are there 500?") is no answer to it.
        """
        if isinstance(figure, Date):
            return any(fits(figure, date) or _day_before(figure, date) for date in self._dates)
        if isinstance(figure, Number):
            if figure.value in self._years:
                return True
            return trusted and (figure.value in self._asked or figure.value in self._conditions)
        return self._names_it(figure)

    def _names_it(self, figure: Name) -> bool:
        wanted = normal(_spaced(figure.text))
        if not wanted or f" {wanted} " in f" {self._names} ":
            return True
        return all(word in self._words or word.removesuffix("s") in self._words for word in wanted.split())


def _hours(question: str) -> Iterator[float]:
    """The hours of the day that a question states with am or pm, as clocks of 24 hours show them."""
    for hour, half in _CLOCK.findall(question):
        yield float(hour) % 12 + 12 * (half.lower() == "p")


def _day_before(stated: Date, bound: Date) -> bool:
    """Whether a date is the last day (or month) before an exclusive bound."""
    if not (bound.year and bound.month and bound.day):
        return False
    try:
        before = dt.date(bound.year, bound.month, bound.day) - dt.timedelta(days=1)
    except (ValueError, OverflowError):  # no such day
        return False
    return fits(stated, Date("", 0, 0, before.year, before.month, before.day))


def _spaced(name: str) -> str:
    """``createdAt`` as the words that people write."""
    return f"{name} {re.sub(r'(?<=[a-z0-9])(?=[A-Z])', ' ', name)}" if re.search(r"[a-z][A-Z]", name) else name
