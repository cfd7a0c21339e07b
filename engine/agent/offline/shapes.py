"""Pass 3: the shape words of a question - asking, comparing, negating, grouping, ordering - found in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal as OneOf

from engine.agent.offline import vocabulary as v
from engine.agent.offline.links import Lattice
from engine.catalog.entries import EdgeName, ValueEntry
from engine.operators.params import Bucket

# "By hour" groups by the hour of the day; "per hour" may be a rate.
_OF_THE_DAY = frozenset({"by", "busiest", "quietest", "which", "what"})
_WAS = frozenset({"is", "are", "was", "were", "had", "been"})
Comparison = OneOf["eq", "neq", "lt", "lte", "gt", "gte"]


def phrase(lat: Lattice, i: int, phrases: v.Phrases) -> int | None:
    """The end of the longest of the phrases that stands at ``i``."""
    words = here(lat, i, phrases)
    return i + len(words) if words else None


def here(lat: Lattice, i: int, phrases: v.Phrases) -> v.Phrase:
    """The longest of the phrases that stands at ``i``; empty when none does."""
    for words in phrases.get(lat.low(i), ()):
        if lat.stands(i, words):
            return words
    return ()


def glue(lat: Lattice, i: int) -> int:
    """Past the words that say nothing, up to a time or a value of several words ("on hold")."""
    while i < len(lat) and i not in lat.windows:
        if lat.base(i) == "take" and lat.low(i + 1) == "place" and not lat.links[i + 1]:
            i += 2
            continue
        light = lat.base(i) in v.LIGHT_VERBS and _only_relations(lat, i)
        if lat.low(i) not in v.GLUE and not light and not _joined_by_but(lat, i):
            break
        if any(link.end > i + 1 for link, _ in lat.at(i, ValueEntry)) or len(here(lat, i, v.COMPARISONS)) > 1:
            break
        i += 1
    return i


def _joined_by_but(lat: Lattice, i: int) -> bool:
    """Whether "but" is an "and" here: "resolved in May but created in April", not "all cases but closed ones"."""
    timed = any(end == i for found in lat.windows.values() for _, end in found)
    return timed and lat.low(i) == "but" and lat.low(i + 1 + (lat.low(i + 1) in _WAS)).endswith("ed")


def _only_relations(lat: Lattice, i: int) -> bool:
    return all(isinstance(link.entry, EdgeName) for link in lat.links[i])


def glued(lat: Lattice, i: int) -> list[int]:
    """The places from ``i`` to past the glue at which something can start, farthest first."""
    end = glue(lat, i)
    return [at for at in range(end, i - 1, -1) if at in (i, end) or lat.links[at] or here(lat, at, v.HOLDING)]


def articles(lat: Lattice, i: int) -> int:
    """Past articles and ``of the``."""
    while lat.low(i) in (
        "a",
        "an",
        "the",
        "all",
        "any",
        "each",
        "of",
        "our",
        "their",
        "its",
        "these",
        "those",
        "this",
        "that",
    ):
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
    low = lat.numbers.get(i + 1) if lat.low(i) == "between" else None
    high = lat.numbers.get(low[1] + 1) if low and lat.low(low[1]) == "and" else None
    if low and high:
        yield Compared(high[1], "between", low[0], high[0])
        return
    for words in v.COMPARISONS.get(lat.low(i), ()):
        if lat.stands(i, words) and (number := _amount(lat, i + len(words))):
            yield Compared(number[1], v.COMPARED[words], number[0])
    found = _amount(lat, i)
    if found:
        after = amount_after_unit(lat, found[1])
        if after:
            yield Compared(after[1], after[0], found[0])
        elif bare:
            yield Compared(found[1], "eq", found[0])


def amount_after_unit(lat: Lattice, i: int) -> tuple[Comparison, int] | None:
    """``or more`` / ``or less`` said after a number or its unit: "5 days or more"."""
    words = here(lat, i, v.AFTER)
    return (v.AFTER_NUMBER[words], i + len(words)) if words else None


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


def bucket(lat: Lattice, i: int) -> Iterator[tuple[Bucket, int]]:
    """A calendar unit by which to group, at ``i``."""
    words = here(lat, i, v.BUCKETS_BY_FIRST)
    if words:
        yield v.BUCKET_PHRASES[words], i + len(words)
        return
    name = v.BUCKETS.get(lat.base(i)) or v.BUCKETS.get(lat.low(i))
    if lat.base(i) == "hour" and lat.low(i - 1) in _OF_THE_DAY:
        name = "hour_of_day"
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
        if (phrase(lat, start, v.LIST) or 0) > after:  # "tell me about ..."
            break
        start = after
        start += lat.low(start) == ","
    while ending := _polite_end(lat, start, end):
        end -= ending
    while end > start and lat.low(end - 1) == ",":
        end -= 1
    return lat if (start, end) == (0, len(lat)) else lat.arranged(range(start, end))


def _polite_end(lat: Lattice, start: int, end: int) -> int:
    """How many words of politeness stand before ``end``."""
    for size in range(5, 0, -1):
        at = end - size
        if at > start and here(lat, at, v.POLITE_END) and phrase(lat, at, v.POLITE_END) == end:
            return size
    return 0


def has_any(lat: Lattice, words: Iterable[str]) -> bool:
    """Whether any of the words occurs."""
    wanted = set(words)
    return any(token.low in wanted for token in lat.tokens)
