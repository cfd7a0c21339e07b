"""How long things take: "how long ... to return X", "how long did X take", "how long were X out"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import ends
from engine.agent.offline.durations import Span, ended
from engine.agent.offline.groups import finished, tails
from engine.agent.offline.keeping import kept
from engine.agent.offline.measuring import Core, one_named
from engine.agent.offline.reading import Parse, Part, Rewrite
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, phrase
from engine.catalog.entries import LabelName
from engine.operators.params import Aggregate, Duration, GroupBy, Measure, Ref, Unit

_AUXILIARY = frozenset(
    {"does", "do", "did", "it", "is", "are", "was", "were", "usually", "the", "has", "have", "we"}
)


def how_long(s: Scene) -> Iterator[Parse]:
    """ "How long ... (on average) to return X", "how long did X take", "how long were X out"."""
    at = phrase(s.lat, 0, v.HOW_LONG)
    if at is None:
        return
    words = [s.lat.low(n) for n in range(len(s.lat))]
    unit: Unit = "days" if words[:3] == ["how", "many", "days"] else "hours"
    kept = [n for n in range(at, len(s.lat)) if not averaging(s, n)]
    averaged = len(kept) < len(s.lat) - at
    inner = s.over(s.lat.arranged(kept))
    for parse in _took(inner, unit):
        alone = averaged or one_named(s, parse.params)
        note = () if alone else ("No function was named: the average was taken.",)
        yield Parse(parse.params, parse.style, parse.cost, (*parse.notes, *note), parse.rewrites)


def averaging(s: Scene, n: int) -> bool:
    """Whether the token belongs to "on average" or the like."""
    return any(
        (end := phrase(s.lat, at, v.ON_AVERAGE)) is not None and at <= n < end
        for at in range(max(0, n - 2), n + 1)
    )


def _took(s: Scene, unit: Unit) -> Iterator[Parse]:
    j = 0
    while s.lat.low(j) in _AUXILIARY:
        j += 1
    if s.lat.base(j) == "take":  # "take (us) to return"
        j += 1
        while s.lat.low(j) in ("us", "to", "for"):
            j += 1
        yield from _to_end(s, j, unit)
    yield from kept(s, j, unit)
    for noun in nouns.phrases(
        s, j
    ):  # "did incident 45 take (to resolve)", "does the Network team take to resolve cases"
        at = noun.end
        if s.lat.low(at) in v.UNDER_WAY and finished(s, at + 1):  # "how long was X out"
            yield from _whole_life(s, noun, j, at + 1, unit)
        if s.lat.base(at) not in v.TAKING:
            continue
        at += 1 + (s.lat.base(at) in ("stay", "remain"))  # "stay open"
        if finished(s, at):
            yield from _whole_life(s, noun, j, at, unit)
            continue
        at += s.lat.low(at) in ("to", "until", "till")
        for name, end, cost in s.time_verb(articles(s.lat, at), noun.label):
            if finished(s, end) and name not in s.start_time(noun.label):
                start = Ref(property=s.start_time(noun.label)[0])
                yield from _whole_of(s, noun, Span(start, Ref(property=name), end, cost), unit)
        yield from _to_end(s, at, unit, noun)


def _whole_life(s: Scene, noun: nouns.Noun, start: int, end: int, unit: Unit) -> Iterator[Parse]:
    """From beginning to end, where nothing says until when; of several ends each, with how to say it outright."""
    words = s.lat.text[s.lat.tokens[start].start : s.lat.tokens[noun.end - 1].end]
    for span in ended(s, noun.label):
        said = (Rewrite(0, s.lat.tokens[end - 1].end, f"{span.said} of {words}"),)
        yield from _whole_of(s, noun, replace(span, rewrites=said), unit)


def _whole_of(s: Scene, noun: nouns.Noun, span: Span, unit: Unit) -> Iterator[Parse]:
    params = Aggregate(
        label=noun.label, filters=noun.part.filters,
        measure=Measure(function="avg", of=Duration(start=span.start, end=span.stop, unit=unit)),
    )  # fmt: skip
    said = noun.part.rewrites + span.rewrites
    yield Parse(params, "measure", 1 + span.cost + noun.part.cost, span.notes + noun.part.notes, said)


def _to_end(s: Scene, at: int, unit: Unit, doer: nouns.Noun | None = None) -> Iterator[Parse]:
    """ "(to) resolve NOUN ..." - the verb says until when."""
    for label in s.catalog.schema.vertices:
        began = s.start_time(label)
        for name, end, cost in s.time_verb(at, label) if began else ():
            if name == began[0]:
                continue
            core = Core(
                label, Duration(start=Ref(property=began[0]), end=Ref(property=name), unit=unit), end, cost
            )
            for part in _done_to(s, label, end, doer):
                yield from (_finish(core, part.then(tail.part), tail.by) for tail in ends(s, label, part))
            if doer is not None:
                continue
            if finished(s, end):
                yield _finish(core, Part(end, cost=1), ())
            for tail in tails(s, label, end, None):
                if tail.part.filters or tail.by:
                    yield _finish(core, Part(end, cost=0.5).then(tail.part), tail.by)


def _done_to(s: Scene, label: str, i: int, doer: nouns.Noun | None) -> Iterator[Part]:
    """What is measured, named after the verb; ``doer``: who does it."""
    for noun in nouns.phrases(s, i, label):
        part = noun.part
        if doer is not None:
            path = next(iter(s.paths.between(label, doer.label)), ())
            part = Part(part.end, part.filters + nouns.through(s, path, doer.part.filters), part.cost + 1)
        yield part
    if doer is None:
        yield from _object(s, label, i)


def _object(s: Scene, label: str, i: int) -> Iterator[Part]:
    """What a verb is done to, where each thing measured has one: "return *a book*" of loans."""
    for link, entry in s.lat.at(articles(s.lat, i), LabelName):
        ways = [path for path, _ in s.ways(label, entry.label) if len(path) == 1 and s.paths.single(path)]
        if len(ways) == 1:
            yield from (Part(link.end, cost=1).then(part) for part in m.modifiers(s, label, link.end))


def _finish(core: Core, part: Part, by: tuple[GroupBy, ...]) -> Parse:
    params = Aggregate(
        label=core.label, filters=part.filters, group_by=by, measure=Measure(function="avg", of=core.of)
    )
    return Parse(params, "groups" if by else "measure", 1 + core.cost + part.cost, part.notes, part.rewrites)
