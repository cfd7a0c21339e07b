"""Sessions, links, the throttle, tokens, saved views."""

import datetime as dt
import multiprocessing
import os
import signal
import threading

import pytest
import sqlalchemy as sa

from engine.store import Actor, Store
from engine.store.database import Database
from engine.store.sessions import Sessions
from engine.store.sign_in import Throttle

BY = Actor("command", "127.0.0.1")
HOUR = dt.timedelta(hours=1)


@pytest.fixture
def database(url):
    opened = Database(url)
    yield opened
    opened.close()


@pytest.fixture
def person(store):
    return store.people.add("Somebody", "viewer", BY)


def test_a_session_is_found_by_its_token_and_by_nothing_else(store, person, database):
    token = store.sessions.start(person.id, BY, agent="A browser " + "x" * 1_000)
    signed_in, whose = store.sessions.find(token)
    assert whose.id == person.id
    assert signed_in.agent.startswith("A browser")
    assert len(signed_in.agent) <= 300
    for wrong in ("", token[:-1], token + "a", signed_in.id, "\ud800"):
        assert store.sessions.find(wrong) is None
    with database.engine.connect() as connection:  # who reads the database cannot sign in
        kept = str(connection.execute(sa.text("SELECT * FROM session")).all())
    assert token not in kept


def test_sessions_end_when_anybody_ends_them(store, person):
    tokens = [store.sessions.start(person.id, BY) for _ in range(3)]
    first = store.sessions.find(tokens[0])[0].id
    assert store.sessions.end(first, BY)
    assert not store.sessions.end(first, BY)
    assert [store.sessions.find(token) is None for token in tokens] == [True, False, False]
    mine = store.sessions.find(tokens[1])[0].id
    assert store.sessions.end_all(person.id, BY, but=mine) == 1
    assert [session.id for session in store.sessions.of(person.id)] == [mine]
    assert store.audit.entries(action="session.ended").total == 2


def test_the_sessions_of_everybody_are_those_of_each(store, person):
    other = store.people.add("Another", "viewer", BY)
    gone = store.people.add("Gone", "viewer", BY)
    for whose in (person, other, person, gone):
        store.sessions.start(whose.id, BY)
    store.people.disable(gone.id, BY)
    everybody = store.sessions.by_person()
    assert set(everybody) == {person.id, other.id}
    for whose in (person, other):
        assert [one.id for one in everybody[whose.id]] == [one.id for one in store.sessions.of(whose.id)]
    assert len(everybody[person.id]) == 2


@pytest.mark.parametrize(("lifetime", "idle"), [(-HOUR, HOUR), (HOUR, -HOUR)])
def test_sessions_time_out(store, person, database, lifetime, idle):
    short = Sessions(database, lifetime=lifetime, idle=idle)
    token = short.start(person.id, BY)
    assert short.find(token) is None
    assert short.of(person.id) == []


def test_a_disabled_person_loses_every_way_in(store, person):
    session, token = store.sessions.start(person.id, BY), store.tokens.make(person.id, "script", BY)
    link = store.links.make(person.id, 60)
    store.people.disable(person.id, BY)
    assert store.sessions.find(session) is None
    assert store.tokens.find(token) is None
    assert store.links.use(link) is None
    store.people.enable(person.id, BY)
    assert store.sessions.find(session) is None  # what was ended stays ended
    assert store.tokens.find(token) is None


def test_a_link_works_once_in_time_and_for_its_purpose(store, person):
    link = store.links.make(person.id, 60)
    assert store.links.use(link, "password") is None
    assert store.links.use("nope") is None
    assert store.links.use(link).id == person.id
    assert store.links.use(link) is None
    assert store.links.use(store.links.make(person.id, -1)) is None


