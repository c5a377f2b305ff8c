"""What clans, Events, characters, Items and the AI's parts must meet."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.first_light.components.benefits import BONUSES, MODIFIERS
from domain.games.first_light.components.constraints import DICE_VALUES, Faults, demand, is_bundle
from domain.games.first_light.components.document import CLANS, LOCATIONS, Document, Effect, Modifier

LEAST_AI_SLOTS = 4
ROWS_OF_DEPOSITORY = 3
MODIFIED_LOCATIONS = ("negotiation", "depository", "headquarters", *LOCATIONS)
SCHEME_LOCATIONS = (
    "negotiation",
    "depository",
    "laboratory",
    "foundry",
    "mining_camp",
    "market",
    "academy",
)
PROGRESS = ("execute", "harvest", "rest")
CHARACTERS = {
    "akira_hope": "wild_values",
    "dan_gautama": "extra_depository_reward",
    "jakob_olander": "free_upgrade_on_laboratory",
    "lysias_james": "setbacks_as_advancements",
    "naira_sol": "free_garages",
    "roslyn_ashford": "dice_limit",
    "sable_lesedi": "move_after_harvest",
    "troy_sullivan": "negotiation_discount",
}


def is_modifier(modifier: Modifier) -> bool:
    return (
        modifier.location in MODIFIED_LOCATIONS
        and (modifier.clan is None or (modifier.clan in CLANS and modifier.location == "negotiation"))
        and bool(modifier.reduce) != bool(modifier.gain)
        and is_bundle(modifier.reduce)
        and is_bundle(modifier.gain, also=("dice", "items"))
    )


def is_effect(effect: Effect, kinds: Iterable[str], gains: tuple[str, ...] = ()) -> bool:
    return (
        effect.kind in kinds
        and (effect.kind != "gain" or (bool(effect.gain) and is_bundle(effect.gain, also=gains)))
        and (
            effect.kind != "modifiers" or (bool(effect.modifiers) and all(map(is_modifier, effect.modifiers)))
        )
    )


def effects(document: Document) -> Faults:
    for clan in CLANS:
        yield from demand(
            bool(document.clans.get(clan))
            and all(
                is_effect(effect, ("none", "set_die", "gain", "move", "manual"), ("dice", "items"))
                for effect in document.clans[clan].values()
            ),
            "clan-effects",
            "A Clan Board has sides of the kinds none, set_die, gain, move or manual.",
            f"/clans/{clan}",
        )
    yield from demand(set(document.clans) == set(CLANS), "clans", "The three clans.", "/clans")
    allowed = {
        "reveal": (("gain", "manual"), ()),
        "round": (("none", "modifiers", "manual"), ()),
        "harvest": (("gain", "manual"), ("dice",)),
    }
    for place, event in enumerate(document.events):
        yield from demand(
            event.timing in allowed and is_effect(event.effect, *allowed[event.timing]),
            "event-effects",
            "The effect fits the Event's timing.",
            f"/events/{place}",
        )
    yield from demand(
        sum(event.id == "end_of_an_era" for event in document.events) == 1,
        "end-of-an-era",
        "Exactly one Event is end_of_an_era.",
        "/events",
    )


def characters(document: Document) -> Faults:
    for place, character in enumerate(document.characters):
        effect = character.effect
        kind = CHARACTERS.get(character.id)
        fits = {
            "wild_values": bool(effect.wild)
            and 6 in effect.to
            and set(effect.to) | set(effect.wild) <= set(DICE_VALUES)
            and effect.farms in ("six_only", "all"),
            "dice_limit": effect.limit > 5,
            "move_after_harvest": is_bundle(effect.cost),
            "negotiation_discount": effect.mode in ("half", "minus")
            and effect.amount >= 0
            and set(effect.clans) <= set(CLANS),
        }
        yield from demand(
            effect.kind == "manual" or (effect.kind == kind and fits.get(effect.kind, True)),
            "character-effects",
            "Each of the eight characters has its own kind of effect, with its parameters, or is manual.",
            f"/characters/{place}",
        )
    yield from demand(
        {character.id for character in document.characters} == set(CHARACTERS),
        "characters",
        "The eight characters of the source.",
        "/characters",
    )


def opponents(document: Document) -> Faults:
    rows = max(
        (len(column) for s in document.negotiation.sides.values() for column in s.cells.values()), default=0
    )
    for place, opponent in enumerate(document.ai_opponents):
        talks, stores = opponent.negotiation_points, opponent.depository_points
        yield from demand(
            opponent.slots >= LEAST_AI_SLOTS
            and sorted(opponent.progress_order) == sorted(PROGRESS)
            and (
                talks.kind == "printed"
                or (talks.kind == "per_die" and isinstance(talks.points, int))
                or (talks.kind == "per_row" and isinstance(talks.points, tuple) and len(talks.points) >= rows)
            )
            and (
                (stores.kind == "per_die" and isinstance(stores.points, int))
                or (
                    stores.kind == "per_row"
                    and isinstance(stores.points, tuple)
                    and len(stores.points) == ROWS_OF_DEPOSITORY
                )
            ),
            "ai-opponents",
            "At least four slots, an order of the three Progress Tiles, points by die, by row or as printed.",
            f"/ai_opponents/{place}",
        )


def schemes(document: Document) -> Faults:
    for place, scheme in enumerate(document.schemes):
        yield from demand(
            scheme.move_value in DICE_VALUES
            and len(scheme.options) == 3
            and all(
                option.location in SCHEME_LOCATIONS
                and option.value in DICE_VALUES
                and (option.clan in CLANS) == (option.location == "negotiation")
                and (option.gems > 0) == (option.location in ("mining_camp", "market"))
                and (option.dice > 0) == (option.location == "academy")
                for option in scheme.options
            ),
            "schemes",
            "A move value and three options, each with what its location needs (FL-R34).",
            f"/schemes/{place}",
        )


def items(document: Document) -> Faults:
    for place, card in enumerate(document.items):
        if isinstance(card.benefit, str):
            known = card.benefit in (MODIFIERS if card.kind == "in_game" else BONUSES)
        else:
            known = is_effect(card.benefit, ("none", "modifiers"))
        yield from demand(
            known and card.kind in ("in_game", "end_game") and card.points >= 0 and is_bundle(card.cost),
            "item-cards",
            "An Item has a price, points, a kind and a benefit that fits the kind (FL-536).",
            f"/items/{place}",
        )
