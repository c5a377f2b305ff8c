"""Actions on the map, OC-301 … OC-372."""

from __future__ import annotations

import pytest

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.reading import adjacent, types_left
from domain.games.order_vs_chaos.rules.exploring import _drawn_swap
from domain.games.order_vs_chaos.state import Duty
from domain.kernel import PUBLIC, TRUTH
from tests.games.order_vs_chaos.table import OrderTable, edition, part


def test_oc_301_each_step_costs_one_up_to_the_move_stat():
    table = OrderTable()
    for to in ("chicago", "cleveland", "huntington"):
        table.do("move", seat="red", to=to)
    table.attempt("move", seat="red", to="washington_d_c").then_rejected("OC-301")


def test_oc_302_only_to_an_adjacent_location():
    table = OrderTable().attempt("move", seat="red", to="huntington").then_rejected("OC-302", field="to")
    table.attempt("move", seat="red", to="atlantis").then_rejected("OC-302")
    table.at(red="chicago").card("chicago", "wormhole_a")
    table.attempt("move", seat="red", to="houston").then_rejected("OC-302")
    table.card("houston", "wormhole_b").do("move", seat="red", to="houston")


def test_oc_303_wormholes_serve_heroes_moving_and_retreating_only():
    table = OrderTable().card("chicago", "wormhole_a").card("houston", "wormhole_b")
    assert "houston" in adjacent(table.state, "chicago")
    assert "houston" not in table.state.map.neighbours["chicago"]


def test_oc_304_entering_an_enemys_location_starts_a_battle():
    """The source's movement example: Chicago, Cleveland, Huntington, and no further after the combat."""
    table = OrderTable().at(red="chicago").monster("huntington").do("move", seat="red", to="cleveland")
    table.do("move", seat="red", to="huntington")
    assert table.state.battle.location == "huntington"
    assert table.state.fought
    table.attempt("move", seat="red", to="washington_d_c").then_rejected("OC-402")
    table.given(facts.BattleEnded("huntington", 1, "won"))
    table.attempt("move", seat="red", to="washington_d_c").then_rejected("OC-204")


def test_oc_304_a_turn_begins_without_a_battle_fought():
    table = OrderTable().at(red="chicago").monster("cleveland").do("move", seat="red", to="cleveland")
    table.given(facts.BattleEnded("cleveland", 1, "won"))
    assert GAME.view(table.state, PUBLIC)["fought"]
    table.do("end_turn", seat="red")
    assert not GAME.view(table.state, PUBLIC)["fought"]


def test_oc_304_unless_an_effect_lets_the_hero_pass():
    table = OrderTable().at(red="chicago").monster("cleveland").given(facts.EnemiesPassed("red", "cleveland"))
    table.do("move", seat="red", to="cleveland").do("move", seat="red", to="huntington")
    table = OrderTable(4).hero("red", equipment=("road_atlas_1",))
    effect = {"op": "pass_enemies", "seat": "blue", "location": "cleveland"}
    table.attempt("use_equipment", seat="red", item="road_atlas_1", effects=[effect]).then_rejected("OC-304")


def test_oc_305_face_down_locations_are_crossed():
    table = OrderTable().do("move", seat="red", to="chicago").do("move", seat="red", to="detroit")
    assert table.state.places["chicago"].face == "down"


def test_oc_306_order_never_enters_the_arch_enemys_location():
    table = OrderTable().at(red="dallas").attempt("move", seat="red", to="us_breach")
    table.then_rejected("OC-306", field="to")
    OrderTable().turn_of("black").at(black="dallas").do("move", seat="black", to="us_breach")
    table = OrderTable().hero("red", equipment=("helicopter_1",))
    effect = {"op": "hero_move", "seat": "red", "to": "us_breach"}
    table.attempt("use_equipment", seat="red", item="helicopter_1", effects=[effect]).then_rejected("OC-306")


def test_oc_307_friends_share_and_enemy_starts_are_open():
    table = OrderTable().at(red="cleveland").do("move", seat="red", to="us_chaos_lakes")
    assert table.state.battle is not None, "black stands there"
    table = OrderTable(4).at(red="chicago", blue="cleveland").do("move", seat="red", to="cleveland")
    assert table.state.battle is None
    table = OrderTable().at(black="chicago").monster("detroit").turn_of("black")
    assert table.do("move", seat="black", to="detroit").state.battle is None


