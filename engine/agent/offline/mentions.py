"""Filters on words in free text: ``mentioning "blue screen"``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pydantic import BaseModel

from engine.agent.offline import vocabulary as v
from engine.agent.offline.reading import Parse, Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, phrase
from engine.agent.offline.unsaid import bare
from engine.catalog.entries import LabelName
from engine.operators.params import AnyOf, Condition

_LONGEST = 4
_MORE = 0.25  # for each further word: what follows is rather a condition of its own


def texts(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """What things are about, a known value first: ``about printers``; or words that their texts hold.

    Who asks for a mention means the texts, whatever value has that name; of what things contain, and of what is
    quoted, both can be meant.
    """
    about = phrase(s.lat, i, v.MENTION)
    if about is not None:
        at = articles(s.lat, about)
        yield from bare(s, head, at, clock, negative)
        yield from _texts(s, head, at, 3)
    word, held = phrase(s.lat, i, v.WORDING), phrase(s.lat, i, v.HOLDING)
    end = word if word is not None else held
    if end is not None:
        at = articles(s.lat, end)
        yield from _texts(s, head, at, 1, near=word is None)
        if word is None and s.lat.tokens[at:] and s.lat.tokens[at].kind != "quoted":
            yield from bare(s, head, at, clock, negative)


def _texts(s: Scene, head: str, at: int, cost: float, *, near: bool = False) -> Iterator[Part]:
    """The words from a place on, searched for in the texts; ``near``: of the things and their neighbours."""
    for stop in range(at + 1, min(at + _LONGEST, len(s.lat)) + 1):
        tokens = s.lat.tokens[at:stop]
        plain = [t for t in tokens if t.kind == "quoted" or (t.kind == "word" and t.low not in v.KNOWN)]
        if len(plain) != len(tokens) or (any(t.kind == "quoted" for t in tokens) and len(tokens) > 1):
            return
        if len(tokens) > 1 and any(link.start == at for link, _ in s.lat.at(at, LabelName)):
            return  # "mentioned by contacts": things, not their name
        quoted = tokens[0].kind == "quoted"
        text = tokens[0].text if quoted else s.lat.text[tokens[0].start : tokens[-1].end]
        spots = tuple(_containing(s, head, text, near=near))
        if spots:
            held = spots[0] if len(spots) == 1 else AnyOf(filters=spots)
            said = () if quoted else s.replacing(at, stop, f'"{text}"')
            total = cost + _MORE * (len(tokens) - 1)
            yield Part(stop, (held,), total, notes=(f'Texts were searched for "{text}".',), rewrites=said)


def _containing(s: Scene, head: str, text: str, *, near: bool) -> Iterator[Condition]:
    """The texts that hold it: those of the things themselves, else those of what belongs to them."""
    free = {
        label: names for label, names in s.catalog.profile.free_text.items() if label in s.catalog.schema.vertices
    }
    for label, names in ({head: free[head]} if head in free else free).items():
        for path in s.paths.between(head, label)[:4]:
            for name in names if len(path) < 2 or not near else ():
                yield Condition(path=path, property=name, op="containing", value=text)


def no_texts(s: Scene) -> str:
    """Why nothing is searched where a mention is asked for; empty where there are texts or none is asked for."""
    asked = any(phrase(s.lat, n, v.WORDING) is not None for n in range(len(s.lat)))
    if not asked or s.catalog.profile.free_text:
        return ""
    return "I know of no texts to search: the graph's profile names no free text."


def held_alike(found: list[Parse], s: Scene) -> list[Parse]:
    """The readings of a question for what "contains" something: the texts that do are as good as any other.

    What is quoted is looked for in the texts alone.
    """
    ends = [end for n in range(len(s.lat)) if (end := phrase(s.lat, n, v.HOLDING)) is not None]
    searched = [parse for parse in found if searches(parse.params)]
    if not ends or not searched:
        return found
    if any(token.kind == "quoted" for end in ends for token in s.lat.tokens[end : end + 1]):
        return searched
    least = min(parse.cost for parse in searched)
    return [replace(parse, cost=max(parse.cost, least)) for parse in found]


def searches(item: object) -> bool:
    """Whether a call searches texts, at any depth."""
    if isinstance(item, Condition):
        return item.op == "containing"
    if isinstance(item, tuple):
        return any(map(searches, item))
    return isinstance(item, BaseModel) and any(searches(getattr(item, name)) for name in type(item).model_fields)
