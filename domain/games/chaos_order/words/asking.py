"""What is asked now: of each seat that is awaited, and of the table."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.effects_told import POINTS
from domain.games.chaos_order.words.names import called
from domain.games.chaos_order.words.phrases import PHASE_NAMES
from domain.games.chaos_order.words.table import (
    act_costs,
    head_of,
    may_pay_auxiliary,
    pending_told,
)
from domain.kernel import Json, Naming, Says, counted, listed

PRICED_PHASES = ("discover", "build", "harvest", "recruit", "move")
VERBS = {
    "discard": "must ",
    "choice": "chooses: ",
    "manual": "resolves ",
    "optional": "may take: ",
    "optional_ability": "may use ",
}
STEPS = {
    "prepare": "Set up the table",
    "foundations": "Place the neutral foundations",
}


def asks(view: Json, naming: Naming) -> Mapping[str, Says]:
    """By seat, "" for the table."""
    if view["phase"] == "finished":
        return {}
    asked = {seat: (text,) for seat, text in _of_seats(view, naming).items()}
    if not any(player["pending"] for player in view["seats"].values()) and (table := _of_table(view)):
        asked[""] = (table,)
    return asked


def _of_table(view: Json) -> str:
    phase, battle = view["phase"], view["battle"]
    if phase == "setup":
        return STEPS.get(view["setup"], "")
    if phase == "check_relics":
        return f"Check relic {view['round']}"
    return "Reveal the plans" if battle is not None and battle["step"] == "reveal" else ""


def _of_seats(view: Json, naming: Naming) -> dict[str, str]:
    if view["phase"] == "gain_income":
        return {
            seat: _income(view, seat, naming)
            for seat, player in view["seats"].items()
            if not player["income"]["finished"] or player["pending"]
        }
    waiting = {
        seat: _pending(view, seat, naming) for seat, player in view["seats"].items() if player["pending"]
    }
    if waiting:
        return waiting
    if view["phase"] == "combat":
        return _combat(view, naming)
    following = view["next_seats"][:1]
    return {seat: _turn(view, seat, naming) for seat in following}


def _pending(view: Json, seat: str, naming: Naming) -> str:
    head, told = head_of(view, seat), pending_told(view, seat, naming)
    more = len(view["seats"][seat]["pending"]) - 1
    do = head["effect"]["do"]
    if do in POINTS or do in ("gain_research", "redeploy"):
        asked = f"has {told} left"
    else:
        asked = f"{VERBS.get(do, 'may ')}{told}"
    return f"{asked}, then {more} more" if more else asked


def _turn(view: Json, seat: str, naming: Naming) -> str:
    phase = view["phase"]
    if phase == "setup":
        if view["setup"] == "bases":
            return "places the base"
        return f"places a leader and {counted(view['seats'][seat]['aside'], 'fighter')}"
    if phase == "set_prices":
        left = [PHASE_NAMES[name] for name in PRICED_PHASES if name not in view["prices"]]
        return f"prices a phase: {listed(left)} left"
    return _acting(view, seat, naming)


def _acting(view: Json, seat: str, naming: Naming) -> str:
    """Act or pass; then the main action, the auxiliary action, and cards all along."""
    turn, title = view["turn"], PHASE_NAMES.get(view["phase"], view["phase"])
    if turn["stage"] == "decide":
        cost = sum(act_costs(view, seat, naming))
        energy = view["seats"][seat]["energy"]
        if cost > energy:
            return f"{title}: acting costs {cost} energy, {energy} there: passes"
        return f"{title}: acts {f'for {cost} energy' if cost else 'for free'}, or passes"
    if turn["stage"] == "passing":
        return f"{title}: has passed; ends the turn"
    if turn["main"] == "open":
        return f"{title}: main action"
    if turn["main"] == "running":
        return f"{title}: main action used"
    may = not turn["auxiliary_done"] and may_pay_auxiliary(view, seat, naming)
    return f"{title}: {'auxiliary action or end turn' if may else 'ends the turn'}"


def _combat(view: Json, naming: Naming) -> dict[str, str]:
    battle = view["battle"]
    if battle is None:
        chooser = view["combat_turn"]
        due = sum(bool(region["contested"]) for region in view["regions"].values())
        return {} if chooser is None else {chooser: f"chooses a battle; {counted(due, 'region')} contested"}
    where, sides = called(naming, battle["region"]), (battle["selector"], battle["opponent"])
    if battle["step"] == "plan":
        return {side: f"plans for {where}" for side in sides if side not in battle["committed"]}
    if battle["victor"] is None:
        return {}
    loser = sides[1] if battle["victor"] == sides[0] else sides[0]
    does = "retreats from" if battle["step"] == "retreat" else "takes back buildings of"
    return {loser: f"{does} {where}"}


def _income(view: Json, seat: str, naming: Naming) -> str:
    """Which parts of the income are left (CO-461); short, as it stands beside a button."""
    player = view["seats"][seat]
    if player["pending"]:
        return _pending(view, seat, naming)
    left = [] if player["income"]["region_row"] is not None else [counted(player["region_count"], "region")]
    left += [] if player["income"]["buildings"] else ["buildings"]
    return f"income left: {listed(left)}" if left else "finishes the income"
