"""Which passwords are refused, and that what is said helps. The examples are not from the vendored list alone."""

import re
from pathlib import Path

import pytest

import admin
from admin.password_choice import fault

NAMES = ["Robin Vandermeer", "robin.vandermeer@acmecorp.example", "desk.acmecorp.example"]
REPEATS, RUNS, COMMON, OWN = "repeats itself", "keyboard", "most common", "names that others know"


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("", "at least 12"),
        ("elevenchars", "at least 12"),
        ("x" * 201, "at most 200"),
        ("aaaaaaaaaaaaaaaa", REPEATS),
        ("abababababab", REPEATS),
        ("hunterhunter", REPEATS),
        ("password password", REPEATS),
        ("123456789012", RUNS),
        ("098765432109", RUNS),
        ("abcdefghijklmnop", RUNS),
        ("qwertyuiopasdf", RUNS),
        ("Poiuytrewq2024!", RUNS),
        ("password1234", COMMON),
        ("Password123456789!", COMMON),
        ("  Passw0rd!!!!!!", COMMON),
        ("iloveyou2026!!", COMMON),
        ("1q2w3e4r5t6y7u", COMMON),
        ("!!1q2w3e4r5t6y!!", COMMON),
        ("correcthorse", None),
        ("graphdesk2026!", OWN),
        ("GraphDesk-GraphDesk-1", OWN),
        ("Robin.Vandermeer1", OWN),
        ("robin.vandermeer@acmecorp.example", OWN),
        ("AcmeCorp-2026-11", OWN),
        ("acmecorp graphdesk", OWN),
        ("correct horse battery staple", None),
        ("only small letters do", None),
        ("839201847562", None),
        ("robin sings at the river", None),
        ("my desk has four legs", None),
        ("длинный пароль тут", None),
        ("🙂🚲🌵🪁🧊🍞🧭🪵🥾🫖🪴🧵", None),
    ],
)
def test_what_is_refused_and_why(password: str, why: str | None) -> None:
    found = fault(password, NAMES)
    if why is None:
        assert found is None
    else:
        assert found
        assert why in found[0]
        assert len(found[1]) > 5  # and what to do


def test_every_entry_of_the_list_that_is_long_enough_is_refused() -> None:
    folder = Path(admin.__file__).parent / "vendor" / "common_passwords"
    entries = (folder / "passwords.txt").read_text().split()
    long = [entry for entry in entries if len(entry) >= 12]
    assert len(entries) > 3000
    assert len(long) > 100
    assert [entry for entry in long if fault(entry) is None] == []
    padded = [entry + "2026!2026!!!" for entry in entries[:500] if re.fullmatch("[a-z]{4,}", entry)]
    assert len(padded) > 100
    assert [entry for entry in padded if fault(entry) is None] == []
    assert "Redistribution" in (folder / "LICENSE.txt").read_text()


def test_the_same_name_elsewhere_is_no_reason() -> None:
    assert fault("Robin.Vandermeer1") is None
    assert fault("AcmeCorp-2026-11") is None
