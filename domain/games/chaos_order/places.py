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
