"""``graphdesk ask``: one question, or a file of them, answered in this process."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.cli.exits import DONE, EPILOG, REFUSED, SYSTEM, code_of, worse
from deploy.cli.jsonl import texts
from engine.answer import LONGEST_QUESTION, Answer
from engine.errors import GraphdeskError, UserMustAct

if TYPE_CHECKING:
    from engine.desk import Desk

EXIT = {"answered": DONE, "declined": REFUSED, "clarify": REFUSED, "failed": SYSTEM}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=EPILOG, short_help="Answer a question about the graph.")(ask)


def ask(
    question: Annotated[
        str | None, typer.Argument(help=f"The question, in plain English, up to {LONGEST_QUESTION:,} characters.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole Answer as JSON.")] = False,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", metavar="PATH|-", help='JSON lines with a "question" each; one Answer as a JSON line each.'
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the first request a model would get; none is called.")
    ] = False,
) -> None:
    """Answer a question about the graph."""
    if (question is None) == (file is None):
        raise typer.BadParameter("Give a question, or --file with questions.", param_hint="QUESTION")
    if file is not None and dry_run:
        raise typer.BadParameter("It takes one question, not a file.", param_hint="--dry-run")
    if dry_run:
        from engine.opening import first_request
        from engine.settings import read_settings

        asked = _checked(question)
        typer.echo(json.dumps(first_request(read_settings(), asked), ensure_ascii=False, indent=2))
        return
    try:
        code = _asked(question, file, as_json)
    except GraphdeskError as error:
        if not as_json and (file is None or error.code == "file"):
            raise
        _print(_failed(error, question or ""))
        code = code_of(error)
    raise typer.Exit(code)


def _asked(question: str | None, file: str | None, as_json: bool) -> int:
    one = _checked(question) if file is None else ""
    questions = map(_line, texts(file, "question")) if file is not None else None
    from engine.desk import Desk
    from engine.settings import read_settings

    desk = Desk.open(read_settings())
    try:
        return _one(desk, one, as_json) if questions is None else _batch(desk, questions)
    finally:
        desk.close()


def _failed(error: GraphdeskError, question: str = "") -> Answer:
    return Answer("failed", f"{error.message} {error.hint}".strip(), question, error=error.as_dict())


def _one(desk: Desk, question: str, as_json: bool) -> int:
    from deploy.cli.ask_text import print_answer, progress

    with progress() as on_progress:
        answer = desk.ask(question, on_progress=on_progress)
    if as_json:
        typer.echo(json.dumps(answer.as_dict(), ensure_ascii=False, indent=2))
    else:
        print_answer(answer)
    return EXIT[answer.status]


def _batch(desk: Desk, questions: Iterator[str | GraphdeskError]) -> int:
    code = DONE
    for question in questions:
        if isinstance(question, str):
            answer = desk.ask(question)
            code = worse(code, EXIT[answer.status])
        else:
            answer = _failed(question)
            code = worse(code, code_of(question))
        _print(answer)
    return code


def _print(answer: Answer) -> None:
    """One line of JSON, at once: whoever reads a pipe need not wait for the last."""
    typer.echo(json.dumps(answer.as_dict(), ensure_ascii=False))
    sys.stdout.flush()


def _line(line: str | GraphdeskError) -> str | GraphdeskError:
    """The question of a line, or what is wrong with the line."""
    try:
        return _checked(line) if isinstance(line, str) else line
    except UserMustAct as error:
        return error


def _checked(question: str | None) -> str:
    """The question, when it can be one. Raises UserMustAct."""
    asked = (question or "").strip()
    if any("\ud800" <= character <= "\udfff" for character in asked):  # bytes that are not UTF-8 arrive as these
        raise UserMustAct("The question holds bytes that are not text.", "Send it as UTF-8.", code="not_text")
    if not asked:
        raise UserMustAct("The question is empty.", "Ask something about the graph.", code="empty_question")
    if len(asked) > LONGEST_QUESTION:
        message = f"The question has {len(asked):,} characters; it may have {LONGEST_QUESTION:,}."
        raise UserMustAct(message, "Ask in fewer words.", code="long_question")
    return asked
