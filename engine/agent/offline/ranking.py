"""Rankings of groups: "which X has the most Y", "top 5 X by Y", "the most common X"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import COUNTED, starts
from engine.agent.offline.doers import doers, fastest, quickest
from engine.agent.offline.groups import Key, finished, keys
from engine.agent.offline.leading import grouping, leading
from engine.agent.offline.leading_rates import leading_rates
from engine.agent.offline.measuring import measures
from engine.agent.offline.most_done import most_done
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, compared, glue, here, phrase, top
from engine.agent.offline.spending import spenders
from engine.catalog.entries import LabelName
from engine.catalog.words import lemma, singular
from engine.operators.params import Aggregate, Having, Measure

MOST_GROUPS = 1000  # of a whole ranking
_FEW = 5  # shown when a plural names no number


def rankings(s: Scene) -> Iterator[Parse]:
    """All rankings of groups."""
    for i in starts(s):
        for limit, descending, at, ranked in _openings(s, i):
            yield from quickest(s, at, limit or _several(s, at))
            for key in keys(s, at):
                count = limit or (_FEW if _plural(s, key) else 1)
                yield from leading(s, key, count)
                yield from leading_rates(s, key, count, descending if ranked else None)
                yield from _said_last(s, key, limit)
                yield from fastest(s, key, count)
                yield from most_done(s, key, count)
                yield from spenders(s, key, count)
                if ranked:
                    yield from _ranked(s, key, limit or (_FEW if _plural(s, key) else 1), descending)
        yield from _listed(s, i)
        yield from doers(s)
        yield from _havings(s, i)


def _openings(s: Scene, i: int) -> Iterator[tuple[int | None, bool, int, bool]]:
    """What stands before the groups: (how many, highest first, where they start, whether a ranking was said)."""
    yield None, True, i, False
    number = s.lat.numbers.get(i)
    at = number[1] if number else i
    limit = int(number[0]) if number else None
    if number:
        yield limit, True, at, False
    found = top(s.lat, at)
    if found:
        yield from _after_top(s, found, limit)
    if s.lat.low(at) in v.RANKING:
        yield MOST_GROUPS, True, articles(s.lat, at + 1), True
    yield from _frequent(s, at, limit)


def _after_top(
    s: Scene, found: tuple[bool, int | None, int], limit: int | None
) -> Iterator[tuple[int | None, bool, int, bool]]:
    descending, count, at = found
    yield count or limit, descending, at, True
    for how_many, _, end, _ in _frequent(s, at, count or limit):
        yield how_many, descending, end, True


def _frequent(s: Scene, at: int, limit: int | None) -> Iterator[tuple[int | None, bool, int, bool]]:
    """ "most common", "busiest", "least frequent"."""
    if s.lat.low(at) in v.BUSY:
        yield limit, v.BUSY[s.lat.low(at)], at + 1, True
    for word, descending in (("most", True), ("least", False)):
        if s.lat.low(at) == word and s.lat.low(at + 1) in v.FREQUENT:
            end = at + 2
            number = s.lat.numbers.get(end)
            yield (int(number[0]), descending, number[1], True) if number else (limit, descending, end, True)
            if s.lat.low(end) in v.FREQUENT or s.lat.low(end).endswith("ed"):
                yield limit, descending, end + 1, True


def _several(s: Scene, at: int) -> int:
    """How many are shown of what an adjective of length stands before: "the slowest 3 X", "the slowest X"."""
    number = s.lat.numbers.get(articles(s.lat, at) + 1)
    word = s.lat.low(len(s.lat) - 1)
    return int(number[0]) if number else _FEW if singular(word) != word else 1


def _plural(s: Scene, key: Key) -> bool:
    word = s.lat.low(key.end - 1)
    return singular(word) != word


def _ranked(s: Scene, key: Key, limit: int, descending: bool) -> Iterator[Parse]:
    """ "top 5 KEY by number of NOUN", "most common KEY among NOUN", "top 10 KEY" of the cases."""
    by = phrase(s.lat, key.end, v.RANKED_BY)
    for at in dict.fromkeys((by if by is not None else key.end, key.end)):
        inner = phrase(s.lat, articles(s.lat, at), v.COUNT) or phrase(s.lat, at, v.MOST) or at
        for noun in nouns.phrases(s, inner):
            if (finished(s, noun.end) and not noun.name and noun.label != key.label) or (
                key.prop and finished(s, noun.end)
            ):
                yield from grouping(s, key, noun.label, noun.part, Measure(), limit, descending, 1)
        for label, measure, part, _ in measures(s, at, ranking=True):
            if finished(s, part.end):
                yield from grouping(s, key, label, part, measure, limit, descending, 1)
    for label in _default(s, key):
        for part in m.modifiers(s, label, key.end):
            if finished(s, part.end):
                yield from grouping(s, key, label, part, Measure(), limit, descending, 2)


def _listed(s: Scene, i: int) -> Iterator[Parse]:
    """ "(List) KEY by number of NOUN", which no word for an order leads.

    Without a word for the number, the order is meant where each of NOUN, said in the plural, has one KEY.
    """
    number = s.lat.numbers.get(i)
    limit, at = (int(number[0]), number[1]) if number else (MOST_GROUPS, i)
    for key in keys(s, at):
        by = here(s.lat, key.end, v.RANKED_BY)
        start = articles(s.lat, key.end + len(by))
        said = phrase(s.lat, start, v.COUNT)
        for noun in nouns.phrases(s, said or start) if "by" in by else ():
            counted = said is not None or s.lat.low(noun.end) in COUNTED
            whole = noun.part.then(Part(noun.end + 1)) if s.lat.low(noun.end) in COUNTED else noun.part
            word = s.lat.low(noun.noun_end - 1)
            if noun.name or not finished(s, whole.end) or (noun.label == key.label and not key.prop):
                continue
            for parse in grouping(s, key, noun.label, whole, Measure(), limit, True, 1 if counted else 0.75):
                assert isinstance(parse.params, Aggregate)
                path = parse.params.group_by[0].ref.path
                if counted or (s.paths.single(path) and singular(word) != word and lemma(word) not in v.PEOPLE):
                    yield parse


def _said_last(s: Scene, key: Key, limit: int | None) -> Iterator[Parse]:
    """ "Which KEY is most common in ..."."""
    at = glue(s.lat, key.end)
    if s.lat.low(at) == "the":
        at += 1
    for _, descending, end, _ in _frequent(s, at, limit):
        count = limit or (_FEW if _plural(s, key) else 1)
        yield from _ranked(s, replace(key, end=end), count, descending)


def _default(s: Scene, key: Key) -> Iterator[str]:
    """What is counted when nothing says so: the property's owner, or the graph's cases."""
    case = s.catalog.profile.case_label
    known = case in s.catalog.schema.vertices
    if key.prop:
        yield key.label
    if known and case != key.label and (not key.prop or s.paths.between(str(case), key.label)):
        yield str(case)
    if known:
        return
    edges = s.catalog.schema.edges.values()
    if key.edge:
        ends = sorted(s.catalog.schema.edges[key.edge].ends, key=lambda end: -end.count)
        yield from [end.out_label for end in ends[:1]]
    elif key.label and not key.prop:
        sources = {end.out_label for edge in edges for end in edge.ends if end.in_label == key.label}
        yield from sources if len(sources) == 1 else ()


def _is_label(s: Scene, key: Key) -> bool:
    """Whether the words for a relation are as well those of a label."""
    return any(link.end == key.end for link, _ in s.lat.at(key.start, LabelName))


def _havings(s: Scene, i: int) -> Iterator[Parse]:
    """ "Which months had more than 500 incidents": groups by how many they hold."""
    for key in keys(s, i):
        if key.label and not key.prop:
            continue  # groups that are vertices are listed by their degree
        for found in compared(s.lat, glue(s.lat, key.end), bare=False):
            few = found.op in ("lt", "lte", "neq") or not found.value
            if found.op == "between" or (few and key.edge and _is_label(s, key)):
                continue  # those that have none are among the few
            for noun in nouns.phrases(s, found.end):
                if noun.name or not finished(s, noun.end):
                    continue
                for group, more, said in key.over(s, noun.label, noun.part.clock):
                    params = Aggregate(
                        label=noun.label, filters=noun.part.filters, group_by=(group,),
                        having=Having(op=found.op, value=found.value),
                    )  # fmt: skip
                    yield Parse(
                        params, "groups", 1 + more + noun.part.cost, noun.part.notes, noun.part.rewrites + said
                    )
