"""``graphdesk health``: do graph, store, workers and the model's settings work, and what to do when not."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.cli.exits import DONE, EPILOG, SYSTEM

if TYPE_CHECKING:
    from engine.graph.backend import Health
    from engine.store import Store


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Check graph, store, workers and model.")(health)


def health(as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False) -> None:
    """Check the graph, the store of questions, who answers them, and the model's settings."""
    found = _checked()
    ok = all(part.ok for part in found.values())
    if as_json:
        parts = {name: {"ok": p.ok, "detail": p.detail, "hint": p.hint} for name, p in found.items()}
        worst = next((part for part in parts.values() if not part["ok"]), parts["graph"])
        typer.echo(json.dumps({**worst, "ok": ok, **parts}, ensure_ascii=False))
    else:
        for name, part in found.items():
            typer.echo(f"{name}: {'ok' if part.ok else 'not ok'}: {part.detail}")
            if part.hint:
                typer.echo(f"  {part.hint}")
    raise typer.Exit(DONE if ok else SYSTEM)


def _checked() -> dict[str, Health]:
    """Each part opened by itself, so that one that is broken does not hide the others."""
    from engine.health import model_health, store_health, workers_health
    from engine.opening import model_name, open_graph, open_store
    from engine.settings import read_settings
    from engine.store.patience import PROBE_SECONDS, patience

    settings = read_settings()

    def graph() -> Health:
        _, backend = open_graph(settings)
        with closing(backend):
            return backend.health()

    def of_store(look: Callable[[Store], Health]) -> Callable[[], Health]:
        def looked() -> Health:
            with patience(PROBE_SECONDS), closing(open_store(settings)) as opened:
                return look(opened)

        return looked

    return {
        "graph": _of(graph),
        "store": _of(of_store(store_health)),
        "workers": _of(of_store(workers_health)),
        "model": _of(lambda: model_health(model_name(settings))),
    }


def _of(check: Callable[[], Health]) -> Health:
    from engine.errors import OperatorMustAct
    from engine.graph.backend import Health

    try:
        return check()
    except OperatorMustAct as error:
        return Health(False, error.message, error.hint)
