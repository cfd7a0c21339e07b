"""Databases of both kinds."""

from tests.support.postgres import own_postgres, postgres, postgres_url
from tests.support.stores import store, url

__all__ = ["own_postgres", "postgres", "postgres_url", "store", "url"]
