"""Logs to audit, move and walk along: a recorded game, a drawn one, and one in which everything happened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import count
from random import Random

import msgspec

from domain.games import REGISTRY
from domain.kernel.chance import keyed_draws
from domain.kernel.components import ComponentSet, canonical
from domain.kernel.engine.entries import Entry, RecordedBy, StoredEntry, codec_of, digest_of, unseal
from domain.kernel.session import Session, Stamp, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, open_session
from replays.library import Library
from replays.simulate import simulate_one
from tests.support.recorded import library as recorded_games

GAME = REGISTRY["time_of_chaos"]
LIBRARY = Library()
COMPONENTS: ComponentSet = LIBRARY.component_set("demo", GAME.key)
SESSION = "01890a5d-ac96-774b-bcce-b302099a8057"
OTHER_SESSION = "01890a5d-ac96-774b-bcce-b302099a8058"
SECRET = bytes(range(32))
OFF_THE_BOARD: dict[str, object] = {
    "fact": "cube_returned",
    "seat": "red",
    "color": "red",
    "tile": "nowhere",
    "count": 1,
    "cause": "flip",
}
"""A fact that no table can take."""


class Log:
    """A session that is being recorded in memory."""

    def __init__(self, opening: dict[str, object], session: str = SESSION, secret: bytes = SECRET) -> None:
        self._salts = count()
        request = msgspec.convert(
            {name: opening[name] for name in ("seats", "options", "chance")}, OpeningRequest
        )
        self.secret = secret
        self.session, opened, first = open_session(GAME, COMPONENTS, request, session, secret, self.stamp())
        self.opened = opened
        self.first = first
        self.draft = UnitOfWork(self.session, lambda first, last: [opened][first - 1 : last])
        self.below = keyed_draws(secret, session)

    def stamp(self) -> Stamp:
        return Stamp(at="2026-03-01T19:30:00.000Z", by=RecordedBy("scribe"), salt=f"{next(self._salts):016x}")

    def record(self, action: dict[str, object], *, drawn: bool = False, reason: str | None = None) -> None:
        self.draft.record(action, self.stamp(), self.below if drawn else None, reason=reason)

    @property
    def stored(self) -> list[StoredEntry]:
        return [self.first, *self.draft.stored]

    @property
    def entries(self) -> list[Entry]:
        return [self.opened, *self.draft.entries]

    def folded(self) -> Session:
        self.draft.commit()
        return self.session


@cache
def lines(number: int = 0) -> tuple[dict[str, object], ...]:
    """A recorded game of the library: its opening and its actions."""
    path = recorded_games(GAME.key)[number]
    return tuple(json.loads(line) for line in path.read_text("utf-8").splitlines())


def recorded_log(number: int = 0, *, actions: int | None = None, session: str = SESSION) -> Log:
    """A recorded game with every outcome declared, or its first actions."""
    opening, *rest = lines(number)
    log = Log(opening, session)
    for action in rest[:actions]:
        log.record(action)
    return log


def moved_log() -> Log:
    """Entries 2 to 4 are one move, as one list records it; entry 5 is another one."""
    opening, *actions = lines()
    log = Log(opening)
    for action in actions[:3]:
        log.draft.record_typed(codec_of(GAME).action(action), log.stamp(), None, continues=True)
    log.record(actions[3])
    return log


@cache
def drawn_log(seed: int = 1) -> tuple[StoredEntry, ...]:
    """A closed session of bots, every outcome drawn."""
    return simulate_one(GAME, COMPONENTS, dict(lines()[0]), Random(seed)).stored


def eventful_log() -> Log:
    """Recorded, against the rules, corrected, noted, taken back, recorded again, closed."""
    opening, *rest = lines()
    log = Log(opening)
    for action in rest[:8]:
        log.record(action)
    log.draft.note("a fine start", log.stamp(), about=3)
    log.draft.correct(
        [{"fact": "turn_began", "seat": "blue", "turn": 2}], "we forgot the end of a turn", log.stamp()
    )
    log.draft.retract(9, "no, we did not", log.stamp(), exposed=True)
    for action in rest[8:12]:
        log.record(action)
    log.draft.close("abandoned", log.secret.hex(), log.stamp())
    return log


def session_of(stored: Sequence[StoredEntry]) -> str:
    return str(msgspec.json.decode(stored[0].body)["session"])


def changed(stored: StoredEntry, **members: object) -> StoredEntry:
    """The entry with members of its body replaced, its digest left as it was."""
    tree = msgspec.json.decode(stored.body) | members
    return msgspec.structs.replace(stored, body=canonical(tree))


def rechained(stored: Sequence[StoredEntry]) -> list[StoredEntry]:
    """The entries under digests made anew: what a careful forger would do."""
    previous, chained = "0" * 64, []
    for entry in stored:
        previous = digest_of(previous, entry.body)
        chained.append(msgspec.structs.replace(entry, digest=previous))
    return chained


def read_entry(stored: StoredEntry) -> Entry:
    return unseal(GAME, stored.topic, stored.body)
