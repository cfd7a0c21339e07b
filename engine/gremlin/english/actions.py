"""What is done with the results, step by step. A phrase that would not cover its step is empty."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.gremlin.english.branches import branches, chosen, repeated, wrapping
from engine.gremlin.english.endings import value_map
from engine.gremlin.english.filters import edge_words, noun
from engine.gremlin.english.making import MAKING, compared, given, plain
from engine.gremlin.english.reading import Reading, by_phrase, by_phrases, code
from engine.gremlin.english.values import listed, predicate_phrase, value_phrase
from engine.gremlin.shapes import LOCAL, string, strings, whole_number
from engine.gremlin.tree import Step, Token, Traversal


def _count(reading: Reading) -> str:
    if reading.args == (LOCAL,):
        return "counts the items of each"
    return "counts them" if not reading.args and not reading.modulators else ""


def _aggregate(words: str) -> Callable[[Reading], str]:
    def phrase(reading: Reading) -> str:
        if reading.modulators:
            return ""
        if reading.args == (LOCAL,):
            return f"takes {words} within each"
        return f"takes {words} of them" if not reading.args else ""

    return phrase


def _group_count(reading: Reading) -> str:
    if not reading.only("by") or len(reading.modulators) > 1:
        return ""
    keys = by_phrases(reading)
    names = strings(reading.args)
    remembered = f", remembering the counts as '{names[0]}'" if names else ""
    return f"counts them for each {keys[0] if keys else 'different value'}{remembered}"


def _group(reading: Reading) -> str:
    keys = by_phrases(reading)
    if not reading.only("by") or len(keys) > 2:
        return ""
    names = strings(reading.args)
    remembered = f", remembered as '{names[0]}'" if names else ""
    second = ""
    if len(keys) == 2:
        value = reading.modulators[1].args[0] if reading.modulators[1].args else None
        inner = value.steps if isinstance(value, Traversal) else ()
        if len(inner) == 1 and inner[0] == Step("count"):
            return f"counts them for each {keys[0]}{remembered}"
        second = f" and gives for each group {keys[1]}"
    return f"groups them by {keys[0] if keys else 'their value'}{second}{remembered}"


def _order(reading: Reading) -> str:
    if not reading.only("by") or any(len(step.args) > 2 for step in reading.modulators):
        return ""
    keys = []
    for step in reading.modulators:
        orders = [value.name for value in step.args if isinstance(value, Token) and value.enum == "Order"]
        rest = tuple([value for value in step.args if not (isinstance(value, Token) and value.enum == "Order")])
        key = by_phrase(Step("by", rest), reading) if rest else "their value"
        words = {"desc": ", highest first", "asc": ", lowest first", "shuffle": ", in random order"}
        keys.append(key + words[orders[0] if orders else "asc"])
    what = "the items of each" if reading.args == (LOCAL,) else "them"
    return f"orders {what} by {', then by '.join(keys) if keys else 'their value, lowest first'}"


def _limit(reading: Reading) -> str:
    if reading.args[:1] == (LOCAL,):
        return f"keeps the first {value_phrase(reading.args[1])} items of each" if len(reading.args) == 2 else ""
    return f"keeps at most the first {value_phrase(reading.args[0])}" if len(reading.args) == 1 else ""


def _range(reading: Reading) -> str:
    numbers = [value for value in reading.args if value != LOCAL]
    if len(numbers) != 2:
        return ""
    where = " within each" if LOCAL in reading.args else ""
    if (end := whole_number(numbers[1])) is not None and end < 0:
        return f"keeps numbers {value_phrase(numbers[0])} (counted from 0) to the last{where}"
    return f"keeps numbers {value_phrase(numbers[0])} (counted from 0) to before {value_phrase(numbers[1])}{where}"


def _tail(reading: Reading) -> str:
    numbers = [value_phrase(value) for value in reading.args if value != LOCAL]
    where = " items of each" if LOCAL in reading.args else ""
    return f"keeps the last {numbers[0] if numbers else '1'}{where}"


def _values(reading: Reading) -> str:
    if reading.modulators:
        return ""
    return (
        f"lists the {listed(strings(reading.args))} of them"
        if reading.args
        else "lists all property values of them"
    )


def _dedup(reading: Reading) -> str:
    if not reading.only("by"):
        return ""
    by = by_phrases(reading)
    marks = strings(reading.args)
    if reading.args and len(marks) != len(reading.args):
        return "keeps each item once within each" if reading.args == (LOCAL,) and not by else ""
    each = f" combination of what is marked {listed([f'{mark!r}' for mark in marks])}" if marks else ""
    return f"keeps one for each{each}{' different' if by else ''} {listed(by)}".rstrip() if each or by else (
        "keeps each of them once"
    )  # fmt: skip


def _project(reading: Reading) -> str:
    names, by = strings(reading.args), by_phrases(reading)
    if not reading.only("by") or not names or len(names) != len(reading.args):
        return ""
    fills = [by[i % len(by)] if by else "itself" for i in range(len(names))]
    columns = [name if name == fill else f"{name} ({fill})" for name, fill in zip(names, fills, strict=True)]
    return f"gives for each of them: {'; '.join(columns)}"


def _select(reading: Reading) -> str:
    by = by_phrases(reading)
    if not reading.only("by") or not reading.args:
        return ""
    if len(reading.args) == 1 and isinstance(reading.args[0], Token) and reading.args[0].enum == "Column":
        return f"takes the {reading.args[0].name} of each{f' ({listed(by)})' if by else ''}"
    names = [f"{name!r}" for name in strings(reading.args)]
    if len(names) != len(reading.args):
        return ""
    if len(by) < 2:
        return f"takes {f'the {by[0]} of ' if by else ''}what is called {listed(names)}"
    return f"takes {listed([f'the {by[i % len(by)]} of {name}' for i, name in enumerate(names)])}"


def _is(reading: Reading) -> str:
    return f"keeps what {predicate_phrase(reading.args[0])}" if len(reading.args) == 1 else ""


def _aggregate_as(reading: Reading) -> str:
    names = [name for name in map(string, reading.args) if name]
    return (
        f"remembers them as '{names[0]}'"
        if len(names) == len(reading.args) == 1 and not reading.modulators
        else ""
    )


def _math(reading: Reading) -> str:
    if len(reading.args) != 1 or not reading.only("by"):
        return ""
    by = f" with {listed(by_phrases(reading))}" if reading.modulators else ""
    return f"calculates {value_phrase(reading.args[0])}{by}"


PHRASES: dict[str, Callable[[Reading], str]] = {
    "count": _count,
    "sum": _aggregate("the sum"),
    "min": _aggregate("the least"),
    "max": _aggregate("the greatest"),
    "mean": _aggregate("the average"),
    "groupCount": _group_count,
    "group": _group,
    "order": _order,
    "limit": _limit,
    "range": _range,
    "tail": _tail,
    "skip": given("leaves out the first {}"),
    "sample": given("takes a random sample of {}"),
    "coin": given("keeps each with the probability {}"),
    "values": _values,
    "valueMap": value_map,
    "elementMap": value_map,
    "dedup": _dedup,
    "project": _project,
    "select": _select,
    "repeat": repeated,
    "union": branches("puts together", "and"),
    "coalesce": branches("takes the first that gives anything of", "or"),
    "choose": chosen,
    "branch": chosen,
    "where": compared,
    "optional": wrapping("where possible {}, else keeps it as it is"),
    "local": wrapping("for each by itself: {}"),
    "map": wrapping("turns each into the first result of: {}"),
    "flatMap": wrapping("turns each into the results of: {}"),
    "sideEffect": wrapping("without changing the results: {}"),
    "as": given("marks them {}"),
    "is": _is,
    "math": _math,
    "aggregate": _aggregate_as,
    "store": _aggregate_as,
    "cap": given("gives what was remembered as {}"),
    "constant": given("gives {} for each"),
    "inject": given("adds the values {}"),
    "format": given("writes each as {}"),
    "id": plain("lists the id of them"),
    "label": plain("lists the label of them"),
    "key": plain("takes the key of each"),
    "value": plain("takes the value of each"),
    "fold": plain("collects them into one list"),
    "unfold": plain("takes the items of each one by one"),
    "simplePath": plain("drops walks that visit anything twice"),
    "cyclicPath": plain("keeps only walks that visit something twice"),
    "identity": plain("keeps them as they are"),
    "barrier": plain("keeps them as they are"),
    "loops": plain("takes the number of rounds so far"),
    **MAKING,
}

MOVES: dict[str, str] = {
    "out": "follows {} to {}",
    "in": "follows {} back to {}",
    "both": "follows {} to {}",
    "outE": "takes their {}",
    "inE": "takes their {}",
    "bothE": "takes their {}",
    "inV": "goes to where these point: {1}",
    "outV": "goes to where these come from: {1}",
    "otherV": "goes to their other ends: {1}",
    "bothV": "goes to both their ends: {1}",
}


def move(step: Step, filters: Sequence[Step]) -> str:
    """A walk to the next vertices or edges."""
    if len(strings(step.args)) != len(step.args):
        return code(step, *filters)
    edges = edge_words(step, plural=True)
    edges = edges if step.args else f"any {edges}"
    if step.name.endswith("E"):
        return MOVES[step.name].format(noun("edge", filters, "").replace("edge", edges, 1))
    target = noun("vertex", filters, "").replace("vertex", "vertices", 1)
    return MOVES[step.name].format(edges, target)


def phrase(reading: Reading) -> str:
    """One step with its modulators, said of "them"; its own text when it has no words."""
    make = PHRASES.get(reading.step.name)
    return (make(reading) if make else "") or code(reading.step, *reading.modulators)
