"""Aggregate compiled to one traversal, and how its result is read.

A vertex counts once in each group, however many ways lead it there: keys that may have several values are made
distinct for each vertex first. What engines compute differently or not at all (median, buckets of time) comes
back as values or as small slots, and is finished here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from engine.errors import ModelMustAct
from engine.graph.profile import Profile
from engine.graph.schema import Schema
from engine.gremlin.build import Builder, Column, Order, Scope, __, anonymous, g
from engine.gremlin.tree import Step
from engine.operators.buckets import Slots, slots
from engine.operators.filters import Filters
from engine.operators.names import Place, start
from engine.operators.params import Aggregate, Duration, Filter, GroupBy, Measure, Ref
from engine.operators.paths import Values, both_there, elapsed, moment_values, values

Reduction = OneOf["count", "sum", "min", "max", "mean", "values", "distinct", "vertices"]


class WrongMeasure(ModelMustAct):
    """The measure lacks what it measures, or measures what it cannot."""

    code = "wrong_measure"


@dataclass(frozen=True, slots=True)
class Key:
    """A grouping key: its values, and how they are cut when it has a bucket."""

    values: Values
    slots: Slots | None
    name: str

    @property
    def merged(self) -> bool:
        """Whether several of the query's groups are one group of the answer."""
        return self.slots is not None and not self.slots.whole

    def traversal(self) -> Builder:
        """From a vertex to its keys."""
        return self.slots.cut(self.values.traversal()) if self.slots else self.values.traversal()

    def by(self) -> object:
        """The same as an argument of by()."""
        plain = self.slots is None and not self.values.path and len(self.values.key) == 1
        return self.values.held.name if plain and self.values.held else self.traversal()


@dataclass(frozen=True, slots=True)
class Measured:
    """What is measured of a vertex: ``present`` keeps the vertices that have it, ``of`` leads to the values."""

    name: str
    unit: str
    present: tuple[Step, ...]  # none: every vertex has it
    of: Builder


@dataclass(frozen=True, slots=True)
class Plan:
    """A compiled Aggregate. ``left_out`` counts the vertices that are in no group, or None: there are none."""

    traversal: Builder
    keys: tuple[Key, ...]
    reduction: Reduction
    left_out: Builder | None
    unmeasured: Builder | None


@dataclass(frozen=True, slots=True)
class Compiler:
    """Compiles aggregates on one graph."""

    schema: Schema
    profile: Profile
    filters: Filters

    def base(self, label: str, filters: Sequence[Filter]) -> Builder:
        """``g.V().hasLabel(label)`` with the filters."""
        place = start(self.schema, label)
        return g.V().hasLabel(label).then(*self.filters.steps(filters, place))

    def key(self, label: str, group: GroupBy) -> Key:
        """A grouping key. Raises UnknownName, NotADuration."""
        found = values(self.schema, start(self.schema, label), group.ref)
        if group.bucket is None:
            return Key(found, None, found.name)
        return Key(
            found, slots(found, group.bucket, self.profile), f"{found.name} {group.bucket.replace('_', ' ')}"
        )

    def measured(self, label: str, measure: Measure) -> Measured:
        """What a measure measures. Raises WrongMeasure."""
        place = start(self.schema, label)
        if measure.function == "count":
            if isinstance(measure.of, Duration) or (
                measure.of and (measure.of.path or measure.of.property != "id")
            ):
                raise WrongMeasure("count counts vertices and takes no 'of'.", "Use count_distinct, or filter.")
            return Measured("count", "", (), __)
        if measure.of is None:
            raise WrongMeasure(f"{measure.function} needs 'of'.", "Give the property or the duration to measure.")
        if isinstance(measure.of, Duration):
            return self._duration(place, measure.function, measure.of)
        return self._property(place, measure.function, measure.of)

    def plan(self, asked: Aggregate, filters: Sequence[Filter]) -> Plan:
        """The traversal of an aggregate over the vertices that pass ``filters``."""
        everything = self.base(asked.label, filters)
        keys = tuple(self.key(asked.label, group) for group in asked.group_by)
        measured = self.measured(asked.label, asked.measure)
        reduction = _reduction(asked.measure, keys)
        measuring = everything.then(*measured.present)
        missing = [__.not_(key.values.there()) for key in keys if not key.values.complete]
        left_out = None if not missing else everything.then(*_any(missing).tree.steps).count()
        return Plan(
            _grouped(measuring, keys, measured, reduction, ordered=asked.order),
            keys,
            reduction,
            left_out,
            _without(everything, measured.present).count() if measured.present else None,
        )

    def _duration(self, place: Place, function: str, duration: Duration) -> Measured:
        ends = [moment_values(self.schema, place, ref) for ref in (duration.start, duration.end)]
        name = f"{function} {ends[0].name} to {ends[1].name}"
        present = both_there(self.schema, place, duration)
        return Measured(name, duration.unit, present, elapsed(self.schema, place, duration))

    def _property(self, place: Place, function: str, ref: Ref) -> Measured:
        found = values(self.schema, place, ref)
        kind = "string" if found.held is None else found.held.type
        if function in ("avg", "sum", "median") and kind not in ("integer", "number", "other", "list"):
            raise WrongMeasure(
                f"{function} needs numbers, and {found.name} holds {kind} values.",
                "Use count_distinct, min or max, or a duration between two times.",
            )
        of = found.traversal()
        if found.path and function in ("avg", "sum", "median"):
            # A neighbour that several ways lead to weighs once for each vertex.
            of = __.local(anonymous(*found.path).dedup()).then(*found.key)
        return Measured(f"{function} {found.name}", "", () if found.complete else found.kept(), of)


