"""What the words of a question match in the graph: values, taxonomy entries, identifiers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.agent.schema_text import safe
from engine.catalog.catalog import Catalog
from engine.catalog.entries import Match, ValueEntry
from engine.catalog.words import tokens_of

_LONGEST_PHRASE = 6  # words
# Words of nearly every question, that name nothing in a taxonomy.
_COMMON = frozenset((
    "how", "many", "much", "what", "which", "who", "where", "when", "why", "are", "was", "were", "has",
    "have", "had", "does", "did", "the", "this", "that", "these", "those", "there", "their", "for", "from",
    "with", "without", "and", "not", "per", "all", "any", "each", "show", "list", "give", "tell", "count",
    "number", "most", "least", "more", "less", "fewer", "than", "top", "average", "last", "since", "between",
    "before", "after", "month", "months", "week", "weeks", "day", "days", "year", "years", "quarter", "hour",
    "hours", "time", "cases", "case",
))  # fmt: skip
_MOST_VALUES = 5  # of one property, for one phrase


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase of the question and an entry it matches. ``how``: ``value``, ``part``, ``strong`` or ``weak``."""

    phrase: str
    entry: ValueEntry
    how: str

    def line(self) -> str:
        """The match as the prompt shows it."""
        entry = self.entry
        values = ", ".join(safe(value) for value in entry.values[:_MOST_VALUES])
        more = f", … {len(entry.values) - _MOST_VALUES} more" if len(entry.values) > _MOST_VALUES else ""
        said = {
            "value": "is a value of",
            "part": "is part of values of",
            "strong": "strong taxonomy match in",
            "weak": "weak taxonomy match (include only if its description fits) in",
        }[self.how]
        return f"{safe(self.phrase)} {said} {entry.label}.{entry.property}: {values}{more}"


def matches(question: str, catalog: Catalog, most: int = 24) -> list[Found]:
    """The matches of a question, longest phrases first; a word inside a matched phrase is not matched again."""
    words = tokens_of(question)
    taken = [False] * len(words)
    found: list[Found] = []
    for start, end in _spans(len(words)):
        if any(taken[start:end]):
            continue
        phrase = " ".join(words[start:end])
        here = [Found(phrase, entry, "value") for entry in _values(catalog.values.get(words[start:end]))]
        if here:
            taken[start:end] = [True] * (end - start)
        elif end - start == 1 and len(phrase) > 3:
            here = [Found(phrase, entry, "part") for entry in _values(catalog.values.by_word(phrase))]
        found += here
        if end - start == 1 and len(phrase) > 2 and phrase not in _COMMON:
            found += _taxonomy(phrase, catalog)
    found += [Found(word, entry, "value") for word in question.split() for entry in _shaped(word, catalog)]
    return list(dict.fromkeys(found))[:most]


def _spans(count: int) -> Iterator[tuple[int, int]]:
    for length in range(min(_LONGEST_PHRASE, count), 0, -1):
        for start in range(count - length + 1):
            yield start, start + length


def _values(found: list[Match]) -> list[ValueEntry]:
    return [match.entry for match in found if isinstance(match.entry, ValueEntry)]


def _taxonomy(phrase: str, catalog: Catalog) -> list[Found]:
    strong, weak = (_values(some) for some in catalog.taxonomy(phrase))
    return [Found(phrase, entry, "strong") for entry in strong] + [Found(phrase, entry, "weak") for entry in weak]


def _shaped(word: str, catalog: Catalog) -> list[ValueEntry]:
    return catalog.values.by_shape(word.strip("?!.,;:()\"'"))
