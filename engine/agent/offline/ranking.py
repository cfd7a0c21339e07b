"""Rankings of groups: "which X has the most Y", "top 5 X by Y", "the most common X"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import starts
from engine.agent.offline.groups import Key, finished, keys
from engine.agent.offline.lasting import averaging
from engine.agent.offline.measuring import measures
from engine.agent.offline.qualities import fits, numbers, superlative
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.relations import hops
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, compared, glue, most, phrase, top
from engine.catalog.entries import EdgeName
from engine.catalog.words import singular, split_name
from engine.operators.params import Aggregate, Duration, Filter, GroupBy, Having, Hop, Measure, Ref

MOST_GROUPS = 1000  # of a whole ranking
_FEW = 5  # shown when a plural names no number


def rankings(s: Scene) -> Iterator[Parse]:
    """All rankings of groups."""
    for i in starts(s):
        for limit, descending, at, ranked in _openings(s, i):
            for key in keys(s, at):
                count = limit or (_FEW if _plural(s, key) else 1)
                yield from _most(s, key, count, limit is None and not ranked)
                yield from _said_last(s, key, limit)
                yield from _fastest(s, key, count)
                if ranked:
                    yield from _ranked(s, key, limit or (_FEW if _plural(s, key) else 1), descending)
        yield from _who(s, i)
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


def _plural(s: Scene, key: Key) -> bool:
    word = s.lat.low(key.end - 1)
    return singular(word) != word


def _aggregate(
    s: Scene, key: Key, label: str, part: Part, measure: Measure, limit: int, descending: bool, cost: float
) -> Iterator[Parse]:
    for group, more, said in key.over(s, label, part.clock):
        params = Aggregate(
            label=label, filters=part.filters, measure=measure, group_by=(group,),
            order="desc" if descending else "asc", limit=limit,
        )  # fmt: skip
        yield Parse(params, "groups", cost + part.cost + more, part.notes, part.rewrites + said)


def _most(s: Scene, key: Key, limit: int, plain: bool) -> Iterator[Parse]:
    """KEY (verb) the most NOUN ... ; KEY with the highest average MEASURE."""
    for at, filters, edge, clock in _to_verb(s, key):
        found = most(s.lat, at)
        if found:
            descending, end = found
            yield from _counted(s, key, filters, edge, clock, end, limit, descending)
            yield from _summed(s, key, end, limit, descending)
        yield from _outstanding(s, key, at, limit) if not edge and not clock and filters is None else ()
        for label, measure, part, descending in measures(s, at, ranking=True) if not edge and not clock else ():
            if not finished(s, part.end) or _own(key, label, measure):
                continue
            whole = Part(at, filters_over(s, key, label, filters)).then(part) if filters else part
            yield from _aggregate(s, key, label, whole, measure, limit, descending, 1)


def _summed(s: Scene, key: Key, i: int, limit: int, descending: bool) -> Iterator[Parse]:
    """ "The most kilometres": the sum of the number with that unit."""
    unit = v.UNIT_NAMES.get(s.lat.low(i))
    for label in s.catalog.schema.vertices if unit and finished(s, i + 1) else ():
        named = [name for name in numbers(s, label) if split_name(name)[-1] == unit]
        if len(named) == 1 and label != key.label:
            measure = Measure(function="sum", of=Ref(property=named[0]))
            yield from _aggregate(s, key, label, Part(i + 1), measure, limit, descending, 1.25)


def _outstanding(s: Scene, key: Key, i: int, limit: int) -> Iterator[Parse]:
    """ "Which KEY has the longest NOUN": on average, or the one that stands out? Both readings."""
    start = articles(s.lat, i)
    degree = superlative(s, start)
    for noun in nouns.phrases(s, degree.end) if degree else ():
        if noun.label == key.label or not finished(s, noun.end) or degree is None:
            continue
        text = s.lat.text[s.lat.tokens[degree.end].start : s.lat.tokens[noun.noun_end - 1].end]
        for fit in fits(s, noun.label, degree):
            word, extreme = ("highest", "max") if fit.high else ("lowest", "min")
            of = fit.said.removeprefix("by ").removeprefix(f"with the {word} ")
            for function, name in (("avg", "average"), (extreme, "maximum" if fit.high else "minimum")):
                said = s.replacing(start, noun.noun_end, f"{word} {name} {of} of {text}")
                measure = Measure.model_validate({"function": function, "of": fit.of})
                part = replace(noun.part, rewrites=noun.part.rewrites + said, notes=noun.part.notes + fit.notes)
                yield from _aggregate(s, key, noun.label, part, measure, limit, fit.high, 1)


def _own(key: Key, label: str, measure: Measure) -> bool:
    """Whether the groups are what is measured, one by one: things to order, no groups."""
    of = measure.of
    return label == key.label and not key.prop and isinstance(of, Ref) and not of.path


def filters_over(s: Scene, key: Key, label: str, part: Part) -> tuple[Filter, ...]:
    """Filters on the groups' own vertices, seen from what is counted."""
    for path in s.paths.between(label, key.label)[:1]:
        return nouns.through(s, path, part.filters)
    return ()


