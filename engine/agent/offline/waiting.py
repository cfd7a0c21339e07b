"""What has not ended yet, by how long it has been so: "the longest open X", "how long has X been open"."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal as OneOf

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import starts
from engine.agent.offline.groups import finished
from engine.agent.offline.listing import MOST, find
from engine.agent.offline.qualities import ages
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene, spoken, verb_of
from engine.agent.offline.shapes import articles, phrase
from engine.catalog.words import lemma, tokens_of
from engine.operators.params import (
    Aggregate,
    AllOf,
    AnyOf,
    Condition,
    Duration,
    DurationCondition,
    Filter,
    Find,
    Ref,
)

_AGO: dict[str, OneOf["lt", "lte", "gt", "gte"]] = {"gt": "lt", "gte": "lte", "lt": "gt", "lte": "gte"}
_FEW = 5  # shown when a plural names no number
_BEING = frozenset({"is", "are", "was", "were", "been", "be"})


def waited(parse: Parse, s: Scene) -> Parse:
    """The call with an end that is still to come taken out: by the beginning, and by now.

    Of what is open, the longest has been so since the earliest; no length can be measured of it. What is open for
    longer than 30 days began more than 30 days ago.
    """
    params = parse.params
    if isinstance(params, Aggregate | Find) and _unfinished(s, params.label, params.filters):
        filters = tuple(_until_now(s, params.label, item) for item in params.filters)
        if filters != params.filters:
            params = params.model_copy(update={"filters": filters})
            noted = f"How long they have been so counts from {spoken(s.start_time(params.label)[0])} to now."
            notes = (*(note for note in parse.notes if not note.startswith("The time was taken")), noted)
            parse = replace(parse, params=params, notes=notes)
    if not isinstance(params, Find) or not _unfinished(s, params.label, params.filters):
        return parse
    began = s.start_time(params.label)
    order, notes = params.order_by, parse.notes
    if isinstance(order, Duration) and len(began) == 1:
        oldest = params.descending
        noted = f"None of them has ended: how long was taken from {spoken(began[0])} on."
        notes = (*(note for note in notes if not note.startswith("The time was taken")), noted)
    elif isinstance(order, Ref) and not order.path and order.property in _ends(s, params.label) and began:
        oldest = not params.descending
    else:
        return parse
    turned = params.model_copy(update={"order_by": Ref(property=began[0]), "descending": not oldest})
    return replace(parse, params=turned, notes=notes)


def _until_now(s: Scene, label: str, item: Filter) -> Filter:
    """A condition on how long something took, of what goes on still: how long ago it began."""
    if not isinstance(item, DurationCondition) or s.start_time(label) != [item.start.property] or item.start.path:
        return item
    since = s.now - dt.timedelta(**{item.unit: item.value})
    return Condition(property=item.start.property, op=_AGO[item.op], value=since)


def _ends(s: Scene, label: str) -> list[str]:
    return [name for name in s.times(label) if verb_of(name) in v.END_VERBS]


def _unfinished(s: Scene, label: str, filters: tuple[Filter, ...]) -> bool:
    """Whether the filters let through only what has not ended."""
    return any(_is_open(s, label, item) for item in filters)


def _is_open(s: Scene, label: str, item: Filter) -> bool:
    if isinstance(item, AnyOf):
        return not item.negate and all(_is_open(s, label, one) for one in item.filters)
    if isinstance(item, AllOf):
        return not item.negate and any(_is_open(s, label, one) for one in item.filters)
    if not isinstance(item, Condition) or item.path:
        return False
    if item.op == "exists":
        return item.negate and item.property in _ends(s, label)
    said = item.value if isinstance(item.value, tuple) else (item.value,)
    values = [{lemma(word) for word in tokens_of(one)} for one in said if isinstance(one, str)]
    if (item.op == "neq") != item.negate and item.op in ("eq", "neq", "within"):
        return any(words & v.END_VERBS for words in values)
    held = item.op in ("eq", "within") and not item.negate and bool(values)
    return held and all(words & v.UNFINISHED and not words & v.END_VERBS for words in values)


def open_since(s: Scene) -> Iterator[Parse]:
    """ "How long has X been open"; "which open X is the oldest"."""
    end = phrase(s.lat, 0, v.HOW_LONG)
    if end is not None and s.lat.low(end) in ("has", "have"):
        for noun in nouns.phrases(s, end + 1, after=False):
            at = noun.end + (s.lat.low(noun.end) == "been")
            under_way = s.lat.low(at) in v.UNDER_WAY | v.UNFINISHED
            if at > noun.end and under_way and finished(s, at + 1) and noun.part.filters:
                yield from _since(s, noun)
    for i in starts(s):
        for noun in nouns.phrases(s, i, after=False):
            at = articles(s.lat, noun.end + 1)
            newest = v.BY_TIME.get(s.lat.low(at)) if s.lat.low(noun.end) in _BEING and not noun.name else None
            if newest is None or ages(s, noun.label, s.lat.low(at)):
                continue
            for name in s.start_time(noun.label)[:1]:
                for rest in m.modifiers(s, noun.label, at + 1):  # "which X are the oldest still open"
                    if finished(s, rest.end):
                        whole = replace(noun, part=noun.part.then(rest) if rest.filters else noun.part)
                        many = _FEW if s.lat.low(noun.end) in ("are", "were") else 1
                        yield find(whole, 1, limit=many, order=Ref(property=name), descending=newest)


def _since(s: Scene, noun: nouns.Noun) -> Iterator[Parse]:
    """When each began, and whether and when it ended."""
    for name in s.start_time(noun.label)[:1]:
        shown = (s.name_ref(noun.label), Ref(property=name), *(Ref(property=end) for end in _ends(s, noun.label)))
        params = Find(label=noun.label, filters=noun.part.filters, select=shown, limit=MOST)
        note = f"How long that is until now is not measured: it counts from {spoken(name)}."
        yield Parse(params, "lookup", 1 + noun.part.cost, (note, *noun.part.notes), noun.part.rewrites)
