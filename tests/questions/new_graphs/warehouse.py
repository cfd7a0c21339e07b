"""A warehouse: suppliers, products of categories, customers, orders with their products, shipments.

What is hard here: categories that are the nouns people use ("lamps"), conditions that must meet at one order, and
a department whose name is also a state.
"""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

from tests.questions.expect_core import Tables
from tests.questions.new_graphs.records import Row, day, pick, read

CATEGORIES = ["Lamp", "Chair", "Desk", "Shelf"]
SUPPLIERS = [
    ("S1", "Norrland Wood", "Sweden"),
    ("S2", "Lumen Works", "Germany"),
    ("S3", "Tavola", "Italy"),
    ("S4", "Malm", "Sweden"),
]
SITES = [("W1", "Hamburg"), ("W2", "Malmo"), ("W3", "Verona")]
CARRIERS = ["Swift Post", "Cargo Line", "Pigeon"]
CUSTOMERS = ["Oak & Sons", "Blue Lantern Hotel", "Best Western", "City Library", "Open Studio", "Rhine Clinic"]


def make(rng: random.Random) -> dict[str, list[Row]]:
    """The rows of each file."""
    products = [
        {
            "sku": f"SKU{1000 + number}",
            "name": f"{['Alva', 'Birk', 'Cleo', 'Dag', 'Elm', 'Frey'][number % 6]} {number + 1}",
            "price": round(rng.uniform(15, 400), 2),
            "colour": pick(rng, ["white", "black", "oak"], [3, 2, 2]),
            "category_id": f"C{pick(rng, [1, 2, 3, 4], [5, 4, 2, 1])}",
            "supplier_id": pick(rng, SUPPLIERS, [3, 2, 1, 1])[0],
        }
        for number in range(36)
    ]
    orders, lines = [], []
    for number in range(1, 301):
        placed = day(rng, dt.date(2025, 1, 1), 500)
        state = pick(rng, ["open", "shipped", "cancelled"], [2, 6, 1])
        orders.append(
            {
                "order_no": f"SO{number:07d}",
                "state": state,
                "payment_method": pick(rng, ["card", "invoice", "cash"], [5, 3, 1]),
                "placed_on": placed,
                "shipped_on": placed + dt.timedelta(days=rng.randrange(1, 20)) if state == "shipped" else "",
                "customer_id": rng.choice(range(1, 6)),
                "warehouse_code": pick(rng, SITES, [4, 2, 1])[0],
                "carrier": pick(rng, CARRIERS, [3, 2, 1]) if state == "shipped" else "",
            }
        )
        chosen = rng.sample(products[:33], rng.randrange(1, 4))
        lines += [{"order_no": f"SO{number:07d}", "sku": product["sku"]} for product in chosen]
    return {
        "categories": [{"id": f"C{n + 1}", "name": name} for n, name in enumerate(CATEGORIES)],
        "suppliers": [dict(zip(("id", "name", "country"), row, strict=True)) for row in SUPPLIERS],
        "warehouses": [dict(zip(("code", "city"), row, strict=True)) for row in SITES],
        "customers": [
            {"id": n + 1, "name": name, "email": f"desk{n + 1}@example.org", "country": country}
            for n, (name, country) in enumerate(
                zip(CUSTOMERS, ["Germany", "Germany", "Sweden", "Italy", "Sweden", "Germany"], strict=True)
            )
        ],
        "products": products,
        "orders": orders,
        "order_products": lines,
    }


def joined(folder: Path) -> Tables:
    """The records with what they are linked to."""
    categories = {row["id"]: row["name"] for row in read(folder, "categories")}
    suppliers = {row["id"]: row for row in read(folder, "suppliers")}
    sites = {row["code"]: row["city"] for row in read(folder, "warehouses")}
    customers = {str(row["id"]): row for row in read(folder, "customers")}
    products = {row["sku"]: row for row in read(folder, "products")}
    orders = {row["order_no"]: row for row in read(folder, "orders")}
    for row in products.values():
        row["category"] = categories[row["category_id"]]
        row |= {
            "supplier": suppliers[row["supplier_id"]]["name"],
            "made": suppliers[row["supplier_id"]]["country"],
        }
        row["orders"], row["customers"] = (), ()
    for row in orders.values():
        customer = customers[str(row["customer_id"])]
        row |= {"customer": customer["name"], "country": customer["country"], "city": sites[row["warehouse_code"]]}
        row |= {"placed": row["placed_on"], "shipped": row["shipped_on"], "products": (), "categories": ()}
    for line in read(folder, "order_products"):
        order, product = orders[line["order_no"]], products[line["sku"]]
        order["products"] += (product["name"],)
        order["categories"] += (product["category"],)
        product["orders"] += (order["order_no"],)
        product["customers"] += (order["customer"],)
    for row in customers.values():
        own = [order for order in orders.values() if order["customer"] == row["name"]]
        row["orders"] = tuple(order["order_no"] for order in own)
        row["states"] = tuple(order["state"] for order in own)
        row["cities"] = tuple(order["city"] for order in own)
    return {
        "category": [{"name": name} for name in categories.values()],
        "supplier": list(suppliers.values()),
        "customer": list(customers.values()),
        "product": list(products.values()),
        "order": list(orders.values()),
        "warehouse": [{"city": city} for city in sites.values()],
    }
