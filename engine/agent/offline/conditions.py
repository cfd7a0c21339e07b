"""Filters on properties and values: ``priority 3``, ``location 143``, ``Phone or Email``, ``mentioning X``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.agent.offline import vocabulary as v
from engine.agent.offline.amounts import numeric
from engine.agent.offline.links import Link
from engine.agent.offline.paths import Path
from engine.agent.offline.reading import Part, Rewrite
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import articles, compared, negation, phrase
from engine.catalog.entries import EdgeName, LabelName, PropertyName, Scalar, ValueEntry
from engine.catalog.names import verbs_of
from engine.catalog.words import same_root, split_name
from engine.graph.schema import PropertySchema
from engine.operators.params import AnyOf, Condition, Filter

_EQUALS = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "of",
        "=",
        "==",
        ":",
        "equal",
        "equals",
        "to",
        "being",
        "the",
        "a",
        "an",
        "set",
        "as",
    ]
)
_BEFORE_OWN_NAME = frozenset(["in", "on", "at", "of", "for", "from", "with", "to", "by", "into", "near", "than"])
HAVING = frozenset(["with", "has", "have", "had", "having"])
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Named:
    """One value (or the several of a taxonomy word) of a known property, read at a place."""

    values: tuple[Scalar, ...]
    end: int
    cost: float = 0


def values_at(s: Scene, i: int, label: str, prop: PropertySchema) -> Iterator[Named]:
    """The values of one property that stand at ``i``: linked, a plain number, or quoted."""
    found = False
    for link, entry in s.lat.at(i, ValueEntry):
        if (entry.label, entry.property) == (label, prop.name):
            found = True
            yield Named(entry.values, link.end, link.cost)
    if found or i >= len(s.lat):
        return
    token = s.lat.tokens[i]
    if prop.type in ("integer", "number") and (number := s.lat.numbers.get(i)):
        yield Named((number[0],), number[1])
    elif prop.type == "boolean" and token.low in _TRUTH:
        yield Named((_TRUTH[token.low],), i + 1)
    elif token.kind == "quoted" and prop.type == "string" and not s.catalog.values.knows(label, prop.name):
        yield Named((token.text,), i + 1)


def value_list(s: Scene, i: int, label: str, prop: PropertySchema) -> Iterator[tuple[tuple[Named, ...], bool]]:
    """Values joined by commas, "or", "and": (values, whether joined by "and"), shorter lists too."""
    for first in values_at(s, i, label, prop):
        yield (first,), False
        yield from _more(s, (first,), label, prop, False)


def _more(
    s: Scene, so_far: tuple[Named, ...], label: str, prop: PropertySchema, anded: bool
) -> Iterator[tuple[tuple[Named, ...], bool]]:
    j = so_far[-1].end
    joint = s.lat.low(j)
    if joint not in (",", "or", "and", "and/or", "&", "nor", "vs", "versus", "than"):
        return
    j += 1
    if joint == "," and s.lat.low(j) in ("or", "and"):
        joint = s.lat.low(j)
        j += 1
    j = _past_name(s, articles(s.lat, j), label, prop.name)
    for following in values_at(s, j, label, prop):
        longer = (*so_far, following)
        last = anded or joint in ("and", "&")
        if joint != ",":
            yield longer, last
        yield from _more(s, longer, label, prop, last)


def _past_name(s: Scene, i: int, label: str, name: str) -> int:
    """Past the property's or label's name said again: "priority 1 or priority 2"."""
    if s.lat.low(i) in ("in", "from", "at", "by", "of", "for", "with"):
        i = articles(s.lat, i + 1)
    for link, entry in s.lat.at(i, PropertyName):
        if (entry.label, entry.property) == (label, name):
            return link.end
    for link, other in s.lat.at(i, LabelName):
        if other.label == label and link.end < len(s.lat):
            return link.end
    return i


def condition(
    s: Scene, path: Path, label: str, prop: PropertySchema, named: tuple[Named, ...], anded: bool
) -> tuple[tuple[Filter, ...], tuple[tuple[str, Filter], ...]]:
    """The filters for values of a property at a path's end, and the sides they can be compared by."""

    def one(values: tuple[Scalar, ...]) -> Filter:
        if len(values) == 1:
            return Condition(path=path, property=prop.name, op="eq", value=values[0])
        return Condition(path=path, property=prop.name, op="within", value=values)

    if anded and not (s.paths.single(path) and prop.type != "list"):
        filters = tuple(one(n.values) for n in named)
    else:
        filters = (one(tuple(dict.fromkeys(value for n in named for value in n.values))),)
    sides: tuple[tuple[str, Filter], ...] = ()
    if len(named) > 1:
        sides = tuple((_side_name(s, label, prop.name, n.values), one(n.values)) for n in named)
    return filters, sides


