"""What a span of a question can mean: the entries of the catalog's lexicon and value index."""

from __future__ import annotations

from dataclasses import dataclass

Scalar = bool | int | float | str


@dataclass(frozen=True, slots=True)
class LabelName:
    """A vertex label."""

    label: str


@dataclass(frozen=True, slots=True)
class EdgeName:
    """An edge label. ``form``: its whole name, its bare noun (``member`` of ``memberOf``), its verb, or what those

    do from whom it leads (``report to`` of ``has_manager``) or to whom (``manage``, between things of a kind).
    """

    edge: str
    form: str = "whole"  # whole | noun | verb | active | doer


@dataclass(frozen=True, slots=True)
class PropertyName:
    """A property of a vertex label. ``verb``: named by its verb only (``resolved`` of ``resolvedAt``)."""

    label: str
    property: str
    verb: bool = False


@dataclass(frozen=True, slots=True)
class ValueEntry:
    """Values of one property that a span names: one when exact, several when it is a word of their names."""

    label: str
    property: str
    values: tuple[Scalar, ...]
    count: int = 0


Entry = LabelName | EdgeName | PropertyName | ValueEntry


@dataclass(frozen=True, slots=True)
class Match:
    """An entry found, and how well: 0 as written, 1 by base form or head word, 2 by part of a name."""

    entry: Entry
    cost: int = 0
