"""What a Desk is made of, opened as the settings say."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from engine.graph.backend import GraphBackend, GraphUnavailable
from engine.graph.open import limits_of, open_backend
from engine.graph.profile import Profile, beside, read_profile
from engine.graph.profile_draft import draft_profile
from engine.settings import Settings

if TYPE_CHECKING:  # commands that only need the graph do not wait for the rest
    from engine.agent.backbone import Backbone
    from engine.agent.run import Budget
    from engine.catalog.catalog import Catalog, CatalogCache
    from engine.operators.operator import Context
    from engine.store import Store
    from engine.store.artifacts import ArtifactStore

log = logging.getLogger(__name__)


def first_request(settings: Settings, question: str) -> dict[str, Any]:
    """The first Messages API request for a question, as a model would get it, and about how many tokens it has.

    Needs the graph; neither a key, nor the network, nor the store. Raises OperatorMustAct.
    """
    from engine.agent.claude_request import approximate_tokens, parameters
    from engine.agent.direct import first_request as first
    from engine.agent.models import model_of
    from engine.agent.run import Run
    from engine.agent.tools import ToolBox
    from engine.catalog.catalog import CatalogCache
    from engine.operators.graph_data import graph_operators

    model = model_of(settings.model_tier, settings.model_prices)
    profile, backend = open_graph(settings)
    try:
        catalog = CatalogCache(backend, profile_of(profile, backend)).get()
        run = Run(question, context_of(settings, backend, catalog, "dry-run"), budget_of(settings))
        body = parameters(first(run, ToolBox(graph_operators(), run), catalog), model)
    finally:
        backend.close()
    return {**body, "approximate_tokens": approximate_tokens(body)}


def open_graph(settings: Settings) -> tuple[Profile, GraphBackend]:
    """The profile and the graph. Raises OperatorMustAct for a wrong profile or a missing graph file."""
    profile = written_profile(settings)
    return profile, open_backend(settings, profile)


def written_profile(settings: Settings) -> Profile:
    """The profile that the settings name, or that lies beside the graph file; else the defaults.

    Raises OperatorMustAct for a file that is missing or wrong.
    """
    if settings.profile_file:
        return read_profile(settings.profile_file)
    lying = beside(settings.graph_path)
    return read_profile(lying) if lying.exists() and not settings.gremlin_url else Profile()


def profile_of(profile: Profile, backend: GraphBackend) -> Profile:
    """The profile; where nobody wrote one, a draft from the schema. A graph that does not answer is left be."""
    if profile != Profile():
        return profile
    try:
        return draft_profile(backend.schema(), profile.name)
    except GraphUnavailable as error:
        log.warning("No profile could be drafted: %s", error.message)
        return profile


def open_store(settings: Settings) -> Store:
    """The store of questions. Raises StoreUnavailable, which names the file where there is one."""
    from engine.store import Store, StoreUnavailable

    url = database_of(settings)
    try:
        return Store.open(url)
    except StoreUnavailable as error:
        kind, _, path = url.partition(":///")
        if kind != "sqlite" or path in error.message:
            raise
        hint = "Correct DATABASE_URL." if settings.database_url else error.hint
        raise StoreUnavailable(f"{error.message.removesuffix('.')}: {path}.", hint) from error


def database_of(settings: Settings) -> str:
    """The address of the database: the one that is set, else the file in the home folder.

    Raises StoreUnavailable for a kind of database that is not known here: its driver is no package of ours.
    """
    url = settings.database_url or f"sqlite:///{settings.home / 'graphdesk.db'}"
    kind, address, _ = url.partition("://")
    if address and kind.partition("+")[0] not in ("sqlite", "postgresql", "postgres"):
        from engine.store import StoreUnavailable

        raise StoreUnavailable(
            f"DATABASE_URL names a kind of database that graphdesk does not know: {kind}.",
            "Give postgresql://user:password@host/name, or unset it for SQLite.",
        )
    return url


def model_name(settings: Settings) -> str:
    """The id of the model that the key is for, or ``offline``. Raises OperatorMustAct for a wrong models file."""
    from engine.agent.models import model_of

    if settings.model_key is None or not settings.model_key.get_secret_value():
        return "offline"
    return model_of(settings.model_tier, settings.model_prices).id


def backbone_of(settings: Settings, catalogs: CatalogCache) -> Backbone:
    """The model that the key is for; without a key, the offline reader. Raises OperatorMustAct."""
    if settings.model_key is None or model_name(settings) == "offline":
        from engine.agent.offline.backbone import OfflineBackbone

        return OfflineBackbone(catalogs, settings.clock)
    from engine.agent.claude import Claude
    from engine.agent.models import model_of

    return Claude(model_of(settings.model_tier, settings.model_prices), settings.model_key, settings.model_url)


def context_of(settings: Settings, backend: GraphBackend, catalog: Catalog, task_id: str) -> Context:
    """What operators work with for one task."""
    from engine.operators.operator import Context

    artifacts = artifacts_of(settings, task_id)
    limits, now = limits_of(settings), settings.clock()
    return Context(backend, catalog.schema, catalog.profile, artifacts, limits, now=now)


def artifacts_of(settings: Settings, task_id: str) -> ArtifactStore:
    """The results that were kept for one task."""
    from engine.store.artifacts import ArtifactStore

    return ArtifactStore(settings.home / "artifacts" / task_id)


def budget_of(settings: Settings) -> Budget:
    """What one question may cost."""
    from engine.agent.run import Budget

    return Budget(settings.max_turns, settings.max_tokens, settings.max_dollars, settings.max_seconds)
