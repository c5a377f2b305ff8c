"""The table of First Light as a picture: what stands where, and what it costs and gives."""

from __future__ import annotations

import json
from copy import deepcopy

from msgspec.structs import replace

from domain.games.first_light import GAME
from domain.games.first_light.board import Faces
from domain.games.first_light.drawing import drawings
from domain.games.first_light.state import Spot, Stack
from domain.kernel import Box, Hex, Viewer
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import naming
from tests.games.first_light.table import (
    demo,
    executing,
    headquarters,
    opened,
    owing,
    planning,
    started,
    taken,
    talking,
    with_seat,
)
from tests.support.games.first_light.drawn import board, cards, faces, lines, place, shorts, where, zone

BLUE = Viewer("blue")


def test_the_planet_says_what_each_space_yields_and_what_lies_on_it():
    shown = board(executing(3))
    assert len(zone(shown, "planet").places) == 19
    rich = place(shown, "r2c3")
    assert (rich.name, rich.short, rich.tone) == ("3 Water, 1 die", "3W 1D", "order")
    assert rich.note == "the near north-east"
    assert isinstance(rich.shape, Hex)
    assert [(piece.id, piece.face) for piece in place(shown, "r2c2").pieces] == [("token:r2c2", "3W")]
    assert [piece.id for piece in place(shown, "r3c3").pieces] == ["harvester:blue", "harvester:black"]
    assert place(shown, "r1c1").note == "the far north-west, an arrow leads to the far south-east"


def test_spaces_that_no_layout_knows_lie_where_their_neighbours_say():
    """The packaged set with other ids for three spaces, without a layout of its own."""
    text = json.dumps(demo())
    for space in ("r1c1", "r3c3", "r5c2"):
        text = text.replace(f'"{space}"', f'"far_{space}"')
    shown = board(opened(components=load_components(GAME, json.loads(text))))
    lying = [place.shape for place in zone(shown, "planet").places]
    assert lying == [place.shape for place in zone(board(opened()), "planet").places]


def test_a_side_that_is_laid_otherwise_is_drawn_so():
    drawing = deepcopy(drawings()["demo"])
    drawing["planet"]["sides"] = {"a": {"r5c3": [337.5, 46]}}
    moved = [place(board(opened(planet_side=side), drawing=drawing), "r5c3").shape for side in "ab"]
    assert moved == [Hex(338, 46, 42), place(board(opened()), "r5c3").shape]


def test_a_gem_cache_hides_its_points_until_it_is_turned():
    table = executing(3)
    hidden = place(board(table), "r1c2")
    assert (hidden.short, hidden.tone) == ("2W 1G", "goal")
    assert [(piece.label, piece.face) for piece in hidden.pieces] == [("Gem Cache, points hidden", "?")]
    caches = dict(zip(table.state.box.caches, (f"cache_{n}" for n in range(1, 7)), strict=True))
    turned = place(board(table.given_state(caches=caches)), "r1c2")
    assert [(piece.label, piece.face) for piece in turned.pieces] == [("Gem Cache of 3 ★", "3")]


def test_a_harvester_is_the_same_piece_wherever_it_goes():
    table = executing(3)
    assert where(board(table))["harvester:blue"] == "r3c3"
    assert where(board(with_seat(table, harvester="r1c2")))["harvester:blue"] == "r1c2"


def test_the_harvester_of_the_ai_stands_on_the_planet_without_a_seat():
    table = executing(3, seats=1)
    ai = next(piece for piece in place(board(table), "r3c3").pieces if piece.id == "harvester:ai")
    assert (ai.seat, ai.face, ai.label) == (None, "AI", "The AI’s Harvester")


def test_location_boards_say_what_they_ask_and_who_stands_there():
    table = taken(executing(3, seats=4), "academy", 1)
    shown = board(taken(table, "mining_camp", 2))
    told = shorts(shown, "locations")
    assert told["mining_camp:1"] == "10W"
    assert [piece.label for piece in place(shown, "mining_camp:3").pieces] == ["2 Gems"]
    assert place(shown, "mining_camp:1").name == "Mining Camp, space 1: 10 Water minus the die for 1 Gem"
    assert told["laboratory:sign"] == "Laboratory 3A/10W"
    assert told["foundry:sign"] == "Foundry 2P/10W"
    assert [told[f"market:{n}"] for n in (1, 2, 3)] == ["6W:1G", "4W:2A", "3W:2A:1P"]
    assert [told[f"academy:{n}"] for n in (1, 2, 3)] == ["1 2", "3 4", "5 6"]
    for id in ("academy:1", "mining_camp:2"):
        assert (place(shown, id).tone, faces(place(shown, id))) == ("closed", [("black", "3")])
        assert [piece.label for piece in place(shown, id).pieces] == ["Black’s 3"]
    assert place(shown, "academy:2").tone == "neutral"


