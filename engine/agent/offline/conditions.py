"""Filters on a property or label said before its value: ``priority 3``, ``location 143``, ``made SLA``."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import vocabulary as v
from engine.agent.offline.amounts import numeric
from engine.agent.offline.links import Link
from engine.agent.offline.paths import Path
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, compared, negation
from engine.agent.offline.valued import BEFORE_OWN_NAME, HAVING, condition, value_list, way, word_before
from engine.catalog.entries import LabelName, PropertyName
from engine.catalog.names import verbs_of
from engine.catalog.words import same_root, split_name
from engine.graph.schema import PropertySchema
from engine.operators.params import Condition

_EQUALS = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "of",
        "=",
        "==",
        ":",
        "equal",
        "equals",
        "to",
        "being",
        "the",
        "a",
        "an",
        "set",
        "as",
    ]
)


def _makers(s: Scene, head: str, i: int) -> Iterator[tuple[PropertySchema, int]]:
    """Properties named for who does a thing, by their verb: "made by" for ``maker``, "owned by" for ``owner``."""
    if s.lat.low(i + 1) != "by":
        return
    base = s.lat.base(i)
    for name in s.catalog.schema.vertices[head].properties:
        prop = s.prop(head, name)
        if prop and base in verbs_of(split_name(name)[-1]):
            yield prop, i + 2


def named(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """A property or label named before its value: ``priority 3``, ``made SLA``, ``location 143``."""
    labels = {(link.end, entry.label) for link, entry in s.lat.at(i, LabelName)} if negative else ()
    for link, entry in s.lat.at(i, PropertyName):
        prop = s.prop(entry.label, entry.property)
        if prop is None or prop.type == "datetime" or (link.end, entry.label) in labels:
            continue  # "no film" is no film, not one without its "film id"
        for path, far in s.ways(head, entry.label):
            cost = 1 + link.cost * 0.5 + far
            yield from _property_part(s, link, entry.label, prop, path, cost, negative)
    for prop, end in _makers(s, head, i):
        for found, anded in value_list(s, articles(s.lat, end), head, prop):
            filters, sides = condition(s, (), head, prop, found, anded)
            yield Part(found[-1].end, filters, 1 + sum(n.cost for n in found), sides=sides)
    for link, other in s.lat.at(i, LabelName):
        prop = s.prop(other.label, s.catalog.name_of(other.label))
        if prop is None:
            continue
        for path, far in s.ways(head, other.label):
            if path or i == 0 or s.lat.low(i - 1) not in BEFORE_OWN_NAME:
                cost = 1 + link.cost * 0.5 + far
                for j in dict.fromkeys((link.end, _past_is(s, link.end))):
                    yield from _valued(s, link, j, other.label, prop, path, cost)


def _past_is(s: Scene, i: int) -> int:
    while s.lat.low(i) in ("is", "are", "was", "=", "==", "equals", "named", "called"):
        i += 1
    return i


def _property_part(
    s: Scene, link: Link, label: str, prop: PropertySchema, path: Path, cost: float, negative: bool
) -> Iterator[Part]:
    j = link.end
    while s.lat.low(j) in _EQUALS:
        j += 1
    yield from _valued(s, link, j, label, prop, path, cost)
    if prop.type in ("integer", "number"):
        for found in compared(s.lat, j):
            if found.op != "eq":
                end = found.end + (s.lat.low(found.end) in split_name(prop.name)[1:])
                yield Part(end, numeric(path, prop, found), cost)
        yield from in_years(s, j, prop, path, cost)
    if prop.type == "boolean":
        yield from _truth(s, link, prop, path, cost)
    elif negative and prop.type == "integer" and prop.low == 0:  # "no renewals": none, not unknown
        yield Part(link.end, (Condition(path=path, property=prop.name, op="neq", value=0),), cost + 0.5)
    elif negative or s.lat.low(word_before(s, link.start)) in HAVING:
        some = prop.type in ("integer", "number") and prop.low == 0  # "with a fine": of more than nothing
        held = Condition(path=path, property=prop.name, op="gt", value=0)
        there = Condition(path=path, property=prop.name, op="exists")
        yield Part(link.end, (held if some and not negative else there,), cost + 0.5)


def in_years(s: Scene, i: int, prop: PropertySchema, path: Path, cost: float) -> Iterator[Part]:
    """A window on a property that holds plain years: "founded after 1980"."""
    if not s.yearly(prop):
        return
    for window, end in s.lat.windows.get(i, ()):
        if window.grain != "year" or window.yearless:
            continue
        low, high = window.low and window.low.year, window.high and window.high.year
        if low is None:
            yield Part(end, (Condition(path=path, property=prop.name, op="lt", value=high),), cost)
        elif high is None:
            yield Part(end, (Condition(path=path, property=prop.name, op="gte", value=low),), cost)
        else:
            yield Part(end, (Condition(path=path, property=prop.name, op="between", value=low, high=high),), cost)


def _valued(
    s: Scene, link: Link, j: int, label: str, prop: PropertySchema, path: Path, cost: float
) -> Iterator[Part]:
    inner, after = negation(s.lat, j)
    if inner:
        j = articles(s.lat, after)
    for found, anded in value_list(s, j, label, prop):
        filters, sides = condition(s, path, label, prop, found, anded)
        total = cost + sum(n.cost for n in found) + (0.25 if inner else 0)
        if inner:
            filters = tuple(f.model_copy(update={"negate": True}) for f in filters)
            if s.lat.stands(after - 2, ("other", "than")):  # another one: there is one
                filters = (Condition(path=path, property=prop.name, op="exists"), *filters)
        yield Part(
            found[-1].end, filters, total, rewrites=way(s, link, found, path, label, prop.name), sides=sides
        )


def _truth(s: Scene, link: Link, prop: PropertySchema, path: Path, cost: float) -> Iterator[Part]:
    """A yes/no property by its name alone; "missed the SLA" turns ``made_sla`` round."""
    before = word_before(s, link.start)
    missed = s.lat.base(before) in v.MISSING and not any(
        same_root(w, s.lat.base(before)) for w in split_name(prop.name)
    )
    if not missed:
        yield Part(link.end, (Condition(path=path, property=prop.name, op="eq", value=True),), cost)
