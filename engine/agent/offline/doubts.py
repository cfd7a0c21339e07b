"""What is not read, though it could be: what leans on an earlier question or asks for an act, and empty calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.agent.offline import vocabulary as v
from engine.agent.offline.links import Lattice, Link
from engine.agent.offline.reading import Parse
from engine.agent.offline.scene import Scene
from engine.agent.offline.tokens import Token
from engine.catalog.entries import LabelName, ValueEntry
from engine.catalog.names import PREPOSITIONS
from engine.catalog.words import lemma, split_name
from engine.operators.params import Aggregate, Compare, Condition, Filter

_BARE_VERBS = v.START_VERBS | v.END_VERBS
_POINTING = frozenset({"these", "those"})
_HOW_MANY = frozenset({"more", "fewer", "less", "most", "any", "over", "exactly"})
_PER = frozenset({"per", "each", "every", "a", "by"})
_EVERY = frozenset({"all", "every"})
_OF_EACH = frozenset({"have", "has", "had", "having", "with", "whose", "are", "were"})
_ASKED_FOR = frozenset({(2, "are"), (2, "were")})  # "what are all ..."
_ABILITY = frozenset({"can", "could", "would", "will"})
_PERSON = frozenset({"someone", "somebody", "anyone", "anybody"})
_NOT_VERBS = frozenset({"a", "an", "the", "in", "at", "on", "from", "to", "by", "for", "with", "of"})
_NOT_VERBS |= {"are", "is", "was", "were", "be", "been", "not"}
_HAVING = frozenset({"have", "has", "had"})


def unanswerable(items: Sequence[Token]) -> tuple[str, str]:
    """Why a question is not read, whatever the graph holds, and the word that says so; empty when it can be."""
    low = [token.low for token in items]
    for word in low:
        if word in v.EARLIER:
            return "I answer each question by itself: say in full which ones are meant.", word
    for n, word in enumerate(low):
        if word in _EVERY and n > 1 and low[n - 1] in _OF_EACH and (n, low[1]) not in _ASKED_FOR:
            return f'I cannot read "{low[n - 1]} {word}": a condition that must hold for each of several.', word
        if word in _POINTING and (n + 1 == len(low) or low[n - 1 : n] in (["of"], ["and"])):
            return "I answer each question by itself: say in full which ones are meant.", word
        if word in _PERSON and low[n + 1 : n + 2] in (["who"], ["that"]):
            return "I cannot read a condition on someone within a condition.", word
    return _act(low)


def _act(low: list[str]) -> tuple[str, str]:
    """A request for an act: "can you fix ..."."""
    if len(low) > 3 and low[0] in _ABILITY and low[1] == "you":
        verb = next((word for word in low[2:] if word not in ("please", "kindly", "also", "just")), "")
        if verb not in v.ASKING_VERBS:
            return f'I only read the graph: I cannot "{verb}" anything.', verb
    return "", ""


def empty(parse: Parse, s: Scene) -> bool:
    """Whether a call's answer would say nothing: one thing counted by its own name, or things without theirs."""
    params = parse.params
    sides = tuple(side for _, side in params.sides) if isinstance(params, Compare) else (params,)
    if any(_unnamed(item, side.label, s) for side in sides for item in side.filters):
        return True
    if any(_each_alone(side, s) for side in sides if isinstance(side, Aggregate)):
        return True
    plain = [side for side in sides if isinstance(side, Aggregate) and side.measure.of is None]
    if parse.style in ("exists", "share"):
        return False
    return any(_one_by_name(item, side.label, s) for side in plain for item in side.filters)


def _unnamed(item: Filter, label: str, s: Scene) -> bool:
    """Whether a filter asks for things that lack their own name."""
    own = isinstance(item, Condition) and not item.path and item.op == "exists" and item.negate
    return own and getattr(item, "property", None) == s.catalog.name_of(label)


def _each_alone(params: Aggregate, s: Scene) -> bool:
    """Whether things are counted by what each has alone: one of each is no finding."""
    if params.measure.of is not None or params.share_of is not None or params.limit is None:
        return False
    keys = [group.ref for group in params.group_by if not group.ref.path and not group.bucket]
    return any(s.catalog.identifies(params.label, key.property) for key in keys)


def _one_by_name(item: Filter, label: str, s: Scene) -> bool:
    if not isinstance(item, Condition) or item.path or item.op != "eq" or item.negate:
        return False
    prop = s.prop(label, item.property or "")
    vertices = s.catalog.schema.vertices[label].count
    return item.property == s.catalog.name_of(label) and prop is not None and (prop.distinct or 0) >= vertices > 0


