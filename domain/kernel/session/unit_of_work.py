"""A unit of work: entries that continue a session, made here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any

import msgspec
from msgspec import Raw, Struct, inspect

from domain.kernel.chance import Below, Chance, Undeclarable, Undeclared, spelled_with
from domain.kernel.components import ComponentSet, canonical, same_things
from domain.kernel.engine.deriving import state_as_recorded
from domain.kernel.engine.entries import (
    Amended,
    Closed,
    Codec,
    Corrected,
    Entry,
    Noted,
    Recorded,
    RecordedBy,
    Reinstated,
    Reopened,
    Retracted,
    SettingsChange,
    StoredEntry,
    Voided,
    codec_of,
    envelope_version,
    payload_version,
    seal,
    seal_under,
)
from domain.kernel.engine.obstacles import Obstacle, obstacles
from domain.kernel.engine.time_of_play import TimeOfPlay
from domain.kernel.engine.views import Unreadable, must_be_shown, must_be_usable, state_view
from domain.kernel.game import decide, fold, new_violations, violations
from domain.kernel.messages import Action, Fact, Json, Viewer, misfit
from domain.kernel.rejection import Rejected, against_the_rules
from domain.kernel.session.session import (
    AlreadySo,
    Apply,
    NotClosed,
    NotComputable,
    NotLive,
    Read,
    Session,
    SessionClosed,
    Snapshot,
    TableLost,
    is_live,
    may_be_corrected,
    newest_undo,
    seats_of,
    stored_facts,
)
from domain.kernel.ui.mending import Gesture
from domain.kernel.ui.words import Naming


class Stamp(Struct, frozen=True, kw_only=True):
    """The parts of an entry from the outside world: time, author, salt, the request's id and body hash."""

    at: str
    by: RecordedBy
    salt: str
    moved_at: str | None = None
    action_id: str | None = None
    request: str | None = None


class CannotMend(Exception):
    """A gesture cannot be recorded. `index`: which one; the text says why."""

    def __init__(self, index: int, message: str) -> None:
        super().__init__(message)
        self.index = index


class CannotAmend(Exception):
    """The component set of the session cannot be replaced by this one; the text says why."""


class DrawsRevealed(Exception):
    """The outcome at `field` would be drawn with a secret that everybody knows."""

    def __init__(self, field: str) -> None:
        super().__init__(
            f"The outcome {field} would be drawn, but a close of this session revealed the secret of its "
            "draws, so nothing more is drawn. Record what happened at the table as a correction."
        )
        self.field = field


def must_be_recorded(missing: Undeclared, *, declarable: bool) -> Exception:
    """The refusal of an action that would draw an outcome although the secret of the draws is revealed."""
    field = missing.field or ""
    if not declarable:
        return DrawsRevealed(field)
    message = (
        "A close of this session revealed the secret of its draws, so nothing more is drawn. "
        f"Declare the outcome {field} as it was at the table, or record a correction."
    )
    return Undeclared(missing.rule, field, missing.asks, message, tries_nothing=missing.tries_nothing)


DOES_NOT_FIT = "This does not fit the table as it lies there."


