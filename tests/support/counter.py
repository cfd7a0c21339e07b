"""A help desk as a schema made by hand, with what is easily misread: amounts as text, values that texts mention,
states that are not finished, and a relation that "by" may mean.
"""

from __future__ import annotations

from engine.catalog.catalog import Catalog
from engine.graph.profile import Profile
from engine.graph.schema import PropertySchema
from tests.support.library import coded, edge, flag, label, moment, names, number, schema

SCHEMA = schema(
    labels=(
        label(
            "ticket",
            900,
            PropertySchema("ticket_no", "string", 900, 900, samples=("T-0017", "T-0401", "T-0899")),
            coded("status", Open=300, Waiting=50, Parked=50, Resolved=300, Closed=200),
            coded("topic", Printer=500, Password=400),
            PropertySchema("price", "string", 900, 640, samples=("12.50", "n/a", "1,200.00", "$ 90", "12O")),
            number("hours", 0, 90),
            flag("escalated"),
            moment("opened_at"),
            moment("resolved_at"),
            moment("closed_at"),
        ),
        label("note", 900, PropertySchema("body", "string", 900, 900, samples=("The printer is jammed again.",))),
        label("contact", 60, names("name", "Ann", "Bob"), coded("department", Sales=30, Legal=30)),
        label("agent", 6, names("name", "Amir", "Bea")),
    ),
    edges=(
        edge("has_contact", "ticket", "contact"),
        edge("has_agent", "ticket", "agent"),
        edge("has_note", "ticket", "note"),
    ),
)
PROFILE = Profile(name="counter", case_label="ticket", time_property="opened_at", free_text={"note": ("body",)})


def counter(**profile: object) -> Catalog:
    """The catalog; ``profile``: what its profile says otherwise."""
    return Catalog.build(SCHEMA, PROFILE.model_copy(update=profile))
