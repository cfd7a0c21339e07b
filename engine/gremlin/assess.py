"""Everything this package says of one text: what it is, whether it may run, what runs, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.gremlin.canonical import CanonicalConfig, canonical
from engine.gremlin.errors import ParseError, PolicyError, excerpt
from engine.gremlin.explain import explain
from engine.gremlin.limit import DEFAULT_LIMIT, add_limit
from engine.gremlin.parse import parse
from engine.gremlin.policy import PolicyConfig, judge
from engine.gremlin.printer import text
from engine.gremlin.profile_like import ProfileLike
from engine.gremlin.tree import Traversal
from engine.gremlin.verify import VerifierConfig, verify

_SEGRA = VerifierConfig()
_POLICY = PolicyConfig(similarity_edges=frozenset(edge for edge, _ in _SEGRA.pairs))
_CANONICAL = CanonicalConfig()


@dataclass(frozen=True, slots=True)
class AssessConfig:
    """How a text is judged. The defaults are SEGRA's graph with no private properties."""

    policy: PolicyConfig = _POLICY
    verifier: VerifierConfig = _SEGRA
    canonical: CanonicalConfig = _CANONICAL
    limit: int = DEFAULT_LIMIT

    @classmethod
    def of(
        cls,
        profile: ProfileLike,
        *,
        strict: bool = False,
        known_properties: frozenset[str] | None = None,
        limit: int = DEFAULT_LIMIT,
    ) -> AssessConfig:
        """The configuration that a profile stands for.

        A rolling window (``days``) has no fixed ends: any interval of moments then counts as the window.
        """
        window = profile.window
        label = profile.case_label or "case"
        return cls(
            PolicyConfig(
                private_properties=frozenset(profile.private_properties),
                similarity_edges=frozenset(pair.edge for pair in profile.similarity),
                known_properties=known_properties,
            ),
            VerifierConfig(
                pairs=tuple((pair.edge, pair.bracket) for pair in profile.similarity),
                low=window.low,
                high=window.high,
                windowed=window.low is not None or window.high is not None or window.days is not None,
                score_property=profile.score_property,
                threshold=profile.threshold,
                case_label=label,
                time_property=profile.time_property,
                strict=strict,
            ),
            CanonicalConfig(low=window.low, high=window.high, case_label=label),
            limit,
        )


@dataclass(frozen=True, slots=True)
class Assessment:
    """``traversal`` is what may run, limit and all; None when it may not. Texts are empty when nothing parsed."""

    error: ParseError | PolicyError | None
    traversal: Traversal | None
    text: str = ""
    canonical: str = ""
    read_back: str = ""
    verifier: dict[str, dict[str, object]] = field(default_factory=dict)
    limit_added: bool = False

    @property
    def ok(self) -> bool:
        """Whether the query may run."""
        return self.error is None

    def as_dict(self) -> dict[str, object]:
        """The JSON form; what is not known is null."""
        return {
            "ok": self.ok,
            "error": self.error.as_dict() if self.error else None,
            "text": self.text or None,
            "canonical": self.canonical or None,
            "read_back": self.read_back or None,
            "verifier": self.verifier or None,
            "limit_added": self.limit_added,
        }


def assess(
    gremlin: str, config: AssessConfig = AssessConfig(), bindings: Mapping[str, Any] | None = None
) -> Assessment:
    """Parse, judge, limit, verify, normalise and read back. Never raises for any text.

    A query that policy refuses is still printed, verified and read back, so that it can be corrected.
    """
    try:
        parsed = parse(gremlin, bindings)
    except ParseError as error:
        return Assessment(error, None)
    refusal: PolicyError | None = None
    try:
        judge(parsed, config.policy)
    except PolicyError as error:
        refusal = error
        if error.position:
            error.excerpt = excerpt(gremlin, error.position)
    limited, added = (parsed, False) if refusal else add_limit(parsed, config.limit)
    return Assessment(
        error=refusal,
        traversal=None if refusal else limited,
        text=text(limited),
        canonical=canonical(parsed, config.canonical),
        read_back=explain(limited),
        verifier=verify(parsed, config.verifier).as_dict(),
        limit_added=added,
    )
