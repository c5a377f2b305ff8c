"""The closed vocabulary of effects (CO-570 … CO-595) and triggers (CO-590), as a document spells them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.games.chaos_order.components.box import (
    ACTION_PHASES,
    BUILDING_TYPES,
    COMBAT_TRIGGERS,
    CONTROL_TRIGGERS,
)

MOST_NESTED = 8
MOST_AMOUNT = 99

AMOUNTS = {
    "gain_energy", "gain_gems", "gain_fame", "draw_tactics", "gain_research", "build_points",
    "harvest_points", "recruitment_points", "movement_points", "redeploy", "construct_foundation",
    "construct_building", "construct_either", "upgrade_production_token", "upgrade_attribute",
    "lose_energy", "lose_gems", "region_count", "land_fighters",
}  # fmt: skip
PLAIN = {"deploy_leader", "upgrade_leader", "collect_pricing_tokens", "remove_token"}
AMONG = {"gain_research": ("tracks", ACTION_PHASES), "construct_building": ("types", BUILDING_TYPES)}
ON_PLACES = (["land", "base"], ["lake"])
MULTIPLIERS = {"controlled_regions", "controlled_land", "fighters_here", "relics"}
TRIGGERS = (
    {"income", "relic_taken", "any_time", *CONTROL_TRIGGERS}
    | COMBAT_TRIGGERS
    | {f"{turn}:{phase}" for turn in ("act", "pass") for phase in ACTION_PHASES}
)


_EFFECT_KEYS = {
    "production", "reward", "basic", "upgraded", "main", "immediate", "effects", "battle", "on_place",
    "setup", "base_production", "on_upgrade", "income",
}  # fmt: skip


def effect_lists(tree: Any, pointer: str) -> Iterator[tuple[str, list[Any]]]:
    """Every list of effects in the document, outermost only."""
    if isinstance(tree, list):
        for number, item in enumerate(tree):
            yield from effect_lists(item, f"{pointer}/{number}")
    elif isinstance(tree, dict):
        for key, value in tree.items():
            here = f"{pointer}/{key}"
            if key in _EFFECT_KEYS and isinstance(value, list):
                yield here, value
            elif key == "spaces" and isinstance(value, dict):
                for at, effects in value.items():
                    yield f"{here}/{at}", effects
            elif key == "relic_spaces":
                for number, effects in enumerate(value):
                    yield f"{here}/{number}", effects
            else:
                yield from effect_lists(value, here)


def effect_fault(effect: Any, depth: int = 0) -> str | None:
    """Why this is no effect of the vocabulary; None where it is one."""
    if not isinstance(effect, dict) or not isinstance(effect.get("do"), str):
        return "An effect is an object with `do`."
    if depth > MOST_NESTED:
        return "Effects are nested too deeply."
    do, keys = effect["do"], set(effect) - {"do"}
    if do in PLAIN:
        return None if keys <= {"n"} and effect.get("n", 1) == 1 else f"{do} takes nothing."
    if do in AMOUNTS:
        return _amount_fault(effect, keys)
    check = _OTHERS.get(do)
    if check is None:
        return f"{do} is no effect of the vocabulary."
    expected, holds = check
    if keys - expected:
        return f"{do} takes {', '.join(sorted(expected))}."
    try:
        sound = holds(effect)
    except (KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        return f"The members of {do} are missing or wrong."
    if do == "per" and _repeats(effect["effects"]):
        return "A repeated effect does not repeat others: nobody could count them at a table."
    return next((reason for inner in _inner(effect) if (reason := effect_fault(inner, depth + 1))), None)


def _repeats(effects: list[Any]) -> bool:
    """Whether a `per` stands somewhere among these effects."""
    return any(
        isinstance(effect, dict)
        and (effect.get("do") == "per" or any(_repeats(inner) for inner in _lists_in(effect)))
        for effect in effects
    )


def _lists_in(effect: Mapping[str, Any]) -> list[list[Any]]:
    lists = [value for value in effect.values() if isinstance(value, list)]
    return lists + [branch for value in lists for branch in value if isinstance(branch, list)]


def _amount_fault(effect: Mapping[str, Any], keys: set[str]) -> str | None:
    do = effect["do"]
    name, allowed = AMONG.get(do, ("", ()))
    n = effect.get("n", 1)
    if keys - {"n", name} or not _whole(n) or n < 0:
        return f"{do} takes an amount."
    among = effect.get(name)
    if among is not None and (
        not isinstance(among, list) or not among or any(one not in allowed for one in among)
    ):
        return f"{do} names something unknown."
    return None


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_AMOUNT


def _inner(effect: Mapping[str, Any]) -> list[Any]:
    if effect["do"] == "choice":
        return [inner for branch in effect["of"] for inner in branch]
    return [*effect.get("effects", ()), *effect.get("then", ())]


def _cost_holds(cost: Mapping[str, Any]) -> bool:
    return set(cost) <= {"energy", "gems"} and all(_whole(n) and n >= 0 for n in cost.values())


_OTHERS: Mapping[str, tuple[set[str], Any]] = {
    "choice": (
        {"of"},
        lambda e: len(e["of"]) > 0 and all(isinstance(branch, list) for branch in e["of"]),
    ),
    "optional": ({"effects"}, lambda e: isinstance(e["effects"], list)),
    "pay": ({"cost", "then"}, lambda e: isinstance(e["then"], list) and _cost_holds(e["cost"])),
    "per": (
        {"of", "effects"},
        lambda e: (
            (e["of"] in MULTIPLIERS or e["of"].startswith("counter:")) and isinstance(e["effects"], list)
        ),
    ),
    "counter": ({"id", "delta"}, lambda e: isinstance(e["id"], str) and _whole(e["delta"])),
    "set_counter": ({"id", "value"}, lambda e: isinstance(e["id"], str) and _whole(e["value"])),
    "combat": (
        {"strength", "attack", "shields"},
        lambda e: all(_whole(e.get(k, 0)) for k in ("strength", "attack", "shields")),
    ),
    "wound": ({"side", "n"}, lambda e: e["side"] in ("own", "opponent") and _whole(e["n"]) and e["n"] >= 0),
    "manual": ({"text_id"}, lambda e: isinstance(e["text_id"], str)),
    "place_production_token": ({"on"}, lambda e: e["on"] in ON_PLACES),
}
