"""Two readings that are one: a code that is also a name, both of the same vertex."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from engine.agent.offline.glance import how_many
from engine.agent.offline.reading import Parse
from engine.catalog.catalog import Catalog
from engine.operators.params import Condition

_MOST = 6  # readings that are looked at
_EQUAL = ("eq", "within")
Said = tuple[str, str, Any]  # label, property, values


def untwinned(near: Sequence[Parse], catalog: Catalog) -> list[Parse]:
    """The readings without those that differ from another only by naming the same vertices by another property."""
    if catalog.backend is None or not 1 < len(near) <= _MOST:
        return list(near)
    kept: list[Parse] = []
    for parse in sorted(near, key=lambda one: -_by_name(one, catalog)):
        if not any(_same(parse, other, catalog) for other in kept):
            kept.append(parse)
    return [parse for parse in near if parse in kept]


def _by_name(parse: Parse, catalog: Catalog) -> int:
    return sum(name == catalog.name_of(label) for label, name, _ in _conditions(_dumped(parse), catalog, ""))


def _same(one: Parse, other: Parse, catalog: Catalog) -> bool:
    first, second = _dumped(one), _dumped(other)
    said, told = list(_conditions(first, catalog, "")), list(_conditions(second, catalog, ""))
    if one.style != other.style or _masked(first) != _masked(second) or len(said) != len(told):
        return False
    apart = {(a, b) for a, b in zip(said, told, strict=True) if a != b}
    return all(a[0] == b[0] and a[1] != b[1] and _one(a, b, catalog) for a, b in apart)


def _dumped(parse: Parse) -> dict[str, Any]:
    dumped: dict[str, Any] = json.loads(parse.params.model_dump_json())
    return dumped


def _masked(item: Any) -> Any:
    """A call without which property and value its conditions of equality name."""
    if isinstance(item, dict):
        equal = item.get("op") in _EQUAL and "property" in item
        return {key: None if equal and key in ("property", "value") else _masked(one) for key, one in item.items()}
    return [_masked(one) for one in item] if isinstance(item, list) else item


def _conditions(item: Any, catalog: Catalog, label: str) -> Iterator[Said]:
    """The conditions of equality in a call, each with the label that it is of."""
    if isinstance(item, list):
        for one in item:
            yield from _conditions(one, catalog, label)
    elif isinstance(item, dict):
        at = _end(item.get("path") or (), catalog, item.get("label") or label)
        if item.get("op") in _EQUAL and isinstance(item.get("property"), str):
            value = item["value"]
            yield at, item["property"], tuple(value) if isinstance(value, list) else (value,)
        for key, one in item.items():
            if key != "path":
                yield from _conditions(one, catalog, at)


def _end(path: Sequence[dict[str, Any]], catalog: Catalog, label: str) -> str:
    for hop in path:
        ends = catalog.schema.edges[hop["edge"]].ends
        reached = sorted({end.in_label if hop["direction"] == "out" else end.out_label for end in ends})
        label = hop["to"] or reached[0]
    return label


def _one(a: Said, b: Said, catalog: Catalog) -> bool:
    """Whether two values of two properties of a label are of the same vertices, and there are some."""
    label = a[0]
    if label not in catalog.schema.vertices:
        return False
    first, second = (Condition(property=name, op="within", value=value) for _, name, value in (a, b))
    found = {how_many(catalog, label, wanted) for wanted in ((first,), (second,), (first, second))}
    return len(found) == 1 and found.isdisjoint({None, 0})
