"""Findings on a page: each with the entry that it is of, its rule, and what stands beside what should."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from domain.kernel.board_differences import Difference
from domain.kernel.messages import Json
from domain.kernel.session import Session, is_flagged
from domain.kernel.telling import fact_in_words, naming_of
from domain.kernel.words import text_of
from replays.findings import Finding
from service.http.services import services
from service.pages.changes import changes_at
from service.pages.entry_lines import LogLine, line_of
from service.pages.log_parts import corrections_by_entry
from service.sessions.tokens import Principal

MOST_FINDINGS = 200
MOST_COMPARED = 12
"""Corrections whose tables are laid side by side; of further ones their entries' pages do it."""
TITLES: Mapping[str, str] = {
    "tampered": "Tampered with",
    "diverges": "Different under today's rules",
    "older_rules": "Under older rules",
    "against_rules": "⚑ Against the rules",
    "note": "Note",
}
CORRECTED = "⚑ Corrected"
CORRECTED_LATER = "⚑ Corrected later"
TITLES_OF_KINDS: Mapping[str, str] = {"correction": CORRECTED, "corrected": CORRECTED_LATER}


class RenderedFinding(Struct, frozen=True):
    """A finding, or a flag. line: its entry, where that can be shown. changes: of a correction.

    other: of a correction the entry that it corrects, and of that one its correction.
    """

    title: str
    kind: str
    message: str
    number: int | None
    line: LogLine | None
    rules: tuple[str, ...] = ()
    recorded: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    changes: tuple[Difference, ...] | None = None
    compared: bool = False
    other: int | None = None


def chosen(findings: Sequence[Finding], rule: str | None, *, flagged: bool) -> list[Finding]:
    """Those of a rule, those that are flags of the log and what flagged corrections correct, or all."""
    return [
        one
        for one in findings
        if rule in (None, one.rule)
        and (not flagged or one.severity == "against_rules" or one.kind == "corrected")
    ]


def findings_told(
    session: Session, findings: Sequence[Finding], principal: Principal
) -> Iterator[RenderedFinding]:
    """The first of these findings, for a principal who sees all."""
    compared = 0
    for one in findings[:MOST_FINDINGS]:
        is_correction = one.kind == "correction"
        compares = is_correction and compared < MOST_COMPARED
        compared += compares
        line = None if one.entry is None else _line(session, one.entry, principal)
        yield RenderedFinding(
            TITLES_OF_KINDS.get(one.kind, TITLES[one.severity]),
            one.kind,
            one.message,
            one.entry,
            line,
            () if one.rule is None else (one.rule,),
            tuple(_told(session, one.recorded)),
            tuple(_told(session, one.derived)),
            changes_at(session, one.entry, principal) if compares and line and one.entry else None,
            compares and line is not None,
            one.other_entry,
        )


def flags_told(session: Session, rule: str | None, principal: Principal) -> Iterator[RenderedFinding]:
    """What everybody sees: the entries that the log itself says to be against the rules, or corrections.

    What a correction corrects stands among them, as in the audit.
    """
    if not session.position.flagged:
        return
    corrections = corrections_by_entry(session, principal)
    for written in services().handler.written(session, 1, session.version):
        flagged = is_flagged(written.entry)
        corrected = [] if rule is not None else corrections.get(written.entry.number, [])
        if not flagged and not corrected:
            continue
        line = line_of(session, written, principal)
        broken = tuple(getattr(written.entry, "broken", ()))
        if flagged and (rule is None or rule in broken):
            title = TITLES["against_rules"] if broken else CORRECTED
            reason = getattr(written.entry, "reason", None) or ""
            other = getattr(written.entry, "about", None)
            yield RenderedFinding(title, "flag", reason, line.number, line, broken, other=other)
        for one in corrected:
            yield RenderedFinding(
                CORRECTED_LATER, "corrected", one.reason, line.number, line, other=one.number
            )


def _line(session: Session, number: int, principal: Principal) -> LogLine | None:
    if not 1 <= number <= session.version:
        return None
    written = next(iter(services().handler.written(session, number, number)), None)
    return None if written is None or written.entry.number != number else line_of(session, written, principal)


def _told(session: Session, value: Json) -> Iterator[str]:
    """What was recorded, or derived: facts as sentences, other things as they are spelt."""
    if value is None:
        return
    naming = naming_of(session)
    for part in value if isinstance(value, list) else [value]:
        if isinstance(part, dict) and "fact" in part:
            yield text_of(fact_in_words(session.game, part, naming).says)
        else:
            yield part if isinstance(part, str) else msgspec.json.encode(part).decode()
