"""Writes the configuration of a test server: which graphs it holds and under which traversal source."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal as OneOf

Kind = OneOf["gremlin", "janusgraph"]

_PLUGINS = {
    "gremlin": "org.apache.tinkerpop.gremlin.tinkergraph.jsr223.TinkerGraphGremlinPlugin",
    "janusgraph": "org.janusgraph.graphdb.tinkerpop.plugin.JanusGraphGremlinPlugin",
}
_REGISTRIES = {
    "gremlin": "org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerIoRegistryV3",
    "janusgraph": "org.janusgraph.graphdb.tinkerpop.JanusGraphIoRegistry",
}
_MANAGERS = {
    "gremlin": "org.apache.tinkerpop.gremlin.server.util.DefaultGraphManager",
    "janusgraph": "org.janusgraph.graphdb.management.JanusGraphManager",
}


@dataclass(frozen=True, slots=True)
class ServedGraph:
    """One graph of a server, reachable as the traversal source ``g<name>``.

    ``file``: GraphSON that a Gremlin Server loads at start (JanusGraph is filled through queries instead).
    ``ids``: TinkerGraph's id manager. ``own_ids``: JanusGraph takes the writer's vertex ids, and demands them.
    """

    name: str
    file: Path | None = None
    ids: str = "ANY"
    lists: bool = False  # vertex properties hold several values
    own_ids: bool = False

    @property
    def source(self) -> str:
        """The name of the traversal source."""
        return f"g{self.name}"


def write_config(
    kind: Kind,
    folder: Path,
    port: int,
    graphs: tuple[ServedGraph, ...],
    timeout: int,
    users: Mapping[str, str] = MappingProxyType({}),
) -> Path:
    """Write server.yaml and what it names into ``folder``; ``timeout`` in milliseconds. Returns its path.

    ``users``: names that may sign in, with the BCrypt hashes of their passwords; without any, nobody need.
    """
    for graph in graphs:
        lines = _tinker(graph, folder) if kind == "gremlin" else _janus(graph)
        (folder / f"{graph.name}.properties").write_text("\n".join(lines) + "\n")
    sources = ", ".join(f"{g.source}: {g.name}.traversal()" for g in graphs)
    (folder / "init.groovy").write_text(f"def globals = [:]\nglobals << [{sources}]\n")
    listed = ", ".join(f"{g.name}: '{folder / g.name}.properties'" for g in graphs)
    path = folder / "server.yaml"
    path.write_text(_YAML.format(
        port=port, timeout=timeout, graphs=listed, plugin=_PLUGINS[kind], registry=_REGISTRIES[kind],
        manager=_MANAGERS[kind], init=folder / "init.groovy",
    ) + (_sign_in(folder, users) if users else ""))  # fmt: skip
    return path


def _sign_in(folder: Path, users: Mapping[str, str]) -> str:
    """The server's part on TinkerPop's SimpleAuthenticator; the graph of its users goes into ``folder``."""
    lines = [
        json.dumps({
            "id": {"@type": "g:Int32", "@value": number},
            "label": "user",
            "properties": {
                key: [{"id": {"@type": "g:Int64", "@value": 2 * number + part}, "value": value}]
                for part, (key, value) in enumerate((("username", name), ("password", hashed)))
            },
        })
        for number, (name, hashed) in enumerate(users.items())
    ]  # fmt: skip
    (folder / "users.json").write_text("\n".join(lines))
    properties = _tinker(ServedGraph("credentials", folder / "users.json", "INTEGER"), folder)
    path = folder / "credentials.properties"
    path.write_text("\n".join(properties) + "\n")
    return _AUTHENTICATION.format(credentials=path)


def _tinker(graph: ServedGraph, folder: Path) -> list[str]:
    lines = [
        "gremlin.graph=org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph",
        f"gremlin.tinkergraph.vertexIdManager={graph.ids}",
        f"gremlin.tinkergraph.edgeIdManager={graph.ids}",
        "gremlin.tinkergraph.vertexPropertyIdManager=LONG",
    ]
    if graph.file:
        # TinkerGraph writes its graph back to this file when it closes: it must never be given an original.
        copy = folder / f"{graph.name}.json"
        shutil.copyfile(graph.file, copy)
        lines += [f"gremlin.tinkergraph.graphLocation={copy}", "gremlin.tinkergraph.graphFormat=graphson"]
    if graph.lists:
        lines += ["gremlin.tinkergraph.defaultVertexPropertyCardinality=list"]
    return lines


def _janus(graph: ServedGraph) -> list[str]:
    lines = ["gremlin.graph=org.janusgraph.core.JanusGraphFactory", "storage.backend=inmemory"]
    if graph.own_ids:
        lines += ["graph.set-vertex-id=true", "graph.allow-custom-vid-types=true"]
    return lines


_YAML = """\
host: 127.0.0.1
port: {port}
evaluationTimeout: {timeout}
channelizer: org.apache.tinkerpop.gremlin.server.channel.WsAndHttpChannelizer
graphManager: {manager}
graphs: {{ {graphs} }}
scriptEngines: {{
  gremlin-lang: {{}},
  gremlin-groovy: {{ plugins: {{
    org.apache.tinkerpop.gremlin.server.jsr223.GremlinServerGremlinPlugin: {{}},
    {plugin}: {{}},
    org.apache.tinkerpop.gremlin.jsr223.ScriptFileGremlinPlugin: {{ files: ['{init}'] }} }} }} }}
serializers:
  - {{ className: org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV3,
      config: {{ ioRegistries: [{registry}] }} }}
  - {{ className: org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1 }}
"""
_AUTHENTICATION = """\
authentication: {{
  authenticator: org.apache.tinkerpop.gremlin.server.auth.SimpleAuthenticator,
  authenticationHandler: org.apache.tinkerpop.gremlin.server.handler.SaslAndHttpBasicAuthenticationHandler,
  config: {{ credentialsDb: '{credentials}' }} }}
"""
