"""An operator call as the question that asks for it outright: what a person chooses between."""

from __future__ import annotations

from engine.agent.offline.reading import Params
from engine.agent.offline.telling.grouped import extreme
from engine.agent.offline.telling.wording import Wording
from engine.operators.params import Aggregate, Find


def question(w: Wording, params: Params) -> str:
    """The question in words; empty for a call that is not said simply."""
    said = ""
    if isinstance(params, Find) and params.order_by is None and not params.distinct and not params.select:
        said = f"list the {w.some(params.label, params.filters)}"
    if isinstance(params, Aggregate) and not params.group_by and params.share_of is None:
        some, of = w.some(params.label, params.filters), params.measure.of
        if params.measure.function == "count":
            said = f"how many {some} are there?"
        elif of is not None and params.measure.function != "count_distinct":
            said = f"what is the {extreme(w, params)} {w.of(params.label, of)} of {some}?"
    said = said[:1].upper() + said[1:]
    return said.replace("“", '"').replace("”", '"')
