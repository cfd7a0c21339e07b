"""Steps that make another value of each: of texts, numbers, times, lists and properties."""

from __future__ import annotations

from collections.abc import Callable

from engine.gremlin.english.filters import clause, condition
from engine.gremlin.english.reading import Reading, by_phrases
from engine.gremlin.english.values import listed, predicate_phrase, value_phrase
from engine.gremlin.shapes import FILTERS, strings
from engine.gremlin.tree import Literal, Predicate, Step, Token, Traversal

Phrase = Callable[[Reading], str]


def plain(words: str) -> Phrase:
    """A step without arguments."""
    return lambda reading: words if not reading.args and not reading.modulators else ""


def given(words: str) -> Phrase:
    """A step with one or more plain arguments."""

    def phrase(reading: Reading) -> str:
        if not reading.args or reading.modulators or any(isinstance(v, Traversal) for v in reading.args):
            return ""
        return words.format(listed([value_phrase(value) for value in reading.args]))

    return phrase


def _replace(reading: Reading) -> str:
    if len(reading.args) != 2 or not all(isinstance(value, Literal) for value in reading.args):
        return ""
    return f"replaces {value_phrase(reading.args[0])} by {value_phrase(reading.args[1])} in each"


def _substring(reading: Reading) -> str:
    ends = [value.value if isinstance(value, Literal) else None for value in reading.args]
    match ends:
        case [int() as start] if start >= 0:
            return f"takes of each what stands from character {start + 1} on"
        case [int() as start, int() as end] if 0 <= start < end:
            return f"takes characters {start + 1} to {end} of each"
        case _:
            return ""


def _date_add(reading: Reading) -> str:
    match reading.args:
        case (Token(enum="DT") as unit, Literal(value=int() as amount)):
            return f"adds {amount} {unit.name}{'' if amount == 1 else 's'} to each"
        case _:
            return ""


def _items(words: str) -> Phrase:
    """A test of the items of a list."""

    def phrase(reading: Reading) -> str:
        if len(reading.args) != 1 or reading.modulators or not isinstance(reading.args[0], Predicate):
            return ""
        return f"keeps the lists of which {words} {predicate_phrase(reading.args[0])}"

    return phrase


def _properties(reading: Reading) -> str:
    names = strings(reading.args)
    if reading.modulators or len(names) != len(reading.args):
        return ""
    return f"takes their {listed(names)} as properties" if names else "takes all their properties"


def _tree(reading: Reading) -> str:
    if reading.args or not reading.only("by"):
        return ""
    by = listed(by_phrases(reading))
    return f"puts the walks to them together as one tree{f' ({by})' if by else ''}"


def _path(reading: Reading) -> str:
    if reading.args or not reading.only("by"):
        return ""
    by = listed(by_phrases(reading))
    turns = "in turn " if len(reading.modulators) > 1 else ""
    return f"gives the whole path walked to them{f' ({turns}the {by} of what it passes)' if by else ''}"


def _pattern(traversal: Traversal, reading: Reading) -> str:
    """``as('a').out('x').as('b')``: ``from 'a' to 'b': the vertices …``."""
    first, *body = traversal.steps
    if first.name == "not" and len(first.args) == 1 and isinstance(first.args[0], Traversal):
        inner = _pattern(first.args[0], reading)
        return f"none that is {inner}" if inner else ""
    if first.name != "as" or len(strings(first.args)) != 1:
        return clause(first) if first.name in FILTERS and first.args and not body else ""
    start = strings(first.args)[0]
    end = strings(body.pop().args)[:1] if body and body[-1].name == "as" else []
    if not body:
        return ""
    does = Traversal("__", tuple(body))
    if end:
        return f"from '{start}' to '{end[0]}': {reading.sequence(does)}"
    return f"'{start}' is one of those {condition(does)}"


def _match(reading: Reading) -> str:
    patterns = [value for value in reading.args if isinstance(value, Traversal) and value.steps]
    if reading.modulators or len(patterns) != len(reading.args) or not patterns:
        return ""
    said = [_pattern(pattern, reading) for pattern in patterns]
    if not all(said):
        return ""
    return f"finds all that fit together: {'; '.join(f'({n}) {one}' for n, one in enumerate(said, 1))}"


MAKING: dict[str, Phrase] = {
    "toUpper": plain("writes each in capital letters"),
    "toLower": plain("writes each in small letters"),
    "trim": plain("leaves out white space around each"),
    "lTrim": plain("leaves out white space before each"),
    "rTrim": plain("leaves out white space behind each"),
    "length": plain("takes the length of each"),
    "reverse": plain("turns each round"),
    "asString": plain("takes each as text"),
    "asNumber": plain("takes each as a number"),
    "asBool": plain("takes each as true or false"),
    "asDate": plain("takes each as a time"),
    "concat": given("appends {} to each"),
    "split": given("splits each at {}"),
    "replace": _replace,
    "substring": _substring,
    "dateAdd": _date_add,
    "conjoin": given("joins the items of each with {} between them"),
    "any": _items("at least one item"),
    "all": _items("every item"),
    "none": _items("no item"),
    "combine": given("appends the items {} to each list"),
    "merge": given("adds the items {} to each list, equal ones once"),
    "intersect": given("keeps the items of each list that are among {}"),
    "difference": given("leaves out the items of each list that are among {}"),
    "disjunct": given("gives the items that are only in one of each list and {}"),
    "product": given("pairs each item of each list with each of {}"),
    "index": plain("numbers the items of each"),
    "properties": _properties,
    "element": plain("goes back to what has these properties"),
    "tree": _tree,
    "path": _path,
    "match": _match,
    "sack": plain("takes what each carries in its sack"),
    "timeLimit": given("stops after {} milliseconds"),
}


def compared(reading: Reading) -> str:
    """``where('a', P.gt('b')).by('n')``: what is read of one mark against what is read of another."""
    words = {"eq": "is that", "neq": "is not that", "gt": "is greater than that", "gte": "is at least that"}
    words |= {"lt": "is less than that", "lte": "is at most that"}
    predicate = reading.args[-1] if reading.args else None
    keys = by_phrases(reading)
    if not reading.only("by") or not 1 <= len(keys) <= 2 or not isinstance(predicate, Predicate):
        return ""
    others = strings(predicate.args)
    if predicate.name not in words or len(others) != 1 or len(predicate.args) != 1:
        return ""
    marks = strings(reading.args[:-1])
    whose = f"where the {keys[0]} of what is marked '{marks[0]}'" if marks else f"whose {keys[0]}"
    other = words[predicate.name] if len(keys) == 1 else words[predicate.name].replace("that", f"the {keys[1]}")
    return f"keeps those {whose} {other} of what is marked '{others[0]}'"


def starts_with(step: Step) -> str:
    """``inject`` at the start of a query."""
    values = [value_phrase(value) for value in step.args]
    return f"starts with the value{'' if len(values) == 1 else 's'} {listed(values)}" if values else ""
