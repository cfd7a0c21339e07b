"""Noun phrases: a label with what stands before and after it, or a thing by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.agent.offline import modifiers as m
from engine.agent.offline.links import Link
from engine.agent.offline.paths import Path
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import articles
from engine.agent.offline.valued import condition, value_list
from engine.catalog.entries import EdgeName, LabelName, ValueEntry
from engine.catalog.names import IDENTIFYING, PREPOSITIONS
from engine.catalog.words import singular, split_name, tokens_of
from engine.graph.schema import PropertySchema
from engine.operators.params import AllOf, AnyOf, Condition, DegreeCondition, Filter

# "No open cases" denies cases, not "open"; "contacts in Japan have no cases" is no cases in Japan.
_NOT_BEFORE = frozenset({"no", "without", "never", "have", "has", "had"})
_FARTHEST = 9  # tokens between the start of a noun phrase and its noun


@dataclass(frozen=True, slots=True)
class Noun:
    """Vertices of one label that pass ``part.filters``. ``name``: pinned by name to (mostly) one."""

    label: str
    part: Part
    name: bool = False
    noun_end: int = 0  # where the noun itself ends: what follows are modifiers

    @property
    def end(self) -> int:
        """The token after the phrase."""
        return self.part.end


def phrases(s: Scene, i: int, only: str | None = None, *, after: bool = True) -> list[Noun]:
    """The noun phrases at ``i``; ``only`` of one label; ``after``: with modifiers behind the noun."""
    i = articles(s.lat, i)
    if only is not None:
        return [noun for noun in phrases(s, i, after=after) if noun.label == only]
    return s.once(("phrases", i, after), lambda: _best(_phrases(s, i, after)))


def _best(found: Iterable[Noun]) -> Iterator[Noun]:
    """The cheapest of each label up to each place."""
    groups: dict[tuple[str, int], list[Noun]] = {}
    for noun in found:
        groups.setdefault((noun.label, noun.end), []).append(noun)
    for group in groups.values():
        yield from sorted(group, key=lambda noun: noun.part.cost)[: m.MOST_PARTS]


def _phrases(s: Scene, i: int, after: bool) -> Iterator[Noun]:
    s.tick()
    yield from names(s, i)
    yield from _members(s, i)
    yield from _kinds(s, i, after)
    for j in range(i, min(i + _FARTHEST, len(s.lat))):
        for link, entry in s.lat.at(j, LabelName):
            for before in _before(s, entry.label, i, j):
                yield from _with_rest(s, entry.label, link, before, after)


def _members(s: Scene, i: int) -> Iterator[Noun]:
    """ "Members of X": a relation's noun for the vertices that it leaves from."""
    for link, entry in s.lat.at(i, EdgeName):
        if entry.form != "noun" or s.lat.low(link.end) != "of":
            continue
        for noun in names(s, articles(s.lat, link.end + 1)):
            for hop, label in s.paths.along(entry.edge, noun.label):
                if hop.direction == "in":
                    back = s.paths.hop(entry.edge, "out", noun.label)
                    part = Part(
                        noun.end,
                        through(s, (back,), noun.part.filters),
                        noun.part.cost + 0.25,
                        None,
                        noun.part.notes,
                    )
                    yield from _continued(s, label, part)


def _continued(s: Scene, label: str, part: Part) -> Iterator[Noun]:
    for rest in m.modifiers(s, label, part.end):
        yield Noun(label, part.then(rest) if rest.end > part.end else part, False, part.end)


