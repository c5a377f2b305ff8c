"""Replay, audit, jumps and size of the longest recorded game of each title."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from benchmarks.measured import Measured, percentile, seconds
from domain.games import REGISTRY
from domain.kernel import Game
from domain.kernel.engine.entries import Entry, Opened, RecordedBy, StoredEntry, codec_of, unseal
from domain.kernel.engine.playing import play
from domain.kernel.game import fold
from domain.kernel.session import Session, Stamp, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from replays.audit import audit_session
from replays.library import Library

LIBRARY = Path(__file__).parent.parent / "replays" / "recorded_games"
STAMP = Stamp(at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="5a" * 16)
SESSION = "01900000-0000-7000-8000-000000000000"
REPLAY_BAR, AUDIT_BAR, JUMP_BAR_MS, SIZE_BAR = 60_000, 15_000, 5.0, 1.5
LONG = 1_000
JUMPS = 200


def rows() -> Iterator[Measured]:
    """All rows that need nothing but the domain and the replays."""
    for game in REGISTRY.values():
        stored = longest_recorded(game)
        if stored:
            yield from _game_rows(game, stored)
    yield from _jumps()


def longest_recorded(game: Game[Any]) -> list[StoredEntry]:
    """The entries of the title's longest recorded game, as they are stored; empty if none is recorded."""
    files = sorted((LIBRARY / game.key).glob("*.jsonl"), key=lambda path: path.read_text().count("\n"))
    if not files:
        return []
    opening, *actions = map(json.loads, files[-1].read_text().splitlines())
    components = load_components(game, game.demo_sets()[opening["component_set"]])
    known = {name: opening[name] for name in ("seats", "options", "chance") if name in opening}
    request = msgspec.convert(known, OpeningRequest)
    session, _, first = open_session(game, components, request, SESSION, bytes(32), STAMP)
    work = UnitOfWork(session, lambda first, last: iter(()))
    for action in actions:
        work.record(action, STAMP, None)
    return [first, *work.stored]


def _game_rows(game: Game[Any], stored: list[StoredEntry]) -> Iterator[Measured]:
    count, library = len(stored), Library()
    opened = unseal(game, stored[0].topic, stored[0].body)
    assert isinstance(opened, Opened)
    start = Session(
        game, library.component_set(opened.component_set, game.key), opened, stored[0].digest
    ).state
    decode = codec_of(game).facts.decode

    def replay() -> Any:
        state = start
        for entry in stored[1:]:
            state = fold(game, state, decode(unseal(game, entry.topic, entry.body).facts))  # type: ignore[union-attr]
        return state

    def bare() -> None:
        for entry in stored[1:]:
            msgspec.json.decode(entry.body)

    rate, floor = count / seconds(replay), count / seconds(bare)
    yield Measured(
        f"replay, {game.key}, {count} entries",
        f"{rate:,.0f} entries/s",
        f"≥ {REPLAY_BAR:,}",
        rate >= REPLAY_BAR,
        f"{floor:,.0f} ({rate / floor:.2f})",
        "floor: decoding the same bytes to dicts",
    )
    rate = count / seconds(lambda: audit_session(stored, library, SESSION), 5)
    yield Measured(f"audit, {game.key}", f"{rate:,.0f} entries/s", f"≥ {AUDIT_BAR:,}", rate >= AUDIT_BAR)
    stored_bytes = sum(len(entry.body) + len(entry.digest) + 1 for entry in stored)
    ratio = stored_bytes / sum(len(entry.body) for entry in stored)
    yield Measured(
        f"bytes stored an entry, {game.key}",
        f"{stored_bytes / count:,.0f}",
        f"≤ {SIZE_BAR} × its JSON",
        ratio <= SIZE_BAR,
        f"{ratio:.2f} × its JSON",
    )


def long_session(game: Game[Any], length: int) -> tuple[Session, list[Entry]]:
    """A session of that many entries: games of bots, the turns that keep it from ending repeated."""
    components = load_components(game, game.demo_sets()["demo"])
    seats, options = game.sample_opening(components, game.seat_counts[-1], Random(1))
    request = OpeningRequest(seats=tuple(seats), options=options)
    session, opened, _ = open_session(game, components, request, SESSION, bytes(32), STAMP)
    names = tuple(seat["seat"] for seat in seats)
    entries: list[Entry] = [opened]
    played = list(play(game, session.state, names, Random(1), most_actions=length))

    def read(first: int, last: int) -> list[Entry]:
        return entries[first - 1 : last]

    for step in islice(cycle([None, *played]), 10 * length):
        work = UnitOfWork(session, read)
        if step is None:
            if session.version > 1:
                work.retract(1, "once more", STAMP, exposed=True)
        else:
            work.record(step.action, STAMP, None)
        entries += work.entries
        work.commit()
        if session.version >= length:
            return session, entries
    return session, entries


def _jumps() -> Iterator[Measured]:
    game = next(iter(REGISTRY.values()))
    session, entries = long_session(game, LONG)

    def read(first: int, last: int) -> list[Entry]:
        return entries[first - 1 : last]

    random, taken = Random(2), []
    for _ in range(JUMPS):
        to = random.randint(1, session.version)
        begun = time.perf_counter()
        session.at(to, read)
        taken.append((time.perf_counter() - begun) * 1000)
    p95 = percentile(taken, 0.95)
    yield Measured(
        f"jump at {session.version} entries, p95", f"{p95:.2f} ms", f"≤ {JUMP_BAR_MS} ms", p95 <= JUMP_BAR_MS
    )
