"""Vertices found, in words: a list, the first ones of an order, or one that was looked up."""

from __future__ import annotations

from engine.agent.offline.telling.grammar import listed
from engine.agent.offline.telling.grouped import SHOWN, capital
from engine.agent.offline.telling.result import Result
from engine.agent.offline.telling.values import amount, figure, measured, stored
from engine.agent.offline.telling.wording import Wording
from engine.catalog.wording import noun, plural
from engine.catalog.wording import words as said_words
from engine.operators.params import Condition, Duration, Filter, Find, Ref


def found(w: Wording, params: Find, result: Result, *, asked_one: bool) -> str:
    """The text of a find. ``asked_one``: the question is for one thing or what is known of it."""
    if not result.rows:
        return f"There are no {w.some(params.label, params.filters)}."
    if len(result.rows) == 1 and asked_one:
        return _looked_up(w, params, result)
    if params.distinct and len(result.columns) == 1:
        return _distinct(w, params, result)
    if params.order_by is not None:
        return _ordered(w, params, result)
    some = w.some(params.label, params.filters, result.total)
    shown = len(result.rows) if result.total <= len(result.rows) else params.limit
    cut = f" The table has the first {shown:,}." if result.total > shown else ""
    names = [stored(row[0]) for row in result.rows[:SHOWN]]
    return f"{result.total:,} {some}: {_and_more(names, result.total)}.{cut}"


def _and_more(names: list[str], total: int) -> str:
    return listed([*names, "others"] if total > len(names) else names)


def _distinct(w: Wording, params: Find, result: Result) -> str:
    names = [stored(row[0]) for row in result.rows[:SHOWN]]
    ref = params.select[0] if params.select else Ref(property=result.columns[0])
    said = w.ref(params.label, ref)
    what = said if result.total == 1 else plural(said)
    of = w.some(params.label, params.filters)
    return f"{result.total:,} {what} of {of}: {_and_more(names, result.total)}."


def _looked_up(w: Wording, params: Find, result: Result) -> str:
    """One row: the thing by its name and what was asked of it, else all that is known of it."""
    refs = w.columns(params, result.columns)
    cells = list(zip(refs, result.rows[0], result.units, strict=True))
    name = cells[0][1]
    by_name = [f for f in params.filters if isinstance(f, Condition) and not f.path and f.value == name]
    rest: list[Filter] = [f for f in params.filters if f not in by_name]
    told = [cell for cell in cells[1:] if not _is_id(cell[0]) or len(cells) == 1]
    pairs = [_pair(w, params.label, *cell, fixed=result.fixed) for cell in told if cell[1] is not None]
    if by_name:
        behind = f", one of the {w.some(params.label, rest)}" if rest else ""
        thing = f"{capital(noun(params.label, 1))} {stored(name)}{behind}"
        return f"{thing}: {', '.join(pairs) or _nothing(w, params, cells)}."
    if cells and not w.is_name(params.label, cells[0][0]):
        all_pairs = [_pair(w, params.label, *cell, fixed=result.fixed) for cell in cells if not _is_id(cell[0])]
        return capital(f"{', '.join(all_pairs)}, of 1 {w.some(params.label, rest, 1)}.")
    details = f" ({', '.join(pairs)})" if pairs else ""
    return f"1 {w.some(params.label, rest, 1)}: {stored(name)}{details}."


def _nothing(w: Wording, params: Find, cells: list[tuple[Ref | Duration | None, object, str]]) -> str:
    missing = [w.of(params.label, ref) for ref, value, _ in cells[1:] if value is None and ref is not None]
    return f"no {listed(missing, 'or')}" if missing else "found"


def _pair(w: Wording, label: str, ref: Ref | Duration | None, value: object, unit: str, *, fixed: bool) -> str:
    """ "priority LOW", "elevation 432", "resolved at 2017-01-23 10:39"."""
    if isinstance(ref, Duration):
        return f"{w.of(label, ref)} {amount(value, unit, fixed=fixed)}"
    if ref is None:
        return stored(value)
    _, measure = measured(ref.property)
    name = said_words(ref.property) if not ref.path and not measure else w.ref(label, ref)
    if isinstance(value, bool):
        return f"{name} {'yes' if value else 'no'}"
    return f"{name} {figure(value)} {measure}" if measure else f"{name} {stored(value)}"


def _is_id(ref: Ref | Duration | None) -> bool:
    return isinstance(ref, Ref) and not ref.path and ref.property == "id"


def _ordered(w: Wording, params: Find, result: Result) -> str:
    """The first ones of an order, each with the value it is ordered by."""
    asked = params.order_by
    assert asked is not None
    refs = w.columns(params, result.columns)
    at = refs.index(asked) if asked in refs else len(refs) - 1
    ends = ("highest", "lowest")
    if isinstance(asked, Duration):
        ends = ("longest", "shortest")
    elif w.is_time(params.label, asked):
        ends = ("latest", "earliest")
    unit = "" if isinstance(asked, Duration) else measured(asked.property)[1]
    shown = result.rows[:SHOWN]

    def level(value: object) -> str:
        if isinstance(asked, Duration):
            return amount(value, result.units[at], fixed=result.fixed, beside=[row[at] for row in shown])
        return f"{figure(value)} {unit}" if unit else stored(value)

    items = [f"{stored(row[0])} ({level(row[at])})" for row in shown]
    items += ["others"] if len(result.rows) > len(items) else []
    some = w.some(params.label, params.filters, result.total)
    what = f"the {ends[not params.descending]} {w.of(params.label, asked)} of {result.total:,} {some}"
    return f"{listed(items)}: {what}."
