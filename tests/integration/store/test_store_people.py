"""People and their changes, each with its entry in a log that nobody can alter."""

import threading

import pytest
import sqlalchemy as sa

from engine.store import Actor, LastAdmin, PersonExists, Store, UnknownPerson
from engine.store.database import Database

BY = Actor("command", "127.0.0.1")


def log_of(store, **wanted):
    return [(entry.action, entry.before, entry.after) for entry in store.audit.entries(**wanted).entries]


def test_a_person_is_found_by_whatever_they_sign_in_with(store):
    added = store.people.add(
        "Reviewer", "reviewer", BY, email=" Re.Viewer@Example.org ", slack_team="T", slack_user="U"
    )
    for found in (
        store.people.get(added.id),
        store.people.by_email("RE.viewer@example.ORG"),
        store.people.by_slack("T", "U"),
    ):
        assert (found.id, found.role, found.email) == (added.id, "reviewer", "re.viewer@example.org")
    assert store.people.by_slack("T2", "U") is None
    assert store.people.by_email("") is None
    with pytest.raises(UnknownPerson):
        store.people.get("nope")


def test_people_without_email_or_slack_are_not_the_same(store):
    for name in ("b", "A"):
        store.people.add(name, "viewer", BY)
    assert [person.name for person in store.people.all()] == ["A", "b"]
    assert store.people.by_email(" ") is None


@pytest.mark.parametrize("same", [{"email": "X@example.org"}, {"slack_team": "T", "slack_user": "U"}])
def test_two_people_cannot_share_a_way_in(store, same):
    store.people.add("first", "viewer", BY, email="x@example.org", slack_team="T", slack_user="U")
    with pytest.raises(PersonExists):
        store.people.add("second", "viewer", BY, **same)
    assert [person.name for person in store.people.all()] == ["first"]
    assert len(log_of(store)) == 1


def test_each_change_is_in_the_log_with_before_and_after(store):
    person = store.people.add("Old", "viewer", BY, password_hash="scrypt:secret")
    admin = store.people.add("Admin", "admin", BY)
    by = Actor(admin.key, "10.0.0.1")
    store.people.rename(person.id, "New", by)
    store.people.set_role(person.id, "reviewer", by)
    store.people.set_role(person.id, "reviewer", by)  # nothing changes
    store.people.set_password(person.id, "scrypt:other", by)
    store.people.link_slack(person.id, "T", "U", by)
    store.people.disable(person.id, by)
    assert store.people.get(person.id).disabled_at
    store.people.enable(person.id, by)
    assert store.people.get(person.id).disabled_at is None
    actions = [action for action, _, _ in log_of(store, subject=person.key)]
    assert actions == [
        "person.enabled",
        "person.disabled",
        "person.slack",
        "person.password",
        "person.role",
        "person.renamed",
        "person.added",
    ]
    assert log_of(store, action="person.role") == [("person.role", {"role": "viewer"}, {"role": "reviewer"})]
    assert "scrypt" not in repr(log_of(store))
    entry = store.audit.entries(actor=admin.key, limit=1).entries[0]
    assert (entry.actor, entry.address, entry.at.utcoffset().total_seconds()) == (admin.key, "10.0.0.1", 0)


def test_the_last_admin_stays(store):
    first = store.people.add("first", "admin", BY)
    for change in (
        lambda: store.people.set_role(first.id, "viewer", BY),
        lambda: store.people.disable(first.id, BY),
    ):
        with pytest.raises(LastAdmin):
            change()
    second = store.people.add("second", "admin", BY)
    store.people.disable(second.id, BY)
    with pytest.raises(LastAdmin):
        store.people.set_role(first.id, "viewer", BY)
    store.people.enable(second.id, BY)
    assert store.people.set_role(first.id, "viewer", BY).role == "viewer"


def test_two_admins_cannot_take_one_anothers_role_at_the_same_time(url):
    stores = [Store.open(url) for _ in range(2)]
    admins = [stores[0].people.add(name, "admin", BY) for name in "ab"]
    barrier, refused = threading.Barrier(2), []

    def demote(store, person):
        barrier.wait()
        try:
            store.people.set_role(person.id, "viewer", BY)
        except LastAdmin:
            refused.append(person.id)

    threads = [threading.Thread(target=demote, args=pair) for pair in zip(stores, admins, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert [person.role for person in stores[0].people.all()].count("admin") == 1
    for store in stores:
        store.close()


@pytest.mark.parametrize(
    "statement",
    ["UPDATE audit SET actor = 'somebody else'", "DELETE FROM audit", "DELETE FROM audit WHERE id = 1"],
)
def test_the_database_refuses_to_alter_the_log(url, statement):
    database = Database(url)
    store = Store(database)
    store.audit.add(BY, "settings.changed", "model", {"tier": "small"}, {"tier": "large"})
    with pytest.raises(sa.exc.DBAPIError, match="append-only"), database.engine.begin() as connection:
        connection.execute(sa.text(statement))
    assert log_of(store) == [("settings.changed", {"tier": "small"}, {"tier": "large"})]
    store.close()


def test_the_log_is_found_by_what_it_says(store):
    for number, (actor, action) in enumerate(
        [("a", "skill.added"), ("b", "skill.retired"), ("a", "skills.counted")]
    ):
        store.audit.add(Actor(actor), action, f"skill:{number}")
    assert [action for action, _, _ in log_of(store, action="skill")] == ["skill.retired", "skill.added"]
    assert [action for action, _, _ in log_of(store, actor="a")] == ["skills.counted", "skill.added"]
    page = store.audit.entries(limit=1, offset=1)
    assert (page.total, page.entries[0].action) == (3, "skill.retired")
    assert store.audit.entries(until=page.entries[0].at).total == 1


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_hostile_text_is_kept_as_it_can_be(store, text):
    store.people.add(text, "viewer", BY, email=text)
    store.audit.add(Actor(text, text), "thing.done", text, {"k": text.replace("\ud800", "")}, None)
    assert store.people.all()[0].name == "a\ufffdb"
    assert store.people.by_email(text)
    assert store.throttle.enter([text]) == 0
