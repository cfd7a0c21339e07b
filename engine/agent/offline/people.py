"""Labels that are people: whom "who" and "people" ask for where no relation says it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.agent.offline import deeds
from engine.agent.offline import vocabulary as v
from engine.agent.offline.links import Lattice, Link
from engine.agent.offline.reading import Parse, Rewrite
from engine.agent.offline.scene import Scene
from engine.catalog.entries import LabelName
from engine.catalog.wording import noun, words
from engine.catalog.words import lemma, split_name
from engine.operators.names import follow, start
from engine.operators.params import Aggregate, Find

_WHO = frozenset({"who", "whom"})
_PEOPLE = frozenset({"people", "person", "persons"})


def labels(s: Scene) -> list[str]:
    """The labels whose own word, or a synonym of it, is a word for people."""
    return [label for label in s.catalog.schema.vertices if any(map(_person, _called(s, label)))]


def _called(s: Scene, label: str) -> Iterator[str]:
    yield label
    yield from s.catalog.profile.synonyms.get(label, ())


def _person(name: str) -> bool:
    return lemma(split_name(name)[-1]) in v.PEOPLE


def fitting(found: list[Parse], s: Scene) -> list[Parse]:
    """The readings without those that answer "who" with things that were named: "who takes tango lessons"."""
    if s.lat.low(0) not in _WHO:
        return found
    people = labels(s)
    said = {entry.label for n in range(len(s.lat)) for _, entry in s.lat.at(n, LabelName)} - {*people}
    return [parse for parse in found if not people or not _of_things(parse, said, s)]


def _of_things(parse: Parse, said: set[str], s: Scene) -> bool:
    params = parse.params
    if isinstance(params, Aggregate) and params.group_by:  # nor with groups of things: "who resolved the most"
        ref, place = params.group_by[0].ref, start(s.catalog.schema, params.label)
        ends = set(follow(s.catalog.schema, place, ref.path).labels)
        return bool(ref.path) and ends.isdisjoint((*labels(s), *said))
    if not isinstance(params, Find):
        return False
    if params.label not in said and not _written(s, params.label):
        return False
    return all(not ref.path and s.catalog.identifies(params.label, ref.property) for ref in params.select)


def _written(s: Scene, label: str) -> bool:
    """Whether vertices of a label are known by a text that somebody wrote: that is nobody's name."""
    return s.catalog.name_of(label) in s.catalog.profile.free_text.get(label, ())


def named(s: Scene) -> Iterator[tuple[Lattice, tuple[Rewrite, ...]]]:
    """The question with each label of people in place of "who" or "people", and how to say so outright."""
    lat = s.lat
    for at in range(len(lat)):
        asks, plain = at == 0 and lat.low(0) in _WHO, lat.low(at) in _PEOPLE and not lat.links[at]
        if not asks and not plain:
            continue
        deed = deeds.first(s, at + 1)
        for label in labels(s):
            if deed and deeds.opposed(deed.whole, label):
                continue
            said = words(label) if asks or lat.low(at) == "person" else noun(label)
            text = f"which {said}" if asks else said
            yield _put(lat, at, label, said, asks), s.replacing(at, at + 1, text)
        return


def _put(lat: Lattice, at: int, label: str, said: str, asks: bool) -> Lattice:
    """The tokens with a label's word at a place; "which" before it where the place asks."""
    size = len(lat)
    wide = lat.arranged([*range(at + 1), *range(at, size)]) if asks else lat
    place = at + asks
    tokens, links = list(wide.tokens), list(wide.links)
    tokens[place] = replace(tokens[place], text=said, low=said)
    links[place] = (Link(place, place + 1, LabelName(label), 0),)
    if asks:
        tokens[at], links[at] = replace(tokens[at], text="which", low="which"), ()
    return replace(wide, tokens=tuple(tokens), links=tuple(links))
