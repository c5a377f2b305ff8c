"""Pieces of heavy work: each is done once, none waits for the dead, and no more is kept than may be."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from service.heavy import pieces as module
from service.heavy.asked import Asked, Audit, Export, Import, Made, Proof
from service.heavy.pieces import ABANDONED, MOST_OF_AN_ADDRESS, MOST_UNFINISHED, Pieces, TooMuchWork

A_TIME = 1_800_000_000 * 10**9
HOLDING = """
import sys
from pathlib import Path
from service.heavy.pieces import Pieces
with Pieces(Path(sys.argv[1])).working_on(sys.argv[2]) as is_mine:
    print(is_mine, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def pieces(tmp_path: Path) -> Pieces:
    return Pieces(tmp_path)


def audit(version: int = 1, holder: str = "red", address: str = "192.0.2.7") -> Asked:
    return Asked(Audit("s", version, "d"), holder, address, "2026-01-01T00:00:00Z")


def made(body: bytes = b"{}") -> Made:
    return Made(200, {"ETag": '"1"'}, body)


class Elsewhere:
    """Another process that holds a piece, until it is let go or killed."""

    def __init__(self, home: Path, piece: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLDING, str(home), piece], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self.process.stdout is not None
        self.is_its = self.process.stdout.readline() == b"True\n"

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.communicate()


def test_what_was_made_is_there_for_who_asked(pieces: Pieces) -> None:
    piece = pieces.ask(audit())
    assert (pieces.standing(piece), pieces.waiting(), pieces.made(piece)) == ("waiting", [piece], None)
    with pieces.working_on(piece) as is_mine:
        assert is_mine
        assert (pieces.standing(piece), pieces.waiting()) == ("running", [])
        pieces.finish(piece, made(b'{"a":\n1}'))
    assert pieces.standing(piece) == "done"
    assert pieces.made(piece) == made(b'{"a":\n1}')
    assert pieces.asked(piece) == audit()


def test_a_piece_is_worked_on_by_one_alone_and_once(pieces: Pieces) -> None:
    piece = pieces.ask(audit())
    with pieces.working_on(piece), pieces.working_on(piece) as is_mine:
        assert not is_mine
    with pieces.working_on(piece) as is_mine:
        assert not is_mine


def test_the_longest_waiting_comes_first(pieces: Pieces) -> None:
    asked = [pieces.ask(audit(version)) for version in range(1, 4)]
    for age, piece in enumerate(reversed(asked)):
        os.utime(pieces.folder / f"{piece}.asked", ns=(0, A_TIME - age))
    assert pieces.waiting() == asked


def test_who_asks_the_same_again_waits_for_the_same(pieces: Pieces) -> None:
    piece = pieces.ask(audit())
    assert pieces.ask(audit()) == piece
    with pieces.working_on(piece):
        assert pieces.ask(audit()) == piece
        others = {pieces.ask(audit(2)), pieces.ask(audit(holder="blue")), pieces.ask(export())}
        assert len(others - {piece}) == 3
        pieces.finish(piece, made())
    assert pieces.ask(audit()) != piece


def export() -> Asked:
    return Asked(Export("s", 1, "reef", 1, "c"), "red", "192.0.2.7", "2026-01-01T00:00:00Z")


def test_a_piece_whose_process_is_killed_has_failed(pieces: Pieces, tmp_path: Path) -> None:
    piece = pieces.ask(audit())
    elsewhere = Elsewhere(tmp_path, piece)
    assert elsewhere.is_its
    assert pieces.standing(piece) == "running"
    elsewhere.kill()
    assert pieces.standing(piece) == "failed"
    assert pieces.reason(piece) == ABANDONED
    assert pieces.waiting() == []


def test_a_piece_that_was_stopped_on_the_way_can_be_begun_again(pieces: Pieces, tmp_path: Path) -> None:
    piece = pieces.ask(audit())
    elsewhere = Elsewhere(tmp_path, piece)
    pieces.put_back(piece)
    assert pieces.standing(piece) == "running"
    elsewhere.kill()
    pieces.put_back(piece)
    assert pieces.waiting() == [piece]


def test_what_ended_is_not_put_back(pieces: Pieces) -> None:
    piece = pieces.ask(audit())
    with pieces.working_on(piece):
        pieces.finish(piece, made())
    pieces.put_back(piece)
    with pieces.working_on(piece) as is_mine:
        assert not is_mine


def test_a_file_is_there_for_the_work_and_gone_after_it(pieces: Pieces) -> None:
    asked = Asked(Proof("p", None, 1, 1), "", "", "2026-01-01T00:00:00Z")
    piece = pieces.ask(asked, io.BytesIO(b"a session"))
    assert pieces.file(piece).read_bytes() == b"a session"
    pieces.fail(piece, "No.")
    assert not pieces.file(piece).exists()
    assert pieces.reason(piece) == "No."


def test_imports_are_left_to_the_web(pieces: Pieces) -> None:
    piece = pieces.ask(Asked(Import("d", "k"), "red", "192.0.2.7", "2026-01-01T00:00:00Z"))
    assert pieces.standing(piece) == "waiting"
    assert pieces.waiting() == []


def test_one_address_waits_for_a_few_and_all_for_some_more(pieces: Pieces) -> None:
    for version in range(MOST_OF_AN_ADDRESS):
        pieces.ask(audit(version))
    with pytest.raises(TooMuchWork, match="you asked for"):
        pieces.ask(audit(99))
    assert pieces.ask(audit(0)) in pieces.waiting()
    for number in range(MOST_UNFINISHED - MOST_OF_AN_ADDRESS):
        pieces.ask(audit(100 + number, address=f"198.51.100.{number}"))
    with pytest.raises(TooMuchWork, match=f"{MOST_UNFINISHED} pieces"):
        pieces.ask(audit(99, address="203.0.113.1"))
    pieces.fail(pieces.waiting()[0], "No.")
    pieces.ask(audit(99, address="203.0.113.1"))


def test_what_is_kept_goes_after_an_hour(pieces: Pieces, monkeypatch: pytest.MonkeyPatch) -> None:
    piece = pieces.ask(audit())
    pieces.finish(piece, made())
    pieces.sweep()
    assert pieces.made(piece) is not None
    monkeypatch.setattr(module, "KEPT_SECONDS", -1.0)
    pieces.sweep()
    assert pieces.asked(piece) is None
    assert list(pieces.folder.iterdir()) == []


def test_the_oldest_of_what_is_kept_goes_when_it_is_much(
    pieces: Pieces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_KEPT_BYTES", 2_500)
    asked = [pieces.ask(audit(version)) for version in range(3)]
    for age, piece in enumerate(reversed(asked)):
        pieces.finish(piece, made(b" " * 1_000))
        done = pieces.folder / f"{piece}.done"
        os.utime(done, ns=(0, done.stat().st_mtime_ns - age * 10**9))
    pieces.sweep()
    assert [piece for piece in asked if pieces.asked(piece)] == asked[1:]


def test_what_is_made_for_a_piece_that_is_gone_is_dropped(pieces: Pieces) -> None:
    piece = pieces.ask(audit())
    with pieces.working_on(piece):
        pieces.forget(piece)
        pieces.finish(piece, made())
    assert list(pieces.folder.iterdir()) == []
    with pieces.working_on(piece) as is_mine:  # by who saw it wait before
        assert is_mine
    assert list(pieces.folder.iterdir()) == []


def test_files_are_for_their_owner_alone(pieces: Pieces) -> None:
    piece = pieces.ask(audit(), io.BytesIO(b"a session"))
    pieces.finish(pieces.ask(audit(2)), made())
    with pieces.working_on(piece):
        modes = {path.stat().st_mode & 0o777 for path in pieces.folder.iterdir()}
    assert (modes, pieces.folder.stat().st_mode & 0o777) == ({0o600}, 0o700)
