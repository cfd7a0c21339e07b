"""``graphdesk sample``: generate the sample graph."""

from __future__ import annotations

import datetime as dt
import json
import time
from pathlib import Path
from typing import Annotated

import typer

from deploy.cli.exits import EPILOG
from deploy.cli.progress import bar

_YEARS = range(1900, 2200)  # of an anchor; each graph that we know keeps times of these years


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Generate the sample graph.")(sample)


def sample(
    out: Annotated[
        Path | None,
        typer.Option(
            help="File to write: .gsnap opens fastest, .jsonl is GraphSON 3 lines. "
            "Else the graph of GRAPHDESK_HOME, if it has none."
        ),
    ] = None,
    cases: Annotated[int, typer.Option(min=1, max=100_000, help="Number of cases.")] = 2_000,
    seed: Annotated[int, typer.Option(help="Same seed, cases and anchor: same graph.")] = 1,
    anchor: Annotated[
        dt.datetime | None,
        typer.Option(
            help="End of the two years of cases, UTC; now when not given.",
            formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"],
        ),
    ] = None,
    once: Annotated[
        bool, typer.Option("--once", help="Build it only if it is not there; wait for a process that builds it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Report as one JSON object.")] = False,
) -> None:
    """Generate an IT-support graph to try graphdesk on (all of it is invented)."""
    if anchor and anchor.year not in _YEARS:
        raise typer.BadParameter(f"Its year must be from {_YEARS[0]} to {_YEARS[-1]}.", param_hint="--anchor")
    from engine.graph.load.files import taking_turns

    if not once:
        _build(out or _free_graph_of_home(), cases, seed, anchor, as_json)
        return
    out = out or _graph_of_home()
    with taking_turns(out, lambda: typer.echo(f"Another process is building {out}; waiting for it ...", err=True)):
        if out.exists():
            typer.echo(json.dumps({"out": str(out), "built": False}) if as_json else f"{out} is there already")
        else:
            _build(out, cases, seed, anchor, as_json)


def _build(out: Path, cases: int, seed: int, anchor: dt.datetime | None, as_json: bool) -> None:
    from engine.graph.mappings import shipped_text
    from engine.graph.profile import write_beside
    from engine.samples.support import write_sample

    started = time.perf_counter()
    end = anchor.replace(tzinfo=dt.UTC) if anchor else dt.datetime.now(dt.UTC).replace(second=0, microsecond=0)
    with bar("Generating cases", cases) as progress:
        vertices, edges = write_sample(out, cases=cases, seed=seed, anchor=end, progress=progress)
    write_beside(out, shipped_text("profile", "sample"))
    seconds = time.perf_counter() - started
    if as_json:
        report = {
            "out": str(out),
            "built": True,
            "cases": cases,
            "seed": seed,
            "anchor": end.isoformat(),
            "vertices": vertices,
            "edges": edges,
            "seconds": round(seconds, 2),
        }
        typer.echo(json.dumps(report))
    else:
        typer.echo(f"{out}: {vertices:,} vertices and {edges:,} edges ({cases:,} cases) in {seconds:.1f} s")


def _graph_of_home() -> Path:
    """Where commands and pages look for a graph."""
    from engine.settings import GRAPH, read_settings

    return read_settings().home / GRAPH


def _free_graph_of_home() -> Path:
    """The same, unless a graph is there: it is not replaced by invented cases. Raises UserMustAct."""
    from engine.errors import UserMustAct

    path = _graph_of_home()
    if path.exists():
        raise UserMustAct(f"There is a graph already: {path}.", "Name another file with --out, or remove it.")
    return path
