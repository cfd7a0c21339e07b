"""The Answer: all that surfaces (Slack, pages, command line) ever render."""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from typing import Literal as OneOf

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Status = OneOf["answered", "declined", "clarify", "failed"]
Route = OneOf["dir", "sim", "plan"]
LONGEST_QUESTION = 2_000  # characters; every surface says so


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a figure or name comes from: a query (index into Answer.queries), a row and a column of its rows."""

    query: int
    row: int | None = None
    column: str | None = None
    artifact: str | None = None  # handle


@dataclass(frozen=True, slots=True)
class Claim:
    """One figure or name in the text, and its evidence. ``evidence`` None: not found (a warning says so)."""

    text: str
    value: object
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class Query:
    """One query that ran, with all that is shown of it."""

    gremlin: str
    read_back: str
    rows: list[object]
    row_count: int
    truncated: str
    milliseconds: float
    verifier: dict[str, dict[str, object]]  # SEGRA's four keys -> {"pass": bool, "reason": str | None}


@dataclass(frozen=True, slots=True)
class Table:
    """A table to show: column names and rows of plain values; ``handle`` of the artifact it is cut from."""

    title: str
    columns: list[str]
    rows: list[list[object]]
    total_rows: int
    handle: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the answer cost. Tokens by the four kinds the Messages API reports; money in US dollars."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_input_tokens: int = 0
    cache_creation_input_tokens: int = 0
    dollars: float = 0.0
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """All tokens, of whatever kind."""
        kinds = (self.input_tokens, self.output_tokens, self.cache_read_input_tokens)
        return sum(kinds) + self.cache_creation_input_tokens

    def __add__(self, other: Usage) -> Usage:
        """The usage of both together."""
        return Usage(*(a + b for a, b in zip(dataclasses.astuple(self), dataclasses.astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question.

    ``choices``: with ``clarify``, the readings offered, each a full question that would be answered.
    ``unplaced``: with ``declined``, the words that could not be placed. ``suggestions``: questions that can
    be asked next.
    """

    status: Status
    text: str
    question: str = ""
    task_id: str = ""
    route: Route = "dir"
    claims: list[Claim] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    usage: Usage = Usage()
    backbone: str = "offline"
    warnings: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    unplaced: list[str] = field(default_factory=list)
    suggestions: list[str] = field(default_factory=list)
    error: dict[str, object] | None = None  # with ``failed``: code, message, hint

    def as_dict(self) -> dict[str, object]:
        """JSON-ready form: datetimes as ISO 8601 text."""
        plain = jsonable(dataclasses.asdict(self))
        assert isinstance(plain, dict)
        return plain

    @classmethod
    def from_dict(cls, plain: Mapping[str, object]) -> Answer:
        """The Answer that ``as_dict`` wrote. Values of rows stay plain JSON. Unknown keys are left out."""
        return _adapter().validate_python(plain)


@functools.cache
def _adapter() -> TypeAdapter[Answer]:
    from pydantic import TypeAdapter  # late: only readers of stored answers need it

    return TypeAdapter(Answer)


def jsonable(value: object) -> object:
    """Plain JSON of a result value: datetimes ISO, durations seconds, sets and tuples lists, map keys text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        return value.total_seconds()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: jsonable(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {key if isinstance(key, str) else str(jsonable(key)): jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [jsonable(item) for item in value]
    return str(value)
