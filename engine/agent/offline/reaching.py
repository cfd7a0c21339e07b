"""What a relation leads to from a thing, its label unsaid."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import nouns
from engine.agent.offline.groups import finished
from engine.agent.offline.links import Link
from engine.agent.offline.listing import MOST
from engine.agent.offline.reading import Parse
from engine.agent.offline.roles import by_role, done_by_role
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import glue, glued
from engine.catalog.entries import EdgeName, LabelName
from engine.catalog.words import same_root, split_name
from engine.operators.params import Find, Ref


def implied(s: Scene, i: int, extra: float) -> Iterator[Parse]:
    """ "Who resolved X", "what does X own": what a relation leads to, its label unsaid."""
    if i == 0 or s.lat.low(0) not in ("who", "what", "where", "which", "whom"):
        return
    for at in glued(s.lat, 1):
        yield from _led_to(s, at, extra)
    at = glue(s.lat, 1)
    for noun in nouns.phrases(s, at, after=False):
        for link, entry in s.lat.at(glue(s.lat, noun.end), EdgeName):
            if noun.part.filters and finished(s, link.end):
                alike = {hop.direction for hop, _ in s.paths.along(entry.edge, noun.label)} == {"out", "in"}
                outward = not (alike and by_role(s, at, link, entry))
                yield from reached(s, noun, entry.edge, extra + link.cost * 0.5, outward=outward)


def _led_to(s: Scene, at: int, extra: float) -> Iterator[Parse]:
    """ "(Who) resolved X": what stands at the other end of a relation from X."""
    # A label's word is no relation between its own.
    labelled = {link.end for link, _ in s.lat.at(at, LabelName) if not link.cost}
    for link, entry in s.lat.at(at, EdgeName):
        if link.end in labelled:
            continue
        for noun in nouns.phrases(s, glue(s.lat, link.end)):
            if noun.part.filters and finished(s, noun.end):
                both = {hop.direction for hop, _ in s.paths.along(entry.edge, noun.label)} == {"out", "in"}
                if not both or s.lat.low(link.end) == "of":  # "the head of X": X has that head
                    yield from reached(s, noun, entry.edge, extra + link.cost * 0.5, outward=None)
                elif done_by_role(s, link):
                    yield from reached(
                        s, noun, entry.edge, extra + link.cost * 0.5, outward=s.lat.low(link.end) != "by"
                    )
                elif entry.form == "active" or _acts(s, link, entry.edge):
                    yield from reached(s, noun, entry.edge, extra + link.cost * 0.5, outward=False)


def _acts(s: Scene, link: Link, edge: str) -> bool:
    """Whether a relation between things of one kind is said by its own verb: the subject is where it starts.

    Of other words (``manages`` for ``has_manager``) the direction is not certain.
    """
    words = split_name(edge)
    active = s.lat.low(link.end) != "by" and s.lat.low(link.end - 1) != "by"
    return active and link.end == link.start + len(words) and same_root(words[0], s.lat.base(link.start))


def reached(s: Scene, noun: nouns.Noun, edge: str, cost: float, *, outward: bool | None) -> Iterator[Parse]:
    """What a relation leads to from a noun, whatever the labels there, by their names."""
    ways = s.paths.along(edge, noun.label)
    wanted = "in" if outward is False else "out"
    ways = [way for way in ways if way[0].direction == wanted] or ([] if outward is False else ways)
    naming = {s.catalog.name_of(target) for _, target in ways}
    total = cost + noun.part.cost
    if len(ways) > 1 and len(naming) == 1 and "id" not in naming:
        hop = ways[0][0].model_copy(update={"to": None})
        select: tuple[Ref, ...] = (Ref(property=naming.pop(), path=(hop,)),)
        if noun.name:
            select = (s.name_ref(noun.label), *select)
        params = Find(
            label=noun.label, filters=noun.part.filters, select=select, distinct=not noun.name, limit=MOST
        )
        yield Parse(params, "lookup", total, noun.part.notes, noun.part.rewrites)
        return
    for hop, target in ways:
        back = s.paths.hop(hop.edge, "in" if hop.direction == "out" else "out", noun.label)
        params = Find(label=target, filters=nouns.through(s, (back,), noun.part.filters), limit=MOST)
        yield Parse(params, "lookup", total, noun.part.notes, noun.part.rewrites)
