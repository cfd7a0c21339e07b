"""Every test here runs on SQLite and on a real PostgreSQL where it takes ``url`` or ``store``."""

from tests.support.postgres import own_postgres, postgres, postgres_url
from tests.support.stores import store, url

__all__ = ["own_postgres", "postgres", "postgres_url", "store", "url"]
