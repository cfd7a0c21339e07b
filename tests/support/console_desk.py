"""A desk for page tests: the real store, a graph that is only a schema, answers that the test wrote."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

from jinja2.bccache import Bucket, BytecodeCache
from waitress.server import create_server

from admin import create_app
from engine.answer import Answer, Claim, Evidence, Query, Table, Usage
from engine.catalog.catalog import Catalog
from engine.errors import OperatorMustAct
from engine.graph.backend import Health
from engine.graph.profile import Profile
from engine.graph.schema import EdgeEnds, EdgeLabel, PropertySchema, Schema, VertexLabel
from engine.settings import Settings
from engine.store import Actor, Person, Role, StepTaken, Store
from tests.support.tables import sqlite_store

HOSTILE = (
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked=1'> {{ 7*7 }} "
    + "W" * 300
    + " \u202eevil\u202c مرحبا بالعالم 👩‍👩‍👧‍👦🔥 [x](javascript:window.hacked=1) **b** `c`"
)
GREMLIN = (
    "g.V().hasLabel('case').has('createdAt', P.between(datetime('2026-07-01T00:00:00Z'), "
    "datetime('2026-10-01T00:00:00Z'))).where(__.out('handledBy').has('name', 'Network')).count()"
)
VERIFIER = {
    "P1_window_on_destination": {"pass": True, "reason": None},
    "P2_threshold_on_edge": {"pass": True, "reason": None},
    "P3_entity_bracket": {"pass": True, "reason": None},
    "P4_anchor_by_tilde_id": {"pass": True, "reason": None},
}


def query(**changes: Any) -> Query:
    """One query as an answer shows it."""
    fields: dict[str, Any] = {
        "gremlin": GREMLIN,
        "read_back": "Counts the cases created from 1 July to 30 September 2026 that team “Network” handled.",
        "rows": [312],
        "row_count": 1,
        "truncated": "",
        "milliseconds": 8.4,
        "verifier": VERIFIER,
    }
    return Query(**(fields | changes))


def counted() -> Answer:
    """An answer that is one number."""
    return Answer(
        status="answered",
        text="The Network team handled 312 cases last quarter (1 July to 30 September 2026).",
        claims=[Claim("312", 312, Evidence(0, 0))],
        queries=[query()],
        usage=Usage(calls=2, seconds=0.041),
        suggestions=["How many of them were resolved?", "Which team handled the most cases last quarter?"],
    )


def listed() -> Answer:
    """An answer that is a table."""
    rows: list[list[object]] = [["Network", 312, 7.25], ["Identity", 298, 3.1], ["Devices", 201, 11.0]]
    return Answer(
        status="answered",
        text="Network handled the most cases last quarter: 312 of 1,204.",
        claims=[Claim("Network", "Network", Evidence(0, 0, "team")), Claim("312", 312, Evidence(0, 0, "cases"))],
        queries=[query(rows=[{"team": "Network", "cases": 312}], row_count=3)],
        tables=[Table("Cases by team", ["team", "cases", "hours to resolve"], rows, 5, "a1")],
        warnings=["“1,204” was not found in the results."],
        usage=Usage(calls=2, seconds=0.06),
    )


def unclear() -> Answer:
    """An answer that asks back."""
    choices = ["How many cases have the reason Access?", "How many cases does the team Access handle?"]
    return Answer(status="clarify", text="“Access” is a reason and a team. Which did you mean?", choices=choices)


def declined() -> Answer:
    """An answer that declines."""
    return Answer(
        status="declined",
        text="I can't read this one without a model: I could not place two of its words.",
        unplaced=["usually", "frustrating"],
        suggestions=[
            "How many cases are there?",
            "How many cases per priority?",
            "Which team handled the most cases?",
        ],
    )


def failed() -> Answer:
    """An answer that could not be had."""
    error: dict[str, object] = {"code": "unavailable", "message": "The graph server does not answer.", "hint": "x"}
    return Answer(status="failed", text="The graph server does not answer. Check that it runs.", error=error)


def extreme() -> Answer:
    """An answer that is too much of everything: 60 of 1,000 rows, 40 columns, endless words, other scripts."""
    names = [f"column{number} of the wide table" for number in range(38)]
    long_words: list[object] = ["W" * 90 if number % 9 == 0 else number * 1.5 for number in range(38)]
    row: list[object] = ["قضية الشبكة رقم ١٢", "👩‍👩‍👧‍👦🔥" * 4, *long_words]
    return Answer(
        status="answered",
        text="عدد الحالات 1000. " + "Donaudampfschifffahrtsgesellschaft" * 12 + " 🇺🇳",
        queries=[query(gremlin=f"g.V().hasLabel('{'x' * 300}').{'out().' * 60}count()", row_count=1000)] * 4,
        tables=[Table("Wide", ["عنوان", "🙂", *names], [row] * 60, 1000)],
        usage=Usage(3, 120_000, 3_400, 90_000, 12_000, 0.4321, 118.2),
        suggestions=["كم عدد الحالات المفتوحة؟", "y" * 180],
    )


def hostile() -> Answer:
    """An answer in which every text comes from an attacker."""
    verifier = {"P1_window_on_destination": {"pass": False, "reason": HOSTILE}}
    return Answer(
        status="answered",
        text=HOSTILE,
        backbone="claude-test",
        claims=[Claim("evil", "evil", None), Claim("<script>", "<script>", Evidence(0))],
        queries=[query(gremlin=HOSTILE, read_back=HOSTILE, rows=[HOSTILE], verifier=verifier)],
        tables=[Table(HOSTILE, [HOSTILE, "n"], [[HOSTILE, 1], [None, 2]], 2)],
        warnings=[HOSTILE],
        suggestions=[HOSTILE[:200]],
        choices=[HOSTILE],
        unplaced=[HOSTILE],
    )


def graph_schema(name: str = "case") -> Schema:
    """A small schema; ``name`` stands in label, property and value."""
    priority = PropertySchema("priority", "string", 2000, 3, (("high", 1200), ("low", 700), (name, 100)))
    created = PropertySchema(
        "createdAt", "datetime", 2000, low="2025-01-01T00:00:00+00:00", high="2026-11-29T00:00:00"
    )
    title = PropertySchema(name, "string", 1990, samples=("VPN drops after an update", name))
    vertices = {
        name: VertexLabel(name, 2000, {p.name: p for p in (priority, created, title)}),
        "team": VertexLabel("team", 12, {"name": PropertySchema("name", "string", 12, 12, (("Network", 1),))}),
    }
    score = {"score": PropertySchema("score", "number", 2000, low=0.5, high=1.0)}
    edge = EdgeLabel("handledBy", 2000, (EdgeEnds(name, "team", 2000),), score, 1, 300, sampled=1000)
    return Schema(vertices, {"handledBy": edge}, dt.datetime.now(dt.UTC))


class StubGraph:
    """A graph that is only its schema."""

    dialect = "embedded"

    def __init__(self) -> None:
        self.content = graph_schema()
        self.state = Health(True, "2,012 vertices, 2,000 edges")
        self.refreshed = 0

    def schema(self, *, refresh: bool = False) -> Schema:
        self.refreshed += refresh
        if not self.state.ok:
            raise OperatorMustAct(self.state.detail, self.state.hint)
        return self.content

    def health(self) -> Health:
        return self.state


class ConsoleDesk:
    """Questions are committed to the store; ``answer`` plays the worker."""

    def __init__(self, folder: Path) -> None:
        self.store = sqlite_store(folder / "console.db")
        self.backend = StubGraph()
        self.backbone = SimpleNamespace(name="offline")
        self.script: dict[str, Answer] = {}  # question -> answer; answered as soon as asked
        self.kept: dict[str, list[list[object]]] = {}  # handle -> all rows of an artifact

    @property
    def catalogs(self) -> Any:
        return SimpleNamespace(get=lambda: Catalog.build(self.backend.schema(), Profile()))

    def submit(
        self, question: str, asked_by: str = "", conversation: str = "", *, dedupe_key: str | None = None
    ) -> str:
        task = self.store.create_task(
            question, asked_by=asked_by, conversation=conversation, dedupe_key=dedupe_key
        )
        if question in self.script and not task.done:
            self.answer(task.id, self.script[question])
        return task.id

    def stop(self, task_id: str) -> None:
        self.store.request_stop(task_id)

    def rows(self, _: str, table: Table) -> list[list[object]]:
        return self.kept.get(table.handle, table.rows)

    def close(self) -> None:
        self.store.close()

    def health(self) -> dict[str, Health]:
        return {
            "graph": self.backend.health(),
            "store": Health(True, "3 answered"),
            "model": Health(True, "offline backbone: no model key is set"),
        }

    def begin(self, task_id: str) -> Any:
        """Claim a task and note two steps, one of them refused."""
        claimed = self.store.claim("test", 60, task_id)
        assert claimed
        lease = claimed[1]
        at = (dt.datetime.now(dt.UTC), 12.5)
        refused = {
            "error": {"code": "policy", "message": "The step drop() changes the graph.", "hint": "Only read."}
        }
        self.store.add_step(
            lease, StepTaken("model_call", "offline", {"reply": [{"tool": "count"}]}, *at, Usage(calls=1))
        )
        self.store.add_step(
            lease, StepTaken("tool_call", "run_gremlin", {"arguments": {"gremlin": "g.V().drop()"}} | refused, *at)
        )
        return lease

    def end(self, lease: Any, answer: Answer) -> None:
        """Note a query and finish."""
        at = (dt.datetime.now(dt.UTC), 8.4)
        for one in answer.queries:
            data = {"gremlin": one.gremlin, "read_back": one.read_back, "rows": one.rows, "verifier": one.verifier}
            self.store.add_step(lease, StepTaken("query", "count", data, *at))
        self.store.finish(lease, answer)

    def answer(self, task_id: str, answer: Answer) -> None:
        """From waiting to finished."""
        self.end(self.begin(task_id), answer)

    def ask(self, question: str, answer: Answer | None = None, conversation: str = "conversation-1") -> str:
        """A question in the store, answered if an answer is given."""
        task_id = self.submit(question, "console", conversation)
        if answer:
            self.answer(task_id, answer)
        return task_id


class Door:
    """Makes people and the links that sign them in."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.people: dict[str, Person] = {}

    def person(self, role: Role = "admin") -> Person:
        """The one person of a role."""
        if role not in self.people:
            self.people[role] = self.store.people.add(f"Somebody {len(self.people)}", role, Actor("test"))
        return self.people[role]

    def issue(self, role: Role = "admin") -> str:
        """What stands in a link that signs that person in."""
        return self.store.links.make(self.person(role).id, 60)


class Compiled(BytecodeCache):
    """Jinja's templates as they were compiled for the first console of the process."""

    kept: ClassVar[dict[str, Any]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get(f"{bucket.key} {bucket.checksum}")

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[f"{bucket.key} {bucket.checksum}"] = bucket.code


@contextmanager
def console(folder: Path, **settings: Any) -> Iterator[tuple[ConsoleDesk, Any, Door]]:
    """A desk, the console over it, and its door."""
    with closing(ConsoleDesk(folder)) as desk:
        door = Door(desk.store)
        app = create_app(desk, Settings(GRAPHDESK_HOME=folder, **settings))  # type: ignore[arg-type]
        app.jinja_env.bytecode_cache = Compiled()
        yield desk, app, door


@contextmanager
def served(app: Any) -> Iterator[str]:
    """The console on a free loopback port; its address."""
    server = create_server(app, host="127.0.0.1", port=0, threads=4, asyncore_use_poll=True)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.close()
        server.task_dispatcher.shutdown()
        thread.join(5)
