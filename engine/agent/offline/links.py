"""Pass 2: every span of the tokens linked to labels, relations, properties and values; all readings kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.agent.offline.dates import Window
from engine.agent.offline.tokens import Token, Tokens
from engine.agent.offline.vocabulary import DEEDS, END_VERBS, KNOWN, START_VERBS
from engine.catalog.catalog import Catalog
from engine.catalog.entries import EdgeName, Entry, LabelName, Match, PropertyName, ValueEntry
from engine.catalog.wording import noun
from engine.catalog.words import ARTICLES, is_english, lemma, same_root, singular, split_name, tokens_of

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Link:
    """A span of tokens [start, end) and one thing it can mean. Cost: 0 as written, more when less sure."""

    start: int
    end: int
    entry: Entry
    cost: int = 0


@dataclass(frozen=True)
class Lattice:
    """The tokens in reading order with everything that starts at each of them."""

    tokens: tuple[Token, ...]
    text: str
    links: tuple[tuple[Link, ...], ...]
    windows: dict[int, list[tuple[Window, int]]] = field(default_factory=dict)
    numbers: dict[int, tuple[float | int, int]] = field(default_factory=dict)
    refused: dict[int, tuple[int, str]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.tokens)

    def low(self, i: int) -> str:
        """The folded word at a place, empty beyond the end."""
        return self.tokens[i].low if 0 <= i < len(self.tokens) else ""

    def base(self, i: int) -> str:
        """The base form at a place, empty beyond the end."""
        return self.tokens[i].lemma if 0 <= i < len(self.tokens) else ""

    def stands(self, i: int, words: Sequence[str]) -> bool:
        """Whether these words stand at a place."""
        return i + len(words) <= len(self.tokens) and all(
            self.tokens[i + n].low == word for n, word in enumerate(words)
        )

    def at(self, i: int, kind: type[E]) -> Iterator[tuple[Link, E]]:
        """The links of one kind that start at a place, longest first."""
        if i < len(self.links):
            for link in self.links[i]:
                if isinstance(link.entry, kind):
                    yield link, link.entry

    def arranged(self, order: Sequence[int]) -> Lattice:
        """The same lattice with its tokens in another order, some left out; spans that break are dropped."""
        place = {old: new for new, old in enumerate(order)}

        def moved(start: int, end: int) -> tuple[int, int] | None:
            places = [place.get(n, -1) for n in range(start, end)]
            whole = places[0] >= 0 and places == list(range(places[0], places[0] + len(places)))
            return (places[0], places[-1] + 1) if whole else None

        links: list[list[Link]] = [[] for _ in order]
        for link in (link for group in self.links for link in group):
            if span := moved(link.start, link.end):
                links[span[0]].append(replace(link, start=span[0], end=span[1]))
        windows: dict[int, list[tuple[Window, int]]] = {}
        for start, found in self.windows.items():
            for window, end in found:
                if span := moved(start, end):
                    windows.setdefault(span[0], []).append((window, span[1]))
        numbers = {s[0]: (value, s[1]) for start, (value, end) in self.numbers.items() if (s := moved(start, end))}
        refused = {s[0]: (s[1], why) for start, (end, why) in self.refused.items() if (s := moved(start, end))}
        tokens = tuple(self.tokens[n] for n in order)
        return Lattice(tokens, self.text, tuple(tuple(group) for group in links), windows, numbers, refused)


def link(tokens: Tokens, catalog: Catalog) -> Lattice:
    """Link all spans of (corrected) tokens."""
    items = tokens.items
    linked = _within_names([_own_names(items, _links(items, i, tokens, catalog)) for i in range(len(items))])
    linked = tuple(_sorted((*group, *_compounds(items, linked, i))) for i, group in enumerate(linked))
    numbers = {i: found for i in range(len(items)) if (found := tokens.number_at(i))}
    return Lattice(items, tokens.text, linked, tokens.windows, numbers, tokens.refused)


def _own_names(items: tuple[Token, ...], group: tuple[Link, ...]) -> tuple[Link, ...]:
    """Without the labels and relations that words are only a synonym of, where they are a label's own name."""
    own = {link.end: link.entry for link in group if isinstance(link.entry, LabelName) and _is_named(items, link)}
    return tuple(link for link in group if own.get(link.end) in (None, link.entry) or not _only_alike(items, link))


