"""Ordinary verbs between two things that exactly one path joins, which say no more than that they are joined.

"Which books did X borrow", over loans: the verb is of the trade of what lies between. A verb that may change what
is asked ("reserved", "renewed") is read only where it names a state or a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.agent.offline import vocabulary as v
from engine.agent.offline.paths import Path
from engine.agent.offline.scene import Scene, verb_of
from engine.agent.offline.shapes import glue
from engine.catalog.entries import EdgeName, LabelName
from engine.catalog.names import PREPOSITIONS, verbs_of
from engine.catalog.wording import noun
from engine.catalog.words import lemma, same_root, split_name
from engine.operators.params import Condition, Filter, Hop

_NOISE = PREPOSITIONS | {
    "has",
    "have",
    "is",
    "was",
    "are",
    "be",
    "id",
    "code",
    "no",
    "number",
    "key",
    "ref",
    "name",
}
_ARTICLES = frozenset({"a", "an", "the", "any", "some", "no", "without", "with"})
_HAVING = frozenset({"has", "have", "had", "having"})


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb in its place: its base form, the same with its particle (``take_out``), where it starts and ends."""

    verb: str
    whole: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Way:
    """The one path that a deed follows, the labels on it from end to end, and how the answer says so.

    ``said``: what the verb says of the label at place ``at``: a state it is in, a ``clock`` that it has.
    """

    path: Path
    labels: tuple[str, ...]
    note: str = ""
    at: int = 0
    said: tuple[Filter, ...] = ()
    clock: str | None = None


def deed(s: Scene, i: int, *, asked: bool = False) -> Deed | None:
    """The verb at a place. ``asked``: an auxiliary stands before its subject, so any word here is a verb."""
    if i >= len(s.lat) or s.lat.tokens[i].kind != "word":
        return None
    low, base = s.lat.low(i), _base(s.lat.low(i))
    if base not in v.DEEDS and not asked and (low == base or low.endswith(("s", "ing"))):
        return None
    if is_quality(s, i):
        return None
    if base in ("be", "do", "have") or (base == low and base not in v.PLAIN_DEEDS and not asked and _noun(s, i)):
        return None
    if low.endswith("s") and not asked and any(True for _ in s.lat.at(i, LabelName)):  # "lessons" are things
        return None
    particle = (base, s.lat.low(i + 1)) in v.PARTICLES
    if base == "deal" and not particle:
        return None
    return Deed(base, f"{base}_{s.lat.low(i + 1)}" if particle else base, i, i + 1 + particle)


def is_quality(s: Scene, i: int) -> bool:
    """Whether a word only says what the thing behind it is like: "have open cases", "have an unresolved case"."""
    denied = s.lat.low(i - 1) == "not" if i else False
    at = i - 1 - denied
    before = s.lat.low(at) if at >= 0 else ""
    if before in _HAVING:
        inside = denied and s.lat.text[s.lat.tokens[i].start :][:2].casefold() == "un"  # "unresolved", in one word
        return s.lat.low(i) == s.lat.base(i) or inside
    return before in _ARTICLES


def first(s: Scene, i: int) -> Deed | None:
    """The first deed from a place on, past words that say nothing."""
    return next((found for n in range(i, min(glue(s.lat, i) + 1, len(s.lat))) if (found := deed(s, n))), None)


def _base(low: str) -> str:
    base = lemma(low)
    if base == low and low.endswith("ing"):
        return next((stem for stem in (low[:-3], f"{low[:-3]}e") if stem in v.DEEDS), base)
    return base


def _noun(s: Scene, i: int) -> bool:
    return any(not isinstance(link.entry, EdgeName) for link in s.lat.links[i])


def way(s: Scene, done: Deed, start: str, goal: str, doer: str | None) -> Way | None:
    """The way a deed says between two labels; None where several could be meant, or where it says more."""
    paths = _over_kin(s, done.verb, start, goal) or s.paths.between(start, goal)
    if len(paths) != 1 or not paths[0] or (doer is not None and opposed(done.whole, doer)):
        return None
    path = paths[0]
    found = Way(path, tuple(_labels(s, path, start, goal)))
    if doer is not None and _rival(s, done.whole, doer, found.labels):
        return None
    told = [one for at, label in enumerate(found.labels) for one in _told(s, done.verb, found, at, label)]
    if told:
        return told[0] if len(told) == 1 else None
    if done.verb in v.ATTENDING and any(not v.UNDONE.isdisjoint(_words(s, label)) for label in found.labels):
        return None
    named = {word for name in (*found.labels, *(hop.edge for hop in path)) for word in split_name(name)}
    kin = any(related(done.verb, word) for word in named - _NOISE)
    plain = done.verb in v.PLAIN_DEEDS and (len(path) == 1 or done.verb in v.WIDE_DEEDS)
    if not (kin or plain) or not all(_quiet(s, done.verb, hop) for hop in path):
        return None
    words = s.lat.text[s.lat.tokens[done.start].start : s.lat.tokens[done.end - 1].end]
    first, *over, last = [noun(label) for label in found.labels]
    by_way = f" by way of {' and '.join(over)}" if over else ""
    return replace(found, note=f'"{words}" was read as the link between {first} and {last}{by_way}.')