def _to_verb(s: Scene, key: Key) -> Iterator[tuple[int, Part | None, str, str | None]]:
    """From the groups to the ranking word, over filters or a verb: (at, filters, edge, clock)."""
    ends: list[tuple[int, Part | None]] = [(key.end, None)]
    if key.label and not key.prop:
        ends += [(part.end, part) for part in m.modifiers(s, key.label, key.end) if part.filters]
    for end, part in ends:
        for at in dict.fromkeys((glue(s.lat, end), end)):
            yield at, part, "", None
            if s.lat.low(at) in ("the",):
                continue
            for link, entry in s.lat.at(at, EdgeName):
                yield glue_soft(s, link.end), part, entry.edge, None
            yield glue_soft(s, at + 1), part, "", f"?{at}"


def glue_soft(s: Scene, i: int) -> int:
    """Past prepositions, but not past an article that belongs to "the most"."""
    while s.lat.low(i) in ("with", "to", "by", "in", "for", "on", "from", "of", "been", "got"):
        i += 1
    return i


def _counted(
    s: Scene, key: Key, filters: Part | None, edge: str, clock: str | None, end: int, limit: int, descending: bool
) -> Iterator[Parse]:
    for noun in nouns.phrases(s, end):
        for related in _relations(s, key, noun, end):
            yield from _over_edge(s, key, noun.label, noun.part, related, limit, descending)
        if noun.name or not finished(s, noun.end):
            continue
        part = noun.part
        if filters is not None:
            moved = filters_over(s, key, noun.label, filters)
            part = Part(
                part.end, part.filters + moved, part.cost + filters.cost, part.clock, part.notes, part.rewrites
            )
        if edge:
            yield from _over_edge(s, key, noun.label, part, edge, limit, descending)
        elif clock and clock.startswith("?"):
            yield from _over_time(s, key, noun.label, part, int(clock[1:]), limit, descending)
        else:
            yield from _aggregate(s, key, noun.label, part, Measure(), limit, descending, 1)
    if not edge and key.label and not key.prop:
        for link, entry in s.lat.at(end, EdgeName):
            if finished(s, link.end):
                mainly = s.paths.main(entry.edge)
                for hop, target in hops(s, key.label, link, entry.edge):
                    if target not in mainly:
                        continue
                    yield _by_degree(s, key.label, hop, target, Part(link.end, cost=link.cost), limit, descending)


def _relations(s: Scene, key: Key, noun: nouns.Noun, start: int) -> Iterator[str]:
    """Relations said around the counted noun: "most flights arrive", "the most departing flights"."""
    if not key.label or noun.name:
        return
    for link, entry in s.lat.at(noun.end, EdgeName):
        after = link.end + (s.lat.low(link.end) in ("at", "in", "to", "from", "with", "by", "on"))
        if finished(s, after):
            yield entry.edge
    for j in range(start, noun.noun_end if finished(s, noun.end) else start):
        yield from (entry.edge for _, entry in s.lat.at(j, EdgeName))


def _over_edge(
    s: Scene, key: Key, label: str, part: Part, edge: str, limit: int, descending: bool
) -> Iterator[Parse]:
    """Groups that a named relation joins to what is counted."""
    if not key.label or key.prop:
        return
    part = replace(part, filters=s.timed_by(label, edge, part.filters))
    for hop, target in s.paths.along(edge, key.label):
        if target == label and (hop.direction == "out" or label != key.label):
            yield _by_degree(s, key.label, hop, target, part, limit, descending)


