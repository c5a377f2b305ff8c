"""Correcting: which entries a correction may name as what it corrects."""

from __future__ import annotations

from typing import Any

from domain.kernel.entries import Corrected, Entry, Opened, Recorded, codec_of
from domain.kernel.game import Game
from domain.kernel.messages import PUBLIC
from domain.kernel.unreadable import Unreadable


def may_be_corrected(game: Game[Any], entry: Entry | Unreadable) -> bool:
    """Whether a correction may name it: it made the table what it is, and everybody is shown that it did.

    Everybody is shown a correction, so one that named a note, or an action that is not for all to see, would
    tell of it.
    """
    match entry:
        case Opened() | Corrected():
            return True
        case Recorded(action=action):
            try:
                return game.action_view(codec_of(game).actions.decode(action), PUBLIC) is not None
            except Exception:  # what came from outside may be an action that no game can show
                return False
    return False
