"""Loading: from stored bytes to a session, with the game and the component set that it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from domain.games import REGISTRY
from domain.kernel import ComponentSet, Game
from domain.kernel.engine.entries import Entry, Opened, UnreadableEntry, unseal
from domain.kernel.engine.views import Unreadable, read_entry
from domain.kernel.messages import Json
from domain.kernel.session import Session, Sets
from domain.kernel.session.opening import load_components
from replays.event_store import EventStore, LogEntry

DEMO = "demo"

Uploaded = Callable[[str], tuple[str, Mapping[str, Json]] | None]
"""`uploaded(hash)`: the game and the document of a component set that somebody uploaded, if there is one."""


class UnknownGame(LookupError):
    """No game of this key is registered here."""


class UnknownComponentSet(LookupError):
    """Neither a packaged nor an uploaded component set has this name."""


class UnknownSession(LookupError):
    """The log holds no session with this id."""


class Library:
    """The games and component sets that stored sessions name."""

    def __init__(
        self, uploaded: Uploaded = lambda name: None, games: Mapping[str, Game[Any]] | None = None
    ) -> None:
        self.games = REGISTRY if games is None else games
        self._uploaded = uploaded
        self._kept: dict[str, ComponentSet] = {}
        self._packaged: dict[str, Mapping[str, ComponentSet]] = {}

    def game(self, key: str) -> Game[Any]:
        """The game. Raises `UnknownGame`."""
        try:
            return self.games[key]
        except KeyError:
            raise UnknownGame(key) from None

    def component_set(self, name: str, game: str | None = None) -> ComponentSet:
        """The set with this content hash, or with this packaged name (`demo`) of the game.

        Raises `UnknownComponentSet`, `UnknownGame`.
        """
        if name in self._kept:
            return self._kept[name]
        for key in self.games if game is None else (game,):
            packaged = self.packaged(key)
            if game is not None and name in packaged:
                return packaged[name]
        if name in self._kept:
            return self._kept[name]
        if found := self._uploaded(name):
            key, document = found
            self._kept[name] = load_components(self.game(key), document)
            return self._kept[name]
        raise UnknownComponentSet(name)

    def sets_of(self, game: str) -> Sets:
        """Finds component sets of the game by their hash alone. It raises `LookupError`."""

        def find(name: str) -> ComponentSet:
            components = self.component_set(name, game)
            if components.hash != name or components.game != game:
                raise UnknownComponentSet(name)
            return components

        return find

    def knows(self, name: str) -> bool:
        """Whether there is a set with this content hash, of a game that is known here."""
        try:
            return bool(self.component_set(name))
        except (UnknownComponentSet, UnknownGame):
            return False

    def packaged(self, game: str) -> Mapping[str, ComponentSet]:
        """The component sets that come with the game, by name. Raises `UnknownGame`."""
        packaged = self._packaged.get(game)
        if packaged is None:  # whole before it is shown: other threads may ask for it meanwhile
            packaged = packaged_sets(self.game(game))
            self._kept.update({components.hash: components for components in packaged.values()})
            self._packaged[game] = packaged
        return packaged

    def is_packaged(self, components: ComponentSet) -> bool:
        """Whether the component set comes with its game."""
        return any(components.hash == one.hash for one in self.packaged(components.game).values())


_PACKAGED: dict[int, tuple[Game[Any], Mapping[str, ComponentSet]]] = {}
"""By the identity of a game, which is kept, too: what comes with it is read once in a process."""


def packaged_sets(game: Game[Any]) -> Mapping[str, ComponentSet]:
    """The component sets that come with the game, by name."""
    if id(game) not in _PACKAGED:
        sets = {name: load_components(game, document) for name, document in game.demo_sets().items()}
        _PACKAGED.setdefault(id(game), (game, sets))
    return _PACKAGED[id(game)][1]


class _Opening(Struct):
    game: str


_OPENING = msgspec.json.Decoder(_Opening)


def game_of(library: Library, opening: LogEntry) -> Game[Any]:
    """The game that a session's first entry names. Raises `UnreadableEntry`, `UnknownGame`."""
    try:
        return library.game(_OPENING.decode(opening.body).game)
    except msgspec.MsgspecError as error:
        raise UnreadableEntry(f"{opening.topic}: {error}") from error


def begin(library: Library, opening: LogEntry) -> Session:
    """The session as its first entry opens it.

    Raises `UnreadableEntry`, `UnknownGame`, `UnknownComponentSet`.
    """
    game = game_of(library, opening)
    opened = unseal(game, opening.topic, opening.body)
    if not isinstance(opened, Opened):
        raise UnreadableEntry(f"{opening.topic}: a session begins with its opening")
    components = library.component_set(opened.component_set, game.key)
    return Session(game, components, opened, opening.digest, library.sets_of(game.key))


def load_session(store: EventStore, library: Library, session_id: str) -> Session:
    """The session as the log has it now.

    Raises `UnknownSession`, `UnreadableEntry`, `UnknownGame`, `UnknownComponentSet`.
    """
    log = store.read(session_id)
    opening = next(log, None)
    if opening is None:
        raise UnknownSession(session_id)
    session = begin(library, opening)
    catch_up(session, log, [session.opened])
    return session


def catch_up(session: Session, log: Iterable[LogEntry], before: list[Entry | Unreadable]) -> None:
    """Move a session on over stored entries. `before` holds the entries so far, and is added to.

    Raises `UnreadableEntry` where one is missing.
    """

    def read(first: int, last: int) -> list[Entry | Unreadable]:
        return before[first - 1 : last]

    for stored in log:
        must_follow(session, stored)
        entry = read_stored(session.game, stored)
        before.append(entry)
        session.follow(entry, stored.digest, read)


def must_follow(session: Session, stored: LogEntry) -> None:
    """Raises `UnreadableEntry` where the entry is not the session's next one."""
    if stored.number != session.version + 1:
        raise UnreadableEntry(f"{stored.topic}: entry {session.version + 1} is missing before it")


def read_stored(game: Game[Any], stored: LogEntry) -> Entry | Unreadable:
    """The entry at this place in the log, or `Unreadable`. Never raises."""
    return read_entry(game, stored.session, stored.number, stored.topic, stored.body)


def entries(
    store: EventStore, game: Game[Any], session_id: str, first: int = 1, last: int | None = None
) -> Iterator[Entry | Unreadable]:
    """The session's entries `first` to `last`, read."""
    for stored in store.read(session_id, first, last):
        yield read_stored(game, stored)