def acting(lat: Lattice) -> Lattice:
    """The tokens with a verb said last, or before an amount or a time, no longer linked to a value of its name.

    "Did the team open", "did X or Y open more cases", "did X open per month": what was opened need not be open.
    """
    last = len(lat) - 1
    low = [token.low for token in lat.tokens]
    asked = next((n for n, word in enumerate(low) if word in ("did", "does", "do")), None)
    if asked is None:
        return lat
    places = [last, *(n for n in range(last) if low[n + 1] in _HOW_MANY | _PER or _timed_from(lat, n + 1))]
    places = [n for n in places if _HAVING.isdisjoint(low[asked:n])]  # "does X have any case open": no verb
    verbs = [n for n in places if n - asked >= 2 and low[n - 1] not in _NOT_VERBS and _verb(lat, n)]
    links = list(lat.links)
    for n in verbs:
        links[n] = tuple(link for link in links[n] if not isinstance(link.entry, ValueEntry))
    return replace(lat, links=tuple(links)) if verbs else lat


def named_whole(lat: Lattice) -> Lattice:
    """The tokens with things no longer linked to names of which they are a part, but not what is named.

    "Have an account" is not "Account locked", nor is "on account of"; "with a crash" may well be "App crash".
    """
    places = [n for n in range(1, len(lat)) if lat.low(n - 1) in ("a", "an") or _idiom(lat, n)]
    links = list(lat.links)
    for n in places:
        links[n] = tuple(link for link in links[n] if not _aside(lat, link))
    return replace(lat, links=tuple(links)) if places else lat


def _idiom(lat: Lattice, i: int) -> bool:
    return lat.low(i - 1) in PREPOSITIONS and lat.low(i + 1) == "of"


def _aside(lat: Lattice, link: Link) -> bool:
    """Whether a link is to names in which one word stands that is not their last, and no more of them was said."""
    if not isinstance(link.entry, ValueEntry) or not link.cost or link.end > link.start + 1:
        return False
    if any(True for kind in (LabelName, ValueEntry) for _ in lat.at(link.end, kind)):  # "an account case"
        return False
    said = lat.base(link.start)
    return all(lemma(split_name(str(value))[-1]) != said for value in link.entry.values if split_name(str(value)))


def _verb(lat: Lattice, i: int) -> bool:
    """Whether a word where a verb stands is one: never a name there, be it a part of one ("Password reset")."""
    named = [link for link, _ in lat.at(i, ValueEntry)]
    return lat.low(i) in _BARE_VERBS or (lat.low(i) == lat.base(i) and all(link.cost for link in named))


def _timed_from(lat: Lattice, i: int) -> bool:
    """Whether a time stands at a place: "in October"."""
    return i in lat.windows or (lat.low(i) in PREPOSITIONS and i + 1 in lat.windows)


def timed(parse: Parse, s: Scene) -> Parse:
    """A call by calendar units where a verb after the noun names both a state and a time: the time is meant.

    "On which weekday are the most loans returned" counts by when they were returned, not by when they began.
    """
    params = parse.params
    if not isinstance(params, Aggregate) or not any(group.bucket for group in params.group_by):
        return parse
    for n, name, state in _states(s, params.label):
        kept = tuple(item for item in params.filters if not _is_state(item, state))
        if n and len(kept) < len(params.filters):
            began = s.start_time(params.label)
            groups = tuple(
                group.model_copy(update={"ref": group.ref.model_copy(update={"property": name})})
                if group.bucket and not group.ref.path and group.ref.property in began
                else group
                for group in params.group_by
            )
            filters = s.retimed(params.label, kept, name)
            return replace(parse, params=params.model_copy(update={"filters": filters, "group_by": groups}))
    return parse


def _states(s: Scene, label: str) -> Iterator[tuple[int, str, ValueEntry]]:
    """Words after the label that name a time other than the first, and a coded value: (place, time, value)."""
    nouns = [n for n in range(len(s.lat)) for _, entry in s.lat.at(n, LabelName) if entry.label == label]
    for n in range(nouns[0] + 1 if nouns else len(s.lat), len(s.lat)):
        names = [name for name, *_ in s.time_verb(n, label) if name not in s.start_time(label)]
        for _, entry in s.lat.at(n, ValueEntry) if names else ():
            if entry.label == label:
                yield n, names[0], entry


def _is_state(item: Filter, state: ValueEntry) -> bool:
    if not isinstance(item, Condition) or item.path or item.op != "eq" or item.negate:
        return False
    return item.property == state.property and any(item.value == value for value in state.values)
