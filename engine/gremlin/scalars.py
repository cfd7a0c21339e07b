"""Scalars, ranges and made literals of the text, and the refusals that every part of reading shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.gremlin import literals
from engine.gremlin.errors import ParseError, Source
from engine.gremlin.lexer import Word
from engine.gremlin.names import nearest_step, refused_call, step_name
from engine.gremlin.raw import Link, Named
from engine.gremlin.tree import ListLiteral, Literal, Position, Value

MAX_RANGE = 1_000
MAKERS: dict[str, Callable[[str, Position | None], Literal]] = {
    "datetime": literals.moment,
    "dateTime": literals.moment,
    "DateTime": literals.moment,
    "UUID": literals.identifier,
}
_QUOTES = frozenset("'\"`")


class _Spot(Protocol):
    """Anything that stands somewhere in the text."""

    @property
    def start(self) -> int:
        """Offset of its first character."""

    @property
    def end(self) -> int:
        """Offset behind its last character."""


class Scalars:
    """What single words of one text stand for, and how the text is refused."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def _scalar(self, raw: Word) -> Literal:
        position = self._source.position(raw.start, raw.end)
        try:
            if raw.value[0] not in _QUOTES:
                return literals.number(raw.value, position)
            if raw.value[0] == '"' and "${" in raw.value.replace("\\$", ""):
                raise self._error(
                    "gstring",
                    "${…} inside double quotes is Groovy code",
                    "Write the value itself; to mean the characters, use single quotes.",
                    raw,
                )
            return Literal(literals.string(raw.value), "string", position)
        except ValueError as error:
            raise self._error("bad_literal", str(error), "Write a literal that Gremlin knows.", raw) from None

    def _range(self, low: Word, high: Word) -> ListLiteral:
        first, last = self._scalar(low), self._scalar(high)
        kinds = (first.kind, last.kind)
        if kinds == ("string", "string") and len(str(first.value)) == len(str(last.value)) == 1:
            points = _span(ord(str(first.value)), ord(str(last.value)))
            make: Callable[[int], Literal] = lambda point: Literal(chr(point), "string")  # noqa: E731
        elif isinstance(first.value, int) and isinstance(last.value, int):
            points = _span(first.value, last.value)
            make = lambda point: Literal(point, first.kind)  # noqa: E731
        else:
            raise self._error(
                "bad_literal",
                "a range runs between whole numbers or single characters",
                "List the values: [1, 2, 3].",
                low,
                high,
            )
        if len(points) > MAX_RANGE:
            raise self._error(
                "too_long", f"the range has more than {MAX_RANGE} members", "Use P.between(low, high).", low, high
            )
        return ListLiteral(tuple([make(point) for point in points]))

    def _made(self, link: Link, arguments: list[Value]) -> Literal:
        maker = MAKERS[link.name]
        position = self._source.position(link.start, link.end)
        if not arguments:  # now, or a random one: for the server to say
            return Literal(None, "datetime" if maker is literals.moment else "uuid", position)
        if len(arguments) == 1 and isinstance(arguments[0], Literal) and arguments[0].kind == "datetime":
            return arguments[0]
        if len(arguments) != 1 or not isinstance(arguments[0], Literal) or arguments[0].kind != "string":
            raise self._error(
                "bad_literal",
                f"{link.name}() takes one quoted string",
                "Write datetime('2024-03-07T00:00:00Z').",
                link,
            )
        try:
            return maker(str(arguments[0].value), position)
        except ValueError as error:
            raise self._error("bad_literal", str(error), "Write datetime('2024-03-07T00:00:00Z').", link) from None

    def _error(self, code: str, message: str, hint: str, first: _Spot, last: _Spot | None = None) -> ParseError:
        position = self._source.position(first.start, (last or first).end)
        return ParseError(message, hint, code=code, position=position, source=self._source.text)

    def _named(self, raw: Named) -> ParseError:
        if raw.name == "lambda":
            hint = "Use Gremlin steps instead: filter(__.has(…)), map(__.values(…))."
            return self._error("closure", "lambdas are not allowed", hint, raw)
        hint = "Write the value alone; a map goes in brackets: ['key': value]."
        return self._error("named_argument", f"the argument {raw.name!r} has a name", hint, raw)

    def _refuse_by_name(self, link: Link, links: list[Link]) -> None:
        refusal = refused_call(link.name, [other.name for other in links])
        if refusal:
            raise self._error(*refusal, link)

    def _unknown(self, link: Link) -> ParseError:
        called = f"{link.name}()" if link.arguments is not None else repr(link.name)
        if step_name(link.name):  # behind something else than __, such as _.out()
            hint = f"Start an inner traversal with two underscores: __.{link.name}(…)."
            return self._error(
                "unknown_step", f"{called} stands behind a name that is none of Gremlin's", hint, link
            )
        return self._error("unknown_step", f"Gremlin has no {called}", nearest_step(link.name), link)

    def _missing_parentheses(self, link: Link) -> ParseError:
        return self._error(
            "missing_parentheses", f"the step {link.name} has no parentheses", f"Write {link.name}().", link
        )


def _span(low: int, high: int) -> range:
    return range(low, high + 1) if low <= high else range(low, high - 1, -1)
