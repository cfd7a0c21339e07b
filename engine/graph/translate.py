"""Tree of a read traversal → the embedded engine's script, working around what differs from TinkerPop.

Measured differences (graphersal 0.3.0 against TinkerPop's own scenarios): ``by(keys)`` is a traversal outside
``order()``, ``has(k, 29.0)`` is strict about int and float, ``aggregate(local)`` is called ``store``, ``none()``
is ``discard()``, edges' ``valueMap()`` holds lists (edge_maps.py), ``properties()`` yields bare values, list
values stand for multi-properties (several.py), ``groupCount()`` cannot be selected from, ``match()`` is missing,
``count().count()`` counts once, ``label().max()`` and ``id().max()`` yield nothing.
"""

from __future__ import annotations

import dataclasses
import itertools
from dataclasses import dataclass

from engine.graph.backend import QueryError
from engine.graph.edge_maps import single_values
from engine.graph.matching import match_steps
from engine.graph.script import step_text
from engine.graph.several import of_several, property_objects, text_of
from engine.graph.terminal import rows_wanted
from engine.gremlin.rebuild import anonymous, rebuilt
from engine.gremlin.tree import ListLiteral, Literal, Predicate, Step, Token, Traversal, Value

# Steps that change what the step before them does; a by() belongs to the nearest step that is none of these.
MODULATORS = frozenset({"by", "from", "to", "with", "option", "times", "emit", "until", "as", "read", "write"})
# Steps that let through or reorder what arrives, and never change it.
FILTERS = frozenset({
    "dedup", "limit", "range", "skip", "tail", "order", "sample", "simplePath", "cyclicPath", "where",
    "filter", "is", "not", "and", "or", "has", "hasNot", "hasId", "hasLabel", "hasKey", "hasValue", "coin",
    "barrier", "identity", "sideEffect", "aggregate", "store", "by", "from", "to", "as", "none", "all", "any",
})  # fmt: skip
_MISSING = {
    "propertyMap": "use valueMap() or properties()",
    "timeLimit": "the query's own time-out already bounds it",
    "pageRank": "it needs a graph computer",
    "peerPressure": "it needs a graph computer",
    "connectedComponent": "it needs a graph computer",
    "shortestPath": "use repeat(...).until(...).path().limit(1)",
    "program": "it needs a graph computer",
    "withComputer": "there is no graph computer",
    "explain": "leave it out",
    "profile": "leave it out",
    "call": "there are no services",
    "io": "leave it out",
}
_CHUNK = 50  # steps in one expression of the script; the engine refuses chains of more than about 120


@dataclass(frozen=True, slots=True)
class Script:
    """Script text that ends in the traversal as an expression, and what its rows are when not plain values."""

    text: str
    paths: bool = False  # rows are paths


def translate(traversal: Traversal, rows: int, list_keys: frozenset[str] = frozenset()) -> Script:
    """The script of a traversal, cut after ``rows`` rows. Raises QueryError naming a step that is missing.

    ``list_keys``: property keys that hold lists on this graph, which is how multi-properties are stored.
    """
    steps = list(prepare(traversal, list_keys).steps)
    last = _last_step(steps)
    if last == "properties":
        steps += property_objects()
    steps.append(Step("limit", (Literal(rows_wanted(traversal, rows), "int"),)))
    return Script(_chained(traversal.root, steps), paths=last == "path")


def prepare(traversal: Traversal, list_keys: frozenset[str] = frozenset()) -> Traversal:
    """The traversal with every step in a form that the engine has."""
    return rebuilt(single_values(traversal), lambda steps: _steps(steps, list_keys))


def _chained(root: str, steps: list[Step]) -> str:
    """The steps as one expression, or as ``let`` statements where the chain is too long for one."""
    texts = [step_text(step) for step in steps]
    statements, head = "", root
    while len(texts) > _CHUNK:
        statements += f"let t = {'.'.join([head, *texts[:_CHUNK]])};\n"
        head, texts = "t", texts[_CHUNK:]
    return statements + "let t = " + ".".join([head, *texts]) + ";\n"


def _last_step(steps: list[Step]) -> str:
    """The step that makes the rows: filters behind it only choose among them."""
    return next((step.name for step in reversed(steps) if step.name not in FILTERS), "")


def _next_step(following: tuple[Step, ...]) -> str:
    """The first step that is no filter."""
    return next((step.name for step in following if step.name not in FILTERS), "")


def _steps(given: tuple[Step, ...], list_keys: frozenset[str]) -> tuple[Step, ...]:
    out: list[Step] = []
    owner = ""
    steps = _selectable_groups(given)
    for position, step in enumerate(steps):
        if step.name not in MODULATORS:
            owner = step.name
        following = steps[position + 1 :]
        out.extend(_one(step, owner, out, following, list_keys))
    return tuple(out)


