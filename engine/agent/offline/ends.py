"""Relations in an operator call with the labels that they reach, for saying it in words."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel

from engine.catalog.names import IDENTIFYING
from engine.catalog.words import split_name
from engine.graph.schema import Schema
from engine.operators.params import Hop

T = TypeVar("T")


def labelled(item: T, schema: Schema) -> T:
    """The call with the label set on each hop whose relation's name does not say what it reaches.

    A hop against the relation (``has_member`` from a member reaches loans), or one named for a code.
    """
    if isinstance(item, Hop):
        return item if item.to or item.edge not in schema.edges else _ended(item, schema)  # type: ignore[return-value]
    if isinstance(item, tuple):
        return tuple(labelled(one, schema) for one in item)  # type: ignore[return-value]
    if isinstance(item, BaseModel):
        fields = {name: labelled(getattr(item, name), schema) for name in type(item).model_fields}
        return item.model_copy(update=fields)
    return item


def _ended(hop: Hop, schema: Schema) -> Hop:
    ends = schema.edges[hop.edge].ends
    reached = {end.in_label if hop.direction == "out" else end.out_label for end in ends}
    words = split_name(hop.edge)
    if hop.direction == "in" and words[0] == "has" and any(end.out_label == end.in_label for end in ends):
        return hop.model_copy(update={"edge": " ".join((*words[1:], "of"))})  # whose coach it is
    unsaid = hop.direction == "in" or split_name(hop.edge)[-1] in IDENTIFYING
    return hop.model_copy(update={"to": reached.pop()}) if unsaid and len(reached) == 1 else hop
