"""Names in parameters checked against the live schema: an unknown one is an error that says what is meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process, utils

from engine.errors import ModelMustAct
from engine.graph.schema import EdgeEnds, PropertySchema, Schema
from engine.operators.params import Hop

ID = "id"


class UnknownName(ModelMustAct):
    """A label, edge or property that the graph does not have, or an edge that does not run that way."""

    code = "unknown_name"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a path has led: the labels that vertices may have there.

    ``single``: each start vertex reaches at most one vertex; ``complete``: each reaches at least one, as far as
    the schema knows.
    """

    labels: tuple[str, ...]
    single: bool = True
    complete: bool = True


def start(schema: Schema, label: str) -> Place:
    """The place at the start of a path. Raises UnknownName."""
    if label not in schema.vertices:
        raise UnknownName(f"The graph has no vertex label {label!r}.", did_you_mean(label, schema.vertices))
    return Place((label,))


def follow(schema: Schema, place: Place, path: Sequence[Hop]) -> Place:
    """The place that a path leads to. Raises UnknownName for the first hop that does not exist."""
    for hop in path:
        place = _hop(schema, place, hop)
    return place


def property_at(schema: Schema, place: Place, name: str) -> PropertySchema | None:
    """The property of the vertices at a place; None stands for the vertex id. Raises UnknownName.

    ``id`` is the vertex id unless the label has a property of that name. Where labels hold the property in
    different types, the type is ``other``.
    """
    found = [p for label in place.labels if (p := schema.vertices[label].properties.get(name))]
    if not found:
        if name == ID:
            return None
        known = [p for label in place.labels for p in schema.vertices[label].properties]
        raise UnknownName(f"{' / '.join(place.labels)} has no property {name!r}.", did_you_mean(name, known))
    first = found[0]
    if len(found) == 1:
        return first
    # Value lists of several labels say nothing certain about one of them: keep the name, type and count only.
    kind = first.type if all(p.type == first.type for p in found) else "other"
    samples = tuple(sample for p in found for sample in (*p.samples, *(value for value, _ in p.values)))
    return PropertySchema(name, kind, sum(p.count for p in found), samples=samples[:20])


def always_there(schema: Schema, place: Place, held: PropertySchema | None) -> bool:
    """Whether every vertex at the place carries the property, as far as the schema knows for certain."""
    if held is None:
        return True
    return schema.sampled is None and held.count >= sum(schema.vertices[label].count for label in place.labels)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint with the nearest known name, or with the known names."""
    names = list(dict.fromkeys(known))
    near = process.extractOne(name, names, scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=70)
    if near:
        return f"Did you mean {near[0]!r}?"
    return f"There are: {', '.join(names[:25])}." if names else "There are none."


def _hop(schema: Schema, place: Place, hop: Hop) -> Place:
    edge = schema.edges.get(hop.edge)
    if edge is None:
        raise UnknownName(f"The graph has no edge label {hop.edge!r}.", did_you_mean(hop.edge, schema.edges))
    forward = [end for end in edge.ends if end.out_label in place.labels and hop.direction in ("out", "both")]
    back = [end for end in edge.ends if end.in_label in place.labels and hop.direction in ("in", "both")]
    reached = dict.fromkeys([end.in_label for end in forward] + [end.out_label for end in back])
    if not reached:
        raise UnknownName(
            f"{hop.edge} does not lead {hop.direction} of {' / '.join(place.labels)}.", _way(edge.name, edge.ends)
        )
    if hop.to is not None and hop.to not in reached:
        raise UnknownName(
            f"{hop.edge} does not lead from {' / '.join(place.labels)} to {hop.to!r}.",
            f"It leads to {', '.join(reached)}.",
        )
    most = edge.max_out if hop.direction == "out" else edge.max_in if hop.direction == "in" else None
    one_each = most is not None and most <= 1
    going = sum(end.count for end in forward + back if hop.to in (None, *_ends(hop, end)))
    starts = sum(schema.vertices[label].count for label in place.labels)
    return Place(
        labels=(hop.to,) if hop.to else tuple(reached),
        single=place.single and one_each,
        complete=place.complete and one_each and schema.sampled is None and going >= starts,
    )


def _ends(hop: Hop, end: EdgeEnds) -> tuple[str, ...]:
    return {"out": (end.in_label,), "in": (end.out_label,), "both": (end.in_label, end.out_label)}[hop.direction]


def _way(edge: str, ends: Sequence[EdgeEnds]) -> str:
    ways = "; ".join(f"from {end.out_label} to {end.in_label}" for end in ends[:6])
    return f"{edge} runs {ways or 'nowhere'}: turn the direction, or take another edge."
