"""Every setting of graphdesk, read from the environment. README's table is held against this file by a test."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path
from typing import Any, Self
from typing import Literal as OneOf
from urllib.parse import urlsplit

from pydantic import AwareDatetime, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from engine.errors import OperatorMustAct
from engine.logs import Scrub

_CLONE = Path(__file__).resolve().parents[1]
GRAPH = "graph.gsnap"  # the graph of the home folder


class Settings(BaseSettings):
    """Settings by environment variable (upper case of the alias). Secrets are never logged."""

    model_config = SettingsConfigDict(
        extra="ignore", env_ignore_empty=True, allow_inf_nan=False, str_strip_whitespace=True
    )

    home: Path = Field(
        Path("var"),
        alias="GRAPHDESK_HOME",
        description="folder for the graph, database and artifacts; the default lies in the clone",
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
    gremlin_dialect: OneOf["tinkerpop", "janusgraph", "neptune"] = Field(
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
    model_tier: OneOf["small", "medium", "large"] = Field(
        "medium", alias="GRAPHDESK_MODEL_TIER", description="small, medium or large"
    )
    model_prices: Path | None = Field(
        None,
        alias="GRAPHDESK_MODELS",
        description="file with model ids and prices per tier; else the shipped one",
    )
    slack_bot_token: SecretStr | None = Field(
        None, alias="SLACK_BOT_TOKEN", description="the Slack app's bot token (xoxb-…); without it no Slack"
    )
    slack_app_token: SecretStr | None = Field(
        None, alias="SLACK_APP_TOKEN", description="its app-level token (xapp-…), for Socket Mode"
    )
    slack_signing_secret: SecretStr | None = Field(
        None, alias="SLACK_SIGNING_SECRET", description="its signing secret, for the Events API at /slack/events"
    )
    slack_api_url: str = Field(
        "https://slack.com/api/", alias="SLACK_API_URL", description="Slack's Web API, or what stands in for it"
    )
    slack_open_channels: str | None = Field(
        None,
        alias="SLACK_OPEN_CHANNELS",
        description="ids of shared channels where people of other workspaces are answered too",
    )
    slack_client_id: str | None = Field(
        None, alias="SLACK_CLIENT_ID", description="its client id, for Sign in with Slack on the pages"
    )
    slack_client_secret: SecretStr | None = Field(
        None, alias="SLACK_CLIENT_SECRET", description="its client secret, for the same"
    )
    slack_team: str | None = Field(
        None, alias="SLACK_TEAM", description="id of the workspace (T…) whose people may sign in with Slack"
    )
    slack_new_people: OneOf["viewer", "reviewer", "nobody"] = Field(
        "viewer",
        alias="SLACK_NEW_PEOPLE",
        description="role of who signs in with Slack for the first time; nobody: only those an admin added",
    )
    query_seconds: float = Field(10.0, gt=0, alias="GRAPHDESK_QUERY_SECONDS", description="time-out of one query")
    query_rows: int = Field(1_000, ge=1, alias="GRAPHDESK_QUERY_ROWS", description="most rows of one query")
    query_bytes: int = Field(
        4_000_000, ge=1, alias="GRAPHDESK_QUERY_BYTES", description="most bytes of one query's rows"
    )
    max_turns: int = Field(14, ge=1, alias="GRAPHDESK_MAX_TURNS", description="model calls for one question")
    max_tokens: int = Field(200_000, ge=1, alias="GRAPHDESK_MAX_TOKENS", description="tokens for one question")
    max_dollars: float = Field(1.0, gt=0, alias="GRAPHDESK_MAX_DOLLARS", description="US dollars for one question")
    max_seconds: float = Field(120.0, gt=0, alias="GRAPHDESK_MAX_SECONDS", description="seconds for one question")
    host: str = Field(
        "127.0.0.1", min_length=1, alias="GRAPHDESK_HOST", description="address that the pages listen on"
    )
    port: int = Field(8765, ge=0, le=65_535, alias="GRAPHDESK_PORT", description="port that the pages listen on")
    assigned_port: int | None = Field(
        None,
        ge=0,
        le=65_535,
        alias="PORT",
        description="port that a host of Procfiles assigns: just that one, unless GRAPHDESK_PORT is set",
    )
    trusted_proxy: str | None = Field(
        None,
        alias="GRAPHDESK_TRUSTED_PROXY",
        description="address of the TLS proxy whose X-Forwarded headers are believed; * for any",
    )
    url: str | None = Field(
        None,
        alias="GRAPHDESK_URL",
        description="public address of the pages, for links to traces and for the manifest",
    )
    metrics_token: SecretStr | None = Field(
        None,
        alias="GRAPHDESK_METRICS_TOKEN",
        description="bearer token that /metrics asks for; without it only this machine gets them",
    )
    metrics_port: int | None = Field(
        None,
        ge=0,
        le=65_535,
        alias="GRAPHDESK_METRICS_PORT",
        description="port where a worker answers /metrics, /healthz and /readyz; else nowhere",
    )
    log_format: OneOf["text", "json"] = Field("text", alias="GRAPHDESK_LOG", description="log lines: text or json")
    log_level: OneOf["debug", "info", "warning", "error"] | None = Field(
        None,
        alias="GRAPHDESK_LOG_LEVEL",
        description="debug, info, warning or error; else warning as text, info as json",
    )
    log_text: bool = Field(
        False,
        alias="GRAPHDESK_LOG_TEXT",
        description="log what may quote questions and answers too; secrets never",
    )
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

    _given: frozenset[str] = frozenset()  # by a command's options, before the environment

    @field_validator("home")
    @classmethod
    def _whole(cls, home: Path) -> Path:
        """Whole, so that messages name one place whatever the current folder; never a file."""
        whole = home.expanduser().absolute()
        if whole.exists() and not whole.is_dir():
            raise ValueError(f"{whole} is not a folder")
        return whole

    @field_validator("slack_api_url")
    @classmethod
    def _address(cls, given: str) -> str:
        """One that can be called: the libraries say of others only that some value was wrong."""
        if fault := _address_fault(given):
            raise ValueError(f"it {fault}; write it as {cls.model_fields['slack_api_url'].default}")
        return given

    @model_validator(mode="after")
    def _of_the_clone(self) -> Self:
        """One home for all commands, from whichever folder they are started; without a clone, a folder in it."""
        if "home" not in self.model_fields_set and (_CLONE / "pyproject.toml").is_file():
            self.home = _CLONE / self.home.name
            self.model_fields_set.discard("home")  # it is still the default
        return self

    @property
    def graph_path(self) -> Path:
        """The graph file that is read, and that a load writes, when there is no server."""
        return self.graph_file or self.home / GRAPH

    def source(self, name: str) -> OneOf["default", "environment", "command line"]:
        """Where the setting of this field comes from."""
        if name not in self.model_fields_set:
            return "default"
        return "command line" if type(self).model_fields[name].alias in self._given else "environment"

    def clock(self) -> dt.datetime:
        """The time that relative windows are counted from, aware."""
        return self.now or dt.datetime.now(dt.UTC)


def read_settings(**given: Any) -> Settings:
    """The settings of the environment; ``given`` (by variable) goes before it.

    Raises OperatorMustAct that names each variable that is wrong, with its value unless that is a secret.
    """
    try:
        settings = Settings(**given)
        settings._given = frozenset(given)
        return settings
    except ValidationError as error:
        said = "; ".join(map(_said, error.errors()))
        raise OperatorMustAct(
            f"A setting is wrong: {said}.", "Correct it in the environment; README lists all.", code="settings"
        ) from None


def _address_fault(address: str) -> str | None:
    """What is wrong with an address that programs call by HTTP; None: nothing."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
        if parts.scheme not in ("http", "https") or not host.encode("idna"):
            return "is no address with http:// or https://"
    except ValueError:
        return "is no address"
    if re.search(r"[^!-~]", address):
        return "holds characters that addresses do not have"
    if "@" in parts.netloc:
        return "has a user name or password in it"
    if parts.query or parts.fragment:
        return "has more after its path"
    return None


def _said(fault: Any) -> str:
    name = str(fault["loc"][0])
    kind = next(field.annotation for field in Settings.model_fields.values() if field.alias == name)
    shown = "" if "Secret" in str(kind) else f" is {Scrub()(str(fault['input']))[:80]!r}"
    return f"{name}{shown}: {fault['msg'].removeprefix('Value error, ')}"