def test_folded_location_boards_say_how_many_of_their_spaces_are_taken():
    table = planning()
    assert zone(board(table), "locations").note == "all free"
    taken(taken(table, "market", 1, 2), "academy", 1)
    assert zone(board(table), "locations").note == "3 taken"


def test_a_smaller_table_has_the_other_sides():
    told = shorts(board(executing(3)), "locations")
    assert [told[f"market:{n}"] for n in (1, 2)] == ["4W:2A", "3W:2A:1P"]
    assert not {"laboratory:2", "market:3", "control_room:3"} & told.keys()


def test_a_pair_at_the_laboratory_is_one_piece_of_two_dice():
    table = executing(3)
    table.given_state(locations={**table.state.locations, "laboratory": (Spot("blue", 5, 2),)})
    pair = place(board(table), "laboratory:1")
    assert [(piece.count, piece.face, piece.label) for piece in pair.pieces] == [
        (2, "5", "Blue’s 2 dice of 5")
    ]


def test_the_negotiation_board_has_prices_points_dice_and_what_columns_come_to():
    shown = board(talking(executing(3, seats=4), "zcharo", 4, 4, first_row=2))
    assert place(shown, "leyrien:1").short == "6A · 3★"
    assert place(shown, "jrayek:6").name == "Jrayek, row 6: 6 Gems for 13 ★"
    assert place(shown, "zcharo:2").tone == "closed"
    assert faces(place(shown, "zcharo:3")) == [("black", "4")]
    assert place(shown, "zcharo:sign").short == "Zcharo, sum 8, 2 matching"
    assert place(shown, "leyrien:sign").note == ("ability: change a die on your Research Base to any value")
    assert zone(shown, "negotiation").note == "setback at 8 or 2 matching"


def test_only_the_least_condition_of_each_kind_is_told_above_the_columns():
    table = executing(3, seats=4)
    assert zone(board(table.given_state(left_conditions=(2, 5, 3))), "negotiation").note == (
        "setback at 14 or 3 matching"
    )
    assert zone(board(table.given_state(left_conditions=())), "negotiation").note == "no setbacks left"


def test_what_tokens_can_still_bring_lies_there_as_cards():
    table = executing(3).given_state(
        left_values=(5, 2), free_rewards=("die", "farm"), left_conditions=(4, 1), free_punishments=("items",)
    )
    advancements, setbacks = zone(board(table), "advancements"), zone(board(table), "setbacks")
    assert advancements.note == "for a 2 or 5"
    assert [card.id for card in advancements.cards] == ["reward:die", "reward:farm"]
    assert [card.label for card in setbacks.cards] == ["At a sum of 10", "At 2 matching", "Discard 2 Items"]
    assert [card.id for card in setbacks.cards] == ["condition:1", "condition:4", "punishment:items"]


def test_the_depository_has_a_column_for_each_value_and_one_is_closed_for_two():
    table = executing(3)
    shelves = {**table.state.depository, 4: ("blue", None, "black")}
    shown = board(table.given_state(depository=shelves))
    assert (place(shown, "depository:1:top").tone, place(shown, "depository:1:top").note) == (
        "closed",
        "closed for this game",
    )
    assert faces(place(shown, "depository:4:top")) == [("blue", "4")]
    assert faces(place(shown, "depository:4:bottom")) == [("black", "4")]
    assert place(shown, "depository:4:middle").tone == "neutral"
    assert place(shown, "depository:middle:sign").short == "+1D"


def test_dice_at_the_headquarters_stand_in_their_order():
    shown = board(headquarters(("blue", 2), ("black", 6)))
    assert [faces(place(shown, f"headquarters:{n}")) for n in (1, 2, 3)] == [
        [("blue", "2")],
        [("black", "6")],
        [],
    ]
    assert zone(shown, "stores").note == "2 dice to act first"


def test_the_tops_of_the_stacks_say_what_they_do_and_how_many_are_left():
    told = cards(zone(board(executing(3)), "stacks"))
    assert told["Gem tile"].text == "Farm Tile, 5 tiles; with a 6: 1 Gem"
    assert told["Flip tile"].text == (
        "Upgrade Tile for a 1 or 2, 6 tiles; 1 ★ at the end; the die may be flipped"
    )
    assert told["Gem tile"].id == "farm_stack:1"


