"""What somebody "has open": the state said last is put before what is in it, "open cases"."""

from __future__ import annotations

from engine.agent.offline import vocabulary as v
from engine.agent.offline.links import Lattice
from engine.catalog.entries import LabelName, ValueEntry
from engine.catalog.names import PREPOSITIONS

_DOING = frozenset({"does", "do", "did"})
_HAVING = frozenset({"has", "have", "had"})
_BETWEEN = frozenset({"got", "still", "currently", "now", "presently"})
_STATES = (v.UNDER_WAY | v.STATES | v.UNFINISHED) - {"out", "away"}  # no such word stands before a noun


def put_first(lat: Lattice) -> Lattice:
    """The tokens with the state that somebody has things in moved before the things.

    "Have" behind "does" is no auxiliary, so what follows is no verb: "does X have open" is not when it was opened.
    Neither is a plain adjective behind "has": "has X open", "the cases that X has open".
    """
    for start in range(3, len(lat)):
        end = _state(lat, start)
        noun = _noun(lat, *_had(lat, start)) if end and _ended(lat, end) else None
        if noun is not None:
            moved = [*range(noun), *range(start, end), *range(noun, start), *range(end, len(lat))]
            return lat.arranged(moved)
    return lat


def _state(lat: Lattice, i: int) -> int:
    """Where the state that stands at a place ends, another joined to it included; 0 where none does."""
    ends = [link.end for link, _ in lat.at(i, ValueEntry) if not link.cost]
    if lat.low(i) in _STATES or lat.base(i) in v.END_VERBS:
        ends.append(i + 1)
    end = max(ends, default=0)
    more = _state(lat, end + 1) if end and lat.low(end) in ("and", "or") else 0
    return more or end


def _ended(lat: Lattice, i: int) -> bool:
    """Whether nothing follows that the state could be of."""
    return i >= len(lat) or i in lat.windows or lat.low(i) in PREPOSITIONS or lat.tokens[i].kind == "symbol"


def _had(lat: Lattice, i: int) -> tuple[int, range]:
    """Where the things end that are had in the state at a place, and the words for who has them."""
    at = i
    while lat.low(at - 1) in _BETWEEN:
        at -= 1
    plain = lat.low(i) == lat.base(i) or "got" in map(lat.low, range(at, i))
    asked = next((n for n in range(1, at) if lat.low(n) in _DOING), 0)
    having = lat.low(at - 1) in _HAVING
    if asked:
        return asked, range(asked + 1, at - 1 if having else 0)
    if having:
        return at - 1, range(1, at - 1 if plain else 0)
    inverted = next((n for n in range(1, at) if lat.low(n) in _HAVING), 0)
    return inverted, range(inverted + 1, at if plain and _named_to(lat, at) else 0)


def _named_to(lat: Lattice, end: int) -> bool:
    """Whether a name ends at a place: "has X open", not "has the most cases open"."""
    return any(link.end == end for n in range(end) for link, _ in lat.at(n, ValueEntry))


def _noun(lat: Lattice, stop: int, owner: range) -> int | None:
    """Where the noun for the things that are had starts, where others are named between it and the state."""
    for n in range(stop):
        end = max((link.end for link, _ in lat.at(n, LabelName)), default=0)
        if end and not any(True for _ in lat.at(end, LabelName)):
            named = any(lat.links[k] for k in owner if k >= end)
            return n if named else None
    return None