def _by_degree(s: Scene, label: str, hop: Hop, target: str, part: Part, limit: int, descending: bool) -> Parse:
    back = s.paths.hop(hop.edge, "in" if hop.direction == "out" else "out", label)
    params = Aggregate(
        label=target, filters=part.filters, group_by=(GroupBy(ref=s.name_ref(label, (back,))),),
        order="desc" if descending else "asc", limit=limit,
    )  # fmt: skip
    return Parse(params, "groups", 0.5 + part.cost, part.notes, part.rewrites)


def _over_time(
    s: Scene, key: Key, label: str, part: Part, at: int, limit: int, descending: bool
) -> Iterator[Parse]:
    """A verb that names a time of what is counted: "who resolved the most cases in May"."""
    for name, _, cost in s.time_verb(at, label):
        shifted = s.retimed(label, part.filters, name)
        timed = Part(part.end, shifted, part.cost + cost, name, part.notes, part.rewrites)
        yield from _aggregate(s, key, label, timed, Measure(), limit, descending, 1)


def _ranked(s: Scene, key: Key, limit: int, descending: bool) -> Iterator[Parse]:
    """ "top 5 KEY by number of NOUN", "most common KEY among NOUN", "top 10 KEY" of the cases."""
    by = phrase(s.lat, key.end, v.RANKED_BY)
    for at in dict.fromkeys((by if by is not None else key.end, key.end)):
        inner = phrase(s.lat, articles(s.lat, at), v.COUNT) or phrase(s.lat, at, v.MOST) or at
        for noun in nouns.phrases(s, inner):
            if (finished(s, noun.end) and not noun.name and noun.label != key.label) or (
                key.prop and finished(s, noun.end)
            ):
                yield from _aggregate(s, key, noun.label, noun.part, Measure(), limit, descending, 1)
        for label, measure, part, _ in measures(s, at, ranking=True):
            if finished(s, part.end):
                yield from _aggregate(s, key, label, part, measure, limit, descending, 1)
    for label in _default(s, key):
        for part in m.modifiers(s, label, key.end):
            if finished(s, part.end):
                yield from _aggregate(s, key, label, part, Measure(), limit, descending, 2)


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


def _fastest(s: Scene, key: Key, limit: int) -> Iterator[Parse]:
    """ "Which KEY resolves NOUN (the) fastest (on average)", "which KEY takes longest to resolve NOUN"."""
    kept = [n for n in range(len(s.lat)) if not averaging(s, n)]
    inner = s.over(s.lat.arranged(kept))
    at = glue(inner.lat, key.end)
    if inner.lat.base(at) == "take":
        word = inner.lat.low(articles(inner.lat, at + 1))
        verb = articles(inner.lat, at + 1) + 2
        yield from _by_length(inner, key, word, verb, len(inner.lat), limit)
        return
    word = inner.lat.low(len(inner.lat) - 1)
    last = len(inner.lat) - 1
    yield from _by_length(inner, key, word, at, last - (inner.lat.low(last - 1) == "the"), limit)


def _by_length(s: Scene, key: Key, word: str, verb: int, stop: int, limit: int) -> Iterator[Parse]:
    longest = v.BY_LENGTH.get(word.removesuffix("ly"))
    if longest is None:
        return
    for label in s.catalog.schema.vertices:
        began = s.start_time(label)
        for name, end, cost in s.time_verb(verb, label) if began else ():
            for noun in nouns.phrases(s, end, label):
                if noun.end == stop and name != began[0]:
                    lasting = Duration(start=Ref(property=began[0]), end=Ref(property=name))
                    measure = Measure(function="avg", of=lasting)
                    yield from _aggregate(s, key, label, noun.part, measure, limit, longest, 1 + cost)


def _who(s: Scene, i: int) -> Iterator[Parse]:
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


def _havings(s: Scene, i: int) -> Iterator[Parse]:
    """ "Which months had more than 500 incidents": groups by how many they hold."""
    for key in keys(s, i):
        if key.label and not key.prop:
            continue  # groups that are vertices are listed by their degree
        for found in compared(s.lat, glue(s.lat, key.end), bare=False):
            if found.op == "between":
                continue
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
