"""Taxonomy lookup (SEGRA section 3.1): strong matches hold a word of the phrase in their name, weak ones only
in their description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.catalog.entries import Match, ValueEntry
from engine.catalog.words import lemma, tokens_of

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog


def look_up(catalog: Catalog, phrase: str) -> tuple[list[Match], list[Match]]:
    """Strong and weak matches of a phrase among the taxonomy labels of the profile."""
    wanted = {lemma(word) for word in tokens_of(phrase)}
    strong: list[Match] = []
    weak: list[Match] = []
    for label in catalog.profile.taxonomy_labels:
        vertex = catalog.schema.vertices.get(label)
        if vertex is None or not wanted:
            continue
        naming = catalog.name_of(label)
        for name, prop in vertex.properties.items():
            if name == naming:
                strong += _hits(catalog, label, name, wanted)
            elif prop.type == "string":
                weak += [
                    Match(ValueEntry(label, name, (v,), n), 2) for v, n in _texts(prop.values) if _has(v, wanted)
                ]
    return strong, weak


def _hits(catalog: Catalog, label: str, name: str, wanted: set[str]) -> list[Match]:
    found: list[Match] = []
    for word in sorted(wanted):
        for match in catalog.values.by_word(word) + catalog.values.get((word,)):
            entry = match.entry
            if isinstance(entry, ValueEntry) and (entry.label, entry.property) == (label, name):
                found += [Match(ValueEntry(label, name, (v,)), 0) for v in entry.values if _has(str(v), wanted)]
    return list(dict.fromkeys(found))


def _texts(values: tuple[tuple[object, int], ...]) -> list[tuple[str, int]]:
    return [(value, count) for value, count in values if isinstance(value, str)]


def _has(text: str, wanted: set[str]) -> bool:
    return wanted <= {lemma(word) for word in tokens_of(text)}
