"""A bot that plays each side's plan, so that games end: rifts for Order, deliveries for Chaos.

It chooses among the offers alone. It is a sparring partner and a source of games, not a strong player.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random

from domain.games.order_vs_chaos.reading import adjacent, enemies_at
from domain.games.order_vs_chaos.state import MOST_CARRIED, State
from domain.kernel import Choice, ComponentSet, Json, Offer, values_of
from domain.kernel.offers import sample_action

COLORS = ("red", "blue", "green", "yellow", "black", "white")
WHIM = 0.03
ABILITY_SHARE = 0.12
BLOCK_SHARE = 0.3
SPLIT_SHARE = 0.1
HANDFULS_TRIED = 7
BRUISES = 3
"""Health that a hero may lack and still look for a fight once there is nothing else to do."""


def sample_opening(
    components: ComponentSet, seats: int, random: Random
) -> tuple[list[Json], dict[str, Json]]:
    """Seats called by their colours; the sides in any mixture (OC-101, OC-102)."""
    order = (seats + 1) // 2
    sides = ["order"] * order + ["chaos"] * (seats - order)
    random.shuffle(sides)
    colors = random.sample(COLORS, seats)
    taken = [{"seat": color, "side": side} for color, side in zip(colors, sides, strict=True)]
    return taken, {"final_battle_losses": random.choice(("printed", "pairs"))}


def bot(state: State, offers: Sequence[Offer], random: Random) -> Json | None:
    """One action among the offers; None where any will do."""
    by_type: dict[str, list[Offer]] = {}
    offers = list(_without_names(state, offers)) or offers
    for offer in offers:
        by_type.setdefault(offer.type, []).append(offer)
    if random.random() < WHIM:
        return sample_action(_any(offers, random), random)
    for choose in (_duty, _battle, _card, _turn):
        chosen = choose(state, by_type, random)
        if chosen is not None:
            return chosen
    return None


def _without_names(state: State, offers: Sequence[Offer]) -> Iterator[Offer]:
    """The offers that do not name an unknown card, which the bot has not seen (OC-R86)."""
    for offer in offers:
        if offer.type == "play_event" and offer.seat is not None:
            if {*values_of(offer.parameters["card"])} <= {*state.seats[offer.seat].kept}:
                yield offer
        elif offer.type != "name_event":
            yield offer


Plan = dict[str, list[Offer]]


def _any(offers: Sequence[Offer], random: Random) -> Offer:
    """Any offer; the quieter types are not drowned by those with many offers."""
    kinds = sorted({offer.type for offer in offers})
    kind = random.choice(kinds)
    return random.choice([offer for offer in offers if offer.type == kind])


def _sampled(offers: list[Offer], random: Random) -> Json:
    return sample_action(random.choice(offers), random)


def _duty(state: State, plan: Plan, random: Random) -> Json | None:
    """Duties and setup: mostly any choice is fine."""
    if "take_reward" in plan:
        takes = [offer for offer in plan["take_reward"] if offer.parameters]
        return _sampled(takes or plan["take_reward"], random)
    if "place_monster" in plan:
        chaos = [offer for offer in plan["place_monster"] if "timeout" not in offer.parameters]
        return _sampled(chaos or plan["place_monster"], random)
    if "assign_xp" in plan:
        return sample_action(plan["assign_xp"][0], random)
    for kind in ("resolve_event", "play_event"):
        if kind in plan:
            split = random.random() < SPLIT_SHARE
            wanted = [one for one in plan[kind] if ("seat" in one.parameters) or _is_split(one) == split]
            if kind == "resolve_event" or random.random() < ABILITY_SHARE:
                return _sampled(wanted or plan[kind], random)
    for kind in ("allot_doom_damage", "draw_event", "resurrect", "discard_surplus_monster", "take_overflow"):
        if kind in plan:
            return _sampled(plan[kind], random)
    return None


def _is_split(offer: Offer) -> bool:
    domain = offer.parameters.get("unanimous")
    return isinstance(domain, Choice) and domain.values == (False,)


def _battle(state: State, plan: Plan, random: Random) -> Json | None:
    battle = state.battle
    if battle is None:
        return None
    if "change_dice" in plan and random.random() < ABILITY_SHARE:
        return _sampled(plan["change_dice"], random)
    used = _card(state, plan, random)
    if used is not None:
        return used
    if "select_weapons" in plan:
        return _weapons(state, plan["select_weapons"], random)
    if "declare_blocks" in plan:
        action = sample_action(plan["declare_blocks"][0], random)
        if random.random() > BLOCK_SHARE:
            action.pop("units", None)
        return action
    if "declare_targets" in plan:
        return _sampled(plan["declare_targets"], random)
    if "roll_attack" in plan:
        return _sampled(plan["roll_attack"], random)
    if "resolve_segment" in plan:
        action = sample_action(plan["resolve_segment"][0], random)
        if random.random() > SPLIT_SHARE:
            action.pop("absorb", None)
        return action
    if "stay" in plan:
        return _retreat(state, plan, random)
    return None


def _weapons(state: State, offers: list[Offer], random: Random) -> Json:
    """The handful with the most dice, now and then another."""
    if random.random() < SPLIT_SHARE:
        return _sampled(offers, random)
    tries = [sample_action(offer, random) for offer in offers for _ in range(HANDFULS_TRIED)]

    def dice(action: dict[str, Json]) -> int:
        weapons = action.get("weapons", ())
        return sum(state.box.attacks[weapon].dice for weapon in weapons)

    return max(tries, key=dice)


def _retreat(state: State, plan: Plan, random: Random) -> Json:
    """Order retreats when it is nearly dead, for a death is Chaos doom."""
    seat = plan["stay"][0].seat or ""
    hero = state.seats[seat]
    weak = hero.health <= (4 if hero.side == "order" else 1)
    if weak and "attempt_retreat" in plan and random.random() < 0.7:
        return _sampled(plan["attempt_retreat"], random)
    return sample_action(plan["stay"][0], random)


def _card(state: State, plan: Plan, random: Random) -> Json | None:
    for kind in ("use_equipment", "use_ability", "play_event"):
        share = ABILITY_SHARE if state.battle is not None else ABILITY_SHARE / 2
        if kind in plan and random.random() < share:
            return sample_action(_any_source(plan[kind], random), random)
    return None


def _any_source(offers: list[Offer], random: Random) -> Offer:
    """An ability, item or card first, then one of its offers."""
    sources: dict[str, list[Offer]] = {}
    for offer in offers:
        domain = next(
            offer.parameters[name] for name in ("ability", "item", "card") if name in offer.parameters
        )
        key = str(domain.values) if isinstance(domain, Choice) else ""
        sources.setdefault(key, []).append(offer)
    return random.choice(sources[random.choice(sorted(sources))])


WORTH_STAYING = ("deliver_tokens", "use_chaos_rift", "pick_up_tokens", "attack_rift", "attack_healing_shrine")
IN_PASSING = ("visit_quartermaster", "use_wandering_monster", "discard_display_item")
"""Taken on arrival only, or a hero would stay there for ever."""


def _turn(state: State, plan: Plan, random: Random) -> Json | None:
    seat = state.active
    if state.phase != "turn" or seat is None or "end_turn" not in plan:
        return None
    hero = state.seats[seat]
    hurt = hero.health <= state.stat(seat, "health") - 5
    if hurt or hero.stamina == 0:
        for kind in ("use_healing_shrine", "use_order_shrine"):
            if kind in plan:
                return sample_action(plan[kind][0], random)
    arrived = state.moves_used or state.opened
    for kind in (*WORTH_STAYING, *(IN_PASSING if arrived else ())):
        if kind in plan:
            return sample_action(plan[kind][-1], random)
    moves = plan.get("move")
    target = _goal(state, seat)
    if moves and target is not None and target != hero.location:
        domain = moves[0].parameters["to"]
        assert isinstance(domain, Choice)
        step = _toward(state, seat, target, [str(place) for place in domain.values], random)
        if step is not None:
            return {"type": "move", "seat": seat, "to": step}
    if "fight" in plan and hero.health >= state.stat(seat, "health") - BRUISES:
        return sample_action(plan["fight"][0], random)
    if "open_location" in plan:
        return sample_action(plan["open_location"][0], random)
    return sample_action(plan["end_turn"][0], random)


def _goal(state: State, seat: str) -> str | None:
    """The nearest location with something to do."""
    hero = state.seats[seat]
    if hero.side == "chaos" and hero.tokens and (hero.tokens == MOST_CARRIED or not _lying(state)):
        return state.map.arch_enemy
    wanted = _worth_for_order if hero.side == "order" else _worth_for_chaos
    goal = _nearest(state, seat, lambda place: wanted(state, seat, place))
    if goal is not None or hero.health < state.stat(seat, "health") - BRUISES:
        return goal
    return _nearest(state, seat, lambda place: enemies_at(state, hero.side, place))


def _lying(state: State) -> bool:
    return any(place.tokens and place.face != "down" for place in state.places.values())


def _worth_for_order(state: State, seat: str, location: str) -> bool:
    place, hero = state.places[location], state.seats[seat]
    kind = state.card_kind(location)
    if state.map.kinds[location] == "arch_enemy":
        return False
    if hero.health <= state.stat(seat, "health") // 2 and kind in ("healing_shrine", "order_shrine"):
        return not place.monsters
    fit = hero.health >= 6 or not enemies_at(state, "order", location)
    return fit and ((place.face == "down" and not place.monsters) or kind == "rift")


def _worth_for_chaos(state: State, seat: str, location: str) -> bool:
    place, hero = state.places[location], state.seats[seat]
    if enemies_at(state, "chaos", location):
        return False
    if place.tokens and place.face != "down" and hero.tokens < MOST_CARRIED:
        return True
    return (place.face == "down" and not place.monsters) or state.card_kind(location) == "healing_shrine"


def _nearest(state: State, seat: str, wanted: Callable[[str], bool]) -> str | None:
    start = state.seats[seat].location or ""
    waiting, seen = deque([start]), {start}
    while waiting:
        here = waiting.popleft()
        if wanted(here):
            return here
        for near in adjacent(state, here):
            if near not in seen:
                seen.add(near)
                waiting.append(near)
    return None


def _toward(state: State, seat: str, target: str, steps: list[str], random: Random) -> str | None:
    """The step that shortens the way, around enemies where that costs nothing."""
    side = state.seats[seat].side
    distance: dict[str, int] = {target: 0}
    waiting = deque([target])
    while waiting:
        here = waiting.popleft()
        for near in adjacent(state, here):
            if near not in distance and (side == "chaos" or near != state.map.arch_enemy):
                distance[near] = distance[here] + 1
                waiting.append(near)
    reachable = [step for step in steps if step in distance]
    if not reachable:
        return None
    random.shuffle(reachable)
    return min(reachable, key=lambda step: (distance[step], enemies_at(state, side, step)))
