"""4xx, relics, the end of a round, and the last one."""

from __future__ import annotations

from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.facts import (
    EnergyChanged,
    GameEnded,
    NeutralTokenRemoved,
    RelicRemoved,
    TokensMoved,
)
from domain.games.chaos_order.state import Built
from tests.games.chaos_order.table import BLUE, RED, begun


def relics(round_=1, **regions):
    table = begun().bare().given_state(round=round_).at("check_relics")
    for place, seat in regions.items():
        table.region(place, fighters={seat: 2})
    return table


def resolve(table, **more):
    return table.do("resolve_relics", None, **more)


def test_co_480_whoever_controls_every_relic_on_the_map_wins_at_once():
    places = ("tall_grass", "iron_step", "reed_gate", "glass_mire", "dry_shelf", "long_meadow")
    resolve(relics(**dict.fromkeys(places, BLUE))).then(GameEnded((BLUE,), "all_relics", 1))
    table = relics(**dict.fromkeys(places[1:], BLUE))
    resolve(table)
    assert table.state.result is None


def test_nobody_owes_anything_once_the_game_is_over():
    table = begun().pend(RED, Effect("gain_research", 1)).pend(BLUE, Effect("gain_research", 1))
    table.given(GameEnded((BLUE,), "all_relics", 1))
    assert [table.head(seat) for seat in (RED, BLUE)] == [None, None]


def test_co_481_and_co_482_the_controller_takes_the_relic_and_the_spaces_benefit():
    table = resolve(relics(tall_grass=BLUE)).has(BLUE, relics=(1,), energy=9)
    table.then_includes(EnergyChanged(BLUE, 3, "relic"))
    table = relics(tall_grass=BLUE).board(BLUE, relics=(7, 8))
    resolve(table)
    assert table.head(BLUE) == ("gain_research", 1)
    assert table.fighters("tall_grass") == {BLUE: 2}
    resolve(table).then_rejected("CO-722")
    table.do("decline_effect", BLUE)
    assert table.fighters("tall_grass") == {}
    assert table.state.round == 2


def test_co_483_and_co_719_units_return_to_the_base_and_buildings_stay():
    table = relics(tall_grass=RED).region("tall_grass", leaders={RED: ("circadians.pilot",)})
    table.built(RED, "tall_grass", "foundry")
    resolve(table).has(RED, base_fighters=2, base_leaders=("circadians.pilot",))
    assert table.state.regions["tall_grass"].buildings["relic_1"] == Built(RED, "foundry")


def test_co_484_and_co_485_a_relic_that_nobody_controls_leaves_the_others_stay():
    table = relics().region("tall_grass", fighters={RED: 1, BLUE: 1})
    resolve(table).then_includes(RelicRemoved(1, "tall_grass"))
    assert table.state.relics_out == (1,)
    assert table.state.regions["iron_step"].relic == 2


def last_round(**regions):
    table = relics(6, **regions)
    for place in table.state.regions:
        table.region(place, relic=6 if place == "long_meadow" else None)
    return table.given_state(relics_out=(1, 2, 3, 4, 5))


def test_co_487_and_co_489_tokens_go_to_the_vault_or_out():
    table = relics().priced("build", "circadians.o1", RED).priced("move", "circadians.g2", RED, "last")
    resolve(table).then_includes(
        TokensMoved(RED, ("circadians.o1",), "vault"), TokensMoved(RED, ("circadians.g2",), "out")
    )
    assert table.state.prices == {}


def test_co_488_the_top_neutral_token_leaves_in_its_round():
    assert resolve(relics()).state.neutral == {"pair_a": "top"}
    table = relics(2)
    for place in table.state.regions:
        table.region(place, relic=2 if place == "iron_step" else None)
    resolve(table).then_includes(NeutralTokenRemoved("pair_a"))
    assert table.state.neutral == {"pair_a": "under"}


def test_co_486_and_co_490_the_next_round_begins_and_the_flare_gun_stays():
    table = resolve(relics().given_state(flare_gun=BLUE, harvested=("x",)))
    assert (table.state.round, table.state.phase, table.state.flare_gun) == (2, "set_prices", BLUE)
    assert table.state.next_seats[0] == BLUE
    assert table.state.harvested == ()


def test_co_601_and_co_605_to_co_607_and_co_610_the_last_round():
    resolve(last_round(long_meadow=RED)).then(GameEnded((RED,), "all_relics", 6))
    table = resolve(last_round(tall_grass=RED, iron_step=RED, reed_gate=BLUE))
    table.then_includes(GameEnded((RED,), "land_regions", 6))


def test_co_608_and_co_609_relics_break_a_tie_else_it_is_shared():
    table = last_round(tall_grass=RED, reed_gate=BLUE)
    resolve(table).then_includes(GameEnded((RED, BLUE), "shared", 6))
    table = last_round(tall_grass=RED, reed_gate=BLUE).board(BLUE, relics=(2,))
    resolve(table).then_includes(GameEnded((BLUE,), "relics_tiebreak", 6))


def test_co_607_bases_lakes_and_contested_regions_count_for_nobody():
    table = last_round(tall_grass=RED).region("reed_gate", fighters={RED: 1, BLUE: 1})
    table.region("lake_still", fighters={BLUE: 1}).region("lake_mirror", fighters={BLUE: 1})
    table.board(BLUE, region_bonus=4)
    resolve(table).then_includes(GameEnded((RED,), "land_regions", 6))


def test_co_720_round_6_always_has_a_winner():
    assert resolve(last_round()).state.result.winners == (RED, BLUE)


def test_co_481_a_relic_that_a_correction_took_off_the_map_cannot_be_resolved():
    table = relics(tall_grass=RED).region("tall_grass", relic=None)
    resolve(table).then_rejected("CO-481")
