"""The ids of the places and pieces of the board, which words and board share.

A space of the planet is a place under its own id; so are the cards of Items, Events, characters and Schemes.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Json

HEADQUARTERS = "headquarters"


def space(location: str, number: int) -> str:
    """A space of a Location Board or a slot of the Headquarters, counted from 1."""
    return f"{location}:{number}"


def sign(of: str) -> str:
    """The name plate of a Location Board, the Headquarters, a clan: where all of it is meant."""
    return f"{of}:sign"


def cell(clan: str, row: int) -> str:
    """A cell of the Negotiation Board, counted from 1 from the top."""
    return f"{clan}:{row}"


def shelf(column: int, row: str) -> str:
    """A cell of the Depository: the value of its column, and `top`, `middle` or `bottom`."""
    return f"depository:{column}:{row}"


def stack(kind: str, number: int) -> str:
    """A stack of `farm` or `upgrade` tiles, counted from 0 as offers do."""
    return f"{kind}_stack:{number}"


def advancement(value: int) -> str:
    """Where the advancement token of a die value lies at first."""
    return f"advancement:{value}"


def reward(kind: str) -> str:
    """Where an advancement token goes."""
    return f"reward:{kind}"


def condition(number: int) -> str:
    """Where the setback token of a condition lies at first, counted as views count them."""
    return f"condition:{number}"


def punishment(kind: str) -> str:
    """Where a setback token goes."""
    return f"punishment:{kind}"


def garage(seat: str, slot: int) -> str:
    """A Garage, 1 to 5."""
    return f"garage:{seat}:{slot}"


def farm(seat: str, slot: int) -> str:
    """A Farm, 1 to 6."""
    return f"farm:{seat}:{slot}"


def cantina(seat: str) -> str:
    """The Cantina of a seat."""
    return f"cantina:{seat}"


def reserve(seat: str) -> str:
    """The reserve of a seat, where its dice lie before they are assigned."""
    return f"reserve:{seat}"


def harvester(owner: str) -> str:
    """The Harvester of a seat, or of the AI."""
    return f"harvester:{owner}"


def dice_supply(owner: str) -> str:
    """The dice of a seat, or of the AI, that are not in play; next to the board."""
    return f"dice_supply:{owner}"


def seat_line(what: str, owner: str) -> str:
    """A number of a seat or of the AI: `water:red`."""
    return f"{what}:{owner}"


def where_die_is(seat: str, die: Mapping[str, Json]) -> str | None:
    """The place of an own die, as a setback names it: `at`, and the members that its place has."""
    match die["at"]:
        case "garage":
            return garage(seat, die["slot"])
        case "farm":
            return farm(seat, die["slot"])
        case "reserve":
            return reserve(seat)
        case "cantina":
            return cantina(seat)
        case "headquarters":
            return space(HEADQUARTERS, die["slot"])
        case "negotiation":
            return cell(die["clan"], die["row"])
        case "depository":
            return shelf(die["column"], die["row"])
        case _:
            return space(die["at"], die["space"])
