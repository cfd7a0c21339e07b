"""``graphdesk health``: can the graph be reached, and does it answer."""

from __future__ import annotations

import json
from typing import Annotated

import typer

SYSTEM = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Exit codes: 0 it answers; 1 it does not; 2 wrong use of the command.")(health)


def health(as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False) -> None:
    """Check that the graph answers."""
    from engine.errors import OperatorMustAct
    from engine.graph.backend import Health
    from engine.opening import open_graph
    from engine.settings import Settings

    try:
        _, backend = open_graph(Settings())
        found = backend.health()
        backend.close()
    except OperatorMustAct as error:
        found = Health(False, error.message, error.hint)
    if as_json:
        typer.echo(json.dumps({"ok": found.ok, "detail": found.detail, "hint": found.hint}, ensure_ascii=False))
    else:
        typer.echo(f"{'ok' if found.ok else 'not ok'}: {found.detail}" + (f"\n{found.hint}" if found.hint else ""))
    raise typer.Exit(0 if found.ok else SYSTEM)
