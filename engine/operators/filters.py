"""Filters as Gremlin steps.

A condition along a path asks for some vertex at its end; negated, that there is none. So "not by VPN" holds for
a vertex without any such neighbour, and ``neq`` asks for a neighbour that differs. A property that is missing
satisfies no comparison, ``neq`` and ``without`` included; negation is how missing ones are let in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.graph.schema import Schema
from engine.gremlin.build import Builder, P, __, anonymous
from engine.gremlin.tree import Predicate, Step
from engine.operators.names import Place, follow, property_at
from engine.operators.params import (
    AllOf,
    AnyOf,
    CalendarCondition,
    Condition,
    DegreeCondition,
    Duration,
    DurationCondition,
    Filter,
)
from engine.operators.paths import MILLISECONDS, both_there, elapsed, hops, may_be_list
from engine.operators.predicates import Reader, WrongValue

_FILTER_STEPS = frozenset({"has", "hasId", "hasNot", "and", "or", "not", "where", "filter"})


@dataclass(frozen=True, slots=True)
class Filters:
    """Compiles filters on one graph."""

    schema: Schema
    reader: Reader

    def steps(self, filters: Sequence[Filter], place: Place) -> tuple[Step, ...]:
        """The filters as steps in a row: all of them hold. Raises ModelMustAct for what the schema forbids."""
        return tuple(step for each in filters for step in self._chained(each, place))

    def _chained(self, given: Filter, place: Place) -> tuple[Step, ...]:
        nested = self._nested(given, place).tree.steps
        if all(step.name in _FILTER_STEPS for step in nested):
            return nested
        return __.where(anonymous(*nested)).tree.steps

    def _nested(self, given: Filter, place: Place) -> Builder:
        """The filter as a traversal that yields something just when it holds."""
        match given:
            case Condition():
                found = self._condition(given, place)
            case DegreeCondition():
                found = self._degree(given, place)
            case DurationCondition():
                found = self._duration(given, place)
            case CalendarCondition():
                raise WrongValue(
                    "Weekdays and hours of the day are told apart in counts and sums only.",
                    "Put the calendar condition among the aggregate's own filters, and only one of them.",
                )
            case AnyOf() | AllOf():
                found = self._group(given, place)
        return __.not_(found) if getattr(given, "negate", False) else found

    def _group(self, given: AnyOf | AllOf, place: Place) -> Builder:
        members = [self._nested(each, place) for each in given.filters]
        if len(members) == 1:
            return members[0]
        return __.or_(*members) if isinstance(given, AnyOf) else __.and_(*members)

    def _condition(self, given: Condition, place: Place) -> Builder:
        end = follow(self.schema, place, given.path)
        path = anonymous(*hops(self.schema, place, given.path))
        if given.property is None:
            if given.op != "exists" or given.value is not None:
                raise WrongValue(
                    f"A condition with {given.op} needs a property.",
                    "Name the property; to compare how many neighbours there are, use kind degree.",
                )
            # Without a path there is nothing to ask: the vertex is there.
            return path if given.path else __.identity()
        held = property_at(self.schema, end, given.property)
        if given.op == "exists":
            # Every vertex has an id, so without a path there is nothing to ask.
            return path.has(held.name) if held else path if given.path else __.identity()
        predicate = self.reader.predicate(given, held)
        if held is None:
            return path.hasId(_bare(predicate))
        if may_be_list(held):
            # A list property does not match has(key, value) everywhere; its single values do.
            return path.where(__.values(held.name).unfold().is_(_bare(predicate)))
        return path.has(held.name, _bare(predicate))

    def _degree(self, given: DegreeCondition, place: Place) -> Builder:
        end = follow(self.schema, place, given.path)
        reached = anonymous(*hops(self.schema, place, given.path), *self.steps(given.where, end))
        if some(given):
            return reached
        return reached.dedup().count().is_(_bare(getattr(P, given.op)(given.value)))

    def _duration(self, given: DurationCondition, place: Place) -> Builder:
        amount = given.value * MILLISECONDS[given.unit]
        ends = Duration(start=given.start, end=given.end)
        time = anonymous(*both_there(self.schema, place, ends), *elapsed(self.schema, place, ends).tree.steps)
        # filter() and not where(): a where() that starts with as() compares with an outer label instead.
        whole = int(amount) if float(amount).is_integer() else amount
        return __.filter(time.is_(getattr(P, given.op)(whole)))


def some(given: DegreeCondition) -> bool:
    """Whether the condition asks for one vertex or more, which need not be counted."""
    return (given.op, given.value) in (("gte", 1), ("gt", 0))


def _bare(predicate: Predicate) -> object:
    """``P.eq(x)`` as x, the way people write it."""
    return predicate.args[0] if predicate.name == "eq" else predicate
