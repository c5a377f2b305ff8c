"""The end and the final battle, OC-601 … OC-621."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.components.effects import MAP_PRIMITIVES
from domain.games.order_vs_chaos.scoring import final_table
from domain.games.order_vs_chaos.state import Duty
from domain.games.order_vs_chaos.upcasts import UPCASTS
from domain.kernel import TRUTH
from tests.games.order_vs_chaos.table import OrderTable, edition, final_battle, part
from tests.games.order_vs_chaos.test_4xx_battle import arch_battle, round_over, selected
from tests.games.order_vs_chaos.test_5xx_items_and_effects import BY_HAND, effects


def test_oc_601_turns_end_at_13():
    table = final_battle()
    for kind, more in {"end_turn": {"seat": "red"}, "move": {"seat": "red", "to": "chicago"}}.items():
        table.refused("OC-601", kind, **more)
    table.refused("OC-114", "choose_map", map="us")
    table = won("order")
    table.refused("OC-601", "select_weapons", seat="red")
    table.refused("OC-601", "use_equipment", seat="red", item="katana_1")


def won(side: str) -> OrderTable:
    """The last stage is decided by an effect of the rules' own making."""
    table = arch_battle()
    if side == "order":
        table.given(facts.UnitChanged("arch_enemy", health=-14, chits=-8))
    else:
        table.given(facts.HealthChanged("red", -9, "test"), facts.UnitChanged("hero:red", chits=-2))
    selected(table, "wakizashi")
    if table.state.battle.step == "block":
        table.do("declare_blocks")
    table.roll("hero:red", "wakizashi", "3", *["blue"] * 4)
    table.roll("arch_enemy", "old_one_tentacles", "3", *["blue"] * 4)
    return table.do("resolve_segment")


def test_oc_602_order_wins_by_the_arch_enemys_death():
    table = won("order")
    assert table.found(facts.GameWon) == [facts.GameWon("order", "arch", "arch_enemy_dead")]
    standing = GAME.standing(table.state)
    assert (standing.finished, standing.winners) == (True, ("red",))
    assert [seat.rank for seat in standing.seats] == [1, 2]


def test_oc_603_chaos_wins_by_the_death_of_all_order_heroes():
    table = won("chaos")
    assert table.found(facts.GameWon) == [facts.GameWon("chaos", "arch", "order_dead")]
    assert GAME.standing(table.state).winners == ("black",), "the dead of the side win too"


def test_oc_602_oc_603_a_side_wins_and_loses_as_one():
    table = OrderTable(4)
    assert {(seat.rank, seat.winner, seat.score) for seat in GAME.standing(table.state).seats} == {
        (1, False, None)
    }
    table.given(facts.GameWon("chaos", "arch", "order_dead"))
    standing = GAME.standing(table.state)
    assert {seat.seat: (seat.rank, seat.winner) for seat in standing.seats} == {
        "red": (3, False),
        "black": (1, True),
        "blue": (3, False),
        "white": (1, True),
    }
    assert (standing.winners, standing.decided_by) == (("black", "white"), "arch: order_dead")


def test_the_standing_tells_what_each_side_has_done():
    table = OrderTable().hero("red", deaths=1, opened=5, rifts_closed=2)
    table.hero("black", deaths=3, opened=4, delivered=6, shrines_destroyed=7)
    order, chaos = GAME.standing(table.state).seats
    assert order.parts == {"deaths": 1, "opened": 5, "rifts_closed": 2}
    assert chaos.parts == {"deaths": 3, "opened": 4, "delivered": 6, "shrines_destroyed": 7}


def test_oc_604_what_was_earned_is_collected_and_the_rest_dropped():
    table = OrderTable(4).doom(0, 12).fighting("tengu", health=1)
    table.given(
        facts.BattleCaused("miami", "effect"), facts.DutyRaised(Duty("place_monster", location="miami"))
    )
    table.given(facts.UnitChanged("hero:red", chits=-2), facts.UnitChanged("monster:huntington", health=-5))
    table.given(facts.DutyDone(Duty("place_monster", location="miami")))
    selected(table, "wakizashi").do("declare_blocks").roll("monster:huntington", "tengu_fan", "blue", "blue")
    table.do("resolve_segment").roll("hero:red", "wakizashi", *["1"] * 5)
    table.roll("monster:huntington", "tengu_beak", "3").do("resolve_segment")
    assert table.state.phase == "final"
    hero = table.state.seats["red"]
    assert (hero.health, hero.stamina, hero.location, hero.alive) == (10, 2, None, True)
    assert table.pending == ["take_reward"]
    assert table.state.waiting == ()
    table.do("take_reward", seat="red", item="uzi_1")
    assert table.state.final.stage == "screen"


