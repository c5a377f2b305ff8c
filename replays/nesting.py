"""How deeply JSON is nested and how many values it holds, counted before anything is built of it."""

from __future__ import annotations

from itertools import accumulate

PIECE_BYTES = 64 * 1024
"""Looked at together: what the counting itself takes stays small, and other threads get on between."""

FREE_VALUES = 100_000
BYTES_A_VALUE = 8
"""Each further value stands for so many bytes of text: half of what one has in any recorded session.

A value costs up to some hundred bytes in memory, so this bounds what is built of a text by its length.
"""

_STRUCTURE = b"[]{},"
_TEXT = bytes(sign for sign in range(256) if sign not in _STRUCTURE)
_STEPS = tuple({"[": 1, "{": 1, "]": -1, "}": -1}.get(chr(sign), 0) for sign in range(256))


class TooNested(Exception):
    """Brackets are open within brackets, more than allowed."""


class TooManyValues(Exception):
    """More values than the length of the text explains."""


def must_be_buildable(text: bytes, most_depth: int) -> None:
    """Raises `TooNested` for more than `most_depth` open brackets, `TooManyValues`.

    What stands in strings does not count. A text that is not JSON is judged as far as a reader of JSON would
    come with it.
    """
    if len(text) <= FREE_VALUES and text.count(b"[") + text.count(b"{") <= most_depth:
        return
    depth, values, in_string, held = 0, 0, False, b""
    for start in range(0, len(text), PIECE_BYTES):
        piece = held + text[start : start + PIECE_BYTES]
        escapes = len(piece) - len(piece.rstrip(b"\\"))
        held = piece[-1:] if escapes % 2 else b""
        outside, in_string = _outside_of_strings(piece[:-1] if held else piece, in_string)
        values += len(outside) - outside.count(b"]") - outside.count(b"}")
        brackets = outside.replace(b",", b"")
        highest = max(accumulate(map(_STEPS.__getitem__, brackets), initial=depth))
        if highest > most_depth:
            raise TooNested
        if values > FREE_VALUES + (start + len(piece)) // BYTES_A_VALUE:
            raise TooManyValues
        depth += 2 * (brackets.count(b"[") + brackets.count(b"{")) - len(brackets)


def _outside_of_strings(piece: bytes, in_string: bool) -> tuple[bytes, bool]:
    """The brackets and commas outside of strings, and whether the piece ends within one.

    No escape goes over its end.
    """
    parts = piece.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
    outside = b"".join(parts[in_string::2]).translate(None, _TEXT)
    return outside, in_string ^ (len(parts) % 2 == 0)
