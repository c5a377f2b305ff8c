"""How people edit a box of Order vs Chaos: what each part is called, and where on the card it is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.games.order_vs_chaos.components.constraints import CARD_LOCATIONS, COUNTS, PLACES
from domain.games.order_vs_chaos.components.document import NewDocument
from domain.kernel.editing import Editing, Graph, Roads, Total
from domain.kernel.messages import Json

FIGHTERS = ("order_heroes", "chaos_heroes", "monsters", "arch_enemies")
HEROES = FIGHTERS[:2]
ATTACKS = tuple(f"{fighters}/*/attacks" for fighters in FIGHTERS)
WITH_HANDS = ("weapons", "order_heroes/*/attacks")
ABILITIES = tuple(f"{fighters}/*/abilities" for fighters in FIGHTERS)
TEXTS = (*ABILITIES, "equipment", "event_cards")
SPECIAL = "weapons/*/specials/*"
EFFECT = "equipment/*/effects/*"
"""Where they come first: elsewhere they are the same."""


def _of_each(paths: Iterable[str], words: Mapping[str, Any]) -> dict[str, Any]:
    """The words for a member, at each of the paths. The member "" is the path itself."""
    return {f"{path}/{member}".rstrip("/"): text for path in paths for member, text in words.items()}


BLANK_ATTACK = {
    "name": "",
    "segment": "melee",
    "dice": 0,
    "hands": None,
    "specials": [],
    "discard_on_use": False,
}
BLANK_WEAPON = {**BLANK_ATTACK, "hands": 0}
BLANK_TRACKS = {"move": [0], "attack": [0], "armor": [0], "health": [1]}
BLANK_FIGHTER: Mapping[str, Any] = {"name": "", "attacks": [], "battle_track": None, "abilities": []}
BLANKS: Mapping[str, Any] = {
    "maps/*/locations": {"name": "", "kind": "card"},
    "location_cards": {"kind": "wormhole", "number": None},
    "order_heroes": {
        **BLANK_FIGHTER,
        "tracks": BLANK_TRACKS,
        "slots": {"open": 0, "locked": 0},
        "attacks": [{"id": "first_weapon", **BLANK_WEAPON}],
        "picks_one_attack": False,
        "special_tokens": None,
    },
    "chaos_heroes": {
        **BLANK_FIGHTER,
        "tracks": BLANK_TRACKS,
        "slots": None,
        "picks_one_attack": False,
        "special_tokens": None,
    },
    "monsters": {**BLANK_FIGHTER, "based_on": None, "armor": 0, "health": 1},
    "arch_enemies": {**BLANK_FIGHTER, "armor": 0, "health": {"1": 1, "2": 1, "3": 1}},
    "weapons": BLANK_WEAPON,
    "equipment": {"name": "", "text": ""},
    "event_cards": {"name": "", "kind": "keep", "text": "", "timing": None, "effects": None},
    **_of_each(ATTACKS, {"": BLANK_ATTACK}),
    "order_heroes/*/attacks": BLANK_WEAPON,
    **_of_each(ABILITIES, {"": {"name": "", "text": ""}}),
}


def _blank_of(table: str) -> Callable[[Mapping[str, Json]], Sequence[Json]]:
    return lambda _: (BLANKS[table],)


TITLES = {
    "edition": "Name of the edition",
    "die_faces": "Faces of a die",
    "maps": "Maps",
    "maps/*/edges": "Roads",
    "maps/*/locations/*/kind": "What lies there",
    "location_cards": "Location cards",
    "order_heroes": "Order heroes",
    "order_heroes/*/slots": "Equipment slots",
    "chaos_heroes": "Chaos heroes",
    "monsters": "Monster types",
    "monsters/*/based_on": "Modelled on",
    "arch_enemies": "Arch enemies",
    "arch_enemies/*/health": "Health against 1, 2, 3 heroes",
    "weapons": "Weapon cards",
    "equipment": "Equipment cards",
    "event_cards": "Event cards",
    **_of_each(HEROES, {"*/picks_one_attack": "Chooses one attack", "*/special_tokens": "Tokens of its own"}),
    **_of_each((*ATTACKS, "weapons"), {"*/discard_on_use": "Thrown"}),
    f"{SPECIAL}/over": "More than",
    **_of_each(TEXTS, {"*/timing": "When", "*/effects": "What the program does"}),
    **_of_each(ABILITIES, {"*/stamina": "Cost"}),
    f"{EFFECT}/delta": "More or less",
    f"{EFFECT}/n": "How many",
    f"{EFFECT}/a": "One location",
    f"{EFFECT}/b": "Other location",
    f"{EFFECT}/seat": "Hero",
    f"{EFFECT}/optional": "May be left out",
}

HINTS = {
    "edition": "Players choose your box by this name when they open a table.",
    "die_faces": "All sides of one die. List a face once for each side that shows it; all dice are alike.",
    "maps": "Both sides of the board, with their locations and the roads between them.",
    "maps/*/locations": "All spaces of this side: 30 for cards, the arch enemy's, and 3 or 4 starts a side.",
    "maps/*/edges": "Each line between two spaces. Heroes move along it in both directions.",
    "location_cards": "The 30 cards that lie face down on the map.",
    "location_cards/*/number": "Printed on rifts (1 to 5) and healing shrines (2 and 3). Others have none.",
    "order_heroes": "The sheets of the heroes of Order.",
    "order_heroes/*/slots": "The spaces for equipment on the sheet: open at first, or opened by XP.",
    "chaos_heroes": "The sheets of the heroes of Chaos.",
    "monsters": "The cards of the monster types. Six figures belong to each.",
    "monsters/*/based_on": "The Chaos hero whose figure the monster resembles. No rule depends on it.",
    "monsters/*/armor": "Printed on the card: it limits blocking.",
    "arch_enemies": "The cards of the enemies whom Order must kill in the final battle.",
    "arch_enemies/*/armor": "Printed on the card: it limits blocking.",
    "arch_enemies/*/health": "By the number of Order heroes in the game.",
    "weapons": "Half of the item deck. Copies of a card are rows of their own.",
    "equipment": "The other half of the item deck. Copies of a card are rows of their own.",
    "event_cards": "The Chaos cards. Copies of a card are rows of their own.",
    "event_cards/*/kind": "Instant cards happen when they are drawn; others stay in the hand.",
    **_of_each(
        HEROES,
        {
            "*/tracks": "The boxes of each row on the sheet, from left to right. XP covers them one by one.",
            "*/picks_one_attack": "Only the Ghoul chooses one of its attacks in each battle round.",
            "*/special_tokens": "Tokens that only this hero has, such as the three of the Ghoul.",
        },
    ),
    **_of_each(FIGHTERS, {"*/battle_track": "A row of boxes for steps during a battle, such as Blight."}),
    **_of_each(ATTACKS, {"": "Its weapons, claws and spells, as printed on its sheet or card."}),
    **_of_each(
        (*ATTACKS, "weapons"),
        {
            "*/segment": "The part of a battle round in which it attacks.",
            "*/dice": "Dice without the attack of the hero.",
            "*/specials": "What lightning or other faces do in this attack.",
            "*/discard_on_use": "The card is discarded when it is used.",
        },
    ),
    **_of_each(WITH_HANDS, {"*/hands": "A hero uses weapons of two hands in all."}),
    **_of_each(ABILITIES, {"": "The texts on the sheet or card that a player can use."}),
    **_of_each(
        TEXTS,
        {"*/effects": "Without a list, players carry out the text by hand and say what it did."},
    ),
    f"{EFFECT}/delta": "Below 0 takes away.",
    f"{EFFECT}/optional": "The text says that players may do this.",
}

UNITS = {
    **_of_each(ABILITIES, {"*/stamina": "stamina"}),
    **_of_each((*ATTACKS, "weapons"), {"*/dice": "dice"}),
    **_of_each(WITH_HANDS, {"*/hands": "hands"}),
}

LABELS = {
    "blue": "blue lightning",
    "yellow": "yellow lightning",
    "us": "United States",
    "eu": "Europe",
    "card": "a location card",
    "arch_enemy": "the arch enemy",
    "order_start": "a start of Order",
    "chaos_start": "a start of Chaos",
    "keep": "kept in the hand",
    "instant": "at once",
    "own_turn": "on its own turn",
    "own_battle": "in its own battle",
    "any_battle": "in any battle",
    "round_start_any_battle": "at the start of any battle round",
    "any": "at any time",
    "passive": "always",
    "per_die": "for each die with a face",
    "majority": "if one lightning shows more often",
    "reroll": "may reroll a face",
    "flat": "damage instead of a roll",
    "text": "another text",
    "damage": "damage",
    "armor": "armor chits",
    "heal": "health",
    "track": "steps on the battle track",
    "?": "chosen by the players",
    **{f"{EFFECT}/{place}:?": "chosen by the players" for place in PLACES},
    "order": "Order",
    "chaos": "Chaos",
    **{
        f"{EFFECT}:{op}": words
        for op, words in {
            "doom": "doom of a side rises or falls",
            "health": "a unit or hero gains or loses health",
            "stamina": "a hero gains or loses stamina",
            "xp": "a hero or a side gains XP",
            "chits": "a unit gains or loses armor chits",
            "track": "a battle track moves",
            "token_place": "Chaos tokens are laid on a location",
            "token_discard": "Chaos tokens of a location go to the supply",
            "token_gain": "a Chaos hero gains tokens",
            "special_tokens": "a hero spends or regains tokens of its own",
            "monster_place": "a monster comes onto a location",
            "monster_move": "a monster moves anywhere",
            "monster_discard": "a monster leaves the map",
            "hero_move": "a hero is moved",
            "pass_enemies": "a hero may pass the enemies of a location",
            "swap_cards": "the cards of two locations change places",
            "open": "a face-down card is opened",
            "remove_card": "a face-up card leaves the game",
            "item_take": "an Order hero takes an item of the display",
            "item_discard": "an Order hero discards an item",
            "display_discard": "an item of the display is discarded",
            "display_refill": "six new items are laid out",
            "event_draw": "a Chaos hero draws event cards",
            "cancel_healing": "cancels a healing shrine",
            "end_battle": "the battle ends",
            "note": "words without an effect",
        }.items()
    },
}

EDITING = Editing(
    document=NewDocument,
    order=("edition", "weapons", "equipment", "event_cards"),
    hidden=frozenset(
        {
            "schema",
            "game",
            "invented",
            "chaos_heroes/*/slots",
            *(f"{attacks}/*/hands" for attacks in ATTACKS[1:]),
        }
    ),
    titles=TITLES,
    hints=HINTS,
    units=UNITS,
    labels=LABELS,
    refs={
        "maps/*/edges/*/*": "maps/*/locations",
        "monsters/*/based_on": "chaos_heroes",
        **{f"{EFFECT}/{place}": "maps/*/locations" for place in PLACES},
    },
    totals={
        **{section: Total(number) for section, (_, number, _) in COUNTS.items() if number is not None},
        "location_cards": Total(CARD_LOCATIONS),
    },
    maps={"maps/*": Graph(("locations",), (Roads("edges", ("locations", "locations")),))},
    blanks=BLANKS,
    decks={table: _blank_of(table) for table in ("weapons", "equipment", "event_cards")},
)
