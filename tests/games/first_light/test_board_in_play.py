"""The board of First Light in play: what a phase puts in front, what lasts, what nobody is told."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from math import hypot, sqrt
from random import Random
from statistics import median
from typing import Any

import msgspec
import pytest

from domain.games.first_light import GAME
from domain.games.first_light.board import FOLLOW_UPS, OPEN, RANKS
from domain.games.first_light.board_planet import ANGLES
from domain.games.first_light.components import demo_sets
from domain.games.first_light.drawing import drawings, faults, read_drawing
from domain.games.first_light.state import State
from domain.kernel import PUBLIC, TRUTH, Board, Box, Hex, Viewer
from domain.kernel.engine.views import state_view
from domain.kernel.selfcheck.wording import faults_of, telling_of
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import board_of, naming
from domain.kernel.ui.words import Naming
from tests.games.first_light.table import demo, executing, opened, owing, planning, with_seat
from tests.games.first_light.test_hidden import redealt
from tests.games.first_light.test_promises import COMPONENTS, played
from tests.support.games.first_light.drawn import board, lines, pieces, place, zone, zones_in_order
from tests.support.recorded import STAMP, library
from tests.support.recorded import opened as opened_recorded

DEMO = COMPONENTS
SHOWN_OF_PHONE = 4
"""The zones that somebody sees of a board without scrolling it, where some are a title alone."""


def drawn(state: State, viewer: Viewer, called: Naming) -> Board:
    view = msgspec.json.decode(msgspec.json.encode(state_view(GAME, state, viewer)))
    return board_of(GAME, view, {}, {}, None, called, strict=True)


def calling(state: State) -> Naming:
    return naming(GAME, DEMO, [{"seat": seat, "color": base.color} for seat, base in state.seats.items()])


def in_phase(phase: str) -> Board:
    """A table of two in this phase, as blue sees it."""
    table = executing(3, 5) if phase in ("garages", "headquarters", "schemes") else planning()
    acting = "blue" if phase in ("garages", "headquarters") else None
    table.given_state(phase=phase, to_act=acting)
    return board(table, Viewer("blue"))


@pytest.mark.parametrize(
    ("phase", "open_zones"),
    [
        ("plan", {"base:blue"}),
        ("headquarters", {"locations", "negotiation", "stores"}),
        ("garages", {"locations", "negotiation", "stores"}),
        ("harvest", {"base:blue", "planet"}),
        ("rest", {"planet"}),
        ("plan_event", {"planet"}),
    ],
)
def test_a_phase_has_open_what_its_usual_action_needs_and_moves_nothing(phase: str, open_zones: set[str]):
    order = zones_in_order(in_phase(phase))
    assert {zone.id for zone in order if zone.places and not zone.folded} == open_zones
    assert open_zones <= {zone.id for zone in order[: SHOWN_OF_PHONE + 1]}
    drawn = [zone.id for zone in order if zone.places]
    assert drawn == ["base:blue", "planet", "locations", "negotiation", "stores"]


@pytest.mark.parametrize(
    ("kind", "first"),
    [
        ("advancement", "advancements"),
        ("setback", "setbacks"),
        ("extra_reward", "stores"),
        ("free_upgrade", "stacks"),
        ("clan_ability", "base:blue"),
    ],
)
def test_what_is_owed_has_its_zone_open_and_a_negotiation_takes_the_screen(kind: str, first: str):
    shown = board(owing(executing(3), kind, clan="leyrien", value=3), Viewer("blue"))
    assert not zone(shown, first).folded
    taken = [(one.id, one.takes_screen) for one in shown.zones if one.takes_screen]
    negotiated = kind in ("advancement", "setback", "clan_ability")
    assert taken == ([("negotiation", "Blue’s negotiation")] if negotiated else [])


def test_what_farms_give_is_open_where_dice_are_assigned():
    printed = zone(in_phase("plan"), "print")
    assert not printed.folded
    assert lines(printed)["Water for a 1 to 6"] == "2 · 3 · 5 · 6 · 7 · 9"
    assert lines(printed)["★ for 0 to 3 Farm Tiles"] == "0 · 2 · 4 · 7"


@pytest.mark.parametrize("phase", [*OPEN, "setup_start_player"])
def test_the_title_leaves_room_for_the_name_of_the_game(phase: str):
    assert len(in_phase(phase).title) <= 22


def test_what_was_dealt_stands_in_front_of_all():
    shown = board(with_seat(opened(), packet=("yeki", "ledger")), Viewer("blue"))
    assert zones_in_order(shown)[0].id == "packet:blue"


def test_phases_and_follow_ups_name_zones_that_there_are():
    named = {zone for zones in (*OPEN.values(), *FOLLOW_UPS.values()) for zone in zones}
    assert named <= RANKS.keys()
    shown = {zone.id.partition(":")[0] for zone in board(executing(3, seats=1)).zones}
    assert RANKS.keys() <= shown


def test_pieces_and_zones_last_over_all_recorded_games():
    known: dict[str, tuple[str, str | None]] = {}
    looked_at = 0
    for path in library("first_light"):
        opening, *actions = map(json.loads, path.read_text("utf-8").splitlines())
        session, draft = opened_recorded(GAME, opening)
        called = naming(GAME, session.components, session.opened.seats)
        seats = tuple(seat["seat"] for seat in session.opened.seats)
        for number, action in enumerate(actions):
            if number % 5 == 0:
                told = telling_of(GAME, draft.position.state, TRUTH, called, seats)
                assert list(faults_of(GAME, told)) == []
                for _, piece in pieces(told.board):
                    kept = known.setdefault(piece.id, (piece.kind, piece.seat))
                    assert kept == (piece.kind, piece.seat)
                looked_at += 1
            draft.record(action, STAMP, None)
    assert looked_at > 300
    assert {"harvester:ai", "die:market:1:ai", "token:r2c2", "cache:r1c2"} <= known.keys()


@pytest.mark.parametrize(("seats", "ai"), [(2, False), (3, True), (4, False)])
def test_boards_of_states_that_differ_in_hidden_things_alone_are_equal_bytes(seats: int, ai: bool):
    random = Random(4)
    compared = 0
    for step in played(seats, 9, ai)[::5]:
        state: State = step.after
        if GAME.is_finished(state):
            continue
        called = calling(state)
        for seat in state.seats:
            other = redealt(state, seat, random)
            compared += other != state
            both = [msgspec.json.encode(drawn(table, Viewer(seat), called)) for table in (state, other)]
            assert both[0] == both[1]
    assert compared > 20


def test_a_plan_that_is_not_shown_yet_changes_nothing_for_the_others():
    tables = [
        with_seat(planning(), has_rolled=True, rolled=rolled, reserve=0, plan_garages=garages)
        for rolled, garages in (((1, 2, 3), (1, 2)), ((6, 6, 6), ()))
    ]
    for viewer, alike in ((PUBLIC, True), (Viewer("black"), True), (Viewer("blue"), False)):
        first, second = (msgspec.json.encode(board(table, viewer)) for table in tables)
        assert (first == second) is alike


def steps_on_the_map() -> Iterator[tuple[Hex, Hex, str]]:
    """Each step from a space to a neighbour, with its direction, on both sides."""
    for side in DEMO.box.document.planet.sides:
        table = opened(planet_side=side)
        shown = board(table)
        for space in DEMO.box.document.planet.sides[side].spaces:
            for direction, there in space.adjacent.items():
                one, other = place(shown, space.id).shape, place(shown, there).shape
                assert isinstance(one, Hex)
                assert isinstance(other, Hex)
                yield one, other, direction


def test_neighbours_lie_side_by_side_in_the_direction_that_the_set_says():
    counted = 0
    for one, other, direction in steps_on_the_map():
        x, y = other.x - one.x, other.y - one.y
        assert abs(hypot(x, y) - sqrt(3) * one.radius) < 2
        wanted = {"e": (1, 0), "w": (-1, 0), "ne": (1, -1), "nw": (-1, -1), "se": (1, 1), "sw": (-1, 1)}
        assert ((x > 0) - (x < 0), (y > 1) - (y < -1)) == wanted[direction]
        counted += 1
    assert counted == 2 * 84
    assert ANGLES.keys() == {"e", "w", "ne", "nw", "se", "sw"}


def test_each_arrow_is_drawn_at_its_edge_and_no_way_crosses_another():
    shown = zone(board(opened()), "planet")
    assert len([part for part in shown.scenery if part.tone == "goal"]) == 6
    assert all(zone.links == () for zone in board(opened()).zones)


def test_places_of_a_zone_do_not_lie_on_each_other():
    for part in board(executing(3, seats=4)).zones:
        boxes = [place.shape for place in part.places if place.shape.__class__ is not Hex]
        for number, one in enumerate(boxes):
            for other in boxes[number + 1 :]:
                apart_x = one.x + one.width <= other.x or other.x + other.width <= one.x  # type: ignore[union-attr]
                apart_y = one.y + one.height <= other.y or other.y + other.height <= one.y  # type: ignore[union-attr]
                assert apart_x or apart_y, (part.id, one, other)


def test_what_can_be_tapped_is_high_enough_on_a_small_phone():
    """A page gives each row of a grid 31 pixels there, and a row is as high as most of its places."""
    for seats in (2, 3, 4):
        for part in board(executing(3, seats=seats), Viewer("blue")).zones:
            if part.places and part.id in ("negotiation", "stores", "base:blue"):
                heights = [of.shape.height for of in part.places if isinstance(of.shape, Box)]
                assert part.size is not None
                pixels = 31 * round(part.size[1] / median(heights)) / part.size[1]
                assert min(heights) * pixels >= 24, part.id


def test_the_packaged_drawing_fits_its_set_and_moves_the_places():
    assert drawings().keys() <= demo_sets().keys()
    packaged: Any = copy.deepcopy(drawings()["demo"])
    assert faults(packaged, DEMO) == ()
    packaged["planet"]["spaces"]["r3c3"] = [100, 90]
    moved = place(board(opened(), drawing=packaged), "r3c3").shape
    assert moved == Hex(100, 90, 42)


def test_spaces_that_a_drawing_lacks_lie_where_their_neighbours_say():
    packaged: Any = copy.deepcopy(drawings()["demo"])
    drawn = board(opened())
    for space in ("r1c1", "r5c3"):
        del packaged["planet"]["spaces"][space]
    shown = board(opened(), drawing=packaged)
    assert [fault.pointer for fault in faults(packaged, DEMO)] == ["/planet/spaces"] * 4
    for space in ("r1c1", "r5c3"):
        lies, lay = place(shown, space).shape, place(drawn, space).shape
        assert isinstance(lies, Hex)
        assert isinstance(lay, Hex)
        assert (lies.x, lies.y) == pytest.approx((lay.x, lay.y), abs=2)
    assert read_drawing(None) == read_drawing(drawings()["demo"])


def test_a_set_with_other_ids_and_no_drawing_is_drawn_all_the_same():
    renamed = json.loads(re.sub(r'"r(\d)c(\d)"', r'"field_\1_\2"', json.dumps(demo())))
    shown = zone(board(opened(components=load_components(GAME, renamed))), "planet")
    assert (
        len({(place.shape.x, place.shape.y) for place in shown.places if isinstance(place.shape, Hex)}) == 19
    )


def test_a_drawing_that_does_not_fit_is_told_where():
    packaged = drawings()["demo"]
    for spoil, pointer in (
        (lambda drawing: drawing["planet"]["spaces"].update(r1c1=[5, 46]), "/planet/spaces/r1c1"),
        (lambda drawing: drawing["planet"].update(radius="wide"), ""),
        (lambda drawing: drawing["base"]["frames"].pop("farms"), "/base/frames"),
        (lambda drawing: drawing["stores"]["frames"].pop("depository"), "/stores/frames"),
        (
            lambda drawing: drawing["locations"]["frames"].update(academy=[300, 155, 300, 38]),
            "/locations/frames/academy",
        ),
        (
            lambda drawing: drawing["negotiation"]["frames"].update(jrayek=[200, 0, 100, 38]),
            "/negotiation/frames/jrayek",
        ),
    ):
        spoilt: Any = copy.deepcopy(packaged)
        spoil(spoilt)
        assert [fault.pointer for fault in faults(spoilt, DEMO)] == [pointer]
