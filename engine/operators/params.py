"""Parameters of the graph-data operators: the intermediate representation between language and Gremlin.

A model fills them through the tool's JSON Schema; the offline backbone builds them from a reading. Whoever
fills them, one compiler turns them into traversals (GraphSeek §3.1: operators are not backend queries).
"""

from __future__ import annotations

import datetime as dt
from typing import Annotated
from typing import Literal as OneOf

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, WithJsonSchema

# str before datetime: text stays text until the schema says what it means ("2025" is a year, not a moment).
Scalar = Annotated[
    bool | int | float | str | dt.datetime, WithJsonSchema({"type": ["boolean", "number", "string"]})
]
Direction = OneOf["out", "in", "both"]
Unit = OneOf["seconds", "minutes", "hours", "days", "weeks"]
Bucket = OneOf["hour_of_day", "day", "weekday", "week", "month", "quarter", "year"]


class Params(BaseModel):
    """Base of all parameters: unknown names are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Hop(Params):
    """One edge to follow. ``to`` restricts the vertex reached to a label."""

    edge: str
    direction: Direction = "out"
    to: str | None = None


class Ref(Params):
    """A property of the vertex itself, or of the vertices at the end of ``path``. ``id`` means the vertex id."""

    property: str
    path: tuple[Hop, ...] = ()


Op = OneOf[
    "eq", "neq", "lt", "lte", "gt", "gte",
    "between",  # low inclusive, high exclusive
    "within", "without",
    "containing", "starting_with", "ending_with",  # case-insensitive
    "exists",  # the property (or, with no property, a vertex at the path's end) is there
]  # fmt: skip


class Condition(Params):
    """One condition. With a path: some vertex at its end satisfies it; ``negate`` says that none does.

    ``property`` None: existence of a vertex at the path's end. Values may be ISO text where the schema says
    datetime: the compiler coerces them by the schema's type.
    """

    kind: OneOf["condition"] = "condition"
    path: tuple[Hop, ...] = ()
    property: str | None = None
    op: Op = "exists"
    value: Scalar | tuple[Scalar, ...] | None = None
    high: Scalar | None = None  # the upper end of between
    negate: bool = False


class DegreeCondition(Params):
    """How many vertices the path reaches, as a condition (``lte``/``gte`` ... on a count)."""

    kind: OneOf["degree"] = "degree"
    path: tuple[Hop, ...]
    where: tuple[Filter, ...] = ()
    op: OneOf["eq", "neq", "lt", "lte", "gt", "gte"]
    value: int


class DurationCondition(Params):
    """The time between two datetime properties of the vertex, compared with an amount."""

    kind: OneOf["duration"] = "duration"
    start: Ref
    end: Ref
    op: OneOf["lt", "lte", "gt", "gte"]
    value: float
    unit: Unit


class CalendarCondition(Params):
    """A time of the vertex falls on some weekdays, or in some hours of the day. Only among an Aggregate's own

    filters, of a count or a sum: no engine tells weekdays apart, so that the executor counts by them and adds up.
    """

    kind: OneOf["calendar"] = "calendar"
    ref: Ref
    bucket: OneOf["weekday", "hour_of_day"]
    within: tuple[OneOf["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] | int, ...]


class AnyOf(Params):
    """At least one of the filters holds (or none, with ``negate``)."""

    kind: OneOf["any"] = "any"
    filters: tuple[Filter, ...] = Field(min_length=1)
    negate: bool = False


class AllOf(Params):
    """All of the filters hold: for use inside AnyOf, or negated."""

    kind: OneOf["all"] = "all"
    filters: tuple[Filter, ...] = Field(min_length=1)
    negate: bool = False


def _kind(given: object) -> object:
    """What a filter is when it does not say: models leave out what has a default."""
    if not isinstance(given, dict):
        return getattr(given, "kind", None)
    if "kind" in given or "filters" in given:
        return given.get("kind")  # any or all: that must be said
    return "duration" if "start" in given else "calendar" if "within" in given else "condition"


Filter = Annotated[
    Annotated[Condition, Tag("condition")]
    | Annotated[DegreeCondition, Tag("degree")]
    | Annotated[DurationCondition, Tag("duration")]
    | Annotated[CalendarCondition, Tag("calendar")]
    | Annotated[AnyOf, Tag("any")]
    | Annotated[AllOf, Tag("all")],
    Discriminator(_kind),
]


class Duration(Params):
    """The time from ``start`` to ``end``, of vertices that have both."""

    start: Ref
    end: Ref
    unit: Unit = "hours"


class Degree(Params):
    """How many vertices the path reaches from each vertex, none included; those that pass ``where``."""

    path: tuple[Hop, ...] = Field(min_length=1)
    where: tuple[Filter, ...] = ()


class Measure(Params):
    """What is computed of each group. ``count`` needs no ``of``; the others take a property, a duration or, as in

    "cases per contact on average", a degree.
    """

    function: OneOf["count", "count_distinct", "min", "max", "avg", "sum", "median"] = "count"
    of: Ref | Duration | Degree | None = None


class GroupBy(Params):
    """A grouping key: a property (own or a neighbour's), or a datetime property cut into buckets."""

    ref: Ref
    bucket: Bucket | None = None


class Having(Params):
    """A condition on a group's measure."""

    op: OneOf["eq", "neq", "lt", "lte", "gt", "gte"]
    value: float


class Aggregate(Params):
    """Aggregate vertices of one label: count, distinct count, min/max/avg/sum/median, per group or over all.

    ``share_of``: the result is the share (0 to 1) of vertices that pass ``filters`` among those that pass
    ``share_of`` (empty: among all of the label); per group when grouped.
    """

    label: str
    filters: tuple[Filter, ...] = ()
    measure: Measure = Measure()
    group_by: tuple[GroupBy, ...] = Field(default=(), max_length=2)
    share_of: tuple[Filter, ...] | None = None
    having: Having | None = None
    order: OneOf["desc", "asc", "key"] = "desc"  # by measure, or by the group's key
    limit: int | None = Field(default=None, ge=1)


class Find(Params):
    """List vertices of one label: the chosen properties of each, ordered, limited.

    ``distinct``: distinct rows of the selected values rather than a row per vertex.
    """

    label: str
    filters: tuple[Filter, ...] = ()
    select: tuple[Ref, ...] = ()  # empty: the name and the id, and a few telling properties
    order_by: Ref | Duration | None = None
    descending: bool = True
    distinct: bool = False
    limit: int = Field(default=20, ge=1, le=1000)


class Compare(Params):
    """The same aggregate over two or more named sides: "X or Y, which has more", share of each, difference.

    ``since``: a time of what is counted; says too since which of its months the leading side has led, all counted
    up to then. Of ungrouped counts only.
    """

    sides: tuple[tuple[str, Aggregate], ...] = Field(min_length=2, max_length=8)
    since: Ref | None = None


for _model in (DegreeCondition, AnyOf, AllOf, Condition, Degree, Measure, Aggregate, Find, Compare):
    _model.model_rebuild()
