"""run_gremlin: a query that a model wrote, behind SEGRA's safety wrapper (§3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field

from engine.graph.backend import Edge, Path, Property, Result, Vertex
from engine.gremlin.limit import add_limit
from engine.gremlin.parse import parse
from engine.gremlin.policy import judge
from engine.gremlin.tree import Traversal
from engine.operators.execute import run
from engine.operators.operator import Context, Outcome
from engine.operators.params import Params
from engine.operators.safety import policy_config
from engine.operators.summary import plain, table_outcome
from engine.store.artifacts import Column, Row

_ROWS = 100  # what a query without a limit gets
_GROUPING = ("group", "groupCount")
_AFTER_GROUPING = frozenset({"by", "order", "limit"})  # steps behind a group that leave it one map


class RunGremlin(Params):
    """One read-only Gremlin traversal that starts with g."""

    gremlin: str = Field(min_length=1, description="one traversal, for example g.V().hasLabel('case').count()")


def run_gremlin(asked: RunGremlin, context: Context) -> Outcome:
    """Run the traversal. Raises ParseError, PolicyError, QueryError, QueryTimeout, each with a hint."""
    written = parse(asked.gremlin)
    # Before the limit: it would turn a scan of the whole graph into a few rows that look like an answer.
    judge(written, policy_config(context.profile, context.schema))
    traversal, limited = add_limit(written, _ROWS)
    result, index = run(context, traversal)
    columns, rows = tabulate(traversal, result.rows)
    return table_outcome(
        context,
        operator="run_gremlin",
        title="query result",
        columns=[Column(name) for name in columns],
        rows=rows,
        queries=[index],
        notes=_notes(result, limited=limited),
    )


def tabulate(traversal: Traversal, rows: Sequence[object]) -> tuple[list[str], list[Row]]:
    """Result rows as a table: maps by their keys, groups as key and value, elements by id, label, properties."""
    if len(rows) == 1 and isinstance(rows[0], Mapping) and _is_group(traversal):
        return ["key", "value"], [[plain(key), plain(value)] for key, value in rows[0].items()]
    if rows and all(isinstance(row, Mapping) for row in rows):
        maps = [row for row in rows if isinstance(row, Mapping)]
        names = list(dict.fromkeys(key for row in maps for key in row))
        return [str(plain(name)) for name in names], [[row.get(name) for name in names] for row in maps]
    if rows and all(isinstance(row, Vertex | Edge) for row in rows):
        return _elements([row for row in rows if isinstance(row, Vertex | Edge)])
    if rows and all(isinstance(row, Property) for row in rows):
        return ["key", "value"], [[row.key, row.value] for row in rows if isinstance(row, Property)]
    return ["path" if rows and isinstance(rows[0], Path) else "value"], [[row] for row in rows]


def _elements(found: Sequence[Vertex | Edge]) -> tuple[list[str], list[Row]]:
    names = list(dict.fromkeys(name for element in found for name in element.properties))
    ends = ["out", "in"] if isinstance(found[0], Edge) else []
    rows: list[Row] = []
    for element in found:
        row: Row = [element.id, element.label]
        if ends:
            row += [element.out_id, element.in_id] if isinstance(element, Edge) else [None, None]
        rows.append(row + [element.properties.get(name) for name in names])
    return ["id", "label", *ends, *names], rows


def _is_group(traversal: Traversal) -> bool:
    names = [step.name for step in traversal.steps if step.name not in _AFTER_GROUPING]
    return bool(names) and names[-1] in _GROUPING


def _notes(result: Result, *, limited: bool) -> list[str]:
    notes = []
    if limited and len(result.rows) >= _ROWS:
        notes.append(
            f"A limit of {_ROWS} was added, and there may be more rows. Count them, or ask more narrowly."
        )
    if result.truncated:
        notes.append(f"The rows were cut by the cap on {result.truncated}.")
    if not result.rows:
        notes.append("No rows: the answer is that there is nothing, or a label, direction or value is wrong.")
    return notes
