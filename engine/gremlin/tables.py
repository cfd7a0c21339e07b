"""Runs the tables that lark makes of the grammar.

lark's own loop compares token objects and slices both stacks at every step, and filters children by position at
every reduction; here that is worked out once, which halves its time. The tables, and so the language, are lark's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from lark.parse_tree_builder import ExpandSingleChild
from lark.parsers.lalr_analysis import Shift

from engine.gremlin.lexer import Word

if TYPE_CHECKING:
    from lark import Lark

_END = "$END"
_Make = Callable[[list[Any]], Any]
_States = dict[int, dict[str | None, Any]]  # by state and word: the next state, or a reduction
_Reduction = tuple[int, str, _Make | None]  # length of the rule, what it makes, how; None: its one part as it is


class Unexpected(Exception):
    """A word that the grammar has no place for; of type ``$END`` when the text ends too early."""

    def __init__(self, word: Word) -> None:
        super().__init__(word)
        self.word = word


class Tables:
    """One grammar's parser. Thread-safe: a run keeps its stacks to itself."""

    def __init__(self, lark: Lark) -> None:
        parser = lark.parser.parser.parser
        table, callbacks = parser.parse_table, parser.callbacks
        self._start, self._end = table.start_states["start"], table.end_states["start"]
        self._states: _States = {  # plain str keys: lark's tokens compare slowly
            state: {
                str(name): target if action is Shift else _reduction(target, callbacks[target])
                for name, (action, target) in actions.items()
            }
            for state, actions in table.states.items()
        }

    def run(self, words: Iterable[Word]) -> Any:
        """What the callbacks make of the words. Raises Unexpected."""
        states, stack = self._states, [self._start]
        values: list[Any] = []
        row, word = states[self._start], Word(_END, "", 0, 0)
        for word in words:
            kind = word.type
            while (action := row.get(kind)).__class__ is tuple:
                row = _reduce(action, states, stack, values)
            if action is None:
                raise Unexpected(word)
            stack.append(action)
            values.append(word)
            row = states[action]
        while stack[-1] != self._end:
            action = row.get(_END)
            if action is None:
                raise Unexpected(Word(_END, "", word.start_pos, word.end_pos))
            row = _reduce(action, states, stack, values)
        return values[-1]


def _reduction(rule: Any, make: Any) -> _Reduction:
    size = len(rule.expansion)
    return size, str(rule.origin.name), None if size == 1 and isinstance(make, ExpandSingleChild) else make


def _reduce(reduction: _Reduction, states: _States, stack: list[int], values: list[Any]) -> dict[str | None, Any]:
    """Put what a rule makes in the place of its parts; the row of the state that follows."""
    size, name, make = reduction
    if make is not None:  # no rule is empty
        made = make(values[-size:])
        del values[-size:]
        values.append(made)
    del stack[-size:]
    state = states[stack[-1]][name]
    stack.append(state)
    return states[state]
