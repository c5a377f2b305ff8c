"""The session: where it stands, how its log is folded, what it can go back to, what it has answered.

What each entry does to the position before it:

- `recorded`, `corrected`: its facts are applied to the table, no matter why they were accepted.
- `retracted` to an earlier entry: table, draws and live line are those after that entry.
- `amended`: the table is that of the live entries, read from the first one with another component set.
- `closed`: the session is closed with this outcome.
- `reopened`: the session is open again. `void`: it counts in no statistics. `counts`: it counts again.
- `opened`, after the first entry: nothing. `noted`: nothing, but it may change the settings of the table.

Every entry is on the live line from then on. A note does nothing to the table, so no retraction takes it
back: it stands, on the live line or off it (`stands`). So do `reopened`, `void` and `counts`. Logs come
from outside as well, so each of these has one meaning too, however little it should be there:

- An entry after the close does to the table what it does anywhere, and the session stays closed. A second
  close gives the session its outcome.
- Going back over a close, a correction or a broken rule takes back what it did to the table; the session
  stays closed and flagged. No retraction changes the settings.
- Going back to an entry that was taken back brings its table and its live line back.
- A retraction to no earlier entry (to itself, forward, to entry 0) says nothing of the table: it is lost.
- So it is from an entry on that cannot be read, that is another one's bytes, or whose facts cannot be read
  or applied. On a lost table no facts are applied; going back to where it was known makes it known.
- Draws are counted along the live line, by how many each entry took, no matter how it numbers them; an
  entry copied from another session took none here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.components import ComponentSet, canonical
from domain.kernel.engine.entries import (
    Amended,
    Closed,
    Corrected,
    Entry,
    Noted,
    OfTheSession,
    Opened,
    Recorded,
    RecordedBy,
    Reinstated,
    Reopened,
    Retracted,
    SettingsChange,
    TableSettings,
    Voided,
    codec_of,
)
from domain.kernel.engine.time_of_play import AS_RECORDED, TimeOfPlay
from domain.kernel.engine.views import Lost, Unreadable
from domain.kernel.game import Game, fold
from domain.kernel.messages import PUBLIC, Json, Misfit

SNAPSHOT_EVERY = 16
"""Entries between two positions that a session in memory keeps, to go back to without a long fold."""


class SessionClosed(Exception):
    """Nothing more is recorded in a closed session."""


class NotLive(Exception):
    """The entry cannot be gone back to, or corrected, or noted on: taken back already, or not in the log."""


class NotClosed(Exception):
    """Only a closed session can be reopened."""


class AlreadySo(Exception):
    """The session is void already, or counts already."""


class NotComputable(Exception):
    """The facts do not fit the table; only a correction with other facts can record this.

    `misfit`: which member of which fact is at fault, where that is known.
    """

    def __init__(self, message: str, misfit: Misfit | None = None) -> None:
        super().__init__(message)
        self.misfit = misfit


class TableLost(Exception):
    """Nothing is recorded on a table that is not known, since an entry before cannot be read."""


class ActionIdReused(Exception):
    """The same action id came with another body."""


class LiveLine(NamedTuple):
    """The live entries, newest first, as a chain of runs without a gap. Positions share what is before."""

    first: int
    last: int
    before: LiveLine | None


class Snapshot(Struct, frozen=True):
    """The state of a session after an entry.

    Of the live line: `state`, the game's; `draws`, the number of the next draw; `live`; `played`, the number
    of the newest entry that is more than words about the table, 0 for none; `components`, the set that the
    session is read with; and `lost`: where that is set, the table is not known, and `state` is the last that
    is. Of the whole log, including retracted entries:
    `version` and `digest` of the last entry; `flagged`, how many entries did what the rules do not allow or
    know; `closed`, the outcome of the last close, None if the session is open; `revealed`, whether a close
    revealed the secret of the draws; `void`, the entry by which the session does not count, None if it
    counts; `settings`, as they were last changed; `when` the game was played, as
    somebody last said.
    """

    version: int
    digest: str
    state: Any
    settings: TableSettings
    components: ComponentSet
    draws: int = 0
    live: LiveLine | None = None
    flagged: int = 0
    closed: str | None = None
    lost: Lost | None = None
    played: int = 0
    revealed: bool = False
    void: Voided | None = None
    when: TimeOfPlay = AS_RECORDED


def first_position(game: Game[Any], components: ComponentSet, opened: Opened, digest: str) -> Snapshot:
    """The snapshot of a session after its opening. Judges nothing; raises what does not fit the game."""
    state = initial_state(game, components, opened)
    when = opened.played or AS_RECORDED
    return Snapshot(1, digest, state, opened.settings, components, live=live_with(None, 1), when=when)


def initial_state(game: Game[Any], components: ComponentSet, opened: Opened) -> Any:
    """The game's state after entry 1. Judges nothing."""
    seats = msgspec.convert(opened.seats, tuple.__class_getitem__((game.seat_type, ...)))
    return game.initial(components, seats, msgspec.convert(opened.options, game.options_type))


