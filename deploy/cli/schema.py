"""``graphdesk schema``: what the graph holds, discovered live."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.cli.exits import EPILOG
from engine.answer import jsonable

if TYPE_CHECKING:
    from engine.graph.schema import EdgeLabel, PropertySchema, Schema

SHOWN = 5  # values of a property


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Show what the graph holds.")(schema)


def schema(
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole schema as JSON.")] = False,
    refresh: Annotated[bool, typer.Option("--refresh", help="Discover it anew, whatever is cached.")] = False,
) -> None:
    """Print the graph's schema: labels, edges with their ends, properties with their types and values."""
    from engine.opening import open_graph
    from engine.settings import read_settings

    _, backend = open_graph(read_settings())
    try:
        found = backend.schema(refresh=refresh)
    finally:
        backend.close()
    if as_json:
        typer.echo(json.dumps(as_dict(found), ensure_ascii=False, indent=2))
    else:
        _print(found)


def as_dict(found: Schema) -> dict[str, object]:
    """The JSON form, with its fingerprint."""
    plain = jsonable(found)
    assert isinstance(plain, dict)
    return {**plain, "fingerprint": found.fingerprint}


def _print(found: Schema) -> None:
    from deploy.cli.ask_text import clean

    for vertex in found.vertices.values():
        typer.echo(clean(f"{vertex.name} ({vertex.count:,})"))
        for prop in vertex.properties.values():
            typer.echo(clean(f"    {_property(prop)}"))
    for edge in found.edges.values():
        typer.echo(clean(f"{edge.name} ({edge.count:,}): {_ends(edge)}"))
        for prop in edge.properties.values():
            typer.echo(clean(f"    {_property(prop)}"))
    sampled = f", properties from up to {found.sampled:,} elements of a label" if found.sampled else ""
    typer.echo(f"fingerprint {found.fingerprint}{sampled}")


def _ends(edge: EdgeLabel) -> str:
    return ", ".join(f"{end.out_label} -> {end.in_label} ({end.count:,})" for end in edge.ends)


def _property(prop: PropertySchema) -> str:
    kind = "string, ISO dates" if prop.iso_dates else prop.type
    if prop.values:
        more = "" if len(prop.values) <= SHOWN else f", … {len(prop.values)} values"
        return (
            f"{prop.name}: {kind}: " + ", ".join(f"{jsonable(v)} ({n:,})" for v, n in prop.values[:SHOWN]) + more
        )
    if prop.low is not None:
        return f"{prop.name}: {kind}: {jsonable(prop.low)} to {jsonable(prop.high)}"
    examples = [str(jsonable(value))[:60] for value in prop.samples[:2]]
    return f"{prop.name}: {kind}" + (f", such as {'; '.join(examples)}" if examples else "")
