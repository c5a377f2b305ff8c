"""Advancements and setbacks in words: conditions, rewards and punishments (FL-353 … FL-366)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.kernel import Json, listed

REWARDS = {
    "farm": "a Farm Tile",
    "upgrade": "an Upgrade Tile",
    "move": "a move of the Harvester",
    "gem": "1 Gem",
    "die": "1 die",
    "items": "2 Items",
}
PUNISHMENTS = {
    "farm": "lose a Farm Tile",
    "upgrade": "lose an Upgrade Tile",
    "move": "move the Harvester closer to the centre",
    "gem": "lose 1 Gem",
    "die": "lose 1 die",
    "items": "discard 2 Items",
}
NOUNS = {
    "farm": "Farm Tile",
    "upgrade": "Upgrade Tile",
    "move": "move",
    "gem": "Gem",
    "die": "die",
    "items": "Items",
}


def condition_says(condition: Mapping[str, Json]) -> str:
    """`a sum of 8 or more`, `2 equal dice`."""
    if condition["kind"] == "sum":
        return f"a sum of {condition['at_least']} or more"
    return f"{condition['count']} matching dice"


def conditions_met(view: Json, clan: str, value: int | None = None) -> Iterator[int]:
    """FL-355: the conditions left that the dice below a clan meet, with one more of this value."""
    negotiation = view["negotiation"]
    values = [cell["die"]["value"] for cell in negotiation["cells"][clan] if cell["die"] is not None]
    values += [] if value is None else [value]
    for number in negotiation["left_conditions"]:
        condition = negotiation["conditions"][number]
        most = max((values.count(one) for one in values), default=0)
        reached = (
            sum(values) >= condition["at_least"] if condition["kind"] == "sum" else most >= condition["count"]
        )
        if reached:
            yield number


def setback_met(view: Json, clan: str, value: int) -> bool:
    """Whether a die of this value would bring a setback below the clan."""
    return any(True for _ in conditions_met(view, clan, value))


def conditions_listed(view: Json, numbers: list[int]) -> str:
    """`a sum of 8 or more and 2 equal dice`."""
    return listed([condition_says(view["negotiation"]["conditions"][number]) for number in numbers])
