"""Prompts: what the game asks of the table and each seat now; and labels of free forms."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.names import called
from domain.games.chaos_order.words.offering import act_costs, head_of, may_pay_auxiliary, pending_told
from domain.games.chaos_order.words.phrases import PHASE_NAMES, POINTS
from domain.kernel import Json, Naming, Says, counted, listed

# The current questions: to each seat that the table waits for, and to the table.

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

BATTLE_STEPS = {"plan": "Plan the battle", "retreat": "Retreat", "rout": "Take back buildings"}
PHASES = {phase: name for phase, name in PHASE_NAMES.items() if phase not in ("setup", "finished")}
"""The phases of a round (CO-201)."""


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


def waits(view: Json, naming: Naming) -> Mapping[str, str]:
    """Each seat that is asked, with the phase, or its part in the battle."""
    if view["phase"] == "finished":
        return {}
    return {seat: _short(view, seat) for seat in _of_seats(view, naming)}


def _short(view: Json, seat: str) -> str:
    phase, battle = view["phase"], view["battle"]
    if view["seats"][seat]["pending"] or phase not in ("setup", "combat"):
        return PHASE_NAMES[phase]
    if phase == "setup":
        return "Place the base" if view["setup"] == "bases" else "Place the first units"
    if battle is None:
        return "Choose a battle"
    return BATTLE_STEPS.get(battle["step"], PHASE_NAMES[phase])


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
    """The parts of the income that are left (CO-461), short enough to fit next to a button."""
    player = view["seats"][seat]
    if player["pending"]:
        return _pending(view, seat, naming)
    left = [] if player["income"]["region_row"] is not None else [counted(player["region_count"], "region")]
    left += [] if player["income"]["buildings"] else ["buildings"]
    return f"income left: {listed(left)}" if left else "finishes the income"


# Free forms: what facts and actions, their members and values are called where somebody fills them in.

MESSAGES = {
    "act_chosen": "Acted in a phase",
    "ability_used": "Ability used",
    "attacks_compared": "Wounds counted",
    "auxiliary_taken": "Auxiliary action taken",
    "battle_selected": "Battle begun",
    "battle_step_began": "Step of the battle",
    "building_constructed": "Building constructed",
    "card_discarded": "Card discarded",
    "cards_drawn": "Cards drawn",
    "combat_bonus_gained": "Values in battle changed",
    "combat_turn_given": "Who chooses the next battle",
    "counter_set": "Counter set",
    "effect_dropped": "Pending effect declined",
    "effect_taken": "Pending effect used",
    "effects_awaited": "Effect pending",
    "foundation_constructed": "Foundation constructed",
    "foundations_returned": "Foundations returned to the box",
    "land_tiles_laid": "Land tiles placed",
    "neutral_token_removed": "Costlier neutral token revealed",
    "pass_chosen": "Passed in a phase",
    "plan_committed": "Plan locked in",
    "price_placed": "Phase priced",
    "prices_cleared": "Prices removed",
    "region_bonus_changed": "Extra regions counted",
    "research_advanced": "Research marker moved",
    "strength_compared": "Battle won",
    "tokens_moved": "Pricing tokens moved",
    "token_harvested": "Region harvested",
}
MEMBERS = {
    "ability": "Ability",
    "able": "Could have paid",
    "adjustments": "What changed",
    "amount": "Amount",
    "attribute": "Attribute",
    "auxiliary_action.option": "Option of the auxiliary action",
    "auxiliary_taken.option": "Option of the auxiliary action",
    "building": "Building",
    "by": "Priced by",
    "cards": "Cards",
    "cause": "Why",
    "column": "Column, from 1",
    "count": "Number",
    "counter": "Counter",
    "declared": "Values before the plans",
    "delta": "Change",
    "dice": "Die faces, in order",
    "draws": "Cards drawn",
    "exchange_recruitment_points.option": "Option on the faction board",
    "face": "Die face, in order",
    "fame_moved.to": "Fame",
    "flare_gun_passed.to": "To",
    "from": "From",
    "gems_as_research": "Gems taken as research",
    "index": "Branch, in order",
    "land": "Land regions",
    "modifiers": "Extra regions",
    "named": "Unknown until now",
    "origin": "From",
    "other": "From or to",
    "pair": "Pair of neutral tokens",
    "pay_lock": "Gem lock paid with",
    "phase": "Phase (discover, build, harvest, recruit, move …)",
    "plans": "Plan of",
    "play": "Effect of the card, from the top",
    "retreats": "Loser retreats",
    "reward": "Reward",
    "row": "Lowest region count of the row",
    "section": "Section of the wheel",
    "sector": "Sector, from 1",
    "selector": "Who chose the battle",
    "spot": "Spot",
    "step": "Step",
    "target": "To",
    "text_id": "Text",
    "to": "To",
    "token": "Token",
    "track": "Research track (discover, build, harvest, recruit, move)",
    "trigger": "When it applies",
    "turns": "Turn of",
    "value": "Value",
    "victor": "Winner",
}
VALUES = {
    "by=": "Nobody: neutral",
    "card=": "None",
    "cause=left_of_pricer": "Left of the seat that priced Move",
    "cause=neutral": "Move has a neutral price",
    "cause=next_from_holder": "Next after its holder",
    "draws=": "None, or drawn by Tablelog",
    "dice=": "None, or rolled by Tablelog",
    "other=": "The supply",
    "pay_lock=": "No lock",
    "pay_lock=energy": "2 energy",
    "pay_lock=gem": "1 gem",
    "reason=all_relics": "Every relic controlled",
    "reason=fame": "Fame",
    "reason=land_regions": "Land regions",
    "reason=relics_tiebreak": "Relics, on a tie in land regions",
    "reason=shared": "Shared",
    "reason=retreat": "A retreat",
    "reason=strength": "More strength",
    "reason=tie": "Equal strength",
    "spot=": "None",
    "spot=first": "First",
    "spot=last": "Last",
    "tactics=bluff": "Bluff",
    "tactics=none": "No card",
    "tactics=use": "Card used",
    "to=out": "Out of the game",
    "to=supply": "Supply",
    "to=vault": "Vault",
}
FORMS: Mapping[str, str] = {**MESSAGES, **MEMBERS, **VALUES}
"""Anything that is not listed here is called by its own name."""

POSITIONS = frozenset(
    {
        "auxiliary_action.option",
        "auxiliary_taken.option",
        "exchange_recruitment_points.option",
        *("dice", "face", "index", "play"),
    }
)
"""Members that hold a place in a row, from 0."""