class UnitOfWork:
    """Entries that continue a session and are not stored yet.

    `positions`: after each of its entries. `probed`: an outcome was declared that only the hidden part of the
    table could have refused; `asked_of`: seats of whose hidden things the rules were asked. Both also for an
    action that was refused afterwards.
    """

    def __init__(self, session: Session, read: Read) -> None:
        self.session = session
        self.game = session.game
        self.position = session.position
        self.positions: list[Snapshot] = []
        self.entries: list[Entry] = []
        self.stored: list[StoredEntry] = []
        self.probed = False
        self.asked_of: set[str] = set()
        self._read = read
        self._brought: dict[str, ComponentSet] = {}

    def commit(self) -> None:
        """Move the session on over the entries, which have been stored."""
        self._move_on(self.session)

    def committed(self) -> Session:
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
        self,
        action: Action,
        stamp: Stamp,
        below: Below | None,
        *,
        reason: str | None = None,
        continues: bool = False,
        auto: bool = False,
    ) -> tuple[Recorded, tuple[Fact, ...]]:
        """One action, whose mappings come in canonical order, as the game's codec makes it.

        `below` draws what is not declared; with a `reason` the rules are noted, not obeyed. `continues`: it
        belongs to the same move as the entries of this unit of work before it, if there are any. `auto`: it
        takes itself, as a part of the move that the entry before it belongs to.
        Raises `Rejected`, `Undeclarable`, `DrawsRevealed`, `NotComputable`, `SessionClosed`, `TableLost`.
        """
        self._must_be_open()
        self._must_be_known()
        revealed = self.position.revealed and below is not None
        declarable = self.session.opened.declarable
        chance = Chance(None if revealed else below, self.position.draws, may_declare=declarable)
        broken: tuple[str, ...] = ()
        try:
            if reason is None:
                facts, state = decide(self.game, self.position.state, action, chance)
            else:
                facts, state, broken = self._decide_regardless(action, chance)
        except Undeclared as missing:
            if not revealed:
                raise
            raise must_be_recorded(missing, declarable=declarable) from missing
        except Undeclarable as declared:
            if not revealed:
                raise
            raise DrawsRevealed(declared.field) from declared
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
            move=self._move_of_next(continues=continues, auto=auto),
            auto=auto,
        )
        if _comes_back(codec_of(self.game), facts, spelled):
            self._add(entry, topic, lambda game, before, played: state)
        else:
            self._add(entry, topic)
        return entry, facts

    def correct(
        self, tree: Sequence[Json], reason: str, stamp: Stamp, *, about: int | None = None
    ) -> Corrected:
        """Facts without the rules' consent. `about`: the entry that they correct.

        Raises `NotComputable` if they cannot be applied, or lead to a result that does not follow from the
        table (`Game.unsettled`), `NotLive` if no such entry can be corrected.
        """
        self._must_be_open()
        self._must_be_known()
        if about is not None:
            self._must_be_corrigible(about)
        facts = codec_of(self.game).corrected(tree)
        seats, state = seats_of(self.session.opened), self.position.state
        for place, fact in enumerate(facts):
            try:
                state = fold(self.game, state, (fact,))
                must_be_shown(self.game, (fact,), seats)
            except Exception as error:
                found = misfit(msgspec.to_builtins(fact), place, error, seats)
                raise NotComputable(found.message, found) from error
        try:
            self._must_be_usable(state)
        except Exception as error:
            raise NotComputable(
                "The table could not be shown after these facts. Compare them with the table, "
                "or add the missing ones."
            ) from error
        self._must_be_settled(state)
        entry = Corrected(**self._envelope(stamp), facts=Raw(canonical(facts)), reason=reason, about=about)
        self._add(entry)
        return entry

    def facts_of(self, gestures: Sequence[Gesture], viewer: Viewer, naming: Naming) -> list[Json]:
        """The facts that these gestures of a viewer mean, each on the table that those before it lead to.

        Raises `CannotMend` for the first one that the game has no facts for.
        """
        mending, state = self.game.mending, self.position.state
        told: list[Json] = []
        for index, gesture in enumerate(gestures):
            if mending is None:
                raise CannotMend(index, "This game's board cannot be put right by gestures. Send facts.")
            try:
                facts = mending.mend(state_view(self.game, state, viewer), gesture, naming)
                if not isinstance(facts, str):
                    state = fold(self.game, state, facts)
            except Exception as error:
                raise CannotMend(index, DOES_NOT_FIT) from error
            if isinstance(facts, str):
                raise CannotMend(index, facts)
            told += msgspec.to_builtins(facts)
        return told

    def obstacles(self) -> tuple[Obstacle, ...]:
        """The obstacles to play on the table after the unit of work."""
        return obstacles(self.game, self.position.state, seats_of(self.session.opened))

    def broken(self) -> list[str]:
        """Invariants that hold on the session's table, and no longer after the unit of work."""
        before, after = self.session.position.state, self.position.state
        return new_violations(violations(self.game, before), violations(self.game, after))

    def retract(self, to: int, reason: str, stamp: Stamp, *, exposed: bool) -> Retracted:
        """Take back every live entry after `to`, or bring back what the newest retraction took.

        Raises `NotLive` if `to` is neither an earlier live entry nor the one before that retraction.
        """
        self._must_be_open()
        live = to < self.position.version and is_live(self.position.live, to)
        if not live and not self._is_redo(to):
            raise NotLive(f"Entry {to} is not an earlier live entry of this session.")
        entry = Retracted(**self._envelope(stamp), to=to, reason=reason, exposed=exposed, redo=not live)
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

    def change_settings(self, change: SettingsChange, stamp: Stamp) -> Noted:
        """Change settings of the table: a note tells everybody."""
        self._must_be_open()
        entry = Noted(**self._envelope(stamp), text=change.text, settings=change)
        self._add(entry)
        return entry

    def say_when(self, played: TimeOfPlay, stamp: Stamp) -> Noted:
        """Say when the game was played: a note tells everybody; allowed after the close too."""
        entry = Noted(**self._envelope(stamp), text=played.text, played=played)
        self._add(entry)
        return entry

    def amend(self, components: ComponentSet, learnt: Sequence[str], stamp: Stamp) -> Amended:
        """From here on, the session is read with another set of its game, in which these parts were learnt.

        Raises `CannotAmend` where draws or ids depend on the set, `ComesOutOtherwise` where a live entry
        would not have its facts under it, `NotComputable` where the table could not be shown.
        """
        self._must_be_open()
        self._must_be_known()
        opened, before = self.session.opened, self.position
        if opened.chance == "drawn":
            raise CannotAmend("The cards of this session are drawn from its set, so the set cannot change.")
        if not same_things(before.components.document, components.document):
            raise CannotAmend("The set must have the same cards and places in the same order.")
        live = [
            entry
            for entry in self._read_all(2, before.version)
            if isinstance(entry, Recorded | Corrected) and is_live(before.live, entry.number)
        ]
        state = state_as_recorded(self.game, components, opened, live)
        try:
            self._must_be_usable(state)
        except Exception as error:
            raise NotComputable("The table could not be shown with this set.") from error
        if made := new_violations(violations(self.game, before.state), violations(self.game, state)):
            raise NotComputable("This would break the table: " + "; ".join(made))
        entry = Amended(**self._envelope(stamp), component_set=components.hash, learnt=tuple(learnt))
        self._brought[components.hash] = components
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

    def reopen(self, reason: str, stamp: Stamp) -> Reopened:
        """Let a closed session take entries again. Raises `NotClosed`."""
        if self.position.closed is None:
            raise NotClosed("The session is open. Only a closed session can be reopened.")
        entry = Reopened(**self._envelope(stamp), reason=reason)
        self._add(entry)
        return entry

    def void(self, reason: str, stamp: Stamp, *, replaced_by: str | None = None) -> Voided:
        """Leave the session out of statistics; allowed at any time, and again to name another session.

        Raises `AlreadySo`.
        """
        before = self.position.void
        if before is not None and before.replaced_by == replaced_by:
            raise AlreadySo(f"The session is void already, by entry {before.number}.")
        entry = Voided(**self._envelope(stamp), reason=reason, replaced_by=replaced_by)
        self._add(entry)
        return entry

    def reinstate(self, reason: str, stamp: Stamp) -> Reinstated:
        """Count a void session again; allowed at any time. Raises `AlreadySo`."""
        if self.position.void is None:
            raise AlreadySo("The session counts already.")
        entry = Reinstated(**self._envelope(stamp), reason=reason)
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
                raise NotComputable("The facts of this action cannot be computed from this table.") from error
        before = violations(self.game, self.position.state)
        if made := new_violations(before, violations(self.game, state)):
            raise NotComputable("This would break the table: " + "; ".join(made))
        return facts, state, tuple(rejection.rule for rejection in broken)

    def _move_of_next(self, *, continues: bool, auto: bool) -> int | None:
        """The first entry of the move that the next entry continues; None if it begins one."""
        if auto and self.entries and isinstance(last := self.entries[-1], Recorded):
            return last.first_of_move
        return self.entries[0].number if continues and self.entries else None

    def _must_be_usable(self, state: Any) -> None:
        must_be_usable(self.game, state, seats_of(self.session.opened))

    def _is_redo(self, to: int) -> bool:
        session, read = self.session, self._read_all
        undo = newest_undo(self.position, lambda number: session.at(number, read), read)
        return undo is not None and to == undo.number - 1

    def _must_be_settled(self, state: Any) -> None:
        """Raises `NotComputable` for a result that does not follow from the table, if it did before."""
        game, before = self.game, self.position.state
        fault = game.unsettled(state) if game.is_finished(state) else None
        if fault is not None and not (game.is_finished(before) and game.unsettled(before) == fault):
            raise NotComputable(fault)

    def _must_be_corrigible(self, number: int) -> None:
        if not is_live(self.position.live, number):
            raise NotLive(f"Entry {number} is not an earlier live entry of this session.")
        for entry in self._read_all(number, number):
            if not may_be_corrected(self.game, entry):
                raise NotLive(f"Entry {number} changed nothing on the table that everybody can see.")

    def _must_be_open(self) -> None:
        if self.position.closed is not None:
            raise SessionClosed(f"The session is closed ({self.position.closed}).")

    def _must_be_known(self) -> None:
        lost = self.position.lost
        if lost is not None:
            raise TableLost(
                f"Entry {lost.entry} cannot be read or replayed here, so the table after it is unknown. "
                f"Update Tablelog if a later version wrote it; otherwise go back to entry {lost.entry - 1}."
            )

    def _envelope(self, stamp: Stamp) -> dict[str, Any]:
        return {
            "session": self.session.id,
            "number": self.position.version + 1,
            "envelope": envelope_version(),
            **msgspec.structs.asdict(stamp),
        }

    def _add(self, entry: Entry, topic: str | None = None, apply: Apply = stored_facts) -> None:
        """Add the entry, and follow it as every reader will.

        `topic`: if it is already known. `apply`: returns the table after the entry, if the rules have already
        come to the one that its bytes lead to.
        """
        previous = self.position.digest
        stored = seal(self.game.key, previous, entry) if topic is None else seal_under(topic, previous, entry)
        self.position = self.session.after(
            self.position, entry, stored.digest, self._read_all, apply, self._set
        )
        self.positions.append(self.position)
        self.entries.append(entry)
        self.stored.append(stored)

    def _set(self, name: str) -> ComponentSet:
        """A set that this unit of work brought along, else one that the session knows."""
        return self._brought[name] if name in self._brought else self.session.sets(name)

    def _read_all(self, first: int, last: int) -> Iterable[Entry | Unreadable]:
        yield from self._read(first, min(last, self.session.version))
        yield from (entry for entry in self.entries if first <= entry.number <= last)


