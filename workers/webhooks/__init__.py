"""Webhooks: whoever asked for it is told that a session has grown, and never what an entry holds."""
