"""Corrections under audit: each is found at its own entry and, where it names one, at the one it corrects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain.kernel.entries import Corrected, Entry
from domain.kernel.game import Game
from domain.kernel.session import Snapshot, is_live, may_be_corrected
from domain.kernel.unreadable import Unreadable
from replays.findings import Finding


def correction_findings(
    game: Game[Any], entry: Corrected, here: Snapshot, entries: Sequence[Entry | Unreadable]
) -> Iterator[Finding]:
    """What is found of a correction. `here`: before it; `entries`: the log from its first entry."""
    number, about = entry.number, entry.about
    named = about is not None and is_live(here.live, about) and may_be_corrected(game, entries[about - 1])
    yield Finding(number, "against_rules", "correction", entry.reason, other_entry=about if named else None)
    if about is None:
        return
    if named:
        yield Finding(about, "note", "corrected", entry.reason, other_entry=number)
    else:
        yield Finding(number, "diverges", "about", f"It corrects entry {about}, which is none to correct.")