def test_an_empty_stack_is_gone_and_an_unseen_top_says_so():
    table = executing(3)
    stacks = (Stack(None, 0), Stack(None, 2), *table.state.farm_stacks[2:])
    told = zone(board(table.given_state(farm_stacks=stacks)), "stacks").cards
    assert [card.id for card in told][:2] == ["farm_stack:1", "farm_stack:2"]
    assert told[0].label == "not seen yet"


def test_a_base_says_what_its_garages_cost_and_change():
    table = with_seat(
        executing(3, 5), upgrades=("flip", "free_garage"), farm_tiles=("gem_on_six",), farms={1: 2, 4: 6}
    )
    shown = board(table)
    assert [place(shown, f"garage:blue:{n}").short for n in range(1, 6)] == [
        "free ±1",
        "1A Flip",
        "free",
        "2A",
        "3A",
    ]
    assert [faces(place(shown, f"garage:blue:{n}")) for n in (1, 2, 3)] == [
        [("blue", "3")],
        [("blue", "5")],
        [],
    ]
    assert [place(shown, f"farm:blue:{n}").short for n in range(1, 5)] == [
        "1: others +3",
        "2: W or A",
        "3: W or P",
        "4: Gem",
    ]
    assert faces(place(shown, "farm:blue:4")) == [("blue", "6")]


def test_naira_sol_pays_for_no_garage():
    shown = board(with_seat(executing(3), character="naira_sol"))
    assert {place(shown, f"garage:blue:{n}").short for n in range(2, 6)} == {"free"}


def test_a_base_says_what_there_is_to_pay_with_to_who_may_know():
    table = executing(3, resources={"water": 4, "gems": 1})
    assert zone(board(table, BLUE), "base:blue").note == "4 Water, 1 Gem"
    assert zone(board(table), "base:blue").note == ""
    assert zone(board(with_seat(table, resources={}), BLUE), "base:blue").note == "no resources"
    public = executing(3, resources={"power": 2}, options={"resources": "public"})
    assert zone(board(public), "base:blue").note == "2 Power"


def test_rows_of_a_base_that_hold_nothing_are_left_out():
    heights = {}
    for tiles in ((), ("water_3",)):
        for cantina in (0, 2):
            shown = board(with_seat(executing(3), farm_tiles=tiles, cantina=cantina))
            size = zone(shown, "base:blue").size
            assert size is not None
            heights[bool(tiles), bool(cantina)] = size[1]
            boxes = [place.shape for place in zone(shown, "base:blue").places]
            assert all(isinstance(box, Box) and box.y + box.height <= size[1] for box in boxes)
    assert heights[False, False] < heights[True, False] == heights[False, True] < heights[True, True]


def test_an_own_phone_draws_the_own_base_alone_and_who_watches_sees_all():
    table = executing(3)
    assert [zone.of for zone in board(table, BLUE).zones if zone.id.startswith("base:")] == ["blue"]
    assert [zone.of for zone in board(table).zones if zone.id.startswith("base:")] == ["blue", "black"]


def test_a_plan_lies_on_the_own_base_and_nowhere_else():
    table = with_seat(
        planning(), has_rolled=True, rolled=(2, 2, 5), reserve=0, plan_garages=(5,), plan_farms={"2": 2}
    )
    own = board(table, BLUE)
    assert faces(place(own, "garage:blue:1")) == [("blue", "5")]
    assert faces(place(own, "farm:blue:2")) == [("blue", "2")]
    assert place(own, "reserve:blue").short == "to assign"
    assert faces(place(own, "reserve:blue")) == [("blue", "2")]
    for viewer in (Viewer("black"), None):
        others = board(table) if viewer is None else board(table, viewer)
        assert lines(others.seats[0])["Dice rolled"] == "3"
        assert "Dice in Garages" not in lines(others.seats[0])
    assert faces(place(board(table), "garage:blue:1")) == []
    (unseen,) = place(board(table), "reserve:blue").pieces
    assert (unseen.face, unseen.count, unseen.label) == (None, 3, "Blue’s 3 dice")


def test_a_seat_shows_the_dice_that_wait_and_what_it_has():
    shown = board(with_seat(executing(3, 5), upgrades=("flip",), farm_tiles=("points",)), BLUE)
    own, other = shown.seats
    assert lines(own)["Dice in Garages"] == "3 5"
    assert (lines(own)["Upgrade Tiles"], lines(own)["Farm Tiles"]) == ("Flip", "Score")
    assert (lines(own)["Water"], lines(own)["Gems"]) == ("30", "10")
    assert "Water" not in lines(other)
    assert lines(other)["Dice in reserve"] == "3"
    assert (own.active, other.active) == (True, False)
    assert {line.label for line in other.lines if line.short} == {"Dice in reserve", "Items in hand"}


