"""Battles until the reveal, CO-40x … CO-42x: selection, sealed plans, the wheel and the dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.reading.cards import hand_size
from domain.games.chaos_order.reading.pieces import base_strength
from domain.games.chaos_order.reading.regions import contested, has_presence, presence
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.cards import named_card
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import awaited, change_gems, settle, triggers
from domain.games.chaos_order.state import Battle, State
from domain.kernel import Choice, Passage, Rejected, Undeclared, check, clockwise_from

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
    """CO-420, CO-421. The die's gem is owed whatever happened since the plan (CO-717). CO-417."""
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
    """What everybody can judge of the dice: whose they may be, and what is on them."""
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

    A table that declares that nobody rolled is asked for the die of a side that did.
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
