"""What a result leaves out, told in a sentence."""

from __future__ import annotations

from engine.catalog.names import PREPOSITIONS, name_property
from engine.catalog.wording import bare, noun, words
from engine.catalog.words import singular, split_name
from engine.operators.names import Place, follow, property_at, start
from engine.operators.operator import Context
from engine.operators.params import Degree, Duration, Ref


def left_out(label: str, count: int, lacking: str) -> str:
    """ "87 cases have no created or no resolved time and are left out."."""
    have, are = ("has", "is") if count == 1 else ("have", "are")
    return f"{count:,} {noun(label, count)} {have} {lacking} and {are} left out."


def lack(context: Context, label: str, of: Ref | Duration | Degree) -> str:
    """What is not there: "no category", "no resolved time", "no person (resolved by)"."""
    if isinstance(of, Duration):
        return _no_time(context, label, of)
    if isinstance(of, Degree):
        return "no count"
    if not of.path:
        return f"no {_value(of.property)}"
    end = follow(context.schema, start(context.schema, label), of.path).labels[0]
    said = _role(of.path[-1].edge, end)
    if of.property in ("id", name_property(end, context.schema, context.profile)):
        return f"no {said}"
    return f"no {noun(end, 1)} {_value(of.property)}"


def _no_time(context: Context, label: str, of: Duration) -> str:
    """The ends that may be missing: those that not every vertex is known to have."""
    place = start(context.schema, label)
    ends = [end for end in (of.start, of.end) if end.path or not _all_have(context, place, end.property)]
    said = [bare(end.property) for end in ends or (of.start, of.end)]
    return " or ".join(f"no {name} time" if name.endswith("ed") else f"no {name}" for name in said)


def _all_have(context: Context, place: Place, name: str) -> bool:
    held = property_at(context.schema, place, name)
    return held is None or held.count >= sum(context.schema.vertices[label].count for label in place.labels)


def _value(name: str) -> str:
    """A property's value; of one that counts what it is called by, the number."""
    last = split_name(name)[-1]
    return f"number of {words(name)}" if singular(last) != last else words(name)


def _role(edge: str, end: str) -> str:
    """What a relation reaches, with its own words where they say more."""
    said, label = words(edge).removeprefix("has "), noun(end, 1)
    if not set(said.split()) & PREPOSITIONS and set(label.split()) <= set(said.split()):
        return said
    return label if set(label.split()) <= set(said.split()) else f"{label} ({said})"