def test_oc_308_a_hero_moved_to_an_enemy_fights_and_opens_nothing():
    table = OrderTable(4).hero("red", equipment=("helicopter_1",)).monster("memphis")
    effect = {"op": "hero_move", "seat": "blue", "to": "memphis"}
    table.do("use_equipment", seat="red", item="helicopter_1", effects=[effect])
    assert (table.state.battle.location, table.state.battle.phasing) == ("memphis", False)
    assert table.state.places["memphis"].face == "down"
    assert not table.state.opened


def test_oc_309_resurrection_is_no_move():
    table = OrderTable(4).at(black="us_order_north").given(facts.HeroDied("red", "chicago", True))
    table.do("resurrect", seat="red", location="us_order_north")
    assert table.state.battle is None
    assert table.state.waiting == ()


def test_oc_320_a_face_down_location_without_monster():
    OrderTable().attempt("open_location", seat="red").then_rejected("OC-320")
    table = OrderTable().at(red="chicago").card("chicago", "rift_1a")
    table.attempt("open_location", seat="red").then_rejected("OC-320")
    table = OrderTable().turn_of("black").at(black="chicago").monster("chicago")
    table.attempt("open_location", seat="black").then_rejected("OC-320")


def test_oc_321_xp_goes_to_the_side_whoever_opened():
    """The source's examples: a Chaos hero reveals the Order shrine, then a healing shrine."""
    table = OrderTable(4).turn_of("black").at(black="chicago")
    table.do("open_location", seat="black", card="order_shrine")
    assert {seat: hero.xp_pending for seat, hero in table.state.seats.items()} == {
        "red": 1,
        "black": 0,
        "blue": 1,
        "white": 0,
    }
    table.attempt("open_location", seat="black", card="order_shrine").then_rejected("OC-211")
    table = OrderTable().card("detroit", "rift_1a").at(red="chicago")
    table.attempt("open_location", seat="red", card="rift_1a").then_rejected("OC-321", field="card")


def test_oc_322_the_battle_comes_before_the_location_action():
    table = OrderTable().at(red="chicago").do("open_location", seat="red", card="wandering_monster_a")
    table.spend_xp().do("place_monster", location="chicago", monster="hellion", chosen_by="black")
    assert table.state.battle is not None


FEEDS = {
    "quartermaster_a": "red",
    "order_shrine": "red",
    "healing_shrine_2": "red",
    "wormhole_a": "red",
    "rift_3a": "black",
    "wandering_monster_a": "black",
    "chaos_rift_a": "black",
}


@pytest.mark.parametrize(("card", "seat"), FEEDS.items())
def test_oc_323_what_is_opened(card: str, seat: str):
    table = OrderTable().at(red="us_order_north")
    table.given_state(places={**table.state.places, "us_order_north": table.state.places["chicago"]})
    for near in ("minneapolis", "chicago"):
        table.card(near, {"minneapolis": "rift_5a", "chicago": "rift_5b"}[near])
    table.do("open_location", seat="red", card=card)
    assert {name for name, hero in table.state.seats.items() if hero.xp_pending} == {seat}
    assert table.state.places["us_order_north"].tokens == (card in ("rift_3a", "chaos_rift_a"))
    assert ("place_monster" in table.pending) == (card in ("wandering_monster_a", "chaos_rift_a"))


def test_oc_323_nine_cards_feed_order_and_21_chaos():
    kinds = [card.kind for card in OrderTable().state.box.cards.values()]
    assert sum(kind in ("rift", "wandering_monster", "chaos_rift") for kind in kinds) == 21


def cascade(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"location": location, "card": card} for location, card in pairs]


def test_oc_325_a_chaos_rift_opens_its_neighbours_depth_first():
    table = OrderTable().at(red="washington_d_c").monster("atlanta")
    first = ("huntington", "chaos_rift_b")
    inner = (("memphis", "rift_1a"), ("st_louis", "wormhole_a"), ("cleveland", "rift_2a"))
    rest = ("new_york", "quartermaster_a")
    table.do("open_location", seat="red", card="chaos_rift_a", cascade=cascade(first, *inner, rest))
    assert [(one.field, one.source) for one in table.chance.outcomes] == [
        ("card", "declared"),
        ("cascade", "declared"),
    ]
    opened = [fact.location for fact in table.found(facts.CardOpened)]
    assert opened == ["washington_d_c", "huntington", "memphis", "st_louis", "cleveland", "new_york"]
    assert table.state.places["atlanta"].face == "down", "a monster stands on it"
    assert table.state.places["washington_d_c"].tokens == 1
    assert [duty.location for duty in table.state.pending] == ["huntington", "washington_d_c"]
    assert table.state.seats["red"].opened == 6
    order = [fact for fact in table.facts if isinstance(fact, facts.CardOpened | facts.DutyRaised)]
    assert order[-1] == facts.DutyRaised(Duty("place_monster", location="washington_d_c"))


