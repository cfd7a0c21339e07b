"""``graphdesk person``: people who may sign in, from the command line: for the first ones, and when nobody can."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from deploy.cli.exits import EPILOG

if TYPE_CHECKING:
    from engine.store import Store

DAYS = 7  # for which a link works


class Role(StrEnum):
    """What somebody may do."""

    viewer = "viewer"
    reviewer = "reviewer"
    admin = "admin"


def register(app: typer.Typer) -> None:
    """Add the command and its parts."""
    room = typer.Typer(help="Add a person, or make a new link for one.", no_args_is_help=True, epilog=EPILOG)
    room.command(epilog=EPILOG)(add)
    room.command(epilog=EPILOG)(link)
    app.add_typer(room, name="person")


def add(
    name: Annotated[str, typer.Argument(help="Name, as others see it.")],
    email: Annotated[str, typer.Option(help="E-mail, to sign in with.")],
    role: Annotated[Role, typer.Option(help="What they may do.")] = Role.viewer,
    as_json: Annotated[bool, typer.Option("--json", help="Print the link as a JSON object.")] = False,
) -> None:
    """Add a person, and print the link by which they choose a password, once, within 7 days."""
    from admin.views.people import checked
    from engine.store import Actor

    with _opened() as store:
        kept_name, kept_email = checked(name, email)
        with store.together():  # nobody is left without a link, and with an e-mail that is taken
            person = store.people.add(kept_name, role.value, Actor("command"), email=kept_email)
            made = _link(store, person.id)
        _print_link(made, as_json)


def link(
    email: Annotated[str, typer.Argument(help="E-mail of the person.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the link as a JSON object.")] = False,
) -> None:
    """Print a new link by which a person chooses a password, once, within 7 days."""
    from engine.store import UnknownPerson

    with _opened() as store:
        person = store.people.by_email(email)
        if person is None or person.disabled_at is not None:
            raise UnknownPerson("Nobody who may sign in has this e-mail.", "Add them: graphdesk person add.")
        _print_link(_link(store, person.id), as_json)


@contextmanager
def _opened() -> Iterator[Store]:
    """The store, for somebody who watches."""
    from engine.opening import open_store
    from engine.settings import read_settings
    from engine.store.patience import PAGE_SECONDS, patience

    with patience(PAGE_SECONDS), closing(open_store(read_settings())) as store:
        yield store


def _link(store: Store, person_id: str) -> str:
    from deploy.serving import address_of_pages
    from engine.settings import read_settings
    from engine.store import Actor

    address = address_of_pages(read_settings())
    return f"{address}/password/{store.links.make(person_id, DAYS * 24 * 3600.0, 'password', Actor('command'))}"


def _print_link(made: str, as_json: bool) -> None:
    typer.echo(json.dumps({"link": made}) if as_json else f"Once, within {DAYS} days: {made}")
