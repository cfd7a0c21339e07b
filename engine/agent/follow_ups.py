"""Questions that can be asked next: what was just counted or listed, cut another way."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from engine.agent.backbone import ToolCall
from engine.catalog.catalog import Catalog
from engine.catalog.wording import bare, noun, words
from engine.graph.schema import PropertySchema

MOST = 3
_FEW, _MANY = 2, 30  # distinct values between which a property is worth grouping by


def follow_ups(calls: Sequence[ToolCall], catalog: Catalog) -> list[str]:
    """Up to three questions about the label that was last asked about, by properties not yet used."""
    for call in reversed(calls):
        given = call.arguments
        label = given.get("label") if isinstance(given, dict) else None
        if isinstance(label, str) and label in catalog.schema.vertices:
            used = str(given)
            return [question for question in _questions(label, catalog) if _fresh(question, used)][:MOST]
    return []


def questions_about(catalog: Catalog) -> Iterator[str]:
    """Questions about a graph's labels in turn: that of cases first, then by how many vertices there are."""
    labels = sorted(
        catalog.schema.vertices.values(), key=lambda v: (v.name != catalog.profile.case_label, -v.count)
    )
    for asked in itertools.zip_longest(*(_questions(label.name, catalog) for label in labels)):
        yield from filter(None, asked)


def _questions(label: str, catalog: Catalog) -> Iterator[str]:
    vertex = catalog.schema.vertices[label]
    many = noun(label)
    groups = [prop for prop in vertex.properties.values() if _groups(prop)]
    for prop in groups[:2]:
        yield f"How many {many} are there per {words(prop.name)}?"
    for edge in catalog.schema.edges.values():
        for end in edge.ends:
            if end.out_label == label != end.in_label and catalog.schema.vertices[end.in_label].count >= _FEW:
                yield f"Which {words(end.in_label)} has the most {many}?"
    times = [prop.name for prop in vertex.properties.values() if prop.type == "datetime"]
    for name in times[:1]:
        done = bare(name)
        yield f"How many {many} {f'were {done}' if done.endswith('ed') else 'are there'} per month?"


def _groups(prop: PropertySchema) -> bool:
    distinct = prop.distinct or len(prop.values)
    return prop.type in ("string", "integer") and _FEW <= distinct <= _MANY and bool(prop.values)


def _fresh(question: str, used: str) -> bool:
    """Whether what the question groups by is not in the call that was just made."""
    by = question.rstrip("?").rpartition(" per ")[2] or question
    return "".join(by.split()).lower() not in used.lower().replace("_", "")
