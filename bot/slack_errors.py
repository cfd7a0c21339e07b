"""What an error of Slack's means for an answer that is owed."""

from __future__ import annotations

from http.client import HTTPException
from typing import Literal as OneOf

from slack_sdk.errors import SlackApiError

Meaning = OneOf["wait", "smaller", "anew", "gone", "again"]

# The message itself is refused: a smaller one may pass.
_SMALLER = {
    "msg_too_long",
    "msg_blocks_too_long",
    "invalid_blocks",
    "invalid_blocks_format",
    "invalid_attachments",
    "too_many_attachments",
    "only_one_table_allowed",
    "block_mismatch",
    "invalid_arguments",
    "invalid_metadata_format",
    "metadata_too_large",
}
# Our message is no longer there, or can no longer be changed.
_ANEW = {"message_not_found", "cant_update_message", "edit_window_closed", "is_inactive", "no_edit_permission"}
# Nothing we do later will bring it there.
_GONE = {
    "account_inactive",
    "cannot_reply_to_message",
    "channel_not_found",
    "is_archived",
    "messages_tab_disabled",
    "no_permission",
    "not_in_channel",
    "restricted_action",
    "restricted_action_read_only_channel",
    "restricted_action_thread_locked",
    "team_not_found",
    "thread_not_found",
    "token_revoked",
    "user_disabled",
    "user_not_found",
}
REASONS = {
    "account_inactive": "The Slack app was removed or its token revoked.",
    "channel_not_found": "The channel is gone, or the bot cannot see it.",
    "is_archived": "The channel is archived.",
    "not_in_channel": "The bot is not in the channel.",
    "thread_not_found": "The thread was deleted.",
    "token_revoked": "The bot token was revoked.",
}
TROUBLE = (SlackApiError, HTTPException, OSError)  # what a call to Slack raises; OSError: no or half a connection


def code_of(error: Exception) -> str:
    """Slack's error code, ``http_503``, or the kind of connection trouble."""
    if not isinstance(error, SlackApiError):
        return type(error).__name__
    status = getattr(error.response, "status_code", 200)
    if status == 429 or status >= 500:
        return f"http_{status}"
    data = getattr(error.response, "data", None)
    return str(data.get("error", "unknown")) if isinstance(data, dict) else f"http_{status}"


def meaning(error: Exception) -> Meaning:
    """What to do: ``wait`` as told, send a ``smaller`` one, post ``anew``, give up (``gone``), try ``again``."""
    code = code_of(error)
    if code in ("http_429", "ratelimited", "rate_limited"):
        return "wait"
    if code in _SMALLER:
        return "smaller"
    if code in _ANEW:
        return "anew"
    return "gone" if code in _GONE else "again"


def retry_after(error: Exception) -> float:
    """The seconds that a 429 asks to wait; 1 where it does not say."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    for name, value in dict(headers).items():
        if str(name).lower() == "retry-after":
            value = value[0] if isinstance(value, list) else value
            try:
                return max(float(value), 0.0)
            except ValueError:
                break
    return 1.0
