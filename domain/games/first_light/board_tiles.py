"""What a placement can earn or cost besides: tiles of the stacks, advancements, setbacks; as cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.first_light import places
from domain.games.first_light.board_negotiation import condition_told, left_conditions
from domain.games.first_light.words.names import box_of, tile_name, tile_text
from domain.kernel import Card, Json, Naming, Zone, counted, listed

GAINS = {
    "farm": ("Farm Tile", "of any stack"),
    "upgrade": ("Upgrade Tile", "of any stack"),
    "move": ("Move", "the Harvester to an adjacent space"),
    "gem": ("1 Gem", ""),
    "die": ("1 die", "from the supply"),
    "items": ("2 Items", "from the pile"),
}
LOSSES = {
    "farm": ("Lose a Farm Tile", ""),
    "upgrade": ("Lose an Upgrade Tile", ""),
    "move": ("Move in", "the Harvester, towards the centre"),
    "gem": ("Lose 1 Gem", ""),
    "die": ("Lose a die", "from anywhere"),
    "items": ("Discard 2 Items", ""),
}
"""FL-354, FL-361 … FL-366."""


def stacks_zone(view: Json, rank: int, folded: bool, naming: Naming) -> Zone:
    """FL-110, FL-111, FL-335: the tops of the stacks, and which values reach an Upgrade Tile."""
    by_value = box_of(naming).document.foundry.stack_by_value
    reached = [
        [str(value) for value, of in enumerate(by_value, 1) if of == at] for at in range(len(by_value))
    ]
    cards = [
        *_tops(view, "farm", ["Farm Tile"] * len(view["farm_stacks"]), naming),
        *_tops(
            view, "upgrade", [f"Upgrade Tile for a {listed(values, ' or ')}" for values in reached], naming
        ),
    ]
    left = [sum(stack["size"] for stack in view[f"{kind}_stacks"]) for kind in ("farm", "upgrade")]
    note = f"{left[0]} Farm Tiles, {left[1]} Upgrade Tiles"
    return Zone("stacks", "Tiles", "cards", rank, note=note, folded=folded, cards=tuple(cards))


def _tops(view: Json, kind: str, titles: Sequence[str], naming: Naming) -> Iterator[Card]:
    for number, stack in enumerate(view[f"{kind}_stacks"]):
        if stack["size"] > 0:
            top, left = stack["top"], counted(stack["size"], "tile")
            name = "not seen yet" if top is None else tile_name(naming, kind, top)
            text = "" if top is None else f"; {tile_text(naming, kind, top)}"
            yield Card(places.stack(kind, number), name, text=f"{titles[number]}, {left}{text}")


def advancements_zone(view: Json, rank: int, folded: bool) -> Zone:
    """FL-353, FL-354: what the first die of a value on the Negotiation Board may still take."""
    values, free = sorted(view["negotiation"]["left_values"]), view["negotiation"]["free_rewards"]
    return Zone(
        "advancements",
        "Advancements",
        "cards",
        rank,
        note=f"for a {listed([str(value) for value in values], ' or ')}" if values else "none left",
        folded=folded,
        cards=tuple(Card(places.reward(kind), GAINS[kind][0], text=GAINS[kind][1]) for kind in free),
    )


def setbacks_zone(view: Json, rank: int, folded: bool) -> Zone:
    """FL-355 … FL-358: what a column may still bring about, and at what cost."""
    conditions = view["negotiation"]["conditions"]
    asked = [(number, condition_told(conditions[number])) for number in left_conditions(view["negotiation"])]
    free = view["negotiation"]["free_punishments"]
    return Zone(
        "setbacks",
        "Setbacks",
        "cards",
        rank,
        note="by the dice in a column" if asked else "none left",
        folded=folded,
        cards=(
            *(Card(places.condition(number), f"At {_sum(short)}") for number, short in asked),
            *(Card(places.punishment(kind), LOSSES[kind][0], text=LOSSES[kind][1]) for kind in free),
        ),
    )


def _sum(told: str) -> str:
    return f"a sum of {told}" if told.isdigit() else told
