"""The ``graphdesk`` command. One module per command; heavy imports happen inside the commands."""

from __future__ import annotations

import importlib
import os
import sys

import typer

from engine.errors import GraphdeskError, OperatorMustAct

COMMANDS = ("ask", "check", "run", "schema", "profile", "load", "sample", "serve", "health")

app = typer.Typer(
    name="graphdesk",
    help="Ask a company's support graph a question, and be able to trust the answer.",
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
    register()
    try:
        app(standalone_mode=True)
    except GraphdeskError as error:
        hint = f"\n{error.hint}" if error.hint else ""
        print(f"graphdesk: {error.message}{hint}", file=sys.stderr)  # noqa: T201
        sys.exit(1 if isinstance(error, OperatorMustAct) else 3)
    except BrokenPipeError:
        # Python flushes stdout at exit: point it elsewhere, so that nothing is printed about the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
