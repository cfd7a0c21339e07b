"""Counts: "how many ...", "... per ...", "X by Z"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.groups import Tail, finished, groupings, tails
from engine.agent.offline.links import Lattice
from engine.agent.offline.reading import Parse, Part, Style
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, glue, phrase
from engine.catalog.entries import EdgeName, LabelName, PropertyName
from engine.catalog.words import singular
from engine.operators.params import Aggregate, Find, Measure, Ref

_BREAKDOWN = v.by_first((("breakdown", "of"), ("distribution", "of"), ("break", "down"), ("group",), ("split",)))
COUNTED = frozenset(
    {"count", "counts", "number", "numbers", "volume", "total", "totals"}
)  # said last: "loan count"


def starts(s: Scene) -> list[int]:
    """Where the question proper can start: at once, or after "show me the", "what is the"."""
    found = [0]
    end = phrase(s.lat, 0, v.LIST)
    if end is not None:
        found.append(articles(s.lat, end))
        if end > 2 and s.lat.low(end - 1) == "of" and any(s.lat.at(end - 2, PropertyName)):
            found.append(end - 2)  # "what kind of X": a property of X
    return list(dict.fromkeys(found))


def counted(s: Scene, i: int) -> Iterator[tuple[str, Tail]]:
    """A counted noun with everything to the end of the question: (label, tail)."""
    for noun in nouns.phrases(s, i):
        if noun.name and noun.part.cost == 0 and noun.noun_end == noun.end and not s.lat.links[i]:
            continue
        yield from ((noun.label, _led(noun.part, tail)) for tail in ends(s, noun.label, noun.part))
    case = s.catalog.profile.case_label
    if case in s.catalog.schema.vertices and not _kind_ahead(s, articles(s.lat, i)):
        for tail in tails(s, str(case), i, None):
            if tail.part.filters:
                yield str(case), Tail(Part(i, cost=3).then(tail.part), tail.by)


def _kind_ahead(s: Scene, i: int) -> bool:
    """Whether a coded value in the plural says what is counted: "how many retired monitors"."""
    return any(True for n in range(i, nouns.ahead(s, i)) for _ in nouns.kinds(s, n))


def ends(s: Scene, label: str, part: Part) -> Iterator[Tail]:
    """The question's end right here, or one grouping and more filters before it."""
    if finished(s, part.end):
        yield Tail(Part(part.end))
    for by, grouped in groupings(s, label, part.end, part.clock):
        for rest in m.modifiers(s, label, grouped.end, part.clock):
            if finished(s, rest.end):
                yield Tail(grouped.then(rest) if rest.end > grouped.end else grouped, by)


def _led(part: Part, tail: Tail) -> Tail:
    return Tail(part.then(tail.part), tail.by)


def counts(s: Scene) -> Iterator[Parse]:
    """ "How many X ...", "number of X per Y"."""
    for i in starts(s):
        end = phrase(s.lat, i, v.COUNT)
        if end is None or names_amount(s.lat, i, end):
            continue
        yield from _distinct(s, end)
        while s.lat.low(end) in v.DISTINCT:
            end += 1
        for label, tail in counted(s, end):
            order = "key" if any(g.bucket for g in tail.by) else "desc"
            params = Aggregate(label=label, filters=tail.part.filters, group_by=tail.by, order=order)
            style: Style = "groups" if tail.by else "count"
            yield Parse(params, style, tail.part.cost, tail.part.notes, tail.part.rewrites)
        yield from _related(s, end)


def names_amount(lat: Lattice, i: int, end: int) -> bool:
    """Whether the words for counting name a property here: "amount of", where something has an amount.

    Or add it up: "the total price" is no number of prices, as "the total categories" is one of categories.
    """
    one = singular(lat.low(end)) == lat.low(end)
    if one and lat.low(end - 1) == "total" and any(not link.cost for link, _ in lat.at(end, PropertyName)):
        return not any(True for _ in lat.at(end, LabelName))
    said = [n for n in range(i, end) if lat.low(n) in ("amount", "quantity")]
    return any(not link.cost for n in said for link, _ in lat.at(n, PropertyName))


