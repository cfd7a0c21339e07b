"""Filters of a traversal as English clauses: ``whose status is 'open'``, ``with an outgoing x edge to …``.

Clauses fit one element and several alike. A clause that holds further clauses stands last, behind a comma when
another stands before it, so that what follows ``and`` belongs to what it seems to belong to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.gremlin.english.values import (
    in_words,
    key_phrase,
    listed,
    negative_phrase,
    predicate_phrase,
    value_phrase,
)
from engine.gremlin.printer import text, value_text
from engine.gremlin.shapes import FILTERS, ID, LABEL, split_infix, string, strings
from engine.gremlin.tree import Predicate, Step, Token, Traversal, Value

_DIRECTIONS = {"out": "outgoing", "in": "incoming", "outE": "outgoing", "inE": "incoming"}
HOPS = frozenset({"out", "in", "both"})
EDGES = {"outE": "inV", "inE": "outV", "bothE": "otherV"}
"""An edge step and the step that goes on to the other end of the edge."""


def taken(steps: Sequence[Step], index: int) -> tuple[Sequence[Step], int]:
    """The filters from ``index`` on, and the index behind them."""
    end = index
    while end < len(steps) and steps[end].name in FILTERS and steps[end].args:
        end += 1
    if end < len(steps) and steps[end].name == "by":  # which belongs to the last one
        end = max(index, end - 1)
    return steps[index:end], end


def labels_of(step: Step) -> list[str] | None:
    """The labels that a filter asks for, when it asks for nothing else."""
    labelled = step.name == "has" and len(step.args) == 2 and step.args[0] == LABEL
    if step.name != "hasLabel" and not labelled:
        return None
    values = step.args[1:] if labelled else step.args
    if len(values) == 1 and isinstance(values[0], Predicate) and values[0].name in ("eq", "within"):
        values = values[0].args
    names = strings(values)
    return names if names and len(names) >= len(values) else None


def noun(kind: str, filters: Sequence[Step], article: str = "the", more: Sequence[str] = ()) -> str:
    """``the case vertices whose status is 'open'``; with ``a``: ``a case vertex whose …``."""
    word = {"vertex": "vertices", "edge": "edges"}.get(kind, kind) if article == "the" else kind
    labels: list[str] = []
    clauses: list[str] = []
    for step in filters:
        found = labels_of(step)
        if found and not labels:
            labels = found
        elif step.name == "has" and len(step.args) == 3 and (label := string(step.args[0])) and not labels:
            labels = [label]
            clauses.append(_has(step.args[1], step.args[2]))
        else:
            clauses.append(clause(step, kind))
    name = f"{listed(labels, 'or')} {word}" if labels else word
    shown = with_article(name) if article == "a" else f"{article} {name}".strip()
    said = together([*clauses, *more])
    if len(clauses) + len(more) == 1 and _enclosed(said):
        said = said[1:-1]  # nothing beside it to be told apart from
    elif article != "the" and "," in said:
        said = f"({said})"  # or what stands behind the comma would seem to be said of what holds this noun
    return f"{shown} {said}".rstrip()


def with_article(name: str) -> str:
    """``a vertex``, ``an id``."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def together(clauses: Sequence[str]) -> str:
    """Clauses that all hold."""
    plain = [each for each in clauses if not _holds_clauses(each)]
    nested = [each for each in clauses if _holds_clauses(each)]
    joined = " and ".join(_shared(plain))
    for each in nested:
        joined = f"{joined}{', and ' if joined else ''}{each}"
    return joined


def _shared(clauses: Sequence[str]) -> list[str]:
    """``with a x``, ``with a y`` as ``with a x``, ``a y``."""
    shared: list[str] = []
    before = ""
    for each in clauses:
        word, _, rest = each.partition(" ")
        short = word in ("with", "without") and rest.count(" ") == 1
        shared.append(rest if short and before == "with" and word == "with" else each)
        before = word if short else ""
    return shared


def _holds_clauses(phrase: str) -> bool:
    rest = phrase.partition(" ")[2]
    return not phrase.startswith("(") and any(word in rest for word in ("whose ", "with ", "without ", "that "))


def clause(step: Step, kind: str = "vertex") -> str:
    """One filter as a relative clause."""
    make = _CLAUSES.get(step.name)
    found = make(step.args) if make and step.args else ""
    return found or f"that pass {text(Traversal('__', (step,))).removeprefix('__.')}"


