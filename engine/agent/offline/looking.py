"""Lists of vertices, and single things looked up of them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agent.offline import modifiers as m
from engine.agent.offline import nouns
from engine.agent.offline import vocabulary as v
from engine.agent.offline.counting import starts
from engine.agent.offline.durations import ended
from engine.agent.offline.groups import finished
from engine.agent.offline.links import Link
from engine.agent.offline.measuring import cores
from engine.agent.offline.paths import Path
from engine.agent.offline.qualities import ages
from engine.agent.offline.reading import Parse, Rewrite
from engine.agent.offline.scene import Scene, spoken
from engine.agent.offline.shapes import articles, glue, glued, phrase
from engine.agent.offline.unsaid import unlike
from engine.catalog.entries import EdgeName, LabelName, PropertyName
from engine.catalog.words import same_root, singular, split_name
from engine.operators.params import Aggregate, Duration, Find, Ref

MOST = 1000
_OF = frozenset(
    [
        "of",
        "for",
        "from",
        "in",
        "on",
        "at",
        "does",
        "do",
        "did",
        "has",
        "have",
        "had",
        "is",
        "was",
        "were",
        "are",
        "with",
        "by",
        "to",
    ]
)


def lists(s: Scene) -> Iterator[Parse]:
    """ "List X ...", "which X ...", "the 5 latest X", "X with the highest Y"."""
    for i in starts(s):
        asked = i > 0 or phrase(s.lat, 0, v.LIST) is not None
        extra = 1.0 if asked else 2.5
        yield from _plain(s, i, extra)
        yield from _ordered(s, i, extra)
        yield from _by_extreme(s, i, extra)
        yield from _implied(s, i, extra)


def _plain(s: Scene, i: int, extra: float) -> Iterator[Parse]:
    number = s.lat.numbers.get(i)
    for at, limit in ((i, MOST), (number[1], int(number[0]))) if number else ((i, MOST),):
        for noun in nouns.phrases(s, at):
            if not finished(s, noun.end) or not 1 <= limit <= MOST:
                continue
            if extra > 2 and s.lat.text.rstrip().endswith("?") and noun.label == s.catalog.profile.case_label:
                params = Aggregate(label=noun.label, filters=noun.part.filters)
                yield Parse(params, "count", extra + noun.part.cost, noun.part.notes, noun.part.rewrites)
            else:
                yield _find(noun, extra, limit=limit)


def _find(
    noun: nouns.Noun,
    extra: float,
    *,
    limit: int = MOST,
    order: Ref | Duration | None = None,
    descending: bool = True,
    notes: tuple[str, ...] = (),
) -> Parse:
    params = Find(label=noun.label, filters=noun.part.filters, order_by=order, descending=descending, limit=limit)
    return Parse(params, "list", extra + noun.part.cost, notes + noun.part.notes, noun.part.rewrites)


def _implied(s: Scene, i: int, extra: float) -> Iterator[Parse]:
    """ "Who resolved X", "what does X own": what a relation leads to, its label unsaid."""
    if i == 0 or s.lat.low(0) not in ("who", "what", "where", "which", "whom"):
        return
    for at in glued(s.lat, 1):
        yield from _led_to(s, at, extra)
    at = glue(s.lat, 1)
    for noun in nouns.phrases(s, at, after=False):
        for link, entry in s.lat.at(glue(s.lat, noun.end), EdgeName):
            if noun.part.filters and finished(s, link.end):
                yield from _reached(s, noun, entry.edge, extra + link.cost * 0.5, outward=True)


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
                    yield from _reached(s, noun, entry.edge, extra + link.cost * 0.5, outward=None)
                elif entry.form == "active" or _acts(s, link, entry.edge):
                    yield from _reached(s, noun, entry.edge, extra + link.cost * 0.5, outward=False)


def _acts(s: Scene, link: Link, edge: str) -> bool:
    """Whether a relation between things of one kind is said by its own verb: the subject is where it starts.

    Of other words (``manages`` for ``has_manager``) the direction is not certain.
    """
    words = split_name(edge)
    active = s.lat.low(link.end) != "by" and s.lat.low(link.end - 1) != "by"
    return active and link.end == link.start + len(words) and same_root(words[0], s.lat.base(link.start))


def _reached(s: Scene, noun: nouns.Noun, edge: str, cost: float, *, outward: bool | None) -> Iterator[Parse]:
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


def _ordered(s: Scene, i: int, extra: float) -> Iterator[Parse]:
    """ "the 5 most recent X", "the oldest open X", "top 5 longest X by distance"."""
    for limit, word, at in _superlative(s, i):
        for noun in nouns.phrases(s, at):
            many = limit or (1 if _singular(s, noun) else 5)
            for name, end in _times(s, noun, word):
                if finished(s, end):
                    yield _find(noun, extra, limit=many, order=Ref(property=name), descending=v.BY_TIME[word])
            for order, part, notes in _lengths(s, noun, word):
                if finished(s, part):
                    down = v.BY_LENGTH.get(word, v.BY_AMOUNT.get(word, True))
                    yield _find(noun, extra, limit=many, order=order, descending=down, notes=notes)


def _superlative(s: Scene, i: int) -> Iterator[tuple[int | None, str, int]]:
    limit: int | None = None
    for _ in range(3):
        number = s.lat.numbers.get(i)
        if s.lat.low(i) in ("top", "the"):
            i += 1
        elif number:
            limit, i = int(number[0]), number[1]
        else:
            break
    if s.lat.low(i) == "most" and s.lat.low(i + 1) in ("recent", "recently"):
        i += 1
    word = s.lat.low(i)
    if word in v.BY_TIME or word in v.BY_LENGTH or word in v.BY_AMOUNT:
        number = s.lat.numbers.get(i + 1)
        yield (int(number[0]), word, number[1]) if number and limit is None else (limit, word, i + 1)


def _singular(s: Scene, noun: nouns.Noun) -> bool:
    word = s.lat.low(noun.noun_end - 1)
    return singular(word) == word


def _times(s: Scene, noun: nouns.Noun, word: str) -> Iterator[tuple[str, int]]:
    if word not in v.BY_TIME or ages(s, noun.label, word):
        return
    times = s.start_time(noun.label)
    if not times:
        properties = s.catalog.schema.vertices[noun.label].properties.values()
        times = [prop.name for prop in properties if s.yearly(prop)]
        times = times if len(times) == 1 else []
    if noun.part.clock:
        times = [noun.part.clock]
    else:  # "the last 5 returned loans": last by when they were returned, whatever else the word means
        start = noun.noun_end - 4
        said = [name for n in range(max(0, start), noun.noun_end - 1) for name, *_ in s.time_verb(n, noun.label)]
        times = [name for name in said if name not in s.start_time(noun.label)][:1] or times
    for name in times:
        if name:
            yield name, noun.end


def _lengths(s: Scene, noun: nouns.Noun, word: str) -> Iterator[tuple[Ref | Duration, int, tuple[str, ...]]]:
    """What a superlative of length or amount orders by: said after "by", or the noun's own lasting."""
    if word in v.BY_TIME:
        return
    if s.lat.low(noun.end) in ("by", "in"):
        for core in cores(s, noun.end + 1):
            if core.label == noun.label:
                yield core.of, core.end, core.notes


