"""Comparisons of sides, and yes/no questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import ends
from engine.agent.offline.groups import finished
from engine.agent.offline.links import Lattice
from engine.agent.offline.measuring import Function, cores, function_at, of_whom
from engine.agent.offline.reading import Parse
from engine.agent.offline.rivals import kinds_of, rivals
from engine.agent.offline.scene import Scene
from engine.agent.offline.shapes import phrase
from engine.catalog.entries import LabelName
from engine.catalog.wording import noun
from engine.operators.params import Aggregate, Compare, Filter, Measure, Ref

_ASKING = frozenset(
    [
        "compare",
        "comparison",
        "which",
        "who",
        "what",
        "has",
        "have",
        "had",
        "are",
        "were",
        "is",
        "was",
        "did",
        "do",
        "does",
        "there",
        "we",
        "get",
        "got",
        "more",
        "fewer",
        "less",
        "most",
        "the",
        "number",
        "of",
        ":",
        ",",
        "highest",
        "lowest",
        "count",
        "between",
        "between",
        "for",
        "how",
        "many",
    ]
)
_BETWEEN = frozenset({"vs", "versus", "than"})
_JOINING = _BETWEEN | {"or", "and"}
_DENYING = frozenset({"not", "no", "without"})
_HAD = frozenset({"had", "has", "have", "got", "saw"})
_YES_NO = frozenset(["is", "are", "was", "were", "does", "do", "did", "has", "have", "had", "can"])


def comparisons(s: Scene) -> Iterator[Parse]:
    """ "Which has more X, A or B", "more A or B", "compare A and B", "A vs B"."""
    asked = _since_when(s.lat)
    if asked is not None:
        yield from _led(s.over(s.lat.arranged(range(asked))))
        return
    s = s.over(_once(_commoner(_against(s.lat))))
    low = [token.low for token in s.lat.tokens]
    if not (
        set(low) & {"more", "fewer", "less", "compare", "comparison", "vs", "versus", "most", "than", "higher"}
    ):
        return
    if not set(low) & {"or", "vs", "versus", "and", "to", "with", "than"}:
        return
    for order in _orders(s, low):
        for lat in _alternatives(s.lat.arranged(order)):
            yield from _measured_sides(s.over(lat))
    yield from _alone(s, low)


def _alternatives(lat: Lattice) -> Iterator[Lattice]:
    """The tokens as they stand, and with a word between the sides as "or": one may be what the other is not."""
    yield lat
    for n, token in enumerate(lat.tokens):
        if token.low in _BETWEEN or (token.low == "and" and lat.low(n + 1) in _DENYING):
            tokens = (*lat.tokens[:n], replace(token, low="or"), *lat.tokens[n + 1 :])
            yield replace(lat, tokens=tokens)


def _measured_sides(s: Scene) -> Iterator[Parse]:
    """A count of each side, or a measure."""
    for one in nouns.phrases(s, 0):
        yield from _sided(s, one, Measure(), 1)
    found = function_at(s, 0)
    for core in cores(s, found[1]) if found else ():
        function: Function = found[0] if found else "avg"
        for label, part, of in of_whom(s, core):
            yield from _sided(s, nouns.Noun(label, part), Measure(function=function, of=of), 1 + core.cost)


def _since_when(lat: Lattice) -> int | None:
    """Where "(and) since when" begins, at the end of the question."""
    at = len(lat) - 2
    if at < 1 or lat.low(at) != "since" or lat.low(at + 1) != "when":
        return None
    while lat.low(at - 1) in ("and", ","):
        at -= 1
    return at


def _led(s: Scene) -> Iterator[Parse]:
    """Comparisons of counts that say too since when the one side has led."""
    for parse in comparisons(s):
        sides = parse.params.sides if isinstance(parse.params, Compare) else ()
        began = s.start_time(sides[0][1].label) if sides else []
        if len(began) == 1 and not any(side.group_by or side.measure.of or side.share_of for _, side in sides):
            since = Ref(property=began[0])
            yield replace(parse, params=parse.params.model_copy(update={"since": since}))


def _alone(s: Scene, low: Sequence[str]) -> Iterator[Parse]:
    """ "Compare A and B", nothing said of what: themselves where they are things, else the main things in each."""
    case = s.catalog.profile.case_label
    if low[0] != "compare":
        return
    things = list(rivals(s, 1)) + [parse for one in kinds_of(s, 1) for parse in _sided(s, one, Measure(), 1)]
    yield from things
    if things or case not in s.catalog.schema.vertices:
        return
    noted = (f"The number of {noun(str(case))} was compared.",)
    for part in m.modifiers(s, str(case), 1):
        yield from _sided(s, nouns.Noun(str(case), replace(part, notes=part.notes + noted)), Measure(), 2)


def _against(lat: Lattice) -> Lattice:
    """The tokens with "compared with" as the one word "versus", and without "it" and "that" after a window."""
    kept: list[int] = []
    tokens = list(lat.tokens)
    for n, token in enumerate(lat.tokens):
        if token.low in ("to", "with", "against") and n and lat.low(n - 1) in ("compared", "compare"):
            continue
        if token.low in ("it", "that") and lat.low(n - 1) == "before":
            continue
        if token.low == "compared" or (token.low == "compare" and n and lat.low(n + 1) in ("to", "with")):
            tokens[n] = replace(token, low="versus")
        if token.low == "," and lat.low(n + 1) in ("compared", "versus", "vs"):
            continue
        kept.append(n)
    return replace(lat, tokens=tuple(tokens)).arranged(kept)


def _commoner(lat: Lattice) -> Lattice:
    """ "Which is more common, A or B", "is A more common than B" as "compare A or B"."""
    at = next((n for n in range(len(lat)) if lat.low(n) == "more" and lat.low(n + 1) in v.FREQUENT), None)
    if at is None:
        return lat
    sides = [n for n in range(len(lat)) if n not in (at, at + 1) and (lat.links[n] or lat.low(n) not in _ASKING)]
    tokens = (*lat.tokens[:at], replace(lat.tokens[at], low="compare"), *lat.tokens[at + 1 :])
    return replace(lat, tokens=tokens).arranged([at, *sides])


def _once(lat: Lattice) -> Lattice:
    """The tokens without the noun of the first side, where the other side says it too: "A cases than B cases"."""
    for n in range(1, len(lat) - 2):
        again = any(lat.base(k) == lat.base(n) for k in range(n + 3, len(lat)))
        if again and lat.low(n + 1) in _JOINING and any(True for _ in lat.at(n, LabelName)):
            return lat.arranged([k for k in range(len(lat)) if k != n])
    return lat


def _orders(s: Scene, low: Sequence[str]) -> Iterator[list[int]]:
    """The tokens without the words that ask for a comparison; the noun first where the sides came first."""
    places = range(len(low))
    drop = {n for n in places if low[n] in ("more", "fewer", "less", "compare", "comparison", "most", "higher")}
    asked = _asked_unit(s)
    drop |= asked
    first = 0
    while first < len(low) and low[first] in _ASKING and not s.lat.links[first]:
        first += 1
    first = phrase(s.lat, first, v.COUNT) or first  # "number of": counting is what comparing does
    rest = [n for n in places if n >= first and n not in drop]
    yield rest
    for n in rest[1:]:  # "A and B by average X", "A vs B average X": what is compared stands last
        counted = phrase(s.lat, n, v.COUNT)  # "by number of X"
        if (function_at(s, n) or counted) and low[n] not in ("a", "the"):
            sides = [k for k in rest if k < n and not (k == n - 1 and low[k] in ("by", "in", "on", "for"))]
            yield [k for k in rest if k >= (counted or n)] + sides
    if asked:
        yield [n for n in rest if low[n] not in _HAD]
    if "," in low:  # "A or B, which has more X" / "which has more X, A or B"
        cut = low.index(",") if low.count(",") == 1 else len(low) - 1 - low[::-1].index(",")
        before = [n for n in range(cut) if n not in drop and not (low[n] in _ASKING and not s.lat.links[n])]
        after = [
            n for n in range(cut + 1, len(low)) if n not in drop and not (low[n] in _ASKING and not s.lat.links[n])
        ]
        yield before + after
        yield after + before
    for n in places:  # "did A or B have more X": the noun stands last
        if low[n] in ("more", "fewer", "most", "less"):
            tail = list(range(n + 1, len(low)))
            head = [
                k
                for k in range(first, n)
                if low[k] not in ("have", "has", "had", "get", "got", "the", "did", "does", "do")
            ]
            if tail and head:
                yield tail + head


def _asked_unit(s: Scene) -> set[int]:
    """The calendar unit of "which year had more X, 2024 or 2025": what the sides are says it already."""
    at = 1 + (s.lat.low(0) in ("in", "during"))
    sides = [n for n, found in s.lat.windows.items() if any(window.grain == s.lat.base(at) for window, _ in found)]
    asked = s.lat.low(at - 1) in ("which", "what") and s.lat.base(at) in v.BUCKETS
    return {at} if asked and len(sides) == 2 else set()


def _sided(s: Scene, one: nouns.Noun, measure: Measure, cost: float) -> Iterator[Parse]:
    part = one.part
    if len(part.sides) < 2 or not finished(s, part.end):
        return
    joint = _joint(part.sides)
    common: tuple[Filter, ...] = tuple(f for f in part.filters if not _covers(f, joint))
    if len(common) != len(part.filters) - 1 or any(side in common for _, side in part.sides):
        return
    sides = tuple(
        (name, Aggregate(label=one.label, filters=(*common, side), measure=measure)) for name, side in part.sides
    )
    yield Parse(Compare(sides=sides), "compare", cost + part.cost, part.notes, part.rewrites)


def _joint(sides: Sequence[tuple[str, Filter]]) -> set[object]:
    return {value for _, one in sides for value in _values(one)}


def _values(item: Filter) -> list[object]:
    inner = getattr(item, "filters", None)
    if inner is not None:
        return [value for one in inner for value in _values(one)]
    value, high = getattr(item, "value", None), getattr(item, "high", None)
    return [*value] if isinstance(value, tuple) else [(getattr(item, "property", None), value, high)]


def _covers(item: Filter, joint: set[object]) -> bool:
    """Whether the filter is the one that the sides were cut from."""
    flat = {v[1] if isinstance(v, tuple) and len(v) == 3 else v for v in joint}
    mine = {v[1] if isinstance(v, tuple) and len(v) == 3 else v for v in _values(item)}
    return mine == flat


def existence(s: Scene) -> Iterator[Parse]:
    """ "Is there any X ...", "does A border B", "is incident 45 resolved"."""
    end = phrase(s.lat, 0, v.EXISTS)
    if end is not None:
        for one in nouns.phrases(s, end):
            for tail in ends(s, one.label, one.part):
                if not tail.by:
                    part = one.part.then(tail.part)
                    params = Aggregate(label=one.label, filters=part.filters)
                    yield Parse(params, "exists", part.cost + 1, part.notes, part.rewrites)
    if s.lat.low(0) in _YES_NO:
        for one in nouns.phrases(s, 1, after=False):
            if not one.part.filters or (not one.name and s.lat.low(0) not in ("is", "was")):
                continue
            yield from _true_of(s, one)


def _true_of(s: Scene, one: nouns.Noun) -> Iterator[Parse]:
    for part in m.modifiers(s, one.label, one.end):
        if part.filters and finished(s, part.end):
            whole = one.part.then(part)
            params = Aggregate(label=one.label, filters=whole.filters)
            yield Parse(params, "exists", whole.cost + 1, whole.notes, whole.rewrites)
