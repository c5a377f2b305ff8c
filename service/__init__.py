"""The service: API v1 over the event log and the read models."""
