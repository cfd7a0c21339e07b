"""Writes a load to a Gremlin server: in batches, restartable, and twice the same as once.

Everything was read and checked before; here the server's own state is looked at before the first write. Vertices
that are there already get the load's values, edges between them are merged; all others are simply added, which is
two to four times faster. After each batch its number is noted in a journal, so that a load that was cut off goes
on there; the batch after the last noted one may or may not have arrived, and is merged too.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from engine.errors import OperatorMustAct
from engine.graph.connection import NoReply, Pool, Reply, TooLarge
from engine.graph.load.elements import EdgeRecord, Elements, VertexRecord
from engine.graph.load.journal import Journal
from engine.graph.load.problems import Problems
from engine.graph.load.statements import add_edges, add_vertices, merge_edges, text_of, unsendable, update_vertices
from engine.gremlin.printer import quoted
from engine.settings import Settings

BATCH = 100  # elements in a request
_ASKED = 500  # ids looked up in a request
_BYTES = 48_000  # of a request: servers take 64 KiB unless told otherwise
_SECONDS = 60.0  # for a batch
_ERROR = 400
_Element = TypeVar("_Element", VertexRecord, EdgeRecord)
_NAMES_SHARED = "janusgraph"  # property keys and edge labels share their names there


class _Server:
    """Sends gremlin-lang text and gives the rows back."""

    def __init__(self, url: str, settings: Settings) -> None:
        secret = settings.gremlin_password
        password = secret.get_secret_value() if secret else ""
        self._pool = Pool(url, user=settings.gremlin_user or "", password=password, size=1)
        self._source = settings.gremlin_source

    def ask(self, text: str) -> list[object]:
        """The rows. Raises GraphUnavailable, or OperatorMustAct with what the server said."""
        rows: list[object] = []
        failed: list[Reply] = []

        def keep(reply: Reply) -> bool:
            if reply.status >= _ERROR:
                failed.append(reply)
            rows.extend(reply.rows)
            return True

        args: dict[str, object] = {
            "gremlin": text,
            "language": "gremlin-lang",
            "aliases": {"g": self._source},
            "evaluationTimeout": int(_SECONDS * 1000),
        }
        try:
            self._pool.ask(args, _SECONDS, 10.0, keep)
        except (NoReply, TooLarge):
            raise OperatorMustAct(
                f"The graph server did not finish a batch of the load within {_SECONDS:.0f} s.",
                _GO_ON,
                code="write",
            ) from None
        if failed:
            said = (failed[0].message.strip().splitlines() or ["no reason given"])[0][:300]
            raise OperatorMustAct(f"The graph server refused a batch of the load: {said}", _GO_ON, code="write")
        return rows

    def close(self) -> None:
        self._pool.close()


_GO_ON = "What was written stays. Remove the cause and start the same command again: it goes on where it stopped."


def load_remote(
    elements: Elements, url: str, settings: Settings, progress: Callable[[int], object] | None = None
) -> None:
    """Write the elements to the traversal source ``GREMLIN_SOURCE`` of the server.

    Args:
        elements: checked vertices and edges.
        url: the server's WebSocket address.
        settings: sign-in, source, dialect, and the home folder that the journal is kept in.
        progress: told the elements written so far.

    Raises:
        LoadRefused: something a server cannot take; nothing was written.
        GraphUnavailable: the server cannot be reached or went away; start again to go on.
        OperatorMustAct: the server refused a batch, or a vertex is there with another label.
    """
    _check(elements, settings.gremlin_dialect)
    journal = Journal(settings.home / "loads" / f"{_fingerprint(elements, url, settings.gremlin_source)}.journal")
    server = _Server(url, settings)
    try:
        _write(elements, server, journal, progress or (lambda done: None))
    finally:
        server.close()
        journal.close()
    journal.forget()


def _write(elements: Elements, server: _Server, journal: Journal, progress: Callable[[int], object]) -> None:
    there = _already_there(elements, server)
    several = _parallel(elements.edges)
    done = 0
    batches: Iterator[Sequence[VertexRecord] | Sequence[EdgeRecord]] = itertools.chain(
        _batches(list(elements.vertices.values())), _batches(elements.edges)
    )
    for number, batch in enumerate(batches):
        if number >= journal.done:
            for statement, answer in _statements(batch, there, several):
                if server.ask(statement) != [answer]:
                    raise OperatorMustAct(
                        "The graph server lost a vertex that this load had written before.", _GO_ON, code="write"
                    )
            journal.note(number + 1)
        done += len(batch)
        progress(done)


def _statements(
    batch: Sequence[VertexRecord] | Sequence[EdgeRecord], there: set[str], several: set[tuple[str, str, str]]
) -> Iterator[tuple[str, int]]:
    """One request for what is new and one for what may be there already, each with the row it must answer."""
    vertices = [element for element in batch if isinstance(element, VertexRecord)]
    edges = [element for element in batch if isinstance(element, EdgeRecord)]
    if new := [vertex for vertex in vertices if vertex.id not in there]:
        yield add_vertices(new), 1
    if known := [vertex for vertex in vertices if vertex.id in there]:
        yield update_vertices(known), 1
    old = {id(edge) for edge in edges if edge.out_id in there and edge.in_id in there}
    if fresh := [edge for edge in edges if id(edge) not in old]:
        yield add_edges(fresh), 1
    if merged := [edge for edge in edges if id(edge) in old]:
        yield merge_edges(merged, several), len(merged)


def _already_there(elements: Elements, server: _Server) -> set[str]:
    """Ids of the load that the server holds. Raises OperatorMustAct where one of them has another label."""
    if server.ask("g.V().limit(1).count()") == [0]:
        return set()
    there: set[str] = set()
    ids = list(elements.vertices)
    for start in range(0, len(ids), _ASKED):
        listed = ", ".join(quoted(identity) for identity in ids[start : start + _ASKED])
        for row in server.ask(f"g.V({listed}).project('id', 'label').by(T.id).by(T.label)"):
            assert isinstance(row, dict)
            identity, label = str(row["id"]), str(row["label"])
            wanted = elements.vertices[identity].label
            if label != wanted:
                raise OperatorMustAct(
                    f"Nothing was loaded: the server's vertex {identity!r} is a {label}, here it is a {wanted}.",
                    "Load into an empty graph, or give the vertices other ids.",
                    code="conflict",
                )
            there.add(identity)
    return there


def _batches(elements: Sequence[_Element]) -> Iterator[list[_Element]]:
    batch: list[_Element] = []
    size = 0
    for element in elements:
        length = len(text_of(element).encode())
        if batch and (len(batch) == BATCH or size + length > _BYTES):
            yield batch
            batch, size = [], 0
        batch.append(element)
        size += length
    if batch:
        yield batch


def _parallel(edges: Sequence[EdgeRecord]) -> set[tuple[str, str, str]]:
    counts = Counter((edge.label, edge.out_id, edge.in_id) for edge in edges)
    return {key for key, count in counts.items() if count > 1}


def _check(elements: Elements, dialect: str) -> None:
    """What a server would refuse half way is refused here."""
    problems = Problems()
    keys = {name for vertex in elements.vertices.values() for name in vertex.properties}
    keys |= {name for edge in elements.edges for name in edge.properties}
    several = _parallel(elements.edges)
    seen: set[str] = set()
    for element in elements.all():
        for name, value in element.properties.items():
            if reason := unsendable(value, edge=isinstance(element, EdgeRecord)):
                problems.add(element.file, element.line, "type", f"{name}: {reason}")
    for edge in elements.edges:
        if dialect == _NAMES_SHARED and edge.label in keys:
            text = f"{edge.label!r} is an edge and a property; JanusGraph needs two names"
            problems.add(edge.file, 0, "names", text)
        if (edge.label, edge.out_id, edge.in_id) in several:
            if text_of(edge) in seen:
                text = f"the same edge {edge.label!r} twice, which a server cannot tell from a repeated load"
                problems.add(edge.file, edge.line, "parallel", text)
            seen.add(text_of(edge))
    problems.check()


def _fingerprint(elements: Elements, url: str, source: str) -> str:
    """The same load into the same graph has the same journal."""
    digest = hashlib.sha256(f"{url} {source}".encode())
    for element in elements.all():
        digest.update(text_of(element).encode())
    return digest.hexdigest()[:32]
