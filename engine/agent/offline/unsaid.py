"""Filters on a value alone, its property unsaid or said after it: ``Phone``, ``the Network team``."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import vocabulary as v
from engine.agent.offline.links import Link
from engine.agent.offline.paths import Path
from engine.agent.offline.reading import Part
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import articles
from engine.agent.offline.valued import BEFORE_OWN_NAME, HAVING, Named, condition, value_list, way, word_before
from engine.catalog.entries import EdgeName, LabelName, PropertyName, ValueEntry
from engine.catalog.words import same_root, split_name
from engine.graph.schema import PropertySchema
from engine.operators.params import Condition

_NONE = frozenset({"no", "without", "lacking"})


def bare(s: Scene, head: str, i: int, clock: str | None, negative: bool) -> Iterator[Part]:
    """A value alone, its property unsaid or said after it: ``Phone``, ``the Network team``, ``high priority``."""
    yield from _met_or_missed(s, head, i)
    for link, entry in s.lat.at(i, ValueEntry):
        prop = s.prop(entry.label, entry.property)
        if prop is None or not _telling(s, link, entry):
            continue
        yield from _said_after(s, head, link, entry, prop)
        before = s.lat.low(word_before(s, i))
        noun = before in HAVING | {"no", "without", "lacking", "missing"}
        both = before in _NONE and _one_of_several(s, link, entry.label)  # "no open critical case": none is both
        for path, far in s.ways(head, entry.label):
            own = not path and entry.property == s.catalog.name_of(head)
            if (own and i and s.lat.low(i - 1) in BEFORE_OWN_NAME) or (path and both):
                continue
            yield from _bare_parts(s, link, entry, prop, path, 1 + far + unlike(s, i, path) + noun * 0.5)


def _one_of_several(s: Scene, link: Link, label: str) -> bool:
    """Whether other values of the same label, and then its name, follow: together they say which things."""
    at = link.end
    while more := next((far.end for far, entry in s.lat.at(at, ValueEntry) if entry.label == label), None):
        at = more
    return at > link.end and _labelled(s, at, label)


def unlike(s: Scene, i: int, path: Path) -> float:
    """A cost where another relation between the same labels has the preposition that was said: "from", "at"."""
    before = s.lat.low(word_before(s, i))
    if len(path) != 1 or before not in BEFORE_OWN_NAME or before in split_name(path[0].edge):
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
        if edge.form == "verb" and s.lat.low(far.end - 1).endswith("ed"):  # "X's are approved" is not by X
            continue
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
    if text.endswith("ed") and s.lat.base(link.start) in v.START_VERBS:  # what was opened need not be open
        return any(str(value).casefold() == text for value in entry.values)
    return not text.isdigit() or len(text) > 4


def _bare_parts(
    s: Scene, link: Link, entry: ValueEntry, prop: PropertySchema, path: Path, cost: float
) -> Iterator[Part]:
    taxonomy = entry.label in s.catalog.profile.taxonomy_labels
    if link.cost >= 2 and not taxonomy:  # a word of several names: each is a reading of its own
        # "The network team", of one such team: as good as its name.
        far = 0.25 if len(entry.values) == 1 and _labelled(s, link.end, entry.label) else 2
        if len(entry.values) <= 8:
            for value in entry.values:
                alone = (Named((value,), link.end),)
                filters, _ = condition(s, path, entry.label, prop, alone, False)
                note = f'"{s.lat.tokens[link.start].text}" was taken for {spoken(entry.label)} "{value}".'
                for end in (
                    {link.end, _past_noun(s, link.end, entry)} if not path else (_past_noun(s, link.end, entry),)
                ):
                    yield Part(end, filters, cost + far, notes=(note,), rewrites=s.rewrite(link, f'"{value}"'))
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
                rewrites=way(s, link, found, path, entry.label, prop.name),
                sides=sides,
            )


def _labelled(s: Scene, i: int, label: str) -> bool:
    return any(entry.label == label for _, entry in s.lat.at(i, LabelName))


def _past_noun(s: Scene, i: int, entry: ValueEntry) -> int:
    """Past the noun that says whose value it was: "Phone *contact type*", "the Network *team*"."""
    for link, prop in s.lat.at(i, PropertyName):
        if (prop.label, prop.property) == (entry.label, entry.property):
            return link.end
    for link, label in s.lat.at(i, LabelName):
        if label.label == entry.label and entry.property == s.catalog.name_of(entry.label):
            return link.end
    return i