def _one(
    step: Step, owner: str, before: list[Step], following: tuple[Step, ...], list_keys: frozenset[str]
) -> list[Step]:
    """The steps that stand for one step, given its owner (for modulators), what came before and what follows."""
    name, args = step.name, step.args
    if name in _MISSING:
        raise QueryError(f"The step {name}() is not available on the embedded graph.", _hint(name))
    several = of_several(step, before, following, list_keys)
    if several is not None:
        return several
    match name:
        case "by":
            return [_by(step, owner)]
        case "has":
            return [_has(step)]
        case "label" | "id" | "properties":
            return [step, *_for_next(name, _next_step(following))]
        case "count" if not args and before and before[-1] == step:
            return [Step("identity"), step]
        case "is" if len(args) == 1 and (_is_number(args[0]) or _is_null(args[0])):
            return [Step("is", (Predicate("P", "eq", args),))]
        case "aggregate" if args and isinstance(args[0], Token):
            return [Step("store" if args[0].name == "local" else "aggregate", args[1:])]
        case "none" if not args:
            return [Step("discard")]
        case "asNumber" if args and isinstance(args[0], Token):
            return [Step("asNumber", (_number_type(args[0]),))]
        case "match":
            return match_steps(step, _labels(before))
        case _:
            return [step]


def _for_next(name: str, following: str) -> list[Step]:
    """What ``min``, ``max`` and ``fold`` need to see what a step yields."""
    if name == "properties":
        return property_objects() if following == "fold" else []
    return [Step("asString")] if following in {"min", "max"} else []


def _hint(name: str) -> str:
    return _MISSING[name][0].upper() + _MISSING[name][1:] + "."


def _by(step: Step, owner: str) -> Step:
    """``by(keys)`` outside ``order()`` is ``by(select(keys))``."""
    if owner != "order" and step.args and isinstance(step.args[0], Token) and step.args[0].enum == "Column":
        inner = anonymous(Step("select", (step.args[0],)))
        return dataclasses.replace(step, args=(inner, *step.args[1:]))
    return step


def _has(step: Step) -> Step:
    """``has(key, number)`` is strict about int and float, ``P.eq`` is not."""
    *keys, value = step.args
    if keys and (_is_number(value) or isinstance(value, ListLiteral)):
        return dataclasses.replace(step, args=(*keys, Predicate("P", "eq", (value,))))
    return step


def _is_number(value: Value) -> bool:
    return (
        isinstance(value, Literal) and isinstance(value.value, int | float) and not isinstance(value.value, bool)
    )


def _is_null(value: Value) -> bool:
    return isinstance(value, Literal) and value.value is None and value.kind == "null"


def _number_type(token: Token) -> Token:
    """The engine's one integer and one floating type stand for the larger ones of Java."""
    return Token("GType", {"BIGINT": "LONG", "BIGDECIMAL": "DOUBLE"}.get(token.name, token.name))


def _labels(steps: list[Step]) -> list[str]:
    return [text_of(arg) for step in steps if step.name == "as" for arg in step.args]


def _selectable_groups(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """``groupCount().by(k).select('v')`` as ``group().by(k).by(count())`` and the value of its entry for v.

    The engine takes a key selected from a groupCount for a step label, and one that a group does not have for an
    error.
    """
    out: list[Step] = []
    position = 0
    while position < len(steps):
        step = steps[position]
        position += 1
        out.append(step)
        if step.name not in ("group", "groupCount") or step.args:
            continue
        bys = list(itertools.takewhile(lambda following: following.name == "by", steps[position:]))
        selected = next((after for after in steps[position + len(bys) :][:1] if _selects_key(after)), None)
        if selected is None:
            continue
        position += len(bys) + 1
        if step.name == "groupCount":
            bys = [*(bys or [Step("by", (anonymous(Step("identity")),))]), Step("by", (anonymous(Step("count")),))]
        out[-1:] = [Step("group"), *bys, *_entry(selected.args[0])]
    return tuple(out)


def _entry(key: Value) -> list[Step]:
    """The value of the entry of a map with that key, if it has one."""
    of_key = anonymous(Step("select", (Token("Column", "keys"),)), Step("is", (key,)))
    return [Step("unfold"), Step("where", (of_key,)), Step("select", (Token("Column", "values"),))]


def _selects_key(step: Step) -> bool:
    return step.name == "select" and len(step.args) == 1 and bool(text_of(step.args[0]))
