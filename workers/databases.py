"""The database of read models and registers."""

from replays.databases import make_engine, reading

__all__ = ["make_engine", "reading"]