def _over_kin(s: Scene, verb: str, start: str, goal: str) -> list[Path]:
    """The ways between two labels over one whose name is of the verb's trade, where nearer ones are of none."""
    if verb in v.PLAIN_DEEDS:
        return []
    found: list[Path] = []
    for label in s.catalog.schema.vertices:
        if label not in (start, goal) and any(related(verb, word) for word in split_name(label)):
            ways = [(*a, *b) for a in s.paths.between(start, label) for b in s.paths.between(label, goal)]
            found += [path for path in ways if len(path) == 2]
    return found


def opposed(verb: str, label: str) -> bool:
    """Whether those of a label are on the other side of the trade: no librarian borrows, no customer sells."""
    word = lemma(split_name(label)[-1])
    return (verb in v.GIVING_DEEDS and word in v.TAKERS) or (verb in v.TAKING_DEEDS and word in v.GIVERS)


def _rival(s: Scene, verb: str, doer: str, labels: tuple[str, ...]) -> bool:
    """Whether others beside the way are on the verb's side, and the doers are not known to be: members borrow,

    so no branch does.
    """
    side = v.GIVERS if verb in v.GIVING_DEEDS else v.TAKERS if verb in v.TAKING_DEEDS else frozenset()
    near = {
        label
        for edge in s.catalog.schema.edges.values()
        for end in edge.ends
        for label, other in ((end.out_label, end.in_label), (end.in_label, end.out_label))
        if other in labels and other != doer and label != doer
    }
    return not in_side(side, doer) and any(in_side(side, label) for label in near | {*labels} - {doer})


def in_side(side: frozenset[str], label: str) -> bool:
    """Whether those of a label are on a side of the trade, GIVERS or TAKERS."""
    return lemma(split_name(label)[-1]) in side


def related(verb: str, word: str) -> bool:
    """Whether a word in a graph's names is of the trade of a verb."""
    base = lemma(word)
    return same_root(verb, word) or verb in verbs_of(word) or any({verb, base} <= trade for trade in v.TRADES)


def _labels(s: Scene, path: Path, start: str, goal: str) -> list[str]:
    labels = [start]
    for n, hop in enumerate(path):
        reached = [label for step, label in s.paths.along(hop.edge, labels[-1]) if step.direction == hop.direction]
        last = n == len(path) - 1
        labels.append(goal if last else hop.to or reached[0])
    return labels


def _quiet(s: Scene, verb: str, hop: Hop) -> bool:
    """Whether a relation's name says nothing else: words of its ends, a role, or the verb's own trade."""
    ends = s.catalog.schema.edges[hop.edge].ends
    known = {word for end in ends for label in (end.out_label, end.in_label) for word in split_name(label)}
    rest = [word for word in split_name(hop.edge) if word not in known | _NOISE]
    return all(lemma(word) in v.PEOPLE or related(verb, word) for word in rest)


def _told(s: Scene, verb: str, found: Way, at: int, label: str) -> Iterator[Way]:
    """What a verb says of a label on the way: a time of it other than its first, else a state that it names."""
    began = s.start_time(label)
    times = [name for name in s.times(label) if name not in began and same_root(verb, verb_of(name))]
    for name in times:
        yield replace(found, at=at, said=(Condition(property=name, op="exists"),), clock=name)
    for name, value in () if times or verb in v.START_VERBS else _states(s, label):
        if same_root(verb, value.casefold()):
            yield replace(found, at=at, said=(Condition(property=name, op="eq", value=value),))


def _states(s: Scene, label: str) -> Iterator[tuple[str, str]]:
    """The coded values of a label: (property, value)."""
    for prop in s.catalog.schema.vertices[label].properties.values():
        if prop.type == "string" and prop.name != s.catalog.name_of(label) and s.prop(label, prop.name):
            yield from ((prop.name, str(value)) for value, _ in prop.values)


def _words(s: Scene, label: str) -> set[str]:
    return {word for _, value in _states(s, label) for word in split_name(value)}
