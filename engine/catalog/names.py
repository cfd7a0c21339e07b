"""The lexicon: words that name the labels, edges and properties of a schema."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from engine.catalog.entries import EdgeName, Entry, LabelName, Match, PropertyName
from engine.catalog.words import AFFIXES, is_english, lemma, split_name
from engine.graph.profile import Profile
from engine.graph.schema import EdgeEnds, Schema

#: Of a relation or property: they need what follows.
PREPOSITIONS = frozenset({"of", "to", "by", "in", "on", "for", "from", "with", "at", "about"})
_AUXILIARY = frozenset({"has", "have", "is", "was", "are", "be"})
#: Properties that name a vertex, most telling first.
_NAMING = (
    *("name", "title", "label", "display name", "full name", "handle"),
    *("number", "key", "code", "user name", "email", "id"),
)

#: Last words of a property that can tell one vertex from all others.
IDENTIFYING = frozenset({"id", "code", "key", "number", "no", "email", "login", "sku", "tag", "handle"})

#: Last words of a property that counts something: the word before says what.
COUNTING = frozenset({"count", "counts", "number", "num", "total", "amount"})

#: Last words of a property that say its unit.
UNITS = frozenset(
    [
        "km",
        "m",
        "cm",
        "mm",
        "mi",
        "kg",
        "g",
        "lb",
        "gb",
        "mb",
        "kb",
        "bytes",
        "hours",
        "minutes",
        "seconds",
        "days",
        "ms",
        "sec",
        "min",
        "hrs",
        "usd",
        "eur",
        "gbp",
        "pct",
        "percent",
    ]
)

#: What those do who have one, by the word for it.
ROLES = dict.fromkeys(("manager", "supervisor", "boss", "superior"), (("report", "to"),))

#: Words for who writes a thing, from which the verb is not made.
_WRITERS = frozenset({"author", "columnist", "critic", "novelist", "poet", "reviewer", "writer"})

#: Words for one property: what a graph calls by one of them is also said by the others, where these name nothing.
SAME = (
    frozenset({"status", "state"}),
    frozenset({"price", "cost"}),
    frozenset({"type", "kind", "sort"}),
    frozenset({"location", "place"}),
    frozenset({"rating", "stars", "star rating"}),
    frozenset({"salary", "wage", "pay"}),
)

Key = tuple[str, ...]


def name_property(label: str, schema: Schema, profile: Profile) -> str:
    """The property by which people name vertices of the label; ``id`` (the vertex id) when none does."""
    if label in profile.name_properties:
        return profile.name_properties[label]
    properties = schema.vertices[label].properties
    by_words = {" ".join(split_name(name)): name for name in properties}
    own = " ".join(split_name(label))
    for wanted in _NAMING:
        for candidate in (wanted, f"{own} {wanted}"):
            if candidate in by_words:
                return by_words[candidate]
    for words, name in by_words.items():
        if words.split()[-1] in {"name", "title"}:
            return name
    texts = profile.free_text.get(label, ())
    return texts[0] if texts else "id"


class Lexicon:
    """Phrases (tuples of base forms) to the schema elements that they name."""

    def __init__(self, schema: Schema, profile: Profile) -> None:
        self._found: dict[Key, dict[Entry, int]] = defaultdict(dict)
        self.words: set[str] = set()
        private = set(profile.private_properties)
        for label, vertex in schema.vertices.items():
            self._add_noun(label, LabelName(label), profile)
            taken = {split_name(name) for name in vertex.properties}
            for name in vertex.properties:
                if name not in private:
                    self._add_property(label, name, vertex.properties[name].type, profile, taken)
        for edge in schema.edges:
            self._add_edge(edge, schema.edges[edge].ends, profile)
        self.longest = max((len(key) for key in self._found), default=0)
        self.words |= {word for key in self._found for word in key}

    def get(self, key: Key) -> list[Match]:
        """The entries under a phrase of base forms, best first."""
        found = self._found.get(key)
        return [Match(entry, cost) for entry, cost in sorted(found.items(), key=lambda kv: kv[1])] if found else []

    def items(self) -> Iterator[tuple[Key, Entry, int]]:
        """All phrases, for the prompt and for suggestions."""
        for key, entries in self._found.items():
            for entry, cost in entries.items():
                yield key, entry, cost

    def _put(self, words: Iterable[str], entry: Entry, cost: int) -> None:
        words = tuple(words)
        self.words.update(words)
        key = tuple(lemma(word) for word in words)
        if key and not (len(key) == 1 and key[0] in PREPOSITIONS | _AUXILIARY):
            self._found[key][entry] = min(cost, self._found[key].get(entry, cost))

    def _add_noun(self, name: str, entry: Entry, profile: Profile) -> None:
        words = split_name(name)
        self._put(words, entry, 0)
        if len(words) > 1:
            if words[-1] in UNITS:
                self._put(words[:-1], entry, 0)
            elif words[-1] not in AFFIXES | COUNTING and not words[-1].isdigit():
                self._put(words[-1:], entry, 1)
            initials = "".join(word[0] for word in words)
            if isinstance(entry, LabelName) and len(initials) > 1:
                self._put((initials,), entry, 1)
            if isinstance(entry, PropertyName) and words[-1] in COUNTING | {"name", "id"}:
                self._put(words[:-1], entry, 0 if words[-1] in COUNTING else 1)
        if not isinstance(entry, PropertyName):
            for synonym in profile.synonyms.get(name, ()):
                self._put(split_name(synonym), entry, 0)

    def _add_property(self, label: str, name: str, kind: str, profile: Profile, taken: set[Key]) -> None:
        """A property by its name and synonyms; a moment also by its participle: ``resolvedAt``, ``opened_at``."""
        self._add_noun(name, PropertyName(label, name), profile)
        words = split_name(name)
        stem = tuple(word for word in words if word not in AFFIXES)
        if kind == "datetime" and stem and stem != words:
            self._put(stem, PropertyName(label, name, verb=True), 0)
            if not taken & {(*stem, "date"), (lemma(stem[-1]), "date")}:
                self._put((*stem, "date"), PropertyName(label, name), 0)  # "return date", of ``returned_at``
        for word in next((same for same in SAME if words[-1] in same), frozenset()) - {words[-1]}:
            said = (*words[:-1], *word.split())
            if said not in taken:
                self._put(said, PropertyName(label, name), 1)
        for synonym in (*profile.synonyms.get(name, ()), *profile.synonyms.get(f"{label}.{name}", ())):
            said = split_name(synonym)
            verb = kind == "datetime" and len(said) == 1 and said[0].endswith("ed")
            self._put(said, PropertyName(label, name, verb=verb), 0)

    def _add_edge(self, name: str, ends: Iterable[EdgeEnds], profile: Profile) -> None:
        words = split_name(name)
        bare = words[1:] if len(words) > 1 and words[0] in _AUXILIARY else words
        for form in {words, bare}:
            self._put(form, EdgeName(name), 0)
            if len(form) > 1 and form[-1] in PREPOSITIONS:
                self._put(form[:-1], EdgeName(name, "noun" if form[-1] == "of" else "verb"), 1)
        if len(bare) == 1 and any(end.out_label == end.in_label for end in ends):
            for verb in verbs_of(bare[0]) if not bare[0].endswith("ee") else ():
                self._put((verb,), EdgeName(name, "doer"), 0)
        elif len(bare) == 1 and bare != words:
            for verb in verbs_of(bare[0]):
                self._put((verb,), EdgeName(name, "verb"), 1)
                self._put((verb, "to" if bare[0].endswith("ee") else "by"), EdgeName(name), 0)
        for said in ROLES.get(bare[-1], ()):
            self._put(said, EdgeName(name, "active"), 0)
        for synonym in profile.synonyms.get(name, ()):
            self._put(split_name(synonym), EdgeName(name), 0)


def verbs_of(role: str) -> Iterator[str]:
    """The verb of a word for who does it or has it done: reporter -> report, supplier -> supply, user -> use."""
    if role in _WRITERS:
        yield "write"
        return
    for ending in ("ee", "er", "or"):
        stem = role.removesuffix(ending)
        if stem != role and len(stem) > 1:
            verbs = (stem, f"{stem}e", f"{stem[:-1]}y" if stem.endswith("i") else stem)
            yield from [verb for verb in verbs if len(verb) > 2 and is_english(verb)][:1]
            return