def test_oc_325_what_a_swap_has_opened_is_not_opened_again_by_the_next_cascade():
    state = OrderTable().state
    left = sorted(state.unopened)
    first, then = "rift_1a", "chaos_rift_a"
    chosen = iter((left.index(first), [card for card in left if card != first].index(then)))
    atlanta, miami = _drawn_swap(state, ("atlanta", "miami"), lambda below: next(chosen, 0))
    assert (atlanta["card"], atlanta["cascade"], miami["card"]) == (first, [], then)
    opened = [one["location"] for one in miami["cascade"]]
    assert "new_orleans" in opened
    assert "atlanta" not in opened


def test_oc_325_a_wrong_cascade_is_rejected():
    table = OrderTable().at(red="miami").card("new_orleans", "rift_5a")
    wrong = table.attempt("open_location", seat="red", card="chaos_rift_a", cascade=[])
    wrong.then_rejected("OC-325", field="cascade/0")
    table.attempt("open_location", seat="red", card="rift_1a", cascade=cascade(("atlanta", "rift_2a")))
    table.then_rejected("OC-325")
    table.attempt("open_location", seat="red", card="chaos_rift_a", cascade=cascade(("atlanta", "rift_5a")))
    table.then_rejected("OC-321")
    table.do("open_location", seat="red", card="chaos_rift_a", cascade=cascade(("atlanta", "rift_1a")))


@pytest.mark.parametrize("seed", range(12))
def test_oc_325_an_empty_cascade_counts_as_left_out(seed: int):
    """Whatever is drawn: only cards of a rift bring others with them."""
    opened = [
        OrderTable()
        .at(red="miami")
        .when({"type": "open_location", "seat": "red", **left_out}, drawn=True, seed=seed)
        .then_accepted()
        .facts
        for left_out in ({}, {"cascade": []})
    ]
    assert opened[0] == opened[1]
    rift = {"type": "open_location", "seat": "red", "card": "chaos_rift_a", "cascade": []}
    OrderTable().at(red="miami").when(rift, drawn=True, seed=seed).then_accepted()


def test_oc_325_a_cascade_is_named_with_its_card():
    """A refusal after the card is drawn would tell which it is."""
    named = {"type": "open_location", "seat": "red", "cascade": cascade(("atlanta", "rift_1a"))}
    table = OrderTable().at(red="miami").when(named, drawn=True)
    table.then_rejected("OC-325", field="card")
    assert not table.chance.drawn


def visit(table: OrderTable, take: list[str], discard: list[str] | None = None) -> OrderTable:
    refill = ["gladius_1", "gladius_2", "pilum_1", "pilum_2", "lucky_coin_1", "lucky_coin_2"]
    return table.attempt("visit_quartermaster", seat="red", take=take, discard=discard or [], refill=refill)


def shopping(**hero: object) -> OrderTable:
    return OrderTable().card("chicago", "quartermaster_a").hero("red", location="chicago", **hero)


def test_oc_330_one_weapon_and_any_equipment_then_six_new_items():
    visit(shopping(), ["katana_1", "longbow_1"]).then_rejected("OC-330", field="take")
    visit(shopping(), ["halberd_1"]).then_rejected("OC-330", field="take/0")
    table = visit(shopping(), ["katana_1", "field_medkit_1", "padded_vest_1"]).then_accepted()
    assert table.state.seats["red"].weapons == ("katana_1",)
    assert table.state.seats["red"].equipment == ("field_medkit_1", "padded_vest_1")
    assert table.state.item_discard == ("longbow_1", "helicopter_1", "uzi_1")
    assert len(table.state.display) == 6
    assert visit(shopping(), []).then_accepted().state.display == table.state.display
    OrderTable().attempt("visit_quartermaster", seat="red").then_rejected("OC-330")


