"""A query with its entities taken out into typed slots, and put back in again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from engine.errors import ModelMustAct
from engine.gremlin.rebuild import rebuilt
from engine.gremlin.shapes import LABEL
from engine.gremlin.tree import ListLiteral, Literal, MapLiteral, Predicate, Step, Traversal, Value, Variable
from engine.gremlin.values import value_of

SlotType = OneOf["id", "string", "integer", "number", "datetime", "boolean"]
_TYPES: dict[str, SlotType] = {
    "string": "string", "char": "string", "uuid": "id", "bool": "boolean", "datetime": "datetime",
    "byte": "integer", "short": "integer", "int": "integer", "long": "integer", "bigint": "integer",
    "float": "number", "double": "number", "bigdecimal": "number",
}  # fmt: skip
_PREFIX = "slot_"
_IDS = frozenset({"V", "E", "hasId"})
_ROWS = frozenset({"limit", "range", "tail", "sample", "skip", "times"})
_VALUED = _IDS | {
    "is",
    "hasValue",
    "inject",
    "constant",
    "option",
    "choose",
    "until",
    "emit",
    "filter",
    "any",
    "all",
}


class SlotError(ModelMustAct):
    """A slot is missing, unknown, or given a value of another type."""

    code = "slot"


@dataclass(frozen=True, slots=True)
class Slot:
    """One entity of the query: its name in the template, its type, and the value it had."""

    name: str
    type: SlotType
    kind: str
    value: object


@dataclass(frozen=True, slots=True)
class Template:
    """A traversal whose entities are variables, and the slots that those variables are."""

    traversal: Traversal
    slots: tuple[Slot, ...]


def abstract(traversal: Traversal, entities: Collection[object]) -> Template:
    """Take the given entities (ids, strings, numbers, datetimes) out of a traversal, wherever they are values.

    Names of the schema stay: labels, property keys and marks are no values. One entity has one slot however often
    it stands, except that the same value as an id, as a value and as a number of rows has one slot for each.
    """
    wanted = {_key(value_of(entity)) for entity in entities}
    slots: dict[tuple[object, ...], Slot] = {}

    def slotted(step: Step, value: Value) -> Value:
        if not isinstance(value, Literal) or value.kind not in _TYPES or _key(value) not in wanted:
            return value
        slot_type: SlotType = "id" if step.name in _IDS else _TYPES[value.kind]
        key = (slot_type, step.name in _ROWS, value.kind, value.value)
        if key not in slots:
            slots[key] = Slot(f"{_PREFIX}{len(slots) + 1}", slot_type, value.kind, value.value)
        return Variable(slots[key].name)

    for step in traversal.walk():  # first in text order, so that slots are numbered as they are read
        _each_value(step, slotted)

    def chain(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple([replace(step, args=_each_value(step, slotted)) for step in steps])

    return Template(rebuilt(traversal, chain), tuple(slots.values()))


def fill(template: Template, values: Mapping[str, object] | None = None) -> Traversal:
    """The traversal with its slots filled; a slot not given keeps the value it had. Raises SlotError."""
    given = dict(values or {})
    known = {slot.name: slot for slot in template.slots}
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise SlotError(f"the template has no slot {unknown[0]}", f"It has {', '.join(known) or 'none'}.")
    filled = {name: _filling(slot, given.get(name, slot.value)) for name, slot in known.items()}

    def put(value: Value) -> Value:
        return filled.get(value.name, value) if isinstance(value, Variable) else value

    return rebuilt(template.traversal, lambda steps: steps, put)


def _each_value(step: Step, change: Callable[[Step, Value], Value]) -> tuple[Value, ...]:
    """The step's arguments with every scalar that is a value changed; inner traversals are left to themselves."""

    def inside(value: Value) -> Value:
        match value:
            case Predicate():
                return replace(value, args=tuple([inside(item) for item in value.args]))
            case ListLiteral():
                return replace(value, items=tuple([inside(item) for item in value.items]))
            case MapLiteral():
                return MapLiteral(tuple([(key, inside(item)) for key, item in value.entries]))
            case Literal():
                return change(step, value)
            case _:
                return value

    names = _schema_arguments(step)
    return step.args[:names] + tuple([inside(value) for value in step.args[names:]])


def _schema_arguments(step: Step) -> int:
    """How many leading arguments name parts of the schema (labels, keys, marks) rather than values."""
    count = len(step.args)
    if step.name == "has":
        return count if count < 2 or step.args[0] == LABEL else count - 1
    if step.name in _VALUED:
        return 0
    return 0 if step.name in _ROWS else count


def _key(value: Value) -> tuple[object, ...]:
    if not isinstance(value, Literal):
        return ("no scalar",)
    if isinstance(value.value, int | float) and not isinstance(value.value, bool):
        return ("number", value.value)
    return (value.kind, value.value)


def _filling(slot: Slot, value: object) -> Value:
    if value == slot.value and type(value) is type(slot.value):
        return Literal(slot.value, slot.kind)  # type: ignore[arg-type]
    expected: dict[SlotType, tuple[type, ...]] = {
        "id": (str, int), "string": (str,), "integer": (int,), "number": (int, float), "datetime": (dt.datetime,),
        "boolean": (bool,),
    }  # fmt: skip
    fits = isinstance(value, expected[slot.type]) and (slot.type == "boolean") == isinstance(value, bool)
    if not fits:
        raise SlotError(
            f"{slot.name} takes a value of type {slot.type}, not {type(value).__name__}",
            "Give a value of that type.",
        )
    made = value_of(float(value) if slot.type == "number" and isinstance(value, int) else value)
    same = isinstance(made, Literal) and slot.type in ("integer", "number") and slot.kind != "bigdecimal"
    return replace(made, kind=slot.kind) if same and isinstance(made, Literal) else made  # type: ignore[arg-type]
