"""Every test here runs on SQLite and on a real PostgreSQL where it takes ``url`` or ``store``."""

from tests.support.postgres import own_postgres, postgres
from tests.support.stores import empty_url, kind, postgres_url, store, url

__all__ = ["empty_url", "kind", "own_postgres", "postgres", "postgres_url", "store", "url"]
