"""``graphdesk ask``: one question, or a file of them, answered in this process."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.cli.jsonl import texts
from engine.answer import Answer
from engine.errors import GraphdeskError, OperatorMustAct, UserMustAct

if TYPE_CHECKING:
    from engine.desk import Desk

EXIT = {"answered": 0, "declined": 3, "clarify": 3, "failed": 1}
LONGEST = 8_000  # characters of a question


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog="Exit codes: 0 answered; 3 declined or asked back, or a line was no question; 1 failed, whoever "
        "runs the system must act; 2 wrong use of the command; 130 interrupted."
    )(ask)


def ask(
    question: Annotated[str | None, typer.Argument(help="The question, in plain English.")] = None,
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
    from engine.settings import Settings

    if (question is None) == (file is None):
        raise typer.BadParameter("Give a question, or --file with questions.", param_hint="QUESTION")
    if file is not None and dry_run:
        raise typer.BadParameter("It takes one question, not a file.", param_hint="--dry-run")
    settings = Settings()
    if dry_run:
        from engine.opening import first_request

        typer.echo(json.dumps(first_request(settings, _checked(question)), ensure_ascii=False, indent=2))
        return
    from engine.desk import Desk

    questions = iter([_checked(question)]) if file is None else _questions(file)
    try:
        desk = Desk.open(settings)
    except OperatorMustAct as error:
        if not as_json and file is None:
            raise
        _print(Answer("failed", f"{error.message} {error.hint}".strip(), question or "", error=error.as_dict()))
        raise typer.Exit(1) from None
    try:
        code = _batch(desk, questions) if file is not None else _one(desk, next(questions), as_json)
    finally:
        desk.close()
    raise typer.Exit(code)


def _one(desk: Desk, question: str | GraphdeskError, as_json: bool) -> int:
    from deploy.cli.ask_text import print_answer, progress

    assert isinstance(question, str)
    with progress() as on_progress:
        answer = desk.ask(question, on_progress=on_progress)
    if as_json:
        typer.echo(json.dumps(answer.as_dict(), ensure_ascii=False, indent=2))
    else:
        print_answer(answer)
    return EXIT[answer.status]


def _batch(desk: Desk, questions: Iterator[str | GraphdeskError]) -> int:
    worst = 0
    for question in questions:
        if isinstance(question, str):
            answer = desk.ask(question)
        else:
            text = f"{question.message} {question.hint}"
            answer = Answer("failed", text, error=question.as_dict())
        _print(answer)
        code = EXIT[answer.status] if isinstance(question, str) else 3
        worst = 1 if 1 in (worst, code) else max(worst, code)
    return worst


def _print(answer: Answer) -> None:
    """One line of JSON, at once: whoever reads a pipe need not wait for the last."""
    typer.echo(json.dumps(answer.as_dict(), ensure_ascii=False))
    sys.stdout.flush()


def _questions(file: str) -> Iterator[str | GraphdeskError]:
    """The question of each line that is not blank, or what is wrong with the line."""
    for line in texts(file, "question"):
        try:
            yield _checked(line) if isinstance(line, str) else line
        except UserMustAct as error:
            yield error


def _checked(question: str | None) -> str:
    """The question, when it can be one. Raises UserMustAct."""
    asked = (question or "").strip()
    if any("\ud800" <= character <= "\udfff" for character in asked):  # bytes that are not UTF-8 arrive as these
        raise UserMustAct("The question holds bytes that are not text.", "Send it as UTF-8.", code="not_text")
    if not asked:
        raise UserMustAct("The question is empty.", "Ask something about the graph.", code="empty_question")
    if len(asked) > LONGEST:
        message = f"The question has {len(asked):,} characters; {LONGEST:,} are read."
        raise UserMustAct(message, "Ask in fewer words.", code="long_question")
    return asked
