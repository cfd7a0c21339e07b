"""Measures: averages, extremes and sums of numbers and of lengths of time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal as OneOf

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import ends, names_amount, starts
from engine.agent.offline.durations import Span, duration
from engine.agent.offline.groups import Tail, finished
from engine.agent.offline.qualities import graded, held
from engine.agent.offline.reading import Params, Parse, Part, Rewrite, Style
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import articles, phrase
from engine.catalog.entries import LabelName, PropertyName
from engine.operators.params import Aggregate, Condition, Duration, Measure, Ref, Unit

_OF = frozenset(
    [
        "of",
        "for",
        "in",
        "on",
        "among",
        "across",
        "from",
        "by",
        "with",
        "at",
        "is",
        "was",
        "does",
        "do",
        "did",
        "has",
        "have",
        "had",
    ]
)
_EXTREMES = {**v.BY_LENGTH, **v.BY_AMOUNT, **v.BY_QUALITY}
NUMBER_OF = v.by_first((("number", "of"), ("the", "number", "of"), ("amount", "of")))


Function = OneOf["count", "count_distinct", "min", "max", "avg", "sum", "median"]


@dataclass(frozen=True, slots=True)
class Core:
    """What is measured, of which label: a number, or a length of time."""

    label: str
    of: Ref | Duration
    end: int
    cost: float = 0
    notes: tuple[str, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()


def cores(s: Scene, i: int) -> Iterator[Core]:
    """The things that can be measured, named at ``i``."""
    i = articles(s.lat, i)
    past = phrase(s.lat, i, NUMBER_OF)
    at = i if past is None or names_amount(s.lat, i, past) else past
    for link, entry in s.lat.at(at, PropertyName):
        prop = s.prop(entry.label, entry.property)
        if prop and prop.type in ("integer", "number"):
            yield Core(entry.label, Ref(property=entry.property), link.end, link.cost * 0.5)
    for link, owner in s.lat.at(at, LabelName):  # "branch floors": the label said before its property
        for after, entry in s.lat.at(link.end, PropertyName):
            prop = s.prop(entry.label, entry.property)
            if prop and entry.label == owner.label and prop.type in ("integer", "number"):
                ref = Ref(property=entry.property)
                yield Core(entry.label, ref, after.end, (link.cost + after.cost) * 0.5)
    if s.lat.low(at) in ("length", "lengths"):
        yield from _long(s, at)
    unit: Unit = v.UNITS.get(s.lat.base(at), "hours") if s.lat.low(at).endswith("s") else "hours"
    for label in s.catalog.schema.vertices:
        for span in duration(s, label, at):
            yield _core(label, span, span.end, unit)
            said = v.UNITS.get(s.lat.base(span.end + 1))
            if s.lat.low(span.end) == "in" and said:
                yield _core(label, span, span.end + 2, said)


def _long(s: Scene, i: int) -> Iterator[Core]:
    """The numbers that say how long things are; as sure as the time that they last."""
    for label in s.catalog.schema.vertices:
        for name in held(s, label, "length"):
            cost = 0.5 if label == s.catalog.profile.case_label else 1
            yield Core(label, Ref(property=name), i + 1, cost, (), s.replacing(i, i + 1, spoken(name)))


def _core(label: str, span: Span, end: int, unit: Unit = "hours") -> Core:
    return Core(
        label, Duration(start=span.start, end=span.stop, unit=unit), end, span.cost, span.notes, span.rewrites
    )


def function_at(s: Scene, i: int) -> tuple[Function, int] | None:
    """``average``, ``the median``, ``total``: (function, end)."""
    i = articles(s.lat, i)
    name = v.AGGREGATES.get(s.lat.low(i))
    return (name, i + 1) if name else None


def measures(s: Scene, i: int, *, ranking: bool) -> Iterator[tuple[str, Measure, Part, bool]]:
    """ "the highest average MEASURE (of NOUN)" to where it ends: (label, measure, part, highest first)."""
    at = articles(s.lat, i)
    descending, said = True, False
    word = s.lat.low(at)
    if word in _EXTREMES:
        descending, said = _EXTREMES[word], True
        at += 1
    found = function_at(s, at)
    inner = found[1] if found else at
    for core in cores(s, inner):
        if word in v.BY_QUALITY and not graded(core.of):
            continue  # the best of what is no rating may be the least or the greatest
        none: tuple[Rewrite, ...] = ()
        functions = [(found[0], none)] if found else _unsaid(s, at - 1, said, descending)
        for function, rewrites in functions:
            measure = Measure(function=function, of=core.of)
            for label, part, ref in of_whom(s, core):
                led = Part(core.end, cost=core.cost, notes=core.notes, rewrites=rewrites + core.rewrites).then(
                    part
                )
                yield label, measure.model_copy(update={"of": ref}), led, descending


def _unsaid(s: Scene, i: int, said: bool, descending: bool) -> list[tuple[Function, tuple[Rewrite, ...]]]:
    """ "The longest resolution time" of groups: their averages, or their extremes? Both readings."""
    if not said:
        return []
    word = s.lat.low(i)
    extreme: Function = "max" if descending else "min"
    plain = "maximum" if descending else "minimum"
    return [
        ("avg", s.replacing(i, i + 1, f"{word} average")),
        (extreme, s.replacing(i, i + 1, f"{word} {plain}")),
    ]


def of_whom(s: Scene, core: Core) -> Iterator[tuple[str, Part, Ref | Duration]]:
    """The vertices measured: those that own the measure, or a noun that leads to them, with filters."""
    for part in m.modifiers(s, core.label, core.end):
        yield core.label, part, core.of
    at = core.end + (s.lat.low(core.end) in _OF)
    at = articles(s.lat, at)
    by = s.lat.low(core.end) == "by"
    for noun in nouns.phrases(s, at):
        if by and not noun.part.filters:  # "by department" parts the figure; "by Legal" says whose it is
            continue
        if noun.label == core.label:
            yield core.label, noun.part, core.of
        elif isinstance(core.of, Ref) and not _owner_said(s, core):
            for path, far in s.ways(noun.label, core.label):
                part = noun.part
                costly = Part(
                    part.end, part.filters, part.cost + far, part.clock, part.notes, part.rewrites, part.sides
                )
                yield noun.label, costly, Ref(property=core.of.property, path=path)


def _owner_said(s: Scene, core: Core) -> bool:
    """Whether those that own the measure were named behind it: each counts once, whatever follows says of them."""
    places = range(max(0, core.end - 3), core.end)
    return any(
        link.end == core.end and entry.label == core.label
        for n in places
        for link, entry in s.lat.at(n, LabelName)
    )


def measured(s: Scene) -> Iterator[Parse]:
    """ "Average X of Y", "the lending time of Y", "how long ... to return Y"."""
    for i in starts(s):
        found = function_at(s, i)
        if found:
            for core in cores(s, found[1]):
                yield from _whole(s, core, found[0])
        else:
            for core in cores(s, i):
                if isinstance(core.of, Duration):
                    yield from _single(s, core)


def _whole(s: Scene, core: Core, function: Function, extra: float = 0) -> Iterator[Parse]:
    for label, part, of in of_whom(s, core):
        for tail in (*ends(s, label, part), *_each(s, label, part.end)):
            whole = part.then(tail.part)
            order = "key" if any(g.bucket for g in tail.by) else "desc"
            params = Aggregate(
                label=label, filters=whole.filters, group_by=tail.by, order=order,
                measure=Measure(function=function, of=of),
            )  # fmt: skip
            cost = 1 + extra + core.cost + whole.cost
            style: Style = "groups" if tail.by else "measure"
            yield Parse(params, style, cost, core.notes + whole.notes, core.rewrites + whole.rewrites)


def _each(s: Scene, label: str, i: int) -> Iterator[Tail]:
    """ "Per trip", of trips: one figure over all of them."""
    if s.lat.low(i) in ("per", "each", "every"):
        for link, entry in s.lat.at(i + 1, LabelName):
            if entry.label == label and finished(s, link.end):
                yield Tail(Part(link.end, cost=1))


def _single(s: Scene, core: Core) -> Iterator[Parse]:
    """A length of time without a function: of a thing by name its own, else the average."""
    for parse in _whole(s, core, "avg", 0.5):
        mean = s.lat.low(core.end - 1) in v.MEAN_TIMES  # says itself that it is an average
        note = () if mean or one_named(s, parse.params) else ("No function was named: the average was taken.",)
        yield Parse(parse.params, parse.style, parse.cost, (*parse.notes, *note), parse.rewrites)


def one_named(s: Scene, params: Params) -> bool:
    """Whether one thing by its name is measured: its average is its own value."""
    if not isinstance(params, Aggregate):
        return False
    naming = s.catalog.name_of(params.label)
    return any(isinstance(f, Condition) and f.property == naming and not f.path for f in params.filters)