def _kinds(s: Scene, i: int, after: bool) -> Iterator[Noun]:
    """ "Captains": those that have a coded value, or belong to a class, by the value's plural."""
    for link, entry in kinds(s, i):
        own = entry.property != s.catalog.name_of(entry.label)
        filters = (Condition(property=entry.property, op="eq", value=entry.values[0]),)
        for label, path in ((entry.label, ()),) if own else s.paths.members(entry.label):
            part = Part(link.end, through(s, path, filters), 1.5)
            yield from _continued(s, label, part) if after else (Noun(label, part, False, link.end),)
    for j in range(i + 1, ahead(s, i)):
        for link, entry in kinds(s, j):
            if entry.property == s.catalog.name_of(entry.label):
                continue
            filters = (Condition(property=entry.property, op="eq", value=entry.values[0]),)
            for before in _before(s, entry.label, i, j):
                part = before.then(Part(link.end, filters, 1.25))
                if before.filters:  # "furnished houses", "the retired monitors"
                    alone = Noun(entry.label, part, False, link.end)
                    yield from _continued(s, entry.label, part) if after else (alone,)


def ahead(s: Scene, i: int) -> int:
    """How far the words from a place on can belong to one noun: to the next preposition."""
    ends = range(i, min(i + _FARTHEST, len(s.lat)))
    return next((n for n in ends if s.lat.low(n) in PREPOSITIONS), ends.stop)


def kinds(s: Scene, i: int) -> Iterator[tuple[Link, ValueEntry]]:
    """The values that stand at ``i`` in the plural, as nouns for the things that have them."""
    for link, entry in s.lat.at(i, ValueEntry):
        word = s.lat.low(link.end - 1)
        prop = s.prop(entry.label, entry.property)
        text = prop is not None and prop.type == "string"
        own = any(tokens_of(str(value))[-1:] == (word,) for value in entry.values)  # a plural itself
        if text and not own and singular(word) != word and not link.cost:
            yield link, entry


def _before(s: Scene, label: str, i: int, j: int) -> Iterator[Part]:
    if i == j:
        yield Part(i)
        return
    if any(s.lat.low(n) in _NOT_BEFORE and not _in_value(s, n) for n in range(i, j)):
        return
    for part in m.modifiers(s, label, i, limit=j, plain=True):
        if part.end == j and not any(_of_some(s, item) for item in part.filters):
            yield part
        elif part.end == j - 1 and s.lat.low(part.end) == "'s" and _belongs(part):
            yield part.then(Part(j))


def _of_some(s: Scene, item: Filter) -> bool:
    """Whether a condition is of one of several others that belong to things: no adjective says that."""
    back = isinstance(item, Condition) and any(hop.direction == "in" for hop in item.path)
    return isinstance(item, Condition) and back and not s.paths.single(item.path)


def _in_value(s: Scene, i: int) -> bool:
    """Whether a word is one of several of a value: "no entry"."""
    near = range(max(0, i - _FARTHEST), i + 1)
    return any(link.end > max(i, n + 1) for n in near for link, _ in s.lat.at(n, ValueEntry))


def _belongs(part: Part) -> bool:
    """Whether filters say whose things are, not which: "X's loans", not "loan X's"."""
    return bool(part.filters) and all(isinstance(f, Condition) and f.path for f in part.filters)


def _with_rest(s: Scene, label: str, link: Link, before: Part, after: bool) -> Iterator[Noun]:
    head = before.then(Part(link.end, cost=link.cost * 0.5))
    starts = [(head, False)]
    for prop in _telling(s, label, link):
        for found, anded in value_list(s, link.end, label, prop):
            filters, sides = condition(s, (), label, prop, found, False if anded else anded)
            cost = sum(n.cost for n in found)
            starts.append((head.then(Part(found[-1].end, filters, cost, sides=sides)), True))
    for start, name in starts:
        if not after:
            yield Noun(label, start, name or _pinned(s, label, start), start.end)
            continue
        for rest in m.modifiers(s, label, start.end, before.clock):
            whole = start.then(rest) if rest.end > start.end else start
            yield Noun(label, whole, name or _pinned(s, label, whole), start.end)


