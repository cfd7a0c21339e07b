"""A lending library as a schema made by hand: a domain that the reader has never met, and no graph behind it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from engine.catalog.catalog import Catalog
from engine.graph.profile import Profile
from engine.graph.schema import EdgeEnds, EdgeLabel, PropertySchema, Schema, VertexLabel

NOW = dt.datetime(2025, 6, 18, 9, 30, tzinfo=dt.UTC)
_LOW, _HIGH = dt.datetime(2023, 2, 1, tzinfo=dt.UTC), dt.datetime(2025, 6, 17, tzinfo=dt.UTC)


def coded(name: str, **values: int) -> PropertySchema:
    pairs = tuple((value.replace("_", " "), count) for value, count in values.items())
    return PropertySchema(name, "string", sum(values.values()), len(values), pairs)


def number(name: str, low: int, high: int) -> PropertySchema:
    return PropertySchema(name, "integer", 900, high - low + 1, low=low, high=high)


def moment(name: str) -> PropertySchema:
    return PropertySchema(name, "datetime", 900, 900, low=_LOW, high=_HIGH)


def flag(name: str) -> PropertySchema:
    return PropertySchema(name, "boolean", 900, 2, ((False, 800), (True, 100)))


def names(name: str, *values: str) -> PropertySchema:
    return PropertySchema(name, "string", len(values), len(values), tuple((value, 1) for value in values))


def label(name: str, count: int, *properties: PropertySchema) -> VertexLabel:
    return VertexLabel(name, count, {prop.name: prop for prop in properties})


def edge(name: str, start: str, end: str, *, single: bool = True) -> EdgeLabel:
    return EdgeLabel(name, 900, (EdgeEnds(start, end, 900),), max_out=1 if single else None)


def schema(labels: Iterable[VertexLabel], edges: Iterable[EdgeLabel]) -> Schema:
    return Schema({one.name: one for one in labels}, {one.name: one for one in edges}, discovered_at=NOW)


SCHEMA = schema(
    labels=(
        label(
            "loan",
            900,
            PropertySchema("loan_number", "string", 900, 900, samples=("LN-00017", "LN-00401", "LN-00899")),
            coded("status", Active=300, Returned=550, Lost=50),
            coded("desk", Main_Hall=500, Annex=400),
            number("renewal_count", 0, 9),
            number("priority", 1, 4),
            flag("metDeadline"),
            moment("issuedAt"),
            moment("returnedAt"),
        ),
        label(
            "reader",
            60,
            names("name", "reader-01", "reader-02", "reader-03"),
            coded("town", Delft=30, Annex=30),
        ),
        label("branch", 3, names("name", "Harbour", "Old Town", "North Gate"), number("floors", 1, 4)),
        label("staffMember", 4, names("handle", "clerk-1", "clerk-2", "clerk-3", "clerk-4")),
        label("book", 80, names("title", "Deep Water", "Long Road"), number("published", 1890, 2024)),
    ),
    edges=(
        edge("borrowedBy", "loan", "reader"),
        edge("atBranch", "loan", "branch"),
        edge("issuedBy", "loan", "staffMember"),
        edge("checkedBy", "loan", "staffMember"),
        edge("ofBook", "loan", "book"),
        edge("worksAt", "staffMember", "branch"),
        edge("sequelOf", "book", "book", single=False),
    ),
)
PROFILE = Profile(
    name="library",
    case_label="loan",
    time_property="issuedAt",
    synonyms={"loan": ("lending",), "status=Lost": ("missing for good",)},
)


def library() -> Catalog:
    return Catalog.build(SCHEMA, PROFILE)
