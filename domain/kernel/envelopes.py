"""The envelope: what every entry carries, whatever its kind and game. It has a version of its own."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from domain.kernel.game import Upcast
from domain.kernel.messages import Json

ENVELOPE_UPCASTS: dict[int, Upcast | None] = {1: None}
"""By version: rewriting of an entry's body, of any kind and game, to the next version of the envelope.

None where the members stay as they are: version 2 has another digest alone (`domain/kernel/commitments.py`).
`kind`, `session` and `number` mean the same in all of them: a chain is proven without the rest.
"""


class _Version(Struct):
    envelope: Annotated[int, Meta(ge=1)] = 1


_VERSION = msgspec.json.Decoder(_Version)


def envelope_version() -> int:
    """The version that new entries are written in."""
    return 1 + max(ENVELOPE_UPCASTS, default=0)


def is_todays_shape(body: bytes) -> bool:
    """Whether the body is known, without a closer look, to have the members of today's version."""
    return b'"envelope"' not in body and not any(ENVELOPE_UPCASTS.values())


def in_todays_envelope(body: bytes) -> bytes:
    """The body, in today's version. Raises `ValueError` for one of a later version."""
    version, latest = _VERSION.decode(body).envelope, envelope_version()
    if version > latest:
        raise ValueError(
            f"written by a later Tablelog, in version {version} of the envelope; this one knows {latest}"
        )
    upcasts = [ENVELOPE_UPCASTS[older] for older in range(version, latest)]
    if not any(upcasts):
        return body
    tree: dict[str, Json] = msgspec.json.decode(body)
    for upcast in upcasts:
        tree = tree if upcast is None else upcast(tree)
    tree["envelope"] = latest
    return msgspec.json.encode(tree, order="sorted")