def test_oc_604_a_card_in_resolution_goes_to_the_discard():
    table = OrderTable().doom(0, 12).given(facts.EventDrawn("black", "creeping_dread_1"))
    rise = [{"op": "doom", "side": "chaos", "delta": 1}]
    table.do("resolve_event", seat="black", card="creeping_dread_1", effects=rise)
    assert table.state.event_discard == ("creeping_dread_1",)
    table = OrderTable(components=BY_HAND).doom(0, 12)
    rest = {"op": "token_place", "location": "chicago", "n": 1}
    effects(table, rise[0], rest).then_accepted()
    assert table.state.places["chicago"].tokens == 0


def test_oc_605_chaos_doom_never_exceeds_13():
    table = OrderTable().doom(0, 12).turn_of("black").at(black="us_breach").hero("black", tokens=2)
    table.do("deliver_tokens", seat="black")
    assert table.found(facts.DoomChanged) == [facts.DoomChanged("chaos", 12, 13, "delivery", "black")]


def overflow(count: int = 4) -> OrderTable:
    table = OrderTable(count).doom(13, 0).card("chicago", "rift_1a").at(red="chicago")
    return table.do("attack_rift", seat="red", dice=["blue"])


def test_oc_606_each_order_hero_gains_for_a_point_beyond_13():
    table = overflow().hero("red", health=5).spend_xp()
    assert [duty.seat for duty in table.state.pending] == ["red", "blue"]
    table.refused("OC-606", "take_overflow", seat="red", gain="item", item="gladius_1", field="item")
    table.refused("OC-606", "take_overflow", seat="red", gain="health", item="uzi_1")
    table.do("take_overflow", seat="red", gain="health")
    assert table.state.seats["red"].health == 6
    table.refused("OC-211", "take_overflow", seat="red", gain="xp")
    table.do("take_overflow", seat="blue", gain="item", item="uzi_1")
    assert (table.state.order, table.state.phase) == (13, "turn")
    assert overflow().spend_xp().do("take_overflow", seat="red", gain="xp").state.seats["red"].xp_pending == 1


def test_oc_610_everybody_stands_before_the_arch_enemy():
    table = final_battle(4)
    assert all(hero.location is None for hero in table.state.seats.values())
    assert table.state.active is None
    assert set(table.state.final.monsters) == {"black", "white"}


def test_oc_611_order_heroes_gain_five_health():
    table = OrderTable(4).doom(0, 12).turn_of("black").at(black="us_breach").hero("black", tokens=1)
    table.hero("red", health=2).hero("blue", health=9).do("deliver_tokens", seat="black")
    assert [table.state.seats[seat].health for seat in ("red", "blue")] == [7, 11]


def test_oc_612_chaos_is_at_full_health():
    table = OrderTable().doom(0, 12).turn_of("black").at(black="us_breach").hero("black", tokens=1, health=1)
    table.do("deliver_tokens", seat="black")
    assert table.state.seats["black"].health == 7
    assert table.state.final.monsters == {"black": 9}


def test_oc_613_the_source_example_of_the_pairs():
    """Order doom 8: Nightmare 6 and Rawhead 2, Ghoul 0 and Tengu 8."""

    def change(document: dict[str, Any]) -> None:
        part(document, "monsters", "tengu")["health"] = 8
        part(document, "monsters", "rawhead")["health"] = 5

    table = OrderTable(4, components=edition(change), black="nightmare", white="ghoul").doom(8, 12)
    table.given(facts.MonsterTypeDrawn("black", "rawhead"), facts.MonsterTypeDrawn("white", "tengu"))
    table.turn_of("black").at(black="us_breach").hero("black", tokens=1).do("deliver_tokens", seat="black")
    first, second = {"seat": "black", "hero": 6, "monster": 2}, {"seat": "white", "hero": 0, "monster": 8}
    table.refused("OC-613", "allot_doom_damage", losses=[first], field="losses")
    table.refused("OC-613", "allot_doom_damage", losses=[first | {"hero": 5}, second], field="losses/0")
    table.refused("OC-613", "allot_doom_damage", losses=[first | {"hero": 2, "monster": 6}, second])
    table.do("allot_doom_damage", losses=[first, second])
    assert [table.state.seats[seat].alive for seat in ("black", "white")] == [False, True]
    assert table.state.final.monsters == {"black": 3, "white": 0}
    assert list(table.state.battle.units) == ["hero:red", "hero:blue", "hero:white", "monster:black"]