def _side_name(s: Scene, label: str, name: str, values: tuple[Scalar, ...]) -> str:
    shown = ", ".join(str(value) for value in values)
    if all(isinstance(value, bool | int | float) or str(value).isdigit() for value in values):
        return f"{spoken(label if name == s.catalog.name_of(label) else name)} {shown}"
    return shown


def _makers(s: Scene, head: str, i: int) -> Iterator[tuple[PropertySchema, int]]:
    """Properties named for who does a thing, by their verb: "made by" for ``maker``, "owned by" for ``owner``."""
    if s.lat.low(i + 1) != "by":
        return
    base = s.lat.base(i)
    for name in s.catalog.schema.vertices[head].properties:
        prop = s.prop(head, name)
        if prop and base in verbs_of(split_name(name)[-1]):
            yield prop, i + 2


def named(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """A property or label named before its value: ``priority 3``, ``made SLA``, ``location 143``."""
    for link, entry in s.lat.at(i, PropertyName):
        prop = s.prop(entry.label, entry.property)
        if prop is None or prop.type == "datetime":
            continue
        for path, far in s.ways(head, entry.label):
            cost = 1 + link.cost * 0.5 + far
            yield from _property_part(s, link, entry.label, prop, path, cost, negative)
    for prop, end in _makers(s, head, i):
        for found, anded in value_list(s, articles(s.lat, end), head, prop):
            filters, sides = condition(s, (), head, prop, found, anded)
            yield Part(found[-1].end, filters, 1 + sum(n.cost for n in found), sides=sides)
    for link, other in s.lat.at(i, LabelName):
        prop = s.prop(other.label, s.catalog.name_of(other.label))
        if prop is None:
            continue
        for path, far in s.ways(head, other.label):
            if path or i == 0 or s.lat.low(i - 1) not in _BEFORE_OWN_NAME:
                cost = 1 + link.cost * 0.5 + far
                for j in dict.fromkeys((link.end, _past_is(s, link.end))):
                    yield from _valued(s, link, j, other.label, prop, path, cost)


def _past_is(s: Scene, i: int) -> int:
    while s.lat.low(i) in ("is", "are", "was", "=", "==", "equals", "named", "called"):
        i += 1
    return i


def _property_part(
    s: Scene, link: Link, label: str, prop: PropertySchema, path: Path, cost: float, negative: bool
) -> Iterator[Part]:
    j = link.end
    while s.lat.low(j) in _EQUALS:
        j += 1
    yield from _valued(s, link, j, label, prop, path, cost)
    if prop.type in ("integer", "number"):
        for found in compared(s.lat, j):
            if found.op != "eq":
                end = found.end + (s.lat.low(found.end) in split_name(prop.name)[1:])
                yield Part(end, numeric(path, prop, found), cost)
        yield from in_years(s, j, prop, path, cost)
    if prop.type == "boolean":
        yield from _truth(s, link, prop, path, cost)
    elif negative and prop.type == "integer" and prop.low == 0:  # "no renewals": none, not unknown
        yield Part(link.end, (Condition(path=path, property=prop.name, op="neq", value=0),), cost + 0.5)
    elif negative or s.lat.low(word_before(s, link.start)) in HAVING:
        some = prop.type in ("integer", "number") and prop.low == 0  # "with a fine": of more than nothing
        held = Condition(path=path, property=prop.name, op="gt", value=0)
        there = Condition(path=path, property=prop.name, op="exists")
        yield Part(link.end, (held if some and not negative else there,), cost + 0.5)


def in_years(s: Scene, i: int, prop: PropertySchema, path: Path, cost: float) -> Iterator[Part]:
    """A window on a property that holds plain years: "founded after 1980"."""
    if not s.yearly(prop):
        return
    for window, end in s.lat.windows.get(i, ()):
        if window.grain != "year" or window.yearless:
            continue
        low, high = window.low and window.low.year, window.high and window.high.year
        if low is None:
            yield Part(end, (Condition(path=path, property=prop.name, op="lt", value=high),), cost)
        elif high is None:
            yield Part(end, (Condition(path=path, property=prop.name, op="gte", value=low),), cost)
        else:
            yield Part(end, (Condition(path=path, property=prop.name, op="between", value=low, high=high),), cost)


def _valued(
    s: Scene, link: Link, j: int, label: str, prop: PropertySchema, path: Path, cost: float
) -> Iterator[Part]:
    inner, after = negation(s.lat, j)
    if inner:
        j = articles(s.lat, after)
    for found, anded in value_list(s, j, label, prop):
        filters, sides = condition(s, path, label, prop, found, anded)
        total = cost + sum(n.cost for n in found) + (0.25 if inner else 0)
        if inner:
            filters = tuple(f.model_copy(update={"negate": True}) for f in filters)
            if s.lat.stands(after - 2, ("other", "than")):  # another one: there is one
                filters = (Condition(path=path, property=prop.name, op="exists"), *filters)
        yield Part(
            found[-1].end, filters, total, rewrites=_way(s, link, found, path, label, prop.name), sides=sides
        )


def _way(s: Scene, link: Link, found: tuple[Named, ...], path: Path, label: str, name: str) -> tuple[Rewrite, ...]:
    """How to say by which of several relations the value is reached, or whose property it is."""
    values = " or ".join(str(value) for n in found for value in n.values)
    noun = spoken(label if name == s.catalog.name_of(label) else name)
    start, end = link.start, found[-1].end
    if not path or not s.paths.parallel(path[0]):
        return s.replacing(start, end, f"{noun} {values}")
    said = spoken(path[0].edge)
    if len(path) == 1:
        return s.replacing(start, end, f"{said} {noun} {values}")
    start -= s.lat.low(start - 1) in _BEFORE_OWN_NAME
    return s.replacing(start, end, f"whose {said.removeprefix('has ')} is in {noun} {values}")


def _truth(s: Scene, link: Link, prop: PropertySchema, path: Path, cost: float) -> Iterator[Part]:
    """A yes/no property by its name alone; "missed the SLA" turns ``made_sla`` round."""
    before = word_before(s, link.start)
    missed = s.lat.base(before) in v.MISSING and not any(
        same_root(w, s.lat.base(before)) for w in split_name(prop.name)
    )
    if not missed:
        yield Part(link.end, (Condition(path=path, property=prop.name, op="eq", value=True),), cost)


def word_before(s: Scene, i: int) -> int:
    """The place of the word before, articles passed over."""
    i -= 1
    while i > 0 and s.lat.low(i) in ("a", "an", "the", "any", "its", "their"):
        i -= 1
    return i


def bare(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """A value alone, its property unsaid or said after it: ``Phone``, ``the Network team``, ``high priority``."""
    yield from _met_or_missed(s, head, i)
    for link, entry in s.lat.at(i, ValueEntry):
        prop = s.prop(entry.label, entry.property)
        if prop is None or not _telling(s, link, entry):
            continue
        yield from _said_after(s, head, link, entry, prop)
        noun = s.lat.low(word_before(s, i)) in HAVING | {"no", "without", "lacking", "missing"}
        for path, far in s.ways(head, entry.label):
            own = not path and entry.property == s.catalog.name_of(head)
            if own and i and s.lat.low(i - 1) in _BEFORE_OWN_NAME:
                continue
            yield from _bare_parts(s, link, entry, prop, path, 1 + far + unlike(s, i, path) + noun * 0.5)


def unlike(s: Scene, i: int, path: Path) -> float:
    """A cost where another relation between the same labels has the preposition that was said: "from", "at"."""
    before = s.lat.low(word_before(s, i))
    if len(path) != 1 or before not in _BEFORE_OWN_NAME or before in split_name(path[0].edge):
        return 0
    others = s.paths.parallel(path[0])
    opposite = {"to": "from", "from": "to"}.get(before, before)
    away = opposite != before and opposite in split_name(path[0].edge) and bool(others)
    return 0.5 if away or any(before in split_name(edge) for edge in others) else 0


def _said_after(s: Scene, head: str, link: Link, entry: ValueEntry, prop: PropertySchema) -> Iterator[Part]:
    """The relation said after the value: "the euro as currency", "red is no allowed colour"."""
    at, negative = link.end, False
    while s.lat.low(at) in ("as", "is", "are", "was", "were", "a", "an", "the", "their", "its", "not"):
        negative = negative or s.lat.low(at) == "not"
        at += 1
    for far, edge in s.lat.at(at, EdgeName):
        for hop, target in s.paths.along(edge.edge, head):
            if target == entry.label and (hop.direction == "out" or head != target):
                held = Condition(path=(hop,), property=prop.name, op="within", value=entry.values, negate=negative)
                if len(entry.values) == 1:
                    held = Condition(
                        path=(hop,), property=prop.name, op="eq", value=entry.values[0], negate=negative
                    )
                end = far.end + (s.lat.low(far.end) in ("of", "in", "for") and far.end + 1 == len(s.lat))
                yield Part(end, (held,), 1 + min(link.cost, 1.5) + far.cost * 0.25)


def _met_or_missed(s: Scene, head: str, i: int) -> Iterator[Part]:
    """ "met the SLA", "breached SLA": a verb of meeting or missing before a yes/no property."""
    base = s.lat.base(i)
    if base not in v.MISSING and base not in v.MEETING:
        return
    at = articles(s.lat, i + 1)
    for link, entry in s.lat.at(at, PropertyName):
        prop = s.prop(entry.label, entry.property)
        if prop is None or prop.type != "boolean":
            continue
        words = split_name(entry.property)
        if not any(same_root(word, verb) for word in words for verb in v.MEETING):
            continue  # the property does not speak of meeting anything: "missed" cannot be its opposite
        for path, far in s.ways(head, entry.label):
            held = Condition(path=path, property=prop.name, op="eq", value=base in v.MEETING)
            yield Part(link.end, (held,), 1 + far + link.cost * 0.5)


def _telling(s: Scene, link: Link, entry: ValueEntry) -> bool:
    """Whether a value alone says which property it is of: not for yes/no and short numbers."""
    if any(isinstance(value, bool) for value in entry.values):
        return False
    text = "".join(s.lat.low(n) for n in range(link.start, link.end))
    return not text.isdigit() or len(text) > 4


def _bare_parts(
    s: Scene, link: Link, entry: ValueEntry, prop: PropertySchema, path: Path, cost: float
) -> Iterator[Part]:
    taxonomy = entry.label in s.catalog.profile.taxonomy_labels
    if link.cost >= 2 and not taxonomy:  # a word of several names: each is a reading of its own
        if len(entry.values) <= 8:
            for value in entry.values:
                alone = (Named((value,), link.end),)
                filters, _ = condition(s, path, entry.label, prop, alone, False)
                end = _past_noun(s, link.end, entry)
                note = f'"{s.lat.tokens[i_of(link)].text}" was taken for {spoken(entry.label)} "{value}".'
                yield Part(end, filters, cost + 2, notes=(note,), rewrites=s.rewrite(link, f'"{value}"'))
        return
    for found, anded in value_list(s, link.start, entry.label, prop):
        if found[0].end != link.end or found[0].values != entry.values:
            continue
        filters, sides = condition(s, path, entry.label, prop, found, anded)
        notes: tuple[str, ...] = ()
        if len(entry.values) > 1:
            shown = ", ".join(f'"{value}"' for value in entry.values)
            notes = (f'"{s.lat.tokens[link.start].text}" was taken for {spoken(entry.label)} {shown}.',)
        total = cost + sum(min(n.cost, 1.5) for n in found)
        for end in {found[-1].end, _past_noun(s, found[-1].end, entry)}:
            yield Part(
                end,
                filters,
                total,
                notes=notes,
                rewrites=_way(s, link, found, path, entry.label, prop.name),
                sides=sides,
            )


def i_of(link: Link) -> int:
    """Where a link starts."""
    return link.start


def _past_noun(s: Scene, i: int, entry: ValueEntry) -> int:
    """Past the noun that says whose value it was: "Phone *contact type*", "the Network *team*"."""
    for link, prop in s.lat.at(i, PropertyName):
        if (prop.label, prop.property) == (entry.label, entry.property):
            return link.end
    for link, label in s.lat.at(i, LabelName):
        if label.label == entry.label and entry.property == s.catalog.name_of(entry.label):
            return link.end
    return i


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
