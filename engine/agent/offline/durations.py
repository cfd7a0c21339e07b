"""Lengths of time as a thing to measure: ``time to resolve``, ``resolution time``, ``time from A to B``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.agent.offline import vocabulary as v
from engine.agent.offline.reading import Rewrite
from engine.agent.offline.scene import Scene, spoken, verb_of
from engine.agent.offline.shapes import articles
from engine.catalog.entries import LabelName
from engine.catalog.wording import bare, noun
from engine.catalog.words import lemma, same_root, split_name
from engine.operators.params import Ref


@dataclass(frozen=True, slots=True)
class Span:
    """From one time property to another, read up to token ``end``."""

    start: Ref
    stop: Ref
    end: int
    cost: float = 0
    notes: tuple[str, ...] = ()
    said: str = ""  # how to name it outright, where nothing in the question did
    rewrites: tuple[Rewrite, ...] = ()


_TIME = frozenset({"time", "times", "duration", "durations", "days", "hours", "minutes", "weeks"})
_SPANS = _TIME | {"length", "period"}
_LINKING = frozenset(
    [
        "it",
        "that",
        "takes",
        "take",
        "took",
        "taken",
        "taking",
        "for",
        "needed",
        "required",
        "spent",
        "is",
        "was",
        "does",
        "did",
        "do",
        "they",
        "we",
        "us",
        "and",
        "until",
        "till",
        "from",
    ]
)


def duration(s: Scene, label: str, i: int) -> Iterator[Span]:
    """The durations of a label's vertices that are named at ``i``."""
    starts = s.start_time(label)
    if not starts:
        return
    i = articles(s.lat, i)
    start = Ref(property=starts[0])
    yield from _noun_time(s, label, i, start)
    for end, cost in _whole_said(s, label, i):
        for span in _put_right(whole_times(s, label)) if _repairs(s, i) else whole_times(s, label):
            said = s.replacing(i, end, f"{span.said} of {noun(label)}")
            yield replace(span, end=end, cost=span.cost + cost, rewrites=said)
    if s.lat.low(i) not in _TIME:
        return
    j = i + 1
    yield from _from_to(s, label, j)
    while s.lat.low(j) in _LINKING:
        j += 1
    if s.lat.low(j) in ("to", "until", "till", "before"):
        for name, end, cost in s.time_verb(articles(s.lat, j + 1), label):
            if name != starts[0]:
                yield Span(start, Ref(property=name), end, cost)


def _whole_said(s: Scene, label: str, i: int) -> Iterator[tuple[int, float]]:
    """Where words for a thing's whole time end, with their cost: ``loan duration``, ``handling time``."""
    case = s.catalog.profile.case_label
    for link, entry in s.lat.at(i, LabelName):
        if entry.label == label and s.lat.low(link.end) in _SPANS:
            yield link.end + 1, link.cost * 0.5
    if s.lat.low(i + 1) in _SPANS and not s.lat.links[i] and _of_trade(s.lat.base(i), label):
        yield i + 2, 0.25
    if s.lat.low(i) in v.WHOLE_TIME and s.lat.low(i + 1) in _TIME:
        yield i + 2, 0 if label == case else 0.5
    if s.lat.low(i) in ("duration", "durations"):
        yield i + 1, 0 if label == case else 0.5
    if s.lat.low(i) in ("length", "lengths"):
        yield i + 1 + 2 * s.lat.stands(i + 1, ("of", "time")), 0 if label == case else 0.5
    if s.lat.low(i) in v.MEAN_TIMES:
        yield i + 1, _repairing(s, label)
    if s.lat.low(i) == "time" and s.lat.low(i + 1) == "to":
        of_label = any(entry.label == label for _, entry in s.lat.at(i + 2, LabelName))
        if of_label or s.lat.base(i + 2) in v.REPAIRING:
            yield i + 3, 0 if of_label else 0.25 + _repairing(s, label)


def _of_trade(word: str, label: str) -> bool:
    """Whether a word is of the trade of what is had for a while: "lending time", of loans."""
    kept = lemma(split_name(label)[-1])
    return any({word, kept} <= trade and trade & v.KEEPING for trade in v.TRADES)


def _repairs(s: Scene, i: int) -> bool:
    """Whether the time until something is put right is asked for: ``MTTR``, ``time to repair``."""
    return s.lat.low(i) in v.MEAN_TIMES or s.lat.base(i + 2) in v.REPAIRING


def _put_right(spans: list[Span]) -> list[Span]:
    """The times until something is put right, where any is named so."""
    return [span for span in spans if verb_of(span.stop.property) in v.REPAIRING] or spans


def _repairing(s: Scene, label: str) -> float:
    """How far a label is from something that is put right."""
    ends = {verb_of(span.stop.property) for span in whole_times(s, label)}
    if lemma(label) in v.REPAIRING or ends & v.REPAIRING:
        return 0
    return 1 if label == s.catalog.profile.case_label else 2


def _noun_time(s: Scene, label: str, i: int, start: Ref) -> Iterator[Span]:
    """``resolution time``, ``time of resolution``."""
    for at, end in ((i, i + 2), (i + 2, i + 3)):
        word = s.lat.low(i + 1) if at == i else s.lat.low(i)
        if word not in _TIME or (at != i and s.lat.low(i + 1) not in ("of", "to", "for")):
            continue
        for name in s.times(label):
            if name != start.property and same_root(s.lat.base(at), verb_of(name)):
                yield Span(start, Ref(property=name), end)


def _from_to(s: Scene, label: str, j: int) -> Iterator[Span]:
    """``between opening and closing``, ``from created to resolved``."""
    joints = {"between": ("and",), "from": ("to", "until", "till")}.get(s.lat.low(j))
    if not joints:
        return
    for first, middle, cost in s.time_verb(articles(s.lat, j + 1), label):
        at = middle + 1 if s.lat.low(middle) in ("time", "date") else middle
        if s.lat.low(at) in joints:
            for second, end, more in s.time_verb(articles(s.lat, at + 1), label):
                if second != first:
                    yield Span(Ref(property=first), Ref(property=second), end, cost + more)


def whole_times(s: Scene, label: str) -> list[Span]:
    """What can be the whole length of a thing's life: from how it begins to each way in which it ends.

    A deadline, a birth or the last change is no end; where no time is named for an ending, the one other time is.
    """
    starts = s.start_time(label)
    if len(starts) != 1:
        return []
    others = [
        name
        for name in s.times(label)
        if name != starts[0] and not v.NO_END & set(split_name(name)) and verb_of(name) not in v.START_VERBS
    ]
    ends = [name for name in others if verb_of(name) in v.END_VERBS] or others
    return [_whole(starts[0], name) for name in ends]


def _whole(start: str, stop: str) -> Span:
    note = f"The time was taken from {spoken(start)} to {spoken(stop)}."
    said = f"time from {bare(start)} to {bare(stop)}"
    return Span(Ref(property=start), Ref(property=stop), 0, 0.5, (note,), said)


def ended(s: Scene, label: str) -> Iterator[Span]:
    """The whole length of a vertex's life, where nothing says until when."""
    yield from whole_times(s, label)
