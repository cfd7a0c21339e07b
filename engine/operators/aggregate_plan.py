"""Aggregate compiled to traversals, and how their results are read.

A vertex counts once in each group, however many ways lead it there: keys that may have several values are made
distinct for each vertex first. What engines compute differently or not at all (median, some buckets of time)
comes back as values or as small slots, and is finished by the executor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from engine.graph.profile import Profile
from engine.graph.schema import Schema
from engine.gremlin.build import Builder, Column, Order, Scope, __, anonymous, g
from engine.operators.begin import back, begin, fewer
from engine.operators.filters import Filters
from engine.operators.measures import Key, Measured, WrongMeasure, key_of, measured_by
from engine.operators.names import follow, start
from engine.operators.params import Aggregate, Filter, Measure

Reduction = OneOf["count", "sum", "min", "max", "mean", "values", "distinct", "vertices"]


@dataclass(frozen=True, slots=True)
class Plan:
    """A compiled Aggregate.

    ``everything`` counts the vertices that pass the filters, where some may be in no group and each is in one at
    most; ``left_out`` counts those in no group, where a vertex may be in several; ``unmeasured`` those without a
    value to measure. None: there is nothing to tell.
    """

    traversal: Builder
    keys: tuple[Key, ...]
    measured: Measured
    reduction: Reduction
    everything: Builder | None
    left_out: Builder | None
    unmeasured: Builder | None


@dataclass(frozen=True, slots=True)
class Compiler:
    """Compiles aggregates on one graph."""

    schema: Schema
    profile: Profile
    filters: Filters

    def plan(self, asked: Aggregate, filters: Sequence[Filter]) -> Plan:
        """The traversals of an aggregate over the vertices that pass ``filters``. Raises ModelMustAct."""
        everything = begin(self.schema, self.filters, asked.label, filters)
        keys = tuple(key_of(self.schema, self.profile, asked.label, group) for group in asked.group_by)
        measured = measured_by(self.schema, asked.label, asked.measure, self.filters)
        reduction = _reduction(asked.measure, keys)
        turned = None if filters or reduction != "count" else self._from_neighbours(asked, keys)
        # A group whose members all lack the value is not the same on all engines: keep such members out.
        measuring = everything.then(*measured.present) if keys or measured.telling else everything
        missing = [__.not_(key.values.there()) for key in keys if not key.values.complete]
        once = reduction == "count" and all(key.values.single for key in keys)
        left_out = everything.then(*_either(missing).tree.steps).count() if missing and not once else None
        lacking = everything.not_(anonymous(*measured.present)).count() if measured.present else None
        return Plan(
            _ordered(turned or _grouped(measuring, keys, measured, reduction), keys, reduction, asked.order),
            keys,
            measured,
            reduction,
            everything.count() if missing and once else None,
            left_out,
            lacking if measured.telling else None,
        )

    def _from_neighbours(self, asked: Aggregate, keys: Sequence[Key]) -> Builder | None:
        """A count by a neighbour's property, begun at the neighbours where they are few; else None."""
        if len(keys) != 1 or keys[0].property is None:
            return None
        place, path = start(self.schema, asked.label), asked.group_by[0].ref.path
        if not fewer(self.schema, place, path):
            return None
        end = follow(self.schema, place, path)
        vertices = anonymous(*back(self.schema, place, path))
        members = vertices if end.single else vertices.dedup()
        return g.V().hasLabel(end.labels[0]).group().by(keys[0].property).by(members.count())


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


def _grouped(base: Builder, keys: Sequence[Key], measured: Measured, reduction: Reduction) -> Builder:
    if not keys:
        return _reduced(base.then(*measured.of.tree.steps), reduction, merged=False)
    merged, counting = any(key.merged for key in keys), reduction == "count"
    if all(key.values.single for key in keys):
        return _by_single(base, keys, _reduced(measured.of, reduction, merged=merged), counting=counting)
    of = __.select("v").then(*measured.of.tree.steps)
    return _by_several(base, keys, _reduced(of, reduction, merged=merged), counting=counting)


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


def _by_single(base: Builder, keys: Sequence[Key], reduced: Builder, *, counting: bool) -> Builder:
    first, *others = keys
    if counting and not others:
        if first.property is not None:
            return base.then(*first.values.path).groupCount().by(first.property)
        return base.then(*first.traversal().tree.steps).groupCount()
    inner = reduced
    for second in others:
        inner = __.groupCount().by(second.by()) if counting else __.group().by(second.by()).by(reduced)
    return base.group().by(first.by()).by(inner)


def _by_several(base: Builder, keys: Sequence[Key], reduced: Builder, *, counting: bool) -> Builder:
    distinct = [__.local(key.traversal().dedup()).tree.steps for key in keys]
    if len(keys) == 1:
        if counting:
            return base.then(*distinct[0]).groupCount()
        return base.as_("v").then(*distinct[0]).group().by().by(reduced)
    pairs = base.as_("v").then(*distinct[0]).as_("a").select("v").then(*distinct[1]).as_("b")
    second = __.select("b")
    inner = __.groupCount().by(second) if counting else __.group().by(second).by(reduced)
    return pairs.group().by(__.select("a")).by(inner)


def _ordered(found: Builder, keys: Sequence[Key], reduction: Reduction, order: str) -> Builder:
    """Groups in order, for whoever reads or reruns the query; ties and the cut are the executor's."""
    if len(keys) != 1 or keys[0].merged or reduction == "values" or order == "key":
        return found
    return found.order(Scope.local).by(Column.values, getattr(Order, order))


def _either(members: Sequence[Builder]) -> Builder:
    return members[0] if len(members) == 1 else __.or_(*members)
