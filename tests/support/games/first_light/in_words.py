"""Facts and entries of First Light in words, as somebody reads them in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from domain.games.first_light import GAME, facts
from domain.kernel import TRUTH, Fact, Naming, Run, Told, Viewer
from domain.kernel.session.rendering import fact_in_words, naming
from domain.kernel.ui.words import text_of
from tests.games.first_light.table import COLORS, opened
from tests.support.games.reading import recorded_entry

Row: TypeAlias = tuple[dict[str, Any], Sequence[Fact], list[str]]
"""An action, the facts that came of it, and the lines of its entry."""


def called(seats: int = 2) -> Naming:
    """What things are called at a table of so many seats, which are called by their colours."""
    return naming(GAME, opened().components, [{"seat": seat, "color": seat} for seat in COLORS[:seats]])


NAMES = called()


def told(fact: Fact, viewer: Viewer = TRUTH, names: Naming = NAMES) -> Told:
    """The fact as it is served to the viewer, in words."""
    return fact_in_words(GAME, msgspec.to_builtins(GAME.fact_view(fact, viewer)), names, strict=True)


def says(fact: Fact, viewer: Viewer = TRUTH, names: Naming = NAMES) -> str:
    """The sentence that the viewer reads of a fact."""
    return text_of(told(fact, viewer, names).says)


def leads(says: Sequence[str | Run]) -> list[Run]:
    """The runs of a sentence, which lead to what they name."""
    return [run for run in says if isinstance(run, Run)]


def lines(action: Mapping[str, Any], happened: Sequence[Fact], viewer: Viewer = TRUTH) -> list[str]:
    """The sentence of the action, and of each fact that it does not say itself."""
    words = recorded_entry(GAME, action, happened, viewer, NAMES)
    return [text_of(words.says), *map(text_of, words.effects)]


def gained(cause: str, **gains: int) -> Fact:
    """What blue gains: water=3."""
    return facts.ResourcesGained("blue", cause, gains)


def paid(cause: str, saved: dict[str, int] | None = None, **costs: int) -> Fact:
    """What blue pays; saved: what each source took off the price."""
    return facts.ResourcesPaid("blue", cause, costs, saved or {})


def went(cause: str, space: str, arrow: bool = False) -> Fact:
    """Blue's Harvester goes to a space."""
    return facts.HarvesterMoved("blue", cause, space, arrow)
