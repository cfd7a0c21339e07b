"""From values looked at to a PropertySchema: type, small domain, samples, range."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Set

from engine.graph.schema import PropertySchema, PropertyType
from engine.graph.values import hashable

SMALL_DOMAIN = 50  # distinct values up to which all of them are listed
SAMPLES = 5
_SAMPLE_CHARACTERS = 200
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?")


def type_of(values: Iterable[object]) -> PropertyType:
    """The one type of all values (``one_type``)."""
    return one_type({_kind(value) for value in values if value is not None})


def one_type(kinds: Set[PropertyType]) -> PropertyType:
    """The type that stands for all of them: ``other`` for most mixtures.

    Integers among numbers are numbers; single values among lists are those of elements that have just one.
    """
    if kinds == {"integer", "number"}:
        return "number"
    if "list" in kinds:
        return "list"
    return next(iter(kinds)) if len(kinds) == 1 else "other"


def _kind(value: object) -> PropertyType:
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case dt.datetime():
            return "datetime"
        case list():
            return "list"
        case dict():
            return "map"
        case _:
            return "other"


def property_schema(
    name: str,
    kind: PropertyType,
    count: int,
    *,
    domain: Mapping[Hashable, int] | None = None,
    distinct: int | None = None,
    samples: Iterable[object] = (),
    low: object = None,
    high: object = None,
) -> PropertySchema:
    """One property. ``domain``: all values with their counts, given when there are few."""
    values = tuple(sorted(domain.items(), key=lambda pair: (-pair[1], str(pair[0])))) if domain else ()
    shown = [value for value, _ in values] if values else list(samples)
    texts = [value for value in shown if value not in ("", None)]
    return PropertySchema(
        name=name,
        type=kind,
        count=count,
        distinct=len(values) if values else distinct,
        values=values,
        samples=tuple(map(_short, dict.fromkeys(map(hashable, shown))))[:SAMPLES],
        low=low,
        high=high,
        iso_dates=kind == "string" and bool(texts) and all(_ISO_DATE.fullmatch(str(text)) for text in texts),
    )


def from_values(name: str, values: list[object], count: int, *, complete: bool) -> PropertySchema:
    """A property judged by the values of a sample (``complete``: of all elements); ``count`` elements carry it."""
    kind = type_of(values)
    comparable = (
        [value for value in values if value is not None] if kind in {"integer", "number", "datetime"} else []
    )
    counts = Counter(map(hashable, values))
    small = len(counts) <= SMALL_DOMAIN and (complete or len(values) >= 4 * len(counts))
    return property_schema(
        name,
        kind,
        count,
        domain=counts if small and kind in {"string", "integer", "boolean"} else None,
        distinct=len(counts) if complete else None,
        samples=values,
        low=min(comparable, default=None),  # type: ignore[type-var]
        high=max(comparable, default=None),  # type: ignore[type-var]
    )


def _short(value: object) -> object:
    if isinstance(value, str) and len(value) > _SAMPLE_CHARACTERS:
        return value[:_SAMPLE_CHARACTERS] + "…"
    return value
