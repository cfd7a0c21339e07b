"""Pass 3: the shape words of a question - asking, comparing, negating, grouping, ordering - found in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from engine.agent.offline import vocabulary as v
from engine.agent.offline.links import Lattice

Comparison = OneOf["eq", "neq", "lt", "lte", "gt", "gte"]


def phrase(lat: Lattice, i: int, phrases: Sequence[v.Phrase]) -> int | None:
    """The end of the longest of the phrases (given longest first) that stands at ``i``."""
    for words in phrases:
        if all(lat.low(i + n) == word for n, word in enumerate(words)):
            return i + len(words)
    return None


def glue(lat: Lattice, i: int) -> int:
    """Past the words that say nothing, as far as possible."""
    while i < len(lat) and (lat.low(i) in v.GLUE or lat.base(i) in v.LIGHT_VERBS and not lat.links[i]):
        i += 1
    return i


def glues(lat: Lattice, i: int) -> Iterator[int]:
    """All places that can be reached by passing over words that say nothing, farthest first."""
    end = glue(lat, i)
    yield from range(end, i - 1, -1)


def articles(lat: Lattice, i: int) -> int:
    """Past articles and ``of the``."""
    while lat.low(i) in ("a", "an", "the", "all", "any", "each", "of", "our", "their", "its", "these", "those", "this", "that"):
        i += 1
    return i


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison with a number: ``more than 3``, ``at least 2 hours``, ``between 2 and 5``, ``3 or more``."""

    end: int
    op: Comparison | OneOf["between"]
    value: float | int
    high: float | int | None = None


def compared(lat: Lattice, i: int, *, bare: bool = True) -> Iterator[Compared]:
    """Comparisons that start at ``i``; ``bare``: a number alone means equal to it."""
    i0 = i
    if lat.low(i) == "between" and (low := lat.numbers.get(i + 1)) and lat.low(low[1]) == "and":
        if high := lat.numbers.get(low[1] + 1):
            yield Compared(high[1], "between", low[0], high[0])
            return
    negative = lat.low(i) in ("not", "no")
    for op, words in v.COMPARISONS:
        if all(lat.low(i0 + n) == word for n, word in enumerate(words)):
            number = _amount(lat, i0 + len(words))
            if number and not negative:
                yield Compared(number[1], op, number[0])  # type: ignore[arg-type]
    found = _amount(lat, i)
    if found:
        for words, op in v.AFTER_NUMBER.items():
            if all(lat.low(found[1] + n) == word for n, word in enumerate(words)):
                yield Compared(found[1] + len(words), op, found[0])  # type: ignore[arg-type]
                return
        if bare:
            yield Compared(found[1], "eq", found[0])


def amount_after_unit(lat: Lattice, i: int) -> tuple[Comparison, int] | None:
    """``or more`` / ``or less`` said after a unit: "5 days or more"."""
    for words, op in v.AFTER_NUMBER.items():
        if all(lat.low(i + n) == word for n, word in enumerate(words)):
            return op, i + len(words)  # type: ignore[return-value]
    return None


def _amount(lat: Lattice, i: int) -> tuple[float | int, int] | None:
    if lat.low(i) in v.TIMES:
        return v.TIMES[lat.low(i)], i + 1
    if lat.low(i) in ("a", "an", "one") and lat.base(i + 1) in v.UNITS:
        return 1, i + 1
    return lat.numbers.get(i)


def negation(lat: Lattice, i: int) -> tuple[bool, int]:
    """Whether a negation stands at ``i``, and where it ends."""
    end = phrase(lat, i, v.NEGATION)
    return (True, end) if end is not None else (False, i)


def bucket(lat: Lattice, i: int) -> Iterator[tuple[str, int]]:
    """A calendar unit by which to group, at ``i``."""
    for words, name in v.BUCKET_PHRASES.items():
        if all(lat.low(i + n) == word for n, word in enumerate(words)):
            yield name, i + len(words)
            return
    name = v.BUCKETS.get(lat.base(i)) or v.BUCKETS.get(lat.low(i))
    if name:
        yield name, i + 1


def top(lat: Lattice, i: int) -> tuple[bool, int | None, int] | None:
    """``top 5``, ``bottom ten``, ``top``: (descending, how many, end)."""
    descending = v.TOP.get(lat.low(i))
    if descending is None:
        return None
    number = lat.numbers.get(i + 1)
    return (descending, int(number[0]), number[1]) if number else (descending, None, i + 1)


def most(lat: Lattice, i: int) -> tuple[bool, int] | None:
    """``the most``, ``the fewest``, ``the highest number of``: (descending, end)."""
    end = phrase(lat, i, v.MOST)
    if end is not None:
        return True, end
    end = phrase(lat, i, v.LEAST)
    return (False, end) if end is not None else None


def trimmed(lat: Lattice) -> Lattice:
    """Without politeness at either end."""
    start, end = 0, len(lat)
    while (after := phrase(lat, start, v.POLITE_START)) is not None and after < end:
        start = after
        start += lat.low(start) == ","
    going = True
    while going:
        going = False
        for words in v.POLITE_END:
            size = len(words)
            if end - size > start and all(lat.low(end - size + n) == word for n, word in enumerate(words)):
                end, going = end - size, True
                break
    while end > start and lat.low(end - 1) == ",":
        end -= 1
    return lat if (start, end) == (0, len(lat)) else lat.arranged(range(start, end))


def has_any(lat: Lattice, words: Iterable[str]) -> bool:
    """Whether any of the words occurs."""
    wanted = set(words)
    return any(token.low in wanted for token in lat.tokens)
