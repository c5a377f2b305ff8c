"""The table of A Time of Chaos as a picture: all that counts for who has just switched the phone on."""

from __future__ import annotations

import copy
from typing import Any

import msgspec

from domain.games.time_of_chaos import GAME, facts
from domain.games.time_of_chaos.components import ERAS, demo_sets
from domain.games.time_of_chaos.drawing import drawings, faults
from domain.games.time_of_chaos.state import Result
from domain.kernel import PUBLIC, Board, Box, Card, Place, Viewer, Zone
from domain.kernel.engine.views import state_view
from domain.kernel.session.rendering import board_of, naming
from domain.kernel.ui.board import SeatPanel
from tests.games.time_of_chaos.table import DEMO, DISPLAYS, LAYOUT, ChaosTable, in_play


def board(table: ChaosTable, viewer: Viewer = PUBLIC, drawing: Any = None) -> Board:
    view = msgspec.json.decode(msgspec.json.encode(state_view(GAME, table.state, viewer)))
    called = naming(GAME, table.components, [{"seat": seat, "color": seat} for seat in table.seats])
    return board_of(GAME, view, {}, {}, drawing, called)


def zone(of: Board, id: str) -> Zone:
    return next(zone for zone in of.zones if zone.id == id)


def place(of: Board, id: str) -> Place:
    return next(place for zone in of.zones for place in zone.places if place.id == id)


def lines(of: Zone | SeatPanel) -> dict[str, str]:
    return {line.label: line.value for line in of.lines}


def alarms(of: Zone | SeatPanel) -> set[str]:
    return {line.label for line in of.lines if line.alarm}


def test_before_the_tiles_are_laid_out_the_table_is_empty_and_says_so():
    empty = board(ChaosTable())
    assert empty.title == "Setup"
    for era in ERAS:
        assert zone(empty, era).places == ()
        assert zone(empty, era).note == "18 in the deck; tiles not laid out yet"


def test_the_tiles_lie_as_they_were_laid_out_in_three_grids():
    laid_out = board(ChaosTable().laid_out())
    for era in ERAS:
        grid = zone(laid_out, era)
        assert grid.kind == "grid"
        rows = [[place.id for place in grid.places[row * 3 : row * 3 + 3]] for row in range(3)]
        assert rows == [[f"{era}:{city}" for city in row] for row in LAYOUT[era]]
        assert [card.id for card in grid.cards] == list(DISPLAYS[era])
        assert all(isinstance(place.shape, Box) for place in grid.places)
    assert place(laid_out, "present:C").name == "Cinderhold in the present"
    assert place(laid_out, "present:C").short == "Cinderhold"


def test_pawns_and_cubes_stand_on_their_tiles():
    table = ChaosTable().laid_out().pawns(red="past:A", blue="past:A").cubes("past:A", red=1, blue=2)
    shown = place(board(table.chaos("past:B", "blue")), "past:A")
    assert [(piece.id, piece.seat, piece.count) for piece in shown.pieces] == [
        ("pawn:red", "red", 1),
        ("pawn:blue", "blue", 1),
        ("cubes:past:A:red", "red", 1),
        ("cubes:past:A:blue", "blue", 2),
    ]
    assert (shown.tone, shown.note) == ("order", "flips to chaos at end of turn")
    assert place(board(table), "past:B").tone == "chaos"


def test_a_pawn_is_the_same_piece_wherever_it_goes():
    table = ChaosTable().laid_out().pawns(red="past:A", blue="past:B")
    before = place(board(table), "past:A").pieces
    assert place(board(table.pawns(red="past:D")), "past:D").pieces == before


def test_a_hand_shows_its_faces_to_its_holder_and_to_others_what_they_saw():
    table = ChaosTable().laid_out().pawns(red="past:A", blue="past:B").grabbed("red", "FP-D")
    table.searched("red", "NP-A", "NP-D")
    to_red, to_blue = (board(table, Viewer(seat)).seats[0].cards for seat in table.seats)
    face = Card("FP-D", "Invented artifact FP-D", "3", "to Dunmere in the past", place="past:D")
    assert to_red == (face, to_blue[1])
    assert to_blue[0] == Card(None, "An artifact of the future", back=True)
    assert to_blue[1].id == "NP-A"


def test_a_card_that_nobody_named_lies_face_down_before_its_holder_too():
    table = ChaosTable().laid_out().pawns(red="past:A", blue="past:B").unknown("red", "future")
    to_red, to_blue = (board(table, Viewer(seat)).seats[0] for seat in table.seats)
    assert to_red.cards == (Card(None, "An unknown artifact of the future", back=True),)
    assert to_blue.cards == (Card(None, "An artifact of the future", back=True),)
    assert to_red.lines == to_blue.lines
    assert lines(to_blue)["Cards in hand"] == "1"


