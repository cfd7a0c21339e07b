"""What an adjective or verb of degree speaks of: ``cheapest`` of a price, ``weighs`` of a weight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.agent.offline import vocabulary as v
from engine.agent.offline.durations import whole_times
from engine.agent.offline.scene import Scene, spoken
from engine.catalog.words import lemma, split_name
from engine.operators.params import Duration, Ref

_ADJECTIVES = {
    word: (name, side == "high")
    for name, quality in v.QUALITIES.items()
    for side in ("high", "low")
    for word in quality.get(side, "").split()
}
_VERBS = {verb: name for name, quality in v.QUALITIES.items() for verb in quality["verbs"].split()}
_RATED = frozenset({"rated", "paid", "scored", "priced"})  # participles that stand after "highest" and the like
_GRADED = frozenset(v.QUALITIES["rating"]["graded"].split())
#: Words of numbers that are no size or count of anything.
NO_SIZE = frozenset(v.QUALITIES["size"]["never"].split())
_BIRTH = frozenset({"birth", "born", "dob", "birthday", "birthdate"})
_AGE_WORDS = {"oldest": True, "eldest": True, "youngest": False}


@dataclass(frozen=True, slots=True)
class Degree:
    """An adjective in its place: what it speaks of, whether of much of it, and where it ends."""

    quality: str
    high: bool
    end: int


@dataclass(frozen=True, slots=True)
class Fit:
    """What things of a label are ordered by, and how to say so outright."""

    of: Ref | Duration
    high: bool
    said: str
    notes: tuple[str, ...] = ()


def superlative(s: Scene, i: int) -> Degree | None:
    """``cheapest``, ``most expensive``, ``least expensive``, ``highest rated`` at a place."""
    low, after = s.lat.low(i), s.lat.low(i + 1)
    if low in ("most", "least", "best", "worst", "highest", "lowest", "top"):
        found = _ADJECTIVES.get(after)
        if found is None or (low not in ("most", "least") and after not in _RATED):
            return None
        return Degree(found[0], found[1] == (low in ("most", "best", "highest", "top")), i + 2)
    found = _ADJECTIVES.get(s.lat.base(i)) if low.endswith("est") else None
    return Degree(found[0], found[1], i + 1) if found else None


def comparative(s: Scene, i: int) -> Degree | None:
    """``cheaper``, ``more expensive`` at a place, "than" passed over."""
    low = s.lat.low(i)
    if low in ("more", "less") and s.lat.low(i + 2) == "than":
        found = _ADJECTIVES.get(s.lat.low(i + 1))
        return Degree(found[0], found[1] == (low == "more"), i + 3) if found else None
    found = _ADJECTIVES.get(s.lat.base(i)) if low.endswith("er") and s.lat.low(i + 1) == "than" else None
    return Degree(found[0], found[1], i + 2) if found else None


def plain(s: Scene, i: int) -> str:
    """The quality that an adjective at a place speaks of, as in "how heavy", or nothing."""
    return _ADJECTIVES.get(s.lat.low(i), ("", True))[0]


def verb(s: Scene, i: int) -> str:
    """The quality that a verb at a place speaks of, or nothing."""
    return _VERBS.get(s.lat.low(i)) or _VERBS.get(s.lat.base(i), "")


def fits(s: Scene, label: str, degree: Degree) -> list[Fit]:
    """What a degree can be of in a label: one is meant, of several none is certain."""
    quality = v.QUALITIES[degree.quality]
    names = held(s, label, degree.quality)
    found = [_number(s, label, name, degree.high) for name in names]
    if quality.get("lasting") and not (found and degree.quality == "speed"):
        longer = degree.high == (degree.quality == "length")
        found += [_lasting(span.start, span.stop, longer) for span in whole_times(s, label)]
    if not found and quality.get("vague"):
        marks = held(s, label, "rating")
        sized = [name for name in numbers(s, label) if name not in marks]
        if len(sized) > 1:
            return [_number(s, label, name, degree.high) for name in sized]
        note = f"The size was taken as {spoken(sized[0])}." if sized else ""
        fit = [replace(_number(s, label, name, degree.high), notes=(note,)) for name in sized]
        return [] if NO_SIZE & {word for name in sized for word in split_name(name)} else fit
    return found


def graded(of: Ref | Duration) -> bool:
    """Whether a number says how good things are, the greater the better."""
    return isinstance(of, Ref) and bool(_GRADED & set(split_name(of.property)))


def held(s: Scene, label: str, quality: str) -> list[str]:
    """The numeric properties of a label that hold a quality, by the most telling words that any is named by."""
    of_label = numbers(s, label)
    for words in v.QUALITIES[quality]["names"].split("|"):
        wanted = {lemma(word) for word in words.split()}
        named = [name for name in of_label if wanted & {lemma(word) for word in split_name(name)}]
        if named:
            return named
    return []


def numbers(s: Scene, label: str) -> list[str]:
    """The numeric properties of a label that measure something: no years, no identifiers."""
    vertex = s.catalog.schema.vertices[label]
    naming = s.catalog.name_of(label)
    return [
        name
        for name, prop in vertex.properties.items()
        if prop.type in ("integer", "number")
        and s.prop(label, name)
        and name != naming
        and not s.yearly(prop)
        and split_name(name)[-1] not in ("id", "number", "no", "code", "year")
    ]


def _number(s: Scene, label: str, name: str, high: bool) -> Fit:
    word = "highest" if high else "lowest"
    return Fit(Ref(property=name), high, f"with the {word} {spoken(name)}")


def _lasting(start: Ref, stop: Ref, longer: bool) -> Fit:
    note = f"The time was taken from {spoken(start.property)} to {spoken(stop.property)}."
    said = f"by time from {spoken(start.property)} to {spoken(stop.property)}"
    return Fit(Duration(start=start, end=stop), longer, said, (note,))


def ages(s: Scene, label: str, word: str) -> list[tuple[str, bool]]:
    """The property that says how old things of a label are, where one does: (name, whether the greatest is meant).

    People are as old as their birth says, not as long as they have been known.
    """
    oldest = _AGE_WORDS.get(word)
    if oldest is None:
        return []
    properties: dict[str, Any] = s.catalog.schema.vertices[label].properties
    open_ = [name for name in properties if s.prop(label, name)]
    born = [name for name in open_ if _BIRTH & set(split_name(name)) and _dated(s, properties[name])]
    if born:
        return [(name, not oldest) for name in born]
    return [(name, oldest) for name in open_ if split_name(name)[-1] == "age" and name in numbers(s, label)]


def _dated(s: Scene, prop: Any) -> bool:
    return prop.type == "datetime" or s.yearly(prop)