def test_oc_331_chaos_discards_one_item_that_is_not_replaced():
    table = OrderTable().card("chicago", "quartermaster_a").at(black="chicago").turn_of("black")
    table.attempt("discard_display_item", seat="black", item="gladius_1").then_rejected(
        "OC-331", field="item"
    )
    table.do("discard_display_item", seat="black", item="katana_1")
    assert len(table.state.display) == 5
    shopping().attempt("discard_display_item", seat="red", item="katana_1").then_rejected("OC-331")


def chaos_at(card: str, location: str = "chicago", count: int = 2) -> OrderTable:
    return OrderTable(count).card(location, card).at(black=location).turn_of("black")


def test_oc_332_tokens_then_a_monster():
    table = chaos_at("chaos_rift_a").tokens("chicago", 1)
    table.attempt("use_chaos_rift", seat="black").then_rejected("OC-332")
    table.do("use_chaos_rift", seat="black", pick_up=True, place="hellion")
    assert table.state.seats["black"].tokens == 1
    assert table.state.places["chicago"].monsters == ("hellion",)
    table = chaos_at("chaos_rift_a").monster("chicago")
    table.attempt("use_chaos_rift", seat="black", place="hellion").then_rejected("OC-332", field="place")
    table.attempt("use_chaos_rift", seat="black", pick_up=True).then_rejected("OC-361")
    shopping().attempt("use_chaos_rift", seat="red", pick_up=True).then_rejected("OC-332")


def test_oc_333_the_order_shrine_gives_stamina_or_health():
    table = OrderTable().card("chicago", "order_shrine").hero("red", location="chicago", stamina=1, health=3)
    table.do("use_order_shrine", seat="red", gain="stamina")
    assert table.state.seats["red"].stamina == 2
    table.turn_of("red").do("use_order_shrine", seat="red", gain="health")
    assert table.state.seats["red"].health == 8
    table.turn_of("red").do("use_order_shrine", seat="red", gain="health")
    assert table.state.seats["red"].health == 10
    chaos_at("order_shrine").attempt("use_order_shrine", seat="black", gain="health").then_rejected("OC-333")


def test_oc_334_the_healing_shrine_heals_and_is_destroyed_by_yellow():
    table = OrderTable().card("chicago", "healing_shrine_2").hero("red", location="chicago", health=3)
    assert table.do("use_healing_shrine", seat="red").state.seats["red"].health == 8
    table = chaos_at("healing_shrine_2")
    table.attempt("attack_healing_shrine", seat="black", dice=["yellow"]).then_rejected(
        "OC-334", field="dice"
    )
    table.do("attack_healing_shrine", seat="black", dice=["blue", "3"])
    assert table.state.places["chicago"].card == "healing_shrine_2"
    table.turn_of("black").do("attack_healing_shrine", seat="black", dice=["blue", "yellow"])
    assert (table.state.chaos, table.state.removed_cards) == (2, ("healing_shrine_2",))
    assert table.found(facts.DoomChanged) == [facts.DoomChanged("chaos", 0, 2, "shrine", "black")]


def test_oc_335_the_wandering_monster_is_shoved_and_another_placed():
    table = chaos_at("wandering_monster_a").do("use_wandering_monster", seat="black", place="hellion")
    table.turn_of("black")
    table.attempt("use_wandering_monster", seat="black", place="hellion").then_rejected("OC-335")
    table.attempt("use_wandering_monster", seat="black", place="hellion", shove_to="cleveland")
    table.then_rejected("OC-335", field="shove_to")
    table.card("cleveland", "rift_1a").card("houston", "rift_2a")
    table.attempt("use_wandering_monster", seat="black", place="hellion", shove_to="houston")
    table.then_rejected("OC-335")
    table.do("use_wandering_monster", seat="black", place="hellion", shove_to="cleveland")
    assert table.state.places["cleveland"].monsters == table.state.places["chicago"].monsters == ("hellion",)
    chaos_at("wandering_monster_a").attempt(
        "use_wandering_monster", seat="black", place="hellion", shove_to="cleveland"
    ).then_rejected("OC-335")


