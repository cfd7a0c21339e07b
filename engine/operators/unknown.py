"""Names in a query that the graph does not have: it finds nothing, and looks as if there were nothing to find."""

from __future__ import annotations

from collections.abc import Iterator

from engine.graph.schema import EdgeLabel, Schema, VertexLabel
from engine.gremlin.shapes import positive, string, strings
from engine.gremlin.tree import Predicate, Step, Traversal, Value
from engine.operators.names import ID, did_you_mean

_WALKS = frozenset({"out", "in", "both", "outE", "inE", "bothE"})
_READERS = frozenset({"values", "properties", "valueMap", "hasNot"})


def unknown_names(traversal: Traversal, schema: Schema) -> tuple[str, ...]:
    """A sentence for each label and property key that the graph has not, with the nearest that it has.

    Property keys are passed over where the schema was read off a sample, for it need not know them all.
    """
    labels = [*schema.vertices, *schema.edges]
    known = {"label": labels, "edge label": list(schema.edges), "property": _properties(schema)}
    told = []
    for kind, name in dict.fromkeys(found for step in traversal.walk() for found in _named(step)):
        if name not in known[kind] and (kind != "property" or not (_sampled(schema) or name == ID or "." in name)):
            told.append(f"The graph has no {kind} {name!r}. {did_you_mean(name, known[kind])}")
    return tuple(told)


def _properties(schema: Schema) -> list[str]:
    return [name for label in _labels(schema) for name in label.properties]


def _sampled(schema: Schema) -> bool:
    return any(label.sampled is not None for label in _labels(schema))


def _labels(schema: Schema) -> list[VertexLabel | EdgeLabel]:
    return [*schema.vertices.values(), *schema.edges.values()]


def _named(step: Step) -> Iterator[tuple[str, str]]:
    """The labels and property keys that a step speaks of, each with its kind."""
    if step.name == "hasLabel":
        yield from (("label", name) for value in step.args for name in _texts(value))
    elif step.name in _WALKS:
        yield from (("edge label", name) for name in strings(step.args))
    elif step.name in _READERS:
        yield from (("property", name) for name in strings(step.args))
    elif step.name == "has" and step.args:
        if len(step.args) == 3 and (label := string(step.args[0])) is not None:
            yield "label", label
        if (key := string(step.args[1 if len(step.args) == 3 else 0])) is not None:
            yield "property", key


def _texts(value: Value) -> list[str]:
    if isinstance(value, Predicate):
        named = value.name in ("eq", "within") and positive(value)
        return strings(value.args) if named else []
    return strings([value])
