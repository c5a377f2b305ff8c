"""Effects of the vocabulary in words (CO-570 … CO-595): what a column, a card or an ability gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from domain.games.chaos_order.words.phrases import BUILDING_NAMES, PHASE_NAMES, amount, changed, priced
from domain.kernel import Json, counted, figure, listed, signed

Called = Callable[[str], str]
"""What an id is called: a counter, an ability, a text carried out by hand."""

GAINS = {"gain_energy": "energy", "gain_gems": "gem", "gain_fame": "fame"}
LOSSES = {"lose_energy": "energy", "lose_gems": "gem"}
POINTS = {
    "build_points": "build point",
    "harvest_points": "harvest point",
    "recruitment_points": "recruitment point",
    "movement_points": "movement point",
    "redeploy": "redeployment",
}
DOINGS = {
    "draw_tactics": ("draw", "card"),
    "discard": ("discard", "card"),
    "construct_foundation": ("construct", "foundation"),
    "construct_building": ("construct", "building"),
    "construct_either": ("construct", "foundation or building"),
    "upgrade_production_token": ("upgrade", "production token"),
    "upgrade_attribute": ("upgrade", "attribute"),
    "land_fighters": ("land up to", "fighter"),
}
PLAIN = {
    "deploy_leader": "deploy a leader",
    "upgrade_leader": "upgrade a leader",
    "collect_pricing_tokens": "take your tokens back from the vault",
    "remove_token": "the token leaves the game after use",
    "region_reward": "upgrade an attribute or +1 gem",
}
EACH = {
    "controlled_regions": "region you control",
    "controlled_land": "land region you control",
    "fighters_here": "own fighter there",
    "relics": "relic you hold",
}


def effects_told(effects: Iterable[Json], called: Called, *, apart: str = ", ") -> str:
    """Effects one after another; `nothing` for none."""
    return apart.join(effect_told(effect, called) for effect in effects) or "nothing"


def effect_told(effect: Mapping[str, Json], called: Called, left: int | None = None) -> str:
    """One effect. left: what is left of it, where that is known."""
    do = effect["do"]
    n = effect.get("n", 1) if left is None else left
    if do in GAINS:
        return f"{signed(n)} {_thing(n, GAINS[do])}"
    if do in LOSSES:
        return f"{figure(-n)} {_thing(n, LOSSES[do])}"
    if do in POINTS:
        return amount(n, POINTS[do])
    if do in PLAIN:
        return PLAIN[do] if n == 1 else f"{PLAIN[do]}, {n} times"
    if do == "gain_research":
        tracks = listed([PHASE_NAMES[track] for track in effect.get("among") or ()], " or ")
        return f"{n} research{' on ' if tracks else ''}{tracks}"
    if do in DOINGS:
        return _doing(effect, n)
    return _OTHERS[do](effect, called) if do in _OTHERS else do.replace("_", " ")


def _thing(n: int, thing: str) -> str:
    return amount(abs(n), thing).partition(" ")[2]


def _doing(effect: Mapping[str, Json], n: int) -> str:
    verb, thing = DOINGS[effect["do"]]
    kinds = [BUILDING_NAMES[kind].lower() for kind in effect.get("among") or () if kind in BUILDING_NAMES]
    if effect["do"] == "construct_either" and n != 1:
        return f"construct {n} foundations or buildings"
    return f"{verb} {amount(n, listed(kinds, ' or ') or thing)}"


def _choice(effect: Mapping[str, Json], called: Called) -> str:
    return "; or ".join(effects_told(branch, called) for branch in effect.get("branches", ()))


def _optional(effect: Mapping[str, Json], called: Called) -> str:
    return f"{effects_told(effect.get('effects', ()), called)} (optional)"


def _pay(effect: Mapping[str, Json], called: Called) -> str:
    cost = priced(effect.get("energy", 0), effect.get("gems", 0))
    bought = effects_told(effect.get("effects", ()), called)
    return f"pay {cost} for {bought}" if bought.startswith("+") else f"pay {cost}: {bought}"


def _per(effect: Mapping[str, Json], called: Called) -> str:
    of = str(effect.get("name"))
    each = EACH.get(of) or f"point of your {called(of.removeprefix('counter:')).lower()}"
    return f"for each {each}: {effects_told(effect.get('effects', ()), called)}"


def _counter(effect: Mapping[str, Json], called: Called) -> str:
    return f"{called(str(effect.get('name'))).lower()} {signed(effect.get('n', 1))}"


def _set_counter(effect: Mapping[str, Json], called: Called) -> str:
    return f"{called(str(effect.get('name'))).lower()} becomes {figure(effect.get('n', 1))}"


def _combat(effect: Mapping[str, Json], called: Called) -> str:
    values = [(name, effect.get(name, 0)) for name in ("strength", "attack", "shields")]
    return ", ".join(changed(number, name) for name, number in values if number) or "nothing"


def _wound(effect: Mapping[str, Json], called: Called) -> str:
    side = "opposing" if effect.get("name") == "opponent" else "own"
    return f"wounds {counted(effect.get('n', 1), f'{side} fighter')}"


def _region_count(effect: Mapping[str, Json], called: Called) -> str:
    n = effect.get("n", 1)
    return f"{signed(n)} {_thing(n, 'region')} in this round’s count"


def _place_token(effect: Mapping[str, Json], called: Called) -> str:
    where = "on a lake" if tuple(effect.get("among") or ()) == ("lake",) else "on land or your base"
    return f"place a production token {where}"


_OTHERS: Mapping[str, Callable[[Mapping[str, Json], Called], str]] = {
    "choice": _choice,
    "optional": _optional,
    "pay": _pay,
    "per": _per,
    "counter": _counter,
    "set_counter": _set_counter,
    "combat": _combat,
    "wound": _wound,
    "region_count": _region_count,
    "place_production_token": _place_token,
    "manual": lambda effect, called: f"{called(str(effect.get('name')))}, resolved by hand",
    "optional_ability": lambda effect, called: f"{called(str(effect.get('name')))} (optional)",
    "ability": lambda effect, called: called(str(effect.get("name"))),
}
