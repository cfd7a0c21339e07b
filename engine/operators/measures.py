"""What an aggregate groups by and what it measures, as traversals from one vertex."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import ModelMustAct
from engine.graph.profile import Profile
from engine.graph.schema import Schema
from engine.gremlin.build import Builder, __, anonymous
from engine.gremlin.tree import Step
from engine.operators.buckets import Slots, slots
from engine.operators.filters import Filters
from engine.operators.names import Place, follow, start
from engine.operators.params import Degree, Duration, GroupBy, Measure, Ref
from engine.operators.paths import Values, both_there, elapsed, hops, moment_values, values

_NUMERIC = ("avg", "sum", "median")


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

    @property
    def property(self) -> str | None:
        """The property whose plain value is the key; None when it takes more than ``by('name')`` at its vertex."""
        plain = self.slots is None and self.values.held is not None and len(self.values.key) == 1
        return self.values.held.name if plain and self.values.held else None

    def traversal(self) -> Builder:
        """From a vertex to its keys."""
        return self.slots.cut(self.values.traversal()) if self.slots else self.values.traversal()

    def by(self) -> object:
        """The same as an argument of by()."""
        return self.property if self.property and not self.values.path else self.traversal()


@dataclass(frozen=True, slots=True)
class Measured:
    """What is measured of a vertex: ``present`` keeps the vertices that have it, ``of`` leads to the values.

    ``telling``: whether vertices without a value are worth a word; they are where the figure rests on the others.
    """

    name: str
    unit: str
    present: tuple[Step, ...]  # none: every vertex has it
    of: Builder
    telling: bool = False


def key_of(schema: Schema, profile: Profile, label: str, group: GroupBy) -> Key:
    """A grouping key. Raises UnknownName, NotADuration."""
    found = values(schema, start(schema, label), group.ref)
    if group.bucket is None:
        return Key(found, None, found.name)
    return Key(found, slots(found, group.bucket, profile), f"{found.name} {group.bucket.replace('_', ' ')}")


def measured_by(schema: Schema, label: str, measure: Measure, filters: Filters) -> Measured:
    """What a measure measures. ``filters`` compiles those of a degree.

    Raises WrongMeasure, UnknownName, NotADuration.
    """
    place = start(schema, label)
    if measure.function == "count":
        if measure.of not in (None, Ref(property="id")):
            raise WrongMeasure("count counts vertices and takes no 'of'.", "Use count_distinct, or filter.")
        return Measured("count", "", (), __)
    if measure.of is None:
        raise WrongMeasure(f"{measure.function} needs 'of'.", "Give the property or the duration to measure.")
    if isinstance(measure.of, Duration):
        return _duration(schema, place, measure.function, measure.of)
    if isinstance(measure.of, Degree):
        return _degree(schema, place, measure.function, measure.of, filters)
    return _property(schema, place, measure.function, measure.of)


def _degree(schema: Schema, place: Place, function: str, degree: Degree, filters: Filters) -> Measured:
    end = follow(schema, place, degree.path)
    reached = anonymous(*hops(schema, place, degree.path), *filters.steps(degree.where, end)).dedup()
    return Measured(f"{function} {'/'.join(end.labels)} count", "", (), __.local(reached.count()))


def _duration(schema: Schema, place: Place, function: str, duration: Duration) -> Measured:
    if function == "count_distinct":
        raise WrongMeasure(
            "Distinct durations are not counted.", "Use min, max, avg, sum or median of a duration."
        )
    ends = [moment_values(schema, place, ref) for ref in (duration.start, duration.end)]
    name = f"{function} {ends[0].name} to {ends[1].name}"
    present = both_there(schema, place, duration)
    return Measured(name, duration.unit, present, elapsed(schema, place, duration), telling=True)


def _property(schema: Schema, place: Place, function: str, ref: Ref) -> Measured:
    found = values(schema, place, ref)
    kind = "string" if found.held is None else found.held.type
    if function in _NUMERIC and kind not in ("integer", "number", "other", "list"):
        raise WrongMeasure(
            f"{function} needs numbers, and {found.name} holds {kind} values.",
            "Use count_distinct, min or max, or a duration between two times.",
        )
    of = found.traversal()
    if found.held is None and found.path and function == "count_distinct":
        of = anonymous(*found.path)
    elif not found.single and found.path and function in _NUMERIC:
        # A neighbour that several ways lead to weighs once for each vertex.
        of = __.local(anonymous(*found.path).dedup()).then(*found.key)
    present = () if found.complete else found.kept()
    return Measured(f"{function} {found.name}", "", present, of, telling=function in _NUMERIC)
