"""1xx: the opening, the grids, the displays, the first player, the pawns."""

from __future__ import annotations

import copy
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.components import ERAS
from domain.kernel import PUBLIC, Each, Grid, InvalidComponents, Outcome, Rejected, sample_action
from domain.kernel.offers import covers
from domain.kernel.session.opening import load_components
from tests.games.time_of_chaos.table import DEMO, DISPLAYS, LAYOUT, ChaosTable, act, in_play, table_act
from tests.support.given import Table

FOUR = ("red", "blue", "green", "yellow")
LAY_OUT = table_act("lay_out_tiles", layout=LAYOUT)
DEAL = table_act("deal_displays", displays=DISPLAYS)


def first(seat: str) -> dict[str, Any]:
    return table_act("choose_first_player", first_player=seat)


def opening(seats: list[dict[str, str]], options: dict[str, str] | None = None) -> Table:
    return Table(GAME, seats, options, components=DEMO)


def refused_opening(seats: list[dict[str, str]]) -> str:
    with pytest.raises(Rejected) as refused:
        opening(seats)
    assert refused.value.field == "seats"
    return refused.value.rule


@pytest.mark.parametrize("count", [2, 3, 4])
def test_tc_101_two_to_four_players(count: int):
    assert ChaosTable(*FOUR[:count]).seats == FOUR[:count]


@pytest.mark.parametrize("count", [0, 1, 5])
def test_tc_101_no_other_number_of_players(count: int):
    seats = [{"seat": f"seat-{index}", "color": (*FOUR, "red")[index]} for index in range(count)]
    assert refused_opening(seats) == "TC-101"


def test_tc_101_players_are_distinct():
    assert refused_opening([{"seat": "ann", "color": "red"}, {"seat": "ann", "color": "blue"}]) == "TC-101"


def test_tc_102_restore_scope_is_other_era_unless_said():
    seats = [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}]
    assert opening(seats).state.options.restore_scope == "other_era"
    assert opening(seats, {"restore_scope": "own_tile"}).state.options.restore_scope == "own_tile"


@pytest.mark.parametrize("options", [{"restore_scope": "any"}, {"restore": "own_tile"}])
def test_tc_102_no_other_options(options: dict[str, str]):
    seats = [{"seat": "red", "color": "red"}, {"seat": "blue", "color": "blue"}]
    with pytest.raises(msgspec.ValidationError):
        opening(seats, options)


def test_tc_102_only_a_valid_component_set_is_played():
    document = copy.deepcopy(dict(DEMO.document))
    del document["cities"][0]
    with pytest.raises(InvalidComponents):
        load_components(GAME, document)


def test_tc_103_a_declared_layout_is_laid_out_on_order_without_cubes():
    table = ChaosTable().when(LAY_OUT).then(facts.TilesLaidOut(LAYOUT))
    assert table.state.layout == LAYOUT
    assert len(table.state.tiles) == 27
    assert all(table.tile(name) == ("order", {}) for name in table.state.tiles)
    assert table.seen()["layout"]["past"][0] == ["A", "B", "C"]


def test_tc_103_a_drawn_layout_is_three_independent_permutations():
    layouts = [
        ChaosTable().when(table_act("lay_out_tiles"), drawn=True, seed=seed).state.layout
        for seed in range(60)
    ]
    for layout in layouts:
        assert set(layout) == set(ERAS)
        for grid in layout.values():
            assert sorted(city for row in grid for city in row) == list("ABCDEFGHI")
    assert sum(layout["past"] == layout["present"] for layout in layouts) == 0
    assert len({layout["future"][1][1] for layout in layouts}) == 9
    assert ChaosTable().when(table_act("lay_out_tiles"), drawn=True).chance.next_draw == 27


def test_tc_103_the_layout_is_offered_tile_by_tile_and_any_that_is_declared_from_the_offer_is_legal():
    offer = next(
        offer for offer in GAME.offers(ChaosTable().state, None, PUBLIC) if offer.type == "lay_out_tiles"
    )
    grid = Grid(tuple("ABCDEFGHI"), 3)
    assert offer.parameters == {"layout": Outcome(Each(dict.fromkeys(ERAS, grid)))}
    for seed in range(20):
        action = sample_action(offer, Random(seed), declare=True)
        assert covers(offer, action)
        ChaosTable().when(action).then_accepted()
    assert not any(
        covers(offer, table_act("lay_out_tiles", layout=layout)) for layout in broken_layouts().values()
    )


def test_tc_103_an_undeclared_layout_needs_draws():
    ChaosTable().when(table_act("lay_out_tiles")).then_rejected("TC-104", field="layout")


def broken_layouts() -> dict[str, Any]:
    past, rest = LAYOUT["past"], {era: LAYOUT[era] for era in ("present", "future")}
    return {
        "an era is missing": rest,
        "an era too many": {**LAYOUT, "dawn": past},
        "two rows": {**rest, "past": past[:2]},
        "a row of two": {**rest, "past": (("A", "B"), *past[1:])},
        "a city twice": {**rest, "past": (("A", "B", "A"), *past[1:])},
        "an unknown city": {**rest, "past": (("A", "B", "Z"), *past[1:])},
        "nothing": {},
    }