def seats_of(opened: Opened) -> tuple[str, ...]:
    """The seats, clockwise."""
    return tuple(seat["seat"] for seat in opened.seats)


def live_with(live: LiveLine | None, number: int) -> LiveLine:
    """The live line with one more entry, the newest."""
    if live is not None and number == live.last + 1:
        return live._replace(last=number)
    return LiveLine(number, number, live)


def is_live(live: LiveLine | None, number: int) -> bool:
    """Whether the entry is on the live line."""
    while live is not None and live.first > number:
        live = live.before
    return live is not None and number <= live.last


def live_before(live: LiveLine | None, number: int) -> int:
    """The number of the newest live entry before this one, 0 for none."""
    while live is not None and live.first >= number:
        live = live.before
    return 0 if live is None else min(live.last, number - 1)


def newest_live(live: LiveLine | None) -> int:
    """The number of the newest live entry; the opening always is one."""
    assert live is not None
    return live.last


def live_numbers(live: LiveLine | None) -> list[int]:
    """The numbers of the live entries, oldest first."""
    runs = []
    while live is not None:
        runs.append(range(live.first, live.last + 1))
        live = live.before
    return [number for run in reversed(runs) for number in run]


Read = Callable[[int, int], Iterable[Entry | Unreadable]]
"""`read(first, last)`: the session's stored entries with these numbers, in order."""

Back = Callable[[int], Snapshot]
"""`back(to)`: the position after an earlier entry of the same log."""

Played: TypeAlias = Recorded | Corrected
"""An entry with facts."""

Apply = Callable[[Game[Any], Any, Played], Any]
"""`apply(game, state, entry)`: the state after the entry's facts. Raises the game's errors on others."""


def stored_facts(game: Game[Any], state: Any, entry: Played) -> Any:
    """The state after the facts of the entry."""
    return fold(game, state, codec_of(game).facts.decode(entry.facts))


Sets = Callable[[str], ComponentSet]
"""`sets(hash)`: the component set of that hash. Raises `LookupError`."""

Amend: TypeAlias = Callable[[Snapshot, Amended], tuple[ComponentSet, Any]]
"""`amend(position, entry)`: the set of the entry, and the live line's table under it. Raises any error."""


def no_other_set(name: str) -> ComponentSet:
    """For a session that is read with the set that it was opened with."""
    raise LookupError(name)


def table_under(
    game: Game[Any],
    components: ComponentSet,
    opened: Opened,
    live: LiveLine | None,
    entries: Iterable[Entry | Unreadable],
) -> Any:
    """The table after the live ones of these entries, as it is with another component set.

    Raises any error that the game raises where a fact does not fit the set.
    """
    state = initial_state(game, components, opened)
    for entry in entries:
        if isinstance(entry, Recorded | Corrected) and is_live(live, entry.number):
            state = stored_facts(game, state, entry)
    return state


def amending(game: Game[Any], opened: Opened, sets: Sets, read: Read) -> Amend:
    """The `amend` of a session with these sets and stored entries."""

    def amend(position: Snapshot, entry: Amended) -> tuple[ComponentSet, Any]:
        components = sets(entry.component_set)
        before = read(2, entry.number - 1)
        return components, table_under(game, components, opened, position.live, before)

    return amend


