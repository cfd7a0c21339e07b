"""Every setting of graphdesk, read from the environment. README's table is held against this file by a test."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from pydantic import AwareDatetime, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Settings by environment variable (upper case of the alias). Secrets are never logged."""

    model_config = SettingsConfigDict(extra="ignore")

    home: Path = Field(
        Path("var"), alias="GRAPHDESK_HOME", description="folder for the graph, database and artifacts"
    )
    graph_file: Path | None = Field(
        None,
        alias="GRAPHDESK_GRAPH",
        description="graph to open: a snapshot or GraphSON file; else the sample graph",
    )
    profile_file: Path | None = Field(None, alias="GRAPHDESK_PROFILE", description="profile of the graph (TOML)")
    gremlin_url: str | None = Field(
        None,
        alias="GREMLIN_URL",
        description="Gremlin server, ws://host:8182/gremlin; else the embedded graph",
    )
    gremlin_source: str = Field("g", alias="GREMLIN_SOURCE", description="traversal source on the server")
    gremlin_dialect: str = Field(
        "tinkerpop", alias="GREMLIN_DIALECT", description="tinkerpop, janusgraph or neptune"
    )
    gremlin_user: str | None = Field(None, alias="GREMLIN_USER", description="sign-in name on the server")
    gremlin_password: SecretStr | None = Field(None, alias="GREMLIN_PASSWORD", description="its password")
    database_url: str | None = Field(
        None, alias="DATABASE_URL", description="SQL database for tasks; else SQLite in GRAPHDESK_HOME"
    )
    qdrant_url: str | None = Field(None, alias="QDRANT_URL", description="Qdrant server; else in memory")
    model_key: SecretStr | None = Field(
        None,
        alias="ANTHROPIC_API_KEY",
        description="key of the model; without it the offline backbone answers",
    )
    model_url: str | None = Field(None, alias="ANTHROPIC_BASE_URL", description="Messages API to use instead")
    model_tier: str = Field("medium", alias="GRAPHDESK_MODEL_TIER", description="small, medium or large")
    model_prices: Path | None = Field(
        None,
        alias="GRAPHDESK_MODELS",
        description="file with model ids and prices per tier; else the shipped one",
    )
    query_seconds: float = Field(10.0, alias="GRAPHDESK_QUERY_SECONDS", description="time-out of one query")
    query_rows: int = Field(1_000, alias="GRAPHDESK_QUERY_ROWS", description="most rows of one query")
    query_bytes: int = Field(
        4_000_000, alias="GRAPHDESK_QUERY_BYTES", description="most bytes of one query's rows"
    )
    max_turns: int = Field(14, alias="GRAPHDESK_MAX_TURNS", description="model calls for one question")
    max_tokens: int = Field(200_000, alias="GRAPHDESK_MAX_TOKENS", description="tokens for one question")
    max_dollars: float = Field(1.0, alias="GRAPHDESK_MAX_DOLLARS", description="US dollars for one question")
    max_seconds: float = Field(120.0, alias="GRAPHDESK_MAX_SECONDS", description="seconds for one question")
    host: str = Field("127.0.0.1", alias="GRAPHDESK_HOST", description="address that the pages listen on")
    port: int = Field(8765, ge=0, le=65_535, alias="GRAPHDESK_PORT", description="port that the pages listen on")
    debug: bool = Field(
        False,
        alias="GRAPHDESK_DEBUG",
        description="show where an unexpected error arose, and log all that is done",
    )
    now: AwareDatetime | None = Field(
        None,
        alias="GRAPHDESK_NOW",
        description='the time that "last quarter" is counted from, for data of the past; else the time now',
    )

    def clock(self) -> dt.datetime:
        """The time that relative windows are counted from, aware."""
        return self.now or dt.datetime.now(dt.UTC)
