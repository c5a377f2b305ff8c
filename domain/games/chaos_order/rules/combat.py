"""Battles: selection, sealed plans, wheel and dice, then the three resolution steps (CO-40x … CO-45x)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import Effects
from domain.games.chaos_order.reading import (
    base_strength,
    contested,
    hand_size,
    has_presence,
    neighbours,
    presence,
)
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.cards import named_card
from domain.games.chaos_order.rules.effects import (
    WOUNDED_SECTOR,
    Draws,
    awaited,
    change_gems,
    settle,
    triggers,
    wound_triggers,
)
from domain.games.chaos_order.state import Battle, State, Totals
from domain.kernel import Choice, Passage, Rejected, Undeclared, check, clockwise_from, left_of

# Battles until the reveal, CO-40x … CO-42x: selection, sealed plans, the wheel and the dice.

DIE_GEMS = 1
MASSED_FIGHTERS = 4


def due_turn(state: State, first: str) -> str | None:
    """The first seat clockwise from `first` that is in a due battle (CO-402)."""
    fighting = {seat for place in contested(state) for seat in presence(state.regions[place])}
    return next((seat for seat in clockwise_from(state.clockwise, first) if seat in fighting), None)


def select_battle(state: State, action: actions.SelectBattle, draws: Draws) -> Passage[State]:
    """CO-402 … CO-404."""
    seat = action.seat
    gate.combat(state, seat)
    check(
        state.battle is None and state.combat_turn == seat,
        "CO-402",
        "It is not your turn to select a battle.",
        "seat",
    )
    gate.nothing_pending(state)
    region = state.regions.get(action.region)
    check(
        region is not None and has_presence(region, seat) and len(presence(region)) > 1,
        "CO-403",
        "You have no battle there.",
        "region",
    )
    assert region is not None
    check(
        action.opponent != seat and action.opponent in presence(region),
        "CO-403",
        "That seat is not an opponent there.",
        "opponent",
    )
    declared = {side: _declared(state, side, action.region) for side in (seat, action.opponent)}
    return (yield facts.BattleSelected(action.region, seat, action.opponent, declared))


def _declared(state: State, seat: str, place: str) -> facts.Declared:
    """CO-404."""
    values, board = base_strength(state, seat, place), state.seats[seat]
    return facts.Declared(values.strength, values.attack, values.shields, board.gems, hand_size(board))


def section_rule(state: State, seat: str, section: str) -> str | None:
    """The rule that keeps the seat from selecting a wheel section (CO-410 … CO-414). CO-411."""
    battle, found = state.battle, state.box.sections.get(section)
    if found is None or battle is None:
        return "CO-410"
    if found.kind == "die" and state.seats[seat].gems < DIE_GEMS:
        return "CO-412"
    region = state.regions[battle.region]
    if found.kind == "massed" and (region.fighters.get(seat, 0) < MASSED_FIGHTERS or seat in region.leaders):
        return "CO-413"
    return None


_SECTION_MESSAGES = {
    "CO-410": "Unknown section.",
    "CO-412": "This section needs a gem.",
    "CO-413": "This section needs four fighters and no leader.",
}


def commit_plan(state: State, action: actions.CommitPlan, draws: Draws) -> Passage[State]:
    """CO-410 … CO-418."""
    seat, battle = action.seat, state.battle
    gate.combat(state, seat)
    gate.nothing_pending(state)
    check(
        battle is not None and battle.step == "plan" and seat in battle.sides and seat not in battle.plans,
        "CO-410",
        "You have no plan to make.",
        "seat",
    )
    rule = section_rule(state, seat, action.section)
    check(rule is None, rule or "", _SECTION_MESSAGES.get(rule or "", ""), "section")
    if action.tactics == "bluff":
        check(hand_size(state.seats[seat]) > 0, "CO-418", "A bluff needs a card in hand.", "tactics")
    if action.tactics != "use":
        check(action.card is None, "CO-418", "Only name a card you use.", "card")
        return (yield facts.PlanCommitted(seat, action.section, action.tactics))
    check(action.card is not None, "CO-508", "Name the card you use.", "card")
    assert action.card is not None
    named = named_card(state, seat, action.card, draws.chance)
    return (yield facts.PlanCommitted(seat, action.section, "use", action.card, named))


def reveal_plans(state: State, action: actions.RevealPlans, draws: Draws) -> Passage[State]:
    """CO-417, CO-420, CO-421. The gem for the die is due no matter what happened since the plan (CO-717)."""
    gate.not_ended(state)
    gate.in_phase(state, "combat")
    gate.nothing_pending(state)
    battle = state.battle
    check(
        battle is not None and battle.step == "reveal",
        "CO-410",
        "Both sides must plan first.",
    )
    assert battle is not None
    _may_be_dice(state, battle, action.dice, draws)
    for side in battle.sides:
        draws.chance.asks_of(side)
    rolling = dice_due(state, battle)
    dice = _dice(state, action.dice, rolling, draws)
    state = yield facts.PlansRevealed({side: battle.plans[side] for side in battle.sides})
    for seat in rolling:
        state = yield from change_gems(state, seat, -DIE_GEMS, "die")
        state = yield facts.DieRolled(seat, dice[seat])
    for seat in in_order(state, battle):
        card = battle.plans[seat].card
        effects = () if card is None else state.box.cards[card].battle
        items = awaited(effects, "card", here=battle.region)
        items += triggers(state, seat, "battle", battle.region)
        state = yield from settle(state, seat, draws, items)
    return state


def dice_due(state: State, battle: Battle) -> tuple[str, ...]:
    """The seats in a `die` section, selector first."""
    return tuple(
        side for side in battle.sides if state.box.sections[battle.plans[side].section].kind == "die"
    )


def _may_be_dice(state: State, battle: Battle, declared: Mapping[str, int] | None, draws: Draws) -> None:
    """Check the dice by public knowledge alone: whose they may be, and which faces they have."""
    if not declared:
        return
    draws.chance.must_be_declarable("dice")
    if not declared.keys() <= {*battle.sides} or any(
        not 0 <= face < len(state.box.faces) for face in declared.values()
    ):
        raise Rejected("CO-420", "Only the two sides of the battle roll a die.", "dice")


def _dice(
    state: State, declared: Mapping[str, int] | None, rolling: tuple[str, ...], draws: Draws
) -> dict[str, int]:
    """The dice of the seats that roll. A die of the other side counts for nothing: who rolls is secret.

    A table that declares that nobody rolled must declare the die of each side that did.
    """
    if not rolling:
        return {}
    if declared is None or (not declared and draws.chance.draws):

        def roll(below: Callable[[int], int]) -> dict[str, int]:
            return {seat: below(len(state.box.faces)) for seat in rolling}

        return draws.chance.compose("dice", "CO-420", roll)
    draws.chance.declare("dice")
    faces = Choice(tuple(range(len(state.box.faces))))
    for seat in rolling:
        if seat not in declared:
            raise Undeclared("CO-420", f"dice/{seat}", lambda viewer: faces)
    return {seat: declared[seat] for seat in rolling}


def in_order(state: State, battle: Battle) -> list[str]:
    """The two sides clockwise from the flare gun holder (CO-592)."""
    return [seat for seat in clockwise_from(state.clockwise, state.flare_gun) if seat in battle.sides]


# The three steps of a battle's resolution, CO-42x … CO-45x: effects, strength, attacks, retreat and rout.

MOST_WOUNDS = 4


def totals(state: State, seat: str) -> Totals:
    """CO-430, CO-440: pieces, wheel, die, effects. Shields are not cut at 0 here. CO-415, CO-416."""
    battle = state.battle
    assert battle is not None
    plan = battle.plans[seat]
    section = state.box.sections[plan.section]
    card = state.box.printed if plan.card is None else state.box.cards[plan.card]
    own = base_strength(state, seat, battle.region)
    bonus = battle.bonus.get(seat, Totals())
    values = {
        "strength": own.strength + bonus.strength,
        "attack": own.attack + bonus.attack,
        "shields": own.shields + bonus.shields,
        "none": 0,
    }
    values[section.left] += card.left
    values[section.right] += card.right
    if section.kind == "retreat":
        values["shields"] += card.retreat_shields
    if seat in battle.dice:
        face = state.box.faces[battle.dice[seat]]
        values["strength"] += face.strength
        values["shields"] += face.shields
    return Totals(values["strength"], values["attack"], values["shields"])


def go_on_with_battle(state: State, draws: Draws) -> Passage[State]:
    """One step of the battle, where nothing is pending. A step that waits for a command gives no fact."""
    battle = state.battle
    assert battle is not None
    match battle.step:
        case "effects":
            return (yield from _compare_strength(state, battle, draws))
        case "victory":
            return (yield from _compare_attacks(state, battle, draws))
        case "wounds":
            return (yield from _retreat(state, battle))
        case "rout":
            return (yield from _rout(state, battle, draws))
        case "plan" | "reveal" | "retreat":
            return state
        case _:
            assert_never(battle.step)


def _compare_strength(state: State, battle: Battle, draws: Draws) -> Passage[State]:
    """Step 1: CO-430 … CO-436, CO-715. CO-431, CO-432, CO-433, CO-434, CO-435."""
    strength = {side: totals(state, side).strength for side in battle.sides}
    ahead = strength[battle.selector] - strength[battle.opponent]
    natural = battle.selector if ahead >= 0 else battle.opponent
    reason = "strength" if ahead else "tie"
    runs = [side for side in battle.sides if state.box.sections[battle.plans[side].section].kind == "retreat"]
    victor = natural
    if (len(runs) == 1 and runs[0] == natural) or (len(runs) == len(battle.sides) and ahead):
        victor, reason = battle.other(natural), "retreat"
    retreats = battle.other(victor) in runs
    state = yield facts.StrengthCompared(strength, victor, reason, retreats)  # type: ignore[arg-type]
    for seat in in_order(state, battle):
        trigger = "battle_victor" if seat == victor else "battle_loser"
        state = yield from settle(state, seat, draws, triggers(state, seat, trigger, battle.region))
    return state


def _compare_attacks(state: State, battle: Battle, draws: Draws) -> Passage[State]:
    """Step 2: CO-440 … CO-444. CO-441, CO-442, CO-443."""
    values = {side: totals(state, side) for side in battle.sides}
    attack = {side: values[side].attack for side in battle.sides}
    shields = {side: max(0, values[side].shields) for side in battle.sides}
    fighters = state.regions[battle.region].fighters
    wounds = {
        side: min(
            MOST_WOUNDS,
            max(0, attack[battle.other(side)] - shields[side]),
            fighters.get(side, 0),
        )
        for side in battle.sides
    }
    state = yield facts.AttacksCompared(attack, shields, wounds)
    for side in battle.sides:
        if wounds[side]:
            state = yield facts.UnitsMoved(side, battle.region, WOUNDED_SECTOR, wounds[side], (), "wound")
    for seat in in_order(state, battle):
        items = wound_triggers(state, seat, wounds[seat], wounds[battle.other(seat)], battle.region)
        state = yield from settle(state, seat, draws, items)
    return state


def retreat_regions(state: State, battle: Battle) -> list[str]:
    """Where the loser's fighters may retreat to (CO-445, CO-446), due battles included (CO-713)."""
    loser = battle.loser
    assert loser is not None
    return [
        place
        for place in neighbours(state, battle.region)
        if place in state.regions and has_presence(state.regions[place], loser)
    ]


