"""Peers beside ours, in one run on one machine: boardgame.io's server (npm) and python-chess (PyPI).

What cannot be had here is said in a row, and nothing is measured for it.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.client import open_table, record_for
from benchmarks.measured import Measured, percentile
from benchmarks.replaying import SESSION, longest_recorded
from benchmarks.running import HOST, free_port, processor_time_of, service
from domain.games import REGISTRY
from replays.audit import audit_session
from replays.library import Library

FOLDER = Path(__file__).parent / "boardgame_io"
SESSIONS, SECONDS, ROUNDS = 50, 8, 3
OF_MEMORY_BAR, OF_DURABLE_BAR, P95_BAR_MS = 0.6, 10, 30
STARTING_SECONDS = 30
PYTHON_CHESS = "chess==1.11.2"
CHESS_GAMES, CHESS_PLIES = 40, 120


class Load(NamedTuple):
    """Actions a second, p95 and the server's processor time an action, both in milliseconds."""

    rate: float
    p95: float
    processor: float


def rows() -> Iterator[Measured]:
    """Ours and theirs in turn, so that a busy minute of the machine is everybody's."""
    with TemporaryDirectory(prefix="tlp") as folder:
        peer = _installed(Path(folder))
        if peer is None:
            yield Measured("boardgame.io", "not measured", "", None, note="npm or its registry is missing")
        else:
            yield from _boardgame_io(peer)
    yield from _chess()


def _boardgame_io(peer: Path) -> Iterator[Measured]:
    loads: dict[str, list[Load]] = {"ours": [], "in memory": [], "durable": []}
    for _ in range(ROUNDS):
        loads["ours"].append(_ours())
        loads["in memory"].append(_theirs(peer, durable=False))
        loads["durable"].append(_theirs(peer, durable=True))
    best = {name: sorted(found)[len(found) // 2] for name, found in loads.items()}
    for name, what in (
        ("ours", "Tablelog, SQLite, durable"),
        ("in memory", "boardgame.io in memory"),
        ("durable", "boardgame.io, FlatFile"),
    ):
        load = best[name]
        note = f"p95 {load.p95:.0f} ms, {load.processor:.2f} ms of the server an action"
        yield Measured(f"{what}: {SESSIONS} tables flat out", f"{load.rate:,.0f}/s", "", None, note=note)
    for name, bar in (("in memory", OF_MEMORY_BAR), ("durable", OF_DURABLE_BAR)):
        ratio = best["ours"].rate / best[name].rate
        yield Measured(f"ours ÷ boardgame.io, {name}", f"{ratio:.2f}×", f"≥ {bar}×", ratio >= bar)
    p95 = best["ours"].p95
    what = f"an action, p95, {SESSIONS} tables flat out"
    yield Measured(what, f"{p95:.0f} ms", f"≤ {P95_BAR_MS} ms", p95 <= P95_BAR_MS)


def _ours() -> Load:
    with service() as running:
        tables = [open_table(running.url) for _ in range(SESSIONS)]
        asyncio.run(record_for(tables, HOST, running.port, 2))
        before, began = processor_time_of(running.web), time.perf_counter()
        taken = asyncio.run(record_for(tables, HOST, running.port, SECONDS))
        passed = time.perf_counter() - began
        spent = processor_time_of(running.web) - before
    return Load(len(taken) / passed, percentile(taken, 0.95) * 1000, spent * 1000 / len(taken))


def _installed(folder: Path) -> Path | None:
    """boardgame.io with our game in this folder; None where it cannot be had."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return None
    for file in FOLDER.iterdir():
        shutil.copy(file, folder)
    done = subprocess.run([npm, "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=False)
    return folder if done.returncode == 0 else None


def _theirs(peer: Path, *, durable: bool) -> Load:
    with TemporaryDirectory(prefix="tlf") as store, _server(peer, store if durable else None) as port:
        command = ["node", "load.js", str(port), str(SESSIONS), str(SECONDS)]
        done = subprocess.run(command, cwd=peer, check=True, capture_output=True)
        return Load(**json.loads(done.stdout.splitlines()[-1]))


@contextmanager
def _server(peer: Path, store: str | None) -> Iterator[int]:
    port = free_port()
    command = ["node", "server.js", str(port), *([store] if store is not None else [])]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=peer, stdout=quiet, stderr=quiet, env=None)
    try:
        end = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < end:
            with suppress(OSError), urllib.request.urlopen(f"http://{HOST}:{port}/spent", timeout=2):
                break
            time.sleep(0.1)
        yield port
    finally:
        process.kill()
        process.wait()


def _chess() -> Iterator[Measured]:
    with TemporaryDirectory(prefix="tlp") as folder:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, PYTHON_CHESS]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            yield Measured("python-chess", "not measured", "", None, note="PyPI cannot be reached")
            return
        sys.path.insert(0, folder)
        import chess  # type: ignore[import-not-found]  # a peer to measure, no part of ours

        sys.path.remove(folder)
    chooser, games = random.Random(1), []
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        while len(board.move_stack) < CHESS_PLIES and not board.is_game_over():
            board.push(chooser.choice(list(board.legal_moves)))
        games.append([move.uci() for move in board.move_stack])
    began = time.process_time()
    for game in games:
        board = chess.Board()
        for ply in game:
            board.push_uci(ply)
    theirs = (time.process_time() - began) / sum(map(len, games)) * 1e6
    what = "python-chess: a recorded ply read, checked by the rules and played"
    yield Measured(what, f"{theirs:.0f} µs", "", None, note="processor time; the position holds one board")
    library = Library()
    for title in REGISTRY.values():
        stored = longest_recorded(title)
        audit_session(stored, library, SESSION)
        began = time.process_time()
        audit_session(stored, library, SESSION)
        ours = (time.process_time() - began) / len(stored) * 1e6
        what = f"{title.key}: a recorded action read, checked by the rules and compared (audit)"
        yield Measured(what, f"{ours:.0f} µs", "", None, f"{theirs:.0f} µs ({ours / theirs:.1f})")
