"""Quotas of the store: imported logs, component sets and webhooks. Those of a session: `sessions.quotas`."""

from __future__ import annotations

from domain.kernel import ComponentSet
from service.http.services import services
from service.sessions.quotas import ENTRIES, Full
from service.sessions.registers import ComponentSetsFull

COMPONENT_SETS = "TABLELOG_COMPONENT_SET_BYTES"
WEBHOOKS = "TABLELOG_WEBHOOKS_OF_A_SESSION"


def must_hold_a_log(session_id: str, entries: int) -> None:
    """Raises `Full` for a log that is longer than any could become here, unless it is here already."""
    most = services().handler.quotas.longest_log
    if not most or entries <= most or any(services().store.read(session_id, entries, entries)):
        return
    told = f"This log has {entries} entries. This service imports logs of up to {most} entries."
    whole = "The command `tablelog import` accepts logs of any length."
    raise Full(ENTRIES, services().settings.entries_of_a_session, entries, f"{told} {whole}")


def keep_component_set(components: ComponentSet) -> bool:
    """Keep it; whether it is new. What comes with a game counts for nothing. Raises `Full`."""
    found = services()
    most = 0 if found.library.is_packaged(components) else found.settings.component_set_bytes
    try:
        return found.registers.add_component_set(
            components.hash, components.game, components.document, most_bytes=most
        )
    except ComponentSetsFull as error:
        held = f"Component sets take up {error.used} of {most} bytes, and this one needs {error.asked} more."
        play = f"Use an existing one: GET /v1/games/{components.game} lists them."
        raise Full(COMPONENT_SETS, most, error.used, f"{held} {play}") from None


def webhooks_full(most: int, used: int) -> Full:
    """The problem of a session that has all the webhooks that it may have."""
    return Full(
        WEBHOOKS, most, used, f"This session has {used} webhooks and can have at most {most}. Remove one."
    )
