"""Chaosmos as it is told: the buttons, questions and entries of a table set up by hand, as texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from domain.games.chaosmos import GAME
from domain.kernel import PUBLIC, TRUTH, Naming, OfferWords, ParameterWords, Viewer, text_of
from domain.kernel.selfcheck.wording import RenderedMoment, telling_of
from domain.kernel.session.rendering import naming
from domain.kernel.ui.words import EntryWords
from tests.games.chaosmos.table import DEMO, EAST, NORTH, SEATS, SOUTH
from tests.support.games.reading import recorded_entry
from tests.support.given import Table

T = TypeVar("T")

NAMES = naming(GAME, DEMO, [{"seat": seat} for seat in SEATS])
"""What things of the demo set and four seats are called."""

VIEWERS = {
    "truth": TRUTH,
    "all": PUBLIC,
    **{seat: Viewer(seat) for seat in (NORTH, EAST, SOUTH)},
}
"""Who may read what: the auditor, the spectators and three seats."""


def by_viewer(readings: Mapping[str, T]) -> dict[str, T]:
    """What each viewer reads, where those who read the same stand together: `north truth`."""
    read = {viewer: told for viewers, told in readings.items() for viewer in viewers.split()}
    assert {*read} == {*VIEWERS}
    return read


def names_of(table: Table) -> Naming:
    """What things and seats of the table are called."""
    return naming(GAME, table.components, [{"seat": seat} for seat in table.seats])


def telling(table: Table, viewer: Viewer = TRUTH) -> RenderedMoment:
    """All that the viewer is told of the table."""
    return telling_of(GAME, table.state, viewer, names_of(table), table.seats)


def button(table: Table, key: str, viewer: Viewer = TRUTH) -> OfferWords:
    """The words of a button."""
    return telling(table, viewer).words[key]


def question(table: Table, key: str, parameter: str, viewer: Viewer = TRUTH) -> ParameterWords:
    """The words of a parameter of a button."""
    return button(table, key, viewer).parameters[parameter]


def hints(table: Table, key: str, parameter: str, viewer: Viewer = TRUTH) -> dict[str, str]:
    """What stands below the label of each value, with its details."""
    values = question(table, key, parameter, viewer).values.values()
    return {told.label: "; ".join(filter(None, (told.hint, told.details))) for told in values}


def asked(table: Table, viewer: Viewer = TRUTH) -> dict[str, str]:
    """What is asked of each seat."""
    return {seat: text_of(says) for seat, says in telling(table, viewer).asks.items()}


def entry(table: Table, action: Any, viewer: Viewer = PUBLIC) -> EntryWords:
    """What an action reads like that has just been recorded, with its facts."""
    return recorded_entry(GAME, action, table.facts, viewer, names_of(table))


def read(table: Table, action: Any, viewer: Viewer = PUBLIC) -> list[str]:
    """The entry in lines."""
    told = entry(table, action, viewer)
    return [text_of(says) for says in (told.says, *told.effects)]
