"""The tree of one Gremlin traversal: frozen, hashable, comparable without positions.

Literals carry their kind, so that ``1``, ``1.0`` and ``true`` are different nodes and printing loses nothing.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal as OneOf
from typing import NamedTuple

Kind = OneOf[
    "string",
    "int",  # no suffix
    "byte",
    "short",
    "long",
    "float",
    "double",  # suffix d, or a bare decimal number
    "bigint",
    "bigdecimal",
    "bool",
    "null",
    "datetime",
    "uuid",
    "char",
]
PyScalar = str | int | float | bool | Decimal | dt.datetime | uuid.UUID | None


class Position(NamedTuple):
    """Where a node starts in the text it was parsed from (1-based line and column, 0-based offsets)."""

    line: int
    column: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Literal:
    """One scalar. NaN and the infinities are floats of kind ``double``."""

    value: PyScalar
    kind: Kind
    position: Position | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """``[a, b]``; ``form`` is ``set`` for ``{a, b}``."""

    items: tuple[Value, ...]
    form: OneOf["list", "set"] = "list"


@dataclass(frozen=True, slots=True)
class MapLiteral:
    """``[k: v]``, entries in written order."""

    entries: tuple[tuple[Value, Value], ...]


@dataclass(frozen=True, slots=True)
class Token:
    """An enum constant, fully qualified: ``T.label``, ``Order.desc``, ``Scope.local``, ``Column.keys`` ..."""

    enum: str
    name: str


@dataclass(frozen=True, slots=True)
class Predicate:
    """``P.gt(5)``, ``TextP.containing('x')``.

    Connectives are predicates too: ``and``/``or`` hold two or more operands, ``negate`` and ``not`` hold one,
    all of them ``Predicate`` nodes in ``args``.
    """

    family: OneOf["P", "TextP"]
    name: str
    args: tuple[Value, ...]
    position: Position | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A bare name that stands for a binding (``g.V(x)``). Parsed, and refused by policy unless bound."""

    name: str


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy given to ``withStrategies``/``withoutStrategies``, with its named arguments."""

    name: str
    args: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Construct:
    """A value made by a call: ``Cardinality.set('x')``, ``Vertex(1, 'person')`` (name without ``new``)."""

    name: str
    args: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step by its camelCase name (``in``, ``as``, ``hasLabel``; never ``in_``) and its arguments."""

    name: str
    args: tuple[Value, ...] = ()
    position: Position | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Traversal:
    """Steps behind a root: ``g`` for a whole query, ``__`` for an anonymous traversal.

    Source configuration (``withStrategies``, ``withSideEffect`` ...) stands as leading steps. A terminal step
    of the text (``toList``, ``next`` ...) is kept apart in ``terminal``.
    """

    root: OneOf["g", "__"]
    steps: tuple[Step, ...]
    terminal: Step | None = None

    def walk(self) -> Iterator[Step]:
        """Every step at every depth, outer before inner, in text order."""
        for step in self.steps:
            yield step
            for value in step.args:
                for inner in traversals_in(value):
                    yield from inner.walk()


Value = Literal | ListLiteral | MapLiteral | Token | Predicate | Variable | Strategy | Construct | Traversal


def traversals_in(value: Value) -> Iterator[Traversal]:
    """The traversals that a value is or holds, outermost first (not those nested inside them)."""
    if isinstance(value, Traversal):
        yield value
    elif isinstance(value, ListLiteral):
        for item in value.items:
            yield from traversals_in(item)
    elif isinstance(value, MapLiteral):
        for key, item in value.entries:
            yield from traversals_in(key)
            yield from traversals_in(item)
    elif isinstance(value, Predicate | Construct):
        for item in value.args:
            yield from traversals_in(item)
    elif isinstance(value, Strategy):
        for _, item in value.args:
            yield from traversals_in(item)
