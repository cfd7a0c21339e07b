"""Models by tier, with their prices: engine/models.toml, or a file of the same form."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from engine.errors import OperatorMustAct

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


def model_of(tier: str, file: Path | None = None) -> Model:
    """The model of a tier. Raises OperatorMustAct for a file that is no such file, or a tier it does not have."""
    path = file or SHIPPED
    form = "Give each tier id, input, output, cache_read and cache_write, as in engine/models.toml."
    try:
        tiers = TypeAdapter(dict[str, Model]).validate_python(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        message = f"The file of models cannot be read: {error.strerror}."
        raise OperatorMustAct(message, "Check GRAPHDESK_MODELS.", code="models_file") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        message = f"The file of models is not TOML: {error}."
        raise OperatorMustAct(message, form, code="models_file") from error
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise OperatorMustAct(f"The file of models: {where}: {fault['msg']}.", form, code="models_file") from error
    if tier not in tiers:
        message = f"There is no model tier {tier!r}."
        raise OperatorMustAct(
            message, f"Set GRAPHDESK_MODEL_TIER to one of {', '.join(tiers)}.", code="model_tier"
        )
    return tiers[tier]