def test_oc_613_pairs_without_a_choice_are_filled_in():
    assert "allot_doom_damage" not in final_battle(order=0).pending
    table = final_battle(order=13, black="dark_faerie")
    assert table.pending == ["allot_doom_damage"], "6 + 9 health"


def test_oc_612_as_printed_each_chaos_hero_loses_order_doom_before_the_pairs_do():
    """Step 4, then step 5 A: the goatman has 7 health, its hellion 9."""
    table = final_battle(order=3, losses="printed")
    assert table.found(facts.DoomDamageTaken) == [facts.DoomDamageTaken("black", 3, 0)]
    assert (table.state.seats["black"].health, table.state.final.monsters["black"]) == (4, 9)
    table.do("allot_doom_damage", losses=[{"seat": "black", "hero": 1, "monster": 2}])
    assert (table.state.seats["black"].health, table.state.final.monsters["black"]) == (3, 7)


def test_oc_612_as_printed_a_chaos_hero_with_no_more_health_than_order_doom_dies():
    """Its monster then bears the loss of the pair alone, which is no choice (OC-613)."""
    table = final_battle(order=7, losses="printed")
    assert table.found(facts.DoomDamageTaken) == [
        facts.DoomDamageTaken("black", 7, 0),
        facts.DoomDamageTaken("black", 0, 7),
    ]
    assert not table.state.seats["black"].alive
    assert table.state.final.monsters == {"black": 2}
    assert "allot_doom_damage" not in table.pending
    assert [duty.kind for duty in table.state.pending] == [], "no reward is due"
    assert list(table.state.battle.units) == ["hero:red", "monster:black"]


def test_oc_612_as_printed_without_order_doom_nobody_loses_anything():
    assert final_battle(losses="printed").found(facts.DoomDamageTaken) == []


def test_oc_r25_new_sessions_play_as_printed_and_older_ones_by_the_pairs():
    assert msgspec.to_builtins(msgspec.convert({}, GAME.options_type)) == {"final_battle_losses": "printed"}
    opened = {"kind": "opened", "options": {}}
    assert UPCASTS["opened", 1](opened)["options"] == {"final_battle_losses": "pairs"}


def test_oc_614_the_arch_enemys_health_by_order_heroes():
    assert [final_battle(count).state.final.arch_health for count in (2, 4, 6)] == [15, 55, 109]


def test_oc_615_the_screen_is_fought_without_the_arch_enemy():
    table = final_battle()
    assert table.state.battle.kind == "screen"
    assert "arch_enemy" not in table.state.battle.units
    selected(table, "wakizashi")
    targets = {"wakizashi": "arch_enemy"}
    table.refused("OC-615", "declare_targets", unit="hero:red", targets=targets)


def test_oc_616_the_arch_enemy_is_a_new_battle():
    table = arch_battle()
    assert (table.state.battle.kind, table.state.battle.round) == ("arch", 1)
    assert table.unit("hero:red").chits == 2
    assert table.state.final.stage == "arch"


def test_oc_617_no_retreat_and_no_doom_in_the_final_battle():
    table = selected(final_battle(4), "wakizashi")
    for seat, weapon in (("blue", "knights_mace"), ("white", "ghoul_bite")):
        selected(table, weapon, seat=seat)
    round_over(table)
    assert (table.state.battle.step, table.state.battle.round) == ("weapons", 2)
    table.given(facts.HealthChanged("red", -9, "test"))
    effect = [{"op": "health", "unit": "hero:red", "delta": -2}]
    table.hero("black", kept=("panic",)).do("play_event", seat="black", card="panic", effects=effect)
    assert (table.state.chaos, table.state.seats["red"].alive, table.pending) == (13, False, [])


