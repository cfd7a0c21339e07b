"""A profile drafted from a graph's live schema, for its maintainers to read and change."""

from __future__ import annotations

import re
from collections import Counter

from engine.graph.profile import Profile, SimilarityEdge
from engine.graph.schema import EdgeLabel, PropertySchema, Schema, VertexLabel

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_CASES = frozenset({"case", "ticket", "incident", "issue", "request"})
_BEGINNINGS = ("created", "opened", "reported", "raised", "submitted", "received", "started", "logged", "create")
_NAMES = ("name", "title", "label", "number", "handle", "username", "code", "key", "email")
_TEXTS = frozenset({"content", "text", "body", "description", "comment", "message", "note", "notes", "summary"})
_SCORES = frozenset({"score", "similarity", "weight", "confidence"})
_TAXONOMY = frozenset({"category", "subcategory", "topic", "type", "kind", "class", "taxonomy", "tag"})
_LONG = 40  # characters from which a text is prose
_MOST_ENTRIES = 5_000  # of a taxonomy level


def draft_profile(schema: Schema, name: str = "graph") -> Profile:
    """What the schema suggests: the case label and its time, similarity pairs, taxonomy, free text, names."""
    case = _case_label(schema)
    pairs, score = _similarity(schema, case)
    texts = {label: text for label, vertex in schema.vertices.items() if (text := _free_text(vertex))}
    names = {label: named for label, vertex in schema.vertices.items() if (named := _name(vertex, texts))}
    return Profile(
        name=name,
        case_label=case,
        time_property=_time(schema.vertices[case]) if case else None,
        similarity=pairs,
        score_property=score,
        taxonomy_labels=_taxonomy(schema, names),
        free_text=texts,
        name_properties=names,
    )


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name)]


def _case_label(schema: Schema) -> str | None:
    """The label that most looks like a case: by its name, a time of its own, and how much hangs on it."""

    def score(vertex: VertexLabel) -> tuple[int, int, int]:
        named = bool(_CASES & set(_words(vertex.name)))
        timed = any(prop.type == "datetime" for prop in vertex.properties.values())
        edges = sum(any(end.out_label == vertex.name for end in edge.ends) for edge in schema.edges.values())
        return 4 * named + 3 * timed + min(edges, 5), edges, vertex.count

    timed = [
        vertex
        for vertex in schema.vertices.values()
        if _CASES & set(_words(vertex.name)) or any(p.type == "datetime" for p in vertex.properties.values())
    ]
    best = max(timed, key=score, default=None)
    return best.name if best else None


def _time(vertex: VertexLabel) -> str | None:
    """When a case began: by the property's name, else the datetime that most have and that is earliest."""
    moments = [prop for prop in vertex.properties.values() if prop.type == "datetime"]
    for beginning in _BEGINNINGS:
        for prop in moments:
            if beginning in _words(prop.name):
                return prop.name
    best = min(moments, key=lambda prop: (-prop.count, str(prop.low)), default=None)
    return best.name if best else None


def _similarity(schema: Schema, case: str | None) -> tuple[tuple[SimilarityEdge, ...], str]:
    """Edges with a score between vertices of one label, each with the edge from the case to that label."""
    pairs: list[SimilarityEdge] = []
    scores: Counter[str] = Counter()
    for edge in schema.edges.values():
        score = _score(edge)
        within = {end.out_label for end in edge.ends if end.out_label == end.in_label}
        if score is None or len(within) != 1 or case is None:
            continue
        bracket = _bracket(schema, case, within.pop())
        if bracket:
            pairs.append(SimilarityEdge(edge=edge.name, bracket=bracket))
            scores[score] += 1
    return tuple(pairs), scores.most_common(1)[0][0] if scores else Profile().score_property


def _score(edge: EdgeLabel) -> str | None:
    similar = any(word.startswith("simil") for word in _words(edge.name))
    for prop in edge.properties.values():
        named = _SCORES & set(_words(prop.name))
        if prop.type in ("number", "integer") and named and (similar or "similarity" in named) and _is_share(prop):
            return prop.name
    return None


def _is_share(prop: PropertySchema) -> bool:
    return not any(isinstance(end, int | float) and not -1 <= end <= 1.0001 for end in (prop.low, prop.high))


def _bracket(schema: Schema, case: str, content: str) -> str | None:
    counts = {
        edge.name: end.count
        for edge in schema.edges.values()
        for end in edge.ends
        if (end.out_label, end.in_label) == (case, content)
    }
    return max(counts, key=lambda name: counts[name], default=None)


def _texts_of(prop: PropertySchema) -> list[str]:
    found = [value for value, _ in prop.values] or list(prop.samples)
    return [text for text in found if isinstance(text, str)]


def _free_text(vertex: VertexLabel) -> tuple[str, ...]:
    """Text properties that hold prose: long values with spaces in them."""
    found = []
    for prop in vertex.properties.values():
        texts = _texts_of(prop)
        if prop.type != "string" or not texts or _words(prop.name)[-1:] == ["name"]:
            continue
        spaced = sum(text.count(" ") >= 2 for text in texts) > len(texts) / 2
        long = sum(map(len, texts)) / len(texts) >= _LONG
        if spaced and (long or _TEXTS & set(_words(prop.name))):
            found.append(prop.name)
    return tuple(found)


def _name(vertex: VertexLabel, texts: dict[str, tuple[str, ...]]) -> str | None:
    """The property that names a vertex: by its name, else short and different for each."""
    plain = {
        prop.name: prop
        for prop in vertex.properties.values()
        if prop.type == "string" and prop.name not in texts.get(vertex.name, ())
    }
    for wanted in _NAMES:
        for name in plain:
            if _words(name)[-1:] == [wanted]:
                return name
    for name, prop in plain.items():
        if prop.distinct is not None and prop.distinct == prop.count == vertex.count:
            return name
    return None


def _taxonomy(schema: Schema, names: dict[str, str]) -> tuple[str, ...]:
    """Small labels with a name that are called like classes, or carry a description; most general first."""
    found = [
        vertex
        for label, vertex in schema.vertices.items()
        if label in names
        and vertex.count <= _MOST_ENTRIES
        and (_TAXONOMY & set(_words(label)) or {"description", "name"} <= set(vertex.properties))
    ]
    return tuple(vertex.name for vertex in sorted(found, key=lambda vertex: (vertex.count, vertex.name)))
