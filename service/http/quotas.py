"""Quotas: how much one session and the store may hold. At the full it is said what still goes.

What counts is known to everybody who may look: how many entries and notes there are, never how long a text is
that not everybody may read.
"""

from __future__ import annotations

from domain.kernel import ComponentSet
from domain.kernel.session import Draft
from service.http.problems import Problem
from service.http.services import services
from service.sessions.registers import ComponentSetsFull

ROOM_TO_MEND = 200
"""Entries of a full session that are left for corrections and for taking back. A close always finds room."""

ENTRIES = "TABLELOG_ENTRIES_OF_A_SESSION"
NOTES = "TABLELOG_NOTES_OF_A_SESSION"
COMPONENT_SETS = "TABLELOG_COMPONENT_SET_BYTES"
WEBHOOKS = "TABLELOG_WEBHOOKS_OF_A_SESSION"
MORE = "Whoever runs this service may allow more by {quota}."


class Full(Problem):
    """A quota is full. quota: the setting. most: what may be held. used: what is held."""

    def __init__(self, quota: str, most: int, used: int, detail: str) -> None:
        super().__init__("quota", f"{detail} {MORE.format(quota=quota)}", quota=quota, most=most, used=used)


def must_take_an_action(draft: Draft) -> None:
    """Raises `Full` where an open session takes no more actions."""
    if not draft.position.closed:
        _must_have_room(draft, "Correct it or take back, close it, and open another.")


def must_take_a_note(draft: Draft) -> None:
    """Raises `Full` where a session, open or closed, takes no more notes."""
    most, used = services().settings.notes_of_a_session, draft.session.notes
    if most and used >= most:
        held = f"This session holds {used} notes, the most is {most}, and each stays for ever."
        raise Full(NOTES, most, used, f"{held} Everything else is recorded as ever.")
    _must_have_room(draft, "Write it into another one.")


def must_take_a_mending(draft: Draft) -> None:
    """Raises `Full` where an open session takes no more corrections, nor going back."""
    if not draft.position.closed:
        _must_have_room(draft, "Close it, and open another.", ROOM_TO_MEND)


def _must_have_room(draft: Draft, help_: str, room: int = 0) -> None:
    most, used = services().settings.entries_of_a_session, draft.position.version
    if most and used >= most + room:
        raise Full(ENTRIES, most, used, f"This session holds {used} entries, and the most is {most}. {help_}")


def must_hold_a_log(session_id: str, entries: int) -> None:
    """Raises `Full` for a log that is longer than any could become here, unless it is here already."""
    most = longest_log()
    if not most or entries <= most or any(services().store.read(session_id, entries, entries)):
        return
    told = f"This log has {entries} entries, and the longest that is imported here has {most}."
    whole = "`tablelog import` at the command line takes any."
    raise Full(ENTRIES, services().settings.entries_of_a_session, entries, f"{told} {whole}")


def longest_log() -> int:
    """How many entries a session comes to, mended and closed; 0 = any number."""
    most = services().settings.entries_of_a_session
    return most + ROOM_TO_MEND + 1 if most else 0


def keep_component_set(components: ComponentSet) -> bool:
    """Keep it; whether it is new. What comes with a game counts for nothing. Raises `Full`."""
    found = services()
    most = 0 if found.library.is_packaged(components) else found.settings.component_set_bytes
    try:
        return found.registers.add_component_set(
            components.hash, components.game, components.document, most_bytes=most
        )
    except ComponentSetsFull as error:
        held = (
            f"All component sets here have {error.used} bytes of {most}, and this one has {error.asked} more."
        )
        play = f"Play with one that is here: GET /v1/games/{components.game} lists some."
        raise Full(COMPONENT_SETS, most, error.used, f"{held} {play}") from None


def webhooks_full(most: int, used: int) -> Full:
    """The problem of a session that has all the webhooks that it may have."""
    return Full(
        WEBHOOKS, most, used, f"This session has {used} webhooks, and the most is {most}. Remove one."
    )
