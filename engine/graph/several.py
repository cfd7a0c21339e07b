"""Keys that hold several values: the embedded engine keeps them as one list, TinkerPop as a property for each.

What reads such a key is given its values one by one, so that both count, filter and list the same.
"""

from __future__ import annotations

from engine.graph.backend import QueryError
from engine.gremlin.rebuild import anonymous
from engine.gremlin.tree import Literal, Step, Traversal, Value

PROPERTY_KEY, PROPERTY_VALUE = "\x00k", "\x00v"  # columns that stand for a property object
_PROPERTY = "\x00p"
_KEY, _VALUE = Literal(PROPERTY_KEY, "string"), Literal(PROPERTY_VALUE, "string")
_OF_PROPERTIES = {"key": _KEY, "value": _VALUE}


def text_of(value: Value) -> str:
    """The text that a literal is; empty for anything else."""
    return value.value if isinstance(value, Literal) and isinstance(value.value, str) else ""


def of_several(
    step: Step, before: list[Step], following: tuple[Step, ...], list_keys: frozenset[str]
) -> list[Step] | None:
    """The steps that stand for one that reads such a key; None for any other. ``before``: those in front of it.

    Raises QueryError for what there are no such steps for.
    """
    if not list_keys:
        return None
    match step.name:
        case "has" if len(step.args) > 1 and text_of(step.args[-2]) in list_keys:
            return None if isinstance(step.args[-1], Traversal) else _has_one_of(step)
        case "values" if _reads(step, list_keys):
            return [step, Step("unfold")]
        case "properties" if _reads(step, list_keys):
            return _properties(step)
        case "key" | "value" | "hasKey" | "hasValue" | "element" if _are_properties(before):
            return _of_properties(step)
        case "valueMap" if _reads(step, list_keys) and [s.name for s in following[:1]] != ["by"]:
            # its lists would else hold the list of such a key
            return [step, Step("by", (anonymous(Step("unfold"), Step("unfold"), Step("fold")),))]
        case _:
            return None


def property_objects() -> list[Step]:
    """The columns of a property object, for a step that yields properties of one value each."""
    return _columns(Step("key"), Step("value"))


def _reads(step: Step, list_keys: frozenset[str]) -> bool:
    """Whether such a key is among those that a step reads; without arguments it reads every key."""
    keys = {text_of(arg) for arg in step.args} - {""}
    return bool(keys & list_keys) if keys else True


def _has_one_of(step: Step) -> list[Step]:
    """``has(key, value)`` where one of the values must fit."""
    *label, key, value = step.args
    inner = anonymous(Step("values", (key,)), Step("unfold"), Step("is", (value,)))
    return [*([Step("hasLabel", tuple(label))] if label else []), Step("where", (inner,))]


def _properties(step: Step) -> list[Step]:
    """``properties()`` as the columns of one property object for each value."""
    mark = Literal(_PROPERTY, "string")
    return [
        step,
        Step("as", (mark,)),
        Step("value"),
        Step("unfold"),
        *_columns(Step("select", (mark,)), Step("identity"), key_of=Step("key")),
    ]


def _of_properties(step: Step) -> list[Step]:
    """A step behind such columns: ``key()`` and ``value()`` read one. Raises QueryError for any other."""
    if step.name not in _OF_PROPERTIES:
        raise QueryError(
            f"{step.name}() of a property that holds several values is not available on the embedded graph.",
            "Filter the values themselves: values('…').is(…).",
        )
    return [Step("select", (_OF_PROPERTIES[step.name],))]


def _are_properties(steps: list[Step]) -> bool:
    """Whether the columns of ``properties`` are what the last step but for filters gave."""
    projects = [step for step in steps if step.name == "project"]
    return bool(projects) and projects[-1].args == (_KEY, _VALUE)


def _columns(key: Step, value: Step, key_of: Step | None = None) -> list[Step]:
    of_key: Traversal = anonymous(key, key_of) if key_of else anonymous(key)
    return [Step("project", (_KEY, _VALUE)), Step("by", (of_key,)), Step("by", (anonymous(value),))]
