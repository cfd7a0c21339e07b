"""``graphdesk load``: GraphSON or mapped CSV files into a graph file or a Gremlin server."""

from __future__ import annotations

import json
import shlex
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.cli.exits import EPILOG
from deploy.cli.progress import bar

if TYPE_CHECKING:
    from engine.graph.load.sources import Loaded


_WAYS_OUT = (
    "A load refuses cells that do not fit, by their lines: correct them, list under null what means "
    "'not there', or\nmake the column text."
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Load GraphSON or CSV files.")(load)


def load(
    files: Annotated[
        list[Path] | None, typer.Argument(help="One GraphSON file; or CSV/TSV files, or the folder they lie in.")
    ] = None,
    mapping: Annotated[
        str | None, typer.Option(help="Mapping file, or a shipped one: incidents, countries. Tables need it.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Graph file to write (.gsnap or .jsonl); GRAPHDESK_GRAPH, else the home folder's. "
            "With --draft-mapping: the mapping file."
        ),
    ] = None,
    to: Annotated[
        str | None, typer.Option(help="Gremlin server to load into instead, as ws://host:8182/gremlin.")
    ] = None,
    similar: Annotated[
        list[str] | None,
        typer.Option(
            help="Join vertices with similar texts, as label.property: reason.content makes similarReason."
        ),
    ] = None,
    draft_mapping: Annotated[
        bool,
        typer.Option("--draft-mapping", help="Write a mapping for these CSV files, to --out or stdout."),
    ] = False,
    help_mapping: Annotated[
        bool, typer.Option("--help-mapping", help="Explain the mapping language.", is_eager=True)
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Report as one JSON object.")] = False,
) -> None:
    """Load a graph, whole or not at all.

    Everything is read and checked first: a problem is reported with its file and line, and the graph stays as it
    was before. A load into a server that was cut off goes on where it stopped when it is started again.

    Your own CSV files in two commands:

      graphdesk load --draft-mapping *.csv --out mapping.toml

      graphdesk load --mapping mapping.toml *.csv
    """
    if help_mapping:
        from engine.graph.load import mapping as language

        typer.echo(language.__doc__)
        return
    for one, other, both in (
        ("--out", "--to", out and to),
        ("--to", "--draft-mapping", to and draft_mapping),
        ("--similar", "--draft-mapping", similar and draft_mapping),
        ("--mapping", "--draft-mapping", mapping and draft_mapping),
    ):
        if both:
            raise typer.BadParameter("Give one of them.", param_hint=f"{one} and {other}")
    paths = files or []
    if not paths and (draft_mapping or not mapping):
        raise typer.BadParameter("Name a GraphSON file, or CSV files or their folder.", param_hint="FILES")
    if draft_mapping:
        _draft(paths, out, as_json)
        return
    report = _load(paths, mapping, similar or [], out, to)
    typer.echo(json.dumps(report, ensure_ascii=False) if as_json else _text(report))


def _draft(paths: list[Path], out: Path | None, as_json: bool) -> None:
    from engine.graph.load.draft import draft
    from engine.graph.load.files import write_new
    from engine.graph.load.problems import SHOWN

    drafted = draft(paths)
    remarks = [asdict(remark) for remark in drafted.remarks]
    command = shlex.join(["graphdesk", "load", "--mapping", str(out or "mapping.toml"), *map(str, paths)])
    if out:
        write_new(out, drafted.text)
    if as_json:
        report = {"target": str(out), "then": command} if out else {"mapping": drafted.text}
        typer.echo(json.dumps({"ok": True, **report, "remarks": remarks}, ensure_ascii=False))
        return
    typer.echo(f"{out}: a draft. Read it, then load with:\n  {command}" if out else drafted.text, nl=bool(out))
    if remarks:
        listed = [f"  {remark}" for remark in drafted.remarks[:SHOWN]]
        if len(remarks) > SHOWN:
            listed.append(f"  … and {len(remarks) - SHOWN:,} more, as comments in the draft")
        typer.echo("\n".join(["Look at these first:", *listed, _WAYS_OUT]), err=True)


def _load(
    paths: list[Path], mapping: str | None, similar: list[str], out: Path | None, to: str | None
) -> dict[str, object]:
    from engine.graph.load.sources import read_sources

    started = time.perf_counter()
    with bar("Reading", None) as progress:
        loaded = read_sources(paths, mapping, progress)
    for text in similar:
        from engine.graph.load.similar import add_similar

        add_similar(loaded.elements, text)
    if to:
        target, profile = _to_server(loaded, to), None
    else:
        target, profile = _to_file(loaded, out)
    return {
        "ok": True,
        "target": target,
        "vertices": loaded.vertex_counts,
        "edges": loaded.edge_counts,
        "vertex_count": len(loaded.elements.vertices),
        "edge_count": len(loaded.elements.edges),
        "notes": loaded.notes,
        "profile": profile,
        "seconds": round(time.perf_counter() - started, 2),
    }


def _to_file(loaded: Loaded, out: Path | None) -> tuple[str, str | None]:
    """The graph file, and the profile kept beside it (None: a person's own is there and stays)."""
    from engine.graph.load.files import write_graph
    from engine.graph.profile import write_beside
    from engine.settings import read_settings

    settings = read_settings()
    target = out or settings.graph_path
    with bar("Writing vertices", len(loaded.elements.vertices)) as progress:
        write_graph(loaded.elements.with_edges(), target, progress)
    # The profile of an earlier graph in this place does not fit this one.
    kept = write_beside(target, _profile(loaded, target))
    return str(target), str(kept) if kept else None


def _profile(loaded: Loaded, graph: Path) -> str:
    """The shipped profile that fits, else a draft from the new graph's schema."""
    from engine.graph.embedded import EmbeddedGraph
    from engine.graph.mappings import shipped_text
    from engine.graph.profile import profile_toml
    from engine.graph.profile_draft import draft_profile
    from engine.graph.profile_personal import suggestion

    if loaded.profile:
        return shipped_text("profile", loaded.profile)
    backend = EmbeddedGraph.open(graph)
    try:
        schema = backend.schema()
        if private := suggestion(schema):
            loaded.notes.append(
                f"people may be reached by what is answered; to withhold it, say in the profile: {private}"
            )
        return profile_toml(draft_profile(schema, graph.stem), private)
    finally:
        backend.close()


def _to_server(loaded: Loaded, url: str) -> str:
    from engine.graph.load.remote import load_remote
    from engine.settings import read_settings

    settings = read_settings()
    total = len(loaded.elements.vertices) + len(loaded.elements.edges)
    with bar("Writing vertices and edges", total) as progress:
        load_remote(loaded.elements, url, settings, progress)
    return url


def _text(report: dict[str, object]) -> str:
    lines = [
        f"{report['target']}: {report['vertex_count']:,} vertices and {report['edge_count']:,} edges "
        f"in {report['seconds']} s"
    ]
    for kind in ("vertices", "edges"):
        counts = report[kind]
        assert isinstance(counts, dict)
        if not counts:
            continue
        shown = ", ".join(f"{label} {count:,}" for label, count in list(counts.items())[:20])
        more = f" and {len(counts) - 20} more labels" if len(counts) > 20 else ""
        lines.append(f"  {kind}: {shown}{more}")
    notes = report["notes"]
    assert isinstance(notes, list)
    lines += [f"  note: {note}" for note in notes]
    if report["profile"]:
        lines.append(f"  profile: {report['profile']}")
    return "\n".join(lines)
