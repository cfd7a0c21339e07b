"""Single things looked up of a named thing: "the X of Y", "Y's X", "when was Y resolved", "where is Y"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import starts
from engine.agent.offline.groups import finished
from engine.agent.offline.listing import MOST
from engine.agent.offline.paths import Path
from engine.agent.offline.reaching import reached
from engine.agent.offline.reading import Parse, Rewrite
from engine.agent.offline.roles import done_by_role
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import articles, glue
from engine.agent.offline.unsaid import unlike
from engine.catalog.entries import EdgeName, LabelName, PropertyName
from engine.catalog.names import verbs_of
from engine.catalog.words import split_name
from engine.operators.params import Find, Ref

_OF = frozenset(
    [
        "of",
        "for",
        "from",
        "in",
        "on",
        "at",
        "does",
        "do",
        "did",
        "has",
        "have",
        "had",
        "is",
        "was",
        "were",
        "are",
        "with",
        "by",
        "to",
    ]
)


def lookups(s: Scene) -> Iterator[Parse]:
    """ "What is the X of Y", "Y's X", "when was Y resolved", "what X does Y have"."""
    for i in starts(s):
        for at in dict.fromkeys((i, articles(s.lat, i))):
            for thing in _things(s, at):
                yield from _of_noun(s, thing)
                if s.lat.low(thing.end) == "and" and thing.prop:
                    for second in _things(s, articles(s.lat, thing.end + 1)):
                        if second.prop and second.label == thing.label:
                            yield from _of_noun(s, second, also=thing.prop)
        yield from _possessive(s, i)
    yield from _when(s)
    yield from _maker(s)
    yield from _where(s)
    yield from _costs(s)


def _of_noun(s: Scene, thing: _Thing, also: str = "") -> Iterator[Parse]:
    prop = s.prop(thing.label, thing.prop) if thing.prop else None
    if prop and prop.type == "boolean" and s.lat.low(thing.end) not in _OF:
        return  # "overdue loans of X" are loans, not the values of "overdue"
    j = thing.end + (s.lat.low(thing.end) in _OF)
    for noun in nouns.phrases(s, glue(s.lat, j)):
        if not noun.part.filters or not finished(s, noun.end):
            continue
        if not also:
            yield from thing.of(s, noun)
        elif noun.name and noun.label == thing.label:
            select = (s.name_ref(noun.label), Ref(property=also), Ref(property=thing.prop))
            params = Find(label=noun.label, filters=noun.part.filters, select=select, limit=MOST)
            yield Parse(params, "lookup", 1 + thing.cost + noun.part.cost, noun.part.notes, noun.part.rewrites)


class _Thing:
    """What is asked of a noun: a property, a neighbour by its label, or what a relation leads to."""

    def __init__(self, end: int, cost: float, label: str = "", prop: str = "", edge: str = "") -> None:
        self.end, self.cost, self.label, self.prop, self.edge = end, cost, label, prop, edge

    def of(self, s: Scene, noun: nouns.Noun) -> Iterator[Parse]:
        """The look-up of this thing of a noun."""
        part, cost = noun.part, 1 + self.cost + noun.part.cost
        if self.edge and s.lat.low(self.end - 1) == "of":  # "of": first what leads to X, by its relation's name
            yield from reached(s, noun, self.edge, cost + 0.25, outward=False)
        elif self.edge:
            yield from reached(s, noun, self.edge, cost, outward=True)
        elif self.prop:
            for path, far in s.ways(noun.label, self.label):
                if path and not s.paths.single(path):  # values of many vertices: each once
                    yield from self._of_many(s, noun, cost + far)
                    continue
                select: tuple[Ref, ...] = (Ref(property=self.prop, path=path),)
                if noun.name:
                    select = (s.name_ref(noun.label), *select)
                params = Find(
                    label=noun.label, filters=part.filters, select=select, distinct=not noun.name, limit=MOST
                )
                yield Parse(params, "lookup", cost + far, part.notes, part.rewrites)
        else:
            for path, far in s.ways(self.label, noun.label):
                if path:
                    params = Find(label=self.label, filters=nouns.through(s, path, part.filters), limit=MOST)
                    said = self._related_by(s, noun, path)
                    far += unlike(s, self.end + 1, path)
                    yield Parse(params, "lookup", cost + far, part.notes, part.rewrites + said)

    def _related_by(self, s: Scene, noun: nouns.Noun, path: Path) -> tuple[Rewrite, ...]:
        """How to say by which of several relations: "incidents *assigned to* person 13"."""
        if len(path) != 1 or not s.paths.parallel(path[0]) or noun.noun_end <= self.end:
            return ()
        at = self.end + (s.lat.low(self.end) in _OF)
        words = s.lat.text[s.lat.tokens[at].start : s.lat.tokens[noun.noun_end - 1].end]
        edge = spoken(path[0].edge)
        said = f"with {words} as {edge.removeprefix('has ')}" if edge.startswith("has ") else f"{edge} {words}"
        return s.replacing(self.end, noun.noun_end, said)

    def _of_many(self, s: Scene, noun: nouns.Noun, cost: float) -> Iterator[Parse]:
        for path, _ in s.ways(self.label, noun.label):
            filters = nouns.through(s, path, noun.part.filters)
            select = (Ref(property=self.prop),)
            params = Find(label=self.label, filters=filters, select=select, distinct=True, limit=MOST)
            yield Parse(params, "lookup", cost, noun.part.notes, noun.part.rewrites)


def _things(s: Scene, i: int) -> Iterator[_Thing]:
    for link, entry in s.lat.at(i, PropertyName):
        if s.prop(entry.label, entry.property) and not entry.verb:
            yield _Thing(link.end, link.cost * 0.5, entry.label, entry.property)
    for link, label in s.lat.at(i, LabelName):
        yield _Thing(link.end, link.cost * 0.5 + 0.25, label.label)
    labelled = {link.end for link, _ in s.lat.at(i, LabelName) if not link.cost}
    for link, edge in s.lat.at(i, EdgeName):
        if edge.form not in ("verb", "active", "doer") and link.end not in labelled and not done_by_role(s, link):
            yield _Thing(link.end, link.cost * 0.5, edge=edge.edge)


def _possessive(s: Scene, i: int) -> Iterator[Parse]:
    """ "France's capital", "incident 45's priority"."""
    for noun in nouns.phrases(s, i, after=False):
        owned = s.lat.low(noun.end) == "'s"
        for thing in _things(s, noun.end + owned) if noun.part.filters and (owned or noun.name) else ():
            if finished(s, thing.end) and (owned or (thing.prop and thing.label == noun.label)):
                yield from thing.of(s, noun)


def _maker(s: Scene) -> Iterator[Parse]:
    """ "Who wrote X": a property of X that names who does it."""
    if s.lat.low(0) != "who":
        return
    for noun in nouns.phrases(s, articles(s.lat, 2), after=False):
        for name in s.catalog.schema.vertices[noun.label].properties:
            said = s.lat.base(1) in verbs_of(split_name(name)[-1])
            if said and noun.part.filters and s.prop(noun.label, name) and finished(s, noun.end):
                yield from _Thing(noun.end, 0, noun.label, name).of(s, noun)


def _when(s: Scene) -> Iterator[Parse]:
    """ "When was incident 45 resolved"."""
    if s.lat.low(0) != "when":
        return
    for noun in nouns.phrases(s, glue(s.lat, 1), after=False):
        if not noun.part.filters:
            continue
        for name, end, cost in s.time_verb(glue(s.lat, noun.end), noun.label):
            if finished(s, end):
                select = (s.name_ref(noun.label), Ref(property=name))
                params = Find(label=noun.label, filters=noun.part.filters, select=select, limit=MOST)
                yield Parse(params, "lookup", 1 + cost + noun.part.cost, noun.part.notes, noun.part.rewrites)


def _where(s: Scene) -> Iterator[Parse]:
    """ "Where is X": what says a place of it, its own or of the one neighbour that is a place."""
    if s.lat.low(0) != "where":
        return
    for noun in nouns.phrases(s, glue(s.lat, 1), after=False):
        if not noun.name or not finished(s, noun.end):
            continue
        own = [name for name in s.catalog.schema.vertices[noun.label].properties if _is_place(name)]
        near = [label for label in s.catalog.schema.vertices if label != noun.label and _is_place(label)]
        for name in own:
            yield from _Thing(noun.end, 0, noun.label, name).of(s, noun)
        for label in near if not own else ():
            for path, far in s.ways(noun.label, label):
                if len(path) == 1 and s.paths.single(path):
                    select = (s.name_ref(noun.label), s.name_ref(label, path))
                    params = Find(label=noun.label, filters=noun.part.filters, select=select, limit=MOST)
                    yield Parse(params, "lookup", 1 + far + noun.part.cost, noun.part.notes, noun.part.rewrites)


def _is_place(name: str) -> bool:
    return split_name(name)[-1] in v.PLACES


def _costs(s: Scene) -> Iterator[Parse]:
    """ "How much does X cost": a property said as the verb of what has it."""
    if s.lat.low(0) != "how" or s.lat.low(1) != "much":
        return
    for noun in nouns.phrases(s, glue(s.lat, 2), after=False):
        for thing in _things(s, noun.end) if noun.name else ():
            if thing.prop and thing.label == noun.label and finished(s, thing.end):
                yield from thing.of(s, noun)
