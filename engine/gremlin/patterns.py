"""Regular expressions that may take for ever: no time-out of a server ends a match that goes on in one step."""

from __future__ import annotations

import re

_ATOM = re.compile(r"\\.|\[\^?\]?(?:[^\]\\]|\\.)*\]", re.DOTALL)  # an escaped character, a class
_GROUP = re.compile(r"\((?:\?[:=!<>]+|\?<\w+>|\?[a-zA-Z-]+:)?([^()]*)\)([*+]|\{\d*,\}|\{\d*,?\d{2,}\})?")
_LONGEST = 500  # characters: what is longer is no question of a person, and long to judge
_REPEATED = re.compile(r"[*+]|\{\d*,\}|\{\d*,?\d{2,}\}")


def slow(pattern: str) -> bool:
    """Whether a repeated group holds something repeated, such as ``(a+)+`` or ``(a|b*)*``; or it is very long."""
    if len(pattern) > _LONGEST:
        return True
    text = _ATOM.sub("x", pattern)
    while group := _GROUP.search(text):
        inner, again = group[1], group[2]
        repeated = bool(_REPEATED.search(inner))
        if repeated and again:
            return True
        text = text[: group.start()] + ("x+" if repeated else "x") + (again or "") + text[group.end() :]
    return False
