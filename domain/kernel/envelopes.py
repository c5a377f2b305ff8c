"""The envelope: what every entry carries, whatever its kind and game. It has a version of its own."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from domain.kernel.game import Upcast
from domain.kernel.messages import Json

ENVELOPE_UPCASTS: dict[int, Upcast] = {}
"""By version: rewriting of an entry's body, of any kind and game, to the next version of the envelope.

`kind`, `session` and `number` mean the same in all of them: a chain is proven without the rest.
"""


class _Version(Struct):
    envelope: Annotated[int, Meta(ge=1)] = 1


_VERSION = msgspec.json.Decoder(_Version)


def envelope_version() -> int:
    """The version that new entries are written in."""
    return 1 + max(ENVELOPE_UPCASTS, default=0)


def in_todays_envelope(body: bytes) -> bytes:
    """The body, in today's version. Raises `ValueError` for one of a later version."""
    version, latest = _VERSION.decode(body).envelope, envelope_version()
    if version > latest:
        raise ValueError(
            f"written by a later Tablelog, in version {version} of the envelope; this one knows {latest}"
        )
    if version == latest:
        return body
    tree: dict[str, Json] = msgspec.json.decode(body)
    for older in range(version, latest):
        tree = ENVELOPE_UPCASTS[older](tree) | {"envelope": older + 1}
    return msgspec.json.encode(tree, order="sorted")
