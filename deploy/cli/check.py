"""``graphdesk check``: is this Gremlin allowed, what would run, and what does it mean; for one query or a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.cli.exits import DONE, EPILOG, REFUSED, code_of
from deploy.cli.jsonl import texts
from engine.errors import GraphdeskError, OperatorMustAct, UserMustAct

if TYPE_CHECKING:
    from engine.gremlin import AssessConfig, Assessment


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Judge Gremlin without running it.")(check)


def check(
    gremlin: Annotated[str | None, typer.Argument(help="The query, in quotes.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", metavar="PATH|-", help='JSON lines with a "gremlin" each; one result as a JSON line each.'
        ),
    ] = None,
    profile: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Profile (TOML) of the graph; without it, SEGRA's graph."),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Judge P1 to P4 by what they ask for, not by text patterns."),
    ] = False,
) -> None:
    """Check a Gremlin query without running it: refusal or limit, P1 to P4, and what it says in English.

    A query without a limit of its own is given the one that a model's query gets: 100 rows. 'graphdesk run' gives
    more, up to GRAPHDESK_QUERY_ROWS.
    """
    if (gremlin is None) == (file is None):
        both = " and not both" if gremlin is not None else ""
        raise typer.BadParameter(f"Give a query in quotes, or --file with queries{both}.", param_hint="GREMLIN")
    try:
        config = _config(profile, strict)
        if file is not None:
            raise typer.Exit(_batch(file, config))
    except GraphdeskError as error:
        if not as_json and (file is None or error.code == "file"):
            raise
        _print_json(_nothing(error))
        raise typer.Exit(code_of(error)) from None
    from engine.gremlin import assess

    found = assess(gremlin or "", config)
    _print_json(found.as_dict(), indent=2) if as_json else _print(found)
    raise typer.Exit(DONE if found.ok else REFUSED)


def _config(profile: Path | None, strict: bool) -> AssessConfig:
    from dataclasses import replace

    from engine.gremlin import AssessConfig

    if profile is not None:
        from engine.graph.profile import read_profile

        try:
            return AssessConfig.of(read_profile(profile), strict=strict)
        except OperatorMustAct as error:  # a file that was named here, and not by a setting
            raise UserMustAct(error.message, error.hint, code=error.code) from None
    config = AssessConfig()
    return replace(config, verifier=replace(config.verifier, strict=strict))


def _batch(file: str, config: AssessConfig) -> int:
    from engine.gremlin import assess

    code = DONE
    for line in texts(file, "gremlin"):
        found = assess(line, config) if isinstance(line, str) else line
        _print_json(_nothing(found) if isinstance(found, GraphdeskError) else found.as_dict())
        sys.stdout.flush()
        code = code if not isinstance(found, GraphdeskError) and found.ok else REFUSED
    return code


def _nothing(error: GraphdeskError) -> dict[str, object]:
    """The result of a line, a file or a profile that could not be read."""
    from engine.gremlin import Assessment

    return {**Assessment(None, None).as_dict(), "ok": False, "error": {"position": None, **error.as_dict()}}


def _print_json(result: dict[str, object], indent: int | None = None) -> None:
    typer.echo(json.dumps(result, ensure_ascii=False, indent=indent).encode("utf-8", "backslashreplace").decode())


def _print(found: Assessment) -> None:
    if found.error is not None:
        where = f" (line {found.error.position.line}, column {found.error.position.column})" if (
            found.error.position
        ) else ""  # fmt: skip
        typer.echo(f"Refused: {found.error.message}{where}.")
        if found.error.excerpt:
            typer.echo("\n".join(f"    {line}" for line in found.error.excerpt.split("\n")))
        if found.error.hint:
            typer.echo(f"{found.error.hint}")
    if not found.text:
        return
    typer.echo(
        f"Gremlin:   {found.text}" + ("  (limit added: that of a model's query)" if found.limit_added else "")
    )
    typer.echo(f"In words:  {found.read_back}")
    typer.echo(f"Canonical: {found.canonical}")
    for name, verdict in found.verifier.items():
        if verdict["pass"] and not found.ok:
            continue
        short, _, rest = name.partition("_")
        reason = f": {verdict['reason']}" if verdict["reason"] else ""
        typer.echo(f"{short} {rest.replace('_', ' '):26} {'pass' if verdict['pass'] else 'FAIL'}{reason}")
