"""Lines of a log on a page: what an entry says, who recorded it and when, and where the page of it is."""

from __future__ import annotations

from msgspec import Struct

from domain.kernel.messages import Json
from domain.kernel.session import Session
from domain.kernel.telling import entry_in_words, naming_of
from domain.kernel.words import EntryWords, Naming, text_of
from service.http.responses import shown_live
from service.sessions.commands import WrittenEntry
from service.sessions.tokens import Principal

ENDS = (".", "!", "?", "…", "”")


class LogLine(Struct, frozen=True):
    """An entry of the log, for who is shown it. by: in words; at: when it was recorded, UTC."""

    number: int
    text: str
    live: bool
    by: str = ""
    at: str = ""
    address: str = ""


def line_of(session: Session, written: WrittenEntry, principal: Principal) -> LogLine:
    """The line of an entry, as the principal may see it."""
    shown, naming = shown_live(session, written, principal), naming_of(session)
    return LogLine(
        shown["number"],
        sentence_of(entry_in_words(session.game, shown, naming)),
        shown["live"],
        by_whom(shown.get("by"), naming),
        shown.get("at", ""),
        address_of(session.id, shown["number"]),
    )


def sentence_of(words: EntryWords) -> str:
    """Everything that an entry says; a reason, which somebody wrote, may lack its full stop."""
    said = map(text_of, (words.says, *words.effects))
    return " ".join(text if text.endswith(ENDS) else f"{text}." for text in said)


def address_of(session_id: str, number: int) -> str:
    """Where an entry has its page."""
    return f"/t/{session_id}/entry/{number}"


def by_whom(by: Json, naming: Naming) -> str:
    """Whose token recorded: `the scribe`, `Red`, `a recorder who sees what Red sees`; "": unknown."""
    if by is None:
        return ""
    seat = None if by.get("seat") is None else naming.seat(by["seat"]).text
    if by["role"] == "seat" and seat is not None:
        return seat
    return f"the {by['role']}" if seat is None else f"a recorder with {seat}’s view"


def when(at: str) -> str:
    """A time of the log as people read it: `2026-11-24 18:03:20 UTC`."""
    return f"{at[:10]} {at[11:19]} UTC"
