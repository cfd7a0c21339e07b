"""Filters over relations: ``assigned to agent-017``, ``that border Belgium``, ``with more than 5 cases``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.deeds import is_quality
from engine.agent.offline.links import Link
from engine.agent.offline.paths import Path
from engine.agent.offline.reading import Part
from engine.agent.offline.roles import HAVING, before, by_role, done_by_role
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import Comparison, articles, compared, glue
from engine.catalog.entries import EdgeName, LabelName
from engine.catalog.words import same_root, split_name
from engine.operators.params import Condition, DegreeCondition, Filter, Hop

_TOWARDS = frozenset(["by", "to", "at", "in", "on", "from", "with", "of", "for"])
_BEING = frozenset({"is", "are", "was", "were", "be", "been"})
_RELATIVE = frozenset({"that", "which", "who", "whose"})


def hops(s: Scene, head: str, link: Link, edge: str) -> Iterator[tuple[Hop, str]]:
    """The ways to follow a named edge from a label; between equals, the words say which way round."""
    ways = s.paths.along(edge, head)
    both = {hop.direction for hop, _ in ways} == {"out", "in"}
    last = s.lat.low(link.end - 1)
    passive = s.lat.low(link.end) == "by" and last != "by" and last.endswith(("ed", "en", "t"))
    inward = passive != done_by_role(s, link)
    for hop, target in ways:
        if not both or hop.direction == ("in" if inward else "out"):
            yield hop, target


def edges(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """A relation by its name, with what it leads to: ``assigned to agent-017``; or its mere existence."""
    for link, entry in s.lat.at(i, EdgeName):
        for hop, target in hops(s, head, link, entry.edge):
            cost = 1 + link.cost * 0.25 + (0 if {head, target} <= s.paths.main(entry.edge) else 0.5)
            for at in dict.fromkeys((glue(s.lat, link.end), link.end)):
                timed = s.edge_time(head, entry.edge)
                yield from (replace(part, clock=timed) for part in _reaching(s, (hop,), target, at, cost))
                if s.lat.low(at) in v.ANYONE:
                    yield Part(at + 1, (Condition(path=(hop,)),), cost)
            having = negative or s.lat.low(before(s, link.start)) in HAVING
            if _alone(s, link) and (s.lat.low(link.end - 1).endswith("ed") or entry.form == "verb" or having):
                any_end = (hop.model_copy(update={"to": None}),)
                yield Part(link.end, (Condition(path=any_end),), cost + (0.25 if having else 1))
        yield from _akin(s, head, link, entry.edge)


def _alone(s: Scene, link: Link) -> bool:
    """Whether a relation's verb stands without an object: no preposition comes after it."""
    return s.lat.low(link.end - 1) not in _TOWARDS and (
        s.lat.low(link.end) not in _TOWARDS or link.end + 1 in s.lat.windows
    )


def _akin(s: Scene, head: str, link: Link, edge: str) -> Iterator[Part]:
    """A relation's verb before a thing that another relation of like name leads to: "assigned to group 70"."""
    for noun in nouns.phrases(s, glue(s.lat, link.end)):
        if not noun.part.filters or any(to == noun.label for _, to in s.paths.along(edge, head)):
            continue
        for path in akin(s, head, noun.label, link):
            filters = nouns.through(s, path, noun.part.filters)
            part = noun.part
            yield Part(part.end, filters, 1.5 + part.cost, None, part.notes, part.rewrites)


def akin(s: Scene, start: str, goal: str, link: Link) -> Iterator[Path]:
    """The one path between two labels, when some relation on it shares a word with what was said."""
    paths = s.paths.between(start, goal)
    said = {s.lat.base(n) for n in range(link.start, link.end)} - _TOWARDS
    named = [path for path in paths if any(_shares(said, hop.edge) for hop in path)]
    towards = s.lat.low(link.end - 1) in _TOWARDS and not any(True for _ in s.time_verb(link.start, start))
    chosen = named or (list(paths) if towards else [])
    if len(chosen) == 1 and chosen[0]:
        yield chosen[0]


def _shares(said: set[str], edge: str) -> bool:
    return any(same_root(word, other) for word in said for other in split_name(edge) if other not in _TOWARDS)


def link_edge(link: Link) -> str:
    """The edge label that a link names, or nothing."""
    return link.entry.edge if isinstance(link.entry, EdgeName) else ""


