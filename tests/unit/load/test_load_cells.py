"""Cells to values: every type, every order of dates, and what is refused."""

import datetime as dt

import pytest

from engine.graph.load.cells import BadCell, moment, reader
from engine.graph.load.mapping import Column
from engine.graph.load.mapping_file import parse_mapping

UTC = dt.UTC
BASE = '[[table]]\nname = "t"\nfile = "t.csv"\n[[vertex]]\ntable = "t"\nlabel = "x"\nid = "{id}"\n'


def read(text, column, top=""):
    return reader(Column(column="c", **column), parse_mapping(top + BASE, "m"))(text)


@pytest.mark.parametrize(
    ("text", "order", "expected"),
    [
        ("29/2/2016 01:16", "DMY", dt.datetime(2016, 2, 29, 1, 16, tzinfo=UTC)),
        ("2/29/2016 1:16:05", "MDY", dt.datetime(2016, 2, 29, 1, 16, 5, tzinfo=UTC)),
        ("3/4/2016", "DMY", dt.datetime(2016, 4, 3, tzinfo=UTC)),
        ("3/4/2016", "MDY", dt.datetime(2016, 3, 4, tzinfo=UTC)),
        ("16-03-04", "YMD", dt.datetime(2016, 3, 4, tzinfo=UTC)),
        ("31.12.99", "DMY", dt.datetime(1999, 12, 31, tzinfo=UTC)),
        ("2016-03-04", "MDY", dt.datetime(2016, 3, 4, tzinfo=UTC)),
        ("2016-03-04T05:06:07.089Z", "DMY", dt.datetime(2016, 3, 4, 5, 6, 7, 89000, tzinfo=UTC)),
        ("2023-03-01 14:57:27 -0800", "DMY", dt.datetime(2023, 3, 1, 22, 57, 27, tzinfo=UTC)),
        ("2023-03-01T14:57+05:30", "DMY", dt.datetime(2023, 3, 1, 9, 27, tzinfo=UTC)),
        ("3/1/2016 12:05 AM", "MDY", dt.datetime(2016, 3, 1, 0, 5, tzinfo=UTC)),
        ("3/1/2016 12:05 pm", "MDY", dt.datetime(2016, 3, 1, 12, 5, tzinfo=UTC)),
        ("04-Mar-2016", "MDY", dt.datetime(2016, 3, 4, tzinfo=UTC)),
    ],
)
def test_moments(text, order, expected):
    assert moment(text, order, UTC) == expected


@pytest.mark.parametrize(
    "text", ["30/2/2016", "13/13/2016", "2016", "yesterday", "1/1/2016 25:00", "1/1/2016 13:00 PM"]
)
def test_what_is_no_moment(text):
    with pytest.raises(ValueError):
        moment(text, "DMY", UTC)


def test_times_without_an_offset_are_in_the_mapping_s_zone():
    berlin = 'time_zone = "Europe/Berlin"\n'
    summer = read("1/7/2024 12:00", {"type": "datetime"}, berlin)
    winter = read("1/1/2024 12:00", {"type": "datetime"}, berlin)
    assert summer == dt.datetime(2024, 7, 1, 10, tzinfo=UTC)
    assert winter == dt.datetime(2024, 1, 1, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "column", "top", "expected"),
    [
        ("-12", {"type": "integer"}, "", -12),
        ("1,234.5", {"type": "number"}, "", 1234.5),
        ("1.234,5", {"type": "number"}, 'decimal = ","\n', 1234.5),
        ("YES", {"type": "boolean"}, "", True),
        ("0", {"type": "boolean"}, "", False),
        ("a; b;;c;", {"type": "list"}, "", ["a", "b", "c"]),
        ("a|b", {"type": "list", "separator": "|"}, "", ["a", "b"]),
        ("1", {"values": {"1": "high"}}, "", "high"),
        ("9", {"values": {"1": "high"}, "others": "keep"}, "", "9"),
        ("Mar 04 2016", {"type": "datetime", "format": "%b %d %Y"}, "", dt.datetime(2016, 3, 4, tzinfo=UTC)),
    ],
)
def test_values(text, column, top, expected):
    assert read(text, column, top) == expected


@pytest.mark.parametrize(
    ("text", "column", "code"),
    [
        ("1.5", {"type": "integer"}, "type"),
        ("99999999999999999999", {"type": "integer"}, "type"),
        ("ten", {"type": "number"}, "type"),
        ("perhaps", {"type": "boolean"}, "type"),
        ("31/2/2016", {"type": "datetime"}, "date"),
        ("2016-03-04", {"type": "datetime", "format": "%d/%m/%Y"}, "date"),
        ("9", {"values": {"1": "high"}}, "value"),
    ],
)
def test_refused(text, column, code):
    with pytest.raises(BadCell) as refused:
        read(text, column)
    assert refused.value.code == code
    assert repr(text) in str(refused.value)
