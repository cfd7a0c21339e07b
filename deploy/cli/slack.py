"""``graphdesk slack``: is the Slack app set up, and the manifest to set it up with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from deploy.cli.exits import DONE, EPILOG, SYSTEM

MANIFEST = Path(__file__).parents[1] / "slack-manifest.json"


def register(app: typer.Typer) -> None:
    """Add the command and its two parts."""
    room = typer.Typer(
        help="Check the Slack app's tokens, scopes and settings; print its manifest.",
        epilog=EPILOG,
        no_args_is_help=True,
    )
    room.command(epilog=EPILOG)(check)
    room.command(epilog=EPILOG)(manifest)
    app.add_typer(room, name="slack")


def check(as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False) -> None:
    """Say of each token, scope and setting whether it is right, or where to set it. Posts nothing."""
    from bot.checks import checks
    from engine.settings import read_settings

    found = list(checks(read_settings(), MANIFEST))
    ok = all(one.ok for one in found)
    if as_json:
        parts = {one.name: {"ok": one.ok, "detail": one.detail, "hint": one.hint} for one in found}
        typer.echo(json.dumps({"ok": ok, **parts}, ensure_ascii=False))
    else:
        for one in found:
            typer.echo(
                f"{one.name}: {'ok' if one.ok else 'not ok'}: {one.detail}" + (f". {one.hint}" if one.hint else "")
            )
    raise typer.Exit(DONE if ok else SYSTEM)


def manifest(
    url: Annotated[str | None, typer.Option(help="Public address of the pages, instead of GRAPHDESK_URL.")] = None,
    socket: Annotated[bool, typer.Option("--socket", help="For Socket Mode: without a public address.")] = False,
) -> None:
    """Print the app's manifest, to be pasted where Slack makes an app from one."""
    from bot.manifest import address_fault
    from bot.manifest import manifest as filled
    from engine.errors import OperatorMustAct
    from engine.settings import read_settings

    address = url or read_settings().url
    if not socket and not address:
        raise OperatorMustAct(
            "The manifest needs the public address of the pages.", "Set GRAPHDESK_URL, or give --url, or --socket."
        )
    fault = address_fault(address, called=not socket) if address else None
    if fault:
        raise OperatorMustAct(f"{'--url' if url else 'GRAPHDESK_URL'} {fault[0]}.", fault[1], code="settings")
    typer.echo(json.dumps(filled(MANIFEST, address, socket_mode=socket), indent=2))
