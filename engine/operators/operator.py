"""What an operator is, what it is given, what it gives back, and where operators are looked up.

GraphSeek §3.1 and §4.1: an operator is a typed call that the executor compiles and runs; its full result is
persisted out of context under a handle, and only a compact summary of constant size goes to the model.
"""

from __future__ import annotations

import datetime as dt
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from rapidfuzz import process

from engine.answer import Query, Table
from engine.errors import ModelMustAct
from engine.graph.backend import GraphBackend, Limits
from engine.graph.profile import Profile
from engine.graph.schema import Schema
from engine.operators.headings import heading
from engine.operators.predicates import Reader
from engine.store.artifacts import Artifact, ArtifactStore, Column, Row

P = TypeVar("P", bound=BaseModel)


class UnknownOperator(ModelMustAct):
    """No operator has that name."""

    code = "unknown_operator"


class InvalidArguments(ModelMustAct):
    """The arguments do not fit the operator's parameter schema."""

    code = "invalid_arguments"


@dataclass(frozen=True, slots=True)
class Context:
    """What an operator works with, the same for all calls of one task.

    ``queries`` collects every query that ran, in order: an Evidence points into it by index. Calls of one turn
    may run side by side, so it is added to through ``record``.
    """

    backend: GraphBackend
    schema: Schema
    profile: Profile
    artifacts: ArtifactStore
    limits: Limits = field(default_factory=Limits)
    now: dt.datetime = field(default_factory=lambda: dt.datetime.now(dt.UTC))
    queries: list[Query] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def reader(self) -> Reader:
        """A reader of condition values, with notes of its own."""
        return Reader(self.profile, sampled=self.schema.sampled is not None)

    def record(self, query: Query) -> int:
        """Add a query that ran; gives its index."""
        with self._lock:
            self.queries.append(query)
            return len(self.queries) - 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one operator call gave.

    ``rows`` are plain values under ``columns`` (None where a value is missing). ``queries`` are the indexes into
    Context.queries of the queries that ran for it, the one that the rows come from last. ``total``: how many rows
    there would be without a limit, when known. ``notes`` say what a reader must know: ties, values that do not
    exist, vertices left out. ``content`` is what the model sees: JSON text, graph values fenced as data (see
    engine.operators.summary). ``artifact`` is None for results that are no table (a schema description).
    """

    operator: str
    title: str
    columns: tuple[Column, ...]
    rows: list[Row]
    content: str
    artifact: Artifact | None = None
    queries: tuple[int, ...] = ()
    total: int | None = None
    notes: tuple[str, ...] = ()

    def table(self, most: int = 20) -> Table:
        """The first ``most`` rows as the Table that surfaces render."""
        return Table(
            title=self.title,
            columns=[f"{heading(c.name)} ({c.unit})" if c.unit else heading(c.name) for c in self.columns],
            rows=[list(row) for row in self.rows[:most]],
            total_rows=len(self.rows) if self.total is None else self.total,
            handle=self.artifact.handle if self.artifact else "",
        )


@dataclass(frozen=True, slots=True)
class Operator(Generic[P]):
    """One operator: its name, its descriptor text, its parameters, and how it runs.

    ``run`` raises ModelMustAct for what the caller can correct (an unknown label, a refused query, a time-out)
    and lets OperatorMustAct through (a dead server).
    """

    name: str
    description: str
    params: type[P]
    run: Callable[[P, Context], Outcome]

    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the parameters, as a tool declares it, without the titles that repeat names."""
        schema: dict[str, Any] = _without_titles(self.params.model_json_schema())
        return schema

    def call(self, arguments: Mapping[str, object] | str, context: Context) -> Outcome:
        """Validate arguments (parsed JSON, or the raw text when it did not parse) and run.

        Raises InvalidArguments with every fault found, and whatever ``run`` raises.
        """
        try:
            if isinstance(arguments, str):
                params = self.params.model_validate_json(arguments)
            else:
                # Through JSON, as JSON is what the schema describes: a list passes for a tuple, text for a time.
                params = self.params.model_validate_json(json.dumps(arguments))
        except ValidationError as error:
            raise InvalidArguments(
                _faults(self.name, error), f"Parameters of {self.name}: see its schema."
            ) from None
        return self.run(params, context)


class Registry:
    """Operators by name."""

    def __init__(self, operators: Iterable[Operator[Any]]) -> None:
        self._operators = {operator.name: operator for operator in operators}

    def get(self, name: str) -> Operator[Any]:
        """The operator of that name. Raises UnknownOperator with the nearest name."""
        if name not in self._operators:
            near = process.extractOne(name, list(self._operators), score_cutoff=60)
            hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(self._operators)}."
            raise UnknownOperator(f"There is no operator {name[:60]!r}.", hint)
        return self._operators[name]

    def __iter__(self) -> Iterator[Operator[Any]]:
        return iter(self._operators.values())


def _without_titles(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_without_titles(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    # A property may be called title too: then its value is a schema, no text.
    return {k: _without_titles(v) for k, v in schema.items() if k != "title" or not isinstance(v, str)}


def _faults(name: str, error: ValidationError) -> str:
    faults = [
        f"{'.'.join(str(part) for part in fault['loc']) or 'arguments'}: {fault['msg']}"
        for fault in error.errors(include_url=False, include_input=False)[:6]
    ]
    return f"The arguments of {name} do not fit: " + "; ".join(faults) + "."