def _comes_back(codec: Codec, facts: tuple[Fact, ...], spelled: bytes) -> bool:
    """Whether these facts are read from their bytes as they are: equal, their mappings in the same order.

    A table made of others would equal the one that is read from the log, and yet be walked along otherwise;
    or it could not be read at all.
    """
    try:
        read = codec.facts.decode(spelled)
    except msgspec.MsgspecError:
        return False
    return read == facts and all(
        not _may_hold_mapping(type(fact)) or msgspec.json.encode(fact) == msgspec.json.encode(again)
        for fact, again in zip(facts, read, strict=True)
    )


@cache
def _may_hold_mapping(kind: type[Struct]) -> bool:
    return _holds_mapping(inspect.type_info(kind), ())


def _holds_mapping(kind: inspect.Type, among: tuple[type[Struct], ...]) -> bool:
    """Whether a value of this type may hold a mapping. `among`: the structs around it, which may recur."""
    match kind:
        case inspect.DictType() | inspect.AnyType():
            return True
        case inspect.StructType(cls=cls):
            members = () if cls in among else tuple(member.type for member in kind.fields)
            return any(_holds_mapping(of, (*among, cls)) for of in members)
        case inspect.UnionType(types=inner) | inspect.TupleType(item_types=inner):
            return any(_holds_mapping(of, among) for of in inner)
        case inspect.CollectionType(item_type=of) | inspect.Metadata(type=of):
            return _holds_mapping(of, among)
        case _:
            return False