def _distinct(s: Scene, i: int) -> Iterator[Parse]:
    """ "How many different contact types ...": distinct values of a property."""
    cost = 0.0 if s.lat.low(i) in v.DISTINCT else 0.5
    while s.lat.low(i) in v.DISTINCT:
        i += 1
    for link, entry in s.lat.at(i, PropertyName):
        prop = s.prop(entry.label, entry.property)
        if prop is None or entry.verb or (prop.type == "boolean" and cost):  # those that are, not yes and no
            continue
        if prop.type in ("integer", "number") and cost:  # "how many seats does X have" asks for a value
            yield from _amount_of(s, entry.label, entry.property, link.end)
            continue
        for part, by in _owned(s, entry.label, link.end):
            params = Aggregate(
                label=entry.label, filters=part.filters, group_by=by,
                measure=Measure(function="count_distinct", of=Ref(property=entry.property)),
            )  # fmt: skip
            yield Parse(
                params, "groups" if by else "count", 1 + cost + link.cost + part.cost, part.notes, part.rewrites
            )


def _amount_of(s: Scene, label: str, name: str, i: int) -> Iterator[Parse]:
    """ "How many seats does aircraft FD-012 have": the number that one named thing holds."""
    for noun in nouns.phrases(s, glue(s.lat, i), label):
        if noun.name and finished(s, noun.end):
            params = Find(label=label, filters=noun.part.filters, select=(s.name_ref(label), Ref(property=name)))
            yield Parse(params, "lookup", 1 + noun.part.cost, noun.part.notes, noun.part.rewrites)


def _owned(s: Scene, label: str, i: int) -> Iterator[tuple[Part, tuple[object, ...]]]:
    """What follows a property of a label: "... of incidents in March", or filters alone."""
    for tail in tails(s, label, i, None):
        yield tail.part, tail.by
    at = glue(s.lat, i)
    for noun in nouns.phrases(s, at, label):
        if not noun.name or noun.noun_end < noun.end:
            for tail in ends(s, label, noun.part):
                yield noun.part.then(tail.part), tail.by


def _related(s: Scene, i: int) -> Iterator[Parse]:
    """ "How many diplomatic relations does France have": a relation counted by its name."""
    for link, entry in s.lat.at(i, EdgeName):
        if entry.form == "verb":
            continue
        at = glue(s.lat, link.end)
        for noun in nouns.phrases(s, at):
            if not finished(s, noun.end) or not noun.part.filters:
                continue
            for hop, target in s.paths.along(entry.edge, noun.label):
                if target not in s.paths.main(entry.edge):
                    continue
                if hop.direction == "out" or not any(
                    h.direction == "out" for h, _ in s.paths.along(entry.edge, noun.label)
                ):
                    back = s.paths.hop(entry.edge, "in" if hop.direction == "out" else "out", noun.label)
                    filters = nouns.through(s, (back,), noun.part.filters)
                    params = Aggregate(label=target, filters=filters)
                    yield Parse(
                        params, "count", 1 + link.cost + noun.part.cost, noun.part.notes, noun.part.rewrites
                    )


def grouped(s: Scene) -> Iterator[Parse]:
    """ "Incidents per month": a noun with its grouping and no word for counting."""
    for i in starts(s):
        for at in dict.fromkeys((i, phrase(s.lat, i, _BREAKDOWN) or i)):
            for noun in nouns.phrases(s, at):
                whole = noun.part.then(Part(noun.end + 1)) if s.lat.low(noun.end) in COUNTED else noun.part
                for tail in ends(s, noun.label, whole):
                    if tail.by:
                        part = whole.then(tail.part)
                        order = "key" if any(g.bucket for g in tail.by) else "desc"
                        params = Aggregate(label=noun.label, filters=part.filters, group_by=tail.by, order=order)
                        yield Parse(params, "groups", part.cost + 1, part.notes, part.rewrites)
