"""``graphdesk check``: is this Gremlin allowed, what would run, and what does it mean; for one query or a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import GraphdeskError, UserMustAct

if TYPE_CHECKING:
    from engine.gremlin import AssessConfig, Assessment

REFUSED = 3


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog="Exit codes: 0 allowed; 3 refused (of a file: any line); 1 the profile cannot be used; 2 wrong use "
        "of the command; 130 interrupted."
    )(check)


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
    """Check a Gremlin query without running it: refusal or limit, P1 to P4, and what it says in English."""
    if (gremlin is None) == (file is None):
        both = " and not both" if gremlin is not None else ""
        raise typer.BadParameter(f"Give a query in quotes, or --file with queries{both}.", param_hint="GREMLIN")
    config = _config(profile, strict)
    if file is not None:
        raise typer.Exit(_batch(file, config))
    from engine.gremlin import assess

    found = assess(gremlin or "", config)
    _print_json(found.as_dict(), indent=2) if as_json else _print(found)
    raise typer.Exit(0 if found.ok else REFUSED)


def _config(profile: Path | None, strict: bool) -> AssessConfig:
    from dataclasses import replace

    from engine.gremlin import AssessConfig

    if profile is not None:
        from engine.graph.profile import read_profile

        return AssessConfig.of(read_profile(profile), strict=strict)
    config = AssessConfig()
    return replace(config, verifier=replace(config.verifier, strict=strict))


def _batch(file: str, config: AssessConfig) -> int:
    from engine.gremlin import Assessment, assess

    worst = 0
    for line in _lines(file):
        if isinstance(line, str):
            found = assess(line, config)
            result, ok = found.as_dict(), found.ok
        else:
            nothing = Assessment(None, None).as_dict()
            result, ok = {**nothing, "ok": False, "error": {**line.as_dict(), "position": None}}, False
        _print_json(result)
        sys.stdout.flush()
        worst = worst if ok else REFUSED
    return worst


def _lines(file: str) -> Iterator[str | GraphdeskError]:
    """The query of each line that is not blank, or what is wrong with the line."""
    try:
        stream = sys.stdin.buffer if file == "-" else Path(file).open("rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise UserMustAct(f"{file} cannot be read: {error.strerror}.", "Check the path.", code="file") from error
    with stream:
        for number, line in enumerate(stream, 1):
            if line.strip():
                yield _gremlin(line, number)


def _gremlin(line: bytes, number: int) -> str | GraphdeskError:
    form = 'Write each line as {"gremlin": "..."}, in UTF-8.'
    try:
        found = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return UserMustAct(f"Line {number} is not JSON.", form, code="line")
    query = found.get("gremlin") if isinstance(found, dict) else None
    if not isinstance(query, str):
        return UserMustAct(f'Line {number} has no "gremlin" that is text.', form, code="line")
    return query


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
    typer.echo(f"Gremlin:   {found.text}" + ("  (limit added)" if found.limit_added else ""))
    typer.echo(f"In words:  {found.read_back}")
    typer.echo(f"Canonical: {found.canonical}")
    for name, verdict in found.verifier.items():
        short, _, rest = name.partition("_")
        reason = f": {verdict['reason']}" if verdict["reason"] else ""
        typer.echo(f"{short} {rest.replace('_', ' '):26} {'pass' if verdict['pass'] else 'FAIL'}{reason}")
