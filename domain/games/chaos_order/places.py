"""The ids of the places and pieces of the board, for the words that point at them.

A region, a lake, a base location and a tile location are called by their own ids.
"""

from __future__ import annotations


def phase_place(phase: str) -> str:
    """Where the pricing token of an action phase lies."""
    return f"phase:{phase}"


def mountain_place(border: str) -> str:
    """A mountain that stands on a border."""
    return f"mountain:{border}"


def fighters_piece(place: str, seat: str) -> str:
    """A seat's fighters on a place, however many there are."""
    return f"{place}:{seat}"


def building_piece(foundation: str, seat: str) -> str:
    """A seat's building on a foundation. An empty foundation is called by its own id."""
    return f"{foundation}:{seat}"


def relic_piece(relic: int) -> str:
    """A relic on the map or before a seat."""
    return f"relic:{relic}"


def leader_card(leader: str) -> str:
    """A leader's card. Its standee, which is a piece of its own, is called by the leader's id."""
    return f"card:{leader}"


def hand_card(seat: str, card: str) -> str:
    """All copies of a tactics card in a hand that is seen."""
    return f"hand:{seat}:{card}"


def seat_line(what: str, seat: str, of: str = "") -> str:
    """A number of a seat, or one of several of a kind: `energy:red`, `research:red:move`."""
    return f"{what}:{seat}:{of}" if of else f"{what}:{seat}"


def seat_tray(where: str, seat: str) -> str:
    """Where units of a seat stand that the map does not show: `drop_ship:red`, and `2:red` for a sector."""
    return f"{where}:{seat}"


def stored_building(type: str, seat: str) -> str:
    """The buildings of a type that are still on a faction board."""
    return f"stored:{type}:{seat}"
