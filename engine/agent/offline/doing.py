"""Filters by what was done, said with an ordinary verb: ``borrowed by X``, ``did X borrow``, ``who handled X``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import nouns
from engine.agent.offline.deeds import Deed, Way, deed, way
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, compared, glue
from engine.agent.offline.times import windows
from engine.agent.offline.valued import condition, value_list
from engine.catalog.names import verbs_of
from engine.catalog.words import split_name
from engine.operators.params import DegreeCondition, Filter

_AUXILIARY = frozenset({"did", "does", "do", "has", "have", "had", "ever", "yet", "that"})
_ASKED = frozenset({"did", "does", "do", "has", "have", "had"})


def deeds(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """After its noun: ``(members that) borrowed X``, ``(loans) made by X``, ``(who) handled at least 5 X``."""
    done = deed(s, i + (s.lat.low(i) == "ever"))
    if done is None:
        return
    towards = s.lat.low(done.end)
    if towards in ("by", "to"):
        for noun in nouns.phrases(s, done.end + 1):
            found = way(s, done, head, noun.label, noun.label if towards == "by" else None)
            if found and noun.label != head:
                yield from _parts(s, noun, found)
        return
    for noun in nouns.phrases(s, done.end):
        found = way(s, done, head, noun.label, head)
        if found:
            yield from _parts(s, noun, found)
    for amount in compared(s.lat, done.end):
        for noun in nouns.phrases(s, amount.end):
            found = way(s, done, head, noun.label, head)
            if found and len(found.path) == 1 and not found.said and not noun.name and amount.op != "between":
                held = DegreeCondition(
                    path=found.path, where=noun.part.filters, op=amount.op, value=int(amount.value)
                )
                part = noun.part
                yield Part(part.end, (held,), 1 + part.cost, None, (*part.notes, found.note), part.rewrites)


def doers(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """Who did it, said before the verb: ``did X borrow``, ``has X ever handled``."""
    asked = any(s.lat.low(n) in _ASKED for n in range(i))
    for noun in nouns.phrases(s, i, after=False):
        at = noun.end
        while s.lat.low(at) in _AUXILIARY:
            at += 1
        done = deed(s, at, asked=asked) if noun.part.filters and noun.label != head else None
        if done and _ended(s, done):
            found = way(s, done, head, noun.label, noun.label)
            if found and (found.clock is None or found.at):  # a time of its own is read with its windows
                yield from _parts(s, noun, found, done.end)
    yield from _writers(s, head, i, asked)


def _ended(s: Scene, done: Deed) -> bool:
    """Whether no thing of its own follows a verb: "did X borrow", not "did X lend Y"."""
    return not any(True for _ in nouns.phrases(s, articles(s.lat, done.end))) or done.end >= len(s.lat)


def _parts(s: Scene, noun: nouns.Noun, found: Way, end: int = 0) -> Iterator[Part]:
    """The filter for what was done, with the window of time after it, which is of the thing between."""
    part, end = noun.part, end or noun.end
    notes = (*part.notes, found.note) if found.note else part.notes
    at = glue(s.lat, end)
    clock = found.clock if found.at == 0 else None
    if at not in s.lat.windows or (len(found.path) == 1 and (found.at == 0 or not found.said)):
        yield Part(end, _held(s, noun, found), 1 + part.cost, clock, notes, part.rewrites)
        return
    middle = found.at if found.said else 1
    timed = found.labels[middle]
    for window in windows(s, timed, at, found.clock, False) if s.times(timed) else ():
        told = found.said if found.clock is None else ()
        inner = _held(s, noun, replace(found, at=middle, said=(*told, *window.filters)))
        more = part.rewrites + window.rewrites
        yield Part(window.end, inner, 1 + part.cost, None, (*notes, *window.notes), more)


def _held(s: Scene, noun: nouns.Noun, found: Way) -> tuple[Filter, ...]:
    """The filters of the other end, and what is said of the label on the way, both of one and the same."""
    if not found.said:
        return nouns.through(s, found.path, noun.part.filters)
    rest = found.path[found.at :]
    inner = (*(nouns.through(s, rest, noun.part.filters) if rest else noun.part.filters), *found.said)
    if found.at == 0:
        return inner
    return (DegreeCondition(path=found.path[: found.at], where=inner, op="gte", value=1),)


def _writers(s: Scene, head: str, i: int, asked: bool) -> Iterator[Part]:
    """A property that names who does it, and that verb: ``did X write``, of what has an ``author``."""
    for name in s.catalog.schema.vertices[head].properties:
        prop = s.prop(head, name)
        verbs = set(verbs_of(split_name(name)[-1]))
        if prop is None or not verbs:
            continue
        for found, anded in value_list(s, i, head, prop):
            at = found[-1].end
            while s.lat.low(at) in _AUXILIARY:
                at += 1
            if s.lat.base(at) in verbs and (asked or s.lat.low(at) != s.lat.base(at)):
                filters, sides = condition(s, (), head, prop, found, anded)
                yield Part(at + 1, filters, 1 + sum(n.cost for n in found), sides=sides)
