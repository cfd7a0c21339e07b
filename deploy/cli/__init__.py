"""The ``graphdesk`` command. One module per command; heavy imports happen inside the commands."""

from __future__ import annotations

import contextlib
import errno
import importlib
import json
import logging
import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from deploy.cli.exits import EPILOG, INTERRUPTED, SYSTEM, code_of
from engine.errors import GraphdeskError
from engine.logs import OURS, Lines

COMMANDS = (
    *("ask", "check", "run", "schema", "profile", "load", "sample"),
    *("serve", "worker", "health", "doctor", "slack", "person"),
)

_NOT_WRITTEN = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})

ON = ("1", "true", "yes", "on")

app = typer.Typer(
    name="graphdesk",
    help="Ask a company's support graph a question, and be able to trust the answer.",
    epilog=EPILOG,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain text: quick to print, easy to search
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _whole(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=lambda asked: _version() if asked else None,
            is_eager=True,
            help="Print the version and end.",
        ),
    ] = False,
) -> None:
    pass


def _version() -> NoReturn:
    from importlib.metadata import version

    typer.echo(f"graphdesk {version('graphdesk')}")
    raise typer.Exit


def register() -> None:
    """Give every command module the app: each has ``register(app)``."""
    for name in COMMANDS:
        importlib.import_module(f"deploy.cli.{name}").register(app)


def main() -> None:
    """Entry point. Errors end in one line that says what happened and what to do; never a stack trace.

    A closed pipe ends silently, as done; what is closed from the start is read as nothing and written nowhere.
    Exit codes: see ``deploy.cli.exits``.
    """
    _open_all_three()
    stdout, pipe = sys.stdout, _pipe()
    try:
        if _debugging():
            to_screen = logging.StreamHandler()
            to_screen.setFormatter(Lines(text=True))
            logging.basicConfig(level=logging.DEBUG, handlers=[to_screen])
        # What is logged is no business of the screen unless a handler says so.
        logging.lastResort = logging.NullHandler()
        details = _Details(logging.ERROR)
        details.setFormatter(Lines(text=_telling()))
        for name in OURS:
            logging.getLogger(name).addHandler(details)
        register()
        code = app(standalone_mode=False)
        stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = _silenced()
    except SystemExit as end:
        # Typer and rich catch a closed pipe before we do: one leaves another stdout behind, one another file.
        code = _silenced() if sys.stdout is not stdout or _pipe() != pipe else end.code
    except Exception as error:
        code = _told(error)
    if code == INTERRUPTED:
        # Threads may still wait for a query; nobody waits for its answer any more.
        os._exit(INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _told(error: Exception) -> int:
    """Say what happened in a line or two, and give the exit code for it."""
    if isinstance(error, ImportError):
        from deploy.packages import explained

        error = explained(error) or error
    if isinstance(error, OSError) and error.errno in _NOT_WRITTEN and not error.filename:
        _silenced()
        _say(f"The output could not be written: {error.strerror}.", "Free some space where it goes to.")
        return SYSTEM
    if isinstance(error, GraphdeskError):
        if "--json" in sys.argv[1:]:
            typer.echo(json.dumps({"ok": False, "error": error.as_dict()}, ensure_ascii=False))
        else:
            marked = [f"    {line}" for line in str(getattr(error, "excerpt", "") or "").splitlines()]
            _say("\n".join([error.message, *marked]), error.hint)
        return code_of(error)
    if hasattr(error, "show") and hasattr(error, "exit_code"):  # wrong use of the command
        error.show()
        return int(error.exit_code)
    if _debugging():
        traceback.print_exception(error)
    _say(f"Something went wrong inside graphdesk: {type(error).__name__}.", _kept(error))
    return SYSTEM


def _debugging() -> bool:
    # Read here and not through Settings: what went wrong may be the settings.
    return os.environ.get("GRAPHDESK_DEBUG", "").lower() in ON


def _telling() -> bool:
    """Whether details may quote questions and answers."""
    return _debugging() or os.environ.get("GRAPHDESK_LOG_TEXT", "").lower() in ON


def _say(message: str, hint: str) -> None:
    print(f"graphdesk: {message}" + (f"\n{hint}" if hint else ""), file=sys.stderr)  # noqa: T201


def _kept(error: Exception) -> str:
    """Write the details to a file, and say where."""
    file = _details_file()
    try:
        with file.open("a", encoding="utf-8") as log:
            log.write(f"{_detailed(error)}\n")
    except OSError:
        return "Set GRAPHDESK_DEBUG=1 to see the details."
    return f"The details are in {file}."


def _detailed(error: Exception) -> str:
    caught = (type(error), error, error.__traceback__)
    record = logging.LogRecord("deploy", logging.ERROR, __file__, 0, "The command broke", None, caught)
    return Lines(text=_telling()).format(record)


def _details_file() -> Path:
    home = Path(os.environ.get("GRAPHDESK_HOME") or Path(__file__).parents[2] / "var")
    folder = home if home.is_dir() and os.access(home, os.W_OK) else Path(tempfile.gettempdir())
    return folder / "graphdesk-errors.log"


class _Details(logging.Handler):
    """Appends errors of every package of ours to the file of details, which is made when there is one."""

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError), _details_file().open("a", encoding="utf-8") as log:
            log.write(f"{self.format(record)}\n")


def _open_all_three() -> None:
    """Input and outputs that are closed are opened to nowhere, lest a database be opened in their place."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def _pipe() -> tuple[int, int] | None:
    """Which file stdout is; None: it is closed."""
    try:
        found = os.fstat(1)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _silenced() -> int:
    # Python flushes stdout at exit: point it elsewhere, so that nothing is printed about the closed pipe.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0
