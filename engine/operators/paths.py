"""References along paths as traversals: the values of a property, its own or its neighbours'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import ModelMustAct
from engine.graph.schema import PropertySchema, Schema
from engine.gremlin.build import Builder, __, anonymous
from engine.gremlin.tree import Step
from engine.operators.moments import holds_times, text_form
from engine.operators.names import Place, always_there, follow, property_at
from engine.operators.params import Duration, Hop, Ref

MILLISECONDS = {
    "seconds": 1_000,
    "minutes": 60_000,
    "hours": 3_600_000,
    "days": 86_400_000,
    "weeks": 604_800_000,
}


class NotADuration(ModelMustAct):
    """The ends of a duration are no times."""

    code = "not_a_duration"


@dataclass(frozen=True, slots=True)
class Values:
    """The values that a reference means for a vertex.

    ``path``: steps to the vertices that hold them; ``held``: the property, None for the vertex id; ``single``: at
    most one value for each start vertex; ``complete``: at least one, as far as the schema knows.
    """

    path: tuple[Step, ...]
    held: PropertySchema | None
    single: bool
    complete: bool
    name: str

    @property
    def key(self) -> tuple[Step, ...]:
        """The steps from a holding vertex to the value."""
        if self.held is None:
            return (Step("id"),)
        steps = anonymous().values(self.held.name)
        # A multi-valued property is one list value on some engines and several values on others.
        return (steps.unfold() if may_be_list(self.held) else steps).tree.steps

    def traversal(self) -> Builder:
        """``__.out(...).values(...)``."""
        return anonymous(*self.path, *self.key)

    def there(self) -> Builder:
        """``__.out(...).has(...)``: vertices that have at least one value."""
        return anonymous(*self.path, *(() if self.held is None else anonymous().has(self.held.name).tree.steps))

    def kept(self) -> tuple[Step, ...]:
        """Steps that keep the vertices with a value: ``has(...)``, or ``where(__.out(...).has(...))``."""
        there = self.there()
        return there.tree.steps if not self.path else __.where(there).tree.steps


def may_be_list(held: PropertySchema) -> bool:
    """Whether a property may hold several values; mixed types may be lists here and single values there."""
    return held.type in ("list", "other")


def hops(schema: Schema, place: Place, path: Sequence[Hop]) -> tuple[Step, ...]:
    """The steps of a path; a label restriction that the schema makes superfluous is left out."""
    steps = __
    for hop in path:
        steps = steps.step(hop.direction, hop.edge)
        anywhere = follow(schema, place, (hop.model_copy(update={"to": None}),))
        if hop.to is not None and (len(anywhere.labels) > 1 or schema.sampled is not None):
            steps = steps.hasLabel(hop.to)
        place = follow(schema, place, (hop,))
    return steps.tree.steps


def values(schema: Schema, place: Place, ref: Ref) -> Values:
    """What a reference means for vertices at a place. Raises UnknownName."""
    end = follow(schema, place, ref.path)
    held = property_at(schema, end, ref.property)
    name = ref.property if not ref.path else f"{'/'.join(end.labels)} {ref.property}"
    return Values(
        path=hops(schema, place, ref.path),
        held=held,
        single=end.single and (held is None or not may_be_list(held)),
        complete=end.complete and always_there(schema, end, held),
        name=name,
    )


def elapsed(schema: Schema, place: Place, duration: Duration) -> Builder:
    """The milliseconds from start to end of a vertex that has both (see ``both_there``).

    ``dateDiff`` counts milliseconds on every backend: they make up for engines that count otherwise.
    """
    begin, end = (moment_values(schema, place, ref) for ref in (duration.start, duration.end))
    ended = __.as_("v").then(*end.traversal().tree.steps)
    begun = __.select("v").then(*begin.traversal().tree.steps)
    if end.held is not None and text_form(end.held):
        ended = ended.asDate()
    if begin.held is not None and text_form(begin.held):
        begun = begun.asDate()
    return ended.dateDiff(begun)


def both_there(schema: Schema, place: Place, duration: Duration) -> tuple[Step, ...]:
    """Steps that keep the vertices with both ends of a duration."""
    ends = (moment_values(schema, place, ref) for ref in (duration.start, duration.end))
    return tuple(step for end in ends for step in end.kept())


def moment_values(schema: Schema, place: Place, ref: Ref) -> Values:
    """A reference that must hold times, one for each vertex. Raises NotADuration."""
    found = values(schema, place, ref)
    if not holds_times(found.held):
        raise NotADuration(f"{found.name} holds no times.", "Take datetime properties as start and end.")
    return found