def opposite(step: Step) -> str:
    """One filter's opposite as a relative clause."""
    args = step.args
    if step.name in ("where", "filter") and len(args) == 1 and isinstance(args[0], Traversal):
        return negated(args[0])
    if step.name == "not" and len(args) == 1 and isinstance(args[0], Traversal):
        return condition(args[0])
    if step.name in ("and", "or") and all(isinstance(value, Traversal) for value in args):
        parts = [negated(value) for value in args if isinstance(value, Traversal)]
        return _either(parts, "or" if step.name == "and" else "and")
    if step.name == "hasNot" and len(args) == 1:
        return f"with {with_article(key_phrase(args[0]))}"
    if step.name == "has" and len(args) == 1:
        return f"without {with_article(key_phrase(args[0]))}"
    if step.name == "has" and len(args) == 2 and not isinstance(args[1], Traversal):
        missing = "" if args[0] in (LABEL, ID) else " (or is missing)"
        return f"whose {key_phrase(args[0])} {negative_phrase(args[1])}{missing}"
    if step.name in ("hasLabel", "hasId") and args:
        criterion = args[0] if len(args) == 1 else Predicate("P", "within", args)
        return f"whose {'label' if step.name == 'hasLabel' else 'id'} {negative_phrase(criterion)}"
    return f"that are not among those {clause(step)}"


