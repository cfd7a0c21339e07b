"""TinkerPop's own feature scenarios that only read: what to run, over which graph, and what must come out."""

from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass
from pathlib import Path as FilePath

from engine.graph.backend import Edge, Path, Vertex
from engine.gremlin import GremlinError, parse
from engine.gremlin.steps import MUTATING
from engine.gremlin.tree import ListLiteral, Literal, MapLiteral, Token, Traversal, Value
from tests.shared import ROOT
from tests.support.notation import World, same, same_bag, split, value_of

SOURCE = ROOT.parent / "shared" / "data" / "tinkerpop"
_PARAMETER = re.compile(r'And using the parameter (\w+) defined as "(.*)"', re.DOTALL)
_COUNT = re.compile(r"should have a count of (\d+)")


@dataclass(frozen=True)
class Scenario:
    name: str
    graph: str
    init: tuple[str, ...]
    main: str
    parameters: tuple[tuple[str, str], ...]
    then: tuple[str, ...]
    table: tuple[str, ...]
    tree: str = ""

    @property
    def must_fail(self) -> bool:
        return "raise an error" in self.then[0]

    def traversal(self, world: World) -> Traversal:
        """The traversal under test with its parameters bound. Raises ParseError."""
        return parse(self.main, {name: _node(text, world) for name, text in self.parameters})

    def wrong(self, rows: list[object], world: World) -> str:
        """What is wrong about the rows, or nothing."""
        problem = self._wrong(rows, world)
        if problem and rows and isinstance(rows[0], list | Path) and all(row == rows[0] for row in rows):
            # "iterated next": TinkerPop compares the items of the one result
            problem = self._wrong(list(rows[0].objects) if isinstance(rows[0], Path) else rows[0], world)
        return (
            f"{problem}; expected {self.then[0]} {list(self.table)[:8]} {self.tree}, got {rows[:8]}"
            if problem
            else ""
        )

    def _wrong(self, rows: list[object], world: World) -> str:
        count = next((int(m[1]) for line in self.then if (m := _COUNT.search(line))), None)
        if count is not None and len(rows) != count:
            return f"{len(rows)} rows"
        first = self.then[0]
        expected = [value_of(cell, world) for cell in self.table]
        if "should be empty" in first:
            return "not empty" if rows else ""
        if "should be ordered" in first:
            return "" if same(expected, rows) else "other rows or order"
        if "should be unordered" in first:
            return "" if same_bag(expected, rows) else "other rows"
        if "should be of" in first:
            return "" if all(any(same(e, row) for e in expected) for row in rows) else "a row that is not allowed"
        if "tree" in first:
            nodes = [value_of(line.split("|--")[1], world) for line in self.tree.splitlines()]
            return "" if len(rows) == 1 and same_bag(nodes, _nodes(rows[0])) else "another tree"
        return "" if count is not None else f"cannot judge {first}"


def _nodes(tree: object) -> list[object]:
    if not isinstance(tree, dict):
        return []
    return [*tree, *(node for branch in tree.values() for node in _nodes(branch))]


@functools.cache
def scenarios() -> tuple[Scenario, ...]:
    """Every scenario with a traversal that changes nothing; empty when the material is not there."""
    path = SOURCE / "traversals.jsonl"
    if not path.exists():
        return ()
    found = [_scenario(json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    return tuple(scenario for scenario in found if scenario is not None)


def _scenario(raw: dict) -> Scenario | None:
    mains = [text for kind, text, _ in raw["trav"] if kind == "main"]
    if not mains or raw["graph"] is None or "nothing should happen" in raw["then"][0]:
        return None
    try:
        steps = {step.name for step in parse(mains[0]).walk()}
    except GremlinError:
        steps = set()
    if steps & MUTATING:
        return None
    parameters = [_PARAMETER.fullmatch(text) for text in raw["params"]]
    return Scenario(
        name=raw["name"],
        graph=raw["graph"],
        init=tuple(text for kind, text, _ in raw["trav"] if kind == "init"),
        main=mains[0],
        parameters=tuple((m[1], m[2].replace('\\"', '"')) for m in parameters if m),
        then=tuple(raw["then"]),
        table=tuple(_cell(row) for row in raw["table"][1:]),
        tree=mains[1] if len(mains) > 1 else "",
    )


def _cell(row: str) -> str:
    return row.strip().removeprefix("|").removesuffix("|").strip()


def _node(text: str, world: World) -> Value:
    """A parameter as a tree node; an element stands for its id, which is all that text can carry."""
    if found := re.fullmatch(r"d\[(.*)\]\.([bsilfdmn])", text):
        return _number(found[1], found[2])
    if found := re.fullmatch(r"(l|s)\[(.*)\]", text):
        items = tuple(_node(part, world) for part in split(found[2]))
        return ListLiteral(items, "set" if found[1] == "s" else "list")
    if found := re.fullmatch(r"t\[(\w+)\]", text):
        return Token("T", found[1])
    return _literal(value_of(text, world))


def _number(text: str, suffix: str) -> Literal:
    kinds = {"b": "byte", "s": "short", "i": "int", "l": "long", "f": "float", "d": "double", "m": "bigdecimal"}
    kind = kinds.get(suffix, "bigint")
    whole = kind not in {"float", "double", "bigdecimal"}
    return Literal(int(text) if whole else float(text.replace("Infinity", "inf")), kind)


def _literal(value: object) -> Value:
    match value:
        case Vertex() | Edge():
            return _literal(value.id)
        case bool():
            return Literal(value, "bool")
        case None:
            return Literal(None, "null")
        case int():
            return Literal(value, "long" if abs(value) > 2**31 else "int")
        case float():
            return Literal(value, "double")
        case dict():
            return MapLiteral(tuple((_literal(key), _literal(item)) for key, item in value.items()))
        case list():
            return ListLiteral(tuple(_literal(item) for item in value))
        case str():
            return Literal(value, "string")
        case _:
            kind = {"datetime": "datetime", "UUID": "uuid"}[type(value).__name__]
            return Literal(value, kind)


def marks(path: FilePath) -> dict[str, str]:
    """Scenario name -> reason, from a tab-separated file."""
    if not path.exists():
        return {}
    lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return dict(line.split("\t", 1) for line in lines)