def test_a_hand_shows_its_faces_to_its_holder_alone_and_what_is_in_force_to_all():
    table = with_seat(executing(3), hand=("ledger", None), acquired=("yeki",), character="dan_gautama")
    own, others = (board(table, viewer).seats[0].cards for viewer in (BLUE, Viewer("black")))
    assert [card.id for card in own] == ["ledger", None, "dan_gautama", "yeki"]
    assert [card.back for card in own] == [False, True, False, False]
    assert own[0].text.startswith("costs ")
    assert own[3].text == "acquired: 1 ★ at the end for each 2 Gems left"
    assert [card.id for card in others] == ["dan_gautama", "yeki"]
    assert lines(board(table, Viewer("black")).seats[0])["Items in hand"] == "2"


def test_a_second_copy_of_an_item_is_a_card_of_its_own():
    table = executing(3)
    called = naming(GAME, table.components, [{"seat": seat, "color": seat} for seat in table.seats])
    faces_of_board = Faces(called)
    assert [card.id for card in faces_of_board.held(("yeki", "yeki", "ledger"))] == [
        "yeki",
        "yeki:2",
        "ledger",
    ]


def test_what_is_dealt_is_shown_to_its_seat():
    table = with_seat(opened(), dealt=("sable_lesedi", "troy_sullivan"), packet=("yeki", None))
    own = board(table, BLUE)
    assert [card.id for card in zone(own, "characters:blue").cards] == ["sable_lesedi", "troy_sullivan"]
    assert [card.id for card in zone(own, "packet:blue").cards] == ["yeki", None]
    assert not {"characters:blue", "packet:blue"} & {zone.id for zone in board(table).zones}


def test_the_table_says_where_the_game_stands():
    shown = board(executing(3, event="lecture"))
    assert shown.title == "Round 1, Execute"
    now = zone(shown, "now")
    assert lines(now) == {
        "Round": "1 of 8, Execute",
        "Start player": "Blue",
        "Scores so far": "without Gems and resource scoring",
        "Turns": "Blue",
    }
    public = zone(board(executing(3, options={"resources": "public"})), "now")
    assert "Scores so far" not in lines(public)
    assert [card.id for card in now.cards] == ["lecture"]
    owed = zone(board(owing(executing(3), "advancement", value=3)), "now")
    assert lines(owed)["To do"] == "Blue: an advancement"
    assert board(opened()).title == "Setup"
    assert board(started()).title == "Plan"


def test_the_ai_shows_its_dice_gems_progress_and_schemes():
    table = executing(3, seats=1)
    ai = table.state.ai
    assert ai is not None
    changed = replace(ai, gems=4, unlocked=2, board_dice=1, schemes_left=1, revealed=("scheme_04",))
    shown = zone(board(table.given_state(ai=changed)), "rival")
    told = lines(shown)
    assert shown.title == "AI, the Clerk"
    assert shown.note == "4 Gems, 1 die"
    assert told["Schemes left"] == "1"
    assert told["Dice on its board"] == "1 of 5"
    assert told["Progress Tiles"] == "harvest and rest"
    assert told["Score"] == "8"
    assert [card.id for card in shown.cards] == ["scheme_04"]


def test_without_the_ai_nothing_is_told_of_it():
    assert "rival" not in {zone.id for zone in board(executing(3)).zones}


def test_piles_are_told():
    table = executing(3)
    deck = table.state.deck
    table.given_state(deck=replace(deck, discard=("yeki", "ledger", "yeki")), removed_farms=("points",))
    told = lines(zone(board(table), "supplies"))
    assert told["Discarded Items"] == "2 Yeki, Ledger"
    assert told["Farm Tiles out of the game"] == "Score tile"
    assert told["Events so far"] == "Quiet Night"


def test_the_end_shows_ranks_sources_winners_and_what_decided():
    table = with_seat(talking(executing(seats=1), "leyrien", 3, owner="blue"), upgrades=("points",))
    caches = dict(zip(table.state.box.caches, (f"cache_{n}" for n in range(1, 7)), strict=True))
    table.given_state(phase="finished", winners=("blue",), decided_by="score", to_act=None, caches=caches)
    ended = board(table)
    assert ended.title == "The game is over"
    told = lines(zone(ended, "now"))
    assert (told["Winner"], told["Decided by"]) == ("Blue", "the higher score")
    assert told["1. Blue"] == ("15 ★: Negotiation 3, Items 0, Harvester 0, Research Base 2, Gems 10")
    assert told["2. The AI"] == ("0 ★: Negotiation 0, Depository 0, Harvester 0, Progress Tiles 0, Gems 0")
    assert [panel.winner for panel in ended.seats] == [True]
    assert lines(ended.seats[0])["Gems"] == "10"