def _only_alike(items: tuple[Token, ...], link: Link) -> bool:
    """Whether a label or relation is named by a synonym: none of the words is of its own name."""
    if isinstance(link.entry, LabelName):
        return True
    if not isinstance(link.entry, EdgeName):
        return False
    said = {items[n].lemma for n in range(link.start, link.end)}
    return not any(same_root(word, own) for word in said for own in split_name(link.entry.edge))


def _is_named(items: tuple[Token, ...], link: Link) -> bool:
    said = [items[n].low for n in range(link.start, link.end)]
    if not isinstance(link.entry, LabelName):
        return False
    return [*map(singular, said)] == list(split_name(link.entry.label)) or " ".join(said) == noun(link.entry.label)


def _within_names(linked: list[tuple[Link, ...]]) -> tuple[tuple[Link, ...], ...]:
    """Without the words of names that stand inside a whole name: "Guinea" in "Papua New Guinea"."""
    inside: set[int] = set()
    for group in linked:
        for link in group:
            if isinstance(link.entry, ValueEntry) and link.cost < 2 and link.end > link.start + 1:
                inside |= set(range(link.start, link.end))
    return tuple(
        tuple(link for link in group if link.start not in inside or getattr(link, "cost", 0) < 2)
        for group in linked
    )


def _sorted(links: Iterable[Link]) -> tuple[Link, ...]:
    return tuple(sorted(links, key=lambda link: (-link.end, link.cost)))


def _compounds(items: tuple[Token, ...], linked: Sequence[tuple[Link, ...]], i: int) -> Iterator[Link]:
    """A property together with the label that has it: ``album formats``, ``formats of the albums``."""
    for first in linked[i]:
        j = first.end
        if isinstance(first.entry, LabelName):
            if singular(items[j - 1].low) == items[j - 1].low and j < len(items):
                yield from _joined(first, first.entry.label, linked[j])
        elif isinstance(first.entry, PropertyName) and j < len(items) and items[j].low == "of":
            j += 1
            while j < len(items) and items[j].low in ARTICLES:
                j += 1
            for last in linked[j] if j < len(items) else ():
                if isinstance(last.entry, LabelName) and last.entry.label == first.entry.label:
                    yield replace(first, end=last.end, cost=first.cost + last.cost)


def _joined(first: Link, label: str, following: Iterable[Link]) -> Iterator[Link]:
    for last in following:
        if isinstance(last.entry, PropertyName) and last.entry.label == label and not last.entry.verb:
            yield Link(first.start, last.end, last.entry, first.cost + last.cost)


def _links(items: tuple[Token, ...], i: int, tokens: Tokens, catalog: Catalog) -> tuple[Link, ...]:
    found: list[Link] = []
    if items[i].kind == "quoted":
        matches = catalog.values.get(tokens_of(items[i].text) or ("",))
        return tuple(Link(i, i + 1, match.entry, match.cost) for match in matches)
    if items[i].kind == "symbol" or items[i].low in ARTICLES:
        return ()
    found += _schema_links(items, i, catalog)
    found += _value_links(items, i, catalog)
    if not any(isinstance(link.entry, ValueEntry) for link in found):
        found += _identifiers(items, i, tokens, catalog)
    low = items[i].low
    if found and low not in KNOWN:
        found += [Link(i, i + 1, entry, 2) for entry in _part_before_label(items, i, catalog, found)]
    if not found and low not in KNOWN and len(low) > 2 and low.isalnum() and not low.isdigit():
        found += [Link(i, i + 1, entry, 2) for entry in _parts_of_names(items, i, catalog)]
    return _sorted(found)


def _parts_of_names(items: tuple[Token, ...], i: int, catalog: Catalog) -> Iterator[ValueEntry]:
    """Names that hold a word. An ordinary word written small is part of none, unless it is clear which is meant:

    "the quiet team", where one team's name holds it; a taxonomy's words are its own ("the printer cases").
    """
    ordinary = is_english(items[i].low) and (i == 0 or items[i].text[:1].islower())
    for match in catalog.values.by_word(items[i].low):
        entry = match.entry
        if isinstance(entry, ValueEntry) and (not ordinary or _apt(items, i, entry, catalog)):
            yield entry


