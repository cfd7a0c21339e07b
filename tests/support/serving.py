"""``graphdesk`` as a process: started with a clean environment, read line by line, stopped."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
STARTS = 90.0  # seconds; a loaded machine imports slowly


def environment(home: Path) -> dict[str, str]:
    ours = re.compile("GRAPHDESK_|GREMLIN_|ANTHROPIC_|SLACK_|DATABASE_URL|QDRANT_URL|PORT$")
    return {name: value for name, value in os.environ.items() if not ours.match(name)} | {
        "GRAPHDESK_HOME": str(home)
    }


def graphdesk(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from deploy.cli import main; main()", *arguments]


class Served:
    """A running ``graphdesk serve``."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.unread = ""
        self.process = subprocess.Popen(
            graphdesk("serve", *arguments),
            cwd=ROOT,
            env=environment(home),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def line(self) -> str:
        """The next line on stdout; what the process said on stderr when it ended without one."""
        assert self.process.stdout
        while "\n" not in self.unread:
            ready, _, _ = select.select([self.process.stdout], [], [], STARTS)
            piece = os.read(self.process.stdout.fileno(), 4096).decode() if ready else ""
            assert piece, self.stop()[2]
            self.unread += piece
        line, _, self.unread = self.unread.partition("\n")
        return line

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, self.unread + out, err


def until(ready: Callable[[], Any], seconds: float = 60) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := ready():
            return found
        time.sleep(0.1)
    raise AssertionError(f"still waiting after {seconds} s")
