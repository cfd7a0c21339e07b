"""Names for a draft mapping: labels from file and column names, edges from columns that point."""

from __future__ import annotations

import re

from engine.graph.load.templates import snake

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_KEYS = ("id", "key", "code", "number", "no", "nr", "ref", "uuid", "guid")
_BARE_KEYS = ("id", "key", "uuid", "guid", "ref", "no", "nr")  # said of what is pointed at, not part of its name
_IRREGULAR = {"people": "person", "persons": "person", "children": "child", "men": "man", "women": "woman"}
_MONTHS = "january february march april may june july august september october november december"
_OF_FILES = frozenset(
    [
        *_MONTHS.split(),
        *(month[:3] for month in _MONTHS.split()),
        *("q", "h", "fy", "cw", "kw", "w", "wk", "week", "v", "ver", "version"),
        *("export", "exports", "extract", "dump", "data", "dataset", "table", "list", "file", "csv", "tsv"),
        *("final", "copy", "new", "latest", "full", "all", "complete"),
    ]
)
_POINTERS = ("by", "to", "from", "of", "at", "in", "with", "for")
# Words of things that are counted or measured: such a column is a value even where its values come again.
_MEASURES = frozenset(
    [
        *(
            "count",
            "counts",
            "total",
            "amount",
            "sum",
            "price",
            "cost",
            "fee",
            "fare",
            "qty",
            "quantity",
            "number",
        ),
        *(
            "age",
            "size",
            "length",
            "width",
            "height",
            "weight",
            "duration",
            "distance",
            "km",
            "latitude",
            "longitude",
        ),
        *("seconds", "minutes", "hours", "days", "weeks", "months", "years", "year", "month", "day"),
        *("score", "rating", "percent", "percentage", "rate", "ratio", "value", "version"),
        *("level", "rank", "priority", "impact", "urgency", "severity"),
    ]
)


def words(name: str) -> list[str]:
    """``assignedTo``, ``assigned_to`` → assigned, to."""
    return [part.lower() for part in _PARTS.findall(name)] or [name.lower()]


def singular(word: str) -> str:
    """``categories`` → ``category``, ``statuses`` → ``status``; words that are no plural stay."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.endswith("s") or word.endswith("ss"):
        return word
    import simplemma  # late: loading its dictionary takes a third of a second

    base = str(simplemma.lemmatize(word, "en"))
    if base != word or simplemma.is_known(word, "en"):
        return base.lower()
    if word.endswith("xes"):
        return word[:-2]
    return word if word.endswith(("us", "is")) or len(word) < 4 else word[:-1]


def table_label(stem: str) -> str:
    """``incidents_last_state`` → ``incident``; ``support-tickets`` → ``support_ticket``; ``aircraft`` stays.

    What says when or as what a file was written is no part of it: ``firefox-2023-03``, ``tickets_export_Q1``.
    """
    named = words(stem)
    plain = [part for part in named if not part.isdigit()]
    parts = (
        [part for part in plain if part not in _OF_FILES] or [part for part in plain if len(part) > 2] or ["row"]
    )
    for place, part in enumerate(parts):
        if singular(part) != part:
            return "_".join([*parts[:place], singular(part)])
    return "_".join(parts)


def pointing(column: str) -> str:
    """What a column points at: ``caller_id`` → ``caller``, ``u_symptom`` → ``symptom``."""
    parts = words(column)
    if len(parts) > 1 and parts[0] in ("u", "fk", "cf", "x"):
        parts = parts[1:]
    if len(parts) > 1 and parts[-1] in _BARE_KEYS:
        parts = parts[:-1]
    return "_".join([*parts[:-1], singular(parts[-1])])


def is_role(column: str) -> bool:
    """``assigned_to``, ``openedBy``: the column says what someone did, not who they are."""
    parts = words(column)
    return len(parts) > 1 and parts[-1] in ("by", "to") and parts[-2].endswith(("ed", "n"))


def edge_label(column: str) -> str:
    """``caller_id`` → ``has_caller``; ``assigned_to`` stays, and so does ``from_station``."""
    parts = words(column)
    if parts[0] in ("from", "to") and len(parts) > 1:
        return pointing(column)
    return "_".join(parts) if parts[-1] in _POINTERS and len(parts) > 1 else f"has_{pointing(column)}"


def property_name(column: str, label: str) -> str:
    """The column's own name, made a plain word; ``id`` and ``label`` mean something else in a graph."""
    if column.lower() in ("id", "label"):
        return f"{label}_{column.lower()}"
    return column if re.fullmatch(r"[A-Za-z_]\w*", column) else snake(column) or "value"


def is_measure(column: str) -> bool:
    """Whether the name is that of something counted or measured."""
    return bool(_MEASURES & set(words(column)))


def is_key(column: str) -> bool:
    """Whether the name is that of an identifier."""
    return words(column)[-1] in _KEYS