def _reaching(s: Scene, path: Path, target: str, at: int, cost: float) -> Iterator[Part]:
    """What stands at a relation's end: a noun phrase, several names, or an amount of them."""
    both = s.lat.low(at) == "both"
    at += both
    for noun in [*nouns.phrases(s, at, target), *nouns.numbered(s, at, target)]:
        filters = nouns.through(s, path, noun.part.filters)
        sides: tuple[tuple[str, Filter], ...] = ()
        if noun.name and len(noun.part.sides) > 1 and len(noun.part.filters) == 1:
            sides = tuple((name, nouns.through(s, path, (one,))[0]) for name, one in noun.part.sides)
        part = noun.part
        if not both:  # "countries that border X": the clause belongs to the nearer noun
            early = 0.5 if s.lat.low(part.end) in _RELATIVE else 0
            yield Part(part.end, filters, cost + part.cost + early, None, part.notes, (), sides)
        if noun.name and s.lat.low(part.end) in ("and", ",", "&"):
            yield from _both(s, path, target, part, filters, cost)
    for found in compared(s.lat, at):
        for noun in nouns.phrases(s, found.end, target):
            if not noun.name and found.op != "between":
                yield _degree(path, noun.part, found.op, found.value, cost)


def _both(
    s: Scene, path: Path, target: str, first: Part, filters: tuple[Filter, ...], cost: float
) -> Iterator[Part]:
    """``Germany and France``: both are reached (either, where only one can be)."""
    at = first.end + 1
    at += s.lat.low(at) == "and"
    for other in nouns.names(s, at, target):
        more = nouns.through(s, path, other.part.filters)
        if not s.paths.single(path):
            yield Part(
                other.end,
                filters + more,
                cost + first.cost + other.part.cost,
                notes=first.notes + other.part.notes,
            )


def _degree(path: Path, part: Part, op: Comparison, value: float, cost: float) -> Part:
    degree = DegreeCondition(path=path, where=part.filters, op=op, value=int(value))
    return Part(part.end, (degree,), cost + part.cost, None, part.notes, part.rewrites)


