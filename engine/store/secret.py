"""Secrets that are handed out once and recognised later: only their hashes are kept."""

from __future__ import annotations

import hashlib
import secrets

BYTES = 32  # of chance in each: no salt or slow hash is needed against guessing


def new_secret(prefix: str = "") -> tuple[str, str]:
    """A new secret for its bearer, and the hash to keep."""
    secret = prefix + secrets.token_urlsafe(BYTES)
    return secret, hash_of(secret)


def hash_of(secret: str) -> str:
    """The hash that is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
