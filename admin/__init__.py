"""The Flask console: chat, questions, trace, graph pages."""

from admin.app import create_app
from admin.views.signing_in import SignIn

__all__ = ["SignIn", "create_app"]
