"""``graphdesk doctor``: all that graphdesk stands on, line by line, and what to do where it is not well."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.cli.exits import DONE, EPILOG, SYSTEM

if TYPE_CHECKING:
    from deploy.doctor import Finding


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Examine packages, settings, graph, Slack and all else.")(doctor)


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False) -> None:
    """Examine packages, settings, home, database, graph, model, Slack, Qdrant, clock and ports; say what to do.

    Changes nothing, calls no model, posts nothing. Warnings do not fail it.
    """
    found = _found()
    ok = all(one.level != "broken" for one in found)
    if as_json:
        listed = [{"name": o.name, "level": o.level, "detail": o.detail, "hint": o.hint} for o in found]
        typer.echo(json.dumps({"ok": ok, "checks": listed}, ensure_ascii=False))
    else:
        for one in found:
            typer.echo(f"{one.level:8}{one.name}: {one.detail}")
            if one.hint:
                typer.echo(f"        {one.hint}")
    raise typer.Exit(DONE if ok else SYSTEM)


def _found() -> list[Finding]:
    from deploy.doctor.packages import packages_of

    packages = list(packages_of())
    try:
        return [*packages, *_examined()]
    except ImportError:  # the rest cannot be looked at before that is mended
        if all(one.level == "ok" for one in packages):
            raise
        return packages


def _examined() -> list[Finding]:
    from dataclasses import replace

    from deploy.cli.slack import MANIFEST
    from deploy.doctor import Finding, examine
    from engine.errors import OperatorMustAct
    from engine.logs import Scrub, secrets_of
    from engine.settings import read_settings

    try:
        settings = read_settings()
    except OperatorMustAct as error:  # without settings there is nothing to look at
        return [Finding("settings", "broken", error.message, error.hint)]
    scrub = Scrub(secrets_of(settings))
    return [replace(one, detail=scrub(one.detail), hint=scrub(one.hint)) for one in examine(settings, MANIFEST)]
