"""The ``graphdesk`` command. One module per command; heavy imports happen inside the commands."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import sys
import tempfile
import traceback
from pathlib import Path

import typer

from engine.errors import GraphdeskError, OperatorMustAct

COMMANDS = ("ask", "check", "run", "schema", "profile", "load", "sample", "serve", "health")

app = typer.Typer(
    name="graphdesk",
    help="Ask a company's support graph a question, and be able to trust the answer.",
    epilog="Exit codes: 0 done; 1 whoever runs the system must act; 2 wrong use of the command; "
    "3 the input was refused or could not be answered; 130 interrupted.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def register() -> None:
    """Give every command module the app: each has ``register(app)``."""
    for name in COMMANDS:
        importlib.import_module(f"deploy.cli.{name}").register(app)


def main() -> None:
    """Entry point. Errors end in one line that says what happened and what to do; never a stack trace.

    Exit codes: 0 done; 1 the system's operator must act; 2 wrong use of the command; 3 the input was refused
    or could not be answered; 130 interrupted; a closed pipe ends silently.
    """
    stdout = sys.stdout
    try:
        if _debugging():
            logging.basicConfig(level=logging.DEBUG, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
        # What is logged is no business of the screen unless a handler says so.
        logging.lastResort = logging.NullHandler()
        logging.getLogger("engine").addHandler(_Details(logging.ERROR))
        register()
        code = app(standalone_mode=False)
        stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = _silenced()
    except SystemExit as end:
        # Typer catches a closed pipe before we do, and leaves another stdout behind.
        code = _silenced() if sys.stdout is not stdout else end.code
    except Exception as error:
        code = _told(error)
    if code == 130:
        # Threads may still wait for a query; nobody waits for its answer any more.
        os._exit(130)
    sys.exit(code if isinstance(code, int) else 0)


def _told(error: Exception) -> int:
    """Say what happened in a line or two, and give the exit code for it."""
    if isinstance(error, GraphdeskError):
        _say(error.message, error.hint)
        return 1 if isinstance(error, OperatorMustAct) else 3
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):  # wrong use of the command
        from typer.rich_utils import rich_format_error

        rich_format_error(error)  # type: ignore[arg-type]
        return int(error.exit_code)
    if type(error).__name__ == "ValidationError" and getattr(error, "title", "") == "Settings":
        faults = error.errors(include_input=False)  # type: ignore[attr-defined]
        said = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults)
        _say(f"A setting is wrong: {said}.", "Correct it in the environment.")
        return 1
    if _debugging():
        traceback.print_exception(error)
    _say(f"Something went wrong inside graphdesk: {type(error).__name__}.", _kept(error))
    return 1


def _debugging() -> bool:
    # Read here and not through Settings: what went wrong may be the settings.
    return os.environ.get("GRAPHDESK_DEBUG", "").lower() in ("1", "true", "yes", "on")


def _say(message: str, hint: str) -> None:
    print(f"graphdesk: {message}" + (f"\n{hint}" if hint else ""), file=sys.stderr)  # noqa: T201


def _kept(error: Exception) -> str:
    """Write the details to a file, and say where."""
    file = _details_file()
    try:
        with file.open("a", encoding="utf-8") as log:
            traceback.print_exception(error, file=log)
    except OSError:
        return "Set GRAPHDESK_DEBUG=1 to see the details."
    return f"The details are in {file}."


def _details_file() -> Path:
    home = Path(os.environ.get("GRAPHDESK_HOME", "var"))
    folder = home if home.is_dir() and os.access(home, os.W_OK) else Path(tempfile.gettempdir())
    return folder / "graphdesk-errors.log"


class _Details(logging.Handler):
    """Appends errors to the file of details, which is made when there is one."""

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError), _details_file().open("a", encoding="utf-8") as log:
            log.write(f"{self.format(record)}\n")


def _silenced() -> int:
    # Python flushes stdout at exit: point it elsewhere, so that nothing is printed about the closed pipe.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0
