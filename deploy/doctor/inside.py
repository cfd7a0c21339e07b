"""What graphdesk has of its own: settings, home, database, graph, model."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing

from deploy.doctor.finding import Finding, Level
from engine.graph.profile import Profile
from engine.graph.schema import Schema
from engine.settings import Settings

LITTLE_SPACE, NO_SPACE = 1_000_000_000, 100_000_000  # bytes
PREFIXES = ("GRAPHDESK_", "GREMLIN_", "SLACK_", "QDRANT_")


def settings_of(settings: Settings, given: Iterable[str]) -> Iterator[Finding]:
    """Names that nothing reads, and settings that are not for every day."""
    known = {field.alias for field in Settings.model_fields.values()}
    strange = sorted(name for name in given if name.startswith(PREFIXES) and name not in known)
    if strange:
        yield Finding(
            "settings", "warning", f"nothing reads {', '.join(strange)}", "Is a name misspelt? See README."
        )
    else:
        yield Finding("settings", "ok", "all can be read")
    if settings.debug or settings.log_text:
        hint = "Unset GRAPHDESK_DEBUG and GRAPHDESK_LOG_TEXT where others read the logs."
        yield Finding("logs", "warning", "questions and answers may get into the logs", hint)
    if settings.now:
        yield Finding("time", "warning", f"it is always {settings.now.isoformat()} here", "Unset GRAPHDESK_NOW.")


def home_of(settings: Settings) -> Iterator[Finding]:
    """Can it be written, and is there space?"""
    home, hint = settings.home, "Set GRAPHDESK_HOME to a folder that this user may write."
    there = next(folder for folder in (home, *home.parents) if folder.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=there):
            pass
    except OSError as error:
        yield Finding("home", "broken", f"{home} cannot be written: {error.strerror}", hint)
        return
    free = shutil.disk_usage(there).free
    said = f"{home}: {free / 1e9:.1f} GB free" + ("" if home.exists() else ", made at the first start")
    level: Level = "broken" if free < NO_SPACE else "warning" if free < LITTLE_SPACE else "ok"
    yield Finding("home", level, said, "" if level == "ok" else "Free some space on its disk.")


def database_of(settings: Settings) -> Iterator[Finding]:
    """Does it answer, are its tables those of this program, and can it be written?"""
    from engine.opening import database_of
    from engine.store.database import versions

    file = settings.home / "graphdesk.db"
    if not settings.database_url and not file.exists():
        yield Finding("database", "ok", f"{file}: made at the first start")
        return
    found = versions(database_of(settings))
    if found.applied == found.newest:
        yield from _in_use(settings, f"{found.place}: version {found.newest}, the newest")
    elif found.applied is None:
        yield Finding("database", "ok", f"{found.place}: empty, its tables are made at the first start")
    elif found.applied > found.newest:
        hint = "Run the version of graphdesk that wrote it, or a newer one."
        yield Finding(
            "database", "broken", f"{found.place}: version {found.applied} is newer than this program", hint
        )
    else:
        hint = "Make a backup, stop all processes, then start one: it brings the tables up to date."
        said = f"{found.place}: version {found.applied}, the program has {found.newest}"
        yield Finding("database", "warning", said, hint)


def _in_use(settings: Settings, said: str) -> Iterator[Finding]:
    """Can it be written, and who answers? That nobody does is broken only while questions wait."""
    from engine.health import store_health, workers_health
    from engine.opening import open_store

    with closing(open_store(settings)) as store:
        kept, health = store_health(store), workers_health(store)
    yield Finding("database", "ok", said) if kept.ok else Finding("database", "broken", kept.detail, kept.hint)
    level: Level = "broken" if not health.ok else "warning" if health.hint else "ok"
    yield Finding("workers", level, health.detail, health.hint)


def graph_of(settings: Settings) -> Iterator[Finding]:
    """Does it answer, what is in it, and does the profile fit it?"""
    from engine.opening import open_graph

    profile, backend = open_graph(settings)
    with closing(backend):
        health = backend.health()
        yield Finding("graph", "ok" if health.ok else "broken", health.detail, health.hint)
        if not health.ok:
            return
        schema = backend.schema()
    if not schema.vertices:
        yield Finding("schema", "broken", "the graph is empty", "Load it with graphdesk load.")
        return
    yield Finding("schema", "ok", f"{len(schema.vertices)} vertex labels, {len(schema.edges)} edge labels")
    if profile == Profile():
        hint = "Keep and correct it: graphdesk profile --out profile.toml, then GRAPHDESK_PROFILE=profile.toml"
        yield Finding("profile", "warning", "none is written: one is drafted from the schema at each start", hint)
    elif missing := unknown_names(profile, schema):
        hint = "Correct the profile, or load the graph that it was written for."
        yield Finding("profile", "broken", f"not in the graph: {', '.join(missing)}", hint)
    else:
        yield Finding("profile", "ok", f"{profile.name}: all that it names is in the graph")


def unknown_names(profile: Profile, schema: Schema) -> list[str]:
    """Labels and properties that a profile names and a graph does not have."""
    labels = [*profile.taxonomy_labels, *profile.free_text, *profile.name_properties]
    labels += [profile.case_label] if profile.case_label else []
    missing = [label for label in labels if label not in schema.vertices]
    edges = [name for pair in profile.similarity for name in (pair.edge, pair.bracket)]
    missing += [edge for edge in edges if edge not in schema.edges]
    named = [(label, name) for label, name in profile.name_properties.items()]
    named += [(label, name) for label, names in profile.free_text.items() for name in names]
    if profile.case_label and profile.time_property:
        named.append((profile.case_label, profile.time_property))
    for label, name in named:
        if label in schema.vertices and name not in schema.vertices[label].properties:
            missing.append(f"{label}.{name}")
    return list(dict.fromkeys(missing))


def model_of(settings: Settings) -> Iterator[Finding]:
    """Is there a key?"""
    from engine.opening import model_name

    name = model_name(settings)
    if name == "offline":
        yield Finding("model", "ok", "no key is set: the offline backbone answers what it can read in full")
    else:
        yield Finding("model", "ok", f"{name}, with a key (which is not tried: a call costs)")
