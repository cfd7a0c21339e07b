"""Lists in an order: the latest, the longest, those with the highest."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.durations import ended
from engine.agent.offline.groups import finished
from engine.agent.offline.listing import find
from engine.agent.offline.measuring import cores
from engine.agent.offline.qualities import ages, graded
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, glue
from engine.catalog.words import singular
from engine.operators.params import Duration, Ref


def ordered(s: Scene, i: int, extra: float) -> Iterator[Parse]:
    """ "the 5 most recent X", "the oldest open X", "top 5 longest X by distance"."""
    for limit, word, at in _superlative(s, i):
        for noun in nouns.phrases(s, at):
            many = limit or (1 if _singular(s, noun) else 5)
            for name, end in _times(s, noun, word):
                if finished(s, end):
                    yield find(noun, extra, limit=many, order=Ref(property=name), descending=v.BY_TIME[word])
            for order, part, notes in _lengths(s, noun, word):
                if finished(s, part):
                    down = v.BY_LENGTH.get(word, v.BY_AMOUNT.get(word, True))
                    yield find(noun, extra, limit=many, order=order, descending=down, notes=notes)


def _superlative(s: Scene, i: int) -> Iterator[tuple[int | None, str, int]]:
    limit: int | None = None
    for _ in range(3):
        number = s.lat.numbers.get(i)
        if s.lat.low(i) in ("top", "the"):
            i += 1
        elif number:
            limit, i = int(number[0]), number[1]
        else:
            break
    if s.lat.low(i) == "most" and s.lat.low(i + 1) in ("recent", "recently"):
        i += 1
    word = s.lat.low(i)
    if word in v.BY_TIME or word in v.BY_LENGTH or word in v.BY_AMOUNT:
        number = s.lat.numbers.get(i + 1)
        yield (int(number[0]), word, number[1]) if number and limit is None else (limit, word, i + 1)


def _singular(s: Scene, noun: nouns.Noun) -> bool:
    word = s.lat.low(noun.noun_end - 1)
    return singular(word) == word


def _times(s: Scene, noun: nouns.Noun, word: str) -> Iterator[tuple[str, int]]:
    if word not in v.BY_TIME or ages(s, noun.label, word):
        return
    times = s.start_time(noun.label)
    if not times:
        properties = s.catalog.schema.vertices[noun.label].properties.values()
        times = [prop.name for prop in properties if s.yearly(prop)]
        times = times if len(times) == 1 else []
    if noun.part.clock:
        times = [noun.part.clock]
    else:  # "the last 5 returned loans": last by when they were returned, whatever else the word means
        start = noun.noun_end - 4
        said = [name for n in range(max(0, start), noun.noun_end - 1) for name, *_ in s.time_verb(n, noun.label)]
        times = [name for name in said if name not in s.start_time(noun.label)][:1] or times
    for name in times:
        if name:
            yield name, noun.end


def _lengths(s: Scene, noun: nouns.Noun, word: str) -> Iterator[tuple[Ref | Duration, int, tuple[str, ...]]]:
    """What a superlative of length or amount orders by: said after "by", or the noun's own lasting."""
    if word in v.BY_TIME:
        return
    if s.lat.low(noun.end) in ("by", "in"):
        for core in cores(s, noun.end + 1):
            if core.label == noun.label:
                yield core.of, core.end, core.notes


def by_extreme(s: Scene, i: int, extra: float) -> Iterator[Parse]:
    """ "X with the highest Y", "which X took the longest to resolve", "5 X with the longest resolution time"."""
    number = s.lat.numbers.get(i)
    at = number[1] if number else i
    if s.lat.low(at) == "top":
        more = s.lat.numbers.get(at + 1)
        number, at = (more, more[1]) if more else (number, at + 1)
    for noun in nouns.phrases(s, at):
        limit = int(number[0]) if number else (1 if _singular(s, noun) else 5)
        for order, end, descending, notes in _extremes(s, noun, glue(s.lat, noun.end)):
            if finished(s, end):
                yield find(noun, extra + 1, limit=limit, order=order, descending=descending, notes=notes)


Ordering = tuple["Ref | Duration", int, bool, tuple[str, ...]]  # by what, end, highest first, notes


def _extremes(s: Scene, noun: nouns.Noun, at: int) -> Iterator[Ordering]:
    took = s.lat.base(at) in ("take", "last")
    at = articles(s.lat, at + 1 if took else at)
    if s.lat.low(at) == "by":
        at = articles(s.lat, at + 1)
    word = s.lat.low(at)
    descending = v.BY_LENGTH.get(word, v.BY_AMOUNT.get(word))
    if descending is not None:
        yield from _measured(s, noun, at + 1, descending)
        if took or word in v.BY_LENGTH:
            yield from _lasting(s, noun, at + 1 + (s.lat.low(at + 1) == "time"), descending)
    elif word in v.BY_QUALITY:
        found = _measured(s, noun, at + 1, v.BY_QUALITY[word])
        yield from (order for order in found if graded(order[0]))
    elif s.lat.low(noun.end) == "by":
        yield from _measured(s, noun, noun.end + 1, True)


def _measured(s: Scene, noun: nouns.Noun, at: int, descending: bool) -> Iterator[Ordering]:
    for core in cores(s, at):
        if core.label == noun.label:
            yield core.of, core.end, descending, core.notes


def _lasting(s: Scene, noun: nouns.Noun, at: int, descending: bool) -> Iterator[Ordering]:
    """ "(took the longest) to resolve"; without an end, until the first way of ending."""
    start = s.start_time(noun.label)
    if not start:
        return
    if s.lat.low(at) in ("to", "until"):
        for name, end, _ in s.time_verb(articles(s.lat, at + 1), noun.label):
            if name != start[0]:
                yield Duration(start=Ref(property=start[0]), end=Ref(property=name)), end, descending, ()
    if finished(s, at):
        for span in ended(s, noun.label):
            yield Duration(start=span.start, end=span.stop), at, descending, span.notes
