"""TinkerPop's own read-only scenarios, on every engine, over its own toy graphs and with its own expectations.

A scenario that our policy refuses, or that an engine cannot do, is marked with its reason in ``marks/``. A mark
says that the scenario does not hold: once it holds, the test fails until the mark is gone (but for marks that say
``varies``: there the outcome is the engine's chance, and must be one of those in ``POSSIBLE``). Policy rules on
cost (full scans, unbounded loops) are left out: on graphs this small the scenario says more when it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.errors import GraphdeskError
from engine.graph.backend import Limits
from engine.gremlin import PolicyError
from engine.gremlin.policy import judge
from tests.support.scenarios import SOURCE, Scenario, marks, scenarios
from tests.support.worlds import Filler, Loaded, Unwritable, embedded, remote

MARKS = Path(__file__).parent / "marks"
VARIES = "varies: "  # a mark for what depends on the order in which an engine happens to visit vertices
COST = {"full_scan", "unbounded_repeat"}
LIMITS = Limits(timeout=20, rows=20_000, bytes=50_000_000)
POSSIBLE: dict[str, Callable[[list[int]], bool]] = {
    # six vertices, each counted before its row: the i-th least size is i at least and 6 at most, and the last is 6
    "g_V_groupCountXaX_selectXaX_countXlocalX": lambda sizes: (
        len(sizes) == 6 == max(sizes) and all(size >= at for at, size in enumerate(sorted(sizes), 1))
    ),
}
DIALECTS = {"gremlin": "tinkerpop", "janusgraph": "janusgraph"}

REFUSED = marks(MARKS / "policy.tsv")
EVERYWHERE = marks(MARKS / "everywhere.tsv")
BY_ENGINE = {name: marks(MARKS / f"{name}.tsv") for name in ("embedded", "gremlin", "janusgraph")}

_loaded: dict[tuple[str, str], Loaded] = {}


@pytest.fixture(scope="module", autouse=True)
def _unload() -> Iterator[None]:
    """The loaded graphs serve the whole module, and end with it."""
    yield
    for world in _loaded.values():
        world.backend.close()
    _loaded.clear()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "scenario" in metafunc.fixturenames:
        found = scenarios()
        if "engine" in metafunc.fixturenames:  # what is refused never reaches one
            found = tuple(scenario for scenario in found if scenario.name not in REFUSED)
        metafunc.parametrize("scenario", found, ids=[scenario.name for scenario in found])


def test_the_material_is_there() -> None:
    if not scenarios():
        pytest.skip("shared/data/tinkerpop is not beside the repository")
    assert len(scenarios()) >= 901


def test_every_mark_names_a_scenario() -> None:
    names = {scenario.name for scenario in scenarios()}
    marked = {*REFUSED, *EVERYWHERE, *(name for found in BY_ENGINE.values() for name in found)}
    assert not names or marked <= names


def test_policy(scenario: Scenario) -> None:
    world = loaded_embedded(scenario)
    code = refusal(scenario, world)
    assert code == REFUSED.get(scenario.name, "")


def test_scenario(scenario: Scenario, engine: str, request: pytest.FixtureRequest) -> None:
    if engine == "embedded":
        wrong = outcome(scenario, loaded_embedded(scenario))
    else:
        running = request.getfixturevalue({"gremlin": "gremlin_server"}.get(engine, engine))
        if scenario.graph != "empty":
            wrong = outcome(scenario, loaded_remote(engine, running.url, scenario.graph))
        else:
            with running.writing("gempty"):
                wrong = fill_and_run(scenario, engine, running.url)
    reason = EVERYWHERE.get(scenario.name) or BY_ENGINE[engine].get(scenario.name)
    if reason and reason.startswith(VARIES):
        world = _loaded[engine, scenario.graph]
        rows = [int(str(row)) for row in world.backend.run(scenario.traversal(world), LIMITS).rows]
        assert POSSIBLE[scenario.name](rows), rows
    elif reason:
        assert wrong, f"holds now; remove its mark ({reason})"
    else:
        assert not wrong, wrong


def refusal(scenario: Scenario, world: Loaded) -> str:
    """The code with which policy refuses the scenario, or nothing."""
    try:
        judge(scenario.traversal(world))
    except PolicyError as error:
        return "" if error.code in COST else error.code
    return ""


def outcome(scenario: Scenario, world: Loaded) -> str:
    """What is wrong, or nothing."""
    try:
        rows = world.backend.run(scenario.traversal(world), LIMITS).rows
    except GraphdeskError as error:
        return "" if scenario.must_fail else f"{error.code}: {error.message}"
    return f"should fail, gave {rows[:3]}" if scenario.must_fail else scenario.wrong(rows, world)


def fill_and_run(scenario: Scenario, engine: str, url: str) -> str:
    """What is wrong, or nothing; an ``init`` that the server refuses is wrong too."""
    try:
        with Filler(url, "gempty") as filler:
            filler.refill(scenario.init)
    except Unwritable as error:
        return str(error)
    world = remote(url, "gempty", DIALECTS[engine])  # its elements change, so that they are looked up anew
    with closing(world.backend):
        return outcome(scenario, world)


def loaded_embedded(scenario: Scenario) -> Loaded:
    if scenario.graph == "empty" and scenario.init:
        return embedded(SOURCE, "empty", scenario.init)
    key = ("embedded", scenario.graph)
    if key not in _loaded:
        _loaded[key] = embedded(SOURCE, scenario.graph)
    return _loaded[key]


def loaded_remote(engine: str, url: str, graph: str) -> Loaded:
    key = (engine, graph)
    if key not in _loaded:
        _loaded[key] = remote(url, f"g{graph}", DIALECTS[engine])
    return _loaded[key]
