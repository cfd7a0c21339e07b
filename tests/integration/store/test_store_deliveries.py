"""Deliveries: one for each answer that is owed elsewhere, in one pair of hands, until it is posted."""

import datetime as dt
import threading

import pytest

from engine.store import LeaseLost, Store

TARGET = {"team": "T1", "channel": "C1", "thread_ts": "1.0", "user": "U1", "question_ts": "1.5"}
PAST = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
FUTURE = dt.datetime(2120, 1, 1, tzinfo=dt.UTC)


def owed(store, number=1):
    """That many questions whose answers are owed; their ids."""
    return [
        store.create_task("How many?", source="slack", dedupe_key=f"k{turn}", delivery=TARGET).id
        for turn in range(number)
    ]


def test_a_delivery_is_committed_with_its_task(store, url):
    (task_id,) = owed(store)
    other = Store.open(url)
    delivery = other.delivery_of(task_id)
    other.close()
    assert (delivery.target, delivery.state, delivery.attempt, delivery.attempts) == (TARGET, "waiting", 0, 0)
    assert delivery.created == store.task(task_id).created
    assert store.delivery_of(store.create_task("Not from a thread").id) is None


def test_from_waiting_to_posted(store):
    (task_id,) = owed(store)
    delivery, lease = store.claim_delivery("me", 60)
    assert (delivery.task_id, lease.attempt) == (task_id, 1)
    assert store.claim_delivery("you", 60) is None
    store.save_message(lease, "2.0")
    store.save_file(lease, "F1")
    store.extend_delivery(lease, 60)
    store.delivered(lease)
    posted = store.delivery_of(task_id)
    assert (posted.state, posted.message_ts, posted.file_id, posted.lease_owner) == ("posted", "2.0", "F1", None)
    assert posted.posted >= posted.created
    assert store.claim_delivery("you", 60) is None
    assert store.delivery_counts() == {"posted": 1}


def test_what_was_posted_is_known_to_whoever_takes_over(store):
    owed(store)
    _, first = store.claim_delivery("me", -1)
    store.save_message(first, "2.0")
    delivery, second = store.claim_delivery("you", 60)
    assert (delivery.message_ts, second.attempt) == ("2.0", 2)
    changes = (
        lambda: store.save_message(first, "3.0"),
        lambda: store.save_file(first, "F2"),
        lambda: store.extend_delivery(first, 60),
        lambda: store.postpone(first, PAST, "late"),
        lambda: store.release_delivery(first),
        lambda: store.undeliverable(first, "late"),
        lambda: store.delivered(first),
    )
    for change in changes:
        with pytest.raises(LeaseLost):
            change()
    store.save_message(second, None)
    store.delivered(second)
    assert store.delivery_of(delivery.task_id).message_ts is None
    with pytest.raises(LeaseLost):
        store.delivered(second)


def test_a_postponed_delivery_is_taken_when_it_is_due(store):
    (task_id,) = owed(store)
    _, lease = store.claim_delivery("me", 60)
    store.postpone(lease, FUTURE, "ratelimited")
    assert store.claim_delivery("me", 60) is None
    waits = store.delivery_of(task_id)
    assert (waits.state, waits.attempts, waits.error, waits.next_try) == ("waiting", 1, "ratelimited", FUTURE)
    owed_later = store.create_task("And this?", delivery=TARGET).id
    assert store.claim_delivery("me", 60)[0].task_id == owed_later


def test_a_due_delivery_counts_its_failed_tries(store):
    owed(store)
    for tries in range(3):
        delivery, lease = store.claim_delivery("me", 60)
        assert (delivery.attempts, lease.attempt) == (tries, tries + 1)
        store.postpone(lease, PAST, "503")


def test_handing_back_is_no_failed_try(store):
    owed(store)
    _, lease = store.claim_delivery("me", 60)
    store.release_delivery(lease)
    delivery, lease = store.claim_delivery("you", 60)
    assert (delivery.attempts, lease.attempt) == (0, 2)  # who knows what the first had posted


def test_what_cannot_be_delivered_says_why_and_is_left_alone(store):
    (task_id,) = owed(store)
    _, lease = store.claim_delivery("me", 60)
    store.undeliverable(lease, "The channel is archived.")
    assert store.claim_delivery("me", 60) is None
    assert [(found.task_id, found.error) for found in store.deliveries("undeliverable")] == [
        (task_id, "The channel is archived.")
    ]
    assert store.deliveries("waiting") == []


@pytest.mark.parametrize("workers", [1, 4])
def test_each_delivery_is_in_one_pair_of_hands(store, workers):
    ids, taken, lock = owed(store, 20), [], threading.Lock()

    def deliver(name):
        while claimed := store.claim_delivery(name, 60):
            with lock:
                taken.append(claimed[0].task_id)
            store.delivered(claimed[1])

    threads = [threading.Thread(target=deliver, args=(f"w{number}",)) for number in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == sorted(ids)
    assert store.delivery_counts() == {"posted": 20}
