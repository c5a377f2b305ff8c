"""Structs that are known before threads share them.

msgspec learns the members of a struct when it is first read from outside. A second thread that reads the same
struct meanwhile meets it half learned, and the process dies of a null pointer (msgspec 0.22.0).
"""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakSet

import msgspec
from msgspec import Struct

_KNOWN: WeakSet[type[Struct]] = WeakSet()


def know_structs() -> None:
    """Have msgspec learn every struct that is defined by now: a tenth of a second for those of Tablelog.

    For a process that is about to start threads, once it has imported what they work with.
    """
    for struct in _below(Struct):
        if struct not in _KNOWN:
            msgspec.json.Decoder(struct)
            _KNOWN.add(struct)


def _below(struct: type[Struct]) -> Iterator[type[Struct]]:
    for derived in struct.__subclasses__():
        yield derived
        yield from _below(derived)
