"""Steps that hold whole traversals: loops, branches, and what is done for each by itself."""

from __future__ import annotations

from collections.abc import Callable

from engine.gremlin.english.filters import condition
from engine.gremlin.english.reading import Reading
from engine.gremlin.english.values import predicate_phrase, value_phrase
from engine.gremlin.tree import Predicate, Step, Token, Traversal, Value


def repeated(reading: Reading) -> str:
    """A ``repeat`` with its bounds; empty when they have no words."""
    body = [value for value in reading.args if isinstance(value, Traversal)]
    if len(body) != 1 or len(reading.args) > 2 or not reading.only("times", "until", "emit"):
        return ""
    words = []
    for number, step in enumerate(reading.modulators):
        argument = step.args[0] if step.args else None
        too = ", those at the start too" if number < reading.ahead else ""
        if step.name == "times" and argument is not None:
            words.append(f"{value_phrase(argument)} times")
        elif step.name == "until" and isinstance(argument, Traversal):
            words.append(f"stopping at those {condition(argument)}{too}")
        elif step.name == "emit" and (argument is None or isinstance(argument, Traversal)):
            kept = f"those {condition(argument)}" if isinstance(argument, Traversal) else "every one"
            words.append(f"keeping {kept} met on the way{too}")
        else:
            return ""
    does = reading.sequence(body[0])
    what = f"to {does}" if does.startswith("the ") else f"where each time it {does}"
    return f"{', '.join(['goes again and again', *words])}, {what}"


def branches(words: str, last: str) -> Callable[[Reading], str]:
    """Phrases for steps whose arguments are all traversals, numbered."""

    def phrase(reading: Reading) -> str:
        if reading.modulators or not reading.args:
            return ""
        parts = [f"({number}) {reading.sequence(value)}" for number, value in enumerate(reading.args, 1)
                 if isinstance(value, Traversal)]  # fmt: skip
        return f"{words} {f' {last} '.join(parts)}" if len(parts) == len(reading.args) else ""

    return phrase


def chosen(reading: Reading) -> str:
    """A ``choose`` with its branches or options."""
    args = reading.args
    if not reading.only("option") or not args:
        return ""
    test = f"it {predicate_phrase(args[0])}" if isinstance(args[0], Predicate) else reading.inner(args[0])
    if reading.modulators:
        cases = [f"{_case(step)}: {reading.inner(step.args[-1])}" for step in reading.modulators if step.args]
        return f"decides by {test}, {'; '.join(cases)}" if len(args) == 1 else ""
    if len(args) == 1:
        return ""
    which = condition(args[0]) if isinstance(args[0], Traversal) else f"where {test}"
    otherwise = f", for the others {reading.inner(args[2])}" if len(args) > 2 else ""
    return f"for those {which} {reading.inner(args[1])}{otherwise}"


def _case(step: Step) -> str:
    """When an ``option`` is taken."""
    pick = step.args[0] if len(step.args) > 1 else Token("Pick", "any")
    if isinstance(pick, Token) and pick.enum == "Pick":
        return {"none": "otherwise", "unproductive": "where there is none"}.get(pick.name, "in any case")
    return f"where it {predicate_phrase(pick)}" if isinstance(pick, Predicate) else f"in case of {_pick(pick)}"


def _pick(value: Value) -> str:
    return f"those {condition(value)}" if isinstance(value, Traversal) else value_phrase(value)


def wrapping(words: str) -> Callable[[Reading], str]:
    """Phrases for steps that hold one traversal."""

    def phrase(reading: Reading) -> str:
        if len(reading.args) != 1 or reading.modulators or not isinstance(reading.args[0], Traversal):
            return ""
        return words.format(reading.sequence(reading.args[0]))

    return phrase
