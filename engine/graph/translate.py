"""Tree of a read traversal → the embedded engine's script, working around what differs from TinkerPop.

Measured differences (graphersal 0.3.0 against TinkerPop's own scenarios): ``by(keys)`` is a traversal outside
``order()``, ``has(k, 29.0)`` is strict about int and float, ``aggregate(local)`` is called ``store``, ``none()``
is ``discard()``, edges' ``valueMap()`` holds lists, ``properties()`` yields bare values, list values stand for
multi-properties, ``groupCount()`` cannot be selected from, ``match()`` is missing.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from engine.graph.backend import QueryError
from engine.graph.matching import match_steps
from engine.graph.rewrite import anonymous, rebuild
from engine.graph.script import step_text
from engine.graph.terminal import rows_wanted
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
PROPERTY_KEY, PROPERTY_VALUE = "\x00k", "\x00v"  # columns that stand for a property object


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
        steps += _property_objects()
    steps.append(Step("limit", (Literal(rows_wanted(traversal, rows), "int"),)))
    return Script(_chained(traversal.root, steps), paths=last == "path")


def prepare(traversal: Traversal, list_keys: frozenset[str] = frozenset()) -> Traversal:
    """The traversal with every step in a form that the engine has."""
    return rebuild(traversal, lambda inner: _steps(inner, list_keys))


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


def _property_objects() -> list[Step]:
    return [
        Step("project", (Literal(PROPERTY_KEY, "string"), Literal(PROPERTY_VALUE, "string"))),
        Step("by", (anonymous(Step("key")),)),
        Step("by", (anonymous(Step("value")),)),
    ]


def _steps(traversal: Traversal, list_keys: frozenset[str]) -> tuple[Step, ...]:
    out: list[Step] = []
    owner = ""
    steps = _selectable_counts(traversal.steps)
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
    match name:
        case "by":
            return [_by(step, owner)]
        case "has":
            return _has(step, list_keys)
        case "values" if args and all(_key(arg) in list_keys for arg in args):
            return [step, Step("unfold")]
        case "is" if len(args) == 1 and (_is_number(args[0]) or _is_null(args[0])):
            return [Step("is", (Predicate("P", "eq", args),))]
        case "aggregate" if args and isinstance(args[0], Token):
            return [Step("store" if args[0].name == "local" else "aggregate", args[1:])]
        case "none" if not args:
            return [Step("discard")]
        case "valueMap" if not _has_by(following):
            return [step, *_value_lists(step, before, list_keys)]
        case "asNumber" if args and isinstance(args[0], Token):
            return [Step("asNumber", (_number_type(args[0]),))]
        case "match":
            return match_steps(step, _labels(before))
        case _:
            return [step]


def _hint(name: str) -> str:
    return _MISSING[name][0].upper() + _MISSING[name][1:] + "."


def _by(step: Step, owner: str) -> Step:
    """``by(keys)`` outside ``order()`` is ``by(select(keys))``."""
    if owner != "order" and step.args and isinstance(step.args[0], Token) and step.args[0].enum == "Column":
        inner = anonymous(Step("select", (step.args[0],)))
        return dataclasses.replace(step, args=(inner, *step.args[1:]))
    return step


def _has(step: Step, list_keys: frozenset[str]) -> list[Step]:
    *keys, value = step.args
    if len(step.args) < 2:
        return [step]
    if _key(keys[-1]) in list_keys and not isinstance(value, Traversal):
        inner = anonymous(Step("values", (keys[-1],)), Step("unfold"), Step("is", (value,)))
        label = [Step("hasLabel", (keys[0],))] if len(keys) == 2 else []
        return [*label, Step("where", (inner,))]
    if _is_number(value):  # has(key, number) is strict about int and float, P.eq is not
        return [dataclasses.replace(step, args=(*keys, Predicate("P", "eq", (value,))))]
    if isinstance(value, ListLiteral):
        return [dataclasses.replace(step, args=(*keys, Predicate("P", "eq", (value,))))]
    return [step]


def _key(value: Value) -> str:
    return value.value if isinstance(value, Literal) and isinstance(value.value, str) else ""


def _is_number(value: Value) -> bool:
    return (
        isinstance(value, Literal) and isinstance(value.value, int | float) and not isinstance(value.value, bool)
    )


def _is_null(value: Value) -> bool:
    return isinstance(value, Literal) and value.value is None and value.kind == "null"


def _on_edges(before: list[Step]) -> bool:
    """Whether the traversers are edges, as far as the steps before say so."""
    name = _last_step(before)
    return name in {"E", "outE", "inE", "bothE", "toE"}


def _value_lists(step: Step, before: list[Step], list_keys: frozenset[str]) -> list[Step]:
    """``by()`` for a valueMap: edges' values are single ones, and a list stands for the values of one key."""
    if _on_edges(before):
        return [Step("by", (anonymous(Step("unfold")),))]
    keys = {_key(arg) for arg in step.args} - {""}
    if list_keys & keys if keys else list_keys:
        return [Step("by", (anonymous(Step("unfold"), Step("unfold"), Step("fold")),))]
    return []


def _number_type(token: Token) -> Token:
    """The engine's one integer and one floating type stand for the larger ones of Java."""
    return Token("GType", {"BIGINT": "LONG", "BIGDECIMAL": "DOUBLE"}.get(token.name, token.name))


def _labels(steps: list[Step]) -> list[str]:
    return [_key(arg) for step in steps if step.name == "as" for arg in step.args]


def _has_by(following: tuple[Step, ...]) -> bool:
    return bool(following) and following[0].name == "by"


def _selectable_counts(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """``groupCount().by(k).select('v')`` as ``group().by(k).by(count()).select('v')``.

    The engine takes the key selected from a groupCount for a step label, from a group it does not.
    """
    out: list[Step] = []
    for position, step in enumerate(steps):
        bys = [s for s in steps[position + 1 : position + 2] if s.name == "by"]
        after = steps[position + 1 + len(bys) : position + 2 + len(bys)]
        if step.name == "groupCount" and not step.args and after and _selects_key(after[0]):
            rest = steps[position + 1 + len(bys) :]
            key = bys or [Step("by", (anonymous(Step("identity")),))]
            count = Step("by", (anonymous(Step("count")),))
            return (*out, Step("group"), *key, count, *_selectable_counts(rest))
        out.append(step)
    return tuple(out)


def _selects_key(step: Step) -> bool:
    return step.name == "select" and bool(step.args) and bool(_key(step.args[0]))
