"""What stands on the table, in a few words: what a player looks at before a choice."""

from __future__ import annotations

from domain.games.time_of_chaos.rules.end_step import CUBES_THAT_FLIP, leading_colors
from domain.games.time_of_chaos.words.names import card_name, cubes
from domain.kernel import UNKNOWN, Json, Naming, counted, listed


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
    """What one more cube makes of a tile."""
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
