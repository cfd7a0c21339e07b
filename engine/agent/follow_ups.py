"""Questions that can be asked next: what was just counted or listed, cut another way."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from engine.agent.backbone import ToolCall
from engine.agent.offline.reader import answerable
from engine.catalog.catalog import Catalog
from engine.catalog.names import PREPOSITIONS
from engine.catalog.wording import bare, noun, words
from engine.graph.schema import PropertySchema

MOST = 3
_FEW, _MANY = 2, 30  # distinct values between which a property is worth grouping by


def follow_ups(calls: Sequence[ToolCall], catalog: Catalog) -> list[str]:
    """Up to three questions about the label that was last asked about, by properties not yet used.

    All are such as the offline reader answers.
    """
    for call in reversed(calls):
        given = call.arguments
        label = given.get("label") if isinstance(given, dict) else None
        if isinstance(label, str) and label in catalog.schema.vertices:
            used = str(given)
            fresh = (question for question in _questions(label, catalog) if _fresh(question, used))
            return list(itertools.islice((each for each in fresh if answerable(each, catalog)), MOST))
    return []


def _questions(label: str, catalog: Catalog) -> Iterator[str]:
    vertex = catalog.schema.vertices[label]
    many = noun(label)
    groups = [prop for prop in vertex.properties.values() if _groups(prop, catalog)]
    for prop in sorted(groups, key=lambda prop: (-prop.count, prop.distinct or len(prop.values)))[:2]:
        yield f"How many {many} are there per {words(prop.name)}?"
    for other in _neighbours(label, catalog):
        yield f"Which {words(other)} has the most {many}?"
    times = [prop.name for prop in vertex.properties.values() if prop.type == "datetime"]
    for name in times[:1]:
        done = bare(name)
        yield f"How many {many} {f'were {done}' if done.endswith('ed') else 'are there'} per month?"


def _groups(prop: PropertySchema, catalog: Catalog) -> bool:
    """Whether a property is worth grouping by, and may be shown."""
    if words(prop.name).rpartition(" ")[2] in PREPOSITIONS:  # "per caused by" is no English
        return False
    distinct = prop.distinct or len(prop.values)
    coded = prop.type in ("string", "integer") and _FEW <= distinct <= _MANY and bool(prop.values)
    return coded and prop.name not in catalog.profile.private_properties


def _neighbours(label: str, catalog: Catalog) -> list[str]:
    """The labels that one kind of edge leads to, most edges first; of several, which is meant is unclear."""
    every = [end for edge in catalog.schema.edges.values() for end in edge.ends]
    ways = Counter(frozenset((end.out_label, end.in_label)) for end in every)
    return [
        end.in_label
        for end in sorted(every, key=lambda end: -end.count)
        if end.out_label == label != end.in_label
        and ways[frozenset((label, end.in_label))] == 1
        and catalog.schema.vertices[end.in_label].count >= _FEW
    ]


def _fresh(question: str, used: str) -> bool:
    """Whether what the question groups by is not in the call that was just made."""
    by = question.rstrip("?").rpartition(" per ")[2] or question
    return "".join(by.split()).lower() not in used.lower().replace("_", "")