def test_oc_336_blue_closes_the_rift():
    """The source's example of a monster killed first, whose item is taken, ends in this roll."""
    table = OrderTable(4).card("chicago", "rift_3a").at(red="chicago").tokens("chicago", 2)
    table.attempt("attack_rift", seat="red", dice=["1"]).then_rejected("OC-336", field="dice")
    table.attempt("attack_rift", seat="red", dice=["1", "9", "blue"]).then_rejected("OC-336")
    table.do("attack_rift", seat="red", dice=["1", "yellow", "3"])
    assert table.state.places["chicago"].tokens == 2
    table.turn_of("red").do("attack_rift", seat="red", dice=["1", "blue", "blue"])
    assert (table.state.order, table.state.token_supply) == (1, 12)
    assert [table.state.seats[seat].xp_pending for seat in ("red", "blue", "black")] == [1, 1, 0]
    assert table.state.removed_cards == ("rift_3a",)
    chaos_at("rift_3a").attempt("attack_rift", seat="black").then_rejected("OC-336")


def test_oc_337_a_wormhole_has_no_action():
    table = OrderTable().card("chicago", "wormhole_a").at(red="chicago")
    kinds = {offer.type for offer in table.game.offers(table.state, "red", TRUTH)}
    assert kinds == {"end_turn", "move"}


def test_oc_338_delivery_is_doom_and_as_many_event_cards():
    table = OrderTable().at(black="us_breach").turn_of("black")
    table.attempt("deliver_tokens", seat="black").then_rejected("OC-338")
    table.hero("black", tokens=2).do("deliver_tokens", seat="black")
    assert (table.state.chaos, table.state.token_supply) == (2, 12)
    assert table.state.pending == (Duty("draw_event", seat="black", n=2),)
    OrderTable().turn_of("black").hero("black", tokens=1).attempt(
        "deliver_tokens", seat="black"
    ).then_rejected("OC-338")


def test_oc_339_starts_and_emptied_locations_have_no_action_but_a_pick_up():
    table = OrderTable().tokens("us_chaos_lakes", 1).turn_of("black")
    table.attempt("attack_healing_shrine", seat="black").then_rejected("OC-334")
    table.do("pick_up_tokens", seat="black")


def due(table: OrderTable, location: str = "chicago") -> OrderTable:
    return table.given(facts.DutyRaised(Duty("place_monster", location=location)))


def test_oc_340_chaos_chooses_an_owned_type_with_a_figure():
    table = due(OrderTable(4))
    place = {"location": "chicago", "monster": "charhound"}
    table.attempt("place_monster", **place, chosen_by="red").then_rejected("OC-340", field="chosen_by")
    table.attempt("place_monster", **place, chosen_by="white", timeout=True).then_rejected("OC-340")
    table.attempt("place_monster", location="chicago", monster="tengu", chosen_by="white")
    table.then_rejected("OC-340", field="monster")
    table.do("place_monster", **place, chosen_by="red", timeout=True)
    assert table.found(facts.MonsterPlaced) == [facts.MonsterPlaced("charhound", "chicago", "red", True)]


def crowded(table: OrderTable) -> OrderTable:
    for place in ("seattle", "portland", "boise", "billings", "phoenix", "el_paso"):
        table.monster(place)
    assert "hellion" not in types_left(table.state)
    return table


def test_oc_340_at_most_six_figures_of_a_type():
    table = due(crowded(OrderTable(4)))
    table.attempt("place_monster", location="chicago", monster="hellion", chosen_by="black").then_rejected(
        "OC-340"
    )


def test_oc_341_a_token_instead_of_a_monster():
    table = crowded(OrderTable()).at(red="chicago")
    table.do("open_location", seat="red", card="wandering_monster_a").spend_xp()
    assert table.state.places["chicago"].tokens == 1
    assert table.state.battle is None
    table = crowded(chaos_at("wandering_monster_a"))
    table.attempt("use_wandering_monster", seat="black", place="hellion").then_rejected(
        "OC-341", field="place"
    )
    table.do("use_wandering_monster", seat="black", place="token")
    chaos_at("wandering_monster_a").attempt(
        "use_wandering_monster", seat="black", place="token"
    ).then_rejected("OC-341")


def test_oc_341_tokens_run_out_at_twelve():
    table = OrderTable().at(red="chicago").tokens("seattle", 12)
    table.do("open_location", seat="red", card="rift_1a")
    assert table.state.places["chicago"].tokens == 0


def test_oc_342_order_discards_one_of_two_monsters_without_reward():
    table = due(OrderTable(4).monster("chicago"))
    table.do("place_monster", location="chicago", monster="charhound", chosen_by="white")
    assert table.pending == ["surplus_monster"]
    table.attempt("discard_surplus_monster", location="chicago", monster="rawhead").then_rejected("OC-342")
    table.do("discard_surplus_monster", location="chicago", monster="hellion")
    assert table.state.places["chicago"].monsters == ("charhound",)
    table = due(OrderTable().monster("chicago"))
    table.do("place_monster", location="chicago", monster="hellion", chosen_by="black")
    assert table.state.places["chicago"].monsters == ("hellion",), "equal types need no choice"
    assert table.pending == []