@pytest.mark.parametrize("layout", broken_layouts().values(), ids=broken_layouts())
def test_tc_104_a_declared_layout_holds_every_city_once_an_era(layout: Any):
    ChaosTable().when(table_act("lay_out_tiles", layout=layout)).then_rejected("TC-104", field="layout")


def test_tc_104_the_layout_never_changes_afterwards():
    ChaosTable().play(LAY_OUT).when(LAY_OUT).then_rejected("TC-119")
    in_play().acting("red").when(LAY_OUT).then_rejected("TC-119")


def test_tc_105_each_deck_holds_its_eighteen_cards_and_no_order():
    table = ChaosTable()
    for era, deck in table.state.decks.items():
        assert sorted(deck) == sorted(card.id for card in DEMO.box.cards.values() if card.deck == era)
        assert len(deck) == 18
    assert table.seen()["decks"] == {"past": 18, "present": 18, "future": 18}


def test_tc_106_three_cards_an_era_are_revealed_and_fifteen_remain():
    table = ChaosTable().when(DEAL).then(facts.DisplaysDealt(DISPLAYS))
    assert table.state.displays == DISPLAYS
    for era, deck in table.state.decks.items():
        assert len(deck) == 15
        assert not set(deck) & set(DISPLAYS[era])
    assert table.seen()["displays"]["past"] == ["PN-A", "PF-B", "PN-C"]


def test_tc_106_drawn_displays_come_from_their_own_decks():
    seen = set()
    for seed in range(40):
        table = ChaosTable().when(table_act("deal_displays"), drawn=True, seed=seed).then_accepted()
        displays = table.state.displays
        assert all(
            len(set(cards)) == 3 and set(cards) <= set(DEMO.box.decks[era]) for era, cards in displays.items()
        )
        seen.update(displays["past"])
    assert len(seen) == 18


@pytest.mark.parametrize(
    "past",
    [("PN-A", "PN-B"), ("PN-A", "PN-B", "PN-C", "PN-D"), ("PN-A", "PN-A", "PN-B"), ("PN-A", "PN-B", "NP-A")],
    ids=["too few", "too many", "twice", "of another deck"],
)
def test_tc_106_a_declared_display_is_three_different_cards_of_its_deck(past: tuple[str, ...]):
    action = table_act("deal_displays", displays={**DISPLAYS, "past": past})
    ChaosTable().when(action).then_rejected("TC-106", field="displays")


def test_tc_106_a_declared_deal_names_all_three_eras():
    action = table_act("deal_displays", displays={"past": DISPLAYS["past"]})
    ChaosTable().when(action).then_rejected("TC-106", field="displays")


def test_tc_107_the_discard_pile_is_empty_and_stays_empty():
    table = in_play().grabbed("red", "NP-A").pawns(red="past:A").acting("red")
    assert ChaosTable().seen()["discard"] == []
    table.play(act("deliver", "red", card="NP-A"), act("end_turn", "red"))
    assert table.seen()["discard"] == []


def test_tc_108_each_player_begins_with_twelve_cubes_and_an_active_cloak():
    player = ChaosTable().player("red")
    assert (player.color, player.supply, player.cloak_active, player.penalties) == ("red", 12, True, 0)


@pytest.mark.parametrize("colors", [("red", "red"), ("red", "violet")], ids=["twice", "unknown"])
def test_tc_109_colours_are_distinct_and_of_the_set(colors: tuple[str, str]):
    seats = [{"seat": f"seat-{index}", "color": color} for index, color in enumerate(colors)]
    assert refused_opening(seats) == "TC-109"


def test_tc_109_unused_colours_are_out_of_the_game():
    table = in_play("red", "blue")
    assert {player.color for player in table.state.seats.values()} == {"red", "blue"}
    assert "green" not in msgspec.json.encode(table.seen()).decode()


@pytest.mark.parametrize(
    ("chosen", "order"),
    [
        ("red", ["yellow", "green", "blue", "red"]),
        ("green", ["blue", "red", "yellow", "green"]),
    ],
)
def test_tc_110_pawns_are_placed_counterclockwise_the_first_player_last(chosen: str, order: list[str]):
    table = ChaosTable(*FOUR).play(LAY_OUT, DEAL).when(first(chosen))
    table.then_includes(facts.PlacementBegan(tuple(order)))
    for seat, city in zip(order, "ABCD", strict=True):
        for other in FOUR:
            if other != seat:
                table.when(act("place_pawn", other, tile="present:I")).then_rejected("TC-110", field="seat")
        table.play(act("place_pawn", seat, tile=f"present:{city}"))


def test_tc_111_any_free_tile_of_the_present():
    for city in "ABCDEFGHI":
        ChaosTable().laid_out().when(act("place_pawn", "blue", tile=f"present:{city}")).then_accepted()


@pytest.mark.parametrize("tile", ["present:E", "past:A", "future:A", "present:Z", "nowhere"])
def test_tc_111_no_other_tile(tile: str):
    table = ChaosTable().laid_out().pawns(blue="present:E")
    table.when(act("place_pawn", "red", tile=tile)).then_rejected("TC-111", field="tile")