def advance(
    game: Game[Any],
    position: Snapshot,
    entry: Entry | Unreadable,
    digest: str,
    back: Back,
    amend: Amend,
    apply: Apply = stored_facts,
) -> Snapshot:
    """The snapshot after the next entry of the log. If it cannot be applied, no error: the table is lost."""
    number = entry.number
    live = live_with(position.live, number)
    match entry:
        case Recorded() | Corrected():
            state, lost = position.state, position.lost
            if lost is None:
                try:
                    state = apply(game, state, entry)
                except Exception as error:
                    lost = Lost(number, repr(error))
            draws, flagged = position.draws + draws_taken(entry), position.flagged + is_flagged(entry)
            return replace(
                position,
                version=number,
                digest=digest,
                state=state,
                draws=draws,
                live=live,
                flagged=flagged,
                lost=lost,
                played=number,
            )
        case Retracted(to=to) if goes_back(entry):
            there = back(to)
            live = live_with(there.live, number)
            return replace(
                there,
                version=number,
                digest=digest,
                live=live,
                flagged=position.flagged,
                closed=position.closed,
                revealed=position.revealed,
                void=position.void,
                settings=position.settings,
                when=position.when,
            )
        case Retracted(to=to):
            lost = position.lost or Lost(number, f"it goes back to {to}, which is not an earlier entry")
            return replace(position, version=number, digest=digest, live=live, lost=lost)
        case Amended():
            components, state, lost = position.components, position.state, position.lost
            if lost is None:
                try:
                    components, state = amend(position, entry)
                except Exception as error:
                    lost = Lost(number, repr(error))
            return replace(
                position,
                version=number,
                digest=digest,
                state=state,
                components=components,
                live=live,
                lost=lost,
                played=number,
            )
        case Unreadable(reason=reason):
            lost = position.lost or Lost(number, reason)
            return replace(position, version=number, digest=digest, live=live, lost=lost, played=number)
        case Closed(outcome=outcome, secret=secret):
            revealed = position.revealed or secret is not None
            return replace(
                position, version=number, digest=digest, live=live, closed=outcome, revealed=revealed
            )
        case Reopened():
            return replace(position, version=number, digest=digest, live=live, closed=None)
        case Voided():
            return replace(position, version=number, digest=digest, live=live, void=entry)
        case Reinstated():
            return replace(position, version=number, digest=digest, live=live, void=None)
        case Noted(settings=SettingsChange() as change):
            settings = position.settings.changed(change)
            when = entry.played or position.when
            return replace(position, version=number, digest=digest, live=live, settings=settings, when=when)
        case Noted(played=TimeOfPlay() as when):
            return replace(position, version=number, digest=digest, live=live, when=when)
        case Opened() | Noted():
            return replace(position, version=number, digest=digest, live=live)
        case _:
            assert_never(entry)


def is_flagged(entry: Entry | Unreadable) -> bool:
    """Whether the table did here what the rules do not allow or know."""
    return isinstance(entry, Corrected) or (isinstance(entry, Recorded) and bool(entry.broken))


def stands(position: Snapshot, entry: Entry | Unreadable) -> bool:
    """Whether the entry has not been taken back. A note never is, nor what puts the session right."""
    return isinstance(entry, Noted | OfTheSession) or is_live(position.live, entry.number)


def goes_back(entry: Retracted) -> bool:
    """Whether the entry that it names is an earlier one."""
    return 1 <= entry.to < entry.number


def draws_taken(entry: Played) -> int:
    """How many draws of this session the entry took."""
    if isinstance(entry, Corrected) or entry.copied:
        return 0
    return sum(outcome.draws for outcome in entry.outcomes)


def way_to(
    number: int, known: Callable[[int], Snapshot], read: Read
) -> tuple[Snapshot, list[Entry | Unreadable]]:
    """A known snapshot, and the entries that lead from there to the table after entry `number`, in order.

    `known(number)` is a snapshot that is known already, after that entry or before it. Each entry is read
    once, and what was taken back is left out: follow the way with `advance_on_the_way`.
    """
    base = known(number)
    seen: dict[int, Entry | Unreadable] = {}
    way: list[Entry | Unreadable] = []
    while number > base.version:
        if number not in seen:
            seen |= {entry.number: entry for entry in read(base.version + 1, number)}
        entry = seen[number]
        way.append(entry)
        number = entry.to if isinstance(entry, Retracted) and goes_back(entry) else number - 1
        if number < base.version:
            base = known(number)
    return base, way[::-1]


def advance_on_the_way(
    game: Game[Any],
    position: Snapshot,
    entry: Entry | Unreadable,
    amend: Amend,
    apply: Apply = stored_facts,
) -> Snapshot:
    """The position after the next entry of a way: the table that a retraction went back to is that here."""
    return advance(game, position, entry, "", lambda to: position, amend, apply)


def newest_undo(position: Snapshot, at: Callable[[int], Snapshot], read: Read) -> Retracted | None:
    """The retraction that a redo reverses; None if there is none.

    It is the newest step of the session: nothing but notes, and redos of later retractions, came after it. A
    redo goes back to the entry before it. `at(number)`: the position after an entry of the same log.
    """
    while (number := _first_since(position)) is not None:
        for entry in read(number, number):
            if not isinstance(entry, Retracted) or not goes_back(entry):
                return None
            if not entry.redo:
                return entry
            position = at(entry.to)
            break
        else:
            return None
    return None


def _first_since(position: Snapshot) -> int | None:
    """The entry at which the live line took its last leap, if nothing was played since."""
    live = position.live
    if live is None or live.before is None or position.played >= live.first:
        return None
    return live.first


def may_be_corrected(game: Game[Any], entry: Entry | Unreadable) -> bool:
    """Whether a correction may name it: it made the table what it is, and everybody is shown that it did.

    Everybody is shown a correction, so one that named a note, or an action that is not for all to see, would
    reveal it.
    """
    match entry:
        case Opened() | Corrected():
            return True
        case Recorded(action=action):
            try:
                return game.action_view(codec_of(game).actions.decode(action), PUBLIC) is not None
            except Exception:  # what came from outside may be an action that no game can show
                return False
    return False


