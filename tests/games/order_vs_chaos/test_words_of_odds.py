"""Order vs Chaos in words: odds of dice, what is printed on cards and sheets, and the values of effects."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.components.document import (
    Ability,
    AttackCard,
    Majority,
    PerDie,
    Special,
    Text,
)
from domain.games.order_vs_chaos.words.names import ability_text, attack_text, hero_text, monster_text
from domain.games.order_vs_chaos.words.offering import effects, next_cards, things
from domain.games.order_vs_chaos.words.table import chance, chance_of_more, mean_damage, result
from domain.kernel import TRUTH, Choice, Json, Listed, Offer, Open, ValueWords
from domain.kernel.session.rendering import naming
from tests.games.order_vs_chaos.table import DEMO, OrderTable, seats

BOX = DEMO.box
FACES = BOX.die_faces
NAMES = naming(GAME, DEMO, seats(4))


def attack(*specials: Special, dice: int = 2, hands: int | None = None, thrown: bool = False) -> AttackCard:
    """A melee attack that no set has."""
    return AttackCard(
        id="probe",
        name="Probe",
        segment="melee",
        dice=dice,
        hands=hands,
        specials=specials,
        discard_on_use=thrown,
    )


def view_of(table: OrderTable) -> Json:
    """The table as it is served to who sees all."""
    return msgspec.json.decode(msgspec.json.encode(GAME.view(table.state, TRUTH)))


@pytest.mark.parametrize(
    ("face", "dice", "likely"),
    [
        ("blue", 0, "0 %"),
        ("blue", 1, "33 %"),
        ("blue", 2, "56 %"),
        ("yellow", 1, "17 %"),
        ("yellow", 3, "42 %"),
    ],
)
def test_a_chance_is_that_of_one_face_at_least(face: str, dice: int, likely: str):
    assert chance(FACES, face, dice) == likely


@pytest.mark.parametrize(
    ("card", "dice", "mean"),
    [
        (attack(), 0, "0.0"),
        (attack(), 2, "2.0"),
        (attack(PerDie("blue", {"damage": 1})), 3, "4.0"),
        (attack(PerDie("blue", {"damage": 3})), 1, "2.0"),
        (attack(PerDie("yellow", {"armor": 1})), 3, "3.0"),
        (attack(Majority("blue", "yellow", {"damage": 2})), 1, "1.7"),
        (attack(Majority("blue", "yellow", {"damage": 2})), 2, "2.9"),
        (attack(Majority("blue", "yellow", {"armor": 2})), 2, "2.0"),
        (BOX.attacks["uzi_1"], 2, "2.0"),
    ],
)
def test_a_mean_counts_numbers_and_what_adds_damage(card: AttackCard, dice: int, mean: str):
    assert mean_damage(FACES, card, dice) == mean


def test_more_of_one_face_than_of_another_is_strictly_more():
    assert chance_of_more(1 / 4, 1 / 2, 0) == 0
    assert chance_of_more(1 / 4, 1 / 2, 1) == pytest.approx(1 / 4)
    assert chance_of_more(1 / 4, 1 / 2, 2) == pytest.approx(1 / 16 + 2 * 1 / 4 * 1 / 4)
    assert chance_of_more(1 / 2, 1 / 4, 2) == pytest.approx(1 / 4 + 2 * 1 / 2 * 1 / 4)
    assert chance_of_more(1 / 2, 1 / 2, 3) == pytest.approx(1 / 2)


def test_a_printed_damage_is_told_without_dice():
    assert result(BOX.attacks["uzi_1"], {"flat": True}) == {"damage": 4}
    assert result(BOX.attacks["uzi_1"], {"flat": False, "dice": ["3", "2"]}) == {"damage": 5}
    assert result(BOX.attacks["katana_1"], {"flat": True}) == {"damage": 0}


@pytest.mark.parametrize(
    ("card", "rolled", "gains"),
    [
        (attack(), {}, {"damage": 0}),
        (attack(), {"dice": None}, {"damage": 0}),
        (attack(), {"dice": ["3", "2", "blue"]}, {"damage": 5}),
        (attack(), {"dice": ["3", "2", "1"], "cancelled": [0, 2]}, {"damage": 2}),
        (attack(), {"dice": ["3", "2"], "cancelled": [1], "exchanged": 4}, {"damage": 7}),
        (attack(PerDie("blue", {"damage": 1})), {"dice": ["blue", "1", "blue"]}, {"damage": 3}),
        (attack(PerDie("blue", {"armor": 2})), {"dice": ["blue", "1", "blue"]}, {"damage": 1, "armor": 4}),
        (
            attack(PerDie("blue", {"heal": 1})),
            {"dice": ["blue", "1"], "cancelled": [0]},
            {"damage": 1, "heal": 0},
        ),
        (
            attack(Majority("blue", "yellow", {"damage": 2})),
            {"dice": ["blue", "yellow", "blue"]},
            {"damage": 2},
        ),
        (attack(Majority("blue", "yellow", {"damage": 2})), {"dice": ["blue", "yellow"]}, {"damage": 0}),
        (attack(Text("Something else.")), {"dice": ["2", "blue"]}, {"damage": 2}),
    ],
)
def test_rolled_dice_come_to_damage_and_gains(card: AttackCard, rolled: Json, gains: dict[str, int]):
    assert result(card, rolled) == gains


@pytest.mark.parametrize(
    ("card", "reads"),
    [
        (attack(), "melee, 2 dice"),
        (attack(dice=1), "melee, 1 die"),
        (attack(dice=0), "melee, 0 dice"),
        (attack(hands=0), "melee, 2 dice, no hands"),
        (attack(hands=1), "melee, 2 dice, 1 hand"),
        (attack(hands=2), "melee, 2 dice, 2 hands"),
        (attack(thrown=True), "melee, 2 dice; thrown: discarded when used"),
        (attack(PerDie("yellow", {"armor": 1})), "melee, 2 dice; each yellow: +1 chit"),
        (attack(PerDie("yellow", {"armor": 2})), "melee, 2 dice; each yellow: +2 chits"),
        (attack(PerDie("blue", {"damage": 1, "heal": 2})), "melee, 2 dice; each blue: +1 damage, +2 health"),
        (
            attack(Majority("blue", "yellow", {"damage": 2})),
            "melee, 2 dice; more blue than yellow: +2 damage",
        ),
        (BOX.attacks["wakizashi"], "melee, 3 dice, 2 hands; each yellow may be rerolled once"),
        (BOX.attacks["uzi_1"], "ranged, 2 dice, 1 hand; or 4 damage without a roll"),
        (attack(Text("Something else")), "melee, 2 dice; Something else"),
    ],
)
def test_an_attack_says_its_dice_hands_and_specials(card: AttackCard, reads: str):
    assert attack_text(card) == reads


def test_an_ability_says_its_cost_where_it_has_one():
    ability = Ability("probe", "Probe", "Look around.", 2, "any_battle")
    assert ability_text(ability) == "Probe (2 stamina, in any battle): Look around."
    assert ability_text(ability, stamina=False) == "Probe (in any battle): Look around."
    passive = replace(ability, timing="passive")
    assert ability_text(passive) == "Probe (always): Look around."
    assert ability_text(passive, stamina=False) == "Probe (always): Look around."


def test_a_sheet_says_how_a_hero_begins_and_what_it_fights_with():
    ability = Ability("probe", "Probe", "Look around.", 1, "any")
    sheet = replace(BOX.heroes["samurai"], attacks=(attack(),), abilities=(ability,), text="Stands tall.")
    assert hero_text(sheet) == (
        "move 3, attack 2, armor 2, health 10. Probe: melee, 2 dice. "
        "Probe (1 stamina, at any time): Look around. Stands tall"
    )
    named = replace(attack(), text="As the set has it.")
    assert hero_text(replace(sheet, attacks=(named,), abilities=(), text="")) == (
        "move 3, attack 2, armor 2, health 10. Probe: As the set has it"
    )


def test_a_card_says_how_strong_a_monster_or_an_arch_enemy_is():
    ability = Ability("probe", "Probe", "Look around.", 1, "any")
    monster = replace(BOX.monsters["rawhead"], abilities=(ability,))
    assert monster_text(monster) == (
        "armor 1, health 5. Jaws: melee, 2 dice; each blue: +1 damage. Probe (at any time): Look around"
    )
    enemy = replace(BOX.arch_enemies["hollow_maw"], attacks=())
    assert monster_text(enemy) == ("armor 5, health 19 against 1, 65 against 2, 124 against 3 Order heroes")
    assert monster_text(replace(enemy, health={"1": 19})) == ("armor 5, health 19 against 1 Order hero")


THINGS = {
    "red": ValueWords("Red", "10 of 10 health, 2 stamina; in Huntington"),
    "chicago": ValueWords("Chicago", "face down", place="chicago"),
    "monster:huntington": ValueWords(
        "Hellion", "9 of 9 health, 0 chits; armor 0", piece="unit:monster:huntington"
    ),
    "katana_1": ValueWords("Katana", "melee, 3 dice, 2 hands; each blue: +1 damage", piece="katana_1"),
    "uzi_2": ValueWords("Uzi", "ranged, 2 dice, 1 hand; or 4 damage without a roll"),
    "ambush_1": ValueWords("Ambush", "Place a monster on a location"),
    "yellow": ValueWords("yellow"),
    "doom": ValueWords("Doom"),
    "delta": ValueWords("By how much?"),
    "order": ValueWords("Order"),
}
"""In a battle in Huntington, with a katana on display."""


def test_things_are_called_as_players_call_them():
    view = view_of(OrderTable(4).fighting())
    assert things(view, (*THINGS, 3, "red"), NAMES) == THINGS
    at_peace = view_of(OrderTable(4))
    calm = {id: words for id, words in THINGS.items() if id not in ("red", "monster:huntington")}
    assert things(at_peace, calm, NAMES) == calm


def test_things_may_be_told_without_what_they_are_like():
    view = view_of(OrderTable(4).fighting())
    assert things(view, THINGS, NAMES, brief=True) == {
        id: ValueWords(words.label, place=words.place) for id, words in THINGS.items()
    }


def test_effects_are_brief_where_people_list_them_themselves():
    view = view_of(OrderTable(4).fighting())
    chosen = Offer("use_ability", "red", {"effects": Choice(("red", "chicago"))})
    by_hand = Offer(
        "use_ability", "red", {"effects": Open("as the text says", Choice(("katana_1", "uzi_2")))}
    )
    bare = Offer("use_ability", "red", {})
    asked = effects(view, [bare, chosen], "Which?", NAMES)
    assert asked.asks == "Which?"
    assert asked.values == {id: THINGS[id] for id in ("red", "chicago")}
    ids = ("katana_1", "uzi_2", "red", "chicago")
    assert effects(view, [chosen, by_hand, bare], "Which?", NAMES).values == {
        id: ValueWords(THINGS[id].label, place=THINGS[id].place) for id in ids
    }
    assert effects(view, [bare], "Which?", NAMES).values == {}


def test_cards_that_come_next_are_told_apart():
    view = view_of(OrderTable(4))
    offer = Offer("open_location", "red", {"cascade": Listed((Choice(("uzi_1", "uzi_2")),), 0, 2)})
    asked = next_cards(view, [offer], "cascade", NAMES)
    assert (asked.asks, asked.when) == ("Which card is next?", "more")
    assert [words.label for words in asked.values.values()] == ["Uzi", "Uzi (2)"]
