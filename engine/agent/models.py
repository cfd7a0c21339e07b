"""Models by tier, with their prices: engine/models.toml, or a file of the same form."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, RootModel

from engine.errors import OperatorMustAct
from engine.graph.toml_model import WrongToml, from_toml, read_text

SHIPPED = Path(__file__).parents[1] / "models.toml"
MILLION = 1_000_000


class Model(BaseModel):
    """A model: its id and US dollars per million tokens of each kind."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cache_read: float = Field(ge=0)
    cache_write: float = Field(ge=0)

    def dollars(self, input_tokens: int, output_tokens: int, cache_read: int, cache_write: int) -> float:
        """What so many tokens cost."""
        total = input_tokens * self.input + output_tokens * self.output
        return (total + cache_read * self.cache_read + cache_write * self.cache_write) / MILLION


class _Tiers(RootModel[dict[str, Model]]):
    """The whole file."""


def model_of(tier: str, file: Path | None = None) -> Model:
    """The model of a tier. Raises OperatorMustAct for a file that is no such file, or a tier it does not have."""
    path = file or SHIPPED
    form = "Give each tier id, input, output, cache_read and cache_write, as in engine/models.toml."
    try:
        text = read_text(path)
    except WrongToml as error:
        message = f"The file of models {path} cannot be read: {error}."
        raise OperatorMustAct(message, "Check GRAPHDESK_MODELS.", code="models_file") from None
    try:
        tiers = from_toml(_Tiers, text).root
    except WrongToml as error:
        raise OperatorMustAct(f"The file of models {path}: {error}.", form, code="models_file") from None
    if tier not in tiers:
        message = f"There is no model tier {tier!r}{f' in {file}' if file else ''}."
        known = f"Set GRAPHDESK_MODEL_TIER to one of {', '.join(tiers)}." if tiers else form
        raise OperatorMustAct(message, known, code="model_tier")
    return tiers[tier]
