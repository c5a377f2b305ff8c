"""A bot that plays sensibly enough to end games, and openings for trying the game out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from domain.games.first_light.components.box import Box
from domain.games.first_light.components.document import CLANS
from domain.games.first_light.state import State
from domain.kernel import ComponentSet, Json, Offer
from domain.kernel.offers import sample_action

EARLY: dict[str, float] = {
    "place_negotiation": 30,
    "place_depository": 6,
    "place_foundry": 4,
    "place_laboratory": 12,
    "place_control_room": 14,
    "place_mining_camp": 4,
    "place_academy": 14,
    "place_headquarters": 6,
    "place_market": 0.5,
    "send_to_cantina": 0.2,
}
"""How much the bot leans to each kind of action while it builds; all others weigh 1."""

LATE: dict[str, float] = {
    "place_negotiation": 60,
    "place_depository": 20,
    "place_foundry": 4,
    "place_laboratory": 4,
    "place_control_room": 3,
    "place_mining_camp": 10,
    "place_academy": 2,
    "place_headquarters": 2,
    "place_market": 0.5,
    "send_to_cantina": 0.2,
}
"""The same when it is time to score."""

SCORING_FROM = 4
"""The round in which the bot turns from building to scoring."""

LAST_CHANCE = 7
"""From this round on, dice and Items for later are worth little."""

NAMING = 0.1
"""How often the recorder looks at a card that was not seen."""


def bot(state: State, offers: Sequence[Offer], random: Random) -> Json | None:
    """One of the offers, by weight; in the Plan phase it assigns all dice and confirms."""
    if state.phase == "plan":
        return _plan(state, offers, random)
    names = [offer for offer in offers if offer.type == "name_item"]
    if names and random.random() < NAMING:
        return sample_action(random.choice(names), random)
    best = [offer for offer in offers if offer.type != "name_item"] or names
    chosen = random.choices(best, [_weight(state, offer) for offer in best])[0]
    action = sample_action(chosen, random)
    if chosen.type == "use_clan_ability" and len(offers) > 1 and action.get("decline"):
        action = sample_action(random.choice(best), random)
    return action


def _weight(state: State, offer: Offer) -> float:
    weight = (LATE if state.round >= SCORING_FROM else EARLY).get(offer.type, 1.0)
    if offer.type == "harvest" and "move_to" in offer.parameters:
        return weight * 3
    if offer.type in ("place_headquarters", "place_academy") and state.round >= LAST_CHANCE:
        return weight / 4
    alike = {"place_depository": 3, "place_laboratory": 2}
    return weight / alike.get(offer.type, 1)


def _plan(state: State, offers: Sequence[Offer], random: Random) -> Json | None:
    for kind in ("take_die", "roll_dice"):
        for offer in offers:
            if offer.type == kind:
                return sample_action(offer, random)
    confirmations = [offer for offer in offers if offer.type == "confirm_plan"]
    if confirmations:
        return sample_action(random.choice(confirmations), random)
    seats = [
        seat
        for seat, base in state.seats.items()
        if base.has_rolled and len(base.plan_garages) + len(base.plan_farms) < len(base.rolled)
    ]
    return _assignment(state, random.choice(seats), offers, random) if seats else None


def _assignment(state: State, seat: str, offers: Sequence[Offer], random: Random) -> Json | None:
    """All rolled dice: some to Farms, pairs side by side for the Laboratory, the rest to Garages."""
    farms: tuple[str, ...] = next(
        (
            of.keys
            for offer in offers
            if offer.type == "assign_dice" and offer.seat == seat
            for of in (getattr(offer.parameters["farms"], "of", None),)
            if of is not None
        ),
        (),
    )
    dice = sorted(state.seats[seat].rolled, reverse=random.random() < 0.5)
    most_farms = min(len(farms), max(0, len(dice) - 2))
    to_farms = random.randint(max(0, len(dice) - len(state.seats[seat].garages)), max(most_farms, 1))
    to_farms = min(to_farms, len(farms), len(dice))
    chosen = random.sample(range(len(dice)), to_farms)
    order = [slot for slot in farms if slot != "1"]
    random.shuffle(order)
    slots = [*order, "1"][:to_farms]
    return {
        "type": "assign_dice",
        "seat": seat,
        "garages": [die for place, die in enumerate(dice) if place not in chosen],
        "farms": dict(zip(slots, (dice[place] for place in chosen), strict=True)),
    }


def sample_opening(
    components: ComponentSet, count: int, random: Random
) -> tuple[list[Json], dict[str, Json]]:
    """Seats named by their colours; any sides, and the AI where it must or may sit."""
    box: Box = components.box
    document = box.document
    colors = random.sample(document.colours, count)
    options: dict[str, Json] = {
        "planet_side": random.choice(sorted(document.planet.sides)),
        "clan_sides": {clan: random.choice(sorted(document.clans[clan])) for clan in CLANS},
        "character_mode": random.choice(("deal", "open_choice")),
        "resources": random.choice(("private", "public")),
    }
    if count == 1 or (count < len(document.colours) and random.random() < 0.4):
        options["ai_opponent"] = random.choice(sorted(box.opponents))
    return [{"seat": color, "color": color} for color in colors], options
