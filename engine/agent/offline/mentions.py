"""Filters on words in free text: ``mentioning "blue screen"``."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import vocabulary as v
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import articles, phrase
from engine.agent.offline.unsaid import bare
from engine.operators.params import AnyOf, Condition


def texts(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """Words in free text: ``mentioning "blue screen"``, ``about printers``; a known value counts first."""
    end = phrase(s.lat, i, v.MENTION)
    if end is None:
        return
    at = articles(s.lat, end)
    yield from bare(s, head, at, clock, negative)
    for stop in range(at + 1, min(at + 4, len(s.lat)) + 1):
        tokens = s.lat.tokens[at:stop]
        plain = [t for t in tokens if t.kind == "quoted" or (t.kind == "word" and t.low not in v.KNOWN)]
        if len(plain) != len(tokens) or (any(t.kind == "quoted" for t in tokens) and len(tokens) > 1):
            return
        text = tokens[0].text if tokens[0].kind == "quoted" else s.lat.text[tokens[0].start : tokens[-1].end]
        spots = tuple(_containing(s, head, text))
        if spots:
            note = f'Texts were searched for "{text}".'
            yield Part(stop, (spots[0] if len(spots) == 1 else AnyOf(filters=spots),), 3, notes=(note,))


def _containing(s: Scene, head: str, text: str) -> Iterator[Condition]:
    for label, names in s.catalog.profile.free_text.items():
        if label not in s.catalog.schema.vertices:
            continue
        for path in s.paths.between(head, label)[:4]:
            for name in names:
                yield Condition(path=path, property=name, op="containing", value=text)
