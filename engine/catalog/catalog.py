"""The Semantic Catalog of one graph: names, values and taxonomy, built from its schema and profile."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from engine.catalog.entries import Match
from engine.catalog.names import IDENTIFYING, Lexicon, name_property
from engine.catalog.values import ValueIndex, names_of
from engine.catalog.words import split_name
from engine.graph.backend import GraphBackend
from engine.graph.profile import Profile
from engine.graph.schema import PropertySchema, Schema, VertexLabel

_UNIQUE = 0.9  # share of distinct values from which a property is taken for an identifier
_FEW = 5_000  # up to this many vertices, identifiers that name them are indexed like names


class Catalog:
    """What the words of a question can mean in one graph. Immutable once built; share it between threads."""

    def __init__(
        self, schema: Schema, profile: Profile, values: ValueIndex, backend: GraphBackend | None = None
    ) -> None:
        self.backend = backend
        self.schema = schema
        self.profile = profile
        self.lexicon = Lexicon(schema, profile)
        self.values = values
        self.fingerprint = schema.fingerprint
        self._names = {label: name_property(label, schema, profile) for label in schema.vertices}

    @classmethod
    def build(cls, schema: Schema, profile: Profile, backend: GraphBackend | None = None) -> Catalog:
        """Build from the schema; with a backend, names that the schema does not list are fetched (bounded)."""
        values = ValueIndex()
        for label, vertex in schema.vertices.items():
            naming = name_property(label, schema, profile)
            for prop in _open(vertex.properties.values(), label, profile):
                plurals = prop.name != naming or label in profile.taxonomy_labels
                _index(values, vertex, prop, backend, parts=prop.name == naming, plurals=plurals)
        for value, words in profile.synonyms.items():
            values.add_synonym(value, words)
        return cls(schema, profile, values, backend)

    def name_of(self, label: str) -> str:
        """The property that names vertices of the label, or ``id``."""
        return self._names[label]

    def property(self, label: str, name: str) -> PropertySchema | None:
        """A property of a label, or None."""
        vertex = self.schema.vertices.get(label)
        return vertex.properties.get(name) if vertex else None

    def identifies(self, label: str, name: str) -> bool:
        """Whether a value of the property says which vertex is meant: its name, or an identifier of its own."""
        if name == self._names.get(label):
            return True
        prop, vertices = self.property(label, name), self.schema.vertices[label].count
        known = self.values.shaped(label, name) or split_name(name)[-1] in IDENTIFYING
        return prop is not None and prop.type == "string" and known and (prop.distinct or 0) >= vertices > 0

    def words(self) -> set[str]:
        """Every word that names something: what misspellings are compared with."""
        return self.lexicon.words | self.values.words

    def taxonomy(self, phrase: str) -> tuple[list[Match], list[Match]]:
        """Taxonomy entries for a phrase: strong (in the name), then weak (in the description only)."""
        from engine.catalog.taxonomy import look_up

        return look_up(self, phrase)


class CatalogCache:
    """The catalog of a backend's current schema, rebuilt when the schema's fingerprint changes."""

    def __init__(self, backend: GraphBackend, profile: Profile) -> None:
        self._backend = backend
        self._profile = profile
        self._lock = threading.Lock()
        self._catalog: Catalog | None = None

    def get(self) -> Catalog:
        """The catalog; built on first use. Raises what the backend's ``schema`` raises."""
        schema = self._backend.schema()
        with self._lock:
            if self._catalog is None or self._catalog.schema is not schema:
                self._catalog = Catalog.build(schema, self._profile, self._backend)
            return self._catalog


def _open(properties: Iterable[PropertySchema], label: str, profile: Profile) -> list[PropertySchema]:
    hidden = {*profile.private_properties, *profile.free_text.get(label, ())}
    return [prop for prop in properties if prop.name not in hidden]


def _index(
    values: ValueIndex,
    vertex: VertexLabel,
    prop: PropertySchema,
    backend: GraphBackend | None,
    *,
    parts: bool,
    plurals: bool,
) -> None:
    if prop.type in ("datetime", "map", "other", "number"):
        return
    distinct = prop.distinct if prop.distinct is not None else prop.count
    if prop.type == "string" and distinct >= _UNIQUE * prop.count:
        samples = prop.samples or tuple(value for value, _ in prop.values)
        values.add_shape(vertex.name, prop.name, samples)
        if values.shaped(vertex.name, prop.name) and (prop.count > _FEW or not parts):
            return
    found = names_of(vertex.name, prop, backend)
    if found:
        values.add(vertex.name, prop.name, found, parts=parts, plurals=plurals)
