"""The sample's cases as plain records, so that expected values can be computed without a graph."""

from __future__ import annotations

import datetime as dt
import math
import random
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from engine.samples.vocabulary import Subcategory, vocabulary

YEARS = 2  # of cases before the anchor
_DAYS = 365 * YEARS
_CASES_PER_AGENT = 125
_CASES_PER_CONTACT = 6


@dataclass(frozen=True, slots=True)
class Telemetry:
    """What the reporter's device said of itself."""

    devicePlatform: str  # noqa: N815 - the graph's own property names
    osVersion: str  # noqa: N815
    compliance: str
    encrypted: bool
    freeDiskPercent: int  # noqa: N815
    lastCheckIn: dt.datetime  # noqa: N815


@dataclass(frozen=True, slots=True)
class Contact:
    """Who reported a case: a handle, never a name."""

    handle: str
    department: str
    country: str
    vip: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One case with everything around it. Times are aware (UTC), whole minutes; None: not there."""

    id: str
    number: str  # the handle that people use: CS-000123; identity stays the vertex id
    status: str  # OPEN, IN_PROGRESS, ON_HOLD or RESOLVED
    priority: str
    channel: str
    createdAt: dt.datetime  # noqa: N815
    resolvedAt: dt.datetime | None  # noqa: N815 - there exactly when the status is RESOLVED
    escalated: bool
    reopenCount: int  # noqa: N815
    satisfaction: int | None  # 1 to 5, where the reporter answered
    category: str
    subcategory: str
    issueType: str  # noqa: N815
    team: str
    agent: str | None  # nobody yet while it is OPEN
    contact: Contact
    telemetry: Telemetry | None
    reason: str
    symptoms: str | None
    rootCause: str | None  # noqa: N815
    resolution: str | None


class _Weighted:
    """A weighted choice by inverse cumulative weight."""

    def __init__(self, values: Sequence[Any], weights: Sequence[float]) -> None:
        self.values = values
        self.cumulative = list(accumulate(weights))

    def pick(self, rng: random.Random) -> Any:
        return rng.choices(self.values, cum_weights=self.cumulative)[0]


def _skewed(count: int) -> list[float]:
    """Zipf-like weights: the first few carry much of the whole."""
    return [1 / (rank + 3) ** 0.9 for rank in range(count)]


class _Generator:
    def __init__(self, cases: int, seed: int, anchor: dt.datetime) -> None:
        self.rng = random.Random(seed)  # noqa: S311 - reproducible, not secret
        self.anchor = anchor
        words = vocabulary().words
        subs = vocabulary().subcategories
        self.subcategory = _Weighted(subs, [s.weight for s in subs])
        self.issue = {s.name: _Weighted(s.issues, _skewed(len(s.issues))) for s in subs}
        texts = [t for s in subs for t in (s.symptoms, s.causes, s.fixes)] + [
            i.reasons for s in subs for i in s.issues
        ]
        self.text = {t: _Weighted(t, _skewed(len(t))) for t in texts}
        self.platform = _Weighted(words["platforms"], [p["weight"] for p in words["platforms"]])
        self.compliance = _table(words["compliance"])
        self.channel = _table(words["channels"])
        self.priority = _Weighted(list(words["priorities"]), [p["weight"] for p in words["priorities"].values()])
        self.median_hours = {name: p["hours"] for name, p in words["priorities"].items()}
        self.contact = self._contacts(max(1, cases // _CASES_PER_CONTACT))
        self.agents = self._agents(max(1, cases // _CASES_PER_AGENT))

    def _contacts(self, count: int) -> _Weighted:
        words, rng = vocabulary().words, self.rng
        department, country = _table(words["departments"]), _table(words["countries"])
        contacts = [
            Contact(f"contact-{n:05}", department.pick(rng), country.pick(rng), rng.random() < 0.03)
            for n in range(1, count + 1)
        ]
        return _Weighted(contacts, _skewed(count))

    def _agents(self, count: int) -> dict[str, _Weighted]:
        """Each team's agents; every team has at least two."""
        teams = list(dict.fromkeys(s.team for s in vocabulary().subcategories))
        count = max(count, 2 * len(teams))
        handles: dict[str, list[str]] = {team: [] for team in teams}
        for n in range(1, count + 1):
            handles[teams[n % len(teams)]].append(f"agent-{n:03}")
        return {team: _Weighted(mine, _skewed(len(mine))) for team, mine in handles.items()}

    def _created(self) -> dt.datetime:
        """More cases lately than long ago, on working days, in office hours."""
        rng = self.rng
        day = self.anchor - dt.timedelta(days=_DAYS * (1 - rng.random() ** 0.8))
        if day.weekday() >= 5 and rng.random() < 0.8:
            day -= dt.timedelta(days=day.weekday() - 4)
        minute = min(1439, max(0, int(rng.gauss(12.5, 3) * 60)))
        created = day.replace(hour=0, minute=0, second=0, microsecond=0) + dt.timedelta(minutes=minute)
        return min(created, self.anchor - dt.timedelta(minutes=1))

    def _resolved(self, created: dt.datetime, priority: str, escalated: bool) -> dt.datetime | None:
        rng = self.rng
        hours = rng.lognormvariate(math.log(self.median_hours[priority] * (2.5 if escalated else 1)), 0.9)
        resolved = created + dt.timedelta(minutes=max(5, round(hours * 60)))
        return None if resolved >= self.anchor or rng.random() < 0.04 else resolved

    def _telemetry(self, created: dt.datetime) -> Telemetry | None:
        rng = self.rng
        if rng.random() < 0.18:
            return None
        platform = self.platform.pick(rng)
        return Telemetry(
            devicePlatform=platform["name"],
            osVersion=rng.choice(platform["versions"]),
            compliance=self.compliance.pick(rng),
            encrypted=rng.random() < 0.93,
            freeDiskPercent=min(99, max(1, round(rng.gauss(38, 20)))),
            lastCheckIn=created - dt.timedelta(minutes=rng.randrange(5, 4 * 1440)),
        )

    def _pick(self, texts: tuple[str, ...], chance: float) -> str | None:
        return self.text[texts].pick(self.rng) if self.rng.random() < chance else None

    def case(self, number: int) -> Case:
        """The next case."""
        rng = self.rng
        sub: Subcategory = self.subcategory.pick(rng)
        issue = self.issue[sub.name].pick(rng)
        priority = self.priority.pick(rng)
        escalated = rng.random() < (0.25 if priority == "CRITICAL" else 0.06)
        created = self._created()
        resolved = self._resolved(created, priority, escalated)
        status = "RESOLVED" if resolved else rng.choices(("OPEN", "IN_PROGRESS", "ON_HOLD"), (30, 50, 20))[0]
        team = "Service Desk" if rng.random() < 0.12 else sub.team
        reason = self.text[issue.reasons].pick(rng)
        return Case(
            id=str(uuid.UUID(int=rng.getrandbits(128), version=4)),
            number=f"CS-{number:06}",
            status=status,
            priority=priority,
            channel=self.channel.pick(rng),
            createdAt=created,
            resolvedAt=resolved,
            escalated=escalated,
            reopenCount=rng.choices((0, 1, 2, 3), (90, 7, 2, 1))[0],
            satisfaction=(
                rng.choices((1, 2, 3, 4, 5), (4, 6, 14, 34, 42))[0] if resolved and rng.random() < 0.45 else None
            ),
            category=sub.category,
            subcategory=sub.name,
            issueType=issue.name,
            team=team,
            agent=self.agents[team].pick(rng) if status != "OPEN" else None,
            contact=self.contact.pick(rng),
            telemetry=self._telemetry(created),
            reason=reason,
            symptoms=self._pick(sub.symptoms, 0.9),
            rootCause=self._pick(sub.causes, 0.85 if resolved else 0.25),
            resolution=self._pick(sub.fixes, 0.97) if resolved else None,
        )


def _table(weights: dict[str, float]) -> _Weighted:
    return _Weighted(list(weights), list(weights.values()))


def raw(cases: int = 2_000, seed: int = 1, anchor: dt.datetime | None = None) -> Iterator[Case]:
    """The sample's cases, numbered in no order of time.

    Args:
        cases: how many.
        seed: the same seed, count and anchor give the same cases.
        anchor: end of the two years of cases, aware; now, to the minute, when None.
    """
    end = (anchor or dt.datetime.now(dt.UTC)).astimezone(dt.UTC).replace(second=0, microsecond=0)
    generator = _Generator(cases, seed, end)
    for number in range(1, cases + 1):
        yield generator.case(number)
