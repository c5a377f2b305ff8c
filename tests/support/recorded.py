"""Complete recorded games, played through the kernel."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain.kernel import Fact, Game
from domain.kernel.chance import Below
from domain.kernel.engine.entries import Recorded, RecordedBy, StoredEntry
from domain.kernel.session import Session, Snapshot, Stamp, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, load_components, open_session

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "replays" / "recorded_games"
STAMP = Stamp(at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="00")
SECRET = bytes(32)
OPENING = ("seats", "options", "chance", "may_declare")


def library(game: str) -> list[Path]:
    """The recorded games of a title: first line the opening, then an action a line."""
    return recorded_in(f"replays/recorded_games/{game}")


def recorded_in(folder: str) -> list[Path]:
    """The recorded games in this folder of the checkout."""
    return sorted((ROOT / folder).glob("*.jsonl"))


class Record(NamedTuple):
    """What one recorded action added to a draft."""

    position: Snapshot
    entry: Recorded
    stored: StoredEntry
    facts: tuple[Fact, ...]
    probed: bool
    asked_of: frozenset[str]


class RememberingDraft(UnitOfWork):
    """A draft that computes each action of a recorded game once per process.

    Dozens of tests play the same games. The digest of a position covers all entries before it, so game,
    digest and action decide what is added. Entries with another stamp, with draws or against the rules are
    always computed.
    """

    known: dict[tuple[int, str, str], Record] = {}
    begun: dict[tuple[int, str, str], Session] = {}
    """Opened once as well: a state holds its box, and boxes read apart are not equal."""
    first: dict[tuple[int, str], Session] = {}
    """By the digest of the opening: openings that are written differently may be the same entry."""
    games: dict[int, Game[Any]] = {}
    """By identity, which stays taken as long as the game is here."""

    def record(
        self, tree: Mapping[str, Any], stamp: Stamp, below: Below | None, *, reason: str | None = None
    ) -> tuple[Recorded, tuple[Fact, ...]]:
        if stamp is not STAMP or below is not None or reason is not None:
            return super().record(tree, stamp, below, reason=reason)
        self.games[id(self.game)] = self.game
        key = (id(self.game), self.position.digest, json.dumps(tree))
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._computed(tree)
        else:
            self.position = found.position
            self.positions.append(found.position)
            self.entries.append(found.entry)
            self.stored.append(found.stored)
        self.probed |= found.probed
        self.asked_of |= found.asked_of
        return found.entry, found.facts

    def _computed(self, tree: Mapping[str, Any]) -> Record:
        probed, asked_of = self.probed, self.asked_of
        self.probed, self.asked_of = False, set()
        try:
            entry, facts = super().record(tree, STAMP, None)
            return Record(self.position, entry, self.stored[-1], facts, self.probed, frozenset(self.asked_of))
        finally:
            self.probed |= probed
            self.asked_of |= asked_of


def opened(game: Game[Any], opening: dict[str, Any], session: str = "recorded") -> tuple[Session, UnitOfWork]:
    """The session that the first line of a recorded game opens, and a draft to continue it."""
    key = (id(game), json.dumps(opening), session)
    begun = RememberingDraft.begun.get(key)
    if begun is None:
        components = load_components(game, game.demo_sets()[opening["component_set"]])
        known = {name: opening[name] for name in OPENING if name in opening}
        request = msgspec.convert(known, OpeningRequest)
        begun, _, _ = open_session(game, components, request, session, SECRET, STAMP)
        RememberingDraft.games[id(game)] = game
        begun = RememberingDraft.first.setdefault((id(game), begun.position.digest), begun)
        RememberingDraft.begun[key] = begun
    own = copy(begun)  # settling a draft moves its session on
    own.snapshots, own.requests = [*begun.snapshots], {**begun.requests}
    return own, RememberingDraft(own, lambda first, last: iter(()))


def played_to_the_end(game: Game[Any], recorded: Path) -> tuple[Session, UnitOfWork, int]:
    """The recorded game with every action accepted; the number of actions."""
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    session, draft = opened(game, opening)
    for action in actions:
        draft.record(action, STAMP, None)
    return session, draft, len(actions)
