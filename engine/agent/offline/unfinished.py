"""What has not ended, by its state and by its times: where the two differ it is asked back, or told.

"Unresolved" is any state but Resolved, or has no resolved time: what was closed has one. "Open" is one state; what
waits or is under way has not ended either. "Not closed" are the rejected too, though they have a time of closing:
a matter closes in one state or another. But what came back late or damaged has come back as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from pydantic import BaseModel

from engine.agent.offline import vocabulary as v
from engine.agent.offline.glance import glance
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene, verb_of
from engine.agent.offline.telling.grammar import listed
from engine.agent.offline.telling.wording import Wording
from engine.catalog.catalog import Catalog
from engine.catalog.entries import PropertyName, ValueEntry
from engine.catalog.wording import bare, noun, words
from engine.catalog.words import lemma, same_root
from engine.operators.params import AllOf, AnyOf, Compare, Condition, DegreeCondition, Filter

_MOST_ROWS = 200
_MOST_STATES = 20
_ended: WeakKeyDictionary[Catalog, dict[tuple[str, str, str], frozenset[object]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Denied:
    """A state denied of vertices of a label; ``others`` have its time too, ``ended``: one by its own end."""

    item: Condition
    label: str
    time: str
    others: list[str]
    ended: bool


def by_time(parse: Parse, s: Scene) -> Parse | None:
    """The reading with a state that is denied taken as a time that is missing, where the two differ."""
    params = parse.params
    if isinstance(params, Compare):
        return None
    filters = tuple(_timed(item, params.label, s) for item in params.filters)
    if filters == params.filters:
        return None
    return replace(parse, params=params.model_copy(update={"filters": filters}), rewrites=())


def _timed(item: Filter, label: str, s: Scene) -> Filter:
    if isinstance(item, AnyOf | AllOf):
        return item.model_copy(update={"filters": tuple(_timed(one, label, s) for one in item.filters)})
    if isinstance(item, DegreeCondition):
        end = Wording(s.catalog).end(label, item.path)
        return item.model_copy(update={"where": tuple(_timed(one, end, s) for one in item.where)})
    denied = _denied(item, label, s) if isinstance(item, Condition) else None
    if denied is None or not denied.ended:
        return item
    return Condition(path=denied.item.path, property=denied.time, op="exists", negate=True)


def _denied(item: Condition, label: str, s: Scene) -> Denied | None:
    """A state denied that a time is named by, which other states have too; None where it is said outright."""
    if (item.op == "neq") == item.negate or item.op not in ("eq", "neq") or not s.paths.single(item.path):
        return None
    end, prop, value = Wording(s.catalog).end(label, item.path), item.property or "", str(item.value)
    began = s.start_time(end)
    names = [name for name in s.times(end) if name not in began and same_root(verb_of(name), value.casefold())]
    told = any(entry.property == prop for n in range(len(s.lat)) for _, entry in s.lat.at(n, PropertyName))
    states = _states_with(end, prop, names[0], s.catalog) if len(names) == 1 and not told else None
    others = sorted(str(state) for state in states or () if state != item.value)
    ends = [verb_of(name) for name in s.times(end) if name not in names]
    ended = any(same_root(verb, state.casefold()) for verb in ends for state in others)
    if names and verb_of(names[0]) not in v.END_VERBS:  # what came back late has come back
        ended = True
    return Denied(item, end, names[0], others, ended) if others else None


def counted_in(parse: Parse, s: Scene) -> tuple[str, ...]:
    """Which other states have the time of one that is denied: they are counted, for nothing says otherwise."""
    found = [_denied(item, label, s) for item, label in _conditions(parse.params, "", s)]
    return tuple(
        f"Counted with them: {noun(one.label)} with {words(one.item.property or '')} {_plain(one.others)}, "
        f"which have a {bare(one.time)} time."
        for one in found
        if one is not None
    )


def _conditions(item: object, label: str, s: Scene) -> Iterator[tuple[Condition, str]]:
    """The conditions of a call at any depth, each with the label that it starts from."""
    if isinstance(item, Condition):
        yield item, label
    elif isinstance(item, tuple):
        for one in item:
            yield from _conditions(one, label, s)
    elif isinstance(item, DegreeCondition):
        yield from _conditions(item.where, Wording(s.catalog).end(label, item.path), s)
    elif isinstance(item, BaseModel):
        label = getattr(item, "label", label)
        for name in type(item).model_fields:
            yield from _conditions(getattr(item, name), label, s)


def left_out(parse: Parse, s: Scene) -> tuple[str, ...]:
    """Which other states have no end either, where "open" was taken for one of several: they are not counted."""
    for n in range(len(s.lat)):
        for _, entry in s.lat.at(n, ValueEntry) if s.lat.low(n) in v.UNDER_WAY else ():
            if _holds(parse.params, entry) and not _property_said(s, entry):
                return _told(entry.label, entry.property, entry.values[0], s)
    return ()


def _holds(item: object, entry: ValueEntry) -> bool:
    """Whether a call asks for a value, at any depth."""
    if isinstance(item, Condition):
        return item.property == entry.property and item.value == entry.values[0]
    if isinstance(item, tuple):
        return any(_holds(one, entry) for one in item)
    return isinstance(item, BaseModel) and any(
        _holds(getattr(item, name), entry) for name in type(item).model_fields
    )


def _property_said(s: Scene, entry: ValueEntry) -> bool:
    said = (other for n in range(len(s.lat)) for _, other in s.lat.at(n, PropertyName))
    return any((other.label, other.property) == (entry.label, entry.property) for other in said)


def _told(label: str, prop: str, value: object, s: Scene) -> tuple[str, ...]:
    ends = [name for name in s.times(label) if verb_of(name) in v.END_VERBS or lemma(verb_of(name)) == "return"]
    held = s.prop(label, prop)
    if not ends or held is None or not 2 < len(held.values) <= _MOST_STATES:
        return ()
    ended = [_states_with(label, prop, name, s.catalog) for name in ends]
    if any(states is None or value in states for states in ended):
        return ()
    known = frozenset[object]().union(*(states or frozenset() for states in ended))
    others = [str(state) for state, _ in held.values if state != value and state not in known]
    if not others or not known:
        return ()
    have = f"no {listed([bare(name) for name in ends], 'or')} time either"
    return (f"Not counted: {noun(label)} with {words(prop)} {_plain(others)}, which have {have}.",)


def _plain(states: Sequence[str]) -> str:
    """States as words: they are no finding, and none of them stands in the result."""
    return listed([state.replace("_", " ").lower() for state in states], "or")


def _states_with(label: str, prop: str, name: str, catalog: Catalog) -> frozenset[object] | None:
    """The states of which some have a time, found once a catalog; None where the graph could not tell."""
    found = _ended.setdefault(catalog, {})
    key = (label, prop, name)
    if key not in found:
        there = (Condition(property=name, op="exists"), Condition(property=prop, op="exists"))
        rows = glance(catalog, label, there, lambda query: query.values(prop).dedup(), _MOST_ROWS)
        if rows is None:
            return None  # it may tell the next time
        found[key] = frozenset(rows)
    return found[key]
