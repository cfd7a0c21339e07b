"""The mapping language: which rows of which tables are which vertices and edges (TOML).

A mapping has tables (files with a header line), vertex rules, edge rules and property rules::

    null = ["?"]                      # cells that mean "not there"; an empty cell always does
    date_order = "DMY"                # how to read 3/4/2016
    time_zone = "Europe/Berlin"       # of times without an offset; UTC when not given

    [[table]]
    name = "incidents"
    file = "incidents.csv"            # delimiter (else found), encoding, quote and null can be given per table

    [[vertex]]                        # one vertex per row; a second row with its id is an error
    table = "incidents"
    label = "incident"
    id = "incident:{number}"          # a template over the row's columns
    [vertex.properties]
    number = "number"                 # property = column, as text
    opened_at = { column = "opened_at", type = "datetime" }
    impact = { column = "impact", values = { 1 = "high", 2 = "medium", 3 = "low" } }

    [[vertex]]                        # many rows mention the same vertex
    table = "incidents"
    label = "location"
    id = "location:{location}"
    repeats = "same"
    properties = { number = "location" }

    [[edge]]
    table = "incidents"
    label = "at_location"
    from = "incident:{number}"
    to = "location:{location}"

``repeats`` of an edge rule says what a second edge between the same two vertices is: an error (``refuse``), the
``same`` edge again, or one more to ``keep``. Where a template's column is not there in a row, a vertex with
``repeats = "same"`` and an edge are simply not made for that row.

``where`` and ``where_not`` keep the rows whose column has one of the values given. ``split = { tags = ";" }``
applies a rule once for each part of a cell. ``{column:camel}`` writes a value as camelCase; ``snake``, ``slug``
and ``lower`` do likewise; ``{#}`` is the line of the row, for tables without an id.

A table's ``join`` adds another table's columns: ``join = { relation = { table = "relations", key = "id" } }``
gives ``{relation.label}``. A ``[[property]]`` rule makes properties from rows that are triples: ``of`` the vertex,
the ``name``, the ``value``; a second value of one property is an error or, with ``many = "list"``, makes a list.

Types of a property: text, integer, number, boolean, datetime and list (with a ``separator``). ``values``
renames codes; a cell that it does not list is an error unless ``others = "keep"``.

- Numbers: 1234.5 and 1,234.5; with ``decimal = ","`` at the top (or of one column) 1.234,5. Commas, points,
  spaces or apostrophes may part the thousands, in groups of three; other ones are an error, never left out.
- Booleans: yes/no, true/false, y/n, t/f, on/off, 1/0, capitals or not; others by ``values = { ja = true, nein =
  false }``.
- Times: ISO 8601; 13/4/2026, 13.4.26, 04-Mar-2016, with or without a time, AM or PM, in the ``date_order`` at
  the top (or of one column); others by ``format`` in strptime's codes. An offset (+01:00, Z) or a name
  (Europe/Berlin) says the zone, else ``time_zone``. CET or EST is refused: it is not the same everywhere.

Files: UTF-8 with or without its mark; else ``encoding``, such as "cp1252" or "utf-16". Lines and columns
without any cell, as spreadsheets write them, are left out; a column without a name is ``column_3`` by its
place. Everything else that does not fit (rows with too many or too few cells, a column name twice, NUL bytes,
an open quotation mark, a cell of more than a megabyte) is an error with its line, and nothing is loaded.

A draft says in comments, and on stderr, what a person should look at: the few cells that are not of the type of
all others in their column, dates such as 3/4/2026 that no other row of the file settles, ids that lead nowhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Annotated, Any, Self
from typing import Literal as OneOf
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    field_validator,
    model_validator,
)

from engine.graph.load.templates import Template

DateOrder = OneOf["DMY", "MDY", "YMD"]
DecimalMark = OneOf[".", ","]
Type = OneOf["text", "integer", "number", "boolean", "datetime", "list"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Column(_Part):
    """Where a property's value comes from, and how its text is read."""

    column: str
    type: Type = "text"
    format: str | None = None  # of a datetime, in strptime's codes; else ISO 8601 or the mapping's date order
    date_order: DateOrder | None = None  # where the column has another than the mapping
    decimal: DecimalMark | None = None
    separator: str = ";"  # between the items of a list
    values: dict[str, str | int | float | bool] = Field(default_factory=dict)  # cell -> value
    others: OneOf["refuse", "keep"] = "refuse"  # cells that ``values`` does not list


