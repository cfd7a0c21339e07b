"""The value index: which properties hold the words of a question.

Small domains come with the schema; names (of people, places, categories) are fetched from the graph up to a
bound; identifiers (``CS-000123``) are known by their shape alone, so that memory does not grow with the graph.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from engine.catalog.entries import Match, Scalar, ValueEntry
from engine.catalog.words import singular, tokens_of
from engine.errors import GraphdeskError
from engine.graph.backend import GraphBackend, Limits
from engine.graph.schema import PropertySchema
from engine.gremlin.tree import Literal, Step, Traversal

log = logging.getLogger(__name__)

MOST_VALUES = 20_000  # per property
_LONGEST_NAME = 80  # characters: anything longer is text, not a name
_MOST_WORDS = 8
_MOST_PARTS = 4  # a word says little of a longer name
_ANY_NUMBER = re.compile(r"-?\d+(\.\d+)?")

Key = tuple[str, ...]


class ValueIndex:
    """Values by their words: exact, then with a singular last word, then by one word of the name."""

    def __init__(self) -> None:
        self._exact: dict[Key, dict[tuple[str, str], set[Scalar]]] = defaultdict(lambda: defaultdict(set))
        self._singular: dict[Key, set[Key]] = defaultdict(set)
        self._by_word: dict[str, dict[tuple[str, str], set[Scalar]]] = defaultdict(lambda: defaultdict(set))
        self._shapes: dict[tuple[str, str], re.Pattern[str]] = {}
        self._cases: dict[tuple[str, str], Callable[[str], str]] = {}
        self._counts: dict[tuple[str, str, Scalar], int] = {}
        self.longest = 1
        self.words: set[str] = set()

    def add(
        self,
        label: str,
        name: str,
        values: Iterable[tuple[Scalar, int]],
        *,
        parts: bool = False,
        plurals: bool = True,
    ) -> None:
        """Take values of one property with their counts.

        ``parts``: single words of a name find it too. ``plurals``: so does the singular of a value in the plural.
        """
        owner = (label, name)
        for value, count in values:
            key = tokens_of(str(value).lower() if isinstance(value, bool) else str(value))
            if not key or len(key) > _MOST_WORDS:
                continue
            self._exact[key][owner].add(value)
            self._counts[(*owner, value)] = count
            self.longest = max(self.longest, len(key))
            self.words.update(word for word in key if len(word) > 3 and word.isalpha())
            base = (*key[:-1], singular(key[-1]))
            if plurals and base != key:
                self._singular[base].add(key)
            if parts and 1 < len(key) <= _MOST_PARTS:
                for word in key:
                    self._by_word[singular(word)][owner].add(value)

    def add_synonym(self, value: str, words: Sequence[str]) -> None:
        """Other words for a value (from the profile): ``CRITICAL``, or of one property only: ``priority=1``."""
        only, _, coded = value.rpartition("=")
        owners = self._exact.get(tokens_of(coded), {})
        for (label, name), values in list(owners.items()):
            if only and only not in (name, f"{label}.{name}"):
                continue
            for word in words:
                key = tokens_of(word)
                self._exact[key][label, name] |= values
                self.longest = max(self.longest, len(key))
                self.words.update(key)

    def add_shape(self, label: str, name: str, samples: Sequence[object]) -> None:
        """Know an identifier property by the common shape of its samples, where they have one."""
        shape = _shape([str(sample) for sample in samples])
        if shape:
            self._shapes[label, name] = re.compile(shape, re.IGNORECASE)
            letters = "".join(char for sample in samples for char in str(sample) if char.isalpha())
            self._cases[label, name] = str.upper if letters.isupper() else str.lower if letters.islower() else str

    def get(self, words: Key) -> list[Match]:
        """What exactly these words name, as written or in the singular."""
        found = [Match(entry, 0) for entry in self._entries(self._exact.get(words, {}))]
        if found:
            return found
        base = (*words[:-1], singular(words[-1]))
        keys = {base} | self._singular.get(base, set())
        return [Match(entry, 0) for key in sorted(keys) for entry in self._entries(self._exact.get(key, {}))]

    def by_word(self, word: str) -> list[Match]:
        """Values that have the word in their name."""
        return [Match(entry, 2) for entry in self._entries(self._by_word.get(singular(word), {}))]

    def by_shape(self, text: str) -> list[ValueEntry]:
        """Identifier properties whose values look like the text."""
        return [
            ValueEntry(label, name, (self._cases[label, name](text),))
            for (label, name), shape in self._shapes.items()
            if shape.fullmatch(text)
        ]

    def of(self, label: str, name: str, words: Key) -> Scalar | None:
        """The one value of a property under these words, or None."""
        values = self._exact.get(words, {}).get((label, name), set())
        return next(iter(values)) if len(values) == 1 else None

    def shaped(self, label: str, name: str) -> bool:
        """Whether the property is known by shape only."""
        return (label, name) in self._shapes

    def knows(self, label: str, name: str) -> bool:
        """Whether the property's values are in the index."""
        return any((label, name) == key[:2] for key in self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def _entries(self, found: dict[tuple[str, str], set[Scalar]]) -> list[ValueEntry]:
        return [
            ValueEntry(
                label,
                name,
                tuple(sorted(values, key=str)),
                sum(self._counts.get((label, name, value), 0) for value in values),
            )
            for (label, name), values in found.items()
        ]


def names_of(label: str, prop: PropertySchema, backend: GraphBackend | None) -> list[tuple[Scalar, int]] | None:
    """The values of a name-like property: from the schema, else from the graph; None when it is text or ids."""
    if prop.values:
        return [(value, n) for value, n in prop.values if isinstance(value, bool | int | float | str)]
    if prop.type not in ("string", "list") or not prop.samples or (prop.distinct or 0) > MOST_VALUES:
        return None
    flat = [s for sample in prop.samples for s in (sample if isinstance(sample, list | tuple) else [sample])]
    if any(len(str(sample)) > _LONGEST_NAME for sample in flat):
        return None
    if backend is None:
        return [(str(sample), 1) for sample in flat]
    return _fetch(label, prop.name, backend)


def _fetch(label: str, name: str, backend: GraphBackend) -> list[tuple[Scalar, int]]:
    def text(value: str) -> Literal:
        return Literal(value, "string")

    traversal = Traversal(
        "g",
        (
            Step("V"),
            Step("hasLabel", (text(label),)),
            Step("values", (text(name),)),
            Step("dedup"),
            Step("limit", (Literal(MOST_VALUES + 1, "int"),)),
        ),
    )
    try:
        result = backend.run(traversal, Limits(timeout=20.0, rows=MOST_VALUES + 1))
    except GraphdeskError as error:
        log.warning("values of %s.%s could not be fetched: %s", label, name, error.message)
        return []
    if len(result.rows) > MOST_VALUES or result.truncated:
        return []
    return [(row, 1) for row in result.rows if isinstance(row, str) and len(row) <= _LONGEST_NAME]


def _shape(samples: Sequence[str]) -> str:
    """``CS-000123``, ``CS-004567`` -> ``[a-z]{2}\\-\\d{6}``; empty when they are no identifiers of one form."""
    cut = [re.findall(r"\d+|\D+", sample) for sample in samples]
    if not cut or any(" " in sample or _is_free(sample) for sample in samples):
        return ""
    if len({tuple(part.isdigit() for part in parts) for parts in cut}) != 1:
        return ""
    if len(cut[0]) == 1 and len({len(sample) for sample in samples}) > 1:
        return ""
    columns = list(zip(*cut, strict=True))
    forms = [_run(column) for column in columns]
    return "".join(forms) if all(forms) and any(column[0].isdigit() for column in columns) else ""


def _run(column: Sequence[str]) -> str:
    """One run of an identifier: digits by their number, short letter codes by their length, words as they are."""
    sizes = {len(part) for part in column}
    if column[0].isdigit():
        return rf"\d{{{sizes.pop()}}}" if len(sizes) == 1 else r"\d+"
    if len(set(column)) == 1 and not (column[0].isalpha() and len(column[0]) < 3):
        return re.escape(column[0])
    return rf"[a-z]{{{sizes.pop()}}}" if len(sizes) == 1 and all(part.isalpha() for part in column) else ""


def _is_free(sample: str) -> bool:
    """A small plain number says nothing by its shape."""
    return bool(_ANY_NUMBER.fullmatch(sample)) and len(sample) < 5
