"""The schema of a property graph as discovered live."""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass, field
from typing import Literal as OneOf

PropertyType = OneOf["string", "integer", "number", "boolean", "datetime", "list", "map", "other"]


@dataclass(frozen=True, slots=True)
class PropertySchema:
    """One property key of a label.

    ``values`` holds the full distinct value list with counts when the domain is small (``distinct`` known),
    most frequent first; otherwise it is empty and ``samples`` has a few.
    """

    name: str
    type: PropertyType
    count: int  # elements that carry it (estimated when the schema is sampled)
    distinct: int | None = None
    values: tuple[tuple[object, int], ...] = ()
    samples: tuple[object, ...] = ()
    low: object = None  # least value, for numbers and datetimes
    high: object = None
    iso_dates: bool = False  # text that is ISO 8601 dates or times in all samples; ``type`` stays ``string``


@dataclass(frozen=True, slots=True)
class VertexLabel:
    """A vertex label with its properties, by name. ``sampled``: how many they were read off, if not all."""

    name: str
    count: int
    properties: dict[str, PropertySchema] = field(default_factory=dict)
    sampled: int | None = None


@dataclass(frozen=True, slots=True)
class EdgeEnds:
    """The labels an edge runs between, and how many do."""

    out_label: str
    in_label: str
    count: int


@dataclass(frozen=True, slots=True)
class EdgeLabel:
    """An edge label with the label pairs it connects, most frequent first.

    ``max_out``/``max_in``: the highest number of such edges out of / into one vertex, when known (1 means that
    the neighbour is single-valued). ``sampled``: as for vertices.
    """

    name: str
    count: int
    ends: tuple[EdgeEnds, ...] = ()
    properties: dict[str, PropertySchema] = field(default_factory=dict)
    max_out: int | None = None
    max_in: int | None = None
    sampled: int | None = None


@dataclass(frozen=True, slots=True)
class Schema:
    """Labels, edges, properties. ``sampled``: elements looked at per label when not all were, else None."""

    vertices: dict[str, VertexLabel]
    edges: dict[str, EdgeLabel]
    discovered_at: dt.datetime
    sampled: int | None = None

    @property
    def fingerprint(self) -> str:
        """Changes when a label, edge end, property or property type appears or disappears."""
        parts = [f"v {v.name} {p.name} {p.type}" for v in self.vertices.values() for p in v.properties.values()]
        parts += [f"v {name}" for name in self.vertices]
        parts += [f"e {e.name} {end.out_label} {end.in_label}" for e in self.edges.values() for end in e.ends]
        parts += [f"e {e.name} {p.name} {p.type}" for e in self.edges.values() for p in e.properties.values()]
        return hashlib.sha256("\n".join(sorted(parts)).encode()).hexdigest()[:16]
