"""Gain income, CO-46x and CO-47x. CO-461."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.reading.abilities import has_ability, triggered
from domain.games.chaos_order.reading.ending import famous
from domain.games.chaos_order.reading.production import stronghold_gems, uncovered_income
from domain.games.chaos_order.reading.regions import controlled, is_land
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.building import gem_reward
from domain.games.chaos_order.rules.draws import Draws
from domain.games.chaos_order.rules.effects import awaited, settle, take
from domain.games.chaos_order.rules.recruiting import check_attribute, turn_attribute
from domain.games.chaos_order.state import Pending, State
from domain.kernel import Passage, check

ROWS: tuple[tuple[int, tuple[Effect, ...]], ...] = (
    (8, (Effect("region_reward", 2),)),
    (6, (Effect("region_reward", 1),)),
    (3, (Effect("redeploy", 1),)),
    (0, (Effect("gain_energy", 3), Effect("draw_tactics", 1))),
)
"""CO-464 … CO-467: the least region count of a row, and what it gives. CO-465."""

REWARD_ROWS = {6: "CO-466", 8: "CO-467"}


def row_of(count: int) -> int:
    """The least region count of the row that a count earns."""
    return next(least for least, _ in ROWS if count >= least or least == 0)


def take_region_income(state: State, action: actions.TakeRegionIncome, draws: Draws) -> Passage[State]:
    """CO-463 … CO-468."""
    seat = action.seat
    gate.income(state, seat)
    gate.nothing_pending_for(state, seat)
    board = state.seats[seat]
    check(board.income.region_row is None, "CO-463", "You have already taken this part of your income.")
    regions = controlled(state, seat)
    land = sum(is_land(state, place) for place in regions)
    row = row_of(len(regions) + 1 + board.region_bonus)
    state = yield facts.RegionIncomeTaken(seat, land, len(regions) - land, 1, board.region_bonus, row)
    return (yield from settle(state, seat, draws, awaited(dict(ROWS)[row], "income")))


def choose_region_reward(state: State, action: actions.ChooseRegionReward, draws: Draws) -> Passage[State]:
    """CO-466, CO-467."""
    seat = action.seat
    gate.not_ended(state)
    gate.seated(state, seat)
    row = state.seats[seat].income.region_row
    gate.head(state, seat, REWARD_ROWS.get(row or 0, "CO-463"), "region_reward")
    if action.reward == "gem":
        return (yield from take(state, seat, 1, draws, gem_reward()))
    check_attribute(state, seat, action.reward, "reward")
    return (yield from turn_attribute(state, seat, action.reward, draws))


def take_building_income(state: State, action: actions.TakeBuildingIncome, draws: Draws) -> Passage[State]:
    """CO-462, CO-520."""
    seat, forgone = action.seat, action.gems_as_research
    gate.income(state, seat)
    gate.nothing_pending_for(state, seat)
    check(
        not state.seats[seat].income.buildings, "CO-462", "You have already taken this part of your income."
    )
    if forgone:
        check(
            has_ability(state, seat, "stronghold_gems_as_research")
            and forgone <= stronghold_gems(state, seat),
            "CO-520",
            "You cannot take that many stronghold gems as research.",
            "gems_as_research",
        )
    items: list[Pending] = []
    left = forgone
    for kind, income in uncovered_income(state, seat):
        for effect in income:
            kept = effect.n
            if kind == "stronghold" and effect.do == "gain_gems":
                kept -= min(left, effect.n)
                left -= effect.n - kept
            items.append(Pending(effect, kept, "income"))
    if forgone:
        items += awaited((Effect("gain_research", forgone),), "income")
    state = yield facts.BuildingIncomeTaken(seat, forgone)
    return (yield from settle(state, seat, draws, items))


def income_abilities(state: State, seat: str) -> dict[str, tuple[bool, str | None]]:
    """Ability → optional and region, of the income abilities that the seat has not taken yet."""
    taken = state.seats[seat].income.abilities
    return {
        source.ability.id: (source.ability.optional, here)
        for source, here in triggered(state, seat, "income")
        if source.ability.id not in taken
    }


def take_ability_income(state: State, action: actions.TakeAbilityIncome, draws: Draws) -> Passage[State]:
    """CO-590, CO-596."""
    seat, ability = action.seat, action.ability
    gate.income(state, seat)
    gate.nothing_pending_for(state, seat)
    left = income_abilities(state, seat)
    check(ability in left, "CO-590", "You have no such income ability left this round.", "ability")
    state = yield facts.AbilityUsed(seat, ability, "income")
    effects = state.faction(seat).abilities[ability].ability.effects
    return (yield from settle(state, seat, draws, awaited(effects, "ability", here=left[ability][1])))


def finish_income(state: State, action: actions.FinishIncome, draws: Draws) -> Passage[State]:
    """CO-472, CO-604."""
    seat = action.seat
    gate.income(state, seat)
    gate.nothing_pending_for(state, seat)
    check(
        all(optional for optional, _ in income_abilities(state, seat).values()),
        "CO-472",
        "Take every mandatory income ability first.",
    )
    state = yield facts.IncomeFinished(seat)
    if not all(board.income.finished for board in state.seats.values()):
        return state
    winners = famous(state, at_once=True)
    if winners:
        return (yield facts.GameEnded(winners, "fame", state.round))
    return (yield facts.PhaseBegan("check_relics"))
