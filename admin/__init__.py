"""The Flask console: chat, questions, trace, graph pages; people and their accounts."""

from admin.administrator import sign_in_link
from admin.app import create_app

__all__ = ["create_app", "sign_in_link"]