def _either(parts: Sequence[str], word: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    other = " and " if word == "or" else " or "
    mixed = [other in part.replace("(or is missing)", "") and not _enclosed(part) for part in parts]
    closed = [f"({part})" if each else part for part, each in zip(parts, mixed, strict=True)]
    return f"({f' {word} '.join(closed)})"


def _enclosed(phrase: str) -> bool:
    """Whether one pair of parentheses holds the whole phrase."""
    depth = 0
    for index, sign in enumerate(phrase):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return index > 0 and index == len(phrase) - 1
    return False


def _has_clause(args: tuple[Value, ...]) -> str:
    if len(args) == 1:
        return f"with {with_article(key_phrase(args[0]))}"
    if len(args) == 2:
        return _has(args[0], args[1])
    return f"labelled {value_phrase(args[0])} and {_has(args[1], args[2])}" if len(args) == 3 else ""


def _where_clause(args: tuple[Value, ...]) -> str:
    match args:
        case (Traversal() as operand,):
            return condition(operand)
        case (Predicate() as predicate,):
            others = predicate.name == "neq" and all(map(string, predicate.args))
            return f"other than {_marked(predicate)}" if others else f"where each {_by_mark(predicate)}"
        case (mark, Predicate() as predicate):
            return f"where what is marked {value_phrase(mark)} {_by_mark(predicate)}"
        case _:
            return ""


def _joined_clause(name: str) -> Callable[[tuple[Value, ...]], str]:
    def make(args: tuple[Value, ...]) -> str:
        parts = [condition(value) for value in args if isinstance(value, Traversal)]
        return _either(parts, name) if len(parts) == len(args) else ""

    return make


_CLAUSES: dict[str, Callable[[tuple[Value, ...]], str]] = {
    "has": _has_clause,
    "hasLabel": lambda args: f"whose label {_any_of(args)}",
    "hasId": lambda args: f"whose id {_any_of(args)}",
    "hasNot": lambda args: f"without {with_article(key_phrase(args[0]))}" if len(args) == 1 else "",
    "hasKey": lambda args: f"whose key {_any_of(args)}",
    "hasValue": lambda args: f"whose value {_any_of(args)}",
    "where": _where_clause,
    "filter": lambda args: condition(args[0]) if isinstance(args[0], Traversal) and len(args) == 1 else "",
    "not": lambda args: negated(args[0]) if isinstance(args[0], Traversal) and len(args) == 1 else "",
    "and": _joined_clause("and"),
    "or": _joined_clause("or"),
}


def _by_mark(predicate: Predicate) -> str:
    """A predicate that compares with marked elements rather than with values."""
    names = _marked(predicate)
    words = {"eq": "is", "neq": "is not", "within": "is among", "without": "is not among"}
    words |= {"gt": "is greater than", "gte": "is at least", "lt": "is less than", "lte": "is at most"}
    if predicate.name in words and not any(isinstance(value, Predicate) for value in predicate.args):
        return f"{words[predicate.name]} {names}"
    return f"fulfils {value_text(predicate)}, compared with what is marked so"


def _marked(predicate: Predicate) -> str:
    return listed([f"what is marked {value_phrase(value)}" for value in predicate.args], "or")


def _has(key: Value, value: Value) -> str:
    if isinstance(value, Traversal):
        return f"whose {key_phrase(key)} {_passes(value)}"
    return f"whose {key_phrase(key)} {predicate_phrase(value)}"


def _passes(traversal: Traversal) -> str:
    if len(traversal.steps) == 1 and traversal.steps[0].name == "is" and traversal.steps[0].args:
        return predicate_phrase(traversal.steps[0].args[0])
    return f"passes {value_text(traversal)}"


def _any_of(args: tuple[Value, ...]) -> str:
    if len(args) == 1 and not isinstance(args[0], Token):
        return predicate_phrase(args[0])
    return f"is {listed(list(map(value_phrase, args)), 'or')}"


def condition(traversal: Traversal) -> str:
    """What an element must have so that the inner traversal gives something."""
    for name in ("or", "and"):
        parts = split_infix(traversal.steps, name)
        if len(parts) > 1 and all(parts):
            return _either([condition(Traversal("__", part)) for part in parts], name)
    filters, rest = _split(traversal.steps)
    if not filters and not rest:
        return "of any kind"
    clauses = [clause(step) for step in filters]
    if rest:
        clauses.append(_holds(rest) or f"for which {value_text(Traversal('__', tuple(rest)))} gives something")
    return together(clauses)


def negated(traversal: Traversal) -> str:
    """What an element must lack."""
    for name, other in (("or", "and"), ("and", "or")):
        parts = split_infix(traversal.steps, name)
        if len(parts) > 1 and all(parts):
            return _either([negated(Traversal("__", part)) for part in parts], other)
    filters, rest = _split(traversal.steps)
    if not filters and not rest:
        return "of no kind at all"  # what changes nothing gives the element itself
    clauses = [opposite(step) for step in filters]
    if rest:
        clauses.append(_lacks(rest) or f"for which {value_text(Traversal('__', tuple(rest)))} gives nothing")
    return _either(clauses, "or")


def _split(steps: Sequence[Step]) -> tuple[Sequence[Step], Sequence[Step]]:
    """The filters on the element itself, and the rest; ``identity()`` changes nothing and is left out."""
    changing = [step for step in steps if step.name != "identity"]
    filters, end = taken(changing, 0)
    return filters, changing[end:]


def _holds(steps: Sequence[Step]) -> str:
    tested = _tested(steps)
    if tested:
        value, several, is_time, criterion = tested
        predicate = predicate_phrase(in_words(criterion) if is_time else criterion)
        return f"with {with_article(value)} that {predicate}" if several else f"whose {value} {predicate}"
    hop = hop_phrase(steps)
    return f"with {hop}" if hop else ""


def _lacks(steps: Sequence[Step]) -> str:
    tested = _tested(steps)
    if tested:
        value, several, is_time, criterion = tested
        if several:
            return f"without {with_article(value)} that {predicate_phrase(criterion)}"
        predicate = negative_phrase(in_words(criterion) if is_time else criterion)
        return f"whose {value} {predicate}{'' if value.startswith('number of ') else ' (or is missing)'}"
    hop = hop_phrase(steps)
    return f"without {hop}" if hop else ""


def _tested(steps: Sequence[Step]) -> tuple[str, bool, bool, Value] | None:
    """``values('x').is(…)``: the value, whether there may be several, whether it is a time, and the criterion."""
    from engine.gremlin.english.nouns import TIME, inner_noun  # nouns hold clauses, and clauses hold nouns

    if len(steps) < 2 or steps[-1].name != "is" or len(steps[-1].args) != 1:
        return None
    if len(steps) == 2 and steps[0].name == "select" and len(steps[0].args) == 1:
        return _selected(steps[0].args[0]), False, False, steps[-1].args[0]
    found = inner_noun(steps[:-1])
    if found is None or found.text == "itself":
        return None
    text = found.text.replace(TIME, "time", 1) if found.time else found.text
    return text, found.several, found.time, steps[-1].args[0]


def _selected(key: Value) -> str:
    """What ``select`` takes of an entry or of a map, as something that each has."""
    return key.name.removesuffix("s") if isinstance(key, Token) else f"entry {value_phrase(key)}"


def hop_phrase(steps: Sequence[Step]) -> str:
    """``an outgoing uses edge to a device vertex whose …``; empty when the steps are not only hops and filters."""
    if not steps or len(strings(steps[0].args)) != len(steps[0].args):
        return ""
    first, (filters, end) = steps[0], taken(steps, 1)
    edge = with_article(edge_words(first, plural=False))
    if first.name in EDGES:
        if filters:
            edge = f"{edge} {together([clause(step, 'edge') for step in filters])}"
        if end == len(steps):
            return edge
        if steps[end].name != EDGES[first.name]:
            return ""
        edge += "," if filters else ""
        filters, end = taken(steps, end + 1)
    elif first.name not in HOPS:
        return ""
    further = hop_phrase(steps[end:])
    if end < len(steps) and not further:
        return ""
    if not filters and not further:
        return edge.rstrip(",")
    preposition = "from" if first.name in ("in", "inE") else "to"
    has = f" that {'itself ' if filters else ''}has {further}" if further else ""
    return f"{edge} {preposition} {noun('vertex', filters, 'a')}{has}"


def edge_words(step: Step, *, plural: bool) -> str:
    """``outgoing uses edge``, ``uses edges in either direction``."""
    direction = _DIRECTIONS.get(step.name, "")
    labels = [value_phrase(value) if string(value) is None else str(string(value)) for value in step.args]
    words = [direction, listed(labels, "or"), "edges" if plural else "edge"]
    return " ".join(filter(None, words)) + ("" if direction else " in either direction")
