"""The session: the one aggregate. Every entry of its log is made here, and folded here."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from domain.kernel.breaches import breaches, new_breaches
from domain.kernel.chance import Below, Chance, Outcome, Undeclarable
from domain.kernel.components import ComponentSet, canonical
from domain.kernel.entries import (
    Closed,
    Corrected,
    Entry,
    Noted,
    Opened,
    Recorded,
    RecordedBy,
    Retracted,
    StoredEntry,
    codec_of,
    payload_version,
    seal,
)
from domain.kernel.envelopes import envelope_version
from domain.kernel.fold import decide, fold
from domain.kernel.game import Game
from domain.kernel.messages import Fact, Json
from domain.kernel.outcomes import as_json, put
from domain.kernel.rejection import Rejected, against_the_rules
from domain.kernel.unreadable import Lost, Unreadable
from domain.kernel.usable import must_be_shown, must_be_usable

CHECKPOINT_EVERY = 32
"""Entries between two positions that a session in memory keeps, to go back to without a long fold."""


class SessionClosed(Exception):
    """Nothing more is recorded in a closed session."""


class NotLive(Exception):
    """The entry is no place to go back to: taken back already, or not in the log."""


class NotComputable(Exception):
    """The facts do not fit the table as it stands; only a correction with other facts can record this."""


class TableLost(Exception):
    """Nothing is recorded on a table that is not known, since an entry before cannot be read."""


class ActionIdReused(Exception):
    """The same action id came with another body."""


class LiveLine(NamedTuple):
    """The live entries, newest first, as a chain that positions share."""

    number: int
    before: LiveLine | None


class Position(Struct, frozen=True):
    """A session as it stands after an entry. Once the table is `lost`, `state` is the last that is known."""

    version: int
    digest: str
    state: Any
    draws: int = 0
    live: LiveLine | None = None
    flagged: int = 0
    closed: str | None = None
    lost: Lost | None = None


class Stamp(Struct, frozen=True, kw_only=True):
    """What the outside world gives an entry: time, author, salt, the request's id and body hash."""

    at: str
    by: RecordedBy
    salt: str
    moved_at: str | None = None
    action_id: str | None = None
    request: str | None = None


Read = Callable[[int, int], Iterable[Entry | Unreadable]]
"""`read(first, last)`: the session's stored entries with these numbers, in order."""


class Session:
    """One play of a game by a group.

    Recording never changes a session: it returns a `Draft` whose entries can be stored; when they are,
    `absorb` moves the session on. So a failed store leaves the session as it was.
    """

    def __init__(self, game: Game[Any], components: ComponentSet, opened: Opened, digest: str) -> None:
        self.game = game
        self.components = components
        self.opened = opened
        self.id = opened.session
        self.position = Position(1, digest, initial_state(game, components, opened), live=LiveLine(1, None))
        self.checkpoints = [self.position]
        self.requests: dict[str, tuple[int, str | None]] = {}
        self._remember(opened)

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.position.version

    @property
    def state(self) -> Any:
        """The game's state on the live line."""
        return self.position.state

    def follow(self, entry: Entry | Unreadable, digest: str, read: Read) -> None:
        """Move on over a stored entry. What cannot be applied to the table is no error: the table is lost."""
        self.position = advance(self, self.position, entry, digest, read)
        self._remember(entry)
        self._keep_checkpoint()

    def absorb(self, draft: Draft) -> None:
        """Move on over a draft whose entries have been stored."""
        self.position = draft.position
        for entry in draft.entries:
            self._remember(entry)
        self._keep_checkpoint()

    def at(self, version: int, read: Read) -> Position:
        """The session as it stood after entry `version`. Raises `NotLive` if there is no such entry."""
        if not 1 <= version <= self.version:
            raise NotLive(f"There is no entry {version}; the session stands at {self.version}.")
        if version == self.version:
            return self.position
        position = next(p for p in reversed(self.checkpoints) if p.version <= version)
        for entry in read(position.version + 1, version):
            position = advance(self, position, entry, "", read)
        return position

    def recorded_as(self, action_id: str | None, request: str | None) -> int | None:
        """The entry that this request made before, if it did. Raises `ActionIdReused` for another body."""
        if action_id is None or action_id not in self.requests:
            return None
        number, earlier = self.requests[action_id]
        if earlier != request:
            raise ActionIdReused(action_id)
        return number

    def _keep_checkpoint(self) -> None:
        if self.position.version - self.checkpoints[-1].version >= CHECKPOINT_EVERY:
            self.checkpoints.append(self.position)

    def _remember(self, entry: Entry | Unreadable) -> None:
        if entry.action_id is not None:
            self.requests[entry.action_id] = (entry.number, entry.request)


