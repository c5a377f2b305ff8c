"""The file to check: a session as its viewer may see it, with all that proves it to be the recorded one.

docs/file-format.md specifies it, with a verifier.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.kernel.components import ComponentSet
from domain.kernel.game import Game
from domain.kernel.messages import TRUTH, Json, Viewer
from domain.kernel.proofs import SeenBy, entry_proof
from replays.library import read_stored

FORMAT = "tablelog-proof"
FORMAT_VERSION = 1
SUFFIX = ".proof.json"


def proof_file(
    session: str, game: Game[Any], components: ComponentSet, stored: Iterable[Any], seen_by: SeenBy
) -> bytes:
    """The file, as JSON. Of what its viewer may not see it holds hashes alone."""
    viewer = TRUTH if seen_by.sees_all else Viewer(seat=seen_by.seat)
    looks = TRUTH if seen_by.opened else viewer
    entries: list[Json] = []
    for sealed in stored:
        entry = read_stored(game, sealed)
        proof = entry_proof(game, entry, sealed.body, viewer, looks)
        entries.append({"number": entry.number, "digest": sealed.digest, **proof})
    file = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "session": session,
        "game": game.key,
        "seen_by": seen_by,
        "component_set": {"hash": components.hash, "document": components.document},
        "head": {"number": entries[-1]["number"], "digest": entries[-1]["digest"]},
        "entries": entries,
    }
    return msgspec.json.encode(file)
