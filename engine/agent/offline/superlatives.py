"""Things that stand out: ``the three cheapest X``, ``which X is the heaviest``, ``which X was opened first``."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import starts
from engine.agent.offline.groups import finished
from engine.agent.offline.measuring import cores
from engine.agent.offline.qualities import Degree, Fit, ages, fits, graded, numbers, superlative, verb
from engine.agent.offline.reading import Parse, Part, Rewrite
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, glue, phrase
from engine.catalog.entries import ValueEntry
from engine.catalog.words import singular
from engine.operators.params import Aggregate, Condition, Find, GroupBy, Measure, Ref

MOST = 1000
_SEVERAL = 5  # shown when a plural names no number
_MOST = {"most": True, "highest": True, "least": False, "fewest": False, "lowest": False}


def outstanding(s: Scene) -> Iterator[Parse]:
    """All ways to ask for the things that have the most or least of a quality."""
    yield from _ranked(s)
    for i in starts(s):
        extra = 1.0 if i or phrase(s.lat, 0, v.LIST) is not None else 1.5
        yield from _before_noun(s, i, extra)
        for limit, noun in _counted(s, i):
            yield from _after_noun(s, noun, limit, extra)


def _ranked(s: Scene) -> Iterator[Parse]:
    """ "Rank X by Y": all of them in order, the greatest first."""
    if s.lat.low(0) not in v.RANKING:
        return
    for noun in nouns.phrases(s, 1):
        if s.lat.low(noun.end) == "by":
            for core in cores(s, noun.end + 1):
                if core.label == noun.label and finished(s, core.end):
                    yield _first(s, noun, Fit(core.of, True, "", core.notes), MOST, 1 + core.cost, core.rewrites)


def _counted(s: Scene, i: int) -> Iterator[tuple[int | None, nouns.Noun]]:
    number = s.lat.numbers.get(i)
    yield from ((None, noun) for noun in nouns.phrases(s, i))
    if number:
        yield from ((int(number[0]), noun) for noun in nouns.phrases(s, number[1]))


def _before_noun(s: Scene, i: int, extra: float) -> Iterator[Parse]:
    """ "The three cheapest X", "the cheapest 3 X", "the youngest X with Y"."""
    limit = None
    at = articles(s.lat, i)
    number = s.lat.numbers.get(at)
    if number:
        limit, at = int(number[0]), number[1]
    degree = superlative(s, at)
    age = s.lat.low(at)
    end = degree.end if degree else at + 1
    number = s.lat.numbers.get(end)
    if number and limit is None:
        limit, end = int(number[0]), number[1]
    if degree:
        yield from _coded(s, degree, end, limit, extra)
    for noun in nouns.phrases(s, end):
        if not finished(s, noun.end) or noun.name:
            continue
        span = (at, noun.noun_end, s.lat.text[s.lat.tokens[end].start : s.lat.tokens[noun.noun_end - 1].end])
        if degree:
            yield from _by_degree(s, noun, degree, limit, extra, span)
            yield from _by_ratings(s, noun, degree, limit, extra)
        yield from _by_age(s, noun, age, limit, extra)


def _coded(s: Scene, degree: Degree, i: int, limit: int | None, extra: float) -> Iterator[Parse]:
    """ "The cheapest novel": a coded value for the things that have it, where these have what the degree is of."""
    for link, entry in s.lat.at(i, ValueEntry):
        prop = s.prop(entry.label, entry.property)
        coded = prop is not None and prop.type == "string" and s.lat.tokens[i].text.islower()
        if link.cost or not coded or not finished(s, link.end):
            continue
        for label in s.catalog.schema.vertices:
            ways = [path for path, _ in s.ways(label, entry.label) if len(path) < 2 and s.paths.single(path)]
            for path in ways if len(ways) == 1 else ():
                held = Condition(path=path, property=entry.property, op="eq", value=entry.values[0])
                noun = nouns.Noun(label, Part(link.end, (held,), 1), False, link.end)
                for fit in fits(s, label, degree):
                    yield _first(s, noun, fit, limit, extra, ())


def _after_noun(s: Scene, noun: nouns.Noun, limit: int | None, extra: float) -> Iterator[Parse]:
    at = glue(s.lat, noun.end)
    degree = superlative(s, at)
    if degree and finished(s, degree.end):
        yield from _by_degree(s, noun, degree, limit, extra, (noun.end, degree.end, ""))
    if finished(s, at + 1):
        yield from _by_age(s, noun, s.lat.low(at), limit, extra)
    quality = verb(s, at)
    most = _MOST.get(s.lat.low(articles(s.lat, at + 1)))
    if quality and most is not None and finished(s, articles(s.lat, at + 1) + 1):
        degree = Degree(quality, most, len(s.lat))
        yield from _by_degree(s, noun, degree, limit, extra, (noun.end, len(s.lat), ""))
    yield from _by_moment(s, noun, at, limit, extra)


def _by_degree(
    s: Scene, noun: nouns.Noun, degree: Degree, limit: int | None, extra: float, span: tuple[int, int, str]
) -> Iterator[Parse]:
    for fit in fits(s, noun.label, degree):
        start, end, text = span
        said = s.replacing(start, end, f"{text} {fit.said}".strip())
        yield _first(s, noun, fit, limit, extra, said)


def _by_ratings(s: Scene, noun: nouns.Noun, degree: Degree, limit: int | None, extra: float) -> Iterator[Parse]:
    """ "The best rated X", rated in what leads to it: by the average, where there is one rating only."""
    if degree.quality != "rating" or fits(s, noun.label, degree):
        return
    rated = [
        (label, path, name)
        for label in s.catalog.schema.vertices
        for path in s.paths.between(label, noun.label)
        for name in numbers(s, label)
        if len(path) == 1 and s.paths.single(path) and graded(Ref(property=name))
    ]
    if len(rated) == 1:
        (label, path, name), held = rated[0], noun.part.filters
        params = Aggregate(
            label=label, filters=nouns.through(s, path, held) if held else (),
            group_by=(GroupBy(ref=s.name_ref(noun.label, path)),), order="desc" if degree.high else "asc",
            measure=Measure(function="avg", of=Ref(property=name)), limit=limit or _many(s, noun),
        )  # fmt: skip
        yield Parse(params, "groups", extra + noun.part.cost, noun.part.notes, noun.part.rewrites)


def _many(s: Scene, noun: nouns.Noun) -> int:
    word = s.lat.low(noun.noun_end - 1)
    return _SEVERAL if singular(word) != word else 1


def _by_age(s: Scene, noun: nouns.Noun, word: str, limit: int | None, extra: float) -> Iterator[Parse]:
    for name, high in ages(s, noun.label, word):
        yield _first(s, noun, Fit(Ref(property=name), high, ""), limit, extra, ())


def _by_moment(s: Scene, noun: nouns.Noun, at: int, limit: int | None, extra: float) -> Iterator[Parse]:
    """ "Which X was opened first", "which X was founded most recently"."""
    found = [(name, end) for name, end, _ in s.time_verb(at, noun.label)]
    found += [(name, at + 1) for name in s.year_verb(at, noun.label)]
    for name, end in found:
        end = articles(s.lat, end)
        end += s.lat.low(end) == "most"
        if ages(s, noun.label, s.lat.low(end)):
            continue
        word = {"recently": "recent"}.get(s.lat.low(end), s.lat.low(end))
        if word in v.BY_TIME and finished(s, end + 1):
            yield _first(s, noun, Fit(Ref(property=name), v.BY_TIME[word], ""), limit, extra, ())


def _first(
    s: Scene, noun: nouns.Noun, fit: Fit, limit: int | None, extra: float, said: tuple[Rewrite, ...]
) -> Parse:
    many = limit or _many(s, noun)
    params = Find(label=noun.label, filters=noun.part.filters, order_by=fit.of, descending=fit.high, limit=many)
    return Parse(params, "list", extra + noun.part.cost, noun.part.notes + fit.notes, noun.part.rewrites + said)
