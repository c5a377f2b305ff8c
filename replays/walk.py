"""A walk along a log under audit: the state after each entry, its findings, and its corrections.

A correction is found at its own entry, and at the entry that it corrects if it names one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, assert_never

from msgspec import Struct

from domain.kernel.chance import OutcomeOrigin
from domain.kernel.components import same_things
from domain.kernel.engine.deriving import ComesOutOtherwise, state_as_recorded
from domain.kernel.engine.entries import (
    NOT_JSON,
    Amended,
    Closed,
    Corrected,
    Entry,
    Noted,
    OfTheSession,
    Opened,
    Recorded,
    Reinstated,
    Reopened,
    Retracted,
    SettingsChange,
    Voided,
    codec_of,
)
from domain.kernel.engine.obstacles import obstacles
from domain.kernel.engine.time_of_play import TimeOfPlay
from domain.kernel.engine.views import Unreadable
from domain.kernel.game import Game, fold, violations
from domain.kernel.messages import Fact, Json
from domain.kernel.session import (
    Played,
    Sets,
    Snapshot,
    advance,
    amending,
    goes_back,
    is_live,
    may_be_corrected,
    newest_undo,
    seats_of,
    stored_facts,
)
from replays.derive import derive_recorded, redraw
from replays.draws import Draws, declarations, untold
from replays.findings import Finding, Severity, counted, divergence, is_older
from replays.origin import ReadOrigin, copy_findings

# Corrections under audit: each is found at its own entry and, where it names one, at the one it corrects.


def correction_findings(
    game: Game[Any], entry: Corrected, here: Snapshot, entries: Sequence[Entry | Unreadable]
) -> Iterator[Finding]:
    """Yield the findings of a correction. `here`: before it; `entries`: the log from its first entry."""
    number, about = entry.number, entry.about
    named = about is not None and is_live(here.live, about) and may_be_corrected(game, entries[about - 1])
    yield Finding(number, "against_rules", "correction", entry.reason, other_entry=about if named else None)
    if about is None:
        return
    if named:
        yield Finding(about, "note", "corrected", entry.reason, other_entry=number)
    else:
        yield Finding(number, "diverges", "about", f"It corrects entry {about}, which cannot be corrected.")


def put_right_findings(entry: OfTheSession, here: Snapshot) -> Iterator[Finding]:
    """Yield the findings of an entry by which the owner reopens a session, or says whether it counts."""
    number, is_owner = entry.number, entry.by.role == "owner"
    others = "Only the owner may do this, and somebody else did."
    match entry:
        case Reopened(reason=reason):
            yield Finding(number, "note", "reopened", f"The session was reopened: {reason}")
            if here.closed is None:
                yield Finding(number, "diverges", "reopened", "It was reopened although it was open.")
            if not is_owner:
                yield Finding(number, "diverges", "reopened", others)
        case Voided(reason=reason, replaced_by=instead):
            told = f"The session does not count: {reason}"
            if instead is not None:
                told = f"{told.removesuffix('.')}. Session {instead} was recorded instead."
            yield Finding(number, "note", "void", told)
        case Reinstated(reason=reason):
            yield Finding(number, "note", "void", f"The session counts again: {reason}")
            if here.void is None:
                yield Finding(number, "diverges", "void", "It counted already.")
        case _:
            assert_never(entry)
    if not isinstance(entry, Reopened) and not is_owner:
        yield Finding(number, "diverges", "void", others)


# One way along a log under audit: where it stands after each entry, and what was found on the way.

INVARIANTS_EVERY = 16
"""Entries, derived again from the rules on a table that nobody bent, between two looks at its invariants."""


class WalkStart(Struct, frozen=True):
    """The start of a walk: the session as it is after the first entry, and the findings there."""

    game: Game[Any]
    opened: Opened
    position: Snapshot
    sets: Sets
    findings: tuple[Finding, ...] = ()


class Walk:
    """A walk over the entries of a log, from its opening to its end, past damaged entries too."""

    def __init__(self, opening: WalkStart, entries: Sequence[Entry | Unreadable], draws: Draws) -> None:
        self.game = opening.game
        self.opened = opening.opened
        self.sets = opening.sets
        self.entries = entries
        self.draws = draws
        self.past = [opening.position]
        self.findings = [*opening.findings]
        self.derived = 0
        self.drawn = 0
        self.not_redrawn: list[int] = []
        self._proven = True
        self._faults: dict[str, str] = {}
        self._checked = 0
        self._action_ids: set[str] = set()
        self._other_versions: dict[int, list[int]] = defaultdict(list)
        self._note_version(1, self.opened.rules_version)
        self.check_invariants()

    @property
    def here(self) -> Snapshot:
        """The snapshot after the last entry."""
        return self.past[-1]

    def follow(self, entry: Entry | Unreadable, digest: str) -> None:
        """One entry further."""
        here, number = self.here, entry.number
        self._must_be_new(entry)
        facts = self._facts(entry) if isinstance(entry, Recorded | Corrected) else None
        state = None
        match entry:
            case Recorded():
                state = self._record(entry, facts, here)
                self._proven = state is not None
            case Corrected():
                self.findings += correction_findings(self.game, entry, here, self.entries)
            case Retracted():
                self._retract(entry)
            case Opened():
                self._find(number, "diverges", "opened_again", "A session is opened only once.")
            case Noted(settings=None, played=TimeOfPlay() as played):
                self._find(entry.number, "note", "played", played.text)
                if entry.by.role != "owner":
                    message = "The time of play was said by somebody who is not the owner."
                    self._find(entry.number, "diverges", "played", message)
            case Noted(settings=SettingsChange() as change):
                self._find(entry.number, "note", "settings", change.text)
                if entry.by.role != "owner":
                    message = "Settings were changed by somebody who is not the owner."
                    self._find(entry.number, "diverges", "settings", message)
            case Amended():
                self._amend(entry)
            case Reopened() | Voided() | Reinstated():
                self.findings += put_right_findings(entry, here)
            case Noted() | Closed() | Unreadable():
                pass
            case _:
                assert_never(entry)
        apply = stored_facts if facts is None else partial(_known, facts, state)
        amend = amending(self.game, self.opened, self.sets, self._read)
        position = advance(self.game, here, entry, digest, self._after, amend, apply)
        self.past.append(position)
        if position.lost is not None:
            if here.lost is None:
                self._say_lost(entry, facts, position.lost.reason)
            return
        if isinstance(entry, Corrected) and not isinstance(self._next(number), Corrected):
            self._find_stuck(number)
        proven = self._proven if isinstance(entry, Recorded) else not isinstance(entry, Corrected)
        if not proven or position.flagged or number - self._checked >= INVARIANTS_EVERY:
            self.check_invariants()

    def _after(self, number: int) -> Snapshot:
        return self.past[number - 1]

    def _next(self, number: int) -> Entry | Unreadable | None:
        return self.entries[number] if number < len(self.entries) else None

    def _find_stuck(self, number: int) -> None:
        """Check whether play can continue from a corrected table. Of corrections in a row the last counts."""
        seats = seats_of(self.opened)
        for obstacle in obstacles(self.game, self.here.state, seats):
            self._find(number, "against_rules", "stuck", obstacle.message, rule=obstacle.rule)

    def _must_be_new(self, entry: Entry | Unreadable) -> None:
        if self.here.closed is not None and not isinstance(entry, Noted | OfTheSession | Unreadable):
            self._find(entry.number, "diverges", "after_close", "The session was already closed.")
        if entry.action_id is not None and entry.action_id in self._action_ids:
            self._find(entry.number, "diverges", "action_id", "An earlier entry has the same action id.")
        if entry.action_id is not None:
            self._action_ids.add(entry.action_id)

    def _facts(self, entry: Played) -> tuple[Fact, ...] | None:
        try:
            return codec_of(self.game).facts.decode(entry.facts)
        except NOT_JSON as error:
            self._find(entry.number, "diverges", "facts", f"The game does not know these facts: {error}.")
            return None

    def _say_lost(self, entry: Entry | Unreadable, facts: tuple[Fact, ...] | None, reason: str) -> None:
        if isinstance(entry, Unreadable):
            message = "The log cannot be followed from here on, so the rest is not derived."
            self._find(entry.number, "diverges", "not_followed", message)
        elif facts is not None:
            message = f"The recorded facts cannot be applied to the table: {reason}."
            self._find(entry.number, "diverges", "not_foldable", message)

    def _record(self, entry: Recorded, facts: tuple[Fact, ...] | None, here: Snapshot) -> Any:
        """Look at what was recorded; the state that the rules lead to, if it is the recorded one."""
        self._note_version(entry.number, entry.rules_version)
        for rule in entry.broken:
            self._find(entry.number, "against_rules", "broken_rule", entry.reason or "", rule=rule)
        self.findings += declarations(self.opened, entry)
        self._must_follow_its_move(entry)
        if facts is None:
            return None
        if any(fact.by_hand for fact in facts):
            self._find(
                entry.number, "note", "by_hand", "The table carried out the text of a card or rule by hand."
            )
        try:
            action = codec_of(self.game).actions.decode(entry.action)
        except NOT_JSON as error:
            self._find(entry.number, "diverges", "action", f"The game does not know this action: {error}.")
            return None
        if here.lost is not None:
            return None
        self.derived += 1
        if here.revealed and not entry.copied and any(o.source == "drawn" for o in entry.outcomes):
            message = "Drawn after a close had revealed the secret of the draws."
            self._find(entry.number, "diverges", "drawn_after_reveal", message)
        return self._derived(entry, action, facts, here)

    def _must_follow_its_move(self, entry: Recorded) -> None:
        """The entries of a move follow each other, and each but the first names the first."""
        before = self.entries[entry.number - 2]
        if entry.move is None or (
            isinstance(before, Recorded) and entry.move == (before.move or before.number)
        ):
            return
        message = (
            f"It says that it continues the move of entry {entry.move}, which the entry before it does not."
        )
        self._find(entry.number, "diverges", "move", message)

    def _derived(self, entry: Recorded, action: Any, facts: tuple[Fact, ...], here: Snapshot) -> Any:
        """The state that the rules lead to, if it is the recorded one.

        Draws that can be repeated prove the facts as well, so the rules are asked only once.
        """
        drawn = () if entry.copied else [o for o in entry.outcomes if o.source == "drawn"]
        not_drawn = None
        if drawn and self.draws.below is not None:
            self.drawn += len(drawn)
            again, not_drawn = redraw(self.game, here.state, entry, action, self.draws.below, here.draws)
            if again is not None and again.facts == facts and again.broken == entry.broken:
                return again.state
        if not_drawn is not None:
            self.not_redrawn.append(entry.number)
            not_drawn = untold(not_drawn) if self.draws.secret == "kept" else not_drawn
        derived, findings = derive_recorded(self.game, here.state, entry, action, facts)
        self.findings += findings
        if derived is None:
            return None
        if not_drawn is not None:
            self.findings.append(not_drawn)
        elif drawn and self.draws.below is None:
            self._check_numbers(entry, drawn, here.draws)
        return derived.state

    def _check_numbers(self, entry: Recorded, drawn: Sequence[OutcomeOrigin], number: int) -> None:
        for outcome in drawn:
            if outcome.first_draw != number:
                message = "The draws are not numbered along the live line."
                self._find(
                    entry.number, "tampered", "draws", message, recorded=outcome.first_draw, derived=number
                )
            number += outcome.draws

    def _retract(self, entry: Retracted) -> None:
        to = entry.to
        if not goes_back(entry):
            self._find(entry.number, "diverges", "retraction", f"It cannot go back to entry {to}.")
            return
        live = is_live(self.here.live, to)
        if entry.redo and (live or not self._brings_back(to)):
            message = f"It claims to undo the retraction in entry {to + 1}, but cannot."
            self._find(entry.number, "diverges", "retraction", message)
        elif not live and not entry.redo:
            message = f"It goes back to entry {to}, which was already taken back."
            self._find(entry.number, "diverges", "retraction", message)
        did = f"Brought back what entry {to + 1} took back" if entry.redo else f"Taken back to entry {to}"
        self._find(entry.number, "note", "retraction", f"{did}: {entry.reason}")
        if entry.exposed:
            self._find(entry.number, "note", "exposed", "Retracted entries had revealed something hidden.")
        self.check_invariants()
        self._faults = violations(self.game, self._after(to).state)

    def _amend(self, entry: Amended) -> None:
        """The set may only change content, and nothing that was played may come out otherwise under it."""
        number, here = entry.number, self.here
        parts = ", ".join(entry.learnt) or "no part"
        self._find(number, "note", "amended", f"The component set was amended: {parts}.")
        if here.lost is not None:
            return
        live = [
            played
            for played in self._read(2, number - 1)
            if isinstance(played, Recorded | Corrected) and is_live(here.live, played.number)
        ]
        try:
            components = self.sets(entry.component_set)
            if self.opened.chance == "drawn":
                self._find(number, "diverges", "amended", "The set of a session that draws cannot change.")
            if not same_things(here.components.document, components.document):
                self._find(number, "diverges", "amended", "The set has other cards or places.")
            state_as_recorded(self.game, components, self.opened, live)
        except ComesOutOtherwise as otherwise:
            message = f"With this set, entry {otherwise.number} comes out otherwise: {otherwise}"
            self._find(number, "diverges", "amended", message)
        except LookupError:
            message = f"The component set {entry.component_set} is not known here."
            self._find(number, "diverges", "unknown", message)

    def _read(self, first: int, last: int) -> Sequence[Entry | Unreadable]:
        return self.entries[first - 1 : last]

    def _brings_back(self, to: int) -> bool:
        undo = newest_undo(self.here, self._after, self._read)
        return undo is not None and to == undo.number - 1

    def check_invariants(self) -> None:
        """Look at the table here; what is broken is traced to the entry since the last look that broke it."""
        if self._checked == self.here.version:
            return
        faults = violations(self.game, self.here.state)
        for fault in sorted(faults.keys() - self._faults.keys()):
            tables = ((at, violations(self.game, at.state)) for at in self.past[self._checked :])
            first, found = next((at, found) for at, found in tables if fault in found)
            message = f"The table breaks an invariant: {found[fault]}."
            if first.flagged:
                self._find(first.version, "against_rules", "invariant", message)
            else:
                self.findings.append(
                    divergence(
                        first.version,
                        "invariant",
                        message,
                        under=self._version_of(first.version),
                        today=self.game.rules_version,
                    )
                )
        self._faults = faults
        self._checked = self.here.version

    def end(self, origin: ReadOrigin | None) -> Iterator[Finding]:
        """Yield the findings that need the log as a whole."""
        for version, numbers in sorted(self._other_versions.items()):
            message = (
                f"From entry {numbers[0]} on {counted(len(numbers), 'entry')} recorded under version"
                f" {version} of the rules, derived here under version {self.game.rules_version}."
            )
            known = is_older(version, self.game.rules_version)
            severity: Severity = "note" if known else "diverges"
            yield Finding(numbers[0], severity, "rules_version", message, rules_version=version)
        here = self.here
        if here.closed == "finished" and here.lost is None and not self.game.is_finished(here.state):
            message = "Closed as finished before the game was over."
            yield Finding(here.version, "note", "closed_early", message)
        yield from copy_findings(self.game, self.opened, self._beginning(), origin)

    def _beginning(self) -> list[Entry]:
        """The entries up to the first that cannot be read."""
        readable: list[Entry] = []
        for entry in self.entries:
            if isinstance(entry, Unreadable):
                break
            readable.append(entry)
        return readable

    def _note_version(self, number: int, version: int) -> None:
        if version != self.game.rules_version:
            self._other_versions[version].append(number)

    def _version_of(self, number: int) -> int:
        """The version of the rules that an entry was recorded under; today's, where it names none."""
        entry = self.entries[number - 1]
        return entry.rules_version if isinstance(entry, Opened | Recorded) else self.game.rules_version

    def _find(
        self,
        entry: int,
        severity: Severity,
        kind: str,
        message: str,
        *,
        rule: str | None = None,
        recorded: Json = None,
        derived: Json = None,
    ) -> None:
        self.findings.append(Finding(entry, severity, kind, message, rule, recorded, derived))


def _known(facts: tuple[Fact, ...], derived: Any, game: Game[Any], state: Any, entry: Played) -> Any:
    """The state after an entry's facts, which were read already: that which the rules led to, where it is."""
    return derived if derived is not None else fold(game, state, facts)
