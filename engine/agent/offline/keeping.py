"""How long somebody has something: "how long does X keep Y", "how long are Y kept", of what lies between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import ends
from engine.agent.offline.deeds import opposed
from engine.agent.offline.durations import whole_times
from engine.agent.offline.groups import finished
from engine.agent.offline.paths import Path
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue
from engine.catalog.words import lemma, same_root, split_name
from engine.operators.params import Aggregate, Duration, Measure, Unit


def kept(s: Scene, i: int, unit: Unit) -> Iterator[Parse]:
    """ "(How long do) members keep X (on average)", "(how long are) X kept", subject at ``i``."""
    for noun in nouns.phrases(s, i, after=False):
        if not _has(s, noun.end):
            continue
        if s.lat.low(i - 1) in ("is", "are", "was", "were"):
            yield from _measured(s, [noun], noun.end + 1, unit)
        elif not _gives(noun, s.lat.base(noun.end)):
            for other in nouns.phrases(s, noun.end + 1, after=False):
                yield from _measured(s, [noun, other], other.end, unit)


def _has(s: Scene, i: int) -> bool:
    return s.lat.base(i) in v.KEEPING or s.lat.low(i) == "kept"


def _is_having(label: str) -> bool:
    return any(same_root(word, verb) for word in split_name(label) for verb in v.KEEPING)


def _gives(noun: nouns.Noun, verb: str) -> bool:
    """Whether those who are said to have a thing rather give it: no librarian borrows."""
    giving = lemma(split_name(noun.label)[-1]) in v.GIVERS
    return opposed(verb, noun.label) or (giving and verb in v.KEEPING)


def _measured(s: Scene, held: Sequence[nouns.Noun], end: int, unit: Unit) -> Iterator[Parse]:
    joining = list(between(s, held, end))
    # "Keep a trumpet", where there are rentals: what is rented, whatever else one does with trumpets.
    having = [(label, part) for label, part in joining if _is_having(label)]
    found = [(label, part) for label, part in having or joining if whole_times(s, label)]
    for label, part in found if len({label for label, _ in found}) == 1 else ():
        for tail in ends(s, label, part):
            for span in whole_times(s, label):
                whole = part.then(tail.part)
                of = Duration(start=span.start, end=span.stop, unit=unit)
                params = Aggregate(
                    label=label, filters=whole.filters, group_by=tail.by, measure=Measure(function="avg", of=of)
                )
                notes = span.notes + whole.notes
                yield Parse(params, "groups" if tail.by else "measure", 1.5 + whole.cost, notes, whole.rewrites)


def between(s: Scene, held: Sequence[nouns.Noun], end: int) -> Iterator[tuple[str, Part]]:
    """Each label whose vertices have one of every noun's, by one relation each; with what the nouns ask of it.

    The part ends at ``end``. Where several relations lead to one noun's label, none is certain.
    """
    for label in s.catalog.schema.vertices:
        paths = [_only(s, label, noun.label) for noun in held]
        if all(path is None or not path for path in paths) or any(path is None for path in paths):
            continue
        part = Part(end)
        for noun, path in zip(held, paths, strict=True):
            filters = nouns.through(s, path or (), noun.part.filters) if noun.part.filters else ()
            part = part.then(Part(end, filters, noun.part.cost, None, noun.part.notes, noun.part.rewrites))
        yield label, part


def _only(s: Scene, start: str, goal: str) -> Path | None:
    ways = s.paths.between(start, goal)
    if len(ways) != 1 or len(ways[0]) > 1 or not s.paths.single(ways[0]):
        return None
    return ways[0]


def last_time(s: Scene) -> Iterator[tuple[str, Part, str, bool]]:
    """ "When did X last rent (a) Y (in Z)": (label, what is asked of it, the time, whether the last is meant)."""
    if s.lat.low(0) != "when" or s.lat.low(1) not in ("did", "was", "were"):
        return
    for noun in nouns.phrases(s, 2, after=False):
        newest = {"last": True, "first": False}.get(s.lat.low(noun.end))
        verb = noun.end + 1
        if newest is not None and s.lat.low(1) != "did":  # "when was X last rented"
            yield from _timed(s, [noun], verb + 1, verb, newest)
        if newest is None or s.lat.low(1) != "did" or _gives(noun, s.lat.base(verb)):
            continue
        for other in nouns.phrases(s, glue(s.lat, verb + 1), after=False):
            yield from _timed(s, [noun, other], other.end, verb, newest)


def _timed(
    s: Scene, held: Sequence[nouns.Noun], end: int, verb: int, newest: bool
) -> Iterator[tuple[str, Part, str, bool]]:
    for label, part in between(s, held, end):
        for name in _times(s, label, verb):
            for tail in ends(s, label, part):
                if not tail.by and finished(s, tail.part.end):
                    yield label, part.then(tail.part), name, newest


def _times(s: Scene, label: str, verb: int) -> list[str]:
    """The time of a label that a verb names; of one that says no more than that something was had, the first."""
    named = [name for name, _, cost in s.time_verb(verb, label) if cost <= 0]
    if named or not _has(s, verb):
        return named
    return s.start_time(label) if len(s.start_time(label)) == 1 else []
