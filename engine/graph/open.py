"""Opens the graph that the settings name."""

from __future__ import annotations

from engine.graph.backend import GraphBackend, GraphUnavailable, Limits
from engine.graph.profile import Profile
from engine.settings import Settings


def open_backend(settings: Settings, profile: Profile = Profile()) -> GraphBackend:  # noqa: B008 - frozen
    """The server at ``GREMLIN_URL``, else the file at ``GRAPHDESK_GRAPH``, else the home folder's sample graph.

    Raises GraphUnavailable when a file is missing or broken. A server is not contacted before the first query.
    """
    if settings.gremlin_url:
        from engine.graph.remote import RemoteGraph

        return RemoteGraph.open(settings, private=profile.private_properties)
    path = settings.graph_path
    if path.is_dir():
        raise GraphUnavailable(f"{path} is a folder, not a graph file.", "Name the file in GRAPHDESK_GRAPH.")
    if not path.is_file():
        place = "GRAPHDESK_GRAPH names it" if settings.graph_file else "GRAPHDESK_HOME is its folder"
        raise GraphUnavailable(
            f"There is no graph file {path}; {place}.",
            "Set that to where a graph is, or build one with 'graphdesk sample' or 'graphdesk load'.",
        )
    if not path.stat().st_size:
        raise GraphUnavailable(f"The graph file {path} is empty.", "Build it again with 'graphdesk load'.")
    from engine.graph.embedded import EmbeddedGraph

    return EmbeddedGraph.open(path, private=profile.private_properties)


def limits_of(settings: Settings) -> Limits:
    """The caps that the settings put on one query."""
    return Limits(settings.query_seconds, settings.query_rows, settings.query_bytes)
