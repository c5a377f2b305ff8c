"""What is offered is what the rules accept, tried value by value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.order_vs_chaos import GAME
from domain.games.order_vs_chaos.offers.turn import effects_by_hand
from domain.games.order_vs_chaos.reading import dice_of
from domain.games.order_vs_chaos.state import State
from domain.kernel import TRUTH, Choice, Json, Range, Rejected
from domain.kernel.chance import Chance
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import without_outcomes
from domain.kernel.game import decide
from domain.kernel.offers import Domain, Each, Gathered, covers, sample_action
from tests.games.order_vs_chaos.table import OrderTable, edition, part


def accepted(table: OrderTable, action: dict[str, Json], *, drawn: bool = False) -> bool:
    random = Random(2)
    chance = Chance(lambda n, _: random.randrange(n)) if drawn else Chance()
    try:
        decide(GAME, table.state, codec_of(GAME).action(action), chance)
    except Rejected:
        return False
    return True


def offered(table: OrderTable, action: dict[str, Json], *, drawn: bool = False) -> bool:
    offers = [offer for seat in (None, *table.seats) for offer in GAME.offers(table.state, seat, TRUTH)]
    return any(covers(without_outcomes(offer) if drawn else offer, action) for offer in offers)


def as_offered(
    table: OrderTable, actions: Iterator[dict[str, Json]], *, drawn: bool = False
) -> tuple[int, int]:
    """Every action is accepted exactly if it is offered. How many were, and how many were not."""
    counts = [0, 0]
    for action in actions:
        yes = accepted(table, action, drawn=drawn)
        assert offered(table, action, drawn=drawn) == yes, action
        counts[not yes] += 1
    return counts[0], counts[1]


@pytest.mark.parametrize(
    ("hero", "weapons"),
    [
        ("samurai", ("katana_1", "uzi_1", "tomahawk_1", "pilum_1")),
        ("teutonic_knight", ("longbow_1", "gladius_1")),
        ("bogatyr", ()),
    ],
)
def test_oc_410_oc_411_every_handful_and_no_other(hero: str, weapons: tuple[str, ...]):
    table = OrderTable(red=hero).fighting(weapons=weapons)
    owned = [attack.id for attack in table.state.sheet("red").attacks] + [*weapons]
    handfuls = [list(some) for size in range(len(owned) + 1) for some in combinations(owned, size)]
    tried = (
        {"type": "select_weapons", "seat": "red", "weapons": handful} | ({"bonus": bonus} if bonus else {})
        for handful, bonus in product(handfuls, (None, *owned))
    )
    taken, refused = as_offered(table, tried)
    assert taken > len(owned)
    assert refused


def test_oc_412_the_ghoul_takes_one_attack():
    table = OrderTable(4).at(white="huntington").fighting()
    attacks = ["ghoul_bite", "ghoul_spit"]
    tried = (
        {"type": "select_weapons", "seat": "white", "weapons": list(some)}
        for size in range(3)
        for some in permutations(attacks, size)
    )
    assert as_offered(table, tried) == (2, 3)


def volley(debt: int, damages: dict[str, tuple[str, str]], chits: dict[str, int]) -> OrderTable:
    """Red has rolled a die with each weapon, at targets of its choice, and owes for a block."""
    table = OrderTable(4).at(black="huntington").fighting(weapons=tuple(damages))
    battle = table.state.battle
    assert battle is not None
    made = tuple(
        replace(ATTACK, attack=weapon, target=target, dice=(face,))
        for weapon, (face, target) in damages.items()
    )
    units = {name: replace(unit, chits=chits.get(name, 0)) for name, unit in battle.units.items()}
    units["hero:red"] = replace(units["hero:red"], debt=debt, selected=tuple(damages))
    return table.given_state(
        battle=replace(battle, step="ranged", substep="rolls", attacks=made, units=units)
    )


def _attack() -> Any:
    table = OrderTable().fighting()
    table.do("select_weapons", seat="red", weapons=["wakizashi"])
    battle = table.state.battle
    assert battle is not None
    return next(one for one in battle.attacks if one.unit == "hero:red")


ATTACK = _attack()
HELLION, BLACK = "monster:huntington", "hero:black"


@pytest.mark.parametrize("debt", range(8))
@pytest.mark.parametrize("chits", [(5, 5), (1, 4), (0, 1)])
def test_oc_422_oc_437_every_order_with_what_may_absorb_then(debt: int, chits: tuple[int, int]):
    damages = {"tomahawk_1": ("3", HELLION), "tomahawk_2": ("2", BLACK), "pilum_1": ("1", HELLION)}
    table = volley(debt, damages, {HELLION: chits[0], BLACK: chits[1]})
    orders = [None, *map(list, permutations(damages)), ["tomahawk_1"]]
    tried = (
        {
            "type": "resolve_segment",
            "absorb": {HELLION: one, BLACK: other},
            **({} if order is None else {"order": {"hero:red": order}}),
        }
        for order, one, other in product(orders, range(5), range(4))
    )
    taken, refused = as_offered(table, tried)
    assert taken
    assert refused


def test_oc_422_no_bond_is_needed_where_the_order_changes_nothing():
    damages = {"tomahawk_1": ("3", HELLION), "tomahawk_2": ("2", BLACK)}
    for debt, chits, hangs in ((0, 5, False), (5, 5, False), (3, 5, True), (1, 0, False)):
        table = volley(debt, damages, {HELLION: chits, BLACK: chits})
        (offer,) = [one for one in GAME.offers(table.state, None, TRUTH) if one.type == "resolve_segment"]
        assert bool(offer.bonds) == hangs


def at_the_retreat() -> OrderTable:
    table = OrderTable().fighting(health=9)
    table.do("select_weapons", seat="red")
    table.roll("monster:huntington", "hellion_claws", "1", "1").do("resolve_segment")
    assert table.state.battle is not None
    assert table.state.battle.step == "retreat"
    return table


def test_oc_472_where_to_is_asked_unless_the_roll_has_failed():
    table = at_the_retreat()
    number = table.state.stat("red", "move")
    near = table.state.map.neighbours["huntington"]
    rolls = [["1"] * number, ["blue", *["1"] * (number - 1)], ["1"] * (number + 1)]
    tried = (
        {"type": "attempt_retreat", "seat": "red", "dice": dice, **({} if to is None else {"to": to})}
        for dice, to in product(rolls, (None, *near))
    )
    assert as_offered(table, tried) == (1 + 2 * len(near), 1 + 1 + len(near))
    undrawn = ({"type": "attempt_retreat", "seat": "red", **to} for to in ({}, {"to": near[0]}))
    assert as_offered(table, undrawn, drawn=True) == (1, 1)


def test_oc_340_the_type_is_chosen_by_chaos_or_late_by_order():
    table = OrderTable(4).at(red="miami")
    table.do("open_location", seat="red", card="wandering_monster_a").spend_xp()
    tried = (
        {"type": "place_monster", "location": "miami", "monster": kind, "chosen_by": seat} | late
        for kind, seat, late in product(
            ("hellion", "charhound", "rawhead"),
            table.seats,
            ({}, {"timeout": False}, {"timeout": True}),
        )
    )
    assert as_offered(table, tried) == (2 * (2 * 2 + 2), 3 * 4 * 3 - 12)


def test_oc_540_every_pair_of_cards_is_swapped_and_none_with_itself():
    table = OrderTable(red="knight_of_st_george").card("chicago", "rift_5a")
    places = ["chicago", "cleveland", "us_order_north", "us_breach"]
    tried = (
        {
            "type": "use_ability",
            "seat": "red",
            "ability": "stonehenge",
            "effects": [{"op": "swap_cards", "a": a, "b": b}],
        }
        for a, b in product(places, repeat=2)
    )
    assert as_offered(table, tried) == (2, 14)


def test_a_text_is_used_only_when_it_can_be_paid():
    for stamina in (0, 1):
        table = OrderTable(red="knight_of_st_george").hero("red", stamina=stamina)
        kinds = {offer.type for offer in GAME.offers(table.state, "red", TRUTH)}
        assert ("use_ability" in kinds) == bool(stamina)


def applied(table: OrderTable, seat: str) -> list[Json]:
    return [
        source
        for offer in GAME.offers(table.state, seat, TRUTH)
        if offer.type == "apply_effects"
        for source in getattr(offer.parameters["source"], "values", ())
    ]


def test_oc_544_special_tokens_are_offered_in_the_own_turn_or_battle_while_there_are_any():
    table = OrderTable(4)
    assert applied(table, "white") == []
    assert applied(table.turn_of("white"), "white") == ["special_tokens"]
    assert applied(table.hero("white", special_tokens=0), "white") == []
    fighting = OrderTable(4).at(white="huntington").fighting()
    assert applied(fighting, "white") == ["special_tokens"]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_sampled_from_crowded_tables_is_accepted(seed: int):
    random = Random(seed)
    damages = {"tomahawk_1": ("3", HELLION), "tomahawk_2": ("2", BLACK), "pilum_1": ("1", HELLION)}
    tables = [volley(debt, damages, {HELLION: 4, BLACK: 4}) for debt in (0, 2, 4)] + [at_the_retreat()]
    for table in tables:
        for seat in (None, *table.seats):
            for offer in GAME.offers(table.state, seat, TRUTH):
                if offer.type not in ("resolve_segment", "attempt_retreat"):
                    continue
                for declare in (True, False):
                    action = sample_action(offer, random, declare=declare)
                    assert accepted(table, action, drawn=not declare), action


def played_by_black(text: list[dict[str, Json]] | None) -> tuple[State, Domain]:
    """A table where black may play an event card with this text, and the effects that it may have."""

    def change(document: dict[str, Any]) -> None:
        part(document, "event_cards", "dark_mending_1")["effects"] = text

    table = OrderTable(components=edition(change)).turn_of("black").hero("black", kept=("dark_mending_1",))
    table.hero("red", weapons=("katana_1",), equipment=("road_atlas_1",))
    offers = [one for one in GAME.offers(table.state, "black", TRUTH) if one.type == "play_event"]
    agreed, split = (one.parameters["effects"] for one in offers)
    assert agreed == split
    return table.state, agreed


def test_oc_520_an_event_whose_text_nothing_expresses_is_carried_out_by_hand():
    state, effects = played_by_black(None)
    assert effects == effects_by_hand(state, "black")


@pytest.mark.parametrize(
    ("effect", "free"),
    [
        ({"op": "token_gain", "seat": "?", "n": "?"}, {"n": Range(1, 99)}),
        ({"op": "stamina", "seat": "?", "delta": "?"}, {"delta": Range(-99, 99)}),
        (
            {"op": "item_discard", "seat": "?", "item": "?"},
            {"seat": Choice(("red",)), "item": Choice(("katana_1", "road_atlas_1"))},
        ),
    ],
)
def test_oc_507_what_a_card_leaves_open_is_offered_with_its_bounds(
    effect: dict[str, Json], free: dict[str, Domain]
):
    _, effects = played_by_black([effect])
    assert isinstance(effects, Gathered)
    (one,) = effects.parts
    assert isinstance(one, Each)
    assert {name: one.keys[name] for name in free} == free


def with_a_text(document: dict[str, Any]) -> None:
    """The wakizashi and the charhound's breath have a text each."""
    text = {"kind": "text", "text": "Somebody carries it out."}
    part(document, "order_heroes", "samurai")["attacks"][0]["specials"].append(text)
    part(document, "monsters", "charhound")["attacks"][0]["specials"].append(text)


