"""What the grammar makes of the text, before names are given their meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.gremlin.lexer import Word


@dataclass(slots=True)
class Link:
    """``name`` or ``name(arguments)``; ``arguments`` is None when there are no parentheses."""

    name: str
    arguments: list[Any] | None
    start: int
    end: int


@dataclass(slots=True)
class Chain:
    """Links joined by dots."""

    links: list[Link]


@dataclass(slots=True)
class Group:
    """Brackets: ``list``, ``set``, ``map`` (items are pairs), ``parentheses``, ``range`` or ``prefixed``."""

    kind: str
    items: list[Any]
    start: int
    end: int


@dataclass(slots=True)
class Named:
    """``name: value`` among arguments."""

    name: str
    value: Any
    start: int
    end: int


_AROUND = "(. \t\r\n\f\v"


class ToRaw:
    """Callbacks of the LALR parser by rule, called as it reduces; no tree is built in between."""

    def start(self, parts: list[Any]) -> Any:
        """The whole text."""
        return parts[0]

    def name(self, parts: list[Word]) -> Chain:
        """A chain that starts with a bare name."""
        word = parts[0]
        return Chain([Link(word.value, None, word.start_pos, word.end_pos)])

    def call(self, parts: list[Any]) -> Chain:
        """A chain that starts with ``name(arguments)``."""
        word = parts[0]
        return Chain([Link(word.value[:-1].rstrip(), _between(parts, 1), word.start_pos, parts[-1].end_pos)])

    def linked_name(self, parts: list[Any]) -> Chain:
        """``chain.name``."""
        chain, word = parts
        name = word.value.lstrip(_AROUND)
        chain.links.append(Link(name, None, word.end_pos - len(name), word.end_pos))
        return chain  # type: ignore[no-any-return]

    def linked_call(self, parts: list[Any]) -> Chain:
        """``chain.name(arguments)``."""
        chain, word = parts[0], parts[1]
        written = word.value
        name = written.strip(_AROUND)
        start = word.start_pos + written.index(name)
        chain.links.append(Link(name, _between(parts, 2), start, parts[-1].end_pos))
        return chain  # type: ignore[no-any-return]

    def first(self, parts: list[Any]) -> list[Any]:
        """The first item of a list."""
        return [parts[0]]

    def more(self, parts: list[Any]) -> list[Any]:
        """One more item of a list."""
        parts[0].append(parts[1])
        return parts[0]  # type: ignore[no-any-return]

    def same(self, parts: list[Any]) -> list[Any]:
        """A trailing comma."""
        return parts[0]  # type: ignore[no-any-return]

    def named(self, parts: list[Any]) -> Named:
        """``name: value`` among arguments."""
        return Named(parts[0].value, parts[1], parts[0].start_pos, parts[0].end_pos)

    def entry(self, parts: list[Any]) -> tuple[Any, Any]:
        """One ``key: value`` of a map."""
        return parts[0], parts[1]

    def range(self, parts: list[Word]) -> Group:
        """``low..high``."""
        return Group("range", parts, parts[0].start_pos, parts[-1].end_pos)

    def prefixed(self, parts: list[Any]) -> Group:
        """A word before a chain: ``new``, or something that is not Gremlin."""
        return Group("prefixed", parts, parts[0].start_pos, parts[1].links[-1].end)

    def parentheses(self, parts: list[Any]) -> Group:
        """``(a)`` or ``(a, b)``."""
        return _bracketed("parentheses", parts)

    def listing(self, parts: list[Any]) -> Group:
        """``[a, b]``."""
        return _bracketed("list", parts)

    def set(self, parts: list[Any]) -> Group:
        """``{a, b}``."""
        return _bracketed("set", parts)

    def mapping(self, parts: list[Any]) -> Group:
        """``[k: v]`` or ``{k: v}``."""
        return _bracketed("map", parts)


def _between(parts: list[Any], start: int) -> list[Any]:
    return parts[start] if len(parts) > start + 1 else []


def _bracketed(kind: str, parts: list[Any]) -> Group:
    return Group(kind, _between(parts, 1), parts[0].start_pos, parts[-1].end_pos)