class Draft:
    """Entries that continue a session and are not stored yet.

    `probed`: one of them declares an outcome that only the hidden part of the table could have refused.
    """

    def __init__(self, session: Session, read: Read) -> None:
        self.session = session
        self.game = session.game
        self.position = session.position
        self.entries: list[Entry] = []
        self.stored: list[StoredEntry] = []
        self.probed = False
        self._read = read

    def record(
        self, tree: Mapping[str, Json], stamp: Stamp, below: Below | None, *, reason: str | None = None
    ) -> tuple[Recorded, tuple[Fact, ...]]:
        """One action. `below` draws what is not declared; with a `reason` the rules are noted, not obeyed.

        Raises `Rejected`, `Undeclarable`, `NotComputable`, `SessionClosed`, `msgspec.ValidationError`.
        """
        self._must_be_open()
        self._must_be_known()
        codec = codec_of(self.game)
        action = codec.action(tree)
        chance = Chance(below, self.position.draws, may_declare=self.session.opened.declarable)
        broken: tuple[str, ...] = ()
        if reason is None:
            facts, _ = decide(self.game, self.position.state, action, chance)
        else:
            facts, broken = self._decide_regardless(action, chance)
        self.probed |= chance.probed
        complete = as_json(action)
        for path, value in chance.drawn.items():
            put(complete, path, msgspec.to_builtins(value))
        topic = f"{self.game.key}.{complete['type']}"
        entry = Recorded(
            **self._envelope(stamp),
            v=payload_version(self.game, topic),
            action=Raw(canonical(complete)),
            facts=Raw(canonical(facts)),
            outcomes=tuple(chance.outcomes),
            rules_version=self.game.rules_version,
            broken=broken,
            reason=reason,
        )
        self._add(entry)
        return entry, facts

    def correct(self, tree: Sequence[Json], reason: str, stamp: Stamp) -> Corrected:
        """Facts without the rules' consent. Raises `NotComputable` if they cannot be applied."""
        self._must_be_open()
        self._must_be_known()
        facts = codec_of(self.game).corrected(tree)
        try:
            self._must_be_usable(fold(self.game, self.position.state, facts))
            must_be_shown(self.game, facts, seats_of(self.session.opened))
        except Exception as error:
            raise NotComputable(
                f"These facts cannot be applied to the table as it stands: {error!r}."
            ) from error
        entry = Corrected(**self._envelope(stamp), facts=Raw(canonical(facts)), reason=reason)
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

    def _decide_regardless(self, action: Any, chance: Chance) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
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
        return facts, tuple(rejection.rule for rejection in broken)

    def _must_be_usable(self, state: Any) -> None:
        must_be_usable(self.game, state, seats_of(self.session.opened))

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

    def _add(self, entry: Entry) -> None:
        stored = seal(self.game.key, self.position.digest, entry)
        self.position = advance(self.session, self.position, entry, stored.digest, self._read_all)
        self.entries.append(entry)
        self.stored.append(stored)

    def _read_all(self, first: int, last: int) -> Iterable[Entry | Unreadable]:
        yield from self._read(first, min(last, self.session.version))
        yield from (entry for entry in self.entries if first <= entry.number <= last)


def reveals_secret(game: Game[Any], outcome: str) -> bool:
    """Whether such a close reveals the secret of the draws by itself, and with it all that they decided."""
    return outcome == "finished" and game.opens_when_finished


def initial_state(game: Game[Any], components: ComponentSet, opened: Opened) -> Any:
    """The game's state after entry 1. Judges nothing."""
    seats = msgspec.convert(opened.seats, tuple.__class_getitem__((game.seat_type, ...)))
    return game.initial(components, seats, msgspec.convert(opened.options, game.options_type))


