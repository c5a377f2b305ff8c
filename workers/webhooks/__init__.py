"""Webhooks: notify registered receivers that a session has grown, but never of the content of entries."""
