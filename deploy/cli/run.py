"""``graphdesk run``: run Gremlin read-only on the graph, behind policy, limit and caps; one query or a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.cli.jsonl import texts
from engine.answer import jsonable
from engine.errors import GraphdeskError, OperatorMustAct

if TYPE_CHECKING:
    from engine.graph.backend import GraphBackend, Limits, Result
    from engine.gremlin import AssessConfig

REFUSED, SYSTEM = 3, 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog="Exit codes: 0 ran; 3 refused, or the graph could not run it (of a file: any line); 1 the graph "
        "cannot be reached or opened; 2 wrong use of the command; 130 interrupted."
    )(run)


def run(
    gremlin: Annotated[str | None, typer.Argument(help="The query.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print rows, truncated and elapsed_ms as JSON.")] = False,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", metavar="PATH|-", help='JSON lines with a "gremlin" each; one result as a JSON line each.'
        ),
    ] = None,
) -> None:
    """Run a Gremlin query on the graph, read-only."""
    from engine.graph.open import limits_of
    from engine.gremlin import AssessConfig
    from engine.opening import open_graph
    from engine.settings import Settings

    if (gremlin is None) == (file is None):
        raise typer.BadParameter("Give a query, or --file with queries.", param_hint="GREMLIN")
    settings = Settings()
    profile, backend = open_graph(settings)
    limits = limits_of(settings)
    try:
        # one more than the cap, so that a result that is cut says so
        config = AssessConfig.of(profile, limit=limits.rows + 1)
        if file is not None:
            code = _batch(texts(file, "gremlin"), backend, config, limits)
        elif as_json:
            code = _batch(iter([gremlin or ""]), backend, config, limits)
        else:
            code = 0
            _print(_run(gremlin or "", backend, config, limits))
    finally:
        backend.close()
    raise typer.Exit(code)


def _run(gremlin: str, backend: GraphBackend, config: AssessConfig, limits: Limits) -> Result:
    """Raises ParseError, PolicyError, QueryError, QueryTimeout or GraphUnavailable."""
    from engine.gremlin import assess

    found = assess(gremlin, config)
    if found.error is not None:
        raise found.error
    assert found.traversal is not None
    return backend.run(found.traversal, limits)


def _batch(
    queries: Iterator[str | GraphdeskError], backend: GraphBackend, config: AssessConfig, limits: Limits
) -> int:
    worst = 0
    for line in queries:
        try:
            if isinstance(line, GraphdeskError):
                raise line
            result = _as_dict(_run(line, backend, config, limits))
        except GraphdeskError as error:
            result = {"rows": [], "truncated": "", "elapsed_ms": 0.0, "error": error.as_dict()}
            code = SYSTEM if isinstance(error, OperatorMustAct) else REFUSED
            worst = SYSTEM if SYSTEM in (worst, code) else REFUSED
        _print_json(result)
        sys.stdout.flush()
    return worst


def _as_dict(result: Result) -> dict[str, object]:
    return {
        "rows": jsonable(result.rows),
        "truncated": result.truncated,
        "elapsed_ms": round(result.elapsed.total_seconds() * 1000, 3),
        "error": None,
    }


def _print_json(result: dict[str, object]) -> None:
    typer.echo(json.dumps(result, ensure_ascii=False).encode("utf-8", "backslashreplace").decode())


def _print(result: Result) -> None:
    from deploy.cli.ask_text import clean

    for row in result.rows:
        shown = jsonable(row)
        typer.echo(clean(shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)))
    count = f"{len(result.rows):,} row{'' if len(result.rows) == 1 else 's'}"
    cut = {"rows": ", cut at the row cap", "bytes": ", cut at the size cap"}.get(result.truncated, "")
    typer.echo(f"{count}{cut}, {result.elapsed.total_seconds() * 1000:.1f} ms", err=True)
