"""The process that answers one question and nothing else, made by engine/apart.py.

It ends with the worker that made it, from its first moment on: so nothing of the product is imported at the top.
"""

from __future__ import annotations

import os
import sys
import threading

ENDED = 75  # exit code, "try again later" by convention
LENGTH = 8  # bytes that tell how many bytes follow


def main() -> int:
    """Answer what is told on standard input."""
    told = _read(int.from_bytes(_read(LENGTH), "big"))
    threading.Thread(target=_end_with_the_worker, daemon=True).start()
    from engine.apart import answer_what_is_told

    return 0 if answer_what_is_told(told) else ENDED


def _read(count: int) -> bytes:
    """Exactly so many bytes; not through sys.stdin, whose lock would be missed at the end of the interpreter."""
    read = b""
    while len(read) < count:
        more = os.read(0, count - len(read))
        if not more:
            os._exit(ENDED)
        read += more
    return read


def _end_with_the_worker() -> None:
    _read(1)  # nothing more comes: the worker keeps its end open for as long as it lives


if __name__ == "__main__":
    sys.exit(main())