def test_a_seat_shows_what_it_has_left_and_what_is_near_its_end():
    table = ChaosTable().laid_out().pawns(red="past:A", blue="past:B").acting("blue", used=1)
    table.delivered("red", "PN-D", "PN-E", "PN-G").exhausted("red").penalties(red=2).supply(red=0)
    table.grabbed("red", "FP-D", "FP-E", "FP-F")
    red, blue = board(table).seats
    assert (red.score, red.active, blue.active) == ("2", False, True)
    assert lines(red) == {
        "Cubes left": "0",
        "Cards in hand": "3, full",
        "Cloak": "spent",
        "Penalties": "−2",
        "Delivered": "3 of 4",
    }
    assert alarms(red) == {"Cubes left", "Penalties", "Delivered"}
    assert alarms(blue) == set()
    assert [card.id for card in zone(board(table), "delivered:red").cards] == ["PN-D", "PN-E", "PN-G"]


def test_the_table_says_whose_turn_it_is_and_that_the_end_is_near():
    table = ChaosTable("red", "blue", "green").laid_out().pawns(red="past:A").acting("red", turn=7, used=1)
    now = zone(board(table), "now")
    assert board(table).title == "Round 3"
    assert lines(now)["Turn"] == "Red, turn 7"
    assert lines(now)["Actions left"] == "2 of 3"
    assert alarms(now) == set()
    ending = board(table.triggered_by("red", "blue", "green", turn=7))
    assert ending.title == "Round 3, last turns"
    assert lines(zone(ending, "now"))["End"] == "Red delivered a fourth artifact on turn 7"
    assert lines(zone(ending, "now"))["Last turns left"] == "Blue and Green"
    assert alarms(zone(ending, "now")) == {"End", "Last turns left"}


def test_what_restore_reaches_is_the_option_of_this_table():
    for scope, told in (("other_era", "your city in other eras"), ("own_tile", "your tile")):
        assert lines(zone(board(ChaosTable(scope=scope)), "now"))["Restore reaches"] == told


def test_the_end_shows_ranks_winners_and_what_decided():
    table = ChaosTable("red", "blue", "green").laid_out()
    chaos, supplies = {"red": 2, "blue": 1, "green": 0}, {"red": 4, "blue": 4, "green": 9}
    scores = {"red": 5, "blue": 5, "green": -1}
    table.given(facts.GameEnded(Result(scores, chaos, supplies, ("blue",))))
    ended = board(table)
    assert ended.title == "The game is over"
    assert lines(zone(ended, "now")) == {
        "Winner": "Blue",
        "Decided by": "tie-break: fewer chaos tiles with own cubes",
        "1. Blue": "5 ★, 1 tile in chaos, 4 cubes left",
        "2. Red": "5 ★, 2 tiles in chaos, 4 cubes left",
        "3. Green": "−1 ★, 0 tiles in chaos, 9 cubes left",
    }
    assert [panel.winner for panel in ended.seats] == [False, True, False]


def test_the_packaged_drawing_fits_its_set_and_moves_the_places():
    assert drawings().keys() <= demo_sets().keys()
    packaged = copy.deepcopy(drawings()["demo"])
    assert faults(packaged, DEMO) == ()
    packaged["grids"]["past"]["cells"][0][0] = [5, 6, 7, 8]
    assert place(board(ChaosTable().laid_out(), drawing=packaged), "past:A").shape == Box(5, 6, 7, 8)


def test_a_drawing_that_does_not_fit_is_told_where():
    packaged = drawings()["demo"]
    for spoil, pointer in (
        (lambda grids: grids.pop("past"), "/grids"),
        (lambda grids: grids["past"]["cells"].pop(), "/grids/past/cells"),
        (lambda grids: grids["future"]["cells"][2].append([0, 0, 1, 1]), "/grids/future/cells"),
        (
            lambda grids: grids["future"]["cells"][2].__setitem__(1, [0, 0, 1000, 1]),
            "/grids/future/cells/2/1",
        ),
        (lambda grids: grids["present"].update(size="wide"), ""),
    ):
        spoilt = copy.deepcopy(packaged)
        spoil(spoilt["grids"])
        assert [fault.pointer for fault in faults(spoilt, DEMO)] == [pointer]


def test_a_seat_says_whether_its_cloak_is_ready_or_spent():
    table = in_play("red", "blue").exhausted("blue")
    shown = {panel.seat: lines(panel)["Cloak"] for panel in board(table).seats}
    assert shown == {"red": "ready", "blue": "spent"}
