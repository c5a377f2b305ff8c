"""Simulated sessions: bots that play a game out through its offers, the same for the same seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import resources
from random import Random
from typing import Any, Literal
from uuid import UUID

from msgspec import Struct

from domain.kernel.chance import keyed_draws
from domain.kernel.components import ComponentSet
from domain.kernel.engine.entries import Entry, RecordedBy, StoredEntry
from domain.kernel.engine.playing import bots_choice
from domain.kernel.game import Game
from domain.kernel.messages import Json
from domain.kernel.session import Session, Stamp, UnitOfWork, reveals_secret
from domain.kernel.session.opening import OpeningRequest, open_session

SECRET_BYTES = 32
SALT_BYTES = 8
MOST_ACTIONS = 4_000
"""A game that bots have not finished by then is closed as abandoned."""

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""Simulated time: it begins here and passes by the seed, so that files come out the same."""

MOST_SECONDS_BETWEEN_ACTIONS = 40
DAYS_COVERED = 300
TAG = "simulated"


class Simulated(Struct, frozen=True):
    """One simulated session, complete and closed."""

    session: Session
    entries: tuple[Entry, ...]
    stored: tuple[StoredEntry, ...]


def openings(game: str) -> list[dict[str, Json]]:
    """The openings of the recorded games in the library."""
    folder = resources.files("replays").joinpath("recorded_games", game)
    found = []
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(".jsonl"):
                found.append(json.loads(file.read_text("utf-8").split("\n", 1)[0]))
    return found


def sampled_openings(game: Game[Any], components: ComponentSet, random: Random) -> list[dict[str, Json]]:
    """An opening that the game makes up for each number of seats."""
    made = (game.sample_opening(components, count, random) for count in game.seat_counts)
    return [{"seats": seats, "options": options} for seats, options in made]


def simulate(
    game: Game[Any],
    components: ComponentSet,
    sessions: int,
    seed: int,
    *,
    sandbox: bool = False,
    most_actions: int = MOST_ACTIONS,
) -> Iterator[Simulated]:
    """So many sessions, one after another. Every outcome is drawn under the session's own commitment.

    They are opened as the recorded games of the library are, one by one; without any, as the game makes up.
    """
    choices = openings(game.key) or sampled_openings(game, components, Random(f"{game.key}/{seed}"))
    for number in range(sessions):
        yield simulate_one(
            game,
            components,
            choices[number % len(choices)],
            Random(f"{game.key}/{seed}/{number}"),
            sandbox=sandbox,
            most_actions=most_actions,
        )


def simulate_one(
    game: Game[Any],
    components: ComponentSet,
    opening: dict[str, Json],
    random: Random,
    *,
    sandbox: bool = False,
    most_actions: int = MOST_ACTIONS,
) -> Simulated:
    """One session from this opening (`seats`, `options`), played until it is finished.

    Nobody's secrets are in it: the close reveals that of the draws in any case, so that each can be proven.
    """
    clock = _Clock(random)
    session_id, secret = clock.session_id(), random.randbytes(SECRET_BYTES)
    request = OpeningRequest(
        seats=tuple(opening["seats"]),
        options=opening.get("options", {}),
        chance="drawn",
        sandbox=sandbox,
        tags=(TAG,),
    )
    session, opened, first = open_session(game, components, request, session_id, secret, clock.stamp())
    work = UnitOfWork(session, lambda first, last: [opened][first - 1 : last])
    below = keyed_draws(secret, session_id)
    seats = tuple(seat["seat"] for seat in opened.seats)
    for _ in range(most_actions):
        tree = bots_choice(game, work.position.state, seats, random)
        if tree is None:
            break
        work.record(tree, clock.stamp(), below)
    finished = game.is_finished(work.position.state)
    outcome = "finished" if finished else "abandoned"
    asked = not reveals_secret(game, outcome)
    stamp = clock.stamp("owner" if asked else "scribe")
    work.close(outcome, secret.hex(), stamp, on_request=asked)
    work.commit()
    return Simulated(session, (opened, *work.entries), (first, *work.stored))


class _Clock:
    """Simulated time, and the other parts of a stamp."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.now = BEGINNING + timedelta(seconds=random.randrange(DAYS_COVERED * 24 * 3600))

    def session_id(self) -> str:
        """A UUID version 7: milliseconds, then random bits."""
        milliseconds = int(self.now.timestamp() * 1000)
        bits = (milliseconds << 80) | self.random.getrandbits(80)
        bits = bits & ~(0xF << 76) & ~(0x3 << 62) | (0x7 << 76) | (0x2 << 62)
        return str(UUID(int=bits))

    def stamp(self, role: Literal["owner", "scribe"] = "scribe") -> Stamp:
        self.now += timedelta(seconds=1 + self.random.randrange(MOST_SECONDS_BETWEEN_ACTIONS))
        at = self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return Stamp(at=at, by=RecordedBy(role), salt=self.random.randbytes(SALT_BYTES).hex())
