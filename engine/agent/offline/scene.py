"""What all rules of the reader work with: the linked question, the catalog, the join paths, a bound on effort."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.agent.offline.links import Lattice, Link
from engine.agent.offline.paths import Path, Paths
from engine.agent.offline.reading import Rewrite
from engine.agent.offline.vocabulary import END_VERBS, NO_END, START_VERBS, TIME_NOUNS
from engine.catalog.catalog import Catalog
from engine.catalog.entries import EdgeName, PropertyName
from engine.catalog.words import AFFIXES, lemma, same_root, split_name
from engine.graph.schema import PropertySchema
from engine.operators.params import Condition, Filter, Hop, Ref

T = TypeVar("T")

_PAIRED = (("in", "out"), ("from", "to"), ("from", "until"), ("from", "till"))
MOST_STEPS = 30_000
MOST_WAYS = 4


class TooHard(Exception):
    """The question has more readings than can be looked at."""


@dataclass
class Scene:
    """One question being read."""

    lat: Lattice
    catalog: Catalog
    paths: Paths
    now: dt.datetime
    steps: int = 0
    memo: dict[object, Any] = field(default_factory=dict)

    def once(self, key: object, make: Callable[[], Iterator[T]]) -> list[T]:
        """The results of a rule at a place, found once; asked again while being found, it has none yet."""
        if key not in self.memo:
            self.memo[key] = []
            self.memo[key] = list(make())
        found: list[T] = self.memo[key]
        return found

    def tick(self) -> None:
        """Count a step of work. Raises TooHard when there were too many."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooHard

    def over(self, lat: Lattice) -> Scene:
        """The same scene over other tokens."""
        return Scene(lat, self.catalog, self.paths, self.now, self.steps)

    def prop(self, label: str, name: str) -> PropertySchema | None:
        """A property that may be read, or None."""
        if name in self.catalog.profile.private_properties:
            return None
        return self.catalog.property(label, name)

    def ways(self, start: str, goal: str) -> Iterator[tuple[Path, float]]:
        """The paths from a label to another with their cost: none to itself or a neighbour, then 1 a hop.

        Where very many relations join two labels, none is meant unless it is named.
        """
        paths = self.paths.between(start, goal)
        if len(paths) <= MOST_WAYS:
            yield from ((path, max(0, len(path) - 1)) for path in paths)

    def rewrite(self, link: Link, text: str) -> tuple[Rewrite, ...]:
        """Say ``text`` in place of the words that were linked."""
        return self.replacing(link.start, link.end, text)

    def replacing(self, start: int, end: int, text: str) -> tuple[Rewrite, ...]:
        """Say ``text`` in place of tokens [start, end)."""
        tokens = self.lat.tokens
        return (Rewrite(tokens[start].start, tokens[end - 1].end, text),) if end > start else ()

    def times(self, label: str) -> list[str]:
        """The datetime properties of a label."""
        vertex = self.catalog.schema.vertices[label]
        return [
            name for name, prop in vertex.properties.items() if prop.type == "datetime" and self.prop(label, name)
        ]

    def yearly(self, prop: PropertySchema) -> bool:
        """Whether a whole-number property holds calendar years."""
        low, high = prop.low, prop.high
        whole = prop.type == "integer" and isinstance(low, int) and isinstance(high, int)
        return whole and 1000 <= low <= high <= 2200  # type: ignore[operator]

    def year_verb(self, i: int, label: str) -> list[str]:
        """The properties of plain years that the participle at a place names: ``founded`` for ``foundingYear``."""
        low, base = self.lat.low(i), self.lat.base(i)
        if not (low.endswith("ed") or low in TIME_NOUNS):
            return []
        found = []
        for name, prop in self.catalog.schema.vertices[label].properties.items():
            said = {word for word in split_name(name) if word != "year"}
            meant = TIME_NOUNS.get(low, frozenset()) & said or any(
                word == low or same_root(base, word) for word in said
            )
            if meant and self.yearly(prop) and self.prop(label, name):
                found.append(name)
        return found

    def start_time(self, label: str) -> list[str]:
        """The property by which vertices of a label stand in time: the profile's, else how they began."""
        times = self.times(label)
        wanted = self.catalog.profile.time_property
        if wanted in times:
            return [str(wanted)]
        began = [name for name in times if verb_of(name) in START_VERBS] or _entering(times)
        return began[:1] or [name for name in times if not NO_END & set(split_name(name))] or times

    def always(self, label: str, name: str) -> bool:
        """Whether all vertices of a label have the time when they began: that they have it says nothing."""
        prop = self.prop(label, name)
        everywhere = prop is not None and prop.count >= self.catalog.schema.vertices[label].count
        return everywhere and name in self.start_time(label)

    def end_times(self, label: str, verb: str) -> list[tuple[str, float]]:
        """The properties that a verb of ending names: its own, else any way of ending (at a cost)."""
        times = self.times(label)
        named = [name for name in times if same_root(verb, verb_of(name))]
        if named:
            return [(name, 0) for name in named]
        if lemma(verb) in END_VERBS:
            return [(name, 1) for name in times if verb_of(name) in END_VERBS]
        return []

    def _asked(self, i: int) -> bool:
        """Whether an auxiliary before makes a base form a verb: "did agent-017 close"."""
        return any(self.lat.low(n) in ("did", "does", "do") for n in range(i))

    def acts(self, i: int) -> bool:
        """Whether "open" and "close" are verbs here: "did X open", not "does X have open"."""
        if self.lat.low(i) not in ("open", "close"):
            return True
        asked = next((n for n in range(i) if self.lat.low(n) in ("did", "does", "do")), i)
        return asked < i and not any(self.lat.low(n) in ("have", "has", "had") for n in range(asked, i))

    def _two_words(self, i: int, label: str) -> Iterator[tuple[str, int, float]]:
        """``scheduled to depart`` for ``scheduledDeparture``."""
        at = i + 1 + (self.lat.low(i + 1) == "to")
        for name in self.times(label):
            words = [word for word in split_name(name) if word not in AFFIXES]
            if (
                len(words) == 2
                and same_root(self.lat.base(i), words[0])
                and same_root(self.lat.base(at), words[1])
            ):
                yield name, at + 1, -0.25

    def edge_time(self, label: str, edge: str) -> str | None:
        """The time property of a label that a relation's verb names: ``resolved_at`` of ``resolved_by``."""
        verb = split_name(edge)[0]
        return next((name for name in self.times(label) if same_root(verb, verb_of(name))), None)

    def timed_by(self, label: str, edge: str, filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
        """Windows moved to the time that a relation's verb names, where there are any."""
        name = self.edge_time(label, edge)
        return self.retimed(label, filters, name)[: len(filters)] if name else filters

    def retimed(self, label: str, filters: tuple[Filter, ...], name: str) -> tuple[Filter, ...]:
        """Windows on when vertices began moved to the time that a verb names; without one, that it is there."""
        began = self.start_time(label)
        if name in began:
            return filters
        moved = tuple(
            item.model_copy(update={"property": name})
            if isinstance(item, Condition) and item.property in began and item.op in ("between", "lt", "gte")
            else item
            for item in filters
        )
        return moved if moved != filters else (*filters, Condition(property=name, op="exists"))

    def name_ref(self, label: str, path: tuple[Hop, ...] = ()) -> Ref:
        """The name of vertices of a label at the end of a path."""
        return Ref(property=self.catalog.name_of(label), path=path)

    def edge_verb(self, i: int, edge: str) -> bool:
        """Whether the word at a place is the verb of an edge label."""
        return any(entry.edge == edge for _, entry in self.lat.at(i, EdgeName))

    def time_verb(self, i: int, label: str) -> Iterator[tuple[str, int, float]]:
        """Datetime properties of a label named by the verb at ``i``: (property, end, cost)."""
        seen = set()
        for link, entry in self.lat.at(i, PropertyName):
            prop = self.prop(entry.label, entry.property)
            if entry.label == label and prop and prop.type == "datetime" and entry.property not in seen:
                seen.add(entry.property)
                yield entry.property, link.end, link.cost
        if seen:
            return
        base = self.lat.base(i)
        meant = TIME_NOUNS.get(self.lat.low(i), frozenset())
        named = [name for name in self.times(label) if same_root(base, verb_of(name)) and self.acts(i)]
        named = named or [name for name in self.times(label) if meant & {*split_name(name), verb_of(name)}]
        wanted = self.catalog.profile.time_property
        for name in [wanted] if wanted in named else named:
            seen.add(name)
            yield str(name), i + 1, 0
        yield from self._two_words(i, label)
        if not seen and base in END_VERBS and (self._asked(i) or self.lat.low(i) != base):
            yield from ((name, i + 1, cost) for name, cost in self.end_times(label, base))
        if not seen and base in START_VERBS:
            yield from ((name, i + 1, 0.5) for name in self.start_time(label)[:1])


def _entering(times: list[str]) -> list[str]:
    """Of times named alike but for "in" and "out", "from" and "to", those that come first."""
    said = {tuple(split_name(name)): name for name in times}
    return [
        name
        for words, name in said.items()
        if any(tuple(last if word == first else word for word in words) in said.keys() - {words}
               for first, last in _PAIRED)
    ]  # fmt: skip


def verb_of(name: str) -> str:
    """The verb in a datetime property's name: ``resolvedAt`` -> resolve."""
    words = [word for word in split_name(name) if word not in AFFIXES]
    return lemma(words[-1]) if words else ""


def spoken(name: str) -> str:
    """A schema name as words: ``assignment_group`` -> assignment group."""
    return " ".join(split_name(name))
