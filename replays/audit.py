"""The audit of one session: was the log tampered with, and do the rules give what it says?

Every recorded action is decided again with the outcomes that it declares, every drawn outcome is
recomputed with the secret where that is at hand, and everything that was recorded against the rules, or
declared although the session draws, is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from domain.kernel.components import ComponentSet
from domain.kernel.engine.entries import Opened, UnreadableEntry, unseal
from domain.kernel.engine.views import Unreadable, read_entry
from domain.kernel.game import Game
from domain.kernel.rejection import Rejected
from domain.kernel.session import first_position
from replays.chain import Sealed, chain_findings, envelope
from replays.draws import draws_of
from replays.findings import Audit, Finding, Head, ImportedRange, authorship_findings, divergence
from replays.library import Library
from replays.origin import ReadOrigin
from replays.walk import Walk, WalkStart


class NoOpening(Exception):
    """Nothing can be derived: the log does not begin with an opening that is known here."""

    def __init__(self, kind: str, message: str, game: Game[Any] | None = None) -> None:
        super().__init__(message)
        self.game = game
        self.finding = Finding(1, "diverges", kind, message)


def audit_session(
    stored: Sequence[Sealed],
    library: Library,
    session: str,
    *,
    known: Sequence[Head] = (),
    origin: ReadOrigin | None = None,
    secret: bytes | None = None,
    imported: Sequence[ImportedRange] = (),
    now: datetime | None = None,
) -> Audit:
    """Audit a log from its first entry to its last. Never raises, not even on damaged entries.

    `known` are heads that are known elsewhere: without them a log whose end was cut off passes.
    `origin` reads the session that a fork began in. `secret` is that of the draws where it is kept: with it
    draws are checked that the log does not reveal, and no finding shows what it would draw.
    `imported` are the entries that came from a file. `now` is the time of the audit, to find times after it.
    """
    findings = list(chain_findings(stored, session, known))
    try:
        walk = walk_along(stored, library, secret)
    except NoOpening as nothing:
        key, version = (nothing.game.key, nothing.game.rules_version) if nothing.game else (None, None)
        return Audit(session, key, len(stored), 0, 0, version, _in_order([*findings, nothing.finding]))
    findings += [*walk.end(origin), *walk.findings]
    findings += authorship_findings(walk.game, walk.opened, walk.entries, walk.past, imported, now)
    return Audit(
        session=session,
        game=walk.game.key,
        entries=len(stored),
        derived=walk.derived,
        drawn=walk.drawn,
        rules_version=walk.game.rules_version,
        findings=_in_order(findings),
        secret=walk.draws.secret,
        not_redrawn=tuple(walk.not_redrawn),
    )


def walk_along(stored: Sequence[Sealed], library: Library, secret: bytes | None = None) -> Walk:
    """Walk along a log to its end. Raises `NoOpening`."""
    opening = open_again(stored, library)
    game, opened = opening.game, opening.opened
    entries = [
        read_entry(game, opened.session, number, sealed.topic, sealed.body)
        for number, sealed in enumerate(stored[1:], 2)
    ]
    readable = [entry for entry in entries if not isinstance(entry, Unreadable)]
    draws, found = draws_of(opened, readable, secret)
    walk = Walk(opening, [opened, *entries], draws)
    walk.findings += found
    for entry, sealed in zip(entries, stored[1:], strict=True):
        walk.follow(entry, sealed.digest)
    walk.check_invariants()
    return walk


def open_again(stored: Sequence[Sealed], library: Library) -> WalkStart:
    """Set up the table from the first entry; a finding if today's rules refuse it. Raises `NoOpening`."""
    first = envelope(stored[0].body) if stored else None
    if first is None or first.kind != "opened":
        raise NoOpening("no_opening", "The log does not begin with an opening: nothing can be derived.")
    game = None
    try:
        game = library.game(first.game or "")
        opened = unseal(game, stored[0].topic, stored[0].body)
        if not isinstance(opened, Opened) or opened.number != 1:
            raise UnreadableEntry("no opening")
        components = library.component_set(opened.component_set, game.key)
    except UnreadableEntry:
        raise NoOpening("no_opening", "The opening cannot be read: nothing can be derived.", game) from None
    except LookupError as error:
        message = f"{type(error).__name__} {error}: nothing can be derived."
        raise NoOpening("unknown", message, game) from None
    findings = _admission(game, components, opened)
    try:
        position = first_position(game, components, opened, stored[0].digest)
    except Exception as error:
        message = f"No table can be set up from the opening: {error!r}."
        raise NoOpening("no_opening", message, game) from None
    return WalkStart(game, opened, position, library.sets_of(game.key), findings)


def _admission(game: Game[Any], components: ComponentSet, opened: Opened) -> tuple[Finding, ...]:
    """Find whether today's rules refuse the opening. Raises `NoOpening`."""
    try:
        seats = msgspec.convert(opened.seats, tuple.__class_getitem__((game.seat_type, ...)))
        options = msgspec.convert(opened.options, game.options_type)
        game.admit(components, seats, options)
    except Rejected as rejected:
        message = f"Today's rules refuse this opening: {rejected.message}"
        under, today = opened.rules_version, game.rules_version
        return (divergence(1, "rejected", message, under=under, today=today, rule=rejected.rule),)
    except Exception as error:
        message = f"The opening does not fit the game: {error!r}."
        raise NoOpening("no_opening", message, game) from None
    return ()


def _in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: finding.entry or 0))
