"""On which line of a TOML file a field stands: tomllib tells values, not where they came from."""

from __future__ import annotations

import re
from collections import Counter

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_FIELD = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w.-])+)\s*=""")
_NAME = re.compile(r"""[^."']+|"[^"]*"|'[^']*'""")

Place = tuple[str | int, ...]


def line_of(text: str, place: Place) -> int:
    """The line, from 1, of a field named by keys and positions in lists, or of the nearest thing around it.

    0: not even the first of its names stands at the start of a line.
    """
    best, longest = 0, 0
    for line, found in _fields(text):
        same = _common(found, place)
        if same > longest and same >= min(len(found), len(place)):
            best, longest = line, same
    return best


def _fields(text: str) -> list[tuple[int, Place]]:
    """(line, place) of each header and each field that begins a line."""
    fields: list[tuple[int, Place]] = []
    section: Place = ()
    seen: Counter[str] = Counter()
    for line, written in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(written):
            names = _names(header[2])
            if header[1] == "[[":
                seen[names[0]] += 1
            section = (names[0], seen[names[0]] - 1, *names[1:]) if seen[names[0]] else tuple(names)
            fields.append((line, section))
        elif field := _FIELD.match(written):
            fields.append((line, (*section, *_names(field[1]))))
    return fields


def _names(written: str) -> list[str]:
    return [name.strip().strip("\"'") for name in _NAME.findall(written)] or [""]


def _common(one: Place, other: Place) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
