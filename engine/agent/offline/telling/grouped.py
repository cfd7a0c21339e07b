"""Results by group, in words: the one asked for in a sentence, several as a list."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agent.offline.telling.grammar import AMOUNTS, listed
from engine.agent.offline.telling.hops import Thing
from engine.agent.offline.telling.phrases import Phrase
from engine.agent.offline.telling.result import Result
from engine.agent.offline.telling.values import amount, figure, percent, stored, text
from engine.agent.offline.telling.wording import Wording
from engine.catalog.wording import noun, plural
from engine.operators.params import Aggregate, Condition, Duration, Filter, GroupBy, Ref

SHOWN = 5  # groups or rows that a sentence names; the table has the rest
LEFT_OUT = "left out."  # how the note on what has no group ends
_ENDS = {"min": "lowest", "max": "highest", "avg": "average", "sum": "total", "median": "median"}
_TIME_ENDS = {"min": "earliest", "max": "latest"}
_LENGTH_ENDS = {"min": "shortest", "max": "longest"}


def grouped(w: Wording, params: Aggregate, result: Result) -> str:
    """The text of an aggregate with groups."""
    filters = telling(params)
    if not result.rows:
        return _none(w, params, filters, result)
    keys = len(params.group_by)
    if params.limit == 1 and keys == 1 and params.order != "key":
        names = [_name(row[0]) for row in result.rows]
        return _first(w, params, filters, names, written(params, result, result.rows[0][keys], keys))
    shown = result.rows[: params.limit or SHOWN]
    figures = [row[keys] for row in shown]
    items = [f"{_keys(row[:keys])} ({written(params, result, row[keys], keys, figures)})" for row in shown]
    more = ""
    if result.total > len(shown) and params.limit is None:
        items.append("others")
        more = f"; {result.total:,} groups in all"
    by = " and ".join(w.key(params.label, group) for group in params.group_by)
    what = capital(measured(w, params, filters))
    return f"{what}, by {by}{_having(params)}: {listed(items)}{more}."


def _none(w: Wording, params: Aggregate, filters: list[Filter], result: Result) -> str:
    """Why there is no group: none holds so many, or nothing has what is grouped by, or there is nothing at all."""
    key, having = " and ".join(_plain(w, params.label, group) for group in params.group_by), params.having
    if having is not None and params.measure.of is None and params.share_of is None:
        amount_of = f"{AMOUNTS[having.op]} {figure(having.value)}"
        return f"No {key} has {amount_of} {w.some(params.label, filters, having.value)}."
    if having is not None:
        return f"No {key} has {AMOUNTS[having.op]} {figure(having.value)} as its {measured(w, params, filters)}."
    if any(note.endswith(LEFT_OUT) for note in result.notes):
        return f"No {key} is known of {w.some(params.label, filters)}."
    return f"There are no {w.some(params.label, filters)}."


def _plain(w: Wording, label: str, group: GroupBy) -> str:
    """One group, without how it stands to what is counted: "month", "reader", "city"."""
    if group.bucket:
        return group.bucket.replace("_", " ")
    end = w.end(label, group.ref.path)
    return noun(end, 1) if w.naming(end, group.ref.property) else w.ref(end, Ref(property=group.ref.property))


def without(w: Wording, params: Aggregate, result: Result) -> list[str]:
    """Where few or the fewest are asked for: that groups which have none are not there, if there can be such."""
    having, counting = params.having, params.measure.function == "count" and params.share_of is None
    few = having is not None and (having.op in ("lt", "lte", "neq") or having.value == 0)
    fewest = having is None and params.order == "asc" and params.limit is not None
    if not (counting and (few or fewest) and len(params.group_by) == 1 and result.rows):
        return []
    group = params.group_by[0]
    end = w.end(params.label, group.ref.path)
    if not params.filters and not group.bucket:
        known = w.catalog.property(end, group.ref.property)
        values = w.catalog.schema.vertices[end].count if w.naming(end, group.ref.property) else None
        values = known.distinct if values is None and known is not None else values
        if not group.ref.path or (fewest and result.total == values):
            return []
    return [f"{capital(plural(_plain(w, params.label, group)))} that have none are not among them."]


def written(params: Aggregate, result: Result, found: object, at: int, beside: Sequence[object] = ()) -> str:
    """A measure as it is told, with others ``beside`` it in the same unit."""
    if params.share_of is not None:
        return percent(found if isinstance(found, float | int) else None)
    of = params.measure.of
    if isinstance(of, Ref) and params.measure.function in _TIME_ENDS:
        return stored(found)
    return amount(found, result.units[at], fixed=result.fixed, beside=beside)


def telling(params: Aggregate) -> list[Filter]:
    """The filters that say something: that a group's own value is there goes without saying."""
    shown = {(group.ref.path, group.ref.property) for group in params.group_by}
    paths = {group.ref.path for group in params.group_by}
    return [
        item
        for item in params.filters
        if not (isinstance(item, Condition) and item.op == "exists" and not item.negate)
        or not ((item.path, item.property) in shown or (item.property is None and item.path in paths))
    ]


