"""A tool's JSON Schema with as few tokens as say the same: it is sent with every call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_NULL = {"type": "null"}


def compact(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema without titles, discriminators and defaults of nothing; alternatives said once.

    What validates arguments is the operator's pydantic model, not this text.
    """
    written: dict[str, Any] = _compact(schema)
    definitions = written.get("$defs", {})
    unions = [value for value in _values(written) if isinstance(value, dict) and _is_union(value)]
    if len(unions) > 1:
        shared = {"oneOf": unions[0]["oneOf"]}
        written = _replaced(written, shared, {"$ref": "#/$defs/Filter"})
        written["$defs"] = {**written["$defs"], "Filter": shared}
    elif not definitions:
        written.pop("$defs", None)
    return written


def _compact(node: Any) -> Any:
    if isinstance(node, list):
        return [_compact(item) for item in node]
    if not isinstance(node, Mapping):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if key in ("properties", "$defs"):  # here the keys are names
            kept[key] = {name: _compact(inner) for name, inner in value.items()}
        elif key == "description":
            kept[key] = " ".join(str(value).replace("``", "").split())
        elif key not in ("title", "discriminator") and not (key == "default" and value in (None, [], False)):
            kept[key] = _compact(value)
    if "anyOf" in kept:
        kept |= _alternatives(kept.pop("anyOf"))
    if "const" in kept:
        return {"const": kept["const"]}
    fixed = [name for name, inner in kept.get("properties", {}).items() if "const" in inner]
    if fixed:  # what tells the alternatives apart has a default, and yet must be sent
        kept["required"] = [*fixed, *kept.get("required", [])]
    return kept


def _alternatives(options: list[dict[str, Any]]) -> dict[str, Any]:
    """Alternatives as one type list where all are plain; null goes: what is not needed is left out."""
    there = [option for option in options if option != _NULL]
    plain = [option for option in there if "type" in option and set(option) <= {"type", "format"}]
    named = [option["type"] if isinstance(option["type"], list) else [option["type"]] for option in plain]
    types = list(dict.fromkeys(name for names in named for name in names))
    if "number" in types and "integer" in types:
        types.remove("integer")
    others = [option for option in there if option not in plain]
    merged = [{"type": types[0] if len(types) == 1 else types}] if types else []
    found = merged + others
    return found[0] if len(found) == 1 else {"anyOf": found}


def _is_union(node: Mapping[str, Any]) -> bool:
    return set(node) == {"oneOf"} and all("$ref" in option for option in node["oneOf"])


def _values(node: Any) -> list[Any]:
    inner = list(node.values()) if isinstance(node, dict) else node if isinstance(node, list) else []
    return [node, *(value for item in inner for value in _values(item))]


def _replaced(node: Any, old: dict[str, Any], new: dict[str, Any]) -> Any:
    if node == old:
        return new
    if isinstance(node, dict):
        return {key: _replaced(value, old, new) for key, value in node.items()}
    return [_replaced(item, old, new) for item in node] if isinstance(node, list) else node