def _column(value: Any) -> Any:
    return {"column": value} if isinstance(value, str) else value


ColumnOrName = Annotated[Column, BeforeValidator(_column)]


class Join(_Part):
    """Adds another table's columns to the row whose ``key`` equals this column."""

    table: str
    key: str


class Table(_Part):
    """A file with a header line. What is not given here comes from the mapping."""

    name: str
    file: str
    delimiter: str | None = None
    encoding: str | None = None
    quote: str | None = None
    null: tuple[str, ...] | None = None
    join: dict[str, Join] = Field(default_factory=dict)


class _Rule(_Part, ABC):
    table: str
    where: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    where_not: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    split: dict[str, str] = Field(default_factory=dict)

    @abstractmethod
    def templates(self) -> dict[str, Template]:
        """The rule's templates, by field."""

    def columns(self) -> set[str]:
        """Every column that the rule reads."""
        named = {column for template in self.templates().values() for column in template.columns}
        properties = getattr(self, "properties", {})
        return (
            named
            | set(self.where)
            | set(self.where_not)
            | set(self.split)
            | {c.column for c in properties.values()}
        )


class VertexRule(_Rule):
    """Rows to vertices."""

    label: Template
    id: Template
    repeats: OneOf["refuse", "same"] = "refuse"
    properties: dict[str, ColumnOrName] = Field(default_factory=dict)

    def templates(self) -> dict[str, Template]:
        """Label and id."""
        return {"label": self.label, "id": self.id}


class EdgeRule(_Rule):
    """Rows to edges."""

    label: Template
    from_: Template = Field(alias="from")
    to: Template
    repeats: OneOf["refuse", "same", "keep"] = "refuse"
    properties: dict[str, ColumnOrName] = Field(default_factory=dict)

    def templates(self) -> dict[str, Template]:
        """Label and both ends."""
        return {"label": self.label, "from": self.from_, "to": self.to}


class PropertyRule(_Rule):
    """Triples to properties of vertices that other rules make."""

    of: Template
    name: Template
    value: ColumnOrName
    many: OneOf["refuse", "list"] = "refuse"

    def templates(self) -> dict[str, Template]:
        """The vertex and the property's name."""
        return {"of": self.of, "name": self.name}

    def columns(self) -> set[str]:
        """The value's column too."""
        return super().columns() | {self.value.column}


def _known(table: str, names: list[str], where: str) -> None:
    if table not in names:
        raise ValueError(f"{where}: there is no table {table!r}; tables: {', '.join(names)}")


class Mapping(_Part):
    """A whole mapping."""

    null: tuple[str, ...] = ()
    delimiter: str | None = None  # else found: the one under which the header has the columns
    encoding: str = "utf-8"
    quote: str = '"'
    decimal: DecimalMark = "."
    date_order: DateOrder = "DMY"
    time_zone: str = "UTC"
    profile: str | None = None  # name of a shipped profile that fits the graph
    tables: tuple[Table, ...] = Field(alias="table", min_length=1)
    vertices: tuple[VertexRule, ...] = Field(alias="vertex", min_length=1)
    edges: tuple[EdgeRule, ...] = Field(default=(), alias="edge")
    properties: tuple[PropertyRule, ...] = Field(default=(), alias="property")

    @field_validator("time_zone")
    @classmethod
    def _known_zone(cls, name: str) -> str:
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError(f"there is no time zone {name!r}; write it like Europe/Berlin") from None
        return name

    @model_validator(mode="after")
    def _tables_exist(self) -> Self:
        names = [table.name for table in self.tables]
        if len(set(names)) < len(names):
            again = next(number for number, name in enumerate(names, 1) if name in names[: number - 1])
            raise ValueError(f"[[table]] {again} has the name of an earlier one")
        for number, table in enumerate(self.tables, 1):
            for join in table.join.values():
                _known(join.table, names, f"[[table]] {number}")
        for kind, rules in (("vertex", self.vertices), ("edge", self.edges), ("property", self.properties)):
            for number, rule in enumerate(rules, 1):
                _known(rule.table, names, f"[[{kind}]] {number}")
        return self

    @property
    def rules(self) -> tuple[VertexRule | EdgeRule | PropertyRule, ...]:
        """All rules, in the order that they are applied."""
        return (*self.vertices, *self.properties, *self.edges)

    def table(self, name: str) -> Table:
        """A table by name."""
        return next(table for table in self.tables if table.name == name)
