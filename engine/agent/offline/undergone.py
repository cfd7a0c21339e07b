"""Verbs of what a neighbour's name speaks of: "inspected", of what has inspections; "booked", of bookings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.paths import Path
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles
from engine.catalog.wording import noun
from engine.catalog.words import lemma, same_root, split_name
from engine.operators.params import Condition, DegreeCondition

_BEING = frozenset({"is", "are", "was", "were", "be", "been", "being"})
_BETWEEN = frozenset({"never", "not", "ever", "yet", "have", "has", "had", "already", "also"})


def undergone(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """``(devices never) inspected``, ``(members who) booked a class``: by the one neighbour of that name."""
    low = s.lat.low(i)
    if not low.endswith("ed") or lemma(low) == low or any(True for _ in s.time_verb(i, head)):
        return
    for label in s.catalog.schema.vertices:
        path = _to(s, head, label)
        if label == head or path is None or not speaks(low, label):
            continue
        words = f'"{s.lat.tokens[i].text}" was read as having {noun(label)}.'
        if done_or_undergone(s, i, head):
            if not any(True for _ in nouns.phrases(s, articles(s.lat, i + 1))):
                for done in _when(s, label, i + 1):
                    cost = 1.25 + done.cost
                    yield replace(done, filters=nouns.through(s, path, done.filters), cost=cost, notes=(words,))
            if not _passive(s, i):
                yield from _object(s, head, label, path, i + 1, words)


def _when(s: Scene, label: str, i: int) -> Iterator[Part]:
    """When something was done, at ``i``: a window is of the doing, not of who did or underwent it."""
    windows = [n for n in s.lat.windows if n >= i]
    if not windows:
        yield Part(i)
        return
    for part in m.modifiers(s, label, i):
        timed = [isinstance(x, Condition) and not x.path and x.property in s.times(label) for x in part.filters]
        if timed and all(timed) and part.end > windows[-1]:
            yield Part(part.end, part.filters, part.cost)


def nobodys(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """``unassigned``: without the one of those who handle things that each may have."""
    if s.lat.low(i) != "unassigned" or s.lat.links[i]:
        return
    doers = [
        (label, path)
        for label in s.catalog.schema.vertices
        if lemma(split_name(label)[-1]) in v.GIVERS and (path := onward(s, head, label)) is not None
    ]
    for label, path in doers if len(doers) == 1 else ():
        note = f'"unassigned" was read as having no {noun(label, 1)}.'
        yield Part(i + 1, (Condition(path=path, negate=True),), 1.25, None, (note,))


def _object(s: Scene, head: str, label: str, path: Path, i: int, words: str) -> Iterator[Part]:
    """What was done it to: ``inspected a device``, ``booked a yoga class``."""
    for done_to in nouns.phrases(s, i):
        on = onward(s, label, done_to.label)
        if done_to.label in (head, label) or on is None or _timed(s, done_to):
            continue
        where, part = nouns.through(s, on, done_to.part.filters), done_to.part
        for done in _when(s, label, part.end):
            held = DegreeCondition(path=path, where=(*where, *done.filters), op="gte", value=1)
            yield Part(done.end, (held,), 1.25 + part.cost + done.cost, None, (*part.notes, words), part.rewrites)


def _timed(s: Scene, one: nouns.Noun) -> bool:
    """Whether a window behind things was read as of their own time."""
    times = s.times(one.label)
    return any(isinstance(x, Condition) and not x.path and x.property in times for x in one.part.filters)


def _to(s: Scene, head: str, label: str) -> Path | None:
    """The one relation from a label to another of which each has several."""
    paths = s.paths.between(head, label)
    return paths[0] if len(paths) == 1 and len(paths[0]) == 1 and not s.paths.single(paths[0]) else None


def onward(s: Scene, label: str, other: str) -> Path | None:
    """The one relation from a label to the one vertex of another that each has."""
    paths = s.paths.between(label, other)
    return paths[0] if len(paths) == 1 and len(paths[0]) == 1 and s.paths.single(paths[0]) else None


def speaks(word: str, label: str) -> bool:
    """Whether a label is the doing that a verb names: ``inspection``, ``booking``."""
    words = split_name(label)
    return len(words) == 1 and same_root(word, words[0]) and lemma(words[0]) not in v.PEOPLE


def done_or_undergone(s: Scene, i: int, head: str) -> bool:
    """Whether the voice of a verb fits its subject: what is inspected is no person, who inspects is one."""
    return _passive(s, i) != _person(head)


def _passive(s: Scene, i: int) -> bool:
    at = i - 1
    while at > 0 and s.lat.low(at) in _BETWEEN:
        at -= 1
    return s.lat.low(at) in _BEING or s.lat.low(i - 1) == "been"


def _person(label: str) -> bool:
    return lemma(split_name(label)[-1]) in v.PEOPLE
