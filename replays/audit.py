"""The audit of one session: was the log tampered with, and do the rules give what it says?

Every recorded action is decided again with the outcomes that it declares, every drawn outcome is
recomputed with the secret where that is at hand, and whatever was recorded without the rules' consent or
named although the session draws is listed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.kernel.breaches import breaches
from domain.kernel.chance import Outcome
from domain.kernel.components import ComponentSet
from domain.kernel.entries import (
    NOT_JSON,
    Closed,
    Corrected,
    Entry,
    Noted,
    Opened,
    Recorded,
    Retracted,
    UnreadableEntry,
    codec_of,
    unseal,
)
from domain.kernel.fold import fold
from domain.kernel.game import Game
from domain.kernel.messages import Fact
from domain.kernel.rejection import Rejected
from domain.kernel.session import LiveLine, Position, initial_state, is_live, next_draw
from replays.chain import Sealed, chain_findings, envelope
from replays.counting import counted
from replays.derive import derive_recorded, redraw
from replays.drawing import Draws, declarations, draws_of, untold
from replays.findings import Audit, Finding, Head, Severity, divergence, is_older
from replays.load import Library
from replays.origin import ReadOrigin, copy_findings

INVARIANTS_EVERY = 16
"""Entries, derived again from the rules on a table that nobody bent, between two looks at its invariants."""


class Stop(Exception):
    """The log cannot be followed beyond `entry`, for the reason given."""

    def __init__(self, entry: int, kind: str, message: str) -> None:
        self.finding = Finding(entry, "diverges", kind, message)


def audit_session(
    stored: Sequence[Sealed],
    library: Library,
    session: str,
    *,
    expected: Head | None = None,
    origin: ReadOrigin | None = None,
    secret: bytes | None = None,
) -> Audit:
    """Audit a log from its first entry to its last. Never raises, whatever the entries hold.

    `expected` is the head as it is known elsewhere: without it a log whose end was cut off passes.
    `origin` reads the session that a fork began in. `secret` is that of the draws where it is kept: with it
    draws are checked that the log does not reveal, and no finding tells what it would draw.
    """
    findings = list(chain_findings(stored, session, expected))
    walk = _Walk(secret)
    try:
        walk.begin(stored, library)
        for entry in walk.entries[1:]:
            walk.follow(entry)
        findings += walk.end(origin)
    except Stop as stop:
        findings.append(stop.finding)
    if walk.past:
        walk.check_invariants()
    findings += walk.findings
    findings.sort(key=lambda finding: finding.entry or 0)
    return Audit(
        session=session,
        game=walk.game.key if walk.game is not None else None,
        entries=len(stored),
        derived=walk.derived,
        drawn=walk.drawn,
        rules_version=walk.game.rules_version if walk.game is not None else None,
        findings=tuple(findings),
        secret=walk.draws.secret,
        not_redrawn=tuple(walk.not_redrawn),
    )


class _Walk:
    """One way along a log: the table after each entry, and what was found on the way."""

    game: Game[Any] | None = None
    opened: Opened
    entries: Sequence[Entry]

    def __init__(self, kept: bytes | None) -> None:
        self.kept = kept
        self.findings: list[Finding] = []
        self.derived = 0
        self.drawn = 0
        self.not_redrawn: list[int] = []
        self.draws = Draws()
        self.past: list[Position] = []
        self.proven = True
        self.faults: dict[str, str] = {}
        self.checked = 0
        self.action_ids: set[str] = set()
        self.other_versions: dict[int, list[int]] = defaultdict(list)

    @property
    def here(self) -> Position:
        return self.past[-1]

    def begin(self, stored: Sequence[Sealed], library: Library) -> None:
        first = envelope(stored[0].body) if stored else None
        if first is None or first.kind != "opened":
            raise Stop(1, "no_opening", "The log does not begin with an opening: nothing can be derived.")
        try:
            self.game = library.game(first.game or "")
            self.entries = self._readable(stored)
            opened = self.entries[0] if self.entries else None
            if not isinstance(opened, Opened):
                raise Stop(1, "no_opening", "The opening cannot be read: nothing can be derived.")
            components = library.component_set(opened.component_set, self.game.key)
        except LookupError as error:
            raise Stop(1, "unknown", f"{type(error).__name__} {error}: nothing can be derived.") from None
        self.opened = opened
        self._open(self.game, components, opened)
        self.draws, found = draws_of(opened, self.entries, self.kept)
        self.findings += found

    def _readable(self, stored: Sequence[Sealed]) -> list[Entry]:
        """The entries up to the first that cannot be read or is not in its place."""
        assert self.game is not None
        entries: list[Entry] = []
        for place, sealed in enumerate(stored, 1):
            try:
                entry = unseal(self.game, sealed.topic, sealed.body)
                misplaced = entry.number != place
            except UnreadableEntry:
                misplaced = True
            if misplaced:
                reason = "The log cannot be followed from here on, so the rest is not derived."
                self._find(place, "diverges", "not_followed", reason)
                break
            entries.append(entry)
        return entries

    def _open(self, game: Game[Any], components: ComponentSet, opened: Opened) -> None:
        try:
            seats = msgspec.convert(opened.seats, tuple.__class_getitem__((game.seat_type, ...)))
            options = msgspec.convert(opened.options, game.options_type)
            game.admit(components, seats, options)
        except Rejected as rejected:
            message = f"Today's rules refuse this opening: {rejected.message}"
            self._diverges(1, "rejected", message, opened.rules_version, rule=rejected.rule)
        except Exception as error:
            raise Stop(1, "no_opening", f"The opening does not fit the game: {error!r}.") from None
        try:
            state = initial_state(game, components, opened)
        except Exception as error:
            raise Stop(1, "no_opening", f"No table can be set up from the opening: {error!r}.") from None
        self.past.append(Position(1, "", state, live=LiveLine(1, None)))
        self._note_version(1, opened.rules_version)
        self.check_invariants()

    def follow(self, entry: Entry) -> None:
        """One entry further. Raises `Stop` where its facts cannot be applied."""
        number, here = entry.number, self.here
        if here.closed is not None and not isinstance(entry, Noted):
            self._find(number, "diverges", "after_close", "The session was closed before.")
        if entry.action_id is not None and entry.action_id in self.action_ids:
            self._find(number, "diverges", "action_id", "An earlier entry has the same action id.")
        if entry.action_id is not None:
            self.action_ids.add(entry.action_id)
        match entry:
            case Recorded():
                after = self._record(entry, here)
            case Corrected():
                self._find(number, "against_rules", "correction", entry.reason)
                state = self._folded(entry, here.state, self._facts(entry))
                after = msgspec.structs.replace(here, state=state, flagged=here.flagged + 1)
            case Retracted():
                after = self._retract(entry, here)
            case Closed():
                after = msgspec.structs.replace(here, closed=entry.outcome)
            case Opened():
                self._find(number, "diverges", "opened_again", "A session is opened only once.")
                after = here
            case _:
                after = here
        live = LiveLine(number, after.live)
        self.past.append(msgspec.structs.replace(after, version=number, live=live))
        proven = self.proven if isinstance(entry, Recorded) else not isinstance(entry, Corrected)
        if not proven or after.flagged or number - self.checked >= INVARIANTS_EVERY:
            self.check_invariants()

    def _record(self, entry: Recorded, here: Position) -> Position:
        assert self.game is not None
        recorded = self._facts(entry)
        self._note_version(entry.number, entry.rules_version)
        for rule in entry.broken:
            self._find(entry.number, "against_rules", "broken_rule", entry.reason or "", rule=rule)
        self.findings += declarations(self.opened, entry)
        if any(fact.by_hand for fact in recorded):
            self._find(entry.number, "note", "by_hand", "The table carried out a text by hand.")
        state = None
        try:
            action = codec_of(self.game).actions.decode(entry.action)
        except NOT_JSON as error:
            self._find(entry.number, "diverges", "action", f"The game knows no such action: {error}.")
        else:
            self.derived += 1
            state = self._derived(entry, action, recorded, here)
        self.proven = state is not None
        if state is None:
            state = self._folded(entry, here.state, recorded)
        draws = here.draws if entry.copied else next_draw(here.draws, entry.outcomes)
        flagged = here.flagged + bool(entry.broken)
        return msgspec.structs.replace(here, state=state, draws=draws, flagged=flagged)

    def _derived(self, entry: Recorded, action: Any, recorded: tuple[Fact, ...], here: Position) -> Any:
        """The table that the rules lead to, if it is the recorded one.

        Draws that can be repeated prove the facts as well, so the rules are asked only once.
        """
        assert self.game is not None
        drawn = () if entry.copied else [o for o in entry.outcomes if o.source == "drawn"]
        not_drawn = None
        if drawn and self.draws.below is not None:
            self.drawn += len(drawn)
            again, not_drawn = redraw(self.game, here.state, entry, action, self.draws.below, here.draws)
            if again is not None and again.facts == recorded and again.broken == entry.broken:
                return again.state
        if not_drawn is not None:
            self.not_redrawn.append(entry.number)
            not_drawn = untold(not_drawn) if self.draws.secret == "kept" else not_drawn
        derived, findings = derive_recorded(self.game, here.state, entry, action, recorded)
        self.findings += findings
        if derived is None:
            return None
        if not_drawn is not None:
            self.findings.append(not_drawn)
        elif drawn and self.draws.below is None:
            self._check_numbers(entry, drawn, here.draws)
        return derived.state

    def _check_numbers(self, entry: Recorded, drawn: Sequence[Outcome], number: int) -> None:
        for outcome in drawn:
            if outcome.first_draw != number:
                message = "The draws are not numbered along the live line."
                self._find(
                    entry.number, "tampered", "draws", message, recorded=outcome.first_draw, derived=number
                )
            number += outcome.draws

    def _retract(self, entry: Retracted, here: Position) -> Position:
        if entry.to >= entry.number or not is_live(here.live, entry.to):
            raise Stop(entry.number, "retraction", f"Entry {entry.to} is no place to go back to.")
        back = self.past[entry.to - 1]
        taken_back = f"Taken back to entry {entry.to}: {entry.reason}"
        self._find(entry.number, "note", "retraction", taken_back)
        if entry.exposed:
            self._find(entry.number, "note", "exposed", "What was taken back had shown something hidden.")
        self.check_invariants()
        assert self.game is not None
        self.faults = breaches(self.game, back.state)
        return msgspec.structs.replace(back, flagged=here.flagged, closed=here.closed)

    def _facts(self, entry: Recorded | Corrected) -> tuple[Fact, ...]:
        assert self.game is not None
        try:
            return codec_of(self.game).facts.decode(entry.facts)
        except NOT_JSON as error:
            raise Stop(entry.number, "facts", f"The game knows no such facts: {error}.") from None

    def _folded(self, entry: Entry, state: Any, facts: tuple[Fact, ...]) -> Any:
        assert self.game is not None
        try:
            return fold(self.game, state, facts)
        except Exception as error:
            message = f"The recorded facts cannot be applied to the table: {error!r}."
            raise Stop(entry.number, "not_foldable", message) from None

    def check_invariants(self) -> None:
        """Look at the table here; what is broken is traced to the entry since the last look that broke it."""
        if self.checked == self.here.version:
            return
        assert self.game is not None
        faults = breaches(self.game, self.here.state)
        for fault in sorted(faults.keys() - self.faults.keys()):
            tables = ((at, breaches(self.game, at.state)) for at in self.past[self.checked :])
            first, found = next((at, found) for at, found in tables if fault in found)
            message = f"The table breaks an invariant: {found[fault]}."
            if first.flagged:
                self._find(first.version, "against_rules", "invariant", message)
            else:
                self._diverges(first.version, "invariant", message, self._version_of(first.version))
        self.faults = faults
        self.checked = self.here.version

    def _note_version(self, number: int, version: int) -> None:
        assert self.game is not None
        if version != self.game.rules_version:
            self.other_versions[version].append(number)

    def end(self, origin: ReadOrigin | None) -> Iterator[Finding]:
        """What can be said only of the log as a whole."""
        assert self.game is not None
        for version, numbers in sorted(self.other_versions.items()):
            message = (
                f"From entry {numbers[0]} on {counted(len(numbers), 'entry')} recorded under version"
                f" {version} of the rules, derived here under version {self.game.rules_version}."
            )
            known = is_older(version, self.game.rules_version)
            severity: Severity = "note" if known else "diverges"
            yield Finding(numbers[0], severity, "rules_version", message, rules_version=version)
        if self.here.closed == "finished" and not self.game.is_finished(self.here.state):
            yield Finding(
                self.here.version, "note", "closed_early", "Closed as finished before the game was over."
            )
        yield from copy_findings(self.game, self.opened, self.entries, origin)

    def _find(self, entry: int, severity: Any, kind: str, message: str, **details: Any) -> None:
        self.findings.append(Finding(entry, severity, kind, message, **details))

    def _diverges(self, entry: int, kind: str, message: str, under: int, **details: Any) -> None:
        assert self.game is not None
        today = self.game.rules_version
        self.findings.append(divergence(entry, kind, message, under=under, today=today, **details))

    def _version_of(self, number: int) -> int:
        """The version of the rules that an entry was recorded under; today's, where it names none."""
        assert self.game is not None
        entry = self.entries[number - 1]
        return entry.rules_version if isinstance(entry, Opened | Recorded) else self.game.rules_version
