"""The fullest tables that the rules allow: what is offered there stays small, with words and without."""

from __future__ import annotations

import json
from itertools import cycle

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.components import demo_sets
from domain.games.order_vs_chaos.components.effects import PRIMITIVES
from domain.games.order_vs_chaos.offers.turn import effects_by_hand
from domain.kernel import TRUTH, Choice, Each, Listed, Offer
from domain.kernel.session.rendering import naming, offers_in_words
from tests.games.order_vs_chaos.table import DEMO, OrderTable, final_battle
from tests.support.two_worlds import source_of

MOST_BYTES = 32 * 1024
MOST_BYTES_WITH_WORDS = 48 * 1024
MOST_BYTES_OF_WORDS = 24 * 1024
"""At any moment of a game, for who records for all."""
MOST_OFFERS = 60
FIGHTERS = {
    "red": "samurai",
    "blue": "teutonic_knight",
    "green": "bogatyr",
    "black": "dark_faerie",
    "white": "ghoul",
    "grey": "cultist",
}
BY_HANDS = {
    number: [one["id"] for one in demo_sets()["demo"]["weapons"] if one["hands"] == number]
    for number in (0, 1, 2)
}
TEXTS = [one["id"] for one in demo_sets()["demo"]["equipment"] if one["effects"] is None]
KEPT = ("panic", "unholy_vigor_1", "unholy_vigor_2", "dark_mending_1", "dark_mending_2")


def all_offers(table: OrderTable) -> list[Offer]:
    return [offer for seat in (None, *table.seats) for offer in GAME.offers(table.state, seat, TRUTH)]


def armed(table: OrderTable) -> OrderTable:
    """Every weapon of the box is owned, every slot filled, texts carried out by hand among them."""
    free, single, double = BY_HANDS.values()
    table.hero("red", weapons=(*free, *single[:13]))
    table.hero("blue", weapons=tuple(single[13:]))
    table.hero("green", weapons=tuple(double))
    more = cycle(("padded_vest", "hand_grenade", "warding_charm", "third_sight", "sacred_banner"))
    for number, seat in enumerate(("red", "blue", "green")):
        named = [f"{next(more)}_{number + 1 if number < 2 else 1}" for _ in range(2)]
        table.hero(seat, equipment=(*TEXTS[2 * number : 2 * number + 2], *named))
    return table.hero("white", kept=KEPT)


def crowd() -> OrderTable:
    """All six heroes and a monster fight at one location."""
    table = armed(OrderTable(6, **FIGHTERS)).at(**dict.fromkeys(FIGHTERS, "huntington"))
    table.monster("huntington", "charhound").monster("dallas").monster("miami", "rawhead")
    return table.tokens("chicago", 2).tokens("dallas", 1).do("fight", seat="red")


def crowd_that_rolls() -> OrderTable:
    """Everything that needs no hand is thrown, at whoever it can hit; nothing is resolved yet."""
    table = crowd()
    free, single, double = BY_HANDS.values()
    table.do("select_weapons", seat="red", weapons=[*free, *single[:2]], bonus=free[0])
    table.do("select_weapons", seat="blue", weapons=single[13:15], bonus=single[13])
    table.do("select_weapons", seat="green", weapons=double[:1])
    table.do("select_weapons", seat="white", weapons=["ghoul_spit"])
    battle = table.state.battle
    assert battle is not None
    for unit in dict.fromkeys(attack.unit for attack in battle.attacks):
        made = [one.attack for one in battle.attacks if one.unit == unit]
        foes = [name for name, other in battle.units.items() if other.side != battle.units[unit].side]
        table.do("declare_targets", unit=unit, targets=dict(zip(made, cycle(foes), strict=False)))
    return table


def crowd_that_has_rolled() -> OrderTable:
    """All have rolled, and all who attack owe for a block."""
    table = crowd_that_rolls()
    battle = table.state.battle
    assert battle is not None
    rolled = tuple(replace(one, dice=("1", "2", "3", "blue", "yellow")) for one in battle.attacks)
    owing = {name: replace(unit, debt=9, chits=9) for name, unit in battle.units.items()}
    return table.given_state(battle=replace(battle, attacks=rolled, units=owing))


def armed_for_the_end() -> OrderTable:
    return armed(final_battle(6, **FIGHTERS))


def unseen(table: OrderTable) -> OrderTable:
    """Chaos keeps what nobody who records has seen, so that each seat may play everything.

    Order owns no more equipment than its sheets have slots for.
    """
    for seat in ("red", "blue", "green"):
        slots = table.state.sheet(seat).slots
        assert slots is not None
        items = table.state.seats[seat].equipment[: slots.open + slots.locked]
        table.hero(seat, equipment=items, slots_unlocked=slots.locked)
    kept = frozenset(table.state.seats["white"].kept)
    table.given_state(event_deck=table.state.event_deck | kept)
    for seat in ("black", "white", "grey"):
        table.hero(seat, kept=(), unknown=2)
    return table


