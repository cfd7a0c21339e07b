"""Slack: listeners, rendering, worker."""
