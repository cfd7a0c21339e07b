"""Predicates of the text: ``P.gt(5)``, ``gt(5).and(lt(9))``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from engine.gremlin.names import nearest_predicate
from engine.gremlin.raw import Link
from engine.gremlin.scalars import Scalars
from engine.gremlin.steps import PREDICATES
from engine.gremlin.tree import Predicate, Value

_CONNECTIVES = ("and", "or", "negate")


class Predicates(Scalars, ABC):
    """Reads predicates; their operands are any values."""

    @abstractmethod
    def value(self, raw: Any) -> Value:
        """One argument."""

    def _predicate(self, links: list[Link]) -> Value:
        first = links[0]
        self._refuse_by_name(first, links)
        name = nearest_predicate(first.name)
        if name is None or first.arguments is None:
            raise self._unknown(first)
        arguments = tuple([self.value(item) for item in first.arguments])
        if name in ("not",) and not (len(arguments) == 1 and isinstance(arguments[0], Predicate)):
            raise self._error(
                "syntax", "P.not() takes one predicate", "Write P.not(P.eq(…)), or the step not(__.…).", first
            )
        family = "TextP" if PREDICATES[name] == "TextP" else "P"
        predicate = Predicate(family, name, arguments, self._source.position(first.start, first.end))  # type: ignore[arg-type]
        return self._connected(predicate, links[1:])

    def _connected(self, predicate: Predicate, links: list[Link]) -> Predicate:
        for link in links:
            name = link.name.rstrip("_").lower()
            operands = [self.value(item) for item in link.arguments or []]
            if name not in _CONNECTIVES or not all(isinstance(operand, Predicate) for operand in operands):
                raise self._error(
                    "syntax",
                    f"a predicate has no {link.name}() of that kind",
                    "Join predicates with .and(P.…), .or(P.…) or .negate().",
                    link,
                )
            if len(operands) != (0 if name == "negate" else 1):
                raise self._error(
                    "syntax",
                    f".{name}() of a predicate takes {0 if name == 'negate' else 1} predicate",
                    "Write P.gt(1).and(P.lt(5)).",
                    link,
                )
            head = predicate.args if predicate.name == name and name != "negate" else (predicate,)
            predicate = Predicate("P", name, (*head, *operands), predicate.position)
        return predicate
