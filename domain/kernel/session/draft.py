"""A draft: entries that continue a session, made here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

import msgspec
from msgspec import Raw, Struct

from domain.kernel.breaches import breaches, new_breaches
from domain.kernel.chance import Below, Chance, Undeclarable
from domain.kernel.components import canonical
from domain.kernel.entries import (
    Closed,
    Corrected,
    Entry,
    Noted,
    Recorded,
    RecordedBy,
    Retracted,
    StoredEntry,
    codec_of,
    payload_version,
    seal,
    seal_under,
)
from domain.kernel.envelopes import envelope_version
from domain.kernel.fold import decide, fold
from domain.kernel.messages import Action, Fact, Json
from domain.kernel.outcomes import spelled_with
from domain.kernel.reading_back import comes_back
from domain.kernel.rejection import Rejected, against_the_rules
from domain.kernel.session.correcting import may_be_corrected
from domain.kernel.session.following import Apply, Read, stored_facts
from domain.kernel.session.position import Position, is_live, seats_of
from domain.kernel.session.refusals import NotComputable, NotLive, SessionClosed, TableLost
from domain.kernel.session.session import Session
from domain.kernel.unreadable import Unreadable
from domain.kernel.usable import must_be_shown, must_be_usable


class Stamp(Struct, frozen=True, kw_only=True):
    """What the outside world gives an entry: time, author, salt, the request's id and body hash."""

    at: str
    by: RecordedBy
    salt: str
    moved_at: str | None = None
    action_id: str | None = None
    request: str | None = None


