"""Refuses private properties: by name wherever a step reads or tests one, and reading all of them at once."""

from __future__ import annotations

from engine.gremlin.errors import PolicyError
from engine.gremlin.shapes import may_match, placeholder_keys, string, strings
from engine.gremlin.tree import Predicate, Step, Value

_READERS = frozenset({"values", "valueMap", "properties", "propertyMap", "elementMap"})
_KEYED = frozenset({"by", "hasNot", "hasKey", "choose", "branch"})
_HINT = "Name the properties you need, without it."


def check_privacy(step: Step, private: frozenset[str]) -> None:
    """Raises PolicyError with code ``private_property``."""
    keys = _keys(step)
    named = sorted(private & set(keys))
    if named:
        raise PolicyError(f"the property '{named[0]}' is private", "Answer without it.", code="private_property",
                          position=step.position)  # fmt: skip
    everything = step.name in _READERS and not strings(step.args)
    if everything:
        raise PolicyError(
            f"{step.name}() without names would read private properties ({', '.join(sorted(private))})",
            f"{_HINT} For example {step.name}('…').",
            code="private_property",
            position=step.position,
        )
    if step.name in ("hasKey", "hasValue") and any(_may_reach(step, value, private) for value in step.args):
        raise PolicyError(f"{step.name}() would test private properties", _HINT, code="private_property",
                          position=step.position)  # fmt: skip


def _keys(step: Step) -> list[str]:
    if step.name == "has":
        key = string(step.args[-2]) if len(step.args) > 1 else string(step.args[0]) if step.args else None
        return [key] if key is not None else []
    if step.name in _READERS or step.name in _KEYED:
        return strings(step.args)
    if step.name == "format":
        return [key for template in strings(step.args) for key in placeholder_keys(template)]
    return []


def _may_reach(step: Step, value: Value, private: frozenset[str]) -> bool:
    if step.name == "hasValue":
        return True
    return isinstance(value, Predicate) and any(may_match(value, name) for name in private)