def _part_before_label(
    items: tuple[Token, ...], i: int, catalog: Catalog, found: Sequence[Link]
) -> Iterator[ValueEntry]:
    """Names of the label said next that hold a word, whatever else it is: "the network team"."""
    if i + 1 >= len(items) or singular(items[i + 1].low) != items[i + 1].low:
        return
    named = {m.entry.label for m in catalog.lexicon.get((items[i + 1].lemma,)) if isinstance(m.entry, LabelName)}
    named -= {link.entry.label for link in found if isinstance(link.entry, LabelName | ValueEntry)}
    for match in catalog.values.by_word(items[i].low):
        if isinstance(match.entry, ValueEntry) and match.entry.label in named:
            yield match.entry


def _apt(items: tuple[Token, ...], i: int, entry: ValueEntry, catalog: Catalog) -> bool:
    if entry.label in catalog.profile.taxonomy_labels:
        return True
    word = items[i]
    if len(entry.values) > 1 or word.lemma not in (word.low, singular(word.low)):  # "best", "latest"
        return False
    beside = [items[n] for n in (i - 1, i + 1) if 0 <= n < len(items) and items[n].low == singular(items[n].low)]
    return any(
        match.entry == LabelName(entry.label) for at in beside for match in catalog.lexicon.get((at.lemma,))
    )


def _schema_links(items: tuple[Token, ...], i: int, catalog: Catalog) -> Iterator[Link]:
    """Names of labels, edges and properties; articles inside a name are passed over."""
    key: tuple[str, ...] = ()
    for j in range(i, min(len(items), i + catalog.lexicon.longest + 2)):
        if items[j].kind not in ("word", "number"):
            return
        if items[j].low in ARTICLES:
            continue
        one = lemma(singular(items[j].low))  # "lendings": the dictionary knows the verb only
        for last in dict.fromkeys((items[j].lemma, one)):
            for match in catalog.lexicon.get((*key, last)):
                if key or not (_did(items[j]) and isinstance(match.entry, PropertyName)):
                    yield Link(i, j + 1, match.entry, match.cost)
        key = (*key, items[j].lemma)


def _did(word: Token) -> bool:
    """Whether a word says that something was done: "handled" is no ``handle``."""
    return word.lemma in DEEDS and word.low.endswith(("ed", "ing"))


def _value_links(items: tuple[Token, ...], i: int, catalog: Catalog) -> Iterator[Link]:
    words: tuple[str, ...] = ()
    for j in range(i, min(len(items), i + catalog.values.longest)):
        if items[j].kind not in ("word", "number"):
            return
        words = (*words, *tokens_of(items[j].low))
        if not words:
            return
        if len(words) == 1 and words[0] in KNOWN:
            matches: list[Match] = [m for m in catalog.values.get(words) if _as_written(m, items[j])]
        else:
            matches = catalog.values.get(words) or _done(items[j], catalog) * (len(words) == 1)
        yield from (Link(i, j + 1, match.entry, match.cost) for match in matches)


def _done(word: Token, catalog: Catalog) -> list[Match]:
    """The values that a participle is of: "failed", of what has the result "fail"."""
    if not word.low.endswith("ed") or word.lemma == word.low or word.lemma in START_VERBS | END_VERBS:
        return []
    return [replace(match, cost=match.cost + 1) for match in catalog.values.get((word.lemma,))]


def _as_written(match: Match, token: Token) -> bool:
    """A value that is also a function word ("No", "May", "IT") counts only when written as the value is."""
    entry = match.entry
    return isinstance(entry, ValueEntry) and any(str(value) == token.text for value in entry.values)


def _identifiers(items: tuple[Token, ...], i: int, tokens: Tokens, catalog: Catalog) -> Iterator[Link]:
    """Values known by their shape (``CS-000123``): the run of tokens without a space between."""
    j = i + 1
    while j < len(items) and items[j].glued and items[j].kind in ("word", "number") and j - i < 6:
        j += 1
    for end in range(j, i, -1):
        if items[i].glued and i:
            return
        raw = tokens.raw(i, end)
        entries = catalog.values.by_shape(raw)
        if entries:
            yield from (Link(i, end, entry, 0) for entry in entries)
            return