def test_oc_520_the_text_of_an_attack_is_offered_while_it_is_fought_with():
    table = OrderTable(4, components=edition(with_a_text))
    assert applied(table, "red") == []
    table.fighting("charhound")
    assert applied(table, "red") == []
    assert applied(table, "white") == ["charhound_breath"]
    assert applied(table, "black") == []
    table.do("select_weapons", seat="red", weapons=["wakizashi"])
    assert applied(table, "red") == ["wakizashi"]
    assert applied(table, "blue") == []


def test_oc_433_the_text_of_a_monsters_attack_changes_dice():
    table = OrderTable(4, components=edition(with_a_text)).fighting("charhound")
    table.do("select_weapons", seat="red")
    unit = "monster:huntington"
    table.given_state(battle=replace(table.state.battle, substep="rolls"))
    table.roll(unit, "charhound_breath", *["1"] * dice_of(table.state, table.unit(unit), "charhound_breath"))
    die = {"unit": unit, "attack": "charhound_breath", "die": 0, "op": "set", "face": "3"}
    change = {"type": "change_dice", "unit": unit, "source": "charhound_breath", "changes": [die]}
    assert accepted(table, change)
    assert offered(table, change)


def test_a_text_discards_from_a_location_no_more_tokens_than_lie_there():
    def change(document: dict[str, Any]) -> None:
        card = part(document, "equipment", "holy_water_1")
        card["effects"] = [{"op": "token_discard", "location": "?", "n": "?"}]

    table = OrderTable(components=edition(change)).hero("red", equipment=("holy_water_1",))
    table.tokens("chicago", 1).tokens("miami", 3)
    use = {"type": "use_equipment", "seat": "red", "item": "holy_water_1"}
    tried = (
        {**use, "effects": [{"op": "token_discard", "location": location, "n": number}]}
        for location in ("chicago", "miami", "boston")
        for number in range(1, 5)
    )
    assert as_offered(table, tried) == (1 + 3, 12 - 4)
