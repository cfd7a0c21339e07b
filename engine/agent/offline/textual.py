"""Amounts that a graph holds as text, a typing error among them: they are not added, compared or put in order."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.agent.offline import vocabulary as v
from engine.agent.offline.qualities import comparative, superlative, verb
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, compared
from engine.agent.offline.valued import HAVING
from engine.catalog.entries import LabelName, PropertyName
from engine.catalog.wording import noun, words
from engine.catalog.words import lemma, split_name
from engine.graph.schema import PropertySchema
from engine.operators.params import Aggregate

_AMOUNT = re.compile(r"[-+]?(?:[$€£]\s?)?\d[\d.,' ]*(?:\s?(?:%|[$€£]|[a-z]{1,4}))?", re.IGNORECASE)
_MEASURES = {
    name: frozenset(lemma(word) for word in quality["names"].replace("|", " ").split())
    for name, quality in v.QUALITIES.items()
}
_SUMMING = frozenset({"avg", "median", "sum"})
_RANKED = frozenset({*v.TOP, *v.BY_AMOUNT, *v.RANKING, "ranked", "sorted", "ordered"})
_WHICH = frozenset({"which", "what"})
_EACH = frozenset({"each", "every", "per"})
_BEFORE = 3  # words of "which operating system version" up to its last
_MEANT = frozenset({"most", "least", "number", "count", "often"}) | v.FREQUENT


def amounts_as_text(s: Scene) -> str:
    """Why a question that measures what is held as text is not read; empty when it measures no such thing."""
    places = range(len(s.lat))
    compares = any(True for n in places for _ in compared(s.lat, n, bare=False))
    measuring = compares or any(s.lat.low(n) in _RANKED or s.lat.low(n) in v.AGGREGATES for n in places)
    for at, label, prop in _named(s) if measuring else ():
        summed = any(
            v.AGGREGATES.get(s.lat.low(n)) in _SUMMING and articles(s.lat, n + 1) == at for n in range(at)
        )
        if _numeric(prop) or summed:
            return _why(label, prop)
    for label, prop in _spoken_of(s):
        return _why(label, prop)
    return ""


def _why(label: str, prop: PropertySchema) -> str:
    held = words(prop.name)
    return (
        f"The {held} of {noun(label)} is held as text, so it cannot be added up, averaged, compared with a number "
        "or put in order. Where it holds numbers, correct what is none in the data and load it as numbers."
    )


def _named(s: Scene) -> Iterator[tuple[int, str, PropertySchema]]:
    """The text properties that the question names, with where."""
    for n in range(len(s.lat)):
        for link, entry in s.lat.at(n, PropertyName):
            prop = s.prop(entry.label, entry.property)
            text = prop and prop.type == "string" and not prop.iso_dates and not link.cost
            if prop and text and not _counts(s, n) and not _is_key(s, n, link.end):
                yield n, entry.label, prop


def _counts(s: Scene, i: int) -> bool:
    """Whether "number" is that of things, not a property: "the number of cases"."""
    of = articles(s.lat, i + 2)
    return [s.lat.low(i), s.lat.low(i + 1)] == ["number", "of"] and any(True for _ in s.lat.at(of, LabelName))


def _is_key(s: Scene, i: int, end: int) -> bool:
    """Whether a property only says what is told apart: "which version has the most cases"."""
    asked = any(s.lat.low(n) in _WHICH for n in range(i - _BEFORE, i))
    return s.lat.low(i - 1) in _EACH or (asked and s.lat.low(end) in HAVING)


def _spoken_of(s: Scene) -> Iterator[tuple[str, PropertySchema]]:
    """Amounts held as text of the labels named, where an adjective or verb speaks of them: "cheapest", "costs"."""
    spoken = {degree.quality for n in range(len(s.lat)) if (degree := superlative(s, n) or comparative(s, n))}
    spoken |= {verb(s, n) for n in range(len(s.lat))} - {""}
    for label in {entry.label for n in range(len(s.lat)) for _, entry in s.lat.at(n, LabelName)}:
        for name in s.catalog.schema.vertices[label].properties:
            prop = s.prop(label, name)
            if prop and _numeric(prop) and any(_measures(prop, quality) for quality in spoken):
                yield label, prop


def _numeric(prop: PropertySchema) -> bool:
    """Whether most of what a text property holds are amounts."""
    known = [str(value).strip() for value, _ in prop.values] or [str(value).strip() for value in prop.samples]
    return prop.type == "string" and 2 * sum(bool(_AMOUNT.fullmatch(text)) for text in known) > len(known)


def _measures(prop: PropertySchema, quality: str) -> bool:
    return not _MEASURES[quality].isdisjoint(lemma(word) for word in split_name(prop.name))


def counts_amounts(parse: Parse, s: Scene) -> bool:
    """Whether the most frequent amounts would be told for the highest: "top 5 prices", of prices held as text."""
    params = parse.params
    if not isinstance(params, Aggregate) or params.measure.of is not None or not params.group_by:
        return False
    ref = params.group_by[0].ref
    prop = None if ref.path else s.prop(params.label, ref.property)
    if prop is None or not _numeric(prop) or not any(_measures(prop, quality) for quality in _MEASURES):
        return False
    low = {s.lat.low(n) for n in range(len(s.lat))}
    return not low.isdisjoint(_RANKED) and low.isdisjoint(_MEANT)
