"""Questions that a graph can answer, to show when one could not be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from weakref import WeakKeyDictionary

from engine.catalog.catalog import Catalog
from engine.catalog.wording import bare, noun, words
from engine.graph.schema import PropertySchema, VertexLabel

MOST = 3
_FEW, _MANY = 2, 40  # distinct values between which a property is worth asking about
_known: WeakKeyDictionary[Catalog, tuple[str, ...]] = WeakKeyDictionary()


def candidates(catalog: Catalog) -> Iterator[str]:
    """Questions about the label that matters most, then the others, by what their schema holds."""
    case = catalog.profile.case_label
    labels = sorted(catalog.schema.vertices.values(), key=lambda vertex: (vertex.name != case, -vertex.count))
    for vertex in labels[:4]:
        many = noun(vertex.name)
        yield from (f"Which {words(other)} has the most {many}?" for other in _neighbours(catalog, vertex)[:1])
        for prop in _coded(catalog, vertex)[:1]:
            yield f"How many {many} are there per {words(prop.name)}?"
        times = [prop.name for prop in vertex.properties.values() if prop.type == "datetime"]
        for name in times[:1]:
            done = bare(name)
            yield f"How many {many} {f'were {done}' if done.endswith('ed') else 'are there'} per month?"
        yield f"How many {many} are there?"


def _neighbours(catalog: Catalog, vertex: VertexLabel) -> list[str]:
    ends = [end for edge in catalog.schema.edges.values() for end in edge.ends if end.out_label == vertex.name]
    ends = [end for end in ends if end.in_label != vertex.name and catalog.name_of(end.in_label) != "id"]
    return [end.in_label for end in sorted(ends, key=lambda end: -end.count)]


def _coded(catalog: Catalog, vertex: VertexLabel) -> list[PropertySchema]:
    private = catalog.profile.private_properties
    return [
        prop
        for prop in vertex.properties.values()
        if prop.name not in private and prop.type == "string" and _FEW <= (prop.distinct or 0) <= _MANY
    ]


def suggestions(catalog: Catalog, readable: Callable[[str], bool]) -> tuple[str, ...]:
    """Three questions that would be answered, found once a catalog. ``readable``: says whether one would be."""
    found = _known.get(catalog)
    if found is None:
        kept: list[str] = []
        for question in dict.fromkeys(candidates(catalog)):
            if readable(question):
                kept.append(question)
            if len(kept) == MOST:
                break
        found = _known[catalog] = tuple(kept)
    return found