def _by_extreme(s: Scene, i: int, extra: float) -> Iterator[Parse]:
    """ "X with the highest Y", "which X took the longest to resolve", "5 X with the longest resolution time"."""
    number = s.lat.numbers.get(i)
    at = number[1] if number else i
    if s.lat.low(at) == "top":
        more = s.lat.numbers.get(at + 1)
        number, at = (more, more[1]) if more else (number, at + 1)
    for noun in nouns.phrases(s, at):
        limit = int(number[0]) if number else (1 if _singular(s, noun) else 5)
        for order, end, descending, notes in _extremes(s, noun, glue(s.lat, noun.end)):
            if finished(s, end):
                yield _find(noun, extra + 1, limit=limit, order=order, descending=descending, notes=notes)


Ordering = tuple["Ref | Duration", int, bool, tuple[str, ...]]  # by what, end, highest first, notes


def _extremes(s: Scene, noun: nouns.Noun, at: int) -> Iterator[Ordering]:
    took = s.lat.base(at) in ("take", "last")
    at = articles(s.lat, at + 1 if took else at)
    if s.lat.low(at) == "by":
        at = articles(s.lat, at + 1)
    word = s.lat.low(at)
    descending = v.BY_LENGTH.get(word, v.BY_AMOUNT.get(word))
    if descending is not None:
        yield from _measured(s, noun, at + 1, descending)
        if took or word in v.BY_LENGTH:
            yield from _lasting(s, noun, at + 1 + (s.lat.low(at + 1) == "time"), descending)
    elif s.lat.low(noun.end) == "by":
        yield from _measured(s, noun, noun.end + 1, True)


def _measured(s: Scene, noun: nouns.Noun, at: int, descending: bool) -> Iterator[Ordering]:
    for core in cores(s, at):
        if core.label == noun.label:
            yield core.of, core.end, descending, core.notes