def test_tc_112_the_past_tile_turns_to_chaos_with_a_cube():
    table = ChaosTable().laid_out().when(act("place_pawn", "blue", tile="present:E"))
    table.then(
        facts.PawnMoved("blue", None, "present:E", "setup"),
        facts.CubePlaced("blue", "blue", "past:E", "setup"),
        facts.TileFellAtSetup("past:E", "blue"),
        facts.CubePlaced("blue", "blue", "future:E", "setup"),
    )
    assert table.tile("past:E") == ("chaos", {"blue": 1})


def test_tc_113_the_future_tile_receives_a_cube_and_stays_on_order():
    table = ChaosTable().laid_out().play(act("place_pawn", "blue", tile="present:E"))
    assert table.tile("future:E") == ("order", {"blue": 1})


def test_tc_114_the_present_tile_receives_nothing():
    table = ChaosTable().laid_out().play(act("place_pawn", "blue", tile="present:E"))
    assert table.tile("present:E") == ("order", {})


def test_tc_115_everybody_starts_turn_one_with_ten_cubes_and_no_penalty():
    table = ChaosTable().laid_out()
    table.play(act("place_pawn", "blue", tile="present:E"), act("place_pawn", "red", tile="present:A"))
    for seat in table.seats:
        player = table.player(seat)
        assert (player.supply, player.penalties, player.cloak_active) == (10, 0, True)


def test_tc_115_setup_cubes_cannot_be_cloaked():
    with pytest.raises(msgspec.ValidationError):
        ChaosTable().laid_out().when(act("place_pawn", "blue", tile="present:E", cloak=True))


def test_tc_116_nobody_starts_with_cards():
    for player in ChaosTable(*FOUR).state.seats.values():
        assert player.hand == player.tableau == ()


def test_tc_117_the_first_player_is_declared_or_drawn():
    table = ChaosTable(*FOUR)
    table.when(first("green")).then(facts.FirstPlayerChosen("green"))
    drawn = Counter(
        ChaosTable(*FOUR).when(table_act("choose_first_player"), drawn=True, seed=seed).state.first_player
        for seed in range(60)
    )
    assert set(drawn) == set(FOUR)


def test_tc_117_the_first_player_sits_at_the_table():
    ChaosTable().when(first("green")).then_rejected("TC-117", field="first_player")
    ChaosTable().when(table_act("choose_first_player")).then_rejected("TC-117", field="first_player")


def test_tc_117_turns_go_clockwise_from_the_first_player():
    table = ChaosTable("red", "blue", "green").play(LAY_OUT, DEAL, first("blue"))
    for seat, city in (("red", "A"), ("green", "B"), ("blue", "C")):
        table.play(act("place_pawn", seat, tile=f"present:{city}"))
    order = []
    for _ in range(4):
        order.append(table.state.active)
        table.play(act("send_disorder", order[-1]), act("end_turn", order[-1]))
    assert order == ["blue", "green", "red", "blue"]


def test_tc_118_turn_one_begins_after_the_last_pawn():
    table = ChaosTable().laid_out().play(act("place_pawn", "blue", tile="present:E"))
    assert (table.state.phase, table.state.turn, table.state.active) == ("setup", 0, None)
    table.when(act("place_pawn", "red", tile="present:A")).then_includes(facts.TurnBegan("red", 1))
    state = table.state
    assert (state.phase, state.turn, state.active, state.actions_left) == ("send", 1, "red", 3)


def test_tc_119_the_three_setup_steps_come_in_any_order():
    steps = (LAY_OUT, DEAL, first("red"))
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        table = ChaosTable()
        for index in order:
            assert not table.state.placement_queue
            table.play(steps[index])
        assert table.state.placement_queue == ("blue", "red")


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_tc_119_no_pawn_before_all_three(missing: int):
    table = ChaosTable()
    for index, step in enumerate((LAY_OUT, DEAL, first("red"))):
        if index != missing:
            table.play(step)
    table.when(act("place_pawn", "blue", tile="present:A")).then_rejected("TC-119")


@pytest.mark.parametrize("step", [LAY_OUT, DEAL, first("red")], ids=lambda step: step["type"])
def test_tc_119_each_setup_step_comes_once(step: dict[str, Any]):
    ChaosTable().play(step).when(step).then_rejected("TC-119")
    ChaosTable().laid_out().when(step).then_rejected("TC-119")
    in_play().turn_of("red").when(step).then_rejected("TC-119")


def test_tc_119_no_pawn_is_placed_once_all_stand():
    in_play().turn_of("red").when(act("place_pawn", "red", tile="present:I")).then_rejected("TC-119")


@pytest.mark.parametrize("kind", ["send_disorder", "end_turn"])
def test_tc_119_no_turn_command_during_setup(kind: str):
    ChaosTable().when(act(kind, "red")).then_rejected("TC-119")
    ChaosTable().laid_out().pawns(blue="present:E").when(act(kind, "red")).then_rejected("TC-119")
    ChaosTable().laid_out().when(act("travel", "red", city="A")).then_rejected("TC-119")
