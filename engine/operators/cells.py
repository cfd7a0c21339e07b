"""Chosen properties of a vertex and its neighbours as the columns of a listing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.catalog.names import name_property
from engine.graph.profile import Profile
from engine.graph.schema import Schema
from engine.gremlin.build import Builder, T
from engine.operators.names import Place
from engine.operators.params import Duration, Ref
from engine.operators.paths import MILLISECONDS, Values, elapsed, moment_values, values
from engine.store.artifacts import Column, Row

_TELLING = 6  # columns when none are chosen


@dataclass(slots=True)
class Cells:
    """Columns: each a name, an argument of by(), and what turns milliseconds into its unit."""

    columns: list[Column] = field(default_factory=list)
    by: list[object] = field(default_factory=list)
    units: list[int] = field(default_factory=list)
    refs: list[Ref | Duration] = field(default_factory=list)

    def add(self, schema: Schema, place: Place, ref: Ref | Duration) -> None:
        """One more column. Raises UnknownName, NotADuration."""
        if isinstance(ref, Duration):
            ends = [moment_values(schema, place, end).name for end in (ref.start, ref.end)]
            self._add(ref, Column(f"{ends[0]} to {ends[1]}", unit=ref.unit), elapsed(schema, place, ref))
        else:
            found = values(schema, place, ref)
            self._add(ref, Column(found.name), by(found))

    def projected(self, vertices: Builder) -> Builder:
        """``vertices.project(...).by(...)...``."""
        found = vertices.project(*(column.name for column in self.columns))
        for each in self.by:
            found = found.by(each)
        return found

    def row(self, cells: object) -> Row:
        """A row of the projection; None for what a vertex has not."""
        read = cells if isinstance(cells, Mapping) else {}
        return [_cell(read.get(column.name), unit) for column, unit in zip(self.columns, self.units, strict=True)]

    def _add(self, ref: Ref | Duration, column: Column, argument: object) -> None:
        taken = {known.name for known in self.columns}
        name = column.name if column.name not in taken else f"{column.name} {len(taken) + 1}"
        self.columns.append(replace(column, name=name))
        self.by.append(argument)
        self.units.append(MILLISECONDS.get(column.unit, 1))
        self.refs.append(ref)


def cells_of(schema: Schema, place: Place, refs: Sequence[Ref | Duration]) -> Cells:
    """The columns of references, in order."""
    cells = Cells()
    for ref in dict.fromkeys(refs):
        cells.add(schema, place, ref)
    return cells


def by(found: Values) -> object:
    """The argument of by() that gives the values: one, or the list of several."""
    if found.held is None and not found.path:
        return T.id
    if not found.single:
        return found.traversal().fold()
    return found.held.name if found.held and not found.path else found.traversal()


def telling(schema: Schema, profile: Profile, label: str) -> tuple[Ref, ...]:
    """The properties that show a vertex when none are chosen: its name, its id, and short ones that most have."""
    named = name_property(label, schema, profile)
    free = profile.free_text.get(label, ())
    hidden = {*free, *profile.private_properties} - {named}
    known = [p for p in schema.vertices[label].properties.values() if p.name not in hidden]
    often = sorted((p for p in known if p.type not in ("map", "other")), key=lambda p: -p.count)
    names = [named, "id", *(p.name for p in often)]
    names = [name for name in names if name not in profile.private_properties]
    return tuple(Ref(property=name) for name in dict.fromkeys(names))[:_TELLING]


def _cell(value: object, unit: int) -> object:
    if isinstance(value, list) and len(value) <= 1:
        return value[0] if value else None
    return value / unit if unit != 1 and isinstance(value, int | float) else value