def test_oc_618_the_chaos_seats_decide_for_the_arch_enemy():
    table = arch_battle()
    assert table.unit("arch_enemy").seat is None
    offers = GAME.offers(table.state, None, TRUTH)
    assert offers == []
    selected(table, "wakizashi")
    kinds = {
        (offer.type, str(offer.parameters.get("unit"))) for offer in GAME.offers(table.state, None, TRUTH)
    }
    assert any(kind == "roll_attack" and "arch_enemy" in unit for kind, unit in kinds)


def test_oc_619_rewards_in_the_screen_and_every_seat_is_active():
    table = final_battle().hero("red", equipment=("field_medkit_1",), health=5)
    medkit = [{"op": "health", "seat": "red", "delta": 4}]
    table.do("use_equipment", seat="red", item="field_medkit_1", effects=medkit)
    table.given(facts.UnitChanged("monster:black", health=-8))
    selected(table, "wakizashi").do(
        "declare_targets", unit="hero:red", targets={"wakizashi": "monster:black"}
    )
    table.roll("hero:red", "wakizashi", "1", *["blue"] * 4)
    table.roll("hero:black", "goat_horns", *["blue"] * 3).roll(
        "monster:black", "hellion_claws", "blue", "blue"
    )
    table.do("resolve_segment")
    assert table.pending == ["take_reward"]


def test_oc_620_the_arch_enemys_death_is_looked_at_first():
    table = arch_battle()
    table.given(facts.UnitChanged("arch_enemy", health=-14, chits=-8))
    table.given(facts.HealthChanged("red", -9, "test"), facts.UnitChanged("hero:red", chits=-2))
    selected(table, "wakizashi").do("declare_blocks").roll("hero:red", "wakizashi", "3", *["blue"] * 4)
    table.roll("arch_enemy", "old_one_tentacles", "3", *["blue"] * 4).do("resolve_segment")
    assert table.state.result.winner == "order"


def test_oc_620_the_last_of_both_sides_in_the_screen_is_a_chaos_win():
    table = final_battle(order=13)
    table.do("allot_doom_damage", losses=[{"seat": "black", "hero": 4, "monster": 9}])
    table.given(facts.HealthChanged("red", -9, "test"), facts.UnitChanged("hero:red", chits=-2))
    table.given(facts.HealthChanged("black", -2, "test"), facts.UnitChanged("hero:black", chits=-2))
    selected(table, "wakizashi").do("declare_blocks").roll("hero:red", "wakizashi", "3", *["blue"] * 4)
    table.roll("hero:black", "goat_horns", "3", "3", "3").do("resolve_segment")
    assert (table.state.result.winner, table.state.result.stage) == ("chaos", "screen")


PARAMETERS = {
    "location": "chicago",
    "n": 1,
    "from": "chicago",
    "to": "detroit",
    "seat": "red",
    "a": "chicago",
    "b": "detroit",
}
FIELDS = {
    "monster_move": ("from", "to"),
    "hero_move": ("seat", "to"),
    "pass_enemies": ("seat", "location"),
    "swap_cards": ("a", "b"),
    "token_place": ("location", "n"),
    "token_discard": ("location", "n"),
    "end_battle": (),
}


@pytest.mark.parametrize("op", sorted(MAP_PRIMITIVES))
def test_oc_621_effects_on_the_map_are_refused(op: str):
    table = final_battle(components=BY_HAND)
    fields = FIELDS.get(op, ("location",))
    effects(table, {"op": op, **{field: PARAMETERS[field] for field in fields}}).then_rejected("OC-621")


def test_oc_621_an_instant_of_the_map_is_idle_in_the_final_battle():
    table = final_battle().given(facts.EventDrawn("black", "ambush_1"))
    place = [{"op": "monster_place", "location": "chicago"}]
    table.refused("OC-621", "resolve_event", seat="black", card="ambush_1", effects=place)
    assert [offer.type for offer in GAME.offers(table.state, "black", TRUTH)] == ["resolve_event"] * 2
    table.do("resolve_event", seat="black", card="ambush_1")
    assert table.pending == []


@pytest.mark.parametrize(("health", "alive"), [(1, True), (0, False)])
def test_a_hero_without_health_is_not_alive_in_the_final_table(health: int, alive: bool):
    assert final_table(OrderTable().hero("red", health=health).state)["seats"]["red"]["alive"] == alive