def seats_of(opened: Opened) -> tuple[str, ...]:
    """The seats, clockwise."""
    return tuple(seat["seat"] for seat in opened.seats)


def request_hash(body: Json) -> str:
    """What tells a repeated request from another one with the same id."""
    return hashlib.sha256(canonical(body)).hexdigest()


def advance(
    session: Session, position: Position, entry: Entry | Unreadable, digest: str, read: Read
) -> Position:
    """The position after an entry of the log."""
    version = entry.number
    match entry:
        case Recorded(facts=facts, outcomes=outcomes, broken=broken):
            state, lost = _folded(session, position, version, facts)
            return Position(
                version,
                digest,
                state,
                next_draw(position.draws, outcomes) if not entry.copied else position.draws,
                LiveLine(version, position.live),
                position.flagged + bool(broken),
                lost=lost,
            )
        case Corrected(facts=facts):
            state, lost = _folded(session, position, version, facts)
            live = LiveLine(version, position.live)
            return Position(version, digest, state, position.draws, live, position.flagged + 1, lost=lost)
        case Retracted(to=to) if _goes_back(entry):
            back = _back_to(session, to, read)
            return msgspec.structs.replace(
                back,
                version=version,
                digest=digest,
                live=LiveLine(version, back.live),
                flagged=position.flagged,
            )
        case _:
            return msgspec.structs.replace(
                position,
                version=version,
                digest=digest,
                live=LiveLine(version, position.live),
                closed=entry.outcome if isinstance(entry, Closed) else position.closed,
                lost=position.lost or _lost_at(entry),
            )


def _folded(session: Session, position: Position, number: int, facts: Raw) -> tuple[Any, Lost | None]:
    """The state after these facts. Facts that cannot be read or applied leave it as it is, and it is lost."""
    if position.lost is not None:
        return position.state, position.lost
    try:
        return fold(session.game, position.state, codec_of(session.game).facts.decode(facts)), None
    except Exception as error:
        return position.state, Lost(number, repr(error))


def _lost_at(entry: Entry | Unreadable) -> Lost | None:
    """How an entry that has no facts loses the table, if it does."""
    if isinstance(entry, Unreadable):
        return Lost(entry.number, entry.reason)
    if isinstance(entry, Retracted):
        return Lost(entry.number, f"it goes back to {entry.to}, which is no earlier entry")
    return None


def _back_to(session: Session, to: int, read: Read) -> Position:
    """The position after entry `to`: only what led there is folded, and once, however often it was left."""
    base = _checkpoint(session, to)
    known: dict[int, Entry | Unreadable] = {}
    path: list[Entry | Unreadable] = []
    number = to
    while number > base.version:
        if number not in known:
            known |= {entry.number: entry for entry in read(base.version + 1, number)}
        entry = known[number]
        path.append(entry)
        number = _led_from(entry)
        if number < base.version:
            base = _checkpoint(session, number)
    position = base
    for entry in reversed(path):
        if isinstance(entry, Retracted) and _goes_back(entry):
            live = LiveLine(entry.number, position.live)
            position = msgspec.structs.replace(position, version=entry.number, live=live)
        else:
            position = advance(session, position, entry, "", read)
    return position


def _checkpoint(session: Session, number: int) -> Position:
    return next(p for p in reversed(session.checkpoints) if p.version <= number)


def _led_from(entry: Entry | Unreadable) -> int:
    """The number of the entry after which the table stood as this one found it, or made it again."""
    return entry.to if isinstance(entry, Retracted) and _goes_back(entry) else entry.number - 1


def _goes_back(entry: Retracted) -> bool:
    return 1 <= entry.to < entry.number


def next_draw(draws: int, outcomes: Sequence[Outcome]) -> int:
    """The number of the next draw after these outcomes."""
    return draws + sum(outcome.draws for outcome in outcomes)


def is_live(live: LiveLine | None, number: int) -> bool:
    """Whether the entry is on the live line."""
    while live is not None and live.number > number:
        live = live.before
    return live is not None and live.number == number


def live_numbers(live: LiveLine | None) -> list[int]:
    """The numbers of the live entries, oldest first."""
    numbers = []
    while live is not None:
        numbers.append(live.number)
        live = live.before
    return numbers[::-1]
