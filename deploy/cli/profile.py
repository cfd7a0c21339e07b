"""``graphdesk profile``: a draft profile from the live schema, or a shipped one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from deploy.cli.exits import EPILOG


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Draft the graph's profile.")(profile)


def profile(
    shipped: Annotated[
        str | None, typer.Option(help="Print a shipped profile instead: sample, incidents or countries.")
    ] = None,
    current: Annotated[bool, typer.Option("--current", help="Print the profile in use instead.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write it to this file, which must not be there yet."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON rather than TOML.")] = False,
) -> None:
    """Draft a profile from the graph: what is a case, when it began, what is similar to what, which text is free.

    Columns of e-mail addresses and phone numbers are named in a comment: whether they are private, you say.

    Keep it in a file, correct it, and name it in GRAPHDESK_PROFILE:  graphdesk profile --out profile.toml
    """
    from engine.graph.profile import profile_toml
    from engine.settings import read_settings

    private = ""
    if shipped is not None and current:
        raise typer.BadParameter("It is one profile or the other.", param_hint="--shipped and --current")
    if shipped is not None:
        from engine.graph.mappings import shipped_profile

        found = shipped_profile(shipped)
    elif current:
        from engine.opening import open_graph

        found, opened = open_graph(read_settings())
        opened.close()
    else:
        from engine.graph.open import open_backend
        from engine.graph.profile_draft import draft_profile
        from engine.graph.profile_personal import suggestion

        settings = read_settings()
        backend = open_backend(settings)
        try:
            name = settings.graph_file.stem if settings.graph_file and not settings.gremlin_url else "graph"
            found, private = draft_profile(backend.schema(), name), suggestion(backend.schema())
        finally:
            backend.close()
    text = profile_toml(found, private)
    if as_json:
        text = json.dumps(found.model_dump(mode="json"), ensure_ascii=False) + "\n"
    if out is None:
        typer.echo(text, nl=False)
        return
    from engine.graph.load.files import write_new

    write_new(out, text)
    said = f"{out}: read it, then name it in GRAPHDESK_PROFILE"
    typer.echo(json.dumps({"ok": True, "target": str(out)}) if as_json else said)
