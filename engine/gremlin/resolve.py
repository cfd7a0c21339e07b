"""From raw chains to the tree: which name is a step, a predicate, a constant, a literal or a variable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.gremlin import literals
from engine.gremlin.chains import Chains
from engine.gremlin.errors import ParseError, Source
from engine.gremlin.lexer import Word
from engine.gremlin.names import CLOSURE_NAMES, constant, nearest_predicate, step_name
from engine.gremlin.raw import Chain, Group, Link, Named
from engine.gremlin.scalars import MAKERS
from engine.gremlin.steps import BARE, ENUMS
from engine.gremlin.tree import (
    Construct,
    ListLiteral,
    Literal,
    MapLiteral,
    Predicate,
    Step,
    Token,
    Traversal,
    Value,
    Variable,
)

MAX_DEPTH = 48
_WORDS = {"true": True, "false": False, "True": True, "False": False}


class Resolver(Chains):
    """Gives names their meaning in one parsed text."""

    def __init__(self, source: Source, bindings: Mapping[str, Value]) -> None:
        super().__init__(source)
        self._bindings = bindings
        self._depth = 0

    def query(self, raw: Any) -> Traversal:
        """The whole text as one traversal that starts with ``g``."""
        while isinstance(raw, Group) and raw.kind == "parentheses" and len(raw.items) == 1:
            raw = raw.items[0]
        if isinstance(raw, Group) and raw.kind == "prefixed" and raw.items[0].value == "return":
            raw = raw.items[1]
        if not isinstance(raw, Chain):
            raise self._error(
                "not_gremlin", "this is not a Gremlin traversal", "Start the query with g.V() or g.E().", raw
            )
        links = raw.links
        links = _after_source(links)
        first = links[0]
        if first.name == "g" and first.arguments is None:
            return self._traversal("g", links[1:], first)
        if first.name == "__" or step_name(first.name):
            raise self._error(
                "not_rooted",
                "the query does not start at the graph",
                "Start with g, for example g.V().hasLabel('…').",
                first,
            )
        if first.name in ("g", "G") and first.arguments is None:
            return self._traversal("g", links[1:], first)
        self._refuse_by_name(first, links)
        raise self._error(
            "not_gremlin",
            f"the query starts with {first.name!r} instead of g",
            "Send one Gremlin traversal that starts with g.V() or g.E().",
            first,
        )

    # values

    def value(self, raw: Any) -> Value:
        """One argument."""
        if isinstance(raw, Word):
            return self._scalar(raw)
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise too_deep(self._source, raw.links[0].start if isinstance(raw, Chain) else raw.start)
        try:
            return self._chain(raw.links) if isinstance(raw, Chain) else self._group(raw)
        finally:
            self._depth -= 1

    def _group(self, raw: Group | Named) -> Value:
        if isinstance(raw, Named):
            raise self._named(raw)
        match raw.kind:
            case "parentheses" if len(raw.items) == 1:
                return self.value(raw.items[0])
            case "list" | "set" | "parentheses":
                items = tuple([self.value(item) for item in raw.items])
                return ListLiteral(items, "set" if raw.kind == "set" else "list")
            case "map":
                return MapLiteral(tuple([(self._key(key), self.value(item)) for key, item in raw.items]))
            case "range":
                return self._range(raw.items[0], raw.items[1])
            case _:
                return self._prefixed(raw.items[0], raw.items[1].links)

    def _key(self, raw: Any) -> Value:
        if isinstance(raw, Chain) and len(raw.links) == 1 and raw.links[0].arguments is None:
            name = raw.links[0].name
            enum = BARE.get(name)
            # The official grammar reads these bare keys as constants, every other one as a string.
            if enum in ("T", "Direction"):
                return Token(enum, name)
            link = raw.links[0]
            return Literal(name, "string", self._source.position(link.start, link.end))
        return self.value(raw)

    def _prefixed(self, word: Word, links: list[Link]) -> Value:
        first = links[0]
        if word.value != "new":
            self._refuse_by_name(first, links)
            raise self._error(
                "syntax",
                f"{word.value!r} stands before {first.name!r} without a dot or a comma",
                "Join steps with dots and arguments with commas.",
                word,
                first,
            )
        self._refuse_by_name(first, links)
        if first.name.endswith("Vertex"):
            return Construct("Vertex", tuple([self.value(item) for item in first.arguments or []]))
        return self._strategy(first)

    def _chain(self, links: list[Link]) -> Value:
        links = _after_source(links)
        first = links[0]
        name = first.name
        if name == "__" and (first.arguments is None or not first.arguments):
            return self._traversal("__", links[1:], first)
        if name == "g" and first.arguments is None and len(links) > 1:
            return self._traversal("g", links[1:], first)
        if first.arguments is None:
            return self._bare(links) if len(links) == 1 else self._qualified(links)
        return self._call(links)

    def _bare(self, links: list[Link]) -> Value:
        link = links[0]
        name = link.name
        if name in self._bindings:
            return self._bindings[name]
        position = self._source.position(link.start, link.end)
        if name in _WORDS:
            return Literal(_WORDS[name], "bool", position)
        if name in ("null", "None"):
            return Literal(None, "null", position)
        if name == "NaN":
            return literals.not_a_number(position)
        if name == "Infinity":
            return Literal(float("inf"), "double", position)
        enum = BARE.get(name)
        if enum:
            found = constant(enum, name)
            return Token(enum, found or name)
        if name in CLOSURE_NAMES:
            self._refuse_by_name(link, links)
        return Variable(name)

    def _qualified(self, links: list[Link]) -> Value:
        """``T.label``, ``P.gt(5)``, ``Cardinality.set('x')``."""
        first, second = links[0], links[1]
        if first.name in ("P", "TextP", "p", "textP"):
            return self._predicate(links[1:])
        enum = next((enum for enum in ENUMS if enum.casefold() == first.name.casefold()), None)
        if enum is None:
            self._refuse_by_name(first, links)
            if step_name(first.name):
                raise self._missing_parentheses(first)
            if nearest_predicate(second.name) is None and second.arguments is not None:
                raise self._unknown(second)
            raise self._error(
                "unknown_name",
                f"{first.name!r} is not known here",
                "Use steps such as out('…'), predicates such as P.gt(5), constants such as T.label.",
                first,
                second,
            )
        found = constant(enum, second.name)
        if found is None or len(links) > 2:
            raise self._error(
                "unknown_constant",
                f"{enum} has no constant {second.name!r}",
                f"It has {', '.join(ENUMS[enum])}.",
                first,
                links[-1],
            )
        if second.arguments is not None:
            if enum != "Cardinality":
                raise self._error(
                    "syntax",
                    f"{enum}.{found} is a constant and takes no parentheses",
                    f"Write {enum}.{found}.",
                    first,
                    second,
                )
            return Construct(f"Cardinality.{found}", tuple([self.value(item) for item in second.arguments]))
        return Token(enum, found)

    def _call(self, links: list[Link]) -> Value:
        first = links[0]
        if first.name in MAKERS and len(links) == 1:
            return self._made(first, [self.value(item) for item in first.arguments or []])
        if first.name in ("Vertex", "ReferenceVertex") and len(links) == 1:
            return Construct("Vertex", tuple([self.value(item) for item in first.arguments or []]))
        if first.name in ENUMS["Cardinality"] and len(links) == 1:
            return Construct(
                f"Cardinality.{first.name}", tuple([self.value(item) for item in first.arguments or []])
            )
        if step_name(first.name):
            if step_name(first.name) == "not" and len(first.arguments or []) == 1:
                return self._not(links)
            return self._traversal("__", links, first)
        return self._predicate(links)

    def _not(self, links: list[Link]) -> Value:
        """``not(…)`` is a predicate over a predicate, and a step over a traversal."""
        inner = self.value((links[0].arguments or [None])[0])
        if isinstance(inner, Predicate):
            position = self._source.position(links[0].start, links[0].end)
            return self._connected(Predicate("P", "not", (inner,), position), links[1:])
        step = Step("not", (inner,), self._source.position(links[0].start, links[0].end))
        return self._traversal("__", links[1:], links[0], step)


def too_deep(source: Source, start: int) -> ParseError:
    """The refusal of a text that nests deeper than allowed."""
    return ParseError(
        "the query is nested too deep",
        "Split the question into several smaller queries.",
        code="too_deep",
        position=source.position(start, start + 1),
        source=source.text,
    )


def _after_source(links: list[Link]) -> list[Link]:
    """``graph.traversal().V()`` and ``traversal().V()`` are ``g.V()``."""
    skip = 1 if links[0].name == "graph" and links[0].arguments is None and len(links) > 1 else 0
    link = links[skip]
    if link.name == "traversal" and link.arguments == []:
        return [Link("g", None, links[0].start, link.end), *links[skip + 1 :]]
    return links
