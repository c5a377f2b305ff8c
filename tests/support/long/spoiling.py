"""Damages to the bytes of one file, as disks, networks and people do them. Each changes something."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

PAGE = 4096
"""Bytes that SQLite and disks write at once."""

LONGEST_RUN = 512
LONGEST_APPENDED = 2 * PAGE
TEXT = (".jsonl", ".ndjson", ".json")
"""Files of lines are known by the ends of their names."""


class Spoilt(NamedTuple):
    """What a file holds after a damage, None if it is gone; and where the damage is."""

    data: bytes | None
    place: str


Kind = Callable[[bytes, Random], Spoilt | None]
"""`kind(data, random)`: one damage at a place that chance chooses. None: the file is too short for it."""


def spoil(name: str, data: bytes, random: Random) -> tuple[str, Spoilt]:
    """A damage that changes these bytes, which must be some, and the kind of it.

    name: of the file, which says whether it has lines.
    """
    kinds = KINDS | KINDS_OF_LINES if name.endswith(TEXT) else KINDS
    while True:
        kind = random.choice(sorted(kinds))
        spoilt = kinds[kind](data, random)
        if spoilt is not None and spoilt.data != data:
            return kind, spoilt


def _bit(data: bytes, random: Random) -> Spoilt | None:
    if not data:
        return None
    place, bit = random.randrange(len(data)), random.randrange(8)
    return _written(data, place, bytes([data[place] ^ 1 << bit]), f"byte {place}, bit {bit}")


def _byte(data: bytes, random: Random) -> Spoilt | None:
    if not data:
        return None
    place = random.randrange(len(data))
    return _written(data, place, bytes([data[place] ^ random.randint(1, 255)]), f"byte {place}")


def _zeros(data: bytes, random: Random) -> Spoilt | None:
    return _run(data, random, bytes)


def _noise(data: bytes, random: Random) -> Spoilt | None:
    return _run(data, random, random.randbytes)


def _run(data: bytes, random: Random, made: Callable[[int], bytes]) -> Spoilt | None:
    if not data:
        return None
    place = random.randrange(len(data))
    length = min(random.randint(1, LONGEST_RUN), len(data) - place)
    return _written(data, place, made(length), f"{length} bytes from byte {place}")


def _page(data: bytes, random: Random) -> Spoilt | None:
    if len(data) < PAGE:
        return None
    page = random.randrange(len(data) // PAGE)
    return _written(data, page * PAGE, bytes(PAGE), f"page {page + 1}")


def _pages(data: bytes, random: Random) -> Spoilt | None:
    if len(data) < 2 * PAGE:
        return None
    pages = [data[start : start + PAGE] for start in range(0, len(data), PAGE)]
    one, other = random.sample(range(len(data) // PAGE), 2)
    pages[one], pages[other] = pages[other], pages[one]
    return Spoilt(b"".join(pages), f"pages {one + 1} and {other + 1}")


def _cut(data: bytes, random: Random) -> Spoilt | None:
    if len(data) < 2:
        return None
    length = random.randrange(1, len(data))
    return Spoilt(data[:length], f"{length} of {len(data)} bytes are left")


def _appended(data: bytes, random: Random) -> Spoilt | None:
    """Noise, zeros, or the beginning of the file once more."""
    length = random.randint(1, LONGEST_APPENDED)
    more = random.choice((random.randbytes(length), bytes(length), data[:length]))
    return Spoilt(data + more, f"{len(more)} bytes behind {len(data)}")


def _emptied(data: bytes, random: Random) -> Spoilt | None:
    return Spoilt(b"", f"all of {len(data)} bytes")


def _deleted(data: bytes, random: Random) -> Spoilt | None:
    return Spoilt(None, f"all of {len(data)} bytes")


def _doubled(data: bytes, random: Random) -> Spoilt | None:
    lines = data.splitlines(keepends=True)
    if not lines:
        return None
    line = random.randrange(len(lines))
    return Spoilt(b"".join([*lines[: line + 1], *lines[line:]]), f"line {line + 1}")


def _dropped(data: bytes, random: Random) -> Spoilt | None:
    lines = data.splitlines(keepends=True)
    if not lines:
        return None
    line = random.randrange(len(lines))
    return Spoilt(b"".join([*lines[:line], *lines[line + 1 :]]), f"line {line + 1}")


def _swapped(data: bytes, random: Random) -> Spoilt | None:
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return None
    one, other = random.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return Spoilt(b"".join(lines), f"lines {one + 1} and {other + 1}")


def _written(data: bytes, place: int, piece: bytes, told: str) -> Spoilt:
    """The piece in place of as many bytes."""
    return Spoilt(data[:place] + piece + data[place + len(piece) :], told)


KINDS: dict[str, Kind] = {
    "one bit changed": _bit,
    "one byte changed": _byte,
    "a run of zeros": _zeros,
    "a run of noise": _noise,
    "a page zeroed": _page,
    "two pages swapped": _pages,
    "cut short": _cut,
    "something appended": _appended,
    "emptied": _emptied,
    "deleted": _deleted,
}
KINDS_OF_LINES: dict[str, Kind] = {
    "a line doubled": _doubled,
    "a line dropped": _dropped,
    "two lines swapped": _swapped,
}
