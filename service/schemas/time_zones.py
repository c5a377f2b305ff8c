"""The names of time zones that are taken: those of the IANA list, the same on every machine."""

from __future__ import annotations

from importlib.resources import files

TIME_ZONES = tuple(sorted(files("tzdata").joinpath("zones").read_text("ascii").split()))
"""A machine's own list may name zones that no other machine has, such as `localtime`."""