def _without(vertices: Builder, present: tuple[Step, ...]) -> Builder:
    return vertices.not_(anonymous(*present))


def _any(members: Sequence[Builder]) -> Builder:
    return members[0] if len(members) == 1 else __.or_(*members)


def _reduction(measure: Measure, keys: Sequence[Key]) -> Reduction:
    """What the query itself computes of each group; merged slots need parts that can be merged."""
    merged = any(key.merged for key in keys)
    several = any(key.merged and not key.values.single for key in keys)
    if measure.function == "count":
        return "vertices" if several else "count"
    if several:
        raise WrongMeasure(
            f"{measure.function} by time of several neighbours is not supported.",
            "Count, or group by another key.",
        )
    match measure.function:
        case "median":
            return "values"
        case "avg":
            return "values" if merged else "mean"
        case "count_distinct":
            return "distinct"
        case _:
            return measure.function


def _reduced(of: Builder, reduction: Reduction, *, merged: bool) -> Builder:
    match reduction:
        case "distinct":
            return of.dedup().fold() if merged else of.dedup().count()
        case "values":
            return of.fold()
        case "vertices":
            return of.id().dedup().fold()
        case _:
            return of.step(reduction)


def _grouped(
    base: Builder, keys: Sequence[Key], measured: Measured, reduction: Reduction, *, ordered: str
) -> Builder:
    merged = any(key.merged for key in keys)
    of = measured.of
    if not keys:
        return _reduced(base.then(*of.tree.steps), reduction, merged=False)
    if all(key.values.single for key in keys):
        found = _by_single(base, keys, _reduced(of, reduction, merged=merged), counting=reduction == "count")
    else:
        vertex = __.select("v").then(*of.tree.steps)
        found = _by_several(base, keys, _reduced(vertex, reduction, merged=merged), counting=reduction == "count")
    if len(keys) == 1 and not merged and ordered in ("desc", "asc") and reduction != "values":
        return found.order(Scope.local).by(Column.values, getattr(Order, ordered))
    return found


def _by_single(base: Builder, keys: Sequence[Key], reduced: Builder, *, counting: bool) -> Builder:
    first = keys[0]
    if len(keys) == 1 and counting:
        if first.values.path and not first.slots and first.values.held and len(first.values.key) == 1:
            return base.then(*first.values.path).groupCount().by(first.values.held.name)
        return base.groupCount().by(first.by())
    inner = reduced
    if len(keys) == 2:
        second = keys[1]
        inner = __.groupCount().by(second.by()) if counting else __.group().by(second.by()).by(reduced)
    return base.group().by(first.by()).by(inner)


def _by_several(base: Builder, keys: Sequence[Key], reduced: Builder, *, counting: bool) -> Builder:
    distinct = [__.local(key.traversal().dedup()) for key in keys]
    if len(keys) == 1:
        if counting:
            return base.then(*distinct[0].tree.steps).groupCount()
        return base.as_("v").then(*distinct[0].tree.steps).group().by().by(reduced)
    pairs = base.as_("v").then(*distinct[0].tree.steps).as_("a").select("v").then(*distinct[1].tree.steps).as_("b")
    inner = __.groupCount().by(__.select("b"))
    if not counting:
        inner = __.group().by(__.select("b")).by(reduced)
    return pairs.group().by(__.select("a")).by(inner)
