"""What a result leaves out, told in a sentence."""

from __future__ import annotations

from engine.catalog.names import name_property
from engine.catalog.wording import bare, noun, words
from engine.operators.names import follow, start
from engine.operators.operator import Context
from engine.operators.params import Duration, Ref


def left_out(label: str, count: int, lacking: str) -> str:
    """ "87 cases have no created or no resolved time and are left out."."""
    have, are = ("has", "is") if count == 1 else ("have", "are")
    return f"{count:,} {noun(label, count)} {have} {lacking} and {are} left out."


def lack(context: Context, label: str, of: Ref | Duration) -> str:
    """What is not there: "no category", "no created or no resolved time"."""
    if isinstance(of, Duration):
        return f"no {bare(of.start.property)} or no {bare(of.end.property)} time"
    if not of.path:
        return f"no {words(of.property)}"
    end = follow(context.schema, start(context.schema, label), of.path).labels[0]
    if of.property in ("id", name_property(end, context.schema, context.profile)):
        return f"no {noun(end, 1)}"
    return f"no {noun(end, 1)} {words(of.property)}"