def test_oc_343_monsters_never_fight_chaos_and_start_full():
    table = OrderTable().at(black="chicago").monster("cleveland").turn_of("black")
    assert table.do("move", seat="black", to="cleveland").state.battle is None
    assert OrderTable().fighting().unit("monster:huntington").health == 9


def test_oc_344_a_figure_that_left_the_map_is_available_again():
    table = crowded(OrderTable()).given(facts.MonsterDiscarded("hellion", "seattle", "effect"))
    assert types_left(table.state) == ("hellion",)


def test_oc_345_the_phasing_heros_battle_comes_first():
    table = OrderTable(4).at(red="chicago", blue="detroit").monster("detroit").monster("chicago")
    table.given(facts.BattleCaused("detroit", "effect"), facts.BattleCaused("chicago", "effect"))
    table.given(facts.XpGained("red", 1, "effect")).spend_xp()
    assert table.state.battle.location == "chicago"
    assert table.state.waiting == (("detroit", "effect"),)


def test_oc_346_a_monster_killed_by_an_order_hero_is_rewarded():
    table = OrderTable().fighting("charhound", weapons=("katana_1",))
    table.given(facts.UnitChanged("monster:huntington", chits=-3, health=-3))
    table.do("select_weapons", seat="red", weapons=["katana_1"])
    table.do("declare_blocks").roll("monster:huntington", "charhound_breath", *["1"] * 5)
    table.do("resolve_segment", absorb={"hero:red": 0})
    table.roll("hero:red", "katana_1", *["1"] * 5).do("resolve_segment")
    assert table.pending == ["take_reward"]


def growing(xp: int = 1, seat: str = "red", **hero: object) -> OrderTable:
    return OrderTable().hero(seat, **hero).given(facts.XpGained(seat, xp, "rift"))


def test_oc_350_xp_goes_on_tracks_of_the_sheet():
    growing().attempt("assign_xp", seat="red", targets=["wisdom"]).then_rejected("OC-350", field="targets/0")
    growing().attempt("assign_xp", seat="red", targets=["move", "move"]).then_rejected(
        "OC-350", field="targets"
    )
    growing().attempt("assign_xp", seat="red", targets=[]).then_rejected("OC-350")
    growing(1, "black").attempt("assign_xp", seat="black", targets=["slot"]).then_rejected("OC-350")
    assert growing(2).do("assign_xp", seat="red", targets=["move"]).state.seats["red"].xp == {"move": 1}


def test_oc_351_the_last_box_is_never_covered():
    table = growing(4).do("assign_xp", seat="red", targets=["move"] * 3)
    assert table.state.stat("red", "move") == 5
    table.attempt("assign_xp", seat="red", targets=["move"]).then_rejected("OC-351", field="targets/0")


def test_oc_352_one_xp_unlocks_a_slot():
    table = growing(2).do("assign_xp", seat="red", targets=["slot"])
    assert table.state.seats["red"].slots_unlocked == 1
    table.attempt("assign_xp", seat="red", targets=["slot"]).then_rejected("OC-352")


def test_oc_353_the_ghouls_attack_track():
    """The source's figures: 0 at the start, 1 after four XP, its maximum after seven."""
    table = OrderTable(black="ghoul")
    values = []
    for _ in range(8):
        values.append(table.state.stat("black", "attack"))
        if len(values) < 8:
            table.given(facts.XpGained("black", 1, "rift")).do("assign_xp", seat="black", targets=["attack"])
    assert values[:5] == [0, 0, 0, 0, 1]
    assert values[7] == max(table.state.sheet("black").tracks["attack"]) == 2


def full(table: OrderTable, seat: str) -> OrderTable:
    sheet = table.state.sheet(seat)
    xp = {track: len(boxes) - 1 for track, boxes in sheet.tracks.items()}
    slots = sheet.slots.locked if sheet.slots is not None else 0
    return table.hero(seat, xp=xp, slots_unlocked=slots, xp_gained=sum(xp.values()) + slots)


