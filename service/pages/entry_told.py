"""An entry as its page tells it: words, facts, who and when, chance, digests, and what it changed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.kernel.board_differences import Difference
from domain.kernel.entries import NO_DIGEST, Recorded
from domain.kernel.messages import Json
from domain.kernel.session import Session
from domain.kernel.telling import entry_in_words, fact_in_words, naming_of
from domain.kernel.views import eyes
from domain.kernel.words import EntryWords, Says
from service.http.responses import shown_live, with_import
from service.http.services import services
from service.pages.changes import changes_at
from service.pages.entry_chance import RenderedChance, chance_told
from service.pages.entry_lines import LogLine, by_whom, when
from service.pages.log_parts import Correction, corrections_by_entry, notes_on, taken_back_by
from service.pages.messages_told import Member, RenderedMessage, members_told, message_told
from service.sessions.commands import WrittenEntry
from service.sessions.tokens import Principal

OF_OTHER_KINDS = {
    "opened": (
        "rules_version",
        "component_set",
        "seats",
        "options",
        "chance",
        "may_declare",
        "timezone",
        "sandbox",
        "tags",
        "forked_from",
    ),
    "retracted": ("exposed", "redo"),
    "noted": ("visible_to", "refusal"),
    "closed": ("outcome", "secret", "on_request"),
}
"""What is shown of entries that are no action, beside what they say."""


class RenderedFact(Struct, frozen=True):
    """A fact: what it says, and what it holds."""

    says: Says
    message: RenderedMessage


class RenderedEntry(Struct, frozen=True):
    """Everything that the page of an entry shows to who asks.

    shown: the entry as the API shows it. named: the entry that it goes back to, corrects, or is a note on.
    taken_back: the entry that took it back. changes: None where the table before or after it is not known.
    """

    number: int
    shown: Mapping[str, Json]
    words: EntryWords
    by: str
    at: str
    moved_at: str
    action: RenderedMessage | None
    facts: tuple[RenderedFact, ...]
    members: tuple[Member, ...]
    named: int | None
    corrections: tuple[Correction, ...]
    notes: tuple[LogLine, ...]
    taken_back: int | None
    chance: RenderedChance | None
    digest: str
    previous: str
    changes: tuple[Difference, ...] | None


def entry_told(
    session: Session, written: WrittenEntry, before: WrittenEntry | None, principal: Principal
) -> RenderedEntry:
    """The entry, as the principal may see it. `before`: the entry before it, if there is one."""
    game, entry, naming = session.game, written.entry, naming_of(session)
    shown = with_import(shown_live(session, written, principal), services().imported.of(session.id))
    viewer = eyes(game, session.state, principal.viewer)
    number = entry.number
    stood = session.at(max(number - 1, 1), services().handler.reading(session))
    action, moved_at = shown.get("action"), shown.get("moved_at")
    chance = None
    if isinstance(entry, Recorded) and "chance" in shown:
        chance = chance_told(session, entry, shown, stood, naming, sees_all=viewer.sees_all)
    return RenderedEntry(
        number=number,
        shown=shown,
        words=entry_in_words(game, shown, naming),
        by=by_whom(shown.get("by"), naming),
        at=when(shown["at"]) if "at" in shown else "",
        moved_at=when(moved_at) if moved_at else "",
        action=None if action is None else message_told(game, action, "type", naming),
        facts=tuple(
            RenderedFact(fact_in_words(game, fact, naming).says, message_told(game, fact, "fact", naming))
            for fact in shown.get("facts") or ()
        ),
        members=members_told(shown, OF_OTHER_KINDS.get(shown["kind"], ()), naming),
        named=shown.get("to", shown.get("about")),
        corrections=tuple(corrections_by_entry(session, principal, number + 1).get(number, ())),
        notes=tuple(notes_on(session, number, principal)),
        taken_back=None if shown["live"] else taken_back_by(session, number),
        chance=chance,
        digest=written.digest,
        previous=NO_DIGEST if before is None else before.digest,
        changes=changes_at(session, number, principal),
    )
