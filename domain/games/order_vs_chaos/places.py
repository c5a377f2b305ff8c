"""The ids of the places and pieces of the board. Words name them, the board draws them.

A place is called by its location's id; items, event cards, location cards, sheets, attacks and monster types
are pieces by their own ids. All of them differ in a component set (OC-C01).
"""

from __future__ import annotations


def pawn(seat: str) -> str:
    """A hero's figure on the map."""
    return f"pawn:{seat}"


def monster(location: str, type: str) -> str:
    """The monsters of a type at a location: two of them until a surplus one is discarded (OC-342)."""
    return f"monster:{location}:{type}"


def tokens(location: str) -> str:
    """The Chaos tokens that lie at a location."""
    return f"tokens:{location}"


def arch_enemy() -> str:
    """The arch enemy's figure on the map."""
    return "arch_enemy"


def unit(unit: str) -> str:
    """The card of a battle's unit, as long as it fights: `hero:red`, `monster:chicago`, `arch_enemy`."""
    return f"unit:{unit}"


def track(seat: str, track: str) -> str:
    """A track of a hero's sheet: `xp:red:armor`."""
    return f"xp:{seat}:{track}"


MAP = "map"
"""The zone of the map, or of its plain list."""

BATTLE = "battle"
"""The zone of a running battle."""

DISPLAY = "display"
"""The zone of the quartermaster's items."""

DOOM = "doom"
"""The zone of the two doom tracks."""

FACE_DOWN, REMOVED = "locations:down", "locations:removed"
ITEM_DECK, ITEM_DISCARD = "items:deck", "items:discard"
EVENT_DECK, EVENT_DISCARD = "events:deck", "events:discard"
"""Trays of cards that lie beside the board while it is put right."""


def sheet(seat: str) -> str:
    """The tray of a hero's sheet."""
    return f"sheet:{seat}"


def seat_of_sheet(tray: str) -> str:
    """The seat of such a tray; anything else as it is."""
    return tray.removeprefix(sheet(""))