def measured(w: Wording, params: Aggregate, filters: list[Filter]) -> str:
    """What was computed of each group."""
    some, of = w.some(params.label, filters), params.measure.of
    if params.share_of is not None:
        return share_of(w, params)
    if params.measure.function == "count" or of is None:
        return some
    if params.measure.function == "count_distinct":
        return f"number of different {plural(w.of(params.label, of))} of {some}"
    return f"{extreme(w, params)} {w.of(params.label, of)} of {some}"


def share_of(w: Wording, params: Aggregate) -> str:
    """ "share of cases that are escalated"."""
    of = params.share_of or ()
    asked = [item for item in params.filters if item not in of]
    return f"share of {w.some(params.label, of)} {w.being(params.label, asked)}"


def extreme(w: Wording, params: Aggregate) -> str:
    """The adjective of a measure: "average", "earliest", "longest"."""
    of, function = params.measure.of, params.measure.function
    if isinstance(of, Duration):
        return {**_ENDS, **_LENGTH_ENDS}[function]
    timed = of is not None and w.is_time(params.label, of)
    return {**_ENDS, **(_TIME_ENDS if timed else {})}[function]


def _first(w: Wording, params: Aggregate, filters: list[Filter], names: list[str], value: str) -> str:
    """ "Category 42 has the most incidents: 3,558"."""
    group, several = params.group_by[0], len(names) > 1
    each = " each" if several else ""
    if group.bucket:
        unit = group.bucket.replace("_", " ")
        moment = w.key(params.label, group).removeprefix(unit)
        told = f"{_superlative(w, params, filters, [])}{moment if moment.startswith(' of') else ''}"
        timed = any(isinstance(item, Condition) and item.property == group.ref.property for item in filters)
        done = moment if not moment.startswith(" of") and not timed else ""
        which = f"are the {plural(unit)}" if several else f"is the {unit}"
        return f"{listed(names)} {which} with the {told}{done}: {value}{each}."
    subject, own = _subject(w, params.label, group, names)
    have = "have" if several or own is None else "has"
    also = [] if own is None else own
    reached = [] if own is not None else _reached(w, params.label, group, many=True)
    most = _superlative(w, params, filters, [*also, *reached])
    return f"{subject} {have} the {most}: {value}{each}."


def _subject(w: Wording, label: str, group: GroupBy, names: list[str]) -> tuple[str, list[Phrase] | None]:
    """The group by its name, and what says how things stand to it; None: it is told by a property of its own."""
    path, several = group.ref.path, len(names) > 1
    if not path:
        name = w.ref(label, group.ref)
        return capital(f"{plural(name) if several else name} {listed(names)}"), []
    end = w.end(label, path)
    if not w.naming(end, group.ref.property):
        said = f"{noun(end)} with {w.name(group.ref.property, end)} {listed(names, 'or')}"
        return capital(said), None
    role = w.role(label, path[-1:]) if len(path) == 1 else noun(end, 1)
    told = names
    if not w.called(end, names):
        told = [f"{plural(role) if several else role} {listed(names)}"]
    return (capital(told[0]) if told is not names else listed(names)), _reached(w, label, group, many=several)


def _reached(w: Wording, label: str, group: GroupBy, *, many: bool) -> list[Phrase]:
    """How things stand to their group, where its name does not say it: "assigned to them"."""
    path = group.ref.path
    if len(path) != 1 or not w.way(label, path):
        return []
    end = w.end(label, path)
    thing = Thing(noun(end, 1), pronoun=w.pronoun(end, many=many), many=many)
    subject = Thing(noun(end, 1), named="they" if many or w.person(end) else "it", many=many or w.person(end))
    how = w.manner(label, path[0])
    active = path[0].direction == "in" and how.kind != "noun"
    return [w.hop(label, path[0], subject if active else thing, many=True)]


def _superlative(w: Wording, params: Aggregate, filters: list[Filter], also: list[Phrase]) -> str:
    most = params.order != "asc"
    some, of = w.some(params.label, filters, also=also), params.measure.of
    if params.share_of is not None:
        return f"{'highest' if most else 'lowest'} {share_of(w, params)}"
    if params.measure.function == "count" or of is None:
        return f"{'most' if most else 'fewest'} {some}"
    ends = ("longest", "shortest") if isinstance(of, Duration) else ("highest", "lowest")
    if params.measure.function == "count_distinct":
        return f"{'most' if most else 'fewest'} different {plural(w.of(params.label, of))} of {some}"
    inner = "" if params.measure.function in ("min", "max") else f"{_ENDS[params.measure.function]} "
    return f"{ends[not most]} {inner}{w.of(params.label, of)} of {some}"


def _having(params: Aggregate) -> str:
    having = params.having
    if having is None:
        return ""
    return f" (only groups with {AMOUNTS[having.op]} {figure(having.value)})"


def _keys(key: list[object]) -> str:
    return " / ".join(stored(part) for part in key)


def _name(key: object) -> str:
    return text(key) if isinstance(key, str) else stored(key)


def capital(said: str) -> str:
    """Text with a capital first letter."""
    return said[:1].upper() + said[1:]
