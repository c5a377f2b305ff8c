"""Packed files: every gzip member is read, nothing behind them is passed over, a part of it at a time."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable

import pytest

from replays.portable import (
    PIECE_BYTES,
    PortableSession,
    TooLong,
    UnreadableFile,
    must_unpack,
    packed,
    plain_pieces,
    portable,
    read_all,
    read_from,
    write,
)
from tests.support.replays.logs import COMPONENTS, GAME, drawn_log, session_of


def as_file(seed: int) -> PortableSession:
    stored = drawn_log(seed)
    return portable(session_of(stored), GAME.key, GAME.rules_version, COMPONENTS, stored)


LINES = [write(as_file(seed)) + b"\n" for seed in (1, 2, 3)]
SESSIONS = [as_file(seed).session for seed in (1, 2, 3)]


def sessions(data: bytes) -> list[str]:
    return [file.session for file in read_all(data)]


def test_every_gzip_member_is_read() -> None:
    assert sessions(b"".join(map(packed, LINES))) == SESSIONS


def test_a_line_may_go_over_from_one_member_to_the_next() -> None:
    whole = b"".join(LINES)
    for cut in (1, len(LINES[0]) - 1, len(LINES[0]), len(LINES[0]) + 1, len(whole) - 1):
        assert sessions(packed(whole[:cut]) + packed(b"") + packed(whole[cut:])) == SESSIONS


@pytest.mark.parametrize("garbage", [b"\0", b"\n", b"\x1f", b"garbage", LINES[0], b"\0" * 512])
def test_what_stands_behind_the_last_member_and_is_no_gzip_is_an_error(garbage: bytes) -> None:
    with pytest.raises(UnreadableFile, match="follows the gzip data"):
        sessions(packed(LINES[0]) + packed(LINES[1]) + garbage)


@pytest.mark.parametrize("lost", [1, 4, 8, 9, 200])
def test_a_member_that_ends_too_early_is_an_error(lost: int) -> None:
    with pytest.raises(UnreadableFile, match="too early"):
        sessions(packed(LINES[0]) + packed(LINES[1])[:-lost])


def test_a_member_that_has_only_begun_is_an_error() -> None:
    for begun in (2, 3, 10, 11):
        with pytest.raises(UnreadableFile, match="too early"):
            sessions(packed(LINES[0]) + packed(LINES[1])[:begun])


def test_a_damaged_member_behind_a_sound_one_is_an_error() -> None:
    second = bytearray(packed(LINES[1]))
    second[-5] ^= 1
    with pytest.raises(UnreadableFile, match="damaged"):
        sessions(packed(LINES[0]) + bytes(second))


class Endless(io.RawIOBase):
    """A file without an end: the same bytes again and again. It counts how many were asked of it."""

    def __init__(self, again: bytes) -> None:
        self.again = again
        self.given = 0

    def read(self, size: int = -1) -> bytes:
        assert size > 0, "the whole was asked for"
        start = self.given % len(self.again)
        piece = (self.again * (2 + size // len(self.again)))[start : start + size]
        self.given += size
        return piece


@pytest.mark.parametrize("packing", [bytes, packed])
def test_a_file_of_any_length_is_read_as_far_as_sessions_are_asked_for(
    packing: Callable[[bytes], bytes],
) -> None:
    part = packing(b"".join(LINES))
    stream = Endless(part)
    files = read_from(stream)
    for asked in range(1, 301):
        assert next(files).session == SESSIONS[(asked - 1) % 3]
        assert stream.given <= (asked / 3 + 1) * len(part) + PIECE_BYTES


def test_what_unpacks_a_thousandfold_is_unpacked_as_far_as_it_is_asked_for() -> None:
    blank = gzip.compress(b"\n" * 64 * 1024 * 1024, mtime=0)
    assert len(blank) > PIECE_BYTES / 2
    pieces = plain_pieces(io.BytesIO(packed(LINES[0]) + blank))
    assert max(len(next(pieces)) for _ in range(20)) <= 4 * PIECE_BYTES
    with pytest.raises(UnreadableFile, match="blank"):
        list(read_from(io.BytesIO(packed(LINES[0]) + blank)))


@pytest.mark.parametrize("filling", [b"x", b'{"format": "tablelog"', b"{\n", b'{"version": 1}\n["'])
def test_one_session_has_a_longest_length_and_nothing_is_read_beyond_it(filling: bytes) -> None:
    most = 1_000_000
    stream = Endless(filling)
    with pytest.raises(UnreadableFile, match=r"longer than 1000000 bytes|line 1: "):
        list(read_from(stream, most))
    assert stream.given <= most + 2 * PIECE_BYTES


def test_the_last_session_that_a_line_is_too_long_for_is_named_by_its_line() -> None:
    files = read_from(io.BytesIO(LINES[0] + b"\n" + b"x" * 100_000), len(LINES[0]) + 1)
    assert next(files).session == SESSIONS[0]
    with pytest.raises(UnreadableFile, match="line 3: it is longer than"):
        next(files)


def test_a_session_is_given_before_what_stands_behind_it_is_looked_at() -> None:
    for behind in (b"{}", b"garbage", b"\xff"):
        files = read_from(io.BytesIO(LINES[0] + behind))
        assert next(files).session == SESSIONS[0]
        with pytest.raises(UnreadableFile, match="line 2"):
            next(files)


def test_lines_are_counted_as_an_editor_shows_them() -> None:
    files = read_from(io.BytesIO(b"\n\n" + LINES[0] + b"\r\n\n{}\n"))
    next(files)
    with pytest.raises(UnreadableFile, match="line 6: "):
        next(files)


@pytest.mark.parametrize("filling", [b"", b"\n"])
def test_members_that_hold_nothing_are_not_unpacked_without_end(filling: bytes) -> None:
    stream = Endless(packed(filling))
    with pytest.raises(UnreadableFile, match=r"gzip members hold less|blank"):
        list(read_from(stream))
    assert stream.given <= 2 * PIECE_BYTES
    assert sessions(packed(b"") * 1_000 + packed(LINES[0])) == SESSIONS[:1]


def test_an_indented_document_is_read_from_a_stream() -> None:
    laid_out = json.dumps(json.loads(LINES[0]), indent=2).replace("\n", "\n\n").encode()
    for data in (laid_out, packed(laid_out), packed(laid_out[:5000]) + packed(laid_out[5000:])):
        assert [file.session for file in read_from(io.BytesIO(data))] == SESSIONS[:1]


def test_a_pipe_may_give_a_byte_at_a_time() -> None:
    class Dripping(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(1)

    for data in (b"".join(LINES[:2]), b"".join(map(packed, LINES[:2]))):
        assert [file.session for file in read_from(Dripping(data))] == SESSIONS[:2]


def test_a_limit_on_the_whole_is_kept_before_the_first_session_is_given() -> None:
    for data in (b"".join(LINES), b"".join(map(packed, LINES))):
        whole = sum(map(len, LINES))
        assert len(list(read_all(data, whole))) == 3
        with pytest.raises(TooLong, match=f"longer than {whole - 1} bytes"):
            next(read_all(data, whole - 1))
    with pytest.raises(UnreadableFile, match="follows the gzip data"):
        next(read_all(packed(LINES[0]) + b"garbage", 1 << 30))


def test_what_unpacks_to_more_than_its_ratio_is_refused_after_its_first_pieces() -> None:
    class Counting(io.BytesIO):
        given = 0

        def read(self, size: int | None = -1, /) -> bytes:
            piece = super().read(size)
            self.given += len(piece)
            return piece

    bomb = Counting(gzip.compress(b"[]," * 30_000_000, compresslevel=1))
    with pytest.raises(TooLong, match="more than 40 times its length"):
        must_unpack(bomb, 1 << 40, 40)
    assert bomb.given == PIECE_BYTES < len(bomb.getvalue())


def test_a_file_that_may_be_unpacked_stands_at_its_beginning_again() -> None:
    whole = b"".join(LINES)
    for data in (whole, packed(whole)):
        stream = io.BytesIO(data)
        must_unpack(stream, len(whole), 40)
        assert [file.session for file in read_from(stream)] == SESSIONS
