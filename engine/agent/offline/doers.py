"""Groups by who does it most or fastest: "who resolved the most X", "which Y resolves X fastest"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.durations import whole_times
from engine.agent.offline.groups import Key, finished, keys
from engine.agent.offline.lasting import averaging
from engine.agent.offline.leading import glue_soft, grouping
from engine.agent.offline.qualities import held
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene, verb_of
from engine.agent.offline.shapes import articles, glue, most
from engine.catalog.entries import EdgeName
from engine.operators.params import Aggregate, Duration, GroupBy, Measure, Ref


def doers(s: Scene) -> Iterator[Parse]:
    """ "Who resolved the most cases": the groups are what the verb's relation leads to."""
    if s.lat.low(0) != "who":
        return
    at = glue(s.lat, 1)
    for link, entry in s.lat.at(at, EdgeName):
        found = most(s.lat, glue_soft(s, link.end))
        for noun in nouns.phrases(s, found[1]) if found else ():
            for hop, target in s.paths.along(entry.edge, noun.label):
                if finished(s, noun.end) and not noun.name and found:
                    params = Aggregate(
                        label=noun.label, filters=s.timed_by(noun.label, entry.edge, noun.part.filters), limit=1,
                        order="desc" if found[0] else "asc",
                        group_by=(GroupBy(ref=s.name_ref(target, (hop,))),),
                    )  # fmt: skip
                    yield Parse(params, "groups", 1 + noun.part.cost, noun.part.notes, noun.part.rewrites)


def fastest(s: Scene, key: Key, limit: int) -> Iterator[Parse]:
    """ "Which KEY resolves NOUN (the) fastest (on average)", "which KEY takes longest to resolve NOUN"."""
    kept = [n for n in range(len(s.lat)) if not averaging(s, n)]
    inner = s.over(s.lat.arranged(kept))
    at = key.end if inner.lat.base(key.end) == "take" else glue(inner.lat, key.end)
    if inner.lat.base(at) == "take":
        word = inner.lat.low(articles(inner.lat, at + 1))
        verb = articles(inner.lat, at + 1) + 2
        yield from _by_length(inner, key, word, verb, len(inner.lat), limit)
        if finished(inner, verb - 1):
            yield from _by_whole_length(s, key, word, limit)
        return
    word = inner.lat.low(len(inner.lat) - 1)
    last = len(inner.lat) - 1
    yield from _by_length(inner, key, word, at, last - (inner.lat.low(last - 1) == "the"), limit)


def _by_whole_length(s: Scene, key: Key, word: str, limit: int) -> Iterator[Parse]:
    """ "Which KEY takes the longest": on average, from how what belongs to it begins to how it ends."""
    longest = v.BY_LENGTH.get(word)
    if longest is None or (key.label and not key.prop and whole_times(s, key.label)):
        return
    for label in [key.label] if key.prop and whole_times(s, key.label) else _timed(s, key.label):
        for span in whole_times(s, label):
            measure = Measure(function="avg", of=Duration(start=span.start, end=span.stop))
            part = Part(len(s.lat), cost=0.5, notes=span.notes)
            yield from grouping(s, key, label, part, measure, limit, longest, 1)


def quickest(s: Scene, i: int, limit: int) -> Iterator[Parse]:
    """ "The slowest KEY": by how long things take on average, where what has a length belongs to a key each."""
    for key, longest, start, end in _extreme_keys(s, i):
        if not key.label or key.prop or whole_times(s, key.label) or _long_itself(s, key.label):
            continue
        named = s.lat.text[s.lat.tokens[key.start].start : s.lat.tokens[key.end - 1].end]
        for label in _timed(s, key.label):
            for span in whole_times(s, label):
                if verb_of(span.stop.property) not in v.END_VERBS:  # who has it back soon is not fast for that
                    continue
                measure = Measure(function="avg", of=Duration(start=span.start, end=span.stop))
                said = f"{named} with the {'longest' if longest else 'shortest'} average {span.said}"
                part = Part(key.end, cost=0.5, notes=span.notes, rewrites=s.replacing(start, end, said))
                yield from grouping(s, key, label, part, measure, limit, longest, 1)


def _long_itself(s: Scene, label: str) -> bool:
    """Whether a number of its own says how long or fast a thing is: "the longest book", by its pages."""
    return bool(held(s, label, "length") or held(s, label, "speed"))


def _extreme_keys(s: Scene, i: int) -> Iterator[tuple[Key, bool, int, int]]:
    """ "The slowest KEY", "which KEY is (the) slowest": (key, whether the longest is meant, its span)."""
    at = articles(s.lat, i)
    before = v.BY_LENGTH.get(s.lat.low(at))
    number = s.lat.numbers.get(at + 1)
    for key in keys(s, number[1] if number else at + 1) if before is not None else ():
        if finished(s, key.end):
            yield key, bool(before), at, key.end
    for key in keys(s, i):
        at = articles(s.lat, glue(s.lat, key.end))
        after = v.BY_LENGTH.get(s.lat.low(at))
        if after is not None and finished(s, at + 1):
            yield key, after, key.start, at + 1


def _timed(s: Scene, key: str) -> list[str]:
    """The labels with a length of time, one relation from a key: the cases, where they are among them."""
    found = [
        label
        for label in s.catalog.schema.vertices
        if any(len(path) == 1 for path in s.paths.between(label, key)) and whole_times(s, label)
    ]
    case = s.catalog.profile.case_label
    return [case] if case in found else found


def _by_length(s: Scene, key: Key, word: str, verb: int, stop: int, limit: int) -> Iterator[Parse]:
    longest = v.BY_LENGTH.get(word.removesuffix("ly"))
    if longest is None:
        return
    for label in s.catalog.schema.vertices:
        began = s.start_time(label)
        for name, end, cost in s.time_verb(verb, label) if began else ():
            done = [noun.part for noun in nouns.phrases(s, end, label) if noun.end == stop]
            if end == stop:  # what is done to is not said: whatever has that time
                done.append(Part(end, cost=0.25))
            for part in done if name != began[0] else ():
                lasting = Duration(start=Ref(property=began[0]), end=Ref(property=name))
                measure = Measure(function="avg", of=lasting)
                yield from grouping(s, key, label, part, measure, limit, longest, 1 + cost)