def _retreat(state: State, battle: Battle) -> Passage[State]:
    """CO-445: with more than one region to go to, and fighters to go (CO-714), the seat is asked."""
    loser = battle.loser
    assert loser is not None
    if battle.retreats:
        places = retreat_regions(state, battle)
        if len(places) > 1 and state.regions[battle.region].fighters.get(loser, 0):
            return (yield facts.BattleStepBegan("retreat"))
        state = yield from _leave(state, battle, loser, places[0] if places else "base")
    return (yield facts.BattleStepBegan("rout"))


def _leave(state: State, battle: Battle, loser: str, to: str) -> Passage[State]:
    region = state.regions[battle.region]
    fighters, leaders = region.fighters.get(loser, 0), region.leaders.get(loser, ())
    if fighters:
        state = yield facts.UnitsMoved(loser, battle.region, to, fighters, (), "retreat")
    if leaders:
        state = yield facts.UnitsMoved(loser, battle.region, "base", 0, leaders, "retreat")
    return state


def retreat_to(state: State, action: actions.RetreatTo, draws: Draws) -> Passage[State]:
    """CO-445, CO-446."""
    seat, battle = action.seat, state.battle
    gate.combat(state, seat)
    gate.nothing_pending(state)
    check(
        battle is not None and battle.step == "retreat" and battle.loser == seat,
        "CO-445",
        "You have no retreat to make.",
        "seat",
    )
    assert battle is not None
    check(
        action.region in retreat_regions(state, battle),
        "CO-445",
        "Retreat to an adjacent region where you have presence.",
        "region",
    )
    state = yield from _leave(state, battle, seat, action.region)
    return (yield facts.BattleStepBegan("rout"))


