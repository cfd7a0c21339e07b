"""The answer in words, from an operator's result alone. Every figure is written as it stands in the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.agent.offline.reading import Reading
from engine.agent.offline.telling.grammar import listed
from engine.agent.offline.telling.grouped import capital, extreme, grouped, measured, without, written
from engine.agent.offline.telling.listings import found
from engine.agent.offline.telling.result import Result
from engine.agent.offline.telling.values import figure, percent
from engine.agent.offline.telling.values import measured as with_unit
from engine.agent.offline.telling.wording import Wording
from engine.catalog.catalog import Catalog
from engine.catalog.wording import noun, plural
from engine.catalog.words import lemma, split_name
from engine.operators.params import Aggregate, Compare, Condition, Filter, Find, Ref

_ONE = ("lookup", "measure", "groups")  # styles of questions for one thing
_ALL_LISTED = "all are listed."


def composed(reading: Reading, data: Mapping[str, Any], catalog: Catalog, *, fixed: bool = False) -> str:
    """The text of an answer: the finding first, then what a reader must know of it.

    ``fixed``: the question asks for the unit of time that the result has.
    """
    result, w = Result.of(data, fixed=fixed), Wording(catalog)
    params, notes = reading.params, result.notes
    if isinstance(params, Compare):
        text = _each(w, params, result) if reading.style == "count" else _compared(w, params, result)
        notes = notes if params.sides[0][1].group_by else notes[:-1]  # the verdict, told in the text
    elif isinstance(params, Aggregate):
        text = grouped(w, params, result) if params.group_by else _aggregated(w, params, reading, result)
        if params.limit == 1:  # all of them are named
            notes = [note for note in notes if not note.endswith(_ALL_LISTED)]
        notes = [*notes, *without(w, params, result)]
    else:
        assert isinstance(params, Find)
        text = found(w, params, result, asked_one=reading.style in _ONE)
    told = dict.fromkeys([*reading.notes, *notes])
    return "\n\n".join([text, " ".join(told)]) if told else text


def _aggregated(w: Wording, params: Aggregate, reading: Reading, result: Result) -> str:
    """One figure over all that pass the filters."""
    row = result.rows[0] if result.rows else [None]
    if params.share_of is not None:
        return _share(w, params, row)
    value, of = row[0], params.measure.of
    if params.measure.function == "count" or of is None:
        return _counted(w, params, reading, value or 0)
    everything = w.all_of(params.label, params.filters)
    if params.measure.function == "count_distinct":
        assert isinstance(of, Ref)
        said = w.ref(params.label, of)
        return f"{figure(value or 0)} different {plural(said) if value != 1 else said} among {everything}."
    if value is None:
        return f"There is nothing to measure among {everything}."
    said = written(params, result, value, 0)
    unit = with_unit(of.property)[1] if isinstance(of, Ref) else ""
    told = f"{said} {unit}".strip()
    return f"{told} is the {extreme(w, params)} {w.of(params.label, of)}, over {everything}."


def _counted(w: Wording, params: Aggregate, reading: Reading, count: float) -> str:
    some = f"{figure(count)} {w.some(params.label, params.filters, count)}"
    none = f"here are no {w.some(params.label, params.filters)}."
    if reading.style == "exists":
        return f"Yes: {some}." if count else f"No: t{none}"
    return f"{some}." if count else f"T{none}"


def _share(w: Wording, params: Aggregate, row: Sequence[Any]) -> str:
    of = params.share_of or ()
    if row[0] is None:
        return f"There is nothing to take a share of: there are no {w.some(params.label, of)}."
    asked = [item for item in params.filters if item not in of]
    said = w.said_of(params.label, asked, row[1])
    return f"{percent(row[0])}: {figure(row[1])} of {figure(row[2])} {w.some(params.label, of, row[2])}{said}."


def _compared(w: Wording, params: Compare, result: Result) -> str:
    first = params.sides[0][1]
    if first.group_by:
        key = w.key(first.label, first.group_by[0])
        names = listed([name for name, _ in params.sides])
        return f"{capital(noun(first.label))} of {names}, by {key}: see the table."
    shared = [item for item in first.filters if all(item in side.filters for _, side in params.sides)]
    sides = sorted(result.rows, key=lambda row: -float(row[1] or 0))
    values = {name: _side(name, side, shared) for name, side in params.sides}
    figures = [row[1] or 0 for row in sides]
    told = [written(first, result, figure, 1, figures) for figure in figures]
    said = [(values.get(str(row[0]), str(row[0])), value) for row, value in zip(sides, told, strict=True)]
    counting = first.measure.of is None and first.share_of is None
    what = w.some(first.label, shared) if counting else measured(w, first, shared)
    by = _compared_by(w, params, shared)
    if all(value == said[0][1] for _, value in said):
        return f"{capital(listed([name for name, _ in said]))} are level{by}: {said[0][1]} {what} each."
    leads = f"{'more' if len(said) == 2 else 'the most'} {what}" if counting else f"the higher {what}"
    rest = "; ".join(f"{value} for {name}" for name, value in said[1:])
    return f"{said[0][0]} has {leads}{by}: {said[0][1]} against {rest}."


def _each(w: Wording, params: Compare, result: Result) -> str:
    """Counts that were asked for side by side: "106 cases created in May, and 98 cases resolved in May"."""
    found = {str(row[0]): float(row[1] or 0) for row in result.rows}
    told = [
        f"{figure(found[name])} {w.some(side.label, side.filters, found[name])}" for name, side in params.sides
    ]
    return f"{listed(told)}."


def _side(name: str, side: Aggregate, shared: Sequence[Filter]) -> str:
    """A side by the value that makes it one, as the graph holds it; else by the question's words."""
    own = [item for item in side.filters if item not in shared]
    if len(own) == 1 and isinstance(own[0], Condition) and own[0].op == "eq" and isinstance(own[0].value, str):
        return own[0].value
    return name


def _compared_by(w: Wording, params: Compare, shared: Sequence[Filter]) -> str:
    """By what the sides differ, where their own names do not say it: " (by country of the contact)"."""
    side = params.sides[0][1]
    named = {lemma(word) for name, _ in params.sides for word in split_name(name)}
    own = [item for item in side.filters if item not in shared and isinstance(item, Condition) and item.property]
    own = [item for item in own if not named.issuperset(map(lemma, split_name(item.property or "")))]
    told = [
        f"{w.ref(side.label, Ref(property=item.property or '', path=item.path))} "
        f"{w.way(side.label, item.path) if item.path else ''}".strip()
        for item in own
    ]
    return f" (by {listed(told)})" if told else ""
