"""How far a load into a server has come, kept in a small file until it is done."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from engine.graph.load.files import cannot_write


class Journal:
    """One number a line: the batches written so far. A last line that was cut off is not counted."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.done = 0
        self._file: IO[bytes] | None = None
        try:
            lines = path.read_bytes().split(b"\n")[:-1]
        except FileNotFoundError:
            return
        except OSError as error:
            raise cannot_write(path, error) from error
        self.done = max((int(line) for line in lines if line.isdigit()), default=0)

    def note(self, done: int) -> None:
        """That many batches are written. Raises OperatorMustAct when it cannot be noted."""
        try:
            if self._file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._file = self.path.open("ab")
            self._file.write(b"%d\n" % done)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise cannot_write(self.path, error) from error
        self.done = done

    def close(self) -> None:
        """Let go of the file; it stays for the next start."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def forget(self) -> None:
        """The load is done."""
        self.path.unlink(missing_ok=True)
