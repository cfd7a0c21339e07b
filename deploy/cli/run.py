"""``graphdesk run``: run Gremlin read-only on the graph, behind policy, limit and caps; one query or a file."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.cli.exits import DONE, EPILOG, code_of, worse
from deploy.cli.jsonl import texts
from engine.errors import GraphdeskError

if TYPE_CHECKING:
    from engine.graph.backend import GraphBackend, Limits, Result
    from engine.gremlin import AssessConfig
    from engine.gremlin.tree import Traversal
    from engine.settings import Settings


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Run Gremlin on the graph, read-only.")(run)


def run(
    gremlin: Annotated[str | None, typer.Argument(help="The query, in quotes.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print rows, truncated, elapsed_ms, note and error as JSON.")
    ] = False,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", metavar="PATH|-", help='JSON lines with a "gremlin" each; one result as a JSON line each.'
        ),
    ] = None,
) -> None:
    """Run a Gremlin query on the graph, read-only.

    It returns up to GRAPHDESK_QUERY_ROWS rows (1,000) and GRAPHDESK_QUERY_BYTES bytes, and says when there are
    more; a model's query gets the smaller limit that 'graphdesk check' shows. Where it finds nothing, labels and
    properties are named that the graph does not have.
    """
    if (gremlin is None) == (file is None):
        raise typer.BadParameter("Give a query, or --file with queries.", param_hint="GREMLIN")
    queries = iter([gremlin or ""]) if file is None else texts(file, "gremlin")
    code = DONE
    runner = None
    try:
        runner = _Runner()
        if as_json or file is not None:
            for query in queries:
                code = worse(code, _print_json(runner, query))
        else:
            _print(*runner.run(gremlin or ""))
    except GraphdeskError as error:
        if not as_json and (file is None or error.code == "file"):
            raise
        _line([], error=error)
        code = worse(code, code_of(error))
    finally:
        if runner:
            runner.close()
    raise typer.Exit(code)


class _Runner:
    """Judges queries, and opens the graph for the first that may run. Raises OperatorMustAct."""

    def __init__(self) -> None:
        from engine.graph.open import limits_of
        from engine.gremlin import AssessConfig
        from engine.opening import written_profile
        from engine.settings import read_settings

        self.settings: Settings = read_settings()
        self.profile = written_profile(self.settings)
        self.limits: Limits = limits_of(self.settings)
        # one more than the cap, so that a result that is cut says so
        self.config: AssessConfig = AssessConfig.of(self.profile, limit=self.limits.rows + 1)
        self.backend: GraphBackend | None = None

    def run(self, query: str) -> tuple[Result, str]:
        """The result, and what to know about it. Raises ParseError, PolicyError, QueryError, GraphUnavailable."""
        from engine.graph.open import open_backend
        from engine.gremlin import assess

        found = assess(query, self.config)
        if found.error is not None:
            raise found.error
        assert found.traversal is not None
        self.backend = self.backend or open_backend(self.settings, self.profile)
        result = self.backend.run(found.traversal, self.limits)
        return result, _note(result, self.limits) or self._unknown(found.traversal, result)

    def _unknown(self, traversal: Traversal, result: Result) -> str:
        """What of the query's names the graph has not, where it found nothing."""
        from engine.operators.unknown import unknown_names

        assert self.backend
        found = result.rows not in ([], [0], [{}], [[]])
        return "" if found else " ".join(unknown_names(traversal, self.backend.schema()))

    def close(self) -> None:
        if self.backend:
            self.backend.close()


def _note(result: Result, limits: Limits) -> str:
    """What a person must know of a result that is cut, so that it is not taken for the whole."""
    if result.truncated == "rows":
        return f"There are more rows: GRAPHDESK_QUERY_ROWS caps a result at {limits.rows:,}."
    if result.truncated == "bytes":
        fit = "No row fits" if not result.rows else "There are more rows: no more fit"
        return (
            f"{fit} into the {limits.bytes:,} bytes of GRAPHDESK_QUERY_BYTES. "
            "Raise it, or ask for fewer properties or a smaller part."
        )
    return ""


def _print_json(runner: _Runner, query: str | GraphdeskError) -> int:
    try:
        if isinstance(query, GraphdeskError):
            raise query
        result, note = runner.run(query)
    except GraphdeskError as error:
        _line([], error=error)
        return code_of(error)
    from engine.answer import jsonable

    _line(jsonable(result.rows), result.truncated, result.elapsed.total_seconds() * 1000, note)
    return DONE


def _line(
    rows: object,
    truncated: str = "",
    milliseconds: float = 0.0,
    note: str = "",
    error: GraphdeskError | None = None,
) -> None:
    """One line of JSON, at once: whoever reads a pipe need not wait for the last."""
    result = {
        "rows": rows,
        "truncated": truncated,
        "elapsed_ms": round(milliseconds, 3),
        "note": note,
        "error": error.as_dict() if error else None,
    }
    typer.echo(json.dumps(result, ensure_ascii=False).encode("utf-8", "backslashreplace").decode())
    sys.stdout.flush()


def _print(result: Result, note: str) -> None:
    from deploy.cli.ask_text import clean
    from engine.answer import jsonable

    for row in result.rows:
        shown = jsonable(row)
        typer.echo(clean(shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)))
    count = f"{len(result.rows):,} row{'' if len(result.rows) == 1 else 's'}"
    typer.echo(f"{count}, {result.elapsed.total_seconds() * 1000:.1f} ms", err=True)
    if note:
        typer.echo(note, err=True)
