"""Templates of a mapping: text with ``{column}`` or ``{column:style}`` in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import core_schema

_SLOT = re.compile(r"\{([^{}:]+)(?::([a-z]+))?\}")
_WORDS = re.compile(r"[^\W_]+")


def camel(text: str) -> str:
    """``topic's main category`` → ``topicsMainCategory``; capitals inside words stay."""
    words = _WORDS.findall(text.replace("'", "").replace("’", ""))
    first = words[0] if words[:1] and words[0].isupper() else words[0][0].lower() + words[0][1:] if words else ""
    return first + "".join(word[0].upper() + word[1:] for word in words[1:])


def snake(text: str) -> str:
    """``Contact Type`` → ``contact_type``."""
    return "_".join(word.lower() for word in _WORDS.findall(text.replace("'", "").replace("’", "")))


STYLES: dict[str, Callable[[str], str]] = {
    "camel": camel,
    "snake": snake,
    "slug": lambda text: snake(text).replace("_", "-"),
    "lower": str.lower,
}


class Template:
    """A compiled template. ``columns`` are those it reads; without any it stands for itself."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._parts: list[tuple[str, str, Callable[[str], str] | None]] = []  # (text before, column, style)
        end = 0
        for slot in _SLOT.finditer(text):
            style = STYLES.get(slot[2]) if slot[2] else None
            if slot[2] and style is None:
                raise ValueError(f"unknown style {slot[2]!r} in {text!r}; styles: {', '.join(STYLES)}")
            self._parts.append((text[end : slot.start()], slot[1], style))
            end = slot.end()
        self._tail = text[end:]
        if set("{}") & set("".join(part[0] for part in self._parts) + self._tail):
            raise ValueError(f"unmatched brace in {text!r}")
        self.columns = tuple(dict.fromkeys(part[1] for part in self._parts))

    def fill(self, row: Mapping[str, str | None]) -> str | None:
        """The text for a row, or None where one of the columns is not there."""
        filled = []
        for before, column, style in self._parts:
            value = row[column]
            if value is None:
                return None
            filled += [before, style(value) if style else value]
        return "".join([*filled, self._tail])

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """A string in the mapping file."""
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema(min_length=1))
