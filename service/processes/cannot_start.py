"""Why a process cannot start."""


class CannotStart(Exception):
    """Why Tablelog, or its web, cannot start, and what to do about it."""