def wandering(active: str, **heroes: str) -> OrderTable:
    """A turn with everything that moves figures and cards about."""
    table = OrderTable(6, **heroes).at(red="miami", blue="chicago")
    places = [name for name, kind in table.state.map.kinds.items() if kind == "card"]
    for number, place in enumerate(places[:18]):
        table.monster(place, ("hellion", "charhound", "rawhead")[number % 3])
    for place in places[18:24]:
        table.tokens(place, 2)
    items = ("helicopter_1", "helicopter_2", "decoy_flare_1", "scouting_report_1", "road_atlas_1")
    return table.turn_of(active).hero("red", equipment=items, slots_unlocked=5)


def shop() -> OrderTable:
    items = ("helicopter_2", "decoy_flare_1", "scouting_report_1", "road_atlas_1", *TEXTS[:2])
    table = OrderTable(6, red="knight_of_st_george").at(red="chicago").card("chicago", "quartermaster_a")
    return table.hero("red", equipment=items, slots_unlocked=5)


TABLES = {
    "crowd": crowd,
    "crowd that rolls": crowd_that_rolls,
    "crowd that has rolled": crowd_that_has_rolled,
    "final battle": armed_for_the_end,
    "crowd that has rolled, with unknown cards": lambda: unseen(crowd_that_has_rolled()),
    "final battle with unknown cards": lambda: unseen(armed_for_the_end()),
    "ghoul's turn with unknown cards": lambda: unseen(wandering("white", white="ghoul")),
    "stonehenge": lambda: wandering("red", red="knight_of_st_george"),
    "night path": lambda: wandering("red", red="sioux_owl_woman"),
    "ghoul's turn": lambda: wandering("white", white="ghoul"),
    "goatman's turn": lambda: wandering("black", black="goatman"),
    "quartermaster": shop,
}


@pytest.mark.parametrize("name", TABLES)
def test_the_offers_of_a_full_table_are_few_and_small(name: str):
    table = TABLES[name]()
    offers = all_offers(table)
    view = json.loads(msgspec.json.encode(GAME.view(table.state, TRUTH)))
    seats = [{"seat": seat, "side": hero.side} for seat, hero in table.state.seats.items()]
    words = offers_in_words(GAME, view, offers, naming(GAME, DEMO, seats))
    size = len(msgspec.json.encode(offers))
    assert size <= MOST_BYTES
    assert size + len(msgspec.json.encode(words)) <= MOST_BYTES_WITH_WORDS
    assert 0 < len(offers) <= MOST_OFFERS


def test_the_words_of_a_game_are_small_at_every_moment():
    source = source_of(GAME, 6)
    for moment in source.moments:
        view = json.loads(msgspec.json.encode(GAME.view(moment.after, TRUTH)))
        offers = [one for seat in (None, *source.seats) for one in GAME.offers(moment.after, seat, TRUTH)]
        words = offers_in_words(GAME, view, offers, source.naming)
        assert len(msgspec.json.encode(words)) <= MOST_BYTES_OF_WORDS


def test_oc_422_all_orders_of_many_attacks_are_one_offer():
    offers = [one for one in all_offers(crowd_that_has_rolled()) if one.type == "resolve_segment"]
    assert len(offers) == 1
    assert len(msgspec.json.encode(offers)) < 8 * 1024


def test_oc_410_all_handfuls_of_weapons_are_two_offers():
    offers = [one for one in all_offers(crowd()) if one.type == "select_weapons"]
    assert {seat: sum(one.seat == seat for one in offers) for seat in ("red", "blue", "green", "white")} == {
        "red": 2,
        "blue": 1,
        "green": 2,
        "white": 1,
    }


def test_oc_540_all_pairs_of_cards_are_one_offer():
    table = wandering("red", red="knight_of_st_george")
    assert sum(one.type == "use_ability" for one in all_offers(table)) == 1


def test_copies_of_a_card_are_one_offer():
    used = [one for one in all_offers(crowd()) if one.type == "play_event" and one.seat == "white"]
    assert Choice(("unholy_vigor_1", "unholy_vigor_2")) in [one.parameters["card"] for one in used]


def test_oc_520_every_primitive_is_in_the_vocabulary_of_texts_by_hand():
    """All but the one that is played when a shrine heals (OC-519); the map's are gone at the end (OC-621)."""
    table = OrderTable(4).card("chicago", "rift_1a").monster("chicago")
    assert vocabulary(table) == PRIMITIVES.keys() - {"cancel_healing", "chits", "track", "end_battle"}
    fighting = vocabulary(OrderTable(4).fighting())
    assert fighting == PRIMITIVES.keys() - {"cancel_healing", "open", "swap_cards", "pass_enemies"}
    assert "hero_move" not in vocabulary(final_battle(4))


@pytest.mark.parametrize(("lying", "exchanged"), [(1, False), (2, True)])
def test_oc_520_cards_are_exchanged_where_two_lie(lying: int, exchanged: bool):
    table = OrderTable(4)
    kept = [name for name, place in table.state.places.items() if place.face != "none"][:lying]
    places = {
        name: place if name in kept else replace(place, face="none")
        for name, place in table.state.places.items()
    }
    table.state = replace(table.state, places=places)
    assert ("swap_cards" in vocabulary(table)) == exchanged


def vocabulary(table: OrderTable) -> set[str]:
    form = effects_by_hand(table.state, "red").form
    assert isinstance(form, Listed)
    named = [one.keys["op"] for one in form.of if isinstance(one, Each)]
    return {op for names in named if isinstance(names, Choice) for op in names.values}
