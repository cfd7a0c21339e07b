"""Writing a graph file so that the old one stands until the new one is whole."""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import OperatorMustAct, UserMustAct
from engine.graph.load.elements import VertexRecord
from engine.graph.load.graphson_write import write_lines

SNAPSHOT = ".gsnap"


@contextmanager
def replaced(target: Path, *, suffix: str = "") -> Iterator[Path]:
    """A temporary path beside ``target`` that takes its place when the block ends well, and vanishes if not.

    It is locked meanwhile, so that what a killed process left is known by its free lock and removed here.

    Raises OperatorMustAct when the folder cannot be written, the disk is full, or what is there is no file: a
    device must not give way to one.
    """
    if target.exists() and not target.is_file():
        what = "a folder" if target.is_dir() else "no ordinary file"
        raise OperatorMustAct(f"Could not write {target}: it is {what}.", "Name a file.", code="write")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove_left(target)
        handle, name = tempfile.mkstemp(
            prefix=f".{target.name}.", suffix=suffix or target.suffix, dir=target.parent
        )
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError as error:
        raise cannot_write(target, error) from error
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError as error:
        raise cannot_write(target, error) from error
    finally:
        temporary.unlink(missing_ok=True)
        os.close(handle)


def write_whole(target: Path, text: str) -> None:
    """Write a small text file, whole or not at all. Raises OperatorMustAct."""
    with replaced(target) as temporary:
        temporary.write_text(text, "utf-8")


def write_new(target: Path, text: str) -> None:
    """The same for a file that people go on to correct: one that is there is not replaced. Raises UserMustAct."""
    if target.exists():
        raise UserMustAct(f"There is a {target} already.", "Name another file, or remove it.", code="exists")
    write_whole(target, text)


def _remove_left(target: Path) -> None:
    for left in target.parent.glob(f".{glob.escape(target.name)}.????????*"):
        with contextlib.suppress(OSError), left.open("rb") as file:  # locked: another process is writing it
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left.unlink(missing_ok=True)


@contextmanager
def taking_turns(target: Path, on_wait: Callable[[], object]) -> Iterator[None]:
    """Held by one process at a time for graphs in ``target``'s folder; ``on_wait`` is called before waiting.

    Raises OperatorMustAct when the folder cannot be made or read.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        folder = os.open(target.parent, os.O_RDONLY)
    except OSError as error:
        raise cannot_write(target, error) from error
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            on_wait()
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def cannot_write(target: Path, error: OSError) -> OperatorMustAct:
    """The error for a file that could not be written: what the system said, and what to do."""
    state = "The file is as it was before." if target.exists() else "No file was left."
    return OperatorMustAct(
        f"Could not write {target}: {error.strerror or error}. {state}",
        "Free some space, or choose a folder that may be written to.",
        code="write",
    )


def write_graph(
    vertices: Iterable[VertexRecord], target: Path, progress: Callable[[int], object] | None = None
) -> tuple[int, int]:
    """Write a graph file by its suffix: ``.gsnap`` the embedded engine's snapshot, else GraphSON 3.0 lines.

    The GraphSON file lists each edge at both of its ends, as TinkerPop's own reader needs it. The engine reads
    every graph once before it takes the target's place, so that a file which cannot be opened is never left.

    Returns:
        (vertices, edges) as the engine counts them.
    """
    import graphersal

    with replaced(target, suffix=".jsonl") as lines:
        with lines.open("w", encoding="utf-8", newline="\n") as out:
            counts = write_lines(vertices, out, progress)
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # the engine warns of what it leaves out: we leave nothing out
            try:
                graph = graphersal.Graph.from_graphson(str(lines))
                _store(graph, target, lines)
            except (graphersal.GraphersalError, UserWarning) as error:
                raise _not_taken(target, error) from error
    return counts


def _store(graph: object, target: Path, temporary: Path) -> None:
    if target.suffix == SNAPSHOT:
        graph.save(str(temporary))  # type: ignore[attr-defined]
    else:
        graph.export_graphson(str(temporary))  # type: ignore[attr-defined]


def _not_taken(target: Path, error: Exception) -> OperatorMustAct:
    text = str(error).splitlines()[0]
    return OperatorMustAct(
        f"The engine did not take the graph: {text}. {target} is as it was before.",
        "Check the free space; if that is not it, this is a fault in graphdesk.",
        code="engine",
    )