def _lasting(s: Scene, noun: nouns.Noun, at: int, descending: bool) -> Iterator[Ordering]:
    """ "(took the longest) to resolve"; without an end, until the first way of ending."""
    start = s.start_time(noun.label)
    if not start:
        return
    if s.lat.low(at) in ("to", "until"):
        for name, end, _ in s.time_verb(articles(s.lat, at + 1), noun.label):
            if name != start[0]:
                yield Duration(start=Ref(property=start[0]), end=Ref(property=name)), end, descending, ()
    if finished(s, at):
        for span in ended(s, noun.label):
            yield Duration(start=span.start, end=span.stop), at, descending, span.notes


def lookups(s: Scene) -> Iterator[Parse]:
    """ "What is the X of Y", "Y's X", "when was Y resolved", "what X does Y have"."""
    for i in starts(s):
        for at in dict.fromkeys((i, articles(s.lat, i))):
            for thing in _things(s, at):
                yield from _of_noun(s, thing)
                if s.lat.low(thing.end) == "and" and thing.prop:
                    for second in _things(s, articles(s.lat, thing.end + 1)):
                        if second.prop and second.label == thing.label:
                            yield from _of_noun(s, second, also=thing.prop)
        yield from _possessive(s, i)
    yield from _when(s)
    yield from _where(s)
    yield from _costs(s)


def _of_noun(s: Scene, thing: _Thing, also: str = "") -> Iterator[Parse]:
    prop = s.prop(thing.label, thing.prop) if thing.prop else None
    if prop and prop.type == "boolean" and s.lat.low(thing.end) not in _OF:
        return  # "overdue loans of X" are loans, not the values of "overdue"
    j = thing.end + (s.lat.low(thing.end) in _OF)
    for noun in nouns.phrases(s, glue(s.lat, j)):
        if not noun.part.filters or not finished(s, noun.end):
            continue
        if not also:
            yield from thing.of(s, noun)
        elif noun.name and noun.label == thing.label:
            select = (s.name_ref(noun.label), Ref(property=also), Ref(property=thing.prop))
            params = Find(label=noun.label, filters=noun.part.filters, select=select, limit=MOST)
            yield Parse(params, "lookup", 1 + thing.cost + noun.part.cost, noun.part.notes, noun.part.rewrites)


class _Thing:
    """What is asked of a noun: a property, a neighbour by its label, or what a relation leads to."""

    def __init__(self, end: int, cost: float, label: str = "", prop: str = "", edge: str = "") -> None:
        self.end, self.cost, self.label, self.prop, self.edge = end, cost, label, prop, edge

    def of(self, s: Scene, noun: nouns.Noun) -> Iterator[Parse]:
        """The look-up of this thing of a noun."""
        part, cost = noun.part, 1 + self.cost + noun.part.cost
        if self.edge and s.lat.low(self.end - 1) == "of":  # "of": first what leads to X, by its relation's name
            yield from _reached(s, noun, self.edge, cost + 0.25, outward=False)
        elif self.edge:
            yield from _reached(s, noun, self.edge, cost, outward=True)
        elif self.prop:
            for path, far in s.ways(noun.label, self.label):
                if path and not s.paths.single(path):  # values of many vertices: each once
                    yield from self._of_many(s, noun, cost + far)
                    continue
                select: tuple[Ref, ...] = (Ref(property=self.prop, path=path),)
                if noun.name:
                    select = (s.name_ref(noun.label), *select)
                params = Find(
                    label=noun.label, filters=part.filters, select=select, distinct=not noun.name, limit=MOST
                )
                yield Parse(params, "lookup", cost + far, part.notes, part.rewrites)
        else:
            for path, far in s.ways(self.label, noun.label):
                if path:
                    params = Find(label=self.label, filters=nouns.through(s, path, part.filters), limit=MOST)
                    said = self._related_by(s, noun, path)
                    far += unlike(s, self.end + 1, path)
                    yield Parse(params, "lookup", cost + far, part.notes, part.rewrites + said)

    def _related_by(self, s: Scene, noun: nouns.Noun, path: Path) -> tuple[Rewrite, ...]:
        """How to say by which of several relations: "incidents *assigned to* person 13"."""
        if len(path) != 1 or not s.paths.parallel(path[0]) or noun.noun_end <= self.end:
            return ()
        at = self.end + (s.lat.low(self.end) in _OF)
        words = s.lat.text[s.lat.tokens[at].start : s.lat.tokens[noun.noun_end - 1].end]
        return s.replacing(self.end, noun.noun_end, f"{spoken(path[0].edge)} {words}")

    def _of_many(self, s: Scene, noun: nouns.Noun, cost: float) -> Iterator[Parse]:
        for path, _ in s.ways(self.label, noun.label):
            filters = nouns.through(s, path, noun.part.filters)
            select = (Ref(property=self.prop),)
            params = Find(label=self.label, filters=filters, select=select, distinct=True, limit=MOST)
            yield Parse(params, "lookup", cost, noun.part.notes, noun.part.rewrites)


