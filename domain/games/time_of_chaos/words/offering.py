"""Shared parts of the labels of offers: values of parameters, and short texts about the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from domain.games.time_of_chaos.rules.end_step import CUBES_THAT_FLIP, leading_colors
from domain.games.time_of_chaos.words.names import ERA_NAMES, belongs, card_name, cubes
from domain.kernel import (
    UNKNOWN,
    Json,
    Naming,
    Offer,
    ParameterWords,
    ValueWords,
    acting_seat,
    counted,
    listed,
    variant_key,
)

# The table in a few words: the parts that a player looks at before a choice.


def tile_words(view: Json, tile: str, seat: str, naming: Naming) -> str:
    """Chaos or cubes, who else stands there, which artifact in the seat's hand belongs there."""
    there = view["tiles"][tile]
    parts = [cube_words(there)]
    if there["side"] == "chaos":
        parts = ["in chaos"]
    others = [naming.seat(other).text for other in standing_on(view, tile) if other != seat]
    if others:
        parts.append(f"{listed(others)} {'is' if len(others) == 1 else 'are'} there")
    for card in hand_of(view, seat):
        if card_name(naming, card).place == tile:
            parts.append(f"deliver {card_name(naming, card).name} there, {card_name(naming, card).value} ★")
    return "; ".join(parts)


def cube_words(tile: Json) -> str:
    """The cubes of a tile; three of them are one too many."""
    number = cubes_on(tile)
    return f"{cubes(number)}, about to flip" if number >= CUBES_THAT_FLIP else cubes(number)


def after_a_cube(view: Json, tile: str) -> str:
    """The effect of one more cube on a tile."""
    number = cubes_on(view["tiles"][tile]) + 1
    falls = ": flips to chaos at end of turn" if number >= CUBES_THAT_FLIP else ""
    return f"makes {counted(number, 'cube')} there{falls}"


def cubes_on(tile: Json) -> int:
    """How many cubes of all colours lie on a tile."""
    return sum(tile["cubes"].values())


def standing_on(view: Json, tile: str) -> list[str]:
    """The seats whose pawns stand on a tile."""
    return [seat for seat, player in view["seats"].items() if player["pawn"] == tile]


def hand_of(view: Json, seat: str) -> list[str]:
    """The artifacts in a hand that the viewer knows."""
    hand = view["seats"][seat]["hand"]
    return [held["card"] for held in hand if held.get("card", UNKNOWN) != UNKNOWN]


def falling(view: Json) -> list[str]:
    """The tiles that fall into chaos if the turn ends now (TC-231)."""
    return [
        name
        for name, tile in view["tiles"].items()
        if tile["side"] == "order" and cubes_on(tile) >= CUBES_THAT_FLIP
    ]


def penalised(view: Json) -> list[str]:
    """The seats that take a penalty if the turn ends now (TC-237)."""
    staying = {color for tile in falling(view) for color in leading_colors(view["tiles"][tile]["cubes"])}
    return [seat for seat in view["clockwise"] if view["seats"][seat]["color"] in staying]


# Shared by the words of offers: the values of a parameter, artifacts and eras among them, and payments.

Values: TypeAlias = Mapping[str, ValueWords]
"""Words by the key of the value."""


CLOAK = ParameterWords("Use the cloak?", "never", {"true": ValueWords("With the cloak")})
"""Never asked: it tells one variant from the other."""


def era_values() -> Values:
    """The eras."""
    return {era: ValueWords(name) for era, name in ERA_NAMES.items()}


def cards(ids: Iterable[str], naming: Naming, *, on_board: bool = False) -> Values:
    """Artifacts with what they are worth and where they belong. on_board: they lie face up on the table."""
    return {
        card: ValueWords(
            card_name(naming, card).name, belongs(naming, card), piece=card if on_board else None
        )
        for card in ids
    }


def unknown(view: Json, seat: str) -> tuple[str, ...]:
    """The decks of the seat's cards that are not named yet, as far as the viewer knows the hand."""
    hand = view["seats"][seat]["hand"]
    return tuple(dict.fromkeys(held["deck"] for held in hand if held.get("card") == UNKNOWN))


def pawn(view: Json, offers: Sequence[Offer]) -> str:
    """The tile under the pawn of the acting seat."""
    return str(view["seats"][acting_seat(offers)]["pawn"])


def cost(offers: Sequence[Offer]) -> str:
    """The ways to pay for the action: a cube, the cloak, or either."""
    cloaked = {"cloak" in offer.parameters for offer in offers}
    return " or ".join(thing for paid, thing in ((False, "a cube"), (True, "the cloak")) if paid in cloaked)


def variants(view: Json, offers: Sequence[Offer], *, here: bool = False) -> Mapping[str, str]:
    """TC-411: the same action is paid with a cube or with the cloak. here: the cube goes under the pawn."""
    left = (view["seats"][acting_seat(offers)]["supply"] - 1) or "none"
    there = f"; {after_a_cube(view, pawn(view, offers))}" if here else ""
    return {
        variant_key(offer): "use the cloak"
        if "cloak" in offer.parameters
        else f"place a cube, {left} left{there}"
        for offer in offers
    }
