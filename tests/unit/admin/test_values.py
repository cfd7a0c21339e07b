"""Values as the pages show them: short, one form for each kind, times in UTC."""

import datetime as dt

import pytest

from admin import values


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("2026-03-01T23:30:00-05:00", "2026-03-02 04:30 UTC"),
        (dt.datetime(2026, 3, 1, 9, 30, tzinfo=dt.UTC), "2026-03-01 09:30 UTC"),
        (dt.datetime(2026, 3, 1, 9, 30), "2026-03-01 09:30"),
        (dt.date(2026, 3, 1), "2026-03-01"),
        ("soon", "soon"),
    ],
)
def test_moments_say_their_zone(value: dt.datetime | str, shown: str) -> None:
    assert values.moment(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "–"),
        (True, "yes"),
        (2016, "2016"),
        (1234.5, "1,234.50"),
        (0.00123, "0.00123"),
        (0.06129, "0.0613"),
        (0.0, "0.00"),
        ("2026-03-01T09:30:00+00:00", "2026-03-01 09:30"),
        ("2026-03-01T09:30:00+02:00", "2026-03-01 07:30"),
        (dt.datetime(2026, 3, 1, 9, 30, 59, tzinfo=dt.UTC), "2026-03-01 09:30"),
        ("2026-13-01T09:30", "2026-13-01T09:30"),
        (["a", 1], '["a", 1]'),
        ("plain", "plain"),
    ],
)
def test_cells(value: object, shown: str) -> None:
    assert values.cell(value) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("P1_window_on_destination", "Window on destination"),
        ("handledBy", "Handled by"),
        ("similarity_score", "Similarity score"),
    ],
)
def test_names_in_words(name: str, shown: str) -> None:
    assert values.words(name) == shown


@pytest.mark.parametrize(
    ("milliseconds", "shown"), [(0.04, "0.0 ms"), (8.44, "8.4 ms"), (120.4, "120 ms"), (3_210, "3.2 s")]
)
def test_durations(milliseconds: float, shown: str) -> None:
    assert values.took(milliseconds) == shown


@pytest.mark.parametrize(("dollars", "shown"), [(0, "$0.00"), (0.0031, "$0.0031"), (1.5, "$1.50")])
def test_money(dollars: float, shown: str) -> None:
    assert values.money(dollars) == shown


@pytest.mark.parametrize(("minutes", "shown"), [(0, "just now"), (5, "5 min ago"), (125, "2 h ago")])
def test_how_long_ago(minutes: int, shown: str) -> None:
    naive = dt.datetime.now(dt.UTC).replace(tzinfo=None) - dt.timedelta(minutes=minutes)  # as SQLite gives it
    assert values.ago(naive) == shown


@pytest.mark.parametrize(
    ("agent", "shown"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"
            " Safari/537.36 Edg/140.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
            " Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        ("curl/8.14.1", "curl/8.14.1"),
        ("", "An unknown browser"),
        ("<b>" * 100, "<b>" * 20),
    ],
)
def test_browsers_by_the_names_that_people_know(agent: str, shown: str) -> None:
    assert values.browser(agent) == shown
