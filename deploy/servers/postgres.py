"""Starts and stops a PostgreSQL server of its own: a fresh cluster in a folder, on a free loopback port."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from deploy.servers.jars import ServerMissing
from deploy.servers.launch import free_port

USER = "graphdesk"
_SECONDS = 60  # for any of its programs


class Postgres:
    """One server. ``stop`` and ``start`` again to play a restart: address and data stay the same."""

    def __init__(self, folder: Path) -> None:
        """Make the cluster; ``folder`` takes data and log. Raises ServerMissing, naming what is missing."""
        self._programs = programs()
        self._folder = folder
        self.port = free_port()
        folder.mkdir(parents=True, exist_ok=True)
        self._as: list[str] = []
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            if shutil.which("runuser") is None:
                raise ServerMissing(
                    "PostgreSQL does not run as root, and runuser is missing.", "Use another user."
                )
            shutil.chown(folder, "postgres")
            self._as = ["runuser", "-u", "postgres", "--"]
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", USER, "--no-sync")

    @property
    def url(self) -> str:
        """The server's address, without a database name."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}"

    def start(self) -> Postgres:
        """Start, and wait until it takes connections. Raises ServerMissing with the end of its log."""
        # fsync only guards against a crash of the whole machine, which no test plays
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._control("start", "-o", options, "-l", str(self._folder / "log"))
        return self

    def stop(self, *, crash: bool = False) -> None:
        """Stop; open connections are cut. ``crash``: at once, so that the next start has to recover."""
        self._control("stop", "-m", "immediate" if crash else "fast")

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-w", *arguments)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as, str(self._programs / program), *arguments]
        errors = self._folder / "errors"
        # a file and not a pipe: the server that pg_ctl starts keeps it open for as long as it lives
        with errors.open("wb") as said:
            done = subprocess.run(  # noqa: S603 - fixed programs
                command, check=False, cwd=self._folder, stdout=said, stderr=said, timeout=_SECONDS
            )
        if done.returncode != 0:
            last = errors.read_text(errors="replace").strip().splitlines()[-1:]
            raise ServerMissing(f"{program} of PostgreSQL failed: {' '.join(last)[:200]}", "See its log.")


def programs() -> Path:
    """The folder with the programs of the newest installed server. Raises ServerMissing."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).parent
    raise ServerMissing("PostgreSQL is not installed.", "Install it, e.g. apt-get install postgresql.")
