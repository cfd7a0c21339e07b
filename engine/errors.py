"""The base error classes: each says who must act."""

from __future__ import annotations


class GraphdeskError(Exception):
    """Base of every error a person or a model may see: a stable code, what happened, what to do."""

    code: str = "error"

    def __init__(self, message: str, hint: str = "", *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if code is not None:
            self.code = code

    def as_dict(self) -> dict[str, object]:
        """The JSON form: ``code``, ``message``, ``hint``."""
        return {"code": self.code, "message": self.message, "hint": self.hint}


class ModelMustAct(GraphdeskError):
    """The model (or whoever wrote the Gremlin or the tool call) must correct it."""

    code = "invalid"


class UserMustAct(GraphdeskError):
    """The person who asked must say something else or choose."""

    code = "user"


class OperatorMustAct(GraphdeskError):
    """Whoever runs the system must act: a dead server, a full disk, a wrong setting."""

    code = "system"
