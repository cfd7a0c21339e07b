"""Values where they stand: of which property, several together, and as filters with the sides of a comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.agent.offline.links import Link
from engine.agent.offline.paths import Path
from engine.agent.offline.reading import Rewrite
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import articles
from engine.catalog.entries import LabelName, PropertyName, Scalar, ValueEntry
from engine.graph.schema import PropertySchema
from engine.operators.params import Condition, Filter

BEFORE_OWN_NAME = frozenset(["in", "on", "at", "of", "for", "from", "with", "to", "by", "into", "near", "than"])
HAVING = frozenset(["with", "has", "have", "had", "having"])
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Named:
    """One value (or the several of a taxonomy word) of a known property, read at a place."""

    values: tuple[Scalar, ...]
    end: int
    cost: float = 0


def values_at(s: Scene, i: int, label: str, prop: PropertySchema) -> Iterator[Named]:
    """The values of one property that stand at ``i``: linked, a plain number, or quoted."""
    found = False
    for link, entry in s.lat.at(i, ValueEntry):
        if (entry.label, entry.property) == (label, prop.name):
            found = True
            yield Named(entry.values, link.end, link.cost)
    if found or i >= len(s.lat):
        return
    token = s.lat.tokens[i]
    if prop.type in ("integer", "number") and (number := s.lat.numbers.get(i)):
        yield Named((number[0],), number[1])
    elif prop.type == "boolean" and token.low in _TRUTH:
        yield Named((_TRUTH[token.low],), i + 1)
    elif token.kind == "quoted" and prop.type == "string" and not s.catalog.values.knows(label, prop.name):
        yield Named((token.text,), i + 1)


def value_list(s: Scene, i: int, label: str, prop: PropertySchema) -> Iterator[tuple[tuple[Named, ...], bool]]:
    """Values joined by commas, "or", "and": (values, whether joined by "and"), shorter lists too."""
    for first in values_at(s, i, label, prop):
        yield (first,), False
        yield from _more(s, (first,), label, prop, False)


def _more(
    s: Scene, so_far: tuple[Named, ...], label: str, prop: PropertySchema, anded: bool
) -> Iterator[tuple[tuple[Named, ...], bool]]:
    j = so_far[-1].end
    joint = s.lat.low(j)
    if joint not in (",", "or", "and", "and/or", "&", "nor", "vs", "versus", "than"):
        return
    j += 1
    if joint == "," and s.lat.low(j) in ("or", "and"):
        joint = s.lat.low(j)
        j += 1
    j = _past_name(s, articles(s.lat, j), label, prop.name)
    for following in values_at(s, j, label, prop):
        longer = (*so_far, following)
        last = anded or joint in ("and", "&")
        if joint != ",":
            yield longer, last
        yield from _more(s, longer, label, prop, last)


def _past_name(s: Scene, i: int, label: str, name: str) -> int:
    """Past the property's or label's name said again: "priority 1 or priority 2"."""
    if s.lat.low(i) in ("in", "from", "at", "by", "of", "for", "with"):
        i = articles(s.lat, i + 1)
    for link, entry in s.lat.at(i, PropertyName):
        if (entry.label, entry.property) == (label, name):
            return link.end
    for link, other in s.lat.at(i, LabelName):
        if other.label == label and link.end < len(s.lat):
            return link.end
    return i


def condition(
    s: Scene, path: Path, label: str, prop: PropertySchema, named: tuple[Named, ...], anded: bool
) -> tuple[tuple[Filter, ...], tuple[tuple[str, Filter], ...]]:
    """The filters for values of a property at a path's end, and the sides they can be compared by."""

    def one(values: tuple[Scalar, ...]) -> Filter:
        if len(values) == 1:
            return Condition(path=path, property=prop.name, op="eq", value=values[0])
        return Condition(path=path, property=prop.name, op="within", value=values)

    if anded and not (s.paths.single(path) and prop.type != "list"):
        filters = tuple(one(n.values) for n in named)
    else:
        filters = (one(tuple(dict.fromkeys(value for n in named for value in n.values))),)
    sides: tuple[tuple[str, Filter], ...] = ()
    if len(named) > 1:
        sides = tuple((_side_name(s, label, prop.name, n.values), one(n.values)) for n in named)
    return filters, sides


def _side_name(s: Scene, label: str, name: str, values: tuple[Scalar, ...]) -> str:
    shown = ", ".join(str(value) for value in values)
    if all(isinstance(value, bool | int | float) or str(value).isdigit() for value in values):
        return f"{spoken(label if name == s.catalog.name_of(label) else name)} {shown}"
    return shown


def way(s: Scene, link: Link, found: tuple[Named, ...], path: Path, label: str, name: str) -> tuple[Rewrite, ...]:
    """How to say by which of several relations the value is reached, or whose property it is."""
    values = " or ".join(str(value) for n in found for value in n.values)
    noun = spoken(label if name == s.catalog.name_of(label) else name)
    start, end = link.start, found[-1].end
    if not path or not s.paths.parallel(path[0]):
        return s.replacing(start, end, f"{noun} {values}")
    edge = spoken(path[0].edge)
    said = edge.removeprefix("has ")  # has_approver: "approver X"
    if len(path) == 1:
        return s.replacing(start, end, f"{said} {values}" if said != edge else f"{said} {noun} {values}")
    start -= s.lat.low(start - 1) in BEFORE_OWN_NAME
    return s.replacing(start, end, f"whose {said} is in {noun} {values}")


def word_before(s: Scene, i: int) -> int:
    """The place of the word before, articles passed over."""
    i -= 1
    while i > 0 and s.lat.low(i) in ("a", "an", "the", "any", "its", "their"):
        i -= 1
    return i
