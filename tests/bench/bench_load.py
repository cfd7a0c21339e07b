"""How fast graphs are generated and loaded: into the embedded graph, Gremlin Server and JanusGraph."""

import tempfile
import time
from pathlib import Path

from deploy.servers.config import ServedGraph
from deploy.servers.jars import ServerMissing
from deploy.servers.launch import Server
from engine.graph.embedded import EmbeddedGraph
from engine.graph.load.files import write_graph
from engine.graph.load.graphson_read import read_graphson
from engine.graph.load.remote import load_remote
from engine.graph.load.sources import read_sources
from engine.samples.support import write_sample
from engine.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
SIZES = (2_000, 20_000, 100_000)
SENT = 500  # cases that are loaded into servers


def timed(what, run, elements=0):
    started = time.perf_counter()
    found = run()
    seconds = time.perf_counter() - started
    count = elements or (sum(found) if isinstance(found, tuple) else 0)
    rate = f", {count / seconds:,.0f} elements/s" if count else ""
    print(f"{what}: {seconds:.2f} s{rate}", flush=True)
    return found


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for cases in SIZES:
            path = folder / f"{cases}.gsnap"
            timed(f"generate {cases:,} cases", lambda cases=cases, path=path: write_sample(path, cases=cases))
            timed(f"open {cases:,} cases", lambda path=path: EmbeddedGraph.open(path).close())
        lines = folder / "sample.jsonl"
        write_sample(lines, cases=SIZES[0])
        found = timed(f"read GraphSON of {SIZES[0]:,} cases", lambda: read_graphson(lines)[0])
        timed("write it as a snapshot", lambda: write_graph(found.with_edges(), folder / "again.gsnap"))
        incidents = ROOT.parent / "shared" / "data" / "incidents"
        if incidents.exists():
            read = timed("read 24,918 incidents", lambda: read_sources([incidents], "incidents"))
            timed("write them", lambda: write_graph(read.elements.with_edges(), folder / "incidents.gsnap"))
        write_sample(lines, cases=SENT)
        for kind in ("gremlin", "janusgraph"):
            send(kind, read_graphson(lines)[0], folder)


def send(kind, elements, folder):
    try:
        server = Server(kind, (ServedGraph("write", own_ids=True),), folder / kind).start()
    except ServerMissing as missing:
        print(f"{kind}: {missing.message}")
        return
    try:
        settings = Settings(GREMLIN_SOURCE="gwrite", GRAPHDESK_HOME=folder / f"{kind}-home")
        count = len(elements.vertices) + len(elements.edges)
        for what in ("load", "load again"):
            timed(f"{kind}: {what} {SENT} cases", lambda: load_remote(elements, server.url, settings), count)
    finally:
        server.stop()


if __name__ == "__main__":
    main()