def actives(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """What they did, by a verb that names a time: "agents that resolved cases in May"."""
    low = s.lat.low(i)
    if (not low.endswith(("ed", "s")) and low != s.lat.base(i)) or is_quality(s, i):
        return
    relations = [entry.edge for _, entry in s.lat.at(i, EdgeName)]
    for noun in nouns.phrases(s, i + 1):
        joined = any(to == noun.label for edge in relations for _, to in s.paths.along(edge, head))
        if noun.label == head or joined:  # where the verb names a relation, that is meant
            continue
        for name, end, cost in s.time_verb(i, noun.label):
            for path, far in s.ways(head, noun.label) if end == i + 1 else ():
                filters = nouns.through(s, path, s.retimed(noun.label, noun.part.filters, name))
                yield Part(noun.end, filters, 1 + far + cost + noun.part.cost, None, noun.part.notes)


def degrees(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """An amount of neighbours: ``more than 5 cases``, ``opened at least 3 incidents``, ``no open cases``."""
    verbs: list[tuple[int, str | None]] = [(i, None)]
    verbs += [(link.end, entry.edge) for link, entry in s.lat.at(i, EdgeName)]
    for at, edge in verbs:
        for found in compared(s.lat, glue(s.lat, at) if edge else at):
            if found.op == "between":
                continue
            yield from _counted(s, head, found.end, edge, found.op, found.value)
    for found in compared(s.lat, i + 1):
        for noun in nouns.phrases(s, found.end):
            for name, end, cost in s.time_verb(i, noun.label) if found.op != "between" and not noun.name else ():
                timed = s.retimed(noun.label, noun.part.filters, name)
                part = Part(noun.end, timed, noun.part.cost + cost, None, noun.part.notes, noun.part.rewrites)
                for path, far in s.ways(head, noun.label):
                    if path and end == i + 1 and found.op != "between":
                        yield _degree(path, part, found.op, found.value, 1 + far)


def _counted(s: Scene, head: str, i: int, edge: str | None, op: Comparison, value: float) -> Iterator[Part]:
    for noun in nouns.phrases(s, i):
        if noun.name:
            continue
        if edge is not None:
            ways: list[tuple[Path, float]] = [
                ((hop,), 0.0) for hop, to in s.paths.along(edge, head) if to == noun.label
            ]
        else:
            ways = [(path, far) for path, far in s.ways(head, noun.label) if path]
        for path, far in ways:
            yield _degree(path, noun.part, op, value, 1 + far)
    if edge is None:
        for link, entry in s.lat.at(i, EdgeName):
            if entry.form == "verb" or s.lat.low(link.end - 1) in _TOWARDS or s.lat.low(link.start).endswith("ed"):
                continue
            for hop in dict.fromkeys(
                h.model_copy(update={"to": None}) for h, _ in hops(s, head, link, entry.edge)
            ):
                degree = DegreeCondition(path=(hop,), op=op, value=int(value))
                yield Part(link.end, (degree,), 1 + link.cost * 0.25)


def subjects(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """Who did it, said before the verb: ``did agent-017 resolve``, ``does location 143 have``."""
    for noun in nouns.phrases(s, i, after=False):
        end = noun.end
        at = glue(s.lat, end)
        role = any(s.lat.low(n) == "as" for n in range(end, at))  # "with X as supervisor": the edge leads to X
        if noun.label != head:
            yield from _done_by(s, head, noun, at)
            yield from _akin_subject(s, head, noun, at)
        for link, entry in s.lat.at(at, EdgeName):
            if _undergone(s, end, link):
                continue
            for hop, target in s.paths.along(entry.edge, noun.label):
                # Of two alike: "X reports to" goes from X; "does X coach" asks whose "has coach" leads to X.
                led = role or by_role(s, i, link, entry)
                if target != head or (noun.label == head and hop.direction == ("out" if led else "in")):
                    continue
                back = Hop(
                    edge=hop.edge, direction="in" if hop.direction == "out" else "out", to=_to(s, hop, noun.label)
                )
                filters = nouns.through(s, (back,), noun.part.filters)
                after = link.end + (s.lat.low(link.end) in ("with", "to", "of", "by", "in"))
                vague = 0 if noun.part.filters else 1.5  # no one in particular did it
                cost = 0.5 + link.cost * 0.25 + noun.part.cost + vague
                yield Part(after, filters, cost, s.edge_time(head, link_edge(link)), noun.part.notes)


def _undergone(s: Scene, i: int, link: Link) -> bool:
    """Whether a verb is of what was done: "are approved" says nothing of who did it, "are assigned to" may."""
    passive = any(s.lat.low(n) in _BEING for n in range(i, link.start)) and s.lat.low(link.start).endswith("ed")
    return passive and s.lat.low(link.end - 1) not in _TOWARDS and s.lat.low(link.end) not in _TOWARDS


def _akin_subject(s: Scene, head: str, noun: nouns.Noun, at: int) -> Iterator[Part]:
    """ "Which group is incident 45 assigned to": the verb names a relation of like name."""
    for link, entry in s.lat.at(at, EdgeName):
        if noun.label == head or any(to == head for _, to in s.paths.along(entry.edge, noun.label)):
            continue
        for path in akin(s, head, noun.label, link):
            filters = nouns.through(s, path, noun.part.filters)
            after = link.end + (s.lat.low(link.end) in _TOWARDS)
            yield Part(after, filters, 1.5 + noun.part.cost, None, noun.part.notes)


def _to(s: Scene, hop: Hop, label: str) -> str | None:
    return s.paths.hop(hop.edge, "in" if hop.direction == "out" else "out", label).to


def _done_by(s: Scene, head: str, noun: nouns.Noun, at: int) -> Iterator[Part]:
    """A subject before a verb that names a time: ``did agent-017 resolve``."""
    related = any(
        to == head for _, edge in s.lat.at(at, EdgeName) for _, to in s.paths.along(edge.edge, noun.label)
    )
    if not noun.part.filters or related:  # the verb names the relation itself
        return
    for name, end, cost in s.time_verb(at, head):
        if s.always(head, name) and glue(s.lat, end) not in s.lat.windows:
            continue  # what is theirs was begun by anyone
        for path, far in s.ways(head, noun.label):
            theirs = nouns.through(s, path, noun.part.filters)
            done = Condition(property=name, op="exists")
            yield Part(end, (*theirs, done), 2 + far + cost + noun.part.cost, name, noun.part.notes)


def labels(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """A neighbour by its label: ``with a root cause``, ``without telemetry``, ``from contacts in Germany``."""
    having = negative or s.lat.low(before(s, i)) in HAVING
    if not any(True for _ in _label_ahead(s, i)) or (negative and is_quality(s, i) and s.lat.low(i - 1) == "not"):
        return
    for noun in nouns.phrases(s, i):
        if noun.name or (not noun.part.filters and not having):
            continue
        for path, far in s.ways(head, noun.label):
            if path:
                filters = nouns.through(s, path, noun.part.filters)
                words = s.lat.text[s.lat.tokens[i].start : s.lat.tokens[noun.noun_end - 1].end]
                said = s.replacing(i, noun.noun_end, f"{spoken(path[0].edge).removeprefix('has ')} {words}")
                cost = 1.25 + far + noun.part.cost
                sides: tuple[tuple[str, Filter], ...] = ()
                if len(noun.part.sides) == 2 and len(noun.part.filters) == 1:
                    sides = tuple((name, nouns.through(s, path, (one,))[0]) for name, one in noun.part.sides)
                rewrites = noun.part.rewrites + said
                yield Part(noun.end, filters, cost, None, noun.part.notes, rewrites, sides)


def _label_ahead(s: Scene, i: int) -> Iterator[Link]:
    for j in range(i, min(i + 6, len(s.lat))):
        yield from (link for link, _ in s.lat.at(j, LabelName))


def past(s: Scene, i: int) -> int:
    """Past articles."""
    return articles(s.lat, i)