class Draft:
    """Entries that continue a session and are not stored yet.

    `positions`: after each of its entries. `probed`: an outcome was declared that only the hidden part of the
    table could have refused; `asked_of`: seats of whose hidden things the rules were asked. Both also for an
    action that was refused afterwards.
    """

    def __init__(self, session: Session, read: Read) -> None:
        self.session = session
        self.game = session.game
        self.position = session.position
        self.positions: list[Position] = []
        self.entries: list[Entry] = []
        self.stored: list[StoredEntry] = []
        self.probed = False
        self.asked_of: set[str] = set()
        self._read = read

    def settle(self) -> None:
        """Move the session on over the entries, which have been stored."""
        self._move_on(self.session)

    def settled(self) -> Session:
        """A copy of the session, moved on over the entries, which have been stored."""
        session = copy(self.session)
        self._move_on(session)
        return session

    def _move_on(self, session: Session) -> None:
        for position, entry in zip(self.positions, self.entries, strict=True):
            session.move_on(position, entry)

    def record(
        self, tree: Mapping[str, Json], stamp: Stamp, below: Below | None, *, reason: str | None = None
    ) -> tuple[Recorded, tuple[Fact, ...]]:
        """One action, from its JSON object; else as `record_typed`. Raises `msgspec.ValidationError` too."""
        self._must_be_open()
        self._must_be_known()
        return self.record_typed(codec_of(self.game).action(tree), stamp, below, reason=reason)

    def record_typed(
        self, action: Action, stamp: Stamp, below: Below | None, *, reason: str | None = None
    ) -> tuple[Recorded, tuple[Fact, ...]]:
        """One action, whose mappings come in canonical order, as the game's codec makes it.

        `below` draws what is not declared; with a `reason` the rules are noted, not obeyed.
        Raises `Rejected`, `Undeclarable`, `NotComputable`, `SessionClosed`, `TableLost`.
        """
        self._must_be_open()
        self._must_be_known()
        chance = Chance(below, self.position.draws, may_declare=self.session.opened.declarable)
        broken: tuple[str, ...] = ()
        try:
            if reason is None:
                facts, state = decide(self.game, self.position.state, action, chance)
            else:
                facts, state, broken = self._decide_regardless(action, chance)
        finally:
            self.asked_of |= chance.asked_of
            self.probed |= chance.probed
        topic = f"{self.game.key}.{action.__struct_config__.tag}"
        spelled = canonical(facts)
        entry = Recorded(
            **self._envelope(stamp),
            v=payload_version(self.game, topic),
            action=Raw(spelled_with(action, chance.drawn)),
            facts=Raw(spelled),
            outcomes=tuple(chance.outcomes),
            rules_version=self.game.rules_version,
            broken=broken,
            reason=reason,
        )
        if comes_back(codec_of(self.game), facts, spelled):
            self._add(entry, topic, lambda game, before, played: state)
        else:
            self._add(entry, topic)
        return entry, facts

    def correct(
        self, tree: Sequence[Json], reason: str, stamp: Stamp, *, about: int | None = None
    ) -> Corrected:
        """Facts without the rules' consent. `about`: the entry that they correct.

        Raises `NotComputable` if they cannot be applied, `NotLive` if no such entry can be corrected.
        """
        self._must_be_open()
        self._must_be_known()
        if about is not None:
            self._must_be_corrigible(about)
        facts = codec_of(self.game).corrected(tree)
        try:
            self._must_be_usable(fold(self.game, self.position.state, facts))
            must_be_shown(self.game, facts, seats_of(self.session.opened))
        except Exception as error:
            raise NotComputable(
                f"These facts cannot be applied to the table as it stands: {error!r}."
            ) from error
        entry = Corrected(**self._envelope(stamp), facts=Raw(canonical(facts)), reason=reason, about=about)
        self._add(entry)
        return entry

    def retract(self, to: int, reason: str, stamp: Stamp, *, exposed: bool) -> Retracted:
        """Take back every live entry after `to`. Raises `NotLive` if `to` is not on the live line."""
        self._must_be_open()
        if to == self.position.version or not is_live(self.position.live, to):
            raise NotLive(f"Entry {to} is not an earlier live entry of this session.")
        entry = Retracted(**self._envelope(stamp), to=to, reason=reason, exposed=exposed)
        self._add(entry)
        return entry

    def note(
        self,
        text: str,
        stamp: Stamp,
        *,
        about: int | None = None,
        visible_to: tuple[str, ...] | None = None,
        refusal: str | None = None,
    ) -> Noted:
        """A text, on an entry or on the session; allowed after the close too."""
        if about is not None and not 1 <= about <= self.position.version:
            raise NotLive(f"There is no entry {about}.")
        entry = Noted(**self._envelope(stamp), text=text, about=about, visible_to=visible_to, refusal=refusal)
        self._add(entry)
        return entry

    def close(self, outcome: str, secret: str | None, stamp: Stamp, *, on_request: bool = False) -> Closed:
        """End the session. `secret` (hex) reveals its draws; `on_request`: because the owner asked for it."""
        self._must_be_open()
        self._must_be_known()
        entry = Closed(
            **self._envelope(stamp),
            outcome=outcome,  # type: ignore[arg-type]
            secret=secret,
            on_request=on_request,
        )
        self._add(entry)
        return entry

    def copy(self, entry: Recorded | Corrected, stamp: Stamp) -> None:
        """An entry of the session that this one is forked from. Raises `TableLost` if it does not fit."""
        self._add(msgspec.structs.replace(entry, **self._envelope(stamp), copied=True))
        self._must_be_known()

    def _decide_regardless(
        self, action: Action, chance: Chance
    ) -> tuple[tuple[Fact, ...], Any, tuple[str, ...]]:
        with against_the_rules() as broken:
            try:
                facts, state = decide(self.game, self.position.state, action, chance)
                self._must_be_usable(state)
            except (Rejected, Undeclarable):
                raise
            except Exception as error:
                raise NotComputable(
                    "The facts of this action cannot be computed from the table as it stands."
                ) from error
        before = breaches(self.game, self.position.state)
        if made := new_breaches(before, breaches(self.game, state)):
            raise NotComputable("The table would break: " + "; ".join(made))
        return facts, state, tuple(rejection.rule for rejection in broken)

    def _must_be_usable(self, state: Any) -> None:
        must_be_usable(self.game, state, seats_of(self.session.opened))

    def _must_be_corrigible(self, number: int) -> None:
        if not is_live(self.position.live, number):
            raise NotLive(f"Entry {number} is not an earlier live entry of this session.")
        for entry in self._read_all(number, number):
            if not may_be_corrected(self.game, entry):
                raise NotLive(f"Entry {number} did nothing to the table that everybody may know of.")

    def _must_be_open(self) -> None:
        if self.position.closed is not None:
            raise SessionClosed(f"The session is closed ({self.position.closed}).")

    def _must_be_known(self) -> None:
        lost = self.position.lost
        if lost is not None:
            raise TableLost(
                f"Entry {lost.entry} cannot be read or followed here, so the table since then is not known. "
                f"Update Tablelog if a later one wrote it; else go back to entry {lost.entry - 1}."
            )

    def _envelope(self, stamp: Stamp) -> dict[str, Any]:
        return {
            "session": self.session.id,
            "number": self.position.version + 1,
            "envelope": envelope_version(),
            **msgspec.structs.asdict(stamp),
        }

    def _add(self, entry: Entry, topic: str | None = None, apply: Apply = stored_facts) -> None:
        """Follow the entry as whoever reads it will.

        `topic`: where it is known already. `apply`: gives the table after the entry, where the rules came to
        the very one that its bytes lead to.
        """
        previous = self.position.digest
        stored = seal(self.game.key, previous, entry) if topic is None else seal_under(topic, previous, entry)
        self.position = self.session.after(self.position, entry, stored.digest, self._read_all, apply)
        self.positions.append(self.position)
        self.entries.append(entry)
        self.stored.append(stored)

    def _read_all(self, first: int, last: int) -> Iterable[Entry | Unreadable]:
        yield from self._read(first, min(last, self.session.version))
        yield from (entry for entry in self.entries if first <= entry.number <= last)