class Session:
    """One play of a game by a group.

    Recording never changes a session: it fills a `UnitOfWork` whose entries can be stored. When they are,
    its `commit` moves the session on; a failed store leaves the session as it was. `updated` is when the last
    entry was recorded that can be read.

    A copy that moves on leaves the session as it is for those who look at it meanwhile: what both share of
    the past, snapshots and requests, is only ever added to.
    """

    def __init__(
        self,
        game: Game[Any],
        components: ComponentSet,
        opened: Opened,
        digest: str,
        sets: Sets = no_other_set,
    ) -> None:
        self.game = game
        self.sets = sets
        self.opened = opened
        self.id = opened.session
        self.position = first_position(game, components, opened, digest)
        self.snapshots = [self.position]
        self.requests: dict[str, tuple[int, str | None]] = {}
        self.updated = opened.at
        self.notes = 0
        """How many notes were written, including retracted entries. Notes of refusals do not count."""
        self.notes_by: Mapping[RecordedBy, int] = {}
        self.told_by: Mapping[RecordedBy, int] = {}
        """How many notes each wrote, and how many of their refused attempts were reported to the table."""
        self._remember(opened)

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.position.version

    @property
    def state(self) -> Any:
        """The game's state on the live line."""
        return self.position.state

    @property
    def components(self) -> ComponentSet:
        """The component set that the session is read with: the last one of its live line."""
        return self.position.components

    def follow(self, entry: Entry | Unreadable, digest: str, read: Read) -> None:
        """Advance over a stored entry. If it cannot be applied to the table, no error: the table is lost."""
        self.move_on(self.after(self.position, entry, digest, read), entry)

    def move_on(self, position: Snapshot, entry: Entry | Unreadable) -> None:
        """Move on over a stored entry to the position after it."""
        self.position = position
        self._remember(entry)
        self._keep_checkpoint()

    def at(self, version: int, read: Read) -> Snapshot:
        """The session as it was after entry `version`. Raises `NotLive` if there is no such entry."""
        if not 1 <= version <= self.version:
            raise NotLive(f"There is no entry {version}; the last one is {self.version}.")
        if version == self.version:
            return self.position
        position = self._checkpoint(version)
        for entry in read(position.version + 1, version):
            position = self.after(position, entry, "", read)
        return position

    def after(
        self,
        position: Snapshot,
        entry: Entry | Unreadable,
        digest: str,
        read: Read,
        apply: Apply = stored_facts,
        sets: Sets | None = None,
    ) -> Snapshot:
        """The position after the next entry of this session's log. The session stays where it is."""
        amend = amending(self.game, self.opened, sets or self.sets, read)
        return advance(self.game, position, entry, digest, lambda to: self._back_to(to, read), amend, apply)

    def recorded_as(self, action_id: str | None, request: str | None) -> int | None:
        """The entry that this request made earlier, if it did. Raises `ActionIdReused` for another body."""
        if action_id is None or action_id not in self.requests:
            return None
        number, earlier = self.requests[action_id]
        if earlier != request:
            raise ActionIdReused(action_id)
        return number

    def _back_to(self, to: int, read: Read) -> Snapshot:
        position, way = way_to(to, self._checkpoint, read)
        amend = amending(self.game, self.opened, self.sets, read)
        for entry in way:
            position = advance_on_the_way(self.game, position, entry, amend)
        return position

    def _checkpoint(self, number: int) -> Snapshot:
        return next(kept for kept in reversed(self.snapshots) if kept.version <= number)

    def _keep_checkpoint(self) -> None:
        if self.position.version - self.snapshots[-1].version >= SNAPSHOT_EVERY:
            self.snapshots.append(self.position)

    def _remember(self, entry: Entry | Unreadable) -> None:
        if not isinstance(entry, Unreadable):
            self.updated = entry.at
        if entry.action_id is not None:
            self.requests[entry.action_id] = (entry.number, entry.request)
        if isinstance(entry, Noted):
            counts = self.notes_by if entry.refusal is None else self.told_by
            counted = {**counts, entry.by: counts.get(entry.by, 0) + 1}  # what copies share is never changed
            if entry.refusal is None:
                self.notes, self.notes_by = self.notes + 1, counted
            else:
                self.told_by = counted


def reveals_secret(game: Game[Any], outcome: str) -> bool:
    """Whether such a close reveals the secret of the draws by itself, and with it all that they decided."""
    return outcome == "finished" and game.opens_when_finished


def request_hash(body: Json) -> str:
    """The hash that distinguishes a repeated request from another one with the same id."""
    return hashlib.sha256(canonical(body)).hexdigest()