def next_gain(state: State, seat: str, kind: str) -> Effects:
    """The income that the next razed building of a type covers (CO-451)."""
    spaces = state.faction(seat).buildings[kind].spaces
    return spaces[len(spaces) - state.seats[seat].buildings[kind] - 1].income


def raze_choices(state: State, battle: Battle) -> dict[str, str]:
    """Foundation → type of the loser's buildings, where their order matters (CO-451)."""
    standing = _standing(state, battle)
    gains = [next_gain(state, battle.loser or "", kind) for kind in dict.fromkeys(standing.values())]
    return standing if any(gain != gains[0] for gain in gains) else {}


def _standing(state: State, battle: Battle) -> dict[str, str]:
    buildings = state.regions[battle.region].buildings
    return {at: built.type for at, built in buildings.items() if built.seat == battle.loser}


def _rout(state: State, battle: Battle, draws: Draws) -> Passage[State]:
    """Step 3: CO-450 … CO-453, even if the victor has nothing left in the region (CO-452, CO-716)."""
    loser, place = battle.loser, battle.region
    assert loser is not None
    region = state.regions[place]
    fighters, leaders = region.fighters.get(loser, 0), region.leaders.get(loser, ())
    if fighters:
        state = yield facts.UnitsMoved(loser, place, "base", fighters, (), "driven_back")
    if leaders:
        state = yield facts.UnitsMoved(loser, place, "supply", 0, leaders, "driven_back")
    standing = _standing(state, battle)
    if standing:
        if raze_choices(state, battle):
            return state
        foundation, kind = next(iter(standing.items()))
        return (yield from _raze(state, loser, foundation, kind, place, draws))
    cards = (battle.plans[seat].card for seat in in_order(state, battle))
    state = yield facts.BattleEnded(place, tuple(card for card in cards if card is not None))
    turn = due_turn(state, left_of(state.clockwise, battle.selector))
    return state if turn is None else (yield facts.CombatTurnGiven(turn))


def _raze(state: State, seat: str, foundation: str, kind: str, place: str, draws: Draws) -> Passage[State]:
    """CO-451. Gems of strongholds are gems here (CO-718)."""
    gain = awaited(next_gain(state, seat, kind), "raze")
    state = yield facts.BuildingRazed(seat, kind, foundation, place)
    return (yield from settle(state, seat, draws, gain))


def raze_building(state: State, action: actions.RazeBuilding, draws: Draws) -> Passage[State]:
    """CO-451."""
    seat, battle = action.seat, state.battle
    gate.combat(state, seat)
    gate.nothing_pending(state)
    check(
        battle is not None and battle.step == "rout" and battle.loser == seat,
        "CO-451",
        "You have no razed building to return.",
        "seat",
    )
    assert battle is not None
    choices = raze_choices(state, battle)
    check(action.foundation in choices, "CO-451", "You have no building there.", "foundation")
    kind = choices[action.foundation]
    return (yield from _raze(state, seat, action.foundation, kind, battle.region, draws))