def _telling(s: Scene, label: str, link: Link) -> Iterator[PropertySchema]:
    """The properties whose value behind a label says which is meant: its name, and after one its whole number."""
    naming = s.catalog.name_of(label)
    own = s.catalog.schema.vertices[label]
    for name, prop in own.properties.items():
        numbered = prop.type == "integer" and split_name(name)[-1] in IDENTIFYING and prop.distinct == own.count
        word = s.lat.low(link.end - 1)
        if s.prop(label, name) and (name == naming or (numbered and singular(word) == word)):
            yield prop


def _pinned(s: Scene, label: str, part: Part) -> bool:
    """Whether a noun phrase says by name which one is meant: "the Network team"."""
    naming = s.catalog.name_of(label)
    return any(
        isinstance(f, Condition) and not f.path and f.property == naming and f.op == "eq" for f in part.filters
    )


def names(s: Scene, i: int, only: str | None = None) -> Iterator[Noun]:
    """Things named outright: ``Belgium``, ``CS-000123``, ``Belgium or France``."""
    for link, entry in s.lat.at(i, ValueEntry):
        if (only is not None and entry.label != only) or not s.catalog.identifies(entry.label, entry.property):
            continue
        prop = s.prop(entry.label, entry.property)
        if prop is None or (s.lat.low(i).isdigit() and link.end == i + 1 and len(s.lat.low(i)) < 5):
            continue
        for found, anded in value_list(s, i, entry.label, prop):
            if found[0].end != link.end or found[0].values != entry.values or anded:
                continue
            filters, sides = condition(s, (), entry.label, prop, found, anded)
            notes = _partly(s, link, entry)
            said = s.rewrite(link, f"{spoken(entry.label)} {entry.values[0]}")
            part = Part(found[-1].end, filters, link.cost + _label_too(s, link), None, notes, said, sides)
            yield Noun(entry.label, part, True, part.end)


def _label_too(s: Scene, link: Link) -> float:
    """The cost of a name that is also what a label is called: "countries" are no topic of that name."""
    same = any(label.end == link.end and not label.cost for label, _ in s.lat.at(link.start, LabelName))
    return 0.5 if same else 0


def _partly(s: Scene, link: Link, entry: ValueEntry) -> tuple[str, ...]:
    if link.cost < 2:
        return ()
    shown = ", ".join(f'"{value}"' for value in entry.values[:8])
    return (f'"{s.lat.tokens[link.start].text}" was taken for {spoken(entry.label)} {shown}.',)


def through(s: Scene, path: Path, filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
    """Filters of the vertices at a path's end, as filters of the vertices at its start."""
    if not path:
        return filters
    if not filters:
        return (Condition(path=path),)
    if len(filters) == 1 or s.paths.single(path):
        moved = [prefixed(path, item) for item in filters]
        if all(item is not None for item in moved):
            return tuple(item for item in moved if item is not None)
    return (DegreeCondition(path=path, where=filters, op="gte", value=1),)


def prefixed(path: Path, item: Filter) -> Filter | None:
    """A filter seen from the start of a path; None where that would change its meaning."""
    if isinstance(item, Condition):
        back = item.path and item.path[0].edge == path[-1].edge and item.path[0].direction != path[-1].direction
        return None if item.negate or back else item.model_copy(update={"path": (*path, *item.path)})
    if isinstance(item, AnyOf | AllOf):
        inner = [prefixed(path, one) for one in item.filters]
        if item.negate or (isinstance(item, AllOf) and len(inner) > 1) or any(one is None for one in inner):
            return None
        return item.model_copy(update={"filters": tuple(inner)})
    return None


def numbered(s: Scene, i: int, label: str) -> Iterator[Noun]:
    """A name that is a plain number, where the relation says what it names: "assigned to 13"."""
    prop = s.prop(label, s.catalog.name_of(label))
    if prop is None or not s.lat.low(i).isdigit() or len(s.lat.low(i)) > 4:
        return
    for found, anded in value_list(s, i, label, prop):
        filters, sides = condition(s, (), label, prop, found, anded)
        yield Noun(label, Part(found[-1].end, filters, 0.5, sides=sides), True, found[-1].end)
