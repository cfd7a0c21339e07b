"""What the grammar makes of the text, before names are given their meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Token as LarkToken
from lark import Transformer, v_args


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
class Scalar:
    """A string or number as written."""

    kind: str
    written: str
    start: int
    end: int


@dataclass(slots=True)
class Group:
    """Brackets: ``list``, ``set``, ``map`` (items are pairs), ``group``, ``range`` or ``new``."""

    kind: str
    items: list[Any]


@dataclass(slots=True)
class Named:
    """``name: value`` among arguments."""

    name: str
    value: Any


def _end(token: LarkToken) -> int:
    return token.start_pos + len(token)  # type: ignore[operator]


@v_args(inline=True)
class ToRaw(Transformer[LarkToken, Any]):
    """Callbacks of the LALR parser, called as it reduces; no tree is built in between."""

    def start(self, value: Any) -> Any:
        """The whole text."""
        return value

    def chain(self, *links: Link) -> Chain:
        """Links joined by dots."""
        return Chain(list(links))

    def link(self, name: LarkToken, *rest: Any) -> Link:
        """A name, with or without parentheses."""
        start: int = name.start_pos  # type: ignore[assignment]
        if not rest:
            return Link(str(name), None, start, _end(name))
        return Link(str(name), list(rest[1:-1]), start, _end(rest[-1]))

    def string(self, token: LarkToken) -> Scalar:
        """A quoted string."""
        return Scalar("string", str(token), token.start_pos, _end(token))  # type: ignore[arg-type]

    def number(self, token: LarkToken) -> Scalar:
        """A number."""
        return Scalar("number", str(token), token.start_pos, _end(token))  # type: ignore[arg-type]

    def construct(self, _new: LarkToken, chain: Chain) -> Group:
        """``new`` and a call."""
        return Group("new", [chain])

    def range(self, low: LarkToken, high: LarkToken) -> Group:
        """``low..high``."""
        make = self.string if low.type == "STRING" else self.number
        return Group("range", [make(low), make(high)])

    def group(self, *parts: Any) -> Any:
        """A value in parentheses."""
        return Group("group", [parts[1]])

    def listing(self, *parts: Any) -> Group:
        """``[a, b]``."""
        return Group("list", list(parts[1:-1]))

    def set(self, *parts: Any) -> Group:
        """``{a, b}``."""
        return Group("set", list(parts[1:-1]))

    def mapping(self, *parts: Any) -> Group:
        """``[k: v]``."""
        return Group("map", list(parts[1:-1]))

    def entry(self, key: Any, value: Any) -> tuple[Any, Any]:
        """One ``key: value`` of a map."""
        if isinstance(key, LarkToken):
            key = Chain([Link(str(key), None, key.start_pos, _end(key))])  # type: ignore[arg-type]
        return key, value

    def named(self, name: LarkToken, value: Any) -> Named:
        """``name: value`` among arguments."""
        return Named(str(name), value)