def test_oc_354_xp_without_a_box_is_a_token_for_chaos_and_lost_for_order():
    table = full(OrderTable(), "black").hero("black", tokens=1).at(red="chicago", black="houston")
    table.do("open_location", seat="red", card="rift_1a")
    assert table.state.seats["black"].tokens == 2
    table.turn_of("red").at(red="detroit").do("open_location", seat="red", card="rift_2a")
    assert (table.state.seats["black"].tokens, table.state.places["houston"].tokens) == (2, 1)
    table = full(OrderTable(), "red").at(red="chicago").do("open_location", seat="red", card="wormhole_a")
    assert table.found(facts.XpLost) == [facts.XpLost("red", 1)]
    assert table.pending == []


def test_oc_355_a_higher_maximum_does_not_heal():
    table = growing(1, health=4).do("assign_xp", seat="red", targets=["health"])
    assert (table.state.stat("red", "health"), table.state.seats["red"].health) == (11, 4)


def test_oc_360_order_never_picks_up_tokens():
    OrderTable().tokens("us_order_north", 1).attempt("pick_up_tokens", seat="red").then_rejected("OC-360")


def test_oc_361_pick_up_what_fits_but_not_from_a_face_down_card():
    table = (
        chaos_at("rift_1a").tokens("chicago", 3).hero("black", tokens=1).do("pick_up_tokens", seat="black")
    )
    assert (table.state.seats["black"].tokens, table.state.places["chicago"].tokens) == (2, 2)
    table.turn_of("black").attempt("pick_up_tokens", seat="black").then_rejected("OC-361")
    table = OrderTable().at(black="chicago").tokens("chicago", 1).turn_of("black")
    table.attempt("pick_up_tokens", seat="black").then_rejected("OC-361")


def test_oc_362_a_killed_chaos_hero_keeps_its_tokens():
    table = OrderTable().hero("black", tokens=2).given(facts.HeroDied("black", "chicago", True))
    table.do("resurrect", seat="black", location="us_chaos_gulf")
    assert table.state.seats["black"].tokens == 2


def test_oc_363_tokens_without_a_place_stay_in_the_supply():
    table = full(OrderTable(), "black").hero("black", tokens=2, location=None)
    table.at(red="chicago").do("open_location", seat="red", card="rift_1a")
    assert table.state.token_supply == 12 - 2 - 1


def wasted(table: OrderTable, seat: str, by: str = "black") -> OrderTable:
    table.given(facts.EventDrawn(by, "wasting_1"))
    effect = {"op": "health", "seat": seat, "delta": -3}
    return table.do("resolve_event", seat=by, card="wasting_1", effects=[effect])


def test_oc_370_a_dead_hero_is_back_at_once():
    table = wasted(
        OrderTable(4).hero("red", health=2, stamina=0, weapons=("katana_1",), xp={"health": 1}, xp_gained=1),
        "red",
    )
    assert table.pending == ["resurrect"]
    table.refused("OC-370", "resurrect", seat="red", location="us_chaos_gulf", field="location")
    table.do("resurrect", seat="red", location="us_order_east")
    hero = table.state.seats["red"]
    assert (hero.health, hero.stamina, hero.location, hero.weapons) == (11, 2, "us_order_east", ("katana_1",))


def test_oc_371_an_order_heros_death_is_chaos_doom():
    assert wasted(OrderTable().hero("red", health=1), "red").state.chaos == 1
    assert wasted(OrderTable().hero("black", health=1), "black").state.chaos == 0


def test_oc_372_a_phasing_hero_that_dies_is_lost():
    table = wasted(OrderTable().hero("red", health=1), "red").do(
        "resurrect", seat="red", location="us_order_east"
    )
    table.attempt("move", seat="red", to="boston").then_rejected("OC-205")


def test_a_wandering_monster_may_be_shoved_onto_an_order_hero():
    table = (
        chaos_at("wandering_monster_a").monster("chicago").card("cleveland", "rift_1a").at(red="cleveland")
    )
    table.do("use_wandering_monster", seat="black", place="hellion", shove_to="cleveland")
    assert (table.state.battle.location, table.state.battle.phasing) == ("cleveland", False)


def test_a_chaos_hero_with_a_longer_reach_moves_further():
    def change(document):
        part(document, "order_heroes", "samurai")["tracks"]["move"] = [1, 2]

    table = OrderTable(components=edition(change)).do("move", seat="red", to="chicago")
    table.attempt("move", seat="red", to="cleveland").then_rejected("OC-301")
