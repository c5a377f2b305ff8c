"""Who opens sessions here, as `up`, `serve` and `doctor` say it."""

from __future__ import annotations

from service.processes.lan import opening_link
from service.sessions.who_opens import BY_TOKEN
from service.settings import Settings


def who_opens(settings: Settings) -> str:
    """Who opens sessions and why, in a sentence that tells no token."""
    ways = " and ".join(settings.ways_from_elsewhere)
    if settings.opening_token:
        chosen = (
            "TABLELOG_OPENING says so" if settings.who_opens == BY_TOKEN else "TABLELOG_OPENING_TOKEN is set"
        )
        return f"Only people with the opening token can open sessions, because {ways or chosen}."
    if ways:
        return f"Anyone can open sessions, as TABLELOG_OPENING says, although {ways}."
    return "Everyone on this machine can open sessions. According to the settings, nobody else can reach it."


def announced(settings: Settings, address: str) -> str | None:
    """What is said of it when the service is ready at this address; None: nothing, where that is as ever."""
    if not settings.opening_token:
        return who_opens(settings) if settings.ways_from_elsewhere else None
    link = opening_link(address, settings.opening_token)
    return (
        f"{who_opens(settings)} Show this link only to people who may open sessions.\n\n  {link}\n\n"
        "At any other address of this service, add the same ending: /open#…"
    )
