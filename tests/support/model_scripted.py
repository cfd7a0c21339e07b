"""A backbone that says what a test tells it to, a graph of a few fixed rows, and a Desk on both."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.agent.backbone import Block, Outcome, Reply, Request, StopReason, TextBlock, ToolCall
from engine.answer import Usage
from engine.desk import Desk
from engine.graph.backend import Health, Limits, Result
from engine.graph.profile import Profile
from engine.graph.schema import PropertySchema, Schema, VertexLabel
from engine.gremlin.tree import Traversal
from engine.operators.operator import Operator, Registry
from engine.settings import Settings
from tests.support.tables import sqlite_store

NO_LIMITS = Limits()
USAGE = Usage(input_tokens=100, output_tokens=10, dollars=0.001)


def says(text: str) -> Reply:
    return Reply((TextBlock(text),), "end_turn", USAGE)


def calls(*named: tuple[str, dict[str, object] | str], text: str = "") -> Reply:
    said: tuple[Block, ...] = (TextBlock(text),) if text else ()
    wanted = tuple(ToolCall(f"call-{number}", name, given) for number, (name, given) in enumerate(named))
    return Reply((*said, *wanted), "tool_use", USAGE)


def stops(reason: StopReason, text: str = "") -> Reply:
    return Reply((TextBlock(text),) if text else (), reason, USAGE)


def ends(outcome: Outcome) -> Reply:
    return Reply((TextBlock(outcome.text),), "end_turn", Usage(), outcome)


class ScriptedBackbone:
    """Replies in order; a script item may also be a function of the request, or an exception to raise."""

    def __init__(self, *script: Reply | Exception | Callable[[Request], Reply], name: str = "scripted") -> None:
        self.name = name
        self.requests: list[Request] = []
        self._script = list(script)
        self._lock = threading.Lock()

    def call(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        with self._lock:
            self.requests.append(request)
            # The last item repeats: a desk for pages can be asked any number of times.
            item = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        if isinstance(item, Exception):
            raise item
        reply = item if isinstance(item, Reply) else item(request)
        if on_text:
            for block in reply.blocks:
                if isinstance(block, TextBlock):
                    on_text(block.text)
        return reply


class FixedGraph:
    """A graph whose every query gives the same rows."""

    dialect = "embedded"

    def __init__(self, rows: Sequence[object] = (42,), error: Exception | None = None) -> None:
        self.rows = list(rows)
        self.error = error
        self.ran: list[Traversal] = []

    def schema(self, *, refresh: bool = False) -> Schema:
        status = PropertySchema("status", "string", 42, 2, (("open", 30), ("closed", 12)))
        case = VertexLabel("case", 42, {"status": status})
        return Schema({"case": case}, {}, dt.datetime(2026, 1, 1, tzinfo=dt.UTC))

    def run(self, traversal: Traversal, limits: Limits = NO_LIMITS) -> Result:
        self.ran.append(traversal)
        if self.error:
            raise self.error
        return Result(list(self.rows))

    def health(self) -> Health:
        return Health(True, "fixed rows")

    def close(self) -> None:
        return


def scripted_desk(
    home: Path,
    *script: Reply | Exception | Callable[[Request], Reply],
    operators: Sequence[Operator] = (),
    graph: FixedGraph | None = None,
    **settings: object,
) -> Desk:
    """A Desk in ``home`` whose backbone follows the script; ``settings`` by field name."""
    store = sqlite_store(home / "graphdesk.db")
    given = Settings(GRAPHDESK_HOME=home).model_copy(update=settings)
    return Desk(
        given,
        backend=graph or FixedGraph(),
        profile=Profile(),
        backbone=ScriptedBackbone(*script),
        store=store,
        operators=Registry(operators),
    )
