"""Traversals of the text: chains of steps, each by its name and with arguments that fit it."""

from __future__ import annotations

from typing import Any
from typing import Literal as OneOf

from engine.gremlin.names import constant, step_name
from engine.gremlin.predicates import Predicates
from engine.gremlin.raw import Chain, Link, Named
from engine.gremlin.steps import TERMINAL
from engine.gremlin.tree import Literal, Predicate, Step, Strategy, Token, Traversal, Value

Root = OneOf["g", "__"]
_HIDDEN = {"~id": Token("T", "id"), "~label": Token("T", "label")}
_STRATEGY_STEPS = ("withStrategies", "withoutStrategies")


class Chains(Predicates):
    """Reads chains of steps."""

    def _traversal(self, root: Root, links: list[Link], opener: Link, first: Step | None = None) -> Traversal:
        if not links and first is None:
            raise self._error(
                "syntax", f"{opener.name} alone is no traversal", "Add steps, for example g.V().count().", opener
            )
        steps = [first] if first else []
        terminal: Step | None = None
        for link in links:
            if terminal is not None:
                raise self._error(
                    "step_after_terminal",
                    f"{link.name}() stands behind {terminal.name}()",
                    f"{terminal.name}() already fetches the results; remove it and what follows, or use a Gremlin "
                    "step (count() for a size, limit(n) for the first n).",
                    link,
                )
            step = self._step(link)
            if step.name not in TERMINAL:
                steps.append(step)
            elif root == "__":
                raise self._error(
                    "terminal_inside",
                    f"{step.name}() cannot stand in an inner traversal",
                    f"Remove {step.name}().",
                    link,
                )
            else:
                terminal = step
        if not steps:
            raise self._error("syntax", "the traversal has no steps", "Start with g.V() or g.E().", opener)
        return Traversal(root, tuple(steps), terminal)

    def _step(self, link: Link) -> Step:
        name = step_name(link.name)
        if name is None:
            self._refuse_by_name(link, [link])
            raise self._unknown(link)
        if link.arguments is None:
            raise self._missing_parentheses(link)
        make = self._strategy_argument if name in _STRATEGY_STEPS else self.value
        arguments = tuple([make(argument) for argument in link.arguments]) if link.arguments else ()
        if name == "has" and arguments:
            arguments = self._has(arguments, link)
        elif name == "by" and len(arguments) == 2:
            arguments = (arguments[0], _ordering(arguments[1]))
        return Step(name, arguments, self._source.position(link.start, link.end))

    def _has(self, arguments: tuple[Value, ...], link: Link) -> tuple[Value, ...]:
        """``~id`` and ``~label`` are how TinkerPop writes T.id and T.label as keys."""
        if len(arguments) > 3 or any(isinstance(value, Predicate) for value in arguments[:-1]):
            hint = "Write has('key', P.…) or has('label', 'key', P.…); join predicates with .and(P.…)."
            raise self._error("syntax", "has() takes a label, a key and one value or predicate", hint, link)
        first = arguments[0]
        hidden = _HIDDEN.get(str(first.value)) if isinstance(first, Literal) and len(arguments) == 2 else None
        return (hidden, arguments[1]) if hidden else arguments

    def _strategy_argument(self, raw: Any) -> Value:
        if isinstance(raw, Chain) and len(raw.links) == 1:
            return self._strategy(raw.links[0])
        return self.value(raw)

    def _strategy(self, link: Link) -> Strategy:
        arguments = link.arguments or []
        named = [argument for argument in arguments if isinstance(argument, Named)]
        if len(named) != len(arguments):
            raise self._error(
                "syntax", f"the arguments of {link.name} need names", f"Write new {link.name}(name: value).", link
            )
        return Strategy(link.name, tuple([(argument.name, self.value(argument.value)) for argument in named]))


def _ordering(value: Value) -> Value:
    """``by('x', 'desc')`` can only mean the order."""
    name = str(value.value) if isinstance(value, Literal) and value.kind == "string" else None
    found = constant("Order", name) if name else None
    return Token("Order", found) if found else value
