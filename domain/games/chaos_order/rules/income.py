"""Income (CO-461, CO-46x, CO-47x), harvest and production tokens (CO-332 … CO-338)."""

from __future__ import annotations

from domain.games.chaos_order import actions, facts
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.reading import (
    controlled,
    controls,
    famous,
    has_ability,
    is_land,
    is_region,
    printed_production,
    showing_production,
    stronghold_gems,
    triggered,
    uncovered_income,
)
from domain.games.chaos_order.rules import gate
from domain.games.chaos_order.rules.building import check_attribute, gem_reward, turn_attribute
from domain.games.chaos_order.rules.effects import Draws, awaited, settle, take
from domain.games.chaos_order.state import Pending, State
from domain.kernel import Passage, check

# Gain income, CO-46x and CO-47x. CO-461.

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


# Harvest and production tokens: CO-332 … CO-338.


def harvest_region(state: State, action: actions.HarvestRegion, draws: Draws) -> Passage[State]:
    """CO-332 … CO-335."""
    seat, place = action.seat, action.region
    gate.head(state, seat, "CO-332", "harvest_points")
    check(is_region(state, place), "CO-332", "Unknown region.", "region")
    check(
        may_harvest(state, seat, place),
        "CO-333",
        "Harvest your base, or a region you control with your foundry.",
        "region",
    )
    showing = showing_production(state, place)
    check(showing is not None, "CO-332", "There is no production token there.", "region")
    assert showing is not None
    token, effects = showing
    check(token not in state.harvested, "CO-334", "You already harvested this token this round.", "region")
    state = yield facts.TokenHarvested(seat, token, place)
    return (yield from take(state, seat, 1, draws, awaited(effects, "harvest", here=place)))


def may_harvest(state: State, seat: str, place: str) -> bool:
    """CO-333, CO-522, CO-530."""
    region = state.regions.get(place)
    if region is None:
        return state.bases.get(place) == seat
    anything = has_ability(state, seat, "harvest_from_any_building")
    return controls(state, seat, place) and any(
        built.seat == seat and (anything or built.type == "foundry") for built in region.buildings.values()
    )


def token_places(state: State, seat: str, kinds: tuple[str, ...]) -> list[str]:
    """Where the seat may lay a loose production token (CO-336, CO-577)."""
    found = []
    if "base" in kinds:
        base = state.seats[seat].base
        if base is not None and base not in state.loose and printed_production(state, base) is not None:
            found.append(base)
    for place in state.regions:
        land = is_land(state, place)
        if (
            ("land" if land else "lake") in kinds
            and place not in state.loose
            and controls(state, seat, place)
            and (not land or printed_production(state, place) is not None)
        ):
            found.append(place)
    return found


def place_production_token(
    state: State, action: actions.PlaceProductionToken, draws: Draws
) -> Passage[State]:
    """CO-336, CO-577."""
    head = gate.head(state, action.seat, "CO-336", "place_production_token")
    check(
        action.token in state.production_area,
        "CO-336",
        "This token is not in your production area.",
        "token",
    )
    check(
        action.region in token_places(state, action.seat, head.effect.among or ()),
        "CO-336",
        "Place the token over a printed one in a region you control.",
        "region",
    )
    state = yield facts.ProductionTokenPlaced(action.seat, action.token, action.region)
    return (yield from take(state, action.seat, 1, draws))


def upgradable_tokens(state: State, seat: str) -> dict[str, str]:
    """Loose token → region, of those that the seat may turn (CO-337), no matter who laid them (CO-338)."""
    return {
        loose.id: place
        for place, loose in state.loose.items()
        if not loose.upgraded and controls(state, seat, place)
    }


def upgrade_production_token(
    state: State, action: actions.UpgradeProductionToken, draws: Draws
) -> Passage[State]:
    """CO-337. CO-578."""
    gate.head(state, action.seat, "CO-337", "upgrade_production_token")
    place = upgradable_tokens(state, action.seat).get(action.token)
    check(
        place is not None,
        "CO-337",
        "Upgrade a placed token in a region you control.",
        "token",
    )
    assert place is not None
    state = yield facts.ProductionTokenUpgraded(action.seat, action.token, place)
    return (yield from take(state, action.seat, 1, draws))
