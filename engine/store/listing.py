"""Lists of tasks: those that fit, page by page, and how many there are of each kind."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from engine.store.database import Database
from engine.store.lease import UnknownTask
from engine.store.search import TaskFilter, conditions_of
from engine.store.tables import Task

FACETS = ("state", "source", "route", "warned", "asked_by")
EXPORT_AT_ONCE = 500

STATE = sa.case((col(Task.error) == "interrupted", "stopped"), else_=col(Task.status))
WARNED = sa.case((col(Task.warnings) > 0, "yes"), else_="no")


@dataclass(frozen=True, slots=True)
class ListFilter(TaskFilter):
    """Which tasks a list shows: every field given must fit.

    ``words``: each is found in question or answer, in any case. ``states``: statuses, where ``stopped`` is apart
    from ``failed``. ``over_seconds``, ``over_dollars``: what took or cost more.
    ``warned``: with warnings, or without. ``error``: the code of what went wrong.
    """

    words: tuple[str, ...] = ()
    source: str = ""
    states: tuple[str, ...] = ()
    over_seconds: float | None = None
    over_dollars: float | None = None
    warned: bool | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class Slice:
    """Some of a list, newest first, and whether there are newer and older ones. Tasks come without ``answer``."""

    tasks: list[Task]
    newer: bool
    older: bool


@dataclass(frozen=True, slots=True)
class Facets:
    """How many tasks fit, and for each field of FACETS how many would if its value was another one."""

    total: int
    counts: dict[str, dict[str, int]]


class Listing:
    """Tasks in lists. The place in a list is a task, so that it stays when new ones come."""

    _database: Database

    def listed(self, wanted: ListFilter, *, limit: int = 50, older_than: str = "", newer_than: str = "") -> Slice:
        """Up to ``limit`` tasks that fit: the newest, or those next to the task of the id given.

        Raises UnknownTask where there is none of that id.
        """
        conditions = [*_basic(wanted), *_chosen(wanted).values()]
        with self._database.read() as session:
            place = _place(session, older_than or newer_than)
            up = bool(newer_than and not older_than)
            if place is not None:
                conditions.append(_beyond(*place, up=up))
            order = (col(Task.created), col(Task.id)) if up else (col(Task.created).desc(), col(Task.id).desc())
            light = select(Task).options(defer(Task.answer), defer(Task.sought))  # type: ignore[arg-type]
            found = list(session.exec(light.where(*conditions).order_by(*order).limit(limit + 1)))
        more, found = len(found) > limit, found[:limit]
        if up:
            return Slice(found[::-1], newer=more, older=True)
        return Slice(found, newer=place is not None, older=more)

    def each(self, wanted: ListFilter) -> Iterator[Task]:
        """Every task that fits, newest first, without ``answer``."""
        last = ""
        while True:
            part = self.listed(wanted, limit=EXPORT_AT_ONCE, older_than=last)
            yield from part.tasks
            if not part.older:
                return
            last = part.tasks[-1].id

    def facets(self, wanted: ListFilter) -> Facets:
        """Counts for a list, from one look at the tasks."""
        with self._database.read() as session:
            counted = list(_counted(session, _basic(wanted)))
        chosen = _values(wanted)
        counts: dict[str, Counter[str]] = {name: Counter() for name in FACETS}
        total = 0
        for values, count in counted:
            kind = dict(zip(FACETS, values, strict=True))
            unfit = [name for name, among in chosen.items() if kind[name] not in among]
            total += 0 if unfit else count
            for name in FACETS:
                if unfit in ([], [name]):
                    counts[name][kind[name]] += count
        return Facets(total, {name: dict(found.most_common()) for name, found in counts.items()})


def _counted(session: Session, conditions: list[sa.ColumnElement[bool]]) -> Iterator[tuple[tuple[str, ...], int]]:
    """How many tasks there are of each kind: its values, in the order of FACETS."""
    plain = (Task.status, Task.error, Task.source, Task.route, Task.warnings, Task.asked_by)
    kinds = (STATE, col(Task.source), col(Task.route), WARNED, col(Task.asked_by))
    if conditions:  # SQLite must look elsewhere than in the index of facets, which has not all that is asked for
        for *values, count in session.connection().execute(_grouped(kinds).where(*conditions)):
            yield tuple(values), count
        return
    # As they lie in that index, whose order groups them: what people tell apart is told apart after.
    for *values, count in session.connection().execute(_grouped([col(field) for field in plain])):
        status, error, source, route, warnings, asked_by = values
        state = "stopped" if error == "interrupted" else status
        yield (state, source, route, "yes" if warnings else "no", asked_by), count


def _grouped(kinds: Sequence[Any]) -> sa.Select[Any]:
    return sa.select(*kinds, sa.func.count()).group_by(*kinds)


def folded(question: str, answer: str = "") -> str:
    """What searches look in: ``Task.sought``."""
    return f"{question}\n{answer}".casefold()


def _basic(wanted: ListFilter) -> list[sa.ColumnElement[bool]]:
    """The conditions that are no choice of a facet."""
    plain = TaskFilter(
        text=wanted.text,
        statuses=wanted.statuses,
        conversation=wanted.conversation,
        since=wanted.since,
        until=wanted.until,
    )
    conditions = conditions_of(plain)
    conditions += [col(Task.sought).contains(word.casefold(), autoescape=True) for word in wanted.words]
    for column, least in ((Task.seconds, wanted.over_seconds), (Task.dollars, wanted.over_dollars)):
        if least is not None:
            conditions.append(col(column) > least)
    if wanted.error:
        conditions.append(col(Task.error) == wanted.error)
    return conditions


def _values(wanted: ListFilter) -> dict[str, tuple[str, ...]]:
    """The values chosen, by facet."""
    given = {
        "state": wanted.states,
        "source": (wanted.source,) if wanted.source else (),
        "route": (wanted.route,) if wanted.route else (),
        "warned": () if wanted.warned is None else ("yes" if wanted.warned else "no",),
        "asked_by": (wanted.asked_by,) if wanted.asked_by else (),
    }
    return {name: among for name, among in given.items() if among}


def _chosen(wanted: ListFilter) -> dict[str, sa.ColumnElement[bool]]:
    columns: dict[str, sa.SQLColumnExpression[str]] = {
        "state": STATE,
        "source": col(Task.source),
        "route": col(Task.route),
        "warned": WARNED,
        "asked_by": col(Task.asked_by),
    }
    return {name: columns[name].in_(among) for name, among in _values(wanted).items()}


def _place(session: Session, task_id: str) -> tuple[dt.datetime, str] | None:
    if not task_id:
        return None
    found = session.exec(select(Task.created, Task.id).where(Task.id == task_id)).first()
    if found is None:
        raise UnknownTask(f"There is no question with the id {task_id!r}.", "Begin at the first page.")
    return found


def _beyond(created: dt.datetime, task_id: str, *, up: bool) -> sa.ColumnElement[bool]:
    at = col(Task.created) == created
    # The first condition follows from the second, and lets an index begin at the place.
    if up:
        beyond = sa.or_(col(Task.created) > created, sa.and_(at, col(Task.id) > task_id))
        return sa.and_(col(Task.created) >= created, beyond)
    beyond = sa.or_(col(Task.created) < created, sa.and_(at, col(Task.id) < task_id))
    return sa.and_(col(Task.created) <= created, beyond)
