"""Filters of a traversal as English clauses: ``whose status is 'open'``, ``that have an outgoing x edge to …``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.gremlin.phrases import key_phrase, listed, predicate_phrase, value_phrase
from engine.gremlin.printer import text, value_text
from engine.gremlin.shapes import LABEL, split_infix, string, strings
from engine.gremlin.tree import Literal, Predicate, Step, Traversal, Value

FILTERS = frozenset(
    {"has", "hasLabel", "hasId", "hasNot", "hasKey", "hasValue", "where", "filter", "not", "and", "or"}
)
_DIRECTIONS = {"out": "outgoing", "in": "incoming", "outE": "outgoing", "inE": "incoming"}
HOPS = frozenset({"out", "in", "both", "outE", "inE", "bothE"})
ENDS = {
    "inV": "the vertex it points to",
    "outV": "the vertex it comes from",
    "otherV": "the vertex at its other end",
}


def labels_of(step: Step) -> list[str] | None:
    """The labels that a filter asks for, when it asks for nothing else."""
    if step.name == "hasLabel" and step.args and all(isinstance(value, Literal) for value in step.args):
        return strings(step.args) if len(strings(step.args)) == len(step.args) else None
    if step.name == "has" and len(step.args) == 2 and step.args[0] == LABEL and string(step.args[1]) is not None:
        return strings(step.args[1:])
    if step.name == "hasLabel" and len(step.args) == 1 and isinstance(step.args[0], Predicate):
        predicate = step.args[0]
        if (
            predicate.name in ("eq", "within")
            and predicate.args
            and len(strings(predicate.args)) >= len(predicate.args)
        ):
            return strings(predicate.args)
    return None


def noun(kind: str, filters: Sequence[Step], article: str = "the", ids: str = "") -> str:
    """``the case vertices whose status is 'open'``; with ``a``: ``a case vertex whose …``."""
    plural = {"vertex": "vertices", "edge": "edges", "value": "values", "thing": "results"}
    word = plural.get(kind, kind) if article == "the" else kind
    labels: list[str] = []
    clauses: list[str] = [ids] if ids else []
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
    if article != "the":
        article = _article(name)
    return " ".join([article, name, *([_together(clauses)] if clauses else [])])


def _article(name: str) -> str:
    return "an" if name[:1].lower() in "aeiou" else "a"


def _together(clauses: list[str]) -> str:
    return " and ".join(clauses)


def clause(step: Step, kind: str = "vertex") -> str:
    """One filter as a relative clause."""
    make = _CLAUSES.get(step.name)
    found = make(step.args) if make and step.args else ""
    return found or f"that pass {text(Traversal('__', (step,))).removeprefix('__.')}"


def _has_clause(args: tuple[Value, ...]) -> str:
    if len(args) == 1:
        return f"that have {key_phrase(args[0])}"
    if len(args) == 2:
        return _has(args[0], args[1])
    return f"that are labelled {value_phrase(args[0])} and {_has(args[1], args[2])}" if len(args) == 3 else ""


def _where_clause(args: tuple[Value, ...]) -> str:
    match args:
        case (Traversal() as operand,):
            return condition(operand)
        case (Predicate() as predicate,):
            return f"where the current one {_by_mark(predicate)}"
        case (mark, Predicate() as predicate):
            return f"where what is marked {value_phrase(mark)} {_by_mark(predicate)}"
        case _:
            return ""


def _not_clause(args: tuple[Value, ...]) -> str:
    return negated(args[0]) if isinstance(args[0], Traversal) and len(args) == 1 else ""


def _joined_clause(name: str) -> Callable[[tuple[Value, ...]], str]:
    def make(args: tuple[Value, ...]) -> str:
        parts = [condition(value) for value in args if isinstance(value, Traversal)]
        if len(parts) != len(args):
            return ""
        return f"({f' {name} '.join(parts)})" if len(parts) > 1 else parts[0]

    return make


_CLAUSES: dict[str, Callable[[tuple[Value, ...]], str]] = {
    "has": _has_clause,
    "hasLabel": lambda args: f"whose label {_any_of(args)}",
    "hasId": lambda args: f"whose id {_any_of(args)}",
    "hasNot": lambda args: f"that have no {key_phrase(args[0])}" if len(args) == 1 else "",
    "hasKey": lambda args: f"whose key {_any_of(args)}",
    "hasValue": lambda args: f"whose value {_any_of(args)}",
    "where": _where_clause,
    "filter": lambda args: condition(args[0]) if isinstance(args[0], Traversal) and len(args) == 1 else "",
    "not": _not_clause,
    "and": _joined_clause("and"),
    "or": _joined_clause("or"),
}


def _by_mark(predicate: Predicate) -> str:
    """A predicate that compares with marked elements rather than with values."""
    names = listed([f"what is marked {value_phrase(value)}" for value in predicate.args], "or")
    words = {"eq": "is", "neq": "is not", "within": "is among", "without": "is not among"}
    if predicate.name in words and not any(isinstance(value, Predicate) for value in predicate.args):
        return f"{words[predicate.name]} {names}"
    return f"fulfils {value_text(predicate)}, compared with what is marked so"


def _has(key: Value, value: Value) -> str:
    if isinstance(value, Traversal):
        return f"whose {key_phrase(key)} {_passes(value)}"
    return f"whose {key_phrase(key)} {predicate_phrase(value)}"


def _passes(traversal: Traversal) -> str:
    if len(traversal.steps) == 1 and traversal.steps[0].name == "is" and traversal.steps[0].args:
        return predicate_phrase(traversal.steps[0].args[0])
    return f"passes {value_text(traversal)}"


def _any_of(args: tuple[Value, ...]) -> str:
    if len(args) == 1 and isinstance(args[0], Predicate):
        return predicate_phrase(args[0])
    return f"is {listed(list(map(value_phrase, args)), 'or')}"


def condition(traversal: Traversal) -> str:
    """What an element must have so that the inner traversal gives something."""
    steps = traversal.steps
    for name in ("or", "and"):
        parts = split_infix(steps, name)
        if len(parts) > 1 and all(parts):
            return f"({f' {name} '.join(condition(Traversal('__', part)) for part in parts)})"
    if all(step.name in FILTERS and step.args for step in steps):
        return _together([clause(step) for step in steps])
    counted = _counted(steps)
    if counted:
        return counted
    if len(steps) == 2 and steps[0].name == "values" and len(steps[0].args) == 1 and steps[1].name == "is":
        return (
            f"whose {key_phrase(steps[0].args[0])} {predicate_phrase(steps[1].args[0])}" if steps[1].args else ""
        )
    hop = hop_phrase(steps)
    return f"that have {hop}" if hop else f"for which {value_text(traversal)} gives something"


def negated(traversal: Traversal) -> str:
    """What an element must lack."""
    hop = hop_phrase(traversal.steps)
    if hop:
        return f"that do not have {hop}"
    if all(step.name in FILTERS and step.args for step in traversal.steps):
        return f"but not those {_together([clause(step) for step in traversal.steps])}"
    return f"for which {value_text(traversal)} gives nothing"


def _counted(steps: tuple[Step, ...]) -> str:
    if len(steps) < 3 or steps[-1].name != "is" or steps[-2] != Step("count") or not steps[-1].args:
        return ""
    hop = hop_phrase(steps[:-2], plural=True)
    return f"whose number of {hop} {predicate_phrase(steps[-1].args[0])}" if hop else ""


def hop_phrase(steps: tuple[Step, ...], plural: bool = False) -> str:
    """``an outgoing uses edge to a device vertex whose …``; empty when the steps are not only hops and filters."""
    if not steps or steps[0].name not in HOPS or len(strings(steps[0].args)) != len(steps[0].args):
        return ""
    name = _edge_words(steps[0], plural)
    end = 1
    while end < len(steps) and steps[end].name in FILTERS and steps[end].args:
        end += 1
    filters, rest = steps[1:end], steps[end:]
    if steps[0].name.endswith("E"):
        name = " ".join([name, *([_together([clause(step, "edge") for step in filters])] if filters else [])])
        if not rest:
            return name
        return f"{name} {tail}" if (tail := _end_phrase(rest)) else ""
    target = f"{'from' if steps[0].name == 'in' else 'to'} {noun('vertex', filters, 'a')}"
    if not rest:
        return f"{name} {target}"
    further = hop_phrase(rest)
    return f"{name} {target} that has {further}" if further else ""


def _edge_words(step: Step, plural: bool) -> str:
    """``an outgoing uses edge``, ``uses edges in either direction``."""
    direction = _DIRECTIONS.get(step.name, "")
    words = [direction, listed(strings(step.args), "or"), "edges" if plural else "edge"]
    name = " ".join(filter(None, words))
    either = "" if direction else " in either direction"
    return f"{name if plural else f'{_article(name)} {name}'}{either}"


def _end_phrase(steps: tuple[Step, ...]) -> str:
    if steps[0].name not in ENDS:
        return ""
    end = 1
    while end < len(steps) and steps[end].name in FILTERS and steps[end].args:
        end += 1
    filters, rest = steps[1:end], steps[end:]
    where = "; " + ENDS[steps[0].name] + " is " + noun("vertex", filters, "a") if filters else ""
    phrase = f"(at {ENDS[steps[0].name]}{where})"
    if not rest:
        return phrase
    further = hop_phrase(rest)
    return f"{phrase} that has {further}" if further else ""
