"""topic_search: which free texts hold a topic, for topics that the taxonomy has no entry for (SEGRA §3.1)."""

from __future__ import annotations

from pydantic import Field

from engine.errors import ModelMustAct
from engine.gremlin.build import Builder, TextP, __, g
from engine.operators.execute import number, run
from engine.operators.operator import Context, Outcome
from engine.operators.params import Params
from engine.operators.predicates import escaped
from engine.operators.summary import table_outcome
from engine.store.artifacts import Column, Row

_SAMPLES = 3


class TopicSearch(Params):
    """The topic to search for."""

    topic: str = Field(min_length=2, max_length=200, description="a word or short phrase, matched as it stands")


class NoFreeText(ModelMustAct):
    """The profile names no free-text properties."""

    code = "no_free_text"


def topic_search(asked: TopicSearch, context: Context) -> Outcome:
    """For each free-text label: how many vertices and cases hold the topic, in any case of letters, and samples.

    Raises NoFreeText.
    """
    schema, profile = context.schema, context.profile
    searched = {
        label: [name for name in names if name in schema.vertices[label].properties]
        for label, names in profile.free_text.items()
        if label in schema.vertices
    }
    searched = {label: names for label, names in searched.items() if names}
    if not searched:
        raise NoFreeText(
            "This graph's profile names no free-text properties.", "Use find with a containing condition."
        )
    topic = TextP.regex(f"(?iu){escaped(asked.topic.strip())}")
    rows: list[Row] = []
    queries: list[int] = []
    for label, names in searched.items():
        held = [__.has(name, topic) for name in names]
        found = g.V().hasLabel(label).then(*(held[0] if len(held) == 1 else __.or_(*held)).tree.steps)
        count, counted = number(context, found.count())
        to_cases = _to_cases(context, label)
        cases, cases_counted = (
            (None, None) if to_cases is None else number(context, found.then(*to_cases.tree.steps).dedup().count())
        )
        samples, sampled = run(context, found.limit(_SAMPLES).values(*names).is_(topic).limit(_SAMPLES))
        queries += [index for index in (counted, sampled, cases_counted) if index is not None]
        rows.append([label, ", ".join(names), count, cases, list(samples.rows)])
    return table_outcome(
        context,
        operator="topic_search",
        title=f"free texts that hold {asked.topic}",
        columns=[Column(name) for name in ("label", "searched", "vertices", "cases", "samples")],
        rows=rows,
        queries=queries,
        notes=["A case may count under several labels: add a containing condition to count each once."],
    )


def _to_cases(context: Context, label: str) -> Builder | None:
    """The way from a label to the cases, over the most frequent edge between them; None: there is none."""
    case = context.profile.case_label
    if case is None:
        return None
    if case == label:
        return __.identity()
    ways = [
        (end.count, edge.name, "in" if end.out_label == case else "out")
        for edge in context.schema.edges.values()
        for end in edge.ends
        if {end.out_label, end.in_label} == {case, label}
    ]
    if not ways:
        return None
    _, edge, direction = max(ways)
    return __.step(direction, edge).hasLabel(case)