def _things(s: Scene, i: int) -> Iterator[_Thing]:
    for link, entry in s.lat.at(i, PropertyName):
        if s.prop(entry.label, entry.property) and not entry.verb:
            yield _Thing(link.end, link.cost * 0.5, entry.label, entry.property)
    for link, label in s.lat.at(i, LabelName):
        yield _Thing(link.end, link.cost * 0.5 + 0.25, label.label)
    labelled = {link.end for link, _ in s.lat.at(i, LabelName) if not link.cost}
    for link, edge in s.lat.at(i, EdgeName):
        if edge.form not in ("verb", "active") and link.end not in labelled:
            yield _Thing(link.end, link.cost * 0.5, edge=edge.edge)


def _possessive(s: Scene, i: int) -> Iterator[Parse]:
    """ "France's capital", "incident 45's priority"."""
    for noun in nouns.phrases(s, i, after=False):
        owned = s.lat.low(noun.end) == "'s"
        for thing in _things(s, noun.end + owned) if noun.part.filters and (owned or noun.name) else ():
            if finished(s, thing.end) and (owned or (thing.prop and thing.label == noun.label)):
                yield from thing.of(s, noun)


def _when(s: Scene) -> Iterator[Parse]:
    """ "When was incident 45 resolved"."""
    if s.lat.low(0) != "when":
        return
    for noun in nouns.phrases(s, glue(s.lat, 1), after=False):
        if not noun.part.filters:
            continue
        for name, end, cost in s.time_verb(glue(s.lat, noun.end), noun.label):
            if finished(s, end):
                select = (s.name_ref(noun.label), Ref(property=name))
                params = Find(label=noun.label, filters=noun.part.filters, select=select, limit=MOST)
                yield Parse(params, "lookup", 1 + cost + noun.part.cost, noun.part.notes, noun.part.rewrites)


def _where(s: Scene) -> Iterator[Parse]:
    """ "Where is X": what says a place of it, its own or of the one neighbour that is a place."""
    if s.lat.low(0) != "where":
        return
    for noun in nouns.phrases(s, glue(s.lat, 1), after=False):
        if not noun.name or not finished(s, noun.end):
            continue
        own = [name for name in s.catalog.schema.vertices[noun.label].properties if _is_place(name)]
        near = [label for label in s.catalog.schema.vertices if label != noun.label and _is_place(label)]
        for name in own:
            yield from _Thing(noun.end, 0, noun.label, name).of(s, noun)
        for label in near if not own else ():
            for path, far in s.ways(noun.label, label):
                if len(path) == 1 and s.paths.single(path):
                    select = (s.name_ref(noun.label), s.name_ref(label, path))
                    params = Find(label=noun.label, filters=noun.part.filters, select=select, limit=MOST)
                    yield Parse(params, "lookup", 1 + far + noun.part.cost, noun.part.notes, noun.part.rewrites)


def _is_place(name: str) -> bool:
    return split_name(name)[-1] in v.PLACES


def _costs(s: Scene) -> Iterator[Parse]:
    """ "How much does X cost": a property said as the verb of what has it."""
    if s.lat.low(0) != "how" or s.lat.low(1) != "much":
        return
    for noun in nouns.phrases(s, glue(s.lat, 2), after=False):
        for thing in _things(s, noun.end) if noun.name else ():
            if thing.prop and thing.label == noun.label and finished(s, thing.end):
                yield from thing.of(s, noun)


def properties(s: Scene) -> Iterator[Parse]:
    """ "List the contact types", "contact types of open cases": the distinct values of a property."""
    for i in starts(s):
        at = i
        while s.lat.low(at) in v.DISTINCT:
            at += 1
        extra = 2.0 if i or phrase(s.lat, 0, v.LIST) else 2.5
        for link, entry in s.lat.at(at, PropertyName):
            prop = s.prop(entry.label, entry.property)
            if prop is None or entry.verb or not _many(s, link):
                continue
            for rest in m.modifiers(s, entry.label, link.end):
                if finished(s, rest.end):
                    select = (Ref(property=entry.property),)
                    params = Find(
                        label=entry.label, filters=rest.filters, select=select, distinct=True, limit=MOST
                    )
                    cost = extra + link.cost * 0.5 + rest.cost
                    yield Parse(params, "list", cost, rest.notes, rest.rewrites)


def _many(s: Scene, link: Link) -> bool:
    """Whether some word of what names a property is in the plural: "formats of the albums"."""
    return any(singular(s.lat.low(n)) != s.lat.low(n) for n in range(link.start, link.end))
