"""Groups that lead in something: "which X has the most Y", "X with the highest average Y"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.deeds import deed, way
from engine.agent.offline.groups import Key, finished
from engine.agent.offline.measuring import measures
from engine.agent.offline.qualities import fits, numbers, superlative
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.relations import hops
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, glue, most
from engine.catalog.entries import EdgeName
from engine.catalog.words import split_name
from engine.operators.params import Aggregate, Filter, GroupBy, Hop, Measure, Ref


def grouping(
    s: Scene, key: Key, label: str, part: Part, measure: Measure, limit: int, descending: bool, cost: float
) -> Iterator[Parse]:
    """A measure of a label's vertices by a key, in order."""
    for group, more, said in key.over(s, label, part.clock):
        params = Aggregate(
            label=label, filters=part.filters, measure=measure, group_by=(group,),
            order="desc" if descending else "asc", limit=limit,
        )  # fmt: skip
        yield Parse(params, "groups", cost + part.cost + more, part.notes, part.rewrites + said)


def leading(s: Scene, key: Key, limit: int) -> Iterator[Parse]:
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
            yield from grouping(s, key, label, whole, measure, limit, descending, 1)


def _summed(s: Scene, key: Key, i: int, limit: int, descending: bool) -> Iterator[Parse]:
    """ "The most kilometres": the sum of the number with that unit."""
    unit = v.UNIT_NAMES.get(s.lat.low(i))
    for label in s.catalog.schema.vertices if unit and finished(s, i + 1) else ():
        named = [name for name in numbers(s, label) if split_name(name)[-1] == unit]
        if len(named) == 1 and label != key.label:
            measure = Measure(function="sum", of=Ref(property=named[0]))
            yield from grouping(s, key, label, Part(i + 1), measure, limit, descending, 1.25)


def _outstanding(s: Scene, key: Key, i: int, limit: int) -> Iterator[Parse]:
    """ "Which KEY has the longest NOUN": on average, or the one that stands out? Both readings."""
    start = articles(s.lat, i)
    degree = superlative(s, start)
    for noun in nouns.phrases(s, degree.end) if degree else ():
        if degree is None or not finished(s, noun.end) or (noun.label == key.label and not key.prop):
            continue
        text = s.lat.text[s.lat.tokens[degree.end].start : s.lat.tokens[noun.noun_end - 1].end]
        for fit in fits(s, noun.label, degree):
            word, extreme = ("highest", "max") if fit.high else ("lowest", "min")
            of = fit.said.removeprefix("by ").removeprefix(f"with the {word} ")
            for function, name in (("avg", "average"), (extreme, "maximum" if fit.high else "minimum")):
                said = s.replacing(start, noun.noun_end, f"{word} {name} {of} of {text}")
                measure = Measure.model_validate({"function": function, "of": fit.of})
                part = replace(noun.part, rewrites=noun.part.rewrites + said, notes=noun.part.notes + fit.notes)
                yield from grouping(s, key, noun.label, part, measure, limit, fit.high, 1)


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
            done = deed(s, at)
            if done:
                yield glue_soft(s, done.end), part, "", f"!{at}"


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
        elif clock:
            over = _over_deed if clock.startswith("!") else _over_time
            yield from over(s, key, noun.label, part, int(clock[1:]), limit, descending)
        else:
            yield from grouping(s, key, noun.label, part, Measure(), limit, descending, 1)
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


def _over_deed(
    s: Scene, key: Key, label: str, part: Part, at: int, limit: int, descending: bool
) -> Iterator[Parse]:
    """An ordinary verb for the one relation between groups and what is counted: "who gave the most lessons"."""
    done = deed(s, at)
    found = way(s, done, label, key.label, key.label) if done and key.label and not key.prop else None
    if found and len(found.path) == 1 and found.clock is None and found.at == 0:
        notes = (*part.notes, found.note) if found.note else part.notes
        whole = replace(part, filters=(*part.filters, *found.said), notes=notes)
        yield from grouping(s, key, label, whole, Measure(), limit, descending, 0.75)


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
        if not key.unit and not key.prop and s.always(label, name):
            continue  # what is theirs was begun by anyone
        shifted = s.retimed(label, part.filters, name)
        timed = Part(part.end, shifted, part.cost + cost, name, part.notes, part.rewrites)
        yield from grouping(s, key, label, timed, Measure(), limit, descending, 1)