def test_a_link_clicked_twice_at_once_works_once(url):
    stores = [Store.open(url) for _ in range(4)]
    link = stores[0].links.make(stores[0].people.add("Somebody", "viewer", BY).id, 60)
    barrier, found = threading.Barrier(4), []

    def click(store):
        barrier.wait()
        found.append(store.links.use(link))

    threads = [threading.Thread(target=click, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(person is not None for person in found) == 1
    for store in stores:
        store.close()


def test_tries_are_throttled_by_each_key_until_one_succeeds(database):
    throttle = Throttle(database, limit=3, window=dt.timedelta(minutes=10))
    for address in range(3):
        assert throttle.enter([f"address:{address}", "email:a"]) == 0
    wait = throttle.enter(["address:9", "email:a"])
    assert 500 < wait <= 600
    assert throttle.enter(["address:9", "email:b"]) == 0  # a refused try is not counted
    throttle.succeeded(["email:a"])
    assert throttle.enter(["email:a"]) == 0


def test_what_many_share_has_more_tries_and_success_forgets_only_its_own(database):
    throttle = Throttle(database, limit=2, wide_limit=6, window=dt.timedelta(minutes=10))

    def enter(email):
        return throttle.enter([f"{email} office"], [email, "office"])

    assert [enter("a") > 0 for _ in range(3)] == [False, False, True]
    assert enter("b") == 0
    throttle.succeeded(["b office"], ["b", "office"])  # else a guesser would begin anew by signing in themselves
    assert enter("a") > 0
    assert [enter(email) > 0 for email in "bcbcd"] == [False, False, False, False, True]  # six of the office
    assert throttle.enter(["a home"], ["a", "home"]) == 0  # somebody else's mistakes do not shut a out


def test_one_account_tried_from_everywhere_is_throttled_too(database):
    throttle = Throttle(database, limit=2, wide_limit=4, window=dt.timedelta(minutes=10))
    waits = [throttle.enter([f"a {place}"], ["a", f"{place}"]) for place in range(5)]
    assert [wait > 0 for wait in waits] == [False, False, False, False, True]


def test_old_tries_no_longer_count(database):
    throttle = Throttle(database, limit=1, window=dt.timedelta(0))
    assert [throttle.enter(["email:a"]) for _ in range(3)] == [0, 0, 0]


def test_tries_made_at_once_all_count(url):
    databases = [Database(url) for _ in range(4)]
    barrier, waits = threading.Barrier(4), []

    def attempt(database):
        barrier.wait()
        waits.append(Throttle(database, limit=2).enter(["email:a"]))

    threads = [threading.Thread(target=attempt, args=(database,)) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(wait > 0 for wait in waits) == [False, False, True, True]
    for database in databases:
        database.close()


def test_a_token_acts_as_its_person_until_it_is_revoked(store, person):
    token = store.tokens.make(person.id, " nightly export ", BY)
    assert token.startswith("graphdesk_")
    assert store.tokens.find(token).id == person.id
    (kept,) = store.tokens.of(person.id)
    assert (kept.name, kept.used is not None) == ("nightly export", True)
    assert token not in repr(kept)
    assert not store.tokens.revoke(kept.hash, BY, person_id="somebody else")
    assert store.tokens.revoke(kept.hash, BY, person_id=person.id)
    assert not store.tokens.revoke(kept.hash, BY)
    assert store.tokens.find(token) is None
    assert store.tokens.of(person.id) == []
    assert [entry.action for entry in store.audit.entries(action="token").entries] == [
        "token.revoked",
        "token.made",
    ]


def test_views_are_ones_own_or_shared(store):
    store.views.save("person:a", "questions", "Mine", "status=failed")
    store.views.save("person:b", "questions", "Theirs", "status=queued")
    theirs = store.views.save("person:b", "questions", "For all", "route=sim", shared=True)
    store.views.save("person:a", "audit", "Elsewhere", "")
    again = store.views.save("person:a", "questions", " Mine ", "status=answered", shared=True)
    seen = store.views.of("person:a", "questions")
    assert [(view.name, view.query) for view in seen] == [("Mine", "status=answered"), ("For all", "route=sim")]
    assert not store.views.delete(theirs.id, "person:a")
    assert store.views.delete(theirs.id, "person:b")
    assert store.views.delete(again.id, "person:a")
    assert store.views.of("person:a", "questions") == []


def test_one_link_at_a_time_sets_a_password(store, person):
    other = store.people.add("Another", "viewer", BY)
    astray, theirs = store.links.make(person.id, 60, "password"), store.links.make(other.id, 60, "password")
    sign_in = store.links.make(person.id, 60)
    sent_anew = store.links.make(person.id, 60, "password")
    assert store.links.look(astray, "password") is None
    assert store.links.use(astray, "password") is None
    store.people.set_password(person.id, "scrypt:new", BY)  # by other means
    assert store.links.use(sent_anew, "password") is None
    assert store.links.use(sign_in).id == person.id
    assert store.links.use(theirs, "password").id == other.id


def test_what_is_done_together_is_done_whole_or_not_at_all(store, person):
    link = store.links.make(person.id, 60, "password")

    def half():
        with store.together():
            assert store.links.use(link, "password").id == person.id
            store.people.set_password(person.id, "scrypt:new", BY)
            assert store.people.get(person.id).password_hash == "scrypt:new"  # what was done so far is read
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half()
    assert store.people.get(person.id).password_hash is None
    assert store.audit.entries(action="person.password").total == 0
    with store.together():
        store.links.use(link, "password")
        store.people.set_password(person.id, "scrypt:new", BY)
    assert store.people.get(person.id).password_hash == "scrypt:new"
    assert store.links.look(link, "password") is None
    assert store.people.rename(person.id, "Else", BY).name == "Else"  # each change by itself again


def test_a_process_killed_between_link_and_password_has_used_up_nothing(url, store, person):
    link = store.links.make(person.id, 60, "password")

    def half():
        own = Store.open(url)
        with own.together():
            own.links.use(link, "password")
            own.people.set_password(person.id, "scrypt:new", BY)
            os.kill(os.getpid(), signal.SIGKILL)

    child = multiprocessing.get_context("fork").Process(target=half)
    child.start()
    child.join(30)
    assert child.exitcode == -signal.SIGKILL
    assert store.people.get(person.id).password_hash is None
    assert store.links.use(link, "password").id == person.id


def test_changes_of_other_threads_stay_out_of_it(store, person):
    other = store.people.add("Other", "viewer", BY)
    named = threading.Event()

    def rename():
        store.people.rename(other.id, "Renamed", BY)
        named.set()

    thread = threading.Thread(target=rename)

    def half():
        with store.together():
            store.people.rename(person.id, "Never", BY)
            thread.start()
            assert not named.wait(0.05)  # it waits for its own turn
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half()
    thread.join()
    assert {one.name for one in store.people.all()} == {"Somebody", "Renamed"}
