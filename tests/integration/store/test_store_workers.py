"""Workers seen, and things said once: on both databases."""

import datetime as dt
import threading

import pytest
import sqlalchemy as sa

from engine.answer import Answer
from engine.health import workers_health
from engine.store.tables import Notice, WorkerRow


def back_in_time(store, row, **moments):
    """Make a row's times as they would be after so many seconds more."""
    with store._database.write() as session:
        there = session.exec(sa.select(row)).scalars().one()
        for name, seconds in moments.items():
            setattr(there, name, getattr(there, name) - dt.timedelta(seconds=seconds))
            session.add(there)


def test_a_worker_is_alive_while_it_beats_and_holds_what_it_holds(store):
    assert store.workers_seen() == []
    store.worker_beats("w1", "host-a:1", 2)
    _, first = store.create_claimed("One?", "w1", 60)
    _, second = store.create_claimed("Two?", "w1", 60)
    store.create_claimed("Of another.", "w2", 60)
    store.create_claimed("Lost.", "w1", -1)
    [seen] = store.workers_seen()
    assert (seen.name, seen.state, seen.threads) == ("host-a:1", "alive", 2)
    assert seen.running == (first.task_id, second.task_id)
    store.finish(first, Answer("answered", "1."))
    assert store.workers_seen()[0].running == (second.task_id,)


def test_a_worker_that_does_not_beat_falls_silent_and_is_forgotten_after_a_day(store):
    store.worker_beats("w1", "host-a:1", 2)
    started = store.workers_seen()[0].started
    back_in_time(store, WorkerRow, seen=70, started=70)
    [seen] = store.workers_seen()
    assert (seen.state, 70 <= seen.quiet < 100) == ("silent", True)
    store.worker_beats("w1", "host-a:1", 2)
    [seen] = store.workers_seen()
    assert (seen.state, started - seen.started) == ("alive", dt.timedelta(seconds=70))
    back_in_time(store, WorkerRow, seen=90_000)
    assert store.workers_seen() == []
    store.worker_beats("w2", "host-a:2", 2)
    with store._database.read() as session:
        assert session.exec(sa.select(WorkerRow.id)).scalars().all() == ["w2"]


def test_a_worker_that_says_that_it_stops_is_not_silent(store):
    store.worker_ends("unknown")
    store.worker_beats("w1", "host-a:1", 2)
    store.worker_ends("w1")
    back_in_time(store, WorkerRow, seen=70)
    store.worker_beats("w2", "host-b:1", 1)
    assert [(seen.name, seen.state) for seen in store.workers_seen()] == [
        ("host-b:1", "alive"),
        ("host-a:1", "ended"),
    ]


def test_health_says_who_answers_and_who_fell_silent(store):
    health = workers_health(store)
    assert (health.ok, health.detail) == (True, "No worker is there. No question waits.")
    store.create_task("Two?")
    assert (workers_health(store).ok, workers_health(store).hint) == (False, "Start one: graphdesk worker.")
    store.worker_beats("w1", "host-a:1", 2)
    store.create_claimed("One?", "w1", 60)
    assert workers_health(store).detail == "host-a:1 answers 1 of 2 questions at a time"
    back_in_time(store, WorkerRow, seen=70)
    assert "Questions that wait: 2." in workers_health(store).detail  # the one that the silent worker holds, too
    store.worker_beats("w2", "host-b:1", 1)
    health = workers_health(store)
    assert health.ok
    assert "host-a:1 is silent for 7" in health.detail
    assert "its log" in health.hint


@pytest.mark.parametrize("said", [True, False])
def test_a_notice_is_taken_by_one_and_again_only_when_it_was_never_said(store, said):
    assert store.take_notice("slack:T:C:1")
    assert not store.take_notice("slack:T:C:1")
    assert store.take_notice("slack:T:C:2")
    back_in_time_of(store, "slack:T:C:1", 29)
    assert not store.take_notice("slack:T:C:1")
    if said:
        store.notice_said("slack:T:C:1")
    back_in_time_of(store, "slack:T:C:1", 5)
    assert store.take_notice("slack:T:C:1") is not said
    assert not store.take_notice("slack:T:C:1")


def back_in_time_of(store, key, seconds):
    with store._database.write() as session:
        session.get(Notice, key).taken -= dt.timedelta(seconds=seconds)


def test_of_many_who_take_a_notice_at_once_one_has_it(store):
    taken, gate = [], threading.Barrier(8)

    def take():
        gate.wait()
        taken.append(store.take_notice("slack:T:C:1"))

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == [False] * 7 + [True]
