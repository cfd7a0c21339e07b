"""The exit codes of every command: one table, which each ``--help`` prints and README repeats."""

from __future__ import annotations

from engine.errors import GraphdeskError, OperatorMustAct

DONE, SYSTEM, USE, REFUSED, INTERRUPTED = 0, 1, 2, 3, 130
MEANINGS = {
    DONE: "done",
    SYSTEM: "the system needs attention: the graph, its server, the database, the disk, the model or a setting",
    USE: "wrong use of the command",
    REFUSED: "the input was refused or could not be answered: a question, a query, or a file that was named",
    INTERRUPTED: "interrupted",
}
EPILOG = f"Exit codes: {'; '.join(f'{code} {meaning}' for code, meaning in MEANINGS.items())}."


def code_of(error: GraphdeskError) -> int:
    """The exit code for an error: who must act decides."""
    return SYSTEM if isinstance(error, OperatorMustAct) else REFUSED


def worse(one: int, other: int) -> int:
    """The code of a file of lines: trouble of the system before a refused line before none."""
    return SYSTEM if SYSTEM in (one, other) else max(one, other)
